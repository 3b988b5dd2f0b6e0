package reading

import (
	"fmt"
	"slices"
	"strings"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// How much of a text is asked about word by word.
const (
	mostFree     = 48  // words
	mostFreeRuns = 250 // runs of them
)

// aText is one argument's text without quotes, while it is being read
// (reading.md 3.7).
type aText struct {
	reflex string
	arg    manifest.Argument
	free   []int // the numbers of the words no typed value holds
	hash   uint32
}

// texts reads the texts a person typed without quotes, for each argument in
// quotes that has no value, and puts them into the winner. It returns the
// questions that have no answer yet, and the words that hold a text.
func (r *reader) texts(x catalog.Reflex, w *Winner, out *Reading) ([]question.Question, []holding) {
	if slices.ContainsFunc(r.found, func(c pick.Candidate) bool { return c.Value.Kind == pick.Quoted }) {
		return nil, nil
	}
	typed := r.typedSpans(x, w)
	free := r.free(typed)
	if len(free) == 0 {
		return nil, nil
	}
	var open []question.Question
	var held []holding
	for _, a := range x.Manifest.Args {
		if _, has := w.Call().Arg(a.Name); has || a.Source != manifest.Pick || a.Pick != "quoted" {
			continue
		}
		t := aText{x.Name, a, free, numbered(typed)}
		more, taken := r.readText(t, w)
		open = append(open, more...)
		if taken != nil {
			held = append(held, taken.put(a, w, out))
		}
	}
	out.inOrder(x.Manifest)
	return open, held
}

// typedSpans are the spans of the picks in the call, then of each pick's best
// candidate where its question says that something is stated. A candidate that
// was taken stands twice.
func (r *reader) typedSpans(x catalog.Reflex, w *Winner) []text.Span {
	var spans []text.Span
	for _, a := range w.Args {
		if a.Value.Kind == call.Pick {
			spans = append(spans, w.stands(a))
		}
	}
	for _, a := range x.Manifest.Args {
		if a.Source != manifest.Pick || a.Pick == "quoted" {
			continue
		}
		if best := r.bestCandidate(x, a); best != nil {
			spans = append(spans, *best)
		}
	}
	return spans
}

// stands is where a pick stands in the text: for a value recalled, the words
// that point at it.
func (w *Winner) stands(a call.Arg) text.Span {
	i := slices.IndexFunc(w.Basis, func(b Basis) bool { return b.Arg == a.Name && b.By == ByRecalled })
	if i >= 0 {
		return *w.Basis[i].Words
	}
	return a.Value.Span
}

// bestCandidate is the candidate an argument's own question gives most, where
// that and a value in no offered form outweigh nothing being said.
func (r *reader) bestCandidate(x catalog.Reflex, a manifest.Argument) *text.Span {
	answer := r.answers[r.own(x, a).ID()]
	var best *text.Span
	most := -1.0
	for _, c := range r.candidates(x, a) {
		if p := answer[spanKey(c.Span)]; p > most {
			best, most = &c.Span, p
		}
	}
	if best == nil || most+answer[question.None] <= answer[question.Unstated] {
		return nil
	}
	return best
}

// numbered is the number that spans give an id: 0 for none.
func numbered(spans []text.Span) uint32 {
	if len(spans) == 0 {
		return 0
	}
	keys := make([]string, len(spans))
	for i, s := range spans {
		keys[i] = spanKey(s)
	}
	return Short(strings.Join(keys, ","))
}

// free are the numbers of the first words that no typed value holds.
func (s sentence) free(typed []text.Span) []int {
	var all []int
	for i, w := range s.words {
		if !slices.ContainsFunc(typed, func(t text.Span) bool { return overlaps(t, w.start, w.end) }) {
			all = append(all, i)
		}
	}
	return first(all, mostFree)
}

// readText reads one text: where it begins, which run and which words it is; then,
// where one is stated, where it ends; then which of the readings it is.
func (r *reader) readText(t aText, w *Winner) ([]question.Question, *takenText) {
	if open := r.unanswered(r.asksOfText(t)); len(open) > 0 {
		return open, nil
	}
	if !w.states(t.arg.Name) {
		return nil, nil
	}
	begins, last := r.ends(t)
	if open := r.unanswered(last); len(open) > 0 {
		return open, nil
	}
	readings := r.readings(t, begins, last)
	if len(readings) == 0 {
		return nil, nil
	}
	q := r.whichText(t, readings)
	if open := r.unanswered([]question.Question{q}); len(open) > 0 {
		return open, nil
	}
	return nil, r.takeText(t, q, readings)
}

// states reports whether the answers say that the input holds a text for an
// argument, though none that was read.
func (w *Winner) states(arg string) bool {
	return slices.ContainsFunc(w.Missing, func(m Missing) bool {
		return m.Arg == arg && (m.Why == NotOffered || m.Why == Unread)
	})
}

func (t aText) subject() question.Subject {
	return question.Subject{Reflex: t.reflex, Arg: t.arg.Name, Hash: t.hash}
}

// asksOfText are the questions put whether a text is stated or not.
func (r *reader) asksOfText(t aText) []question.Question {
	was := r.typed[[2]string{t.reflex, t.arg.Name}]
	if was.asked != nil && was.hash == t.hash && slices.Equal(was.free, t.free) {
		return was.asked
	}
	asked := make([]question.Question, 0, 2+len(t.free))
	asked = append(asked, r.begins(t), r.whichRun(t))
	for _, i := range t.free {
		s := t.subject()
		s.Hash, s.N = 0, i
		asked = append(asked, question.IsWord(s, t.arg.Ask, r.text(run{i, i}).Text))
	}
	r.typed[[2]string{t.reflex, t.arg.Name}] = askedText{t, asked}
	return asked
}

// An askedText is a text that was asked about: the next round has the same
// free words, mostly, and so the same questions.
type askedText struct {
	aText
	asked []question.Question
}

func (r *reader) begins(t aText) question.Question {
	options := make([]question.Option, len(t.free))
	for n, i := range t.free {
		options[n] = textOption(beginKey(i), r.text(run{i, len(r.words) - 1}))
	}
	return question.WhereItBegins(t.subject(), t.arg.Ask, options)
}

func textOption(key string, words text.Span) question.Option {
	return question.Option{Key: key, Text: question.Text{What: words.Text}}
}

func (r *reader) whichRun(t aText) question.Question {
	runs := t.runs()
	options := make([]question.Option, len(runs))
	for i, one := range runs {
		options[i] = textOption(runKey(one), r.text(one))
	}
	return question.WhichRun(t.subject(), t.arg.Ask, options)
}

func runKey(x run) string { return fmt.Sprintf("%d-%d", x.a, x.b) }

// runs are the runs of free words without a gap, the shortest first.
func (t aText) runs() []run {
	var all []run
	for n := range t.free {
		for at := 0; at+n < len(t.free); at++ {
			if t.free[at+n] == t.free[at]+n {
				all = append(all, run{t.free[at], t.free[at+n]})
			}
			if len(all) == mostFreeRuns {
				return all
			}
		}
	}
	return all
}

// ends is the word the text begins with and the question where it ends: none
// where no beginning is said.
func (r *reader) ends(t aText) (begins int, last []question.Question) {
	q := r.begins(t)
	top, _ := q.Top(r.answers[q.ID()])
	at := slices.IndexFunc(t.free, func(i int) bool { return beginKey(i) == top })
	if at < 0 {
		return 0, nil
	}
	begins = t.free[at]
	var options []question.Option
	for _, one := range t.from(at) {
		options = append(options, textOption(endKey(one.b), r.text(one)))
	}
	s := t.subject()
	s.N = begins
	return begins, []question.Question{question.WhereItEnds(s, t.arg.Ask, r.text(run{begins, begins}).Text, options)}
}

func beginKey(i int) string { return fmt.Sprintf("s%d", i) }
func endKey(i int) string   { return fmt.Sprintf("e%d", i) }

// from are the runs that begin with a free word, by its place among them.
func (t aText) from(at int) []run {
	var all []run
	for n := at; n < len(t.free) && t.free[n] == t.free[at]+n-at; n++ {
		all = append(all, run{t.free[at], t.free[n]})
	}
	return all
}
