package report

import (
	"strings"
	"testing"

	"sinew/decide/gate"
	"sinew/decide/reading"
	"sinew/pkg/text"
)

func TestAPicksPromptOffersWhatWasSaidAndWhatWasReturned(t *testing.T) {
	said := text.Whole("three eleven")
	asked := reading.Missing{Arg: "order", Ask: "Which?", Why: reading.Unsettled, Words: &said}
	closed := reading.Missing{Arg: "order", Ask: "Which?", Why: reading.NotOffered, Words: &said}
	for _, c := range []struct {
		m       reading.Missing
		choices gate.Choices
		want    string
	}{
		{asked, gate.Choices{Pick: "email", Readings: []string{"a1@b.example", "1@b.example"}},
			`  Which?  you wrote "three eleven"  [1] a1@b.example  [2] 1@b.example  [0] none of these  > `},
		{asked, gate.Choices{Pick: "number", Readings: []string{"311"}}, `  Which?  you wrote "three eleven"  311  > `},
		{closed, gate.Choices{Pick: "code"}, `  Which?  you wrote "three eleven"  > `},
		{reading.Missing{Ask: "Which?"}, gate.Choices{Pick: "code", Recent: []string{"4.12.0", "4.11.3"}}, `  Which?  [1] 4.12.0  [2] 4.11.3  > `},
		{reading.Missing{Ask: "Which?"}, gate.Choices{Pick: "number", Recent: []string{"8", "7"}}, `  Which?  8 · 7  > `},
		{asked, gate.Choices{Pick: "code", Readings: []string{"A-1"}, Recent: []string{"B-2"}},
			`  Which?  you wrote "three eleven"  [1] A-1  [0] none of these  > `},
		{reading.Missing{Ask: "Which?"}, gate.Choices{Pick: "code"}, `  Which?  > `},
		{reading.Missing{Ask: "Which?"}, gate.Choices{Pick: "quoted", Recent: []string{"\x1b[2J"}}, `  Which?  [1] \u{1b}[2J  > `},
	} {
		if got := (Words{}).Question(c.m.Ask, AskReason(c.m, c.choices), Menu(c.choices)); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

func TestWhatAValueSaidOrRecalledStandsOnIsShownUnderIt(t *testing.T) {
	unsaid := []gate.Share{{Key: "unstated", P: 1}}
	for _, c := range []struct {
		row  gate.Judged
		want string
	}{
		{gate.Judged{Arg: "sku", Kind: "pick", Shares: unsaid, Words: "k d one", Spells: &gate.Share{Key: "KD-1", P: 0.97}},
			"sku not said 1.00|does \"k d one\" mean KD-1? yes 0.97"},
		{gate.Judged{Arg: "order", Kind: "pick", Shares: unsaid, Words: "it", Recalled: "1029"},
			`order "1029"|the newest of this session's results, named by "it"`},
		{gate.Judged{Arg: "order", Kind: "pick", Shares: unsaid, Why: reading.Unsettled, Words: "three eleven", Readings: []string{"311", "3.11"}},
			`order not said 1.00|"three eleven" may be 311 or 3.11`},
		{gate.Judged{Arg: "order", Kind: "pick", Shares: unsaid, Why: reading.NeverStated, Recent: []string{"8", "7"}},
			"order not said 1.00|this session's results hold 8 · 7"},
		{gate.Judged{Arg: "order", Kind: "pick", Shares: unsaid, Why: reading.NeverStated, Words: "2 orders", Counts: true, Recent: []string{"8"}},
			`order not said 1.00|"2 orders" says how many, not which|this session's results hold 8`},
	} {
		lines := (Words{}).argument(c.row)
		for i := range lines {
			lines[i] = strings.Join(strings.Fields(lines[i]), " ")
		}
		if got := strings.Join(lines, "|"); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
