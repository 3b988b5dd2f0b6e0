package reading

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/text"
)

// mostRuns is how many runs of words are accounted for.
const mostRuns = 6

// A holding is the words of the text that hold one argument's value.
type holding struct {
	arg   manifest.Argument
	span  text.Span
	value *call.Value
}

// run is a run of words no value holds, by its first and last word.
type run struct{ a, b int }

// runs are the runs of a text: cut where a value's words stand and at a word
// that introduces something, without the function words at their ends.
func (s sentence) runs(held []holding) []run {
	var all []run
	start := -1
	closeRun := func(end int) {
		if start >= 0 {
			if r, ok := s.trim(run{start, end}); ok {
				all = append(all, r)
			}
		}
		start = -1
	}
	for i, w := range s.words {
		switch {
		case slices.ContainsFunc(held, func(h holding) bool { return overlaps(h.span, w.start, w.end) }):
			closeRun(i - 1)
		case start < 0:
			start = i
		case introducing.has(w.fold):
			closeRun(i - 1)
			start = i
		}
	}
	closeRun(len(s.words) - 1)
	return first(all, mostRuns)
}

// trim drops the function words at a run's ends; a lone mark is none.
func (s sentence) trim(r run) (run, bool) {
	for r.a <= r.b && function.has(s.words[r.a].fold) {
		r.a++
	}
	for r.b >= r.a && function.has(s.words[r.b].fold) {
		r.b--
	}
	return r, r.a <= r.b
}

// text is a run's words, without the marks that end it.
func (s sentence) text(r run) text.Span {
	start, end := s.words[r.a].start, s.words[r.b].end
	for end > start+1 && strings.ContainsRune(",.;:!?", s.runes[end-1]) {
		end--
	}
	return s.span(start, end)
}

// account asks what each run of words does, and lets what they do join the
// asks. It returns the questions that have no answer yet.
func (r *reader) account(x catalog.Reflex, w *Winner, held []holding) []question.Question {
	var open []question.Question
	for _, run := range r.runs(held) {
		words := r.text(run)
		q := question.WhatTheyDo(question.Subject{Reflex: x.Name, From: run.a, To: run.b}, words.Text, x.Manifest)
		answer, ok := r.answers[q.ID()]
		if !ok {
			open = append(open, q)
			continue
		}
		top, p := q.Top(answer)
		left := Left{Words: words, P: p, Again: r.saysAgain(run, held)}
		left.Does, left.Arg = does(top)
		r.join(x, w, held, &left)
		w.Left = append(w.Left, left)
		if left.Again {
			w.Again = append(w.Again, words.Text)
		}
	}
	r.markRead(x, w, held)
	return open
}

// does is a key as the wire names it.
func does(key string) (name, arg string) {
	if arg, ok := strings.CutPrefix(key, question.AnswersKey("")); ok {
		return DoesAnswer, arg
	}
	if key == question.Courtesy {
		return DoesNothing, ""
	}
	return key, ""
}

// join lets a run that answers an argument become the words of its ask, an ask
// of its own, or a part the value may be cut short of.
func (r *reader) join(x catalog.Reflex, w *Winner, held []holding, left *Left) {
	if left.Does != DoesAnswer || left.P < 0.5 {
		return
	}
	if i := slices.IndexFunc(w.Missing, func(m Missing) bool { return m.Arg == left.Arg }); i >= 0 {
		if w.Missing[i].Words == nil {
			w.Missing[i].Words = &left.Words
		}
		return
	}
	if _, has := w.Call().Arg(left.Arg); has {
		left.Cut = r.cut(held, *left)
		return
	}
	if a := x.Manifest.Arg(left.Arg); a != nil {
		w.ask(x.Manifest, Missing{Arg: a.Name, Ask: a.Ask, Why: Unread, Words: &left.Words})
	}
}

// ask adds a missing argument in its place.
func (w *Winner) ask(m *manifest.Manifest, one Missing) {
	w.Missing = append(w.Missing, one)
	slices.SortStableFunc(w.Missing, func(a, b Missing) int { return placeOf(m, a.Arg) - placeOf(m, b.Arg) })
}

// cut reports whether the run follows a typed value of its argument with
// nothing but function words between.
func (r *reader) cut(held []holding, left Left) bool {
	return slices.ContainsFunc(held, func(h holding) bool {
		typed := h.value != nil && h.value.Kind == call.Pick && h.arg.Pick != "number"
		return h.arg.Name == left.Arg && typed && h.span.End <= left.Words.Start &&
			r.onlyFunction(h.span.End, left.Words.Start)
	})
}

// saysAgain reports whether a run, widened by the function words beside it,
// says the call is wanted once more.
func (r *reader) saysAgain(x run, held []holding) bool {
	free := func(i int) bool {
		w := r.words[i]
		return function.has(w.fold) && !slices.ContainsFunc(held, func(h holding) bool { return overlaps(h.span, w.start, w.end) })
	}
	for x.a > 0 && free(x.a-1) {
		x.a--
	}
	for x.b+1 < len(r.words) && free(x.b+1) {
		x.b++
	}
	var said []string
	for _, w := range r.words[x.a : x.b+1] {
		said = append(said, w.fold)
	}
	padded := " " + strings.Join(said, " ") + " "
	return slices.ContainsFunc(again, func(phrase string) bool { return strings.Contains(padded, " "+phrase+" ") })
}

// markRead marks the runs a value was read from, or an ask has its words from.
func (r *reader) markRead(x catalog.Reflex, w *Winner, held []holding) {
	for i := range w.Left {
		left := &w.Left[i]
		switch left.Does {
		case DoesAnswer:
			left.Read = r.readFrom(x, w, held, *left)
		case DoesNothing, question.More:
			left.Read = slices.ContainsFunc(w.Missing, func(m Missing) bool {
				return m.Words != nil && overlaps(*m.Words, left.Words.Start, left.Words.End)
			})
		}
	}
}

func (r *reader) readFrom(x catalog.Reflex, w *Winner, held []holding, left Left) bool {
	value, has := w.Call().Arg(left.Arg)
	if !has || slices.ContainsFunc(held, func(h holding) bool { return h.arg.Name == left.Arg }) {
		return false
	}
	key := value.Key + value.Word
	for _, f := range r.in.Found(left.Words.Text, x.Name, *x.Manifest.Arg(left.Arg)) {
		if f.Key != key {
			return false
		}
	}
	return true
}

// readBack asks whether the call holds all that was said, where its values
// clear their bar and none of them holds it back already.
func (r *reader) readBack(x catalog.Reflex, w *Winner, judgments []Judgment) []question.Question {
	bars := r.in.cat.Bars()
	if bars == nil || bars.Whole == nil {
		return nil
	}
	bar, has := bars.Effect(x.Effect)
	least := slices.MinFunc(judgments, func(a, b Judgment) int { return cmp.Compare(a.P, b.P) })
	if !has || least.P < bar || slices.ContainsFunc(w.Basis, Basis.Holds) {
		return nil
	}
	q := question.HoldsAll(question.Subject{Hash: Short(text.Identity(w.Call().String()))}, Told(x.Manifest, w.Call()), x.Manifest, shown(w.Call()))
	answer, ok := r.answers[q.ID()]
	if !ok {
		return []question.Question{q}
	}
	p := answer[question.Whole]
	w.Whole = &p
	return nil
}

// Short is the number a question id carries in place of a text: the first four
// bytes of its SHA-256 (reading.md 2.3).
func Short(s string) uint32 {
	sum := sha256.Sum256([]byte(s))
	return binary.BigEndian.Uint32(sum[:4])
}

// Told is a call in the reflex's own words: its whole description, then each
// argument's ask with its value.
func Told(m *manifest.Manifest, c call.Call) string {
	var out strings.Builder
	out.WriteString(m.Description)
	for _, a := range c.Args {
		if arg := m.Arg(a.Name); arg != nil {
			out.WriteString("\n" + arg.Ask + " " + a.Value.Shown())
		}
	}
	return out.String()
}

// shown are a call's values, as they are shown and, where that differs, in the
// words of the text they were read from; a flag has none.
func shown(c call.Call) []string {
	var values []string
	for _, a := range c.Args {
		if a.Value.Kind == call.Flag {
			continue
		}
		values = append(values, a.Value.Shown())
		if said := a.Value.Said(); said != a.Value.Shown() {
			values = append(values, said)
		}
	}
	return values
}

// quotes are the texts in quotes that no value took, where the reflex takes a
// text in quotes.
func (r *reader) quotes(x catalog.Reflex, held []holding) []Quote {
	if !slices.ContainsFunc(x.Manifest.Args, func(a manifest.Argument) bool { return a.Pick == "quoted" }) {
		return nil
	}
	var all []Quote
	for _, span := range r.quoted() {
		if !slices.ContainsFunc(held, func(h holding) bool { return within(inner(span), h.span) }) {
			all = append(all, Quote{Words: span})
		}
	}
	return all
}

// inner is a quoted span without its marks.
func inner(s text.Span) text.Span {
	runes := []rune(s.Text)
	return text.Span{Start: s.Start + 1, End: s.End - 1, Text: string(runes[1 : len(runes)-1])}
}

// Quoted are the texts between paired marks of an input, with their marks, by
// code points of its NFC.
func Quoted(input string) []text.Span {
	return sentence{runes: []rune(norm.NFC.String(input))}.quoted()
}

// quoted are the texts between paired marks: an opening mark at a word's
// start, its closing mark at a word's end.
func (s sentence) quoted() []text.Span {
	pairs := map[rune]rune{'"': '"', '“': '”', '‘': '’', '\'': '\'', '«': '»'}
	without := map[rune]bool{} // no such mark is left that closes
	var all []text.Span
	for i := 0; i < len(s.runes); i++ {
		closing, ok := pairs[s.runes[i]]
		if !ok || without[closing] || i > 0 && isPart(s.runes[i-1]) {
			continue
		}
		if end := s.closedAt(i+2, closing); end > 0 {
			all = append(all, s.span(i, end))
			i = end - 1
		} else {
			without[closing] = true
		}
	}
	return all
}

// closedAt is past the first mark from a code point on that ends a word, or 0.
func (s sentence) closedAt(from int, mark rune) int {
	for i := from; i < len(s.runes); i++ {
		if s.runes[i] == mark && (i+1 == len(s.runes) || !isPart(s.runes[i+1])) {
			return i + 1
		}
	}
	return 0
}
