package call_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// here is a machine, on the last day of a year.
var here = call.Surroundings{Home: "/home/me", Today: pick.Day{Year: 2026, Month: time.December, Day: 31}}

// read is a pick's value as a sentence gives it: typed in these words, and read
// as this.
func read(words string, v pick.Value) call.Value {
	return call.Value{Kind: call.Pick, Span: text.Whole(words), Read: v}
}

func day(words string, r pick.DateReading) call.Value {
	return read(words, pick.Value{Kind: pick.Date, Date: r})
}

var (
	tomorrow = day("tomorrow", pick.DateReading{Form: pick.InDays, Days: 1})
	never    = day("february 30th", pick.DateReading{Form: pick.OnCalendar, Month: time.February, Day: 30})
	threePM  = read("3pm", pick.Value{Kind: pick.Time, Text: "15:00"})
	fare     = read("120 euros", pick.Value{Kind: pick.Amount, Number: 120, Currency: "EUR"})
	flight   = read("tp1043", pick.Value{Kind: pick.Code, Text: "tp1043"})
)

func TestABodyReceivesWhatEachSourceGives(t *testing.T) {
	for line, want := range map[string][]call.BodyValue{
		"lights room=den state=off":                      {{"room", "den"}, {"state", "off"}},
		"lights room=office state=on brightness=5 quiet": {{"room", "group-7"}, {"state", "on"}, {"brightness", 5.0}, {"quiet", true}},
		`lights room="the attic" state=on`:               {{"room", "/home/me/attic"}, {"state", "on"}},
		`timer duration="1 hour 30 minutes" label=~/eggs to=a@b.co site=https://h.io/x`: {
			{"duration", 5400.0}, {"label", "~/eggs"}, {"to", "a@b.co"}, {"site", "https://h.io/x"}},
	} {
		c, err := bind(t, line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if got, err := c.Values(installed[c.Reflex], here); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s gives %#v, %v", line, got, err)
		}
	}
}

func TestAWordUnderTheHomeStaysAsItIsWithoutOne(t *testing.T) {
	c, err := bind(t, `lights room="the attic" state=on`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Values(lights, call.Surroundings{})
	if err != nil || got[0].Value != "~/attic" {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestAnArgvIsFilledElementByElement(t *testing.T) {
	argv := func(elements ...string) manifest.Run { return manifest.Run{Argv: elements} }
	for _, c := range []struct {
		line string
		run  manifest.Run
		want string // joined by |, or the error's text
	}{
		{"lights room=den state=off", argv("hue", "--room", "{room}", "{state}"), "hue|--room|den|off"},
		{`lights room="the attic" state=on`, argv("hue", "{room}"), "hue|/home/me/attic"},
		{"lights room=den state=off", argv("hue", "-b", "{brightness}", "{state}"), "hue|-b|off"},
		{`lights room=den state=off brightness="50 percent"`, argv("hue", "{brightness}"), "hue|50"},
		{`lights room=den state=off brightness=0.5`, argv("hue", "{brightness}"), "hue|0.5"},
		{`timer duration="2 minutes"`, argv("sleep", "{duration}"), "sleep|120"},
		{`timer duration="2 minutes" label=-x`, argv("say", "{label}"), `timer: label is "-x", which starts with -; an argv cannot carry it`},
		{`timer duration="2 minutes" label="a; rm -rf \"$HOME\""`, argv("say", "{label}"), `say|a; rm -rf "$HOME"`},
		{"lights room=den state=off", manifest.Run{File: "lights.mts"}, "lights: lights runs a file, not an argv"},
	} {
		bound, err := bind(t, c.line)
		if err != nil {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		filled, err := bound.Argv(c.run, here)
		got := strings.Join(filled, "|")
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s fills %q as %s, want %s", c.line, c.run.Argv, got, c.want)
		}
	}
}

func meeting(args ...call.Arg) call.Call { return call.Call{Reflex: "meeting", Args: args} }

func TestABodyReceivesADayATimeAnAmountAndACode(t *testing.T) {
	c := meeting(call.Arg{Name: "day", Value: tomorrow}, call.Arg{Name: "time", Value: threePM}, call.Arg{Name: "fare", Value: fare}, call.Arg{Name: "flight", Value: flight})
	want := []call.BodyValue{{"day", "2027-01-01"}, {"time", "15:00"}, {"fare", pick.Money{Amount: 120, Currency: "EUR"}}, {"flight", "tp1043"}}
	if got, err := c.Values(timer, here); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	if line := c.String(); line != `meeting day="tomorrow" time="3pm" fare="120 euros" flight="tp1043"` {
		t.Errorf("prints as %s", line)
	}
}

func TestAValueOnItsOwnKnowsNoMachineAndNoDay(t *testing.T) {
	for _, c := range []struct {
		value call.Value
		plain any
		text  string
	}{
		{call.Value{Kind: call.Option, Key: "off"}, "off", "off"},
		{call.Value{Kind: call.Word, Word: "den"}, "den", "den"},
		{call.Value{Kind: call.Word, Word: "~/den"}, "~/den", "~/den"},
		{call.Value{Kind: call.Word, Word: "attic", Bound: value("~/attic")}, "~/attic", "/home/me/attic"},
		{call.Value{Kind: call.Flag}, true, ""},
		{read("30 percent", pick.Value{Kind: pick.Number, Number: 30}), 30.0, "30"},
		{read("~/eggs", pick.Value{Kind: pick.Quoted, Text: "~/eggs"}), "~/eggs", "~/eggs"},
		{tomorrow, pick.DateReading{Form: pick.InDays, Days: 1}, "tomorrow"},
		{threePM, "15:00", "15:00"},
		{fare, pick.Money{Amount: 120, Currency: "EUR"}, "120 euros"},
		{flight, "tp1043", "tp1043"},
		{call.Value{}, "", ""},
	} {
		if plain, text := c.value.Plain(), c.value.Text("/home/me"); plain != c.plain || text != c.text {
			t.Errorf("%+v is %v, and as a text %q", c.value, plain, text)
		}
	}
}

func TestADateThatIsNoDayIsRefused(t *testing.T) {
	run := manifest.Run{Argv: []string{"at", "{day}"}}
	for _, c := range []struct {
		value call.Value
		s     call.Surroundings
		why   string
	}{
		{never, here, `"february 30th" is not a date`},
		{tomorrow, call.Surroundings{}, `"tomorrow" is not a date`},
	} {
		want := error(diag.Problems{problem("meeting", c.why, diag.Rerun())})
		if _, err := meeting(call.Arg{Name: "day", Value: c.value}).Values(timer, c.s); !reflect.DeepEqual(err, want) {
			t.Errorf("a file body: %v", err)
		}
		if _, err := meeting(call.Arg{Name: "day", Value: c.value}).Argv(run, c.s); !reflect.DeepEqual(err, want) {
			t.Errorf("an argv: %v", err)
		}
	}
}

func TestATakenResultIsHandedOnAsItWasReturned(t *testing.T) {
	s := here
	s.Taken = map[string]json.RawMessage{"errors": json.RawMessage(`{"rate": 8.40, "at": null}`), "deploys": json.RawMessage(`null`), "logs": json.RawMessage(`[]`)}
	got, err := call.Call{Reflex: "suspect"}.Values(suspect, s)
	want := []call.BodyValue{{"errs", s.Taken["errors"]}, {"list", s.Taken["deploys"]}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestAResultThatNoStepReturnedIsRefused(t *testing.T) {
	for _, c := range []struct {
		returned []string
		lacking  string
	}{
		{nil, "errors and deploys"},
		{[]string{"errors"}, "deploys"},
		{[]string{"deploys", "errs", "list"}, "errors"},
	} {
		taken := map[string]json.RawMessage{}
		for _, name := range c.returned {
			taken[name] = json.RawMessage(`{}`)
		}
		got, err := call.Call{Reflex: "suspect"}.Values(suspect, call.Surroundings{Taken: taken})
		message := "suspect takes " + c.lacking + ", which a step before it in the same request returns"
		want := diag.Problems{problem("suspect", message, diag.Show("suspect"))}
		if got != nil || !reflect.DeepEqual(err, error(want)) {
			t.Errorf("after %q: %v, %v", c.returned, got, err)
		}
	}
}

func TestAnArgvHoldsDaysAndTimesAsTexts(t *testing.T) {
	c := meeting(call.Arg{Name: "day", Value: tomorrow}, call.Arg{Name: "time", Value: threePM}, call.Arg{Name: "flight", Value: flight})
	got, err := c.Argv(manifest.Run{Argv: []string{"at", "{day}", "{time}", "{gate}", "{flight}"}}, here)
	if want := []string{"at", "2027-01-01", "15:00", "tp1043"}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestWhatAnArgvCannotCarryIsRefusedTwice(t *testing.T) {
	for name, c := range map[string]struct {
		declared, manifest string
		value              call.Value
		call               string
	}{
		"amount": {`pick = "amount"`, "run names {it}, an amount; an amount needs a file body", fare, "it is a flag or an amount; an argv cannot carry it"},
		"flag":   {`flag = true`, "run names {it}, a flag; flags need a file body", call.Value{Kind: call.Flag}, "it is a flag or an amount; an argv cannot carry it"},
	} {
		written := "reflex = 1\ndescription = \"It.\"\nrun = [\"at\", \"{it}\"]\nconfirm = \"Go?\"\n[args.it]\nask = \"Which?\"\n" + c.declared + "\n"
		if _, err := manifest.Parse("it", []byte(written)); err == nil || !strings.Contains(err.Error(), c.manifest) {
			t.Errorf("%s: the manifest reads: %v", name, err)
		}
		run := manifest.Run{Argv: []string{"at", "{it}"}}
		_, err := call.Call{Reflex: "it", Args: []call.Arg{{Name: "it", Value: c.value}}}.Argv(run, here)
		if want := (diag.Problems{problem("it", c.call, diag.Rerun())}); !reflect.DeepEqual(err, error(want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	const taken = "reflex = 1\ndescription = \"It.\"\nrun = [\"at\", \"{it}\"]\nconfirm = \"Go?\"\n[args.it]\ntakes = \"errors\"\n"
	if _, err := manifest.Parse("it", []byte(taken)); err == nil || !strings.Contains(err.Error(), "a result the plan hands the body; an argv cannot carry it") {
		t.Errorf("a taken result: %v", err)
	}
}
