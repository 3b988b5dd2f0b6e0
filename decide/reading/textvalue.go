package reading

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"sinew/decide/question"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// The numbers of reading.md 3.7.
const (
	textBar  = 0.5  // a reading that is taken
	wordLow  = 0.01 // how little, and how much, one word can say of a text
	wordHigh = 0.99
)

// A textReading is what a text may be: its words, and where they stand without
// the marks that end them.
type textReading struct {
	run  run
	span text.Span
}

// readings are the texts the answers give, each once: from where it begins to
// where it ends, the words that are of it, the run that is it.
func (r *reader) readings(t aText, begins int, last []question.Question) []textReading {
	var all []textReading
	for _, one := range slices.Concat(r.beginToEnd(begins, last), r.byWords(t), r.byRun(t)) {
		span, ok := r.textOf(one)
		if ok && !slices.ContainsFunc(all, func(x textReading) bool { return x.span == span }) {
			all = append(all, textReading{one, span})
		}
	}
	return all
}

// textOf is a run without the marks that end it; ok is false for one of marks
// alone, and for one no value can hold.
func (s sentence) textOf(x run) (span text.Span, ok bool) {
	start, end := s.words[x.a].start, s.words[x.b].end
	for end > start && (endMark(s.runes[end-1]) || unicode.IsSpace(s.runes[end-1])) {
		end--
	}
	span = s.span(start, end)
	return span, text.Why(span.Text) == ""
}

func endMark(r rune) bool { return strings.ContainsRune(",.;:!?", r) }

func (r *reader) beginToEnd(begins int, last []question.Question) []run {
	for _, q := range last {
		top, _ := q.Top(r.answers[q.ID()])
		for i := range r.words {
			if endKey(i) == top {
				return []run{{begins, i}}
			}
		}
	}
	return nil
}

// byWords is the run whose words speak for it most, each by the logarithm of
// its odds; none where nothing speaks for any.
func (r *reader) byWords(t aText) []run {
	var best []run
	most := 0.0
	for at := range t.free {
		sum := 0.0
		for _, one := range t.from(at) {
			sum += r.odds(t, one.b)
			if sum > most {
				best, most = []run{one}, sum
			}
		}
	}
	return best
}

func (r *reader) odds(t aText, i int) float64 {
	s := t.subject()
	s.Kind, s.Hash, s.N = question.Word, 0, i
	p := min(max(r.answers[s.ID()][question.Yes], wordLow), wordHigh)
	return math.Log(p / (1 - p))
}

func (r *reader) byRun(t aText) []run {
	q := r.whichRun(t)
	top, _ := q.Top(r.answers[q.ID()])
	for _, one := range t.runs() {
		if runKey(one) == top {
			return []run{one}
		}
	}
	return nil
}

// whichText asks which of the readings is the text.
func (r *reader) whichText(t aText, readings []textReading) question.Question {
	options := make([]question.Option, len(readings))
	spans := make([]text.Span, len(readings))
	for i, one := range readings {
		options[i], spans[i] = textOption(readingKey(i), one.span), one.span
	}
	s := t.subject()
	s.Hash = numbered(spans)
	return question.WhichText(s, t.arg.Ask, options)
}

func readingKey(i int) string { return fmt.Sprintf("r%d", i+1) }

// A takenText is a text that is the value of its argument.
type takenText struct {
	words    text.Span // as the answers gave it
	value    text.Span // without what introduces it and what is said around it
	basis    Basis
	judgment Judgment
}

// takeText is the reading the answers take, or nil.
func (r *reader) takeText(t aText, q question.Question, readings []textReading) *takenText {
	top, p := q.Top(r.answers[q.ID()])
	at := slices.IndexFunc(q.Options, func(o question.Option) bool { return o.Key == top })
	if at >= len(readings) || p < textBar {
		return nil
	}
	taken := &takenText{words: readings[at].span, value: readings[at].span, judgment: Judgment{q.Subject, top, p}}
	if trimmed, ok := r.textOf(r.trimText(t.reflex, readings[at].run)); ok {
		taken.value = trimmed
	}
	taken.basis = Basis{Arg: t.arg.Name, By: ByText, P: p}
	for i, other := range readings {
		if i != at {
			taken.basis.Others = append(taken.basis.Others, other.span)
		}
	}
	return taken
}

// put makes a text the value of its argument: its ask is withdrawn, and its
// words leave the account.
func (t *takenText) put(a manifest.Argument, w *Winner, out *Reading) holding {
	value := call.Value{Kind: call.Pick, Span: t.value, Read: pick.Value{Kind: pick.Quoted, Text: t.value.Text}}
	w.Args = append(w.Args, call.Arg{Name: a.Name, Value: value})
	w.Basis = append(w.Basis, t.basis)
	out.Judgments = append(out.Judgments, t.judgment)
	w.Missing = slices.DeleteFunc(w.Missing, func(m Missing) bool { return m.Arg == a.Name })
	w.Left = slices.DeleteFunc(w.Left, func(l Left) bool { return overlaps(l.Words, t.words.Start, t.words.End) })
	w.Again = nil
	for _, l := range w.Left {
		if l.Again {
			w.Again = append(w.Again, l.Words.Text)
		}
	}
	return holding{a, t.value, &value}
}

// inOrder puts the values and the judgments in the manifest's order, the
// route's first. What a text stands on stays behind the others'.
func (out *Reading) inOrder(m *manifest.Manifest) {
	slices.SortStableFunc(out.Winner.Args, func(a, b call.Arg) int { return placeOf(m, a.Name) - placeOf(m, b.Name) })
	place := func(j Judgment) int {
		if j.Subject.Routes() {
			return -1
		}
		return placeOf(m, j.Subject.Arg)
	}
	slices.SortStableFunc(out.Judgments, func(a, b Judgment) int { return place(a) - place(b) })
}

// InOrder puts the winner's values and the judgments in the order of its
// manifest, where more were added to them. Both slices are sorted in place.
func (out *Reading) InOrder(m *manifest.Manifest) { out.inOrder(m) }

// placeOf is an argument's place in its manifest; -1 for none.
func placeOf(m *manifest.Manifest, arg string) int {
	return slices.IndexFunc(m.Args, func(a manifest.Argument) bool { return a.Name == arg })
}
