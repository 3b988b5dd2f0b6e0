package reading

import (
	"slices"
	"strings"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/pick/spoken"
	"sinew/pkg/text"
)

// The numbers of reading.md 3.5.
const (
	meantBar  = 0.5 // a `meant_` yes that may give a value
	meantLead = 0.2 // how far it leads the next
)

// Respelt reports whether the value was read from words that do not spell it as
// it is typed, which makes its call wait.
func (b Basis) Respelt() bool {
	if b.By != BySpelled {
		return false
	}
	switch b.Shape {
	case spoken.Whole:
		return false
	case "":
		return b.Form != spoken.Aloud
	}
	return true
}

// hear is what the words of the text spell of an argument. It listens once for
// each.
func (r *reader) hear(x catalog.Reflex, a manifest.Argument) spoken.Heard {
	return once(r.heard, [2]string{x.Name, a.Name}, func() spoken.Heard {
		return r.around.Hear(string(r.runes), r.in.heard(x, a))
	})
}

// examples are the values a reflex's examples state of an argument, each as it
// is typed.
func examples(m *manifest.Manifest, a manifest.Argument) []string {
	var values []string
	for _, record := range m.Examples {
		for _, as := range record.Asserts {
			if _, reads := pick.Whole(as.Value, pick.Kind(a.Pick)); as.Arg == a.Name && !as.Unstated && reads {
				values = append(values, as.Value)
			}
		}
	}
	return values
}

func bounds(r *manifest.Range) *[2]float64 {
	if r == nil {
		return nil
	}
	return &[2]float64{r.Min, r.Max}
}

// ownWords are the words of a reflex's name.
func ownWords(name string) []string { return strings.Split(strings.ToLower(name), "_") }

// meant asks of each value the words spell out whether it is meant.
func (r *reader) meant(x catalog.Reflex, a manifest.Argument) []question.Question {
	var asked []question.Question
	for _, said := range first(r.hear(x, a).Said, most) {
		asked = append(asked, question.IsMeant(meantOf(x.Name, a, said), a.Ask, said.Span.Text, said.Typed))
	}
	return asked
}

func meantOf(reflex string, a manifest.Argument, said spoken.Said) question.Subject {
	return question.Subject{Kind: question.Meant, Reflex: reflex, Arg: a.Name, From: said.Span.Start, To: said.Span.End}
}

// meantOne takes the value whose yes leads those of the others.
func (r *reader) meantOne(x catalog.Reflex, a manifest.Argument, s *settled) bool {
	var best *spoken.Said
	yes, next := -1.0, 0.0
	said := first(r.hear(x, a).Said, most)
	for i := range said {
		p := r.answers[meantOf(x.Name, a, said[i]).ID()][question.Yes]
		if p > yes {
			best, yes, next = &said[i], p, max(yes, next)
		} else {
			next = max(p, next)
		}
	}
	if best == nil || yes < meantBar || len(said) > 1 && yes-next < meantLead {
		return false
	}
	v := call.Value{Kind: call.Pick, Span: best.Span, Read: best.Value, Typed: best.Typed}
	b := Basis{Arg: a.Name, By: BySpelled, Yes: &yes, Form: best.Form, Shape: best.Shape}
	s.takePick(a, v, b, Judgment{meantOf(x.Name, a, *best), question.Yes, yes})
	return true
}

// readsOpenly asks for an argument whose value words say in a way that does not
// settle it.
func readsOpenly(a manifest.Argument, run spoken.Asked) *Missing {
	m := &Missing{Arg: a.Name, Ask: a.Ask, Why: NotOffered, Words: &run.Words, Readings: run.Readings}
	if len(run.Readings) > 0 {
		m.Why = Unsettled
	}
	return m
}

// withdrawn reports whether a candidate of an argument stands inside words that
// spell one value of the reflex out.
func (r *reader) withdrawn(x catalog.Reflex, a manifest.Argument, candidate text.Span) bool {
	if slices.Contains(r.hear(x, a).Withdrawn, candidate) {
		return true
	}
	return r.inside(x, func(said text.Span) bool { return within(candidate, said) && candidate != said })
}

// inSpoken reports whether a candidate is part of words that spell a value of
// the reflex out, whether they settle it or it is asked for.
func (r *reader) inSpoken(x catalog.Reflex, candidate text.Span) bool {
	asked := func(a manifest.Argument) bool {
		return a.Source == manifest.Pick && slices.Contains(r.hear(x, a).Withdrawn, candidate)
	}
	return slices.ContainsFunc(x.Manifest.Args, asked) || r.inside(x, func(said text.Span) bool { return within(candidate, said) })
}

func (r *reader) inside(x catalog.Reflex, such func(said text.Span) bool) bool {
	return slices.ContainsFunc(x.Manifest.Args, func(a manifest.Argument) bool {
		return a.Source == manifest.Pick && slices.ContainsFunc(r.hear(x, a).Said, func(s spoken.Said) bool { return such(s.Span) })
	})
}

// counted are the words of the first number that counts the argument's own
// noun; nil for none.
func (r *reader) counted(a manifest.Argument) *text.Span {
	if a.Pick != manifest.Recognizer(pick.Number) {
		return nil
	}
	for _, c := range r.found {
		if words, counts := r.counts(c, a.Name); counts {
			return &words
		}
	}
	return nil
}
