package report

import (
	"strings"
	"testing"

	"sinew/decide/gate"
	"sinew/exec/policy"
)

// seen is a text with each colour's start as <n> and its end as <>.
func seen(s string) string {
	return strings.NewReplacer("\x1b[0m", "<>", "\x1b[", "<").Replace(s)
}

func TestACallIsPaintedWhereItMatters(t *testing.T) {
	w := Words{Colour: true}
	for call, want := range map[string]string{
		`lights room="den"  0.92`: `  <1mlights<> room="den"  0.92`,
		`lock`:                    `  <1mlock<>`,
		`wifi state="off" · write · weakest: state 0.86`:   `  <1mwifi<> state="off" · <33mwrite<> · <2mweakest: state 0.86<>`,
		`trash · destructive`:                              `  <1mtrash<> · <31mdestructive<>`,
		`trash · destructive · partly contained`:           `  <1mtrash<> · <31mdestructive<> · partly contained`,
		`open place="a · write · b" · read · weakest: p 1`: `  <1mopen<> place="a · write · b" · <32mread<> · <2mweakest: p 1<>`,
		`say text="it · read"  0.92`:                       `  <1msay<> text="it · read"  0.92`,
		`say text="it · read · all"  0.92`:                 `  <1msay<> text="it · read · all"  0.92`,
	} {
		if got := seen(w.Call(call, policy.Full)); got != want {
			t.Errorf("%s\n got %s\nwant %s", call, got, want)
		}
		if got := (Words{}).Call(call, policy.Full); got != "  "+call {
			t.Errorf("without colours: %s", got)
		}
	}
}

func TestTheTopAnswersOfTryArePainted(t *testing.T) {
	e := gate.Explanation{
		Input: "kill the wifi", Outcome: gate.Confirm, Own: `wifi state="off" · write · weakest: state 0.86`,
		Route:     []gate.Share{{Key: "wifi", P: 0.95}, {Key: "none", P: 0.03}},
		Arguments: []gate.Judged{{Arg: "state", Kind: "option", Shares: []gate.Share{{Key: "off", P: 0.86}, {Key: "on", P: 0.1}}}},
	}
	got := seen(strings.Join(Words{Colour: true}.Try(e, nil), "\n"))
	for _, want := range []string{
		"which reflex            <1mwifi 0.95<>   (none of them 0.03)",
		"state                   <1moff 0.86<>   (on 0.10)",
		`<2m→<> waits for a yes: <1mwifi<> state="off" · <33mwrite<> · <2mweakest: state 0.86<>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	refused := seen(strings.Join(Words{Colour: true}.Try(gate.Explanation{Input: "a: b", Outcome: gate.Abstain}, nil), "\n"))
	if !strings.Contains(refused, `<2m→<> refused: "a: b" · no reflex`) {
		t.Errorf("refused as\n%s", refused)
	}
}
