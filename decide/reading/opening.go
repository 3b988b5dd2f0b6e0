package reading

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// most is how many listed words, and how many spans, are asked about for one
// argument.
const most = 3

// opening is the first round: the route, every argument's own question of every
// reflex in scope, then the questions that need no answer first.
func (r *reader) opening() []question.Question {
	arguments := r.in.arguments()
	asked := make([]question.Question, 0, cmp.Or(r.in.opened, 1+3*len(arguments)))
	if r.around.Given == nil {
		asked = append(asked, r.in.route())
	}
	for _, one := range arguments {
		asked = append(asked, r.own(*one.of, one.Argument))
	}
	for _, one := range arguments {
		asked = r.beside(asked, *one.of, one.Argument)
	}
	r.in.opened = len(asked) // the next text is much like this one
	return asked
}

// Offered are reflexes as the keys of a route.
func Offered(scope []catalog.Reflex) []question.Option {
	options := make([]question.Option, len(scope))
	for i, x := range scope {
		options[i] = question.Option{Key: x.Name, Text: question.Describe(x.Manifest)}
	}
	return options
}

func (r *reader) list(reflex string, a manifest.Argument) []question.Option {
	return r.in.cat.Listed(reflex, a.Name)
}

// own is an argument's own question.
func (r *reader) own(x catalog.Reflex, a manifest.Argument) question.Question {
	if a.Source == manifest.Pick {
		if c := r.candidates(x, a); len(c) > 0 {
			return ownOver(x, a, candidateOptions(c))
		}
	}
	return *once(r.in.own, [2]string{x.Name, a.Name}, func() *question.Question {
		q := ownOver(x, a, r.list(x.Name, a))
		return &q
	})
}

func ownOver(x catalog.Reflex, a manifest.Argument, options []question.Option) question.Question {
	s := question.Subject{Reflex: x.Name, Arg: a.Name}
	if a.Source == manifest.Flag {
		return question.TheFlag(s, a.Ask).Taught(x.Manifest)
	}
	return question.TheArgument(s, a.Ask, options).Taught(x.Manifest)
}

// view is the second view of a listed argument.
func (r *reader) view(x catalog.Reflex, a manifest.Argument) question.Question {
	return *once(r.in.views, [2]string{x.Name, a.Name}, func() *question.Question {
		s := question.Subject{Reflex: x.Name, Arg: a.Name}
		q := question.TheView(s, a.Ask, r.list(x.Name, a)).Taught(x.Manifest)
		return &q
	})
}

func candidateOptions(candidates []pick.Candidate) []question.Option {
	options := make([]question.Option, len(candidates))
	for i, c := range candidates {
		options[i] = question.Option{Key: spanKey(c.Span), Text: question.Text{What: c.Span.Text}}
	}
	return options
}

// spanKey is how a candidate is named among a question's keys.
func spanKey(s text.Span) string { return fmt.Sprintf("%d-%d", s.Start, s.End) }

// candidates are the pieces of the text an argument's recognizer reads, less a
// number that only counts the argument's own noun and less what stands inside
// words that spell one value out.
func (r *reader) candidates(x catalog.Reflex, a manifest.Argument) []pick.Candidate {
	var kept []pick.Candidate
	for _, c := range r.found {
		c, ok := of(pick.Kind(a.Pick), c)
		if !ok || r.withdrawn(x, a, c.Span) {
			continue
		}
		if _, counts := r.counts(c, a.Name); !counts {
			kept = append(kept, c)
		}
	}
	return kept
}

// of is a candidate as one of a kind. A code may stand in quotes.
func of(kind pick.Kind, c pick.Candidate) (pick.Candidate, bool) {
	if kind == pick.Code && c.Value.Kind == pick.Quoted {
		code, ok := pick.Whole(c.Span.Text, pick.Code)
		return pick.Candidate{Span: c.Span, Value: code}, ok
	}
	return c, c.Value.Kind == kind
}

// counts gives the words of a number that counts the argument's own noun: `2
// orders`.
func (r *reader) counts(c pick.Candidate, arg string) (words text.Span, ok bool) {
	if c.Value.Kind != pick.Number {
		return words, false
	}
	for _, w := range r.words {
		if w.start >= c.Span.End {
			ok = w.fold != strings.ToLower(arg) && stem(w.core) == stem(arg)
			return r.span(c.Span.Start, max(c.Span.End, w.coreEnd)), ok
		}
	}
	return words, false
}

// beside adds the questions asked of an argument without waiting for its own.
func (r *reader) beside(asked []question.Question, x catalog.Reflex, a manifest.Argument) []question.Question {
	switch a.Source {
	case manifest.Options, manifest.Vocab:
		asked = append(asked, r.view(x, a))
		words := r.look(x.Name, a)
		for _, f := range first(words.found, most) {
			asked = append(asked, r.is(x.Name, a, f.At))
		}
		for _, span := range words.anchors(a) {
			asked = append(asked, r.named(x.Name, a, span))
		}
	case manifest.Pick:
		asked = append(asked, r.meant(x, a)...)
		if c := r.candidates(x, a); len(c) == 1 {
			s := question.Subject{Reflex: x.Name, Arg: a.Name, From: c[0].Span.Start, To: c[0].Span.End}
			asked = append(asked, question.IsOnly(s, a.Ask, c[0].Span.Text))
		}
	}
	return asked
}

func first[T any](all []T, n int) []T { return all[:min(n, len(all))] }

func (r *reader) is(reflex string, a manifest.Argument, at int) question.Question {
	return *once(r.in.is, listedKey{reflex, a.Name, at}, func() *question.Question {
		list := r.list(reflex, a)
		q := question.IsIt(question.Subject{Reflex: reflex, Arg: a.Name, N: at}, a.Ask, list[at].Key, list[at].Text.What)
		q.About.Among, q.About.Reflex = list, r.in.described(reflex)
		return &q
	})
}

func (r *reader) named(reflex string, a manifest.Argument, span text.Span) question.Question {
	s := question.Subject{Reflex: reflex, Arg: a.Name, From: span.Start, To: span.End}
	q := question.WhichNamed(s, span.Text, r.list(reflex, a))
	q.About.Ask, q.About.Reflex = a.Ask, r.in.described(reflex)
	return q
}

func (r *reader) look(reflex string, a manifest.Argument) look { return r.in.look(r.laid, reflex, a) }

// anchors are the spans of words that may name a word of a vocabulary and are
// asked about alone: found by spelling or meaning, then slips and prefixes.
func (l look) anchors(a manifest.Argument) []text.Span {
	if a.Source != manifest.Vocab {
		return nil
	}
	var spans []text.Span
	add := func(s text.Span) {
		if !slices.Contains(spans, s) {
			spans = append(spans, s)
		}
	}
	for _, f := range l.found {
		if !f.sure() {
			add(f.Span)
		}
	}
	for _, p := range l.may {
		if p.By == bySlip || p.By == byPrefix {
			add(p.Span)
		}
	}
	return first(spans, most)
}
