package reading

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/pick/spoken"
)

// views are both answers about an argument of the kettle.
func bothViews(arg string, ask, reader question.Answer) told {
	return told{"kettle." + arg: ask, "weave.view_kettle__" + arg: reader}
}

func and(all ...told) told {
	joined := told{}
	for _, one := range all {
		for id, answer := range one {
			joined[id] = answer
		}
	}
	return joined
}

// outcome is what one argument came to: its value with what it stands on, or
// why it is asked for.
func outcome(w *Winner, arg string) string {
	for _, m := range w.Missing {
		if m.Arg == arg {
			line := "asks " + string(m.Why)
			if m.Likely != "" {
				line += " likely " + m.Likely
			}
			if m.Words != nil {
				line += fmt.Sprintf(" %q", m.Words.Text)
			}
			return line
		}
	}
	value, has := w.Call().Arg(arg)
	if !has {
		return "nothing"
	}
	line := value.Shown()
	for _, b := range w.Basis {
		if b.Arg != arg {
			continue
		}
		line += " by " + string(b.By)
		if b.View != "" {
			line += " " + b.View
		}
		if b.How != "" {
			line += " " + b.How
		}
		if b.Anchored != nil {
			line += fmt.Sprintf(" anchored %q", b.Anchored.Words.Text)
		}
		if b.Yes != nil {
			line += " yes"
		}
		if b.Holds() {
			line += ", holds"
		}
	}
	return strings.TrimSpace(line)
}

type answer = question.Answer

var (
	silent  = answer{question.Unstated: 1}
	neither = answer{question.None: 0.9, question.Unstated: 0.1}
)

func TestAListedArgumentIsReadFromTwoViewsAndTheWords(t *testing.T) {
	is := func(place int, yes float64) told {
		return told{fmt.Sprintf("weave.is_kettle__who_%d", place): {question.Yes: yes}}
	}
	named := func(start, end int, key string, p float64) told {
		return told{fmt.Sprintf("weave.words_kettle__who_%d_%d", start, end): {key: p, question.None: 1 - p}}
	}
	dora, abe := answer{"dora": 0.9, question.None: 0.1}, answer{"abe": 0.9, question.Unstated: 0.1}
	doubted := answer{"dora": 0.6, question.None: 0.3, question.Unstated: 0.1}
	benedict := answer{"benedict": 0.9, question.None: 0.1}
	for _, c := range []struct {
		text string
		said told
		want string
	}{
		// Both views name one word.
		{"mint for dora", bothViews("who", dora, dora), "dora by views"},
		{"mint for the usual one", and(bothViews("who", dora, dora), is(0, 0.5)), "dora by views yes"},
		{"mint for the usual one", and(bothViews("who", dora, dora), is(0, 0.49)), "asks unsettled likely dora"},
		{"mint for the usual one", and(bothViews("who", doubted, dora), is(0, 0.9)), "asks unsettled likely dora"},
		{"mint for dorra", bothViews("who", dora, dora), `asks unsettled likely dora "dorra"`},
		{"mint for dorra", and(bothViews("who", dora, dora), named(9, 14, "dora", 0.9)), `dora by views anchored "dorra"`},
		{"mint for dorra", and(bothViews("who", dora, dora), named(9, 14, "dora", 0.89)), `asks unsettled likely dora "dorra"`},
		{"mint for bened", and(bothViews("who", benedict, benedict), named(9, 14, "benedict", 0.95)), `benedict by views anchored "bened"`},
		{"mint for the cook", bothViews("who", dora, dora), `asks unsettled likely dora`},
		{"mint for the cook", and(bothViews("who", dora, dora), named(13, 17, "dora", 0.95)), `dora by views anchored "cook"`},
		{"mint for cora", bothViews("who", dora, dora), `asks unsettled likely dora "cora"`},
		// Another person's name is never the listed one, however surely the answers say so.
		{"mint for cora", and(bothViews("who", dora, dora), named(9, 13, "dora", 1)), `asks unsettled likely dora "cora"`},
		{"mint for cora's", and(bothViews("who", dora, dora), named(9, 13, "dora", 1)), `asks unsettled likely dora "cora's"`},
		{"mint for door", and(bothViews("who", dora, dora), named(9, 13, "dora", 0.95)), `asks unsettled likely dora`},
		{"mint for dova", and(bothViews("who", dora, dora), named(9, 13, "dora", 0.95)), `dora by views anchored "dova"`},
		// They name two words, or one names none.
		{"mint for dora", bothViews("who", dora, abe), `asks unsettled likely dora "dora"`},
		{"mint for dora", bothViews("who", dora, silent), "dora by view ask same, holds"},
		{"mint for dora", bothViews("who", neither, dora), "dora by view reader same, holds"},
		{"mint for the usual one", bothViews("who", dora, silent), "asks unsettled likely dora"},
		{"mint for the cook", bothViews("who", silent, answer{"dora": 0.8, question.None: 0.2}), "dora by view reader meaning, holds"},
		{"mint for the cook", bothViews("who", silent, answer{"dora": 0.79, question.None: 0.21}), "asks unsettled likely dora"},
		{"mint for bened", and(bothViews("who", benedict, silent), named(9, 14, "benedict", 0.95)),
			`benedict by view ask prefix anchored "bened", holds`},
		// Neither names a word.
		{"mint for dora", bothViews("who", neither, neither), `asks not_offered likely dora "dora"`},
		{"mint for the queen", bothViews("who", neither, neither), "asks not_offered"},
		{"mint for the queen", bothViews("who", neither, silent), "asks unstated"},
		{"mint for the queen", bothViews("who", silent, silent), "asks unstated"},
		{"mint for dora", and(bothViews("who", silent, silent), is(0, 0.5)), "dora by words same yes, holds"},
		{"mint for dora", and(bothViews("who", silent, silent), is(0, 0.49)), `asks unstated likely dora "dora"`},
		{"mint for dora or abe", and(bothViews("who", silent, silent), is(0, 1), is(2, 1)), `asks unstated likely dora "dora"`},
		{"mint for the cook", and(bothViews("who", silent, silent), is(0, 1)), "asks unstated"},
		{"mint for dorra", and(bothViews("who", silent, silent), is(0, 1)), `asks unstated likely dora "dorra"`},
	} {
		if got := outcome(winner(t, c.text, c.said), "who"); got != c.want {
			t.Errorf("%q: got %s, want %s", c.text, got, c.want)
		}
	}
}

func TestAWordOfAListKeepsWhatTheListSaysOfIt(t *testing.T) {
	value, _ := winner(t, "mint for dora", bothViews("who", answer{"dora": 1}, answer{"dora": 1})).Call().Arg("who")
	if value.Bound == nil || *value.Bound != "room-9" {
		t.Errorf("dora is %+v", value)
	}
	value, _ = winner(t, "mint for abe", bothViews("who", answer{"abe": 1}, answer{"abe": 1})).Call().Arg("who")
	if value.Kind != call.Word || value.Bound != nil {
		t.Errorf("abe is %+v", value)
	}
}

func TestOfTwoViewsThatAgreeTheLessSureOneCounts(t *testing.T) {
	for _, c := range []struct {
		ask, reader float64
		want        string
	}{
		{0.9, 0.8, "weave.view_kettle__who 0.8"},
		{0.8, 0.9, "kettle.who 0.8"},
		{0.9, 0.9, "kettle.who 0.9"},
	} {
		said := bothViews("who", answer{"abe": c.ask, question.None: 1 - c.ask}, answer{"abe": c.reader, question.None: 1 - c.reader})
		got, _ := read(t, kitchen(t), "mint for abe", said)
		last := got.Judgments[len(got.Judgments)-1]
		if line := fmt.Sprintf("%s %g", last.Subject.ID(), last.P); line != c.want || last.Top != "abe" {
			t.Errorf("%g and %g: %s, not %s", c.ask, c.reader, line, c.want)
		}
	}
}

func TestAPickIsReadFromACandidateOfItsKind(t *testing.T) {
	only := func(arg string, start, end int, yes float64) told {
		return told{fmt.Sprintf("weave.only_kettle__%s_%d_%d", arg, start, end): {question.Yes: yes}}
	}
	for _, c := range []struct {
		text, arg string
		said      told
		want      string
	}{
		{"3 cups", "cups", told{"kettle.cups": {"0-1": 0.6, question.None: 0.4}}, "3 by ask"},
		{"3 cups", "cups", told{"kettle.cups": {"0-1": 0.3, question.None: 0.49, question.Unstated: 0.21}}, "3 by ask"},
		{"3 cups", "cups", told{"kettle.cups": {"0-1": 0.3, question.None: 0.5, question.Unstated: 0.2}}, "asks not_offered"},
		{"9 cups", "cups", told{"kettle.cups": {"0-1": 1}}, "asks out_of_range"},
		{"3 cups", "cups", told{"kettle.cups": silent}, "nothing"},
		{"3 cups", "cups", and(told{"kettle.cups": silent}, only("cups", 0, 1, 0.5)), "3 by only yes"},
		{"3 cups", "cups", and(told{"kettle.cups": silent}, only("cups", 0, 1, 0.49)), "nothing"},
		{"9 cups", "cups", and(told{"kettle.cups": silent}, only("cups", 0, 1, 0.9)), "asks out_of_range"},
		{"3 or 4 cups", "cups", told{"kettle.cups": {"5-6": 1}}, "4 by ask"},
		{"steep 5 minutes", "steep", told{"kettle.steep": {"6-15": 1}}, "5 minutes by ask"},
		{`tag "so long"`, "note", told{"kettle.note": {"5-12": 1}}, "so long by ask"},
		{`tag "thanks"`, "note", told{"kettle.note": {"5-11": 1}}, "nothing"}, // courtesy alone is nobody's text
		{"no cups", "cups", told{"kettle.cups": neither}, "asks not_offered"},
	} {
		if got := outcome(winner(t, c.text, c.said), c.arg); got != c.want {
			t.Errorf("%q: got %s, want %s", c.text, got, c.want)
		}
	}
}

func TestAFlagIsRaisedByAYesOfOneHalf(t *testing.T) {
	for yes, want := range map[float64]string{0.5: "", 0.49: "nothing", 1: ""} {
		got, _ := read(t, kitchen(t), "mint", told{"kettle.loud": {question.Yes: yes, question.No: 1 - yes}})
		if line := outcome(got.Winner, "loud"); line != want {
			t.Errorf("%g: %q", yes, line)
		}
		if len(got.Judgments) != 1 {
			t.Errorf("a flag adds a judgment: %v", got.Judgments)
		}
	}
}

func TestACodeMayStandInQuotes(t *testing.T) {
	r := &reader{in: In(kitchen(t), nil), laid: &laid{sentence: newSentence(`open "inc-311", “the note” and KD-0315`)}, around: Beside{Hear: spoken.Read}, heard: map[[2]string]spoken.Heard{}}
	r.found = pick.Find(string(r.runes))
	for kind, want := range map[string][]string{"code": {"inc-311", "KD-0315"}, "quoted": {"inc-311", "the note"}, "number": nil} {
		var got []string
		for _, c := range r.candidates(catalog.Reflex{Manifest: &manifest.Manifest{}}, manifest.Argument{Name: "what", Source: manifest.Pick, Pick: manifest.Recognizer(kind)}) {
			if c.Value.Kind != pick.Kind(kind) || c.Value.Text != c.Span.Text {
				t.Errorf("%s: %+v", kind, c)
			}
			got = append(got, c.Span.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", kind, got, want)
		}
	}
}
