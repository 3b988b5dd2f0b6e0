package gate_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/pick/spoken"
	"sinew/pkg/text"
)

// saidThree is a call whose number was said as `thrree`, and so surely meant.
func saidThree(form spoken.Form, shape spoken.Shape) func(*reading.Reading, *reading.Winner) {
	return func(r *reading.Reading, w *reading.Winner) {
		meant := question.Subject{Kind: question.Meant, Reflex: "post", Arg: "times", From: 19, To: 25}
		r.Judgments = append(r.Judgments, reading.Judgment{Subject: meant, Top: "yes", P: 0.97})
		w.Args = append(w.Args, call.Arg{Name: "times", Value: call.Value{
			Kind: call.Pick, Span: span(19, "thrree"), Read: pick.Value{Kind: pick.Number, Number: 3}, Typed: "3",
		}})
		w.Basis = append(w.Basis, reading.Basis{Arg: "times", By: reading.BySpelled, Yes: ptr(0.97), Form: form, Shape: shape})
	}
}

// tookTwo is a call whose number an earlier result gave.
func tookTwo(_ *reading.Reading, w *reading.Winner) {
	words := span(19, "it")
	v, _ := call.Picked("2", pick.Number)
	w.Args = append(w.Args, call.Arg{Name: "times", Value: v})
	w.Basis = append(w.Basis, reading.Basis{Arg: "times", By: reading.ByRecalled, Words: &words})
}

func TestAValueSaidInWordsThatDoNotSpellItAsTypedWaits(t *testing.T) {
	weak := func(r *reading.Reading, w *reading.Winner) {
		words := span(14, "hall")
		saidThree(spoken.Spaced, "")(r, w)
		w.Basis[0] = reading.Basis{Arg: "board", By: reading.ByWords, Words: &words, How: "same"}
		w.Left = append(w.Left, reading.Left{Words: span(26, "and ring"), Does: question.More, P: 0.5})
	}
	for _, c := range []struct {
		name   string
		effect manifest.Effect
		change func(*reading.Reading, *reading.Winner)
		want   string
	}{
		{"said whole", manifest.Write, saidThree(spoken.Aloud, spoken.Whole), ": "},
		{"said with no example", manifest.Write, saidThree(spoken.Aloud, ""), ": "},
		{"misspelt", manifest.Write, saidThree(spoken.Misspelt, ""), `respelt: times was read from "thrree"`},
		{"completed", manifest.ReadOnly, saidThree(spoken.Aloud, spoken.Completed), `respelt: times was read from "thrree"`},
		{"open", manifest.Write, saidThree(spoken.Aloud, spoken.Open), `respelt: times was read from "thrree"`},
		{"beside other reasons", manifest.Destructive, weak, `destructive one_view respelt more: it cannot be undone, so it always waits for a yes; ` +
			`board was read from "hall"; times was read from "thrree"; "and ring" asks for another thing`},
		{"recalled", manifest.Write, tookTwo, ": "},
	} {
		d := gate.Decide(office(t, c.effect, usual()), heard(c.change))
		if got := types(d.Because) + ": " + d.Prompt.Reason; got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}

// lineOf is what one member of a decision's line holds.
func lineOf(t *testing.T, d gate.Decision, member string) string {
	t.Helper()
	line, err := gate.Line(d.Wire())
	if err != nil {
		t.Fatal(err)
	}
	var whole map[string]json.RawMessage
	if err := json.Unmarshal(line, &whole); err != nil {
		t.Fatal(err)
	}
	return string(whole[member])
}

func TestTheLineSaysWhatWasSaidAndWhatWasRecalled(t *testing.T) {
	cat := office(t, manifest.Write, usual())
	three := gate.Decide(cat, heard(saidThree(spoken.Misspelt, spoken.Open)))
	two := gate.Decide(cat, heard(tookTwo))
	asks := gate.Decide(cat, asksHowMany([]string{"31", "3.1"}, nil))
	offers := gate.Decide(cat, asksHowMany(nil, []string{"4", "2"}))
	const views = `{"board":{"by":"views","ask":0.95,"reader":0.97},`
	const hall = `{"board":{"type":"word","word":"hall","value":"floor-2"},`
	for _, c := range []struct {
		d            gate.Decision
		member, want string
	}{
		{three, "args", hall + `"times":{"type":"pick","span":{"start":19,"end":25,"text":"thrree"},"value":{"type":"number","value":3},"typed":"3"}}`},
		{three, "basis", views + `"times":{"by":"spelled","form":"misspelt","yes":0.97,"shape":"open"}}`},
		{three, "call", `"post board=\"hall\" times=\"3\""`},
		{three, "because", `[{"type":"respelt","arg":"times"}]`},
		{gate.Decide(cat, heard(saidThree(spoken.Aloud, ""))), "basis", views + `"times":{"by":"spelled","form":"aloud","yes":0.97}}`},
		{two, "args", hall + `"times":{"type":"pick","span":{"start":0,"end":1,"text":"2"},"value":{"type":"number","value":2}}}`},
		{two, "basis", views + `"times":{"by":"recalled","words":{"start":19,"end":21,"text":"it"}}}`},
		{asks, "missing", `[{"arg":"times","ask":"How many?","because":{"type":"unsettled"},"words":{"start":19,"end":28,"text":"three one"},` +
			`"choices":{"type":"pick","pick":"number","readings":["31","3.1"]}}]`},
		{offers, "missing", `[{"arg":"times","ask":"How many?","because":{"type":"unstated"},"choices":{"type":"pick","pick":"number","recent":["4","2"]}}]`},
	} {
		if got := lineOf(t, c.d, c.member); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.member, got, c.want)
		}
	}
}

// asksHowMany is a reading that asks how many, with what may be offered.
func asksHowMany(readings, recent []string) reading.Reading {
	return heard(func(_ *reading.Reading, w *reading.Winner) {
		m := reading.Missing{Arg: "times", Ask: "How many?", Why: reading.NeverStated}
		d := reading.Detail{Arg: "times", Question: question.TheArgument(question.Subject{}, "How many?", nil), Own: question.Answer{"unstated": 1}}
		if readings != nil {
			words := span(19, "three one")
			m.Why, m.Words, m.Readings = reading.Unsettled, &words, readings
			d.Asked = &spoken.Asked{Words: words, Readings: readings}
		}
		for _, typed := range recent {
			v, _ := call.Picked(typed, pick.Number)
			m.Recent = append(m.Recent, v)
		}
		d.Recent = m.Recent
		w.Missing, w.Details = append(w.Missing, m), []reading.Detail{d}
	})
}

func TestAnAnswerOutOfRangeIsAskedAgainWithWhatEarlierResultsHold(t *testing.T) {
	cat := office(t, manifest.Write, usual())
	d := gate.Decide(cat, asksHowMany(nil, []string{"4", "2"}))
	d = gate.Fill(cat, d, map[string]call.Value{"times": number(12, "12")})
	if got := d.Choices[0].Offered(); d.Outcome != gate.Ask || !reflect.DeepEqual(got, []string{"4", "2"}) {
		t.Errorf("%s, offered %v", d.Outcome, got)
	}
	d = gate.Fill(cat, d, map[string]call.Value{"times": number(4, "4")})
	if d.Outcome != gate.Run || d.Call().String() != `post board="hall" times="4"` {
		t.Errorf("%s %s", d.Outcome, d.Call())
	}
}

func TestReadingsStandInThePlaceOfWhatEarlierResultsHold(t *testing.T) {
	both := gate.Choices{Readings: []string{"311"}, Recent: []string{"7"}}
	if got := both.Offered(); !reflect.DeepEqual(got, []string{"311"}) {
		t.Errorf("offered %v", got)
	}
}

func TestWhatWasSaidAndRecalledIsExplained(t *testing.T) {
	cat := office(t, manifest.Write, usual())
	unsaid := []reading.Detail{{Arg: "times", Question: question.TheArgument(question.Subject{}, "How many?", nil), Own: question.Answer{"unstated": 1}}}
	explain := func(r reading.Reading) gate.Judged {
		if r.Winner.Details == nil {
			r.Winner.Details = unsaid
		}
		e := gate.Explain(cat, gate.Decide(cat, r), r.Winner, 1, 1)
		return e.Arguments[0]
	}
	if row := explain(heard(saidThree(spoken.Aloud, ""))); row.Words != "thrree" || row.Spells == nil || *row.Spells != (gate.Share{Key: "3", P: 0.97}) {
		t.Errorf("said: %+v", row)
	}
	if row := explain(heard(tookTwo)); row.Words != "it" || row.Recalled != "2" {
		t.Errorf("recalled: %+v", row)
	}
	if row := explain(asksHowMany([]string{"31"}, nil)); row.Words != "three one" || !reflect.DeepEqual(row.Readings, []string{"31"}) {
		t.Errorf("open: %+v", row)
	}
	if row := explain(asksHowMany(nil, []string{"4", "2"})); !reflect.DeepEqual(row.Recent, []string{"4", "2"}) {
		t.Errorf("offered: %+v", row)
	}
}

var typedOf = map[pick.Kind]string{
	pick.Number: "3", pick.Duration: "9 minutes", pick.Email: "a@b.example", pick.URL: "https://x.example/p", pick.Quoted: "so long",
	pick.Date: "tomorrow", pick.Time: "17:30", pick.Amount: "50 euros", pick.Code: "INC-311",
}

// whatever is what words of a text could be heard to spell, of any kind.
func whatever(t *rapid.T) func(string, spoken.Argument) spoken.Heard {
	return func(input string, a spoken.Argument) spoken.Heard {
		var h spoken.Heard
		points := []rune(norm.NFC.String(input))
		v, ok := call.Picked(typedOf[a.Kind], a.Kind)
		for range rapid.SampledFrom([]int{1, 1, 1, 0, 2}).Draw(t, "said") {
			if !ok || len(points) == 0 {
				continue
			}
			from := rapid.IntRange(0, len(points)-1).Draw(t, "from")
			to := rapid.IntRange(from+1, len(points)).Draw(t, "to")
			h.Said = append(h.Said, spoken.Said{
				Span: text.Span{Start: from, End: to, Text: string(points[from:to])}, Typed: v.Shown(), Value: v.Read,
				Form:  rapid.SampledFrom([]spoken.Form{spoken.Aloud, spoken.Misspelt, spoken.Spaced}).Draw(t, "form"),
				Shape: rapid.SampledFrom([]spoken.Shape{"", spoken.Whole, spoken.Completed, spoken.Open}).Draw(t, "shape"),
			})
		}
		return h
	}
}

// pickers is a set of one reflex that takes values alone, each optional.
func pickers(effect manifest.Effect) *catalog.Catalog {
	m := &manifest.Manifest{Description: "Set something.", Effect: effect, Confirm: "Set it?"}
	for _, kind := range []manifest.Recognizer{"number", "duration", "email"} {
		m.Args = append(m.Args, manifest.Argument{Name: string(kind), Ask: "Which?", Source: manifest.Pick, Pick: kind, Optional: true})
	}
	return catalog.New(catalog.Set{
		Reflexes: []catalog.Reflex{{Name: "set", Manifest: m, Effect: effect}}, Adapter: catalog.Adapter{ID: "any", Bars: usual()},
	})
}

// fixedEar hears each argument once, so that every round hears the same.
func fixedEar(hear func(string, spoken.Argument) spoken.Heard) func(string, spoken.Argument) spoken.Heard {
	heard := map[string]spoken.Heard{}
	return func(input string, a spoken.Argument) spoken.Heard {
		key := string(a.Kind) + strings.Join(a.Own, "_")
		if _, ok := heard[key]; !ok {
			heard[key] = hear(input, a)
		}
		return heard[key]
	}
}

func TestNoAnswersRunAValueThatWordsDoNotSpellAsTyped(t *testing.T) {
	ran, waited := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		cat := pickers(rapid.SampledFrom([]manifest.Effect{manifest.ReadOnly, manifest.Write}).Draw(t, "effect"))
		around := reading.Beside{Hear: fixedEar(whatever(t))}
		said, all, answers := rapid.OneOf(rapid.Just("set them as I say"), sentences()).Draw(t, "text"), eager(t), question.Answers{}
		source := func(q question.Question) question.Answer {
			switch {
			case q.Subject.Kind == question.Arg && len(q.Options) == 2: // a pick without a candidate
				return question.Answer{question.Unstated: 1}
			case q.Subject.Kind == question.Route:
				return question.Answer{"set": 1}
			}
			return all(q)
		}
		var got reading.Reading
		for open := []question.Question{{}}; len(open) > 0; {
			open, got = reading.ReadBeside(cat, cat.Reflexes(), said, answers, around)
			for _, q := range open {
				answers[q.ID()] = source(q)
			}
		}
		d := gate.Decide(cat, got)
		checkPermits(t, cat, d)
		if d.Reading.Winner == nil {
			return
		}
		for _, b := range d.Reading.Winner.Basis {
			apart := b.Shape == spoken.Completed || b.Shape == spoken.Open || b.Shape == "" && b.Form != spoken.Aloud
			switch {
			case b.By != reading.BySpelled:
			case apart && d.Outcome == gate.Run:
				t.Fatalf("%s runs by %+v", d.Call(), b)
			case apart && d.Outcome == gate.Confirm:
				waited++
			case d.Outcome == gate.Run:
				ran++
			}
		}
	})
	if ran == 0 || waited == 0 {
		t.Errorf("%d ran and %d waited: the property says nothing", ran, waited)
	}
}
