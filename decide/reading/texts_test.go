package reading

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/text"
)

func TestTheNumbersOfTypedSpansAndOfReadings(t *testing.T) {
	at := func(start, end int) text.Span { return text.Span{Start: start, End: end} }
	for _, c := range []struct {
		spans []text.Span
		want  uint32
	}{
		{nil, 0},
		{[]text.Span{at(16, 26), at(16, 26)}, 1171567175},
		{[]text.Span{at(16, 26)}, 3169934535},
		{[]text.Span{at(8, 17), at(8, 17)}, 246345331},
		{[]text.Span{at(8, 17)}, 260156541},
		{[]text.Span{at(34, 37)}, 3521553818},
		{[]text.Span{at(27, 37), at(34, 37)}, 1997792219},
	} {
		if got := numbered(c.spans); got != c.want {
			t.Errorf("%v is %d, not %d", c.spans, got, c.want)
		}
	}
}

// tag is a reflex that takes a text and, beside it, a length of time.
const tag = `reflex = 1
description = "Write a tag."
effect = "read"
confirm = "Write it?"
run = "tag.mts"
[args.text]
ask = "What stands on it?"
pick = "quoted"
optional = true
[args.span]
ask = "For how long?"
pick = "duration"
optional = true
`

func tags(t testing.TB) *catalog.Catalog {
	t.Helper()
	return catalog.New(catalog.Set{
		Reflexes: []catalog.Reflex{parse(t, "tag", tag)},
		Adapter:  catalog.Adapter{ID: "test", Bars: &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9}},
	})
}

// tagged answers questions about one text of the tag: stated as what its own
// question says of it, and the words of the text from and to.
type tagged struct {
	own      answer
	span     answer // of the length's own question
	from, to int
	text     answer                   // on which of the readings; nil for the first
	more     map[question.Kind]answer // every question of a kind
	asked    map[string]question.Question
}

func (a *tagged) answer(q question.Question) question.Answer {
	if a.asked == nil {
		a.asked = map[string]question.Question{}
	}
	a.asked[q.ID()] = q
	if said, ok := a.more[q.Subject.Kind]; ok {
		return said
	}
	switch q.Subject.Kind {
	case question.Route:
		return answer{"tag": 0.97, question.None: 0.03}
	case question.First:
		return answer{beginKey(a.from): 1}
	case question.Last:
		return answer{endKey(a.to): 1}
	case question.Run:
		return answer{runKey(run{a.from, a.to}): 1}
	case question.Word:
		if q.Subject.N >= a.from && q.Subject.N <= a.to {
			return answer{question.Yes: 0.9}
		}
		return answer{question.Yes: 0.1}
	case question.Reading:
		if a.text != nil {
			return a.text
		}
		return answer{"r1": 0.9, question.Other: 0.1}
	case question.Does:
		return answer{question.Action: 1}
	case question.Arg:
		if a.own != nil && q.Subject.Arg == "text" {
			return a.own
		}
		if a.span != nil && q.Subject.Arg == "span" {
			return a.span
		}
	}
	if q.YesNo() {
		return answer{question.Yes: 0.05}
	}
	return answer{question.Unstated: 1}
}

// readTag reads a text as a tag, and gives the ids of each round.
func readTag(t testing.TB, said string, a *tagged) (Reading, [][]string) {
	t.Helper()
	cat, answers := tags(t), question.Answers{}
	var rounds [][]string
	for len(rounds) < 10 {
		open, got := Read(cat, cat.Reflexes(), said, answers)
		if len(open) == 0 {
			return got, rounds
		}
		var ids []string
		round := question.Answers{}
		for _, q := range open {
			ids = append(ids, q.ID())
			round[q.ID()] = a.answer(q)
			answers[q.ID()] = round[q.ID()]
		}
		if err := question.Validate(open, round); err != nil {
			t.Fatalf("%q: %v", said, err)
		}
		rounds = append(rounds, ids)
	}
	t.Fatalf("%q is asked about without end", said)
	panic("unreachable")
}

var stated = answer{question.None: 0.9, question.Unstated: 0.1}

// ofText are the kinds of a round's questions about a text.
func ofText(ids []string) string {
	var kinds []string
	for _, id := range ids {
		name, _, _ := strings.Cut(strings.TrimPrefix(id, "weave."), "_")
		if slices.Contains([]string{"first", "run", "last", "text"}, name) {
			kinds = append(kinds, name)
		}
	}
	return strings.Join(kinds, " ")
}

func TestATextIsAskedAboutInRounds(t *testing.T) {
	for _, c := range []struct {
		said  string
		by    tagged
		want  string // the kinds of each round after the first
		value string
		asks  string // where no text is taken
	}{
		{"write milk and bread", tagged{own: stated, from: 1, to: 3}, "first run|last|text", "milk and bread", ""},
		{"write milk and bread", tagged{own: silent, from: 1, to: 3}, "first run", "", "nothing"},
		{`write "milk" and bread`, tagged{own: stated, from: 1, to: 3}, "", "", "asks not_offered"},
		{"write milk and bread", tagged{own: stated, from: 1, to: 3, more: map[question.Kind]answer{
			question.First: silent,
		}}, "first run|text", "milk and bread", ""},
		{"write milk and bread", tagged{own: stated, more: map[question.Kind]answer{
			question.First: silent, question.Run: silent, question.Word: {question.Yes: 0.5},
		}}, "first run", "", "asks not_offered"},
		{"write milk and bread", tagged{own: stated, from: 1, to: 3, text: answer{"r1": 0.5, question.Other: 0.5}},
			"first run|last|text", "milk and bread", ""},
		{"write milk and bread", tagged{own: stated, from: 1, to: 3, text: answer{"r1": 0.49, question.Other: 0.26, question.Unstated: 0.25}},
			"first run|last|text", "", "asks not_offered"},
		{"write milk and bread", tagged{own: stated, from: 1, to: 3, text: answer{question.Other: 1}}, "first run|last|text", "", "asks not_offered"},
		// What the account says joins in: the words answer the argument.
		{"write milk and bread", tagged{own: silent, from: 1, to: 3, more: map[question.Kind]answer{
			question.Does: {question.AnswersKey("text"): 1},
		}}, "first run|last|text", "milk and bread", ""},
	} {
		got, rounds := readTag(t, c.said, &c.by)
		var kinds []string
		for _, ids := range rounds[1:] {
			if k := ofText(ids); k != "" {
				kinds = append(kinds, k)
			}
		}
		value, _ := got.Winner.Call().Arg("text")
		if strings.Join(kinds, "|") != c.want || value.Shown() != c.value {
			t.Errorf("%q: %v, %q", c.said, rounds[1:], value.Shown())
		}
		if asked := outcome(got.Winner, "text"); asked != c.asks && !strings.Contains(asked, " by text") {
			t.Errorf("%q: %s, not %s", c.said, asked, c.asks)
		}
	}
}

func TestTheReadingsStandInOrderAndOnce(t *testing.T) {
	by := tagged{own: stated, from: 2, to: 4, more: map[question.Kind]answer{
		question.Word: {question.Yes: 0.6},
		question.Run:  {"3-4": 1},
	}}
	got, _ := readTag(t, "write down milk and bread!", &by)
	var options []string
	for id, q := range by.asked {
		if q.Subject.Kind == question.Reading {
			for _, o := range q.Options {
				options = append(options, o.Key+" "+o.Text.What)
			}
			want := question.Subject{Kind: question.Reading, Reflex: "tag", Arg: "text", Hash: Short("11-25,0-25,16-25")}
			if id != want.ID() {
				t.Errorf("asked as %s, not %s", id, want.ID())
			}
		}
	}
	want := []string{"r1 milk and bread", "r2 write down milk and bread", "r3 and bread", "other", "unstated"}
	for i := range want {
		if len(options) != len(want) || !strings.HasPrefix(options[i], want[i]) {
			t.Fatalf("the readings are %q", options)
		}
	}
	basis := got.Winner.Basis[0]
	others := []text.Span{{Start: 0, End: 25, Text: "write down milk and bread"}, {Start: 16, End: 25, Text: "and bread"}}
	if basis.By != ByText || basis.P != 0.9 || !reflect.DeepEqual(basis.Others, others) || !basis.Holds() {
		t.Errorf("it stands on %+v", basis)
	}
	if j := got.Judgments[1]; j.Top != "r1" || j.P != 0.9 || j.Subject.Kind != question.Reading {
		t.Errorf("the judgments are %+v", got.Judgments)
	}
}

func TestATextIsTrimmed(t *testing.T) {
	for said, want := range map[string]string{
		"tag that milk is out":          "milk is out",
		"tag this: milk":                "milk",
		"tag: milk is out":              "milk is out",
		"Tag - milk":                    "milk",
		"tag – milk":                    "milk",
		"tag to self milk":              "milk",
		"tag to self: milk":             "milk",
		"tag to self - milk":            "milk",
		"tag milk":                      "tag milk",
		"tag that":                      "tag that",
		"called tea":                    "tea",
		"and called tea":                "tea",
		"about the rent":                "the rent",
		"saying that tea is ready":      "that tea is ready",
		"the milk about the house":      "the milk about the house",
		"called":                        "called",
		"called !":                      "called",
		"tea, please":                   "tea",
		"tea , please !":                "tea",
		"tea thank you":                 "tea",
		"saying I love you":             "I love you",
		"please":                        "please",
		"named green tea, thanks a lot": "green tea, thanks a lot",
		"entitled  (so   far), thx":     "(so   far)",
		"tea?!":                         "tea",
		"for the café’s door, cheers":   "the café’s door",
		"subject …":                     "…",
	} {
		last := len(strings.Fields(said)) - 1
		got, _ := readTag(t, said, &tagged{own: stated, from: 0, to: last})
		value, _ := got.Winner.Call().Arg("text")
		if value.Shown() != want || value.Read.Text != want || value.Span.Text != want {
			t.Errorf("%q: %+v, not %q", said, value, want)
		}
	}
}

func TestTypedValuesAreNoWordsOfAText(t *testing.T) {
	for _, c := range []struct {
		span answer
		hash uint32
		free int // words
	}{
		{answer{"6-16": 1}, Short("6-16,6-16"), 2},
		{answer{"6-16": 0.3, question.None: 0.3, question.Unstated: 0.4}, Short("6-16"), 2},
		{answer{"6-16": 0.1, question.None: 0.45, question.Unstated: 0.45}, Short("6-16"), 2},
		{answer{"6-16": 0.5, question.Unstated: 0.5}, Short("6-16"), 2},
		{answer{"6-16": 0.1, question.Unstated: 0.9}, 0, 4},
	} {
		by := tagged{own: stated, from: 3, to: 3, span: c.span}
		_, rounds := readTag(t, "write 10 minutes tea", &by)
		begins := question.Subject{Kind: question.First, Reflex: "tag", Arg: "text", Hash: c.hash}
		if !slices.Contains(rounds[1], begins.ID()) {
			t.Errorf("%v: no %s in %v", c.span, begins.ID(), rounds[1])
		}
		if n := strings.Count(strings.Join(rounds[1], " "), "weave.word_"); n != c.free {
			t.Errorf("%v: %d words are asked about, not %d", c.span, n, c.free)
		}
	}
}

func TestRunsDoNotReachAcrossATypedValue(t *testing.T) {
	by := tagged{own: stated, from: 0, to: 3, span: answer{"4-14": 1}, more: map[question.Kind]answer{
		question.Run: {"3-4": 1}, question.Last: {"e0": 1}, question.Word: {question.Yes: 0.9},
	}}
	got, _ := readTag(t, "tea 10 minutes and milk", &by)
	for id, q := range by.asked {
		var keys string
		switch q.Subject.Kind {
		case question.Run:
			keys = "0-0 3-3 4-4 3-4 unstated"
		case question.Last:
			keys = "e0 unstated"
		case question.First:
			keys = "s0 s3 s4 unstated"
		default:
			continue
		}
		if got := strings.Join(q.Keys(), " "); got != keys {
			t.Errorf("%s offers %s, not %s", id, got, keys)
		}
	}
	if got := outcome(got.Winner, "text"); got != "tea by text, holds" {
		t.Errorf("got %s", got)
	}
}

func TestALongTextIsAskedAboutUpToALimit(t *testing.T) {
	by := tagged{own: stated, from: 2, to: 47, more: map[question.Kind]answer{question.Run: silent}}
	got, rounds := readTag(t, strings.Repeat("word ", 60), &by)
	if n := strings.Count(strings.Join(rounds[1], " "), "weave.word_"); n != 48 {
		t.Errorf("%d words are asked about", n)
	}
	for id, q := range by.asked {
		want := map[question.Kind]int{question.Run: 251, question.First: 49, question.Last: 47}[q.Subject.Kind]
		if want > 0 && len(q.Keys()) != want {
			t.Errorf("%s has %d keys, not %d", id, len(q.Keys()), want)
		}
		if keys := q.Keys(); q.Subject.Kind == question.Run && (keys[47] != "47-47" || keys[48] != "0-1" || keys[249] != "19-24") {
			t.Errorf("the runs are %v", keys)
		}
	}
	if value, _ := got.Winner.Call().Arg("text"); value.Span.Start != 10 || value.Span.End != 48*5-1 {
		t.Errorf("the text is %+v", value.Span)
	}
}

func TestTheWordsOfATextLeaveTheAccount(t *testing.T) {
	by := tagged{from: 1, to: 2, more: map[question.Kind]answer{question.Does: {question.AnswersKey("text"): 1}}}
	got, _ := readTag(t, "called tea too for the road", &by)
	w := got.Winner
	if outcome(w, "text") != "tea too by text, holds" || len(w.Again) != 0 || len(w.Missing) != 0 {
		t.Errorf("%s, again %q, asks %+v", outcome(w, "text"), w.Again, w.Missing)
	}
	if len(w.Left) != 1 || w.Left[0].Words.Text != "road" {
		t.Errorf("left is %+v", w.Left)
	}
}

func TestATypedValueInsideATextIsConsumed(t *testing.T) {
	got, _ := readTag(t, "write ask a@b.example at noon", &tagged{own: stated, from: 1, to: 4})
	if value, _ := got.Winner.Call().Arg("text"); value.Shown() != "ask a@b.example at noon" || len(got.Winner.Unconsumed) != 0 {
		t.Errorf("%q, unconsumed %v", value.Shown(), got.Winner.Unconsumed)
	}
}

func TestEachTextIsAskedAboutApart(t *testing.T) {
	two := strings.Replace(tag, `[args.span]`, "[args.note]\nask = \"What below?\"\npick = \"quoted\"\n[args.span]", 1)
	cat := catalog.New(catalog.Set{Reflexes: []catalog.Reflex{parse(t, "tag", two)}})
	said := told{
		"route": {"tag": 1}, "tag.note": stated, "tag.text": stated,
		"weave.first_tag__note_0": {"s1": 1}, "weave.last_tag__note_1_0": {"e1": 1},
		"weave.run_tag__text_0": {"2-2": 1},
	}
	for _, arg := range []string{"note", "text"} {
		hash := map[string]uint32{"note": Short("6-10"), "text": Short("11-16")}[arg]
		s := question.Subject{Kind: question.Reading, Reflex: "tag", Arg: arg, Hash: hash}
		said[s.ID()] = answer{"r1": 1}
	}
	got, _ := read(t, cat, "write milk bread", said)
	if call := got.Winner.Call().String(); call != `tag text="bread" note="milk"` {
		t.Errorf("the call is %s", call)
	}
	if len(got.Judgments) != 3 || got.Judgments[1].Subject.Arg != "text" || got.Judgments[2].Subject.Arg != "note" {
		t.Errorf("the judgments are %+v", got.Judgments)
	}
}

// textPieces are words that the rules about texts speak of.
var textPieces = []string{
	"tag", "that", "to", "self", ":", "-", "called", "about", "milk,", "tea!", "please", "thank", "you", "10 minutes", "a@b.example", "é",
	"e\u0301", "…", "“", "'so'", "too", "12", ".", "\u00a0", "\t",
}

// anyAnswer is any valid answer: much of it on one key.
func anyAnswer(t *rapid.T, q question.Question) question.Answer {
	p := rapid.SampledFrom([]float64{0.4, 0.5, 0.9, 1}).Draw(t, "p")
	if q.YesNo() {
		return question.Answer{question.Yes: p}
	}
	answer := question.Answer{rapid.SampledFrom(q.Keys()).Draw(t, q.ID()): p}
	answer[rapid.SampledFrom(q.Keys()).Draw(t, "rest")] += 1 - p
	return answer
}

func TestATextIsAlwaysAPieceOfTheInputAndHolds(t *testing.T) {
	cat, taken := tags(t), 0
	rapid.Check(t, func(t *rapid.T) {
		said := strings.Join(rapid.SliceOfN(rapid.SampledFrom(textPieces), 1, 10).Draw(t, "words"), " ")
		answers := question.Answers{}
		got := readAll(t, cat, said, answers)
		if _, again := Read(cat, cat.Reflexes(), said, answers); !reflect.DeepEqual(got, again) {
			t.Fatalf("%q reads as %+v, then %+v", said, got, again)
		}
		if got.Winner == nil {
			return
		}
		value, has := got.Winner.Call().Arg("text")
		i := slices.IndexFunc(got.Winner.Basis, func(b Basis) bool { return b.Arg == "text" && b.By == ByText })
		if !has || i < 0 {
			return
		}
		taken++
		points := newSentence(said).runes
		if string(points[value.Span.Start:value.Span.End]) != value.Read.Text || text.Why(value.Read.Text) != "" {
			t.Fatalf("%q holds no %+v", said, value)
		}
		if !got.Winner.Basis[i].Holds() || got.Winner.Whole != nil {
			t.Fatalf("%q stands on %+v", said, got.Winner.Basis)
		}
	})
	t.Logf("%d texts were read", taken)
	if taken == 0 {
		t.Error("no generated text was read: the property says nothing")
	}
}

func readAll(t *rapid.T, cat *catalog.Catalog, said string, answers question.Answers) Reading {
	for range 10 {
		open, got := Read(cat, cat.Reflexes(), said, answers)
		if len(open) == 0 {
			return got
		}
		for _, q := range open {
			if _, twice := answers[q.ID()]; twice {
				t.Fatalf("%s is asked again", q.ID())
			}
			answers[q.ID()] = anyAnswer(t, q)
		}
	}
	t.Fatalf("%q is asked about without end", said)
	panic("unreachable")
}

// FuzzATextIsAPieceOfTheInput reads any text on answers that put everything on
// one key, the seed's choice.
func FuzzATextIsAPieceOfTheInput(f *testing.F) {
	f.Add("set it for 10 minutes called green tea, please", uint32(7))
	f.Add("tag to self: \u00a0e\u0301… milk!?", uint32(1))
	f.Add("tag – that “so” 'long'\t, ,", uint32(40))
	cat := tags(f)
	f.Fuzz(func(t *testing.T, said string, seed uint32) {
		answers := question.Answers{}
		for range 10 {
			open, got := Read(cat, cat.Reflexes(), said, answers)
			if len(open) == 0 {
				checkText(t, said, got)
				return
			}
			for _, q := range open {
				keys := q.Keys()
				answers[q.ID()] = question.Answer{keys[int(Short(q.ID())^seed)%len(keys)]: 1}
			}
		}
		t.Fatalf("%q is asked about without end", said)
	})
}

func checkText(t *testing.T, said string, got Reading) {
	t.Helper()
	if got.Winner == nil {
		return
	}
	value, has := got.Winner.Call().Arg("text")
	points := newSentence(said).runes
	if !has {
		return
	}
	if string(points[value.Span.Start:value.Span.End]) != value.Read.Text || text.Why(value.Read.Text) != "" {
		t.Fatalf("%q holds no %+v", said, value)
	}
	typed := slices.ContainsFunc(got.Winner.Basis, func(b Basis) bool { return b.By == ByText })
	if typed && got.Winner.Whole != nil {
		t.Fatalf("%q is read back", said)
	}
}
