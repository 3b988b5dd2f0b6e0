package reading

import (
	"slices"

	"sinew/decide/question"
	"sinew/pkg/call"
	"sinew/pkg/givenname"
	"sinew/pkg/manifest"
	"sinew/pkg/text"
)

// Where the words of a text stand to a listed word, beside what the answers
// say of it.
type standing int

const (
	standsAlone    standing = iota // no words hold it
	standsHeld                     // words hold it
	standsAnchored                 // words that may mean it name it, asked alone
	standsRefused                  // words may mean it, and do not name it surely
)

// The numbers of reading.md 3.4.
const (
	anchorBar   = 0.9 // a `words_` answer that names a word surely
	noneDoubts  = 0.3 // an argument's own none that lets no word stand alone
	meaningBar  = 0.8 // the second view on a word its meaning alone holds
	likelyFloor = 0.3 // a word worth offering for a yes
)

// views is one listed argument under its two questions.
type views struct {
	reflex string
	arg    manifest.Argument
	list   []question.Option
	own    question.Question
	second question.Question
	ask    question.Answer
	reader question.Answer
	look
}

func (r *reader) views(reflex string, a manifest.Argument) views {
	s := question.Subject{Reflex: reflex, Arg: a.Name}
	v := views{reflex: reflex, arg: a, list: r.list(reflex, a), look: r.look(reflex, a)}
	v.own, v.second = question.TheArgument(s, a.Ask, v.list), question.TheView(s, a.Ask, v.list)
	v.ask, v.reader = r.answers[v.own.ID()], r.answers[v.second.ID()]
	return v
}

// listed reads an argument of options or of a vocabulary (reading.md 3.4).
func (r *reader) listed(reflex string, a manifest.Argument) settled {
	v := r.views(reflex, a)
	askTop, _ := v.own.Top(v.ask)
	readTop, _ := v.second.Top(v.reader)
	askAt, readAt := v.at(askTop), v.at(readTop)
	s := settled{detail: Detail{Arg: a.Name, Own: v.ask, View: v.reader, Question: v.own, Second: v.second}}
	switch {
	case askAt >= 0 && askAt == readAt:
		r.agreed(v, askAt, &s)
	case askAt >= 0 && readAt >= 0:
		v.asks(&s, Unsettled)
	case askAt >= 0:
		r.oneView(v, askAt, "ask", readTop, &s)
	case readAt >= 0:
		r.oneView(v, readAt, "reader", askTop, &s)
	case askTop == question.None && readTop == question.None:
		v.asks(&s, NotOffered)
	case askTop == question.Unstated && readTop == question.Unstated && r.onWords(v, &s):
	case a.Required():
		v.asks(&s, NeverStated)
	}
	return s
}

// at is a key's place in the list, or -1 for a sentinel.
func (v views) at(key string) int {
	return slices.IndexFunc(v.list, func(o question.Option) bool { return o.Key == key })
}

// agreed takes the word both views name, where the words of the text allow it.
func (r *reader) agreed(v views, at int, s *settled) {
	b := Basis{Arg: v.arg.Name, By: ByViews, Ask: v.ask[v.list[at].Key], Reader: v.reader[v.list[at].Key]}
	how, words, anchor := r.stands(v, at)
	switch how {
	case standsRefused:
		v.asks(s, Unsettled)
		return
	case standsAnchored:
		b.Anchored = anchor
	case standsAlone:
		q := r.is(v.reflex, v.arg, at)
		answer, ok := r.answers[q.ID()]
		if !ok {
			s.open = []question.Question{q}
			return
		}
		yes := answer[question.Yes]
		s.detail.Is, s.detail.IsYes, b.Yes = v.list[at].Key, &yes, &yes
		if yes < 0.5 || v.ask[question.None] >= noneDoubts {
			v.asks(s, Unsettled)
			return
		}
	}
	r.take(v, at, b, v.weaker(at), words, s)
}

// weaker is the judgment of the less sure of two views that agree.
func (v views) weaker(at int) Judgment {
	key := v.list[at].Key
	if v.reader[key] < v.ask[key] {
		return Judgment{v.second.Subject, key, v.reader[key]}
	}
	return Judgment{v.own.Subject, key, v.ask[key]}
}

// oneView takes a word that one view names, where words of the text hold it.
func (r *reader) oneView(v views, at int, view, other string, s *settled) {
	key := v.list[at].Key
	q, answer := v.own, v.ask
	if view == "reader" {
		q, answer = v.second, v.reader
	}
	_, words, anchor := r.stands(v, at)
	finding := v.finding(at)
	weak := view == "reader" && finding != nil && finding.How == howMeaning && answer[key] < meaningBar
	if words == nil || weak {
		v.asks(s, Unsettled)
		return
	}
	b := Basis{Arg: v.arg.Name, By: ByView, View: view, P: answer[key], Other: other, Words: words, Anchored: anchor}
	if finding != nil {
		b.How = finding.How
	} else {
		b.How = v.proposal(at).By
	}
	r.take(v, at, b, Judgment{q.Subject, key, answer[key]}, words, s)
}

// onWords takes the one listed word that words of the text hold, on a yes,
// where neither view says anything.
func (r *reader) onWords(v views, s *settled) bool {
	sure := slices.DeleteFunc(slices.Clone(v.found), func(f Finding) bool { return f.How == howMeaning })
	if len(sure) != 1 {
		return false
	}
	f := sure[0]
	q := r.is(v.reflex, v.arg, f.At)
	yes := r.answers[q.ID()][question.Yes]
	how, _, _ := r.stands(v, f.At)
	if yes < 0.5 || how == standsRefused {
		return false
	}
	s.detail.Is, s.detail.IsYes = f.Key, &yes
	b := Basis{Arg: v.arg.Name, By: ByWords, Words: &f.Span, How: f.How, Yes: &yes}
	r.take(v, f.At, b, Judgment{q.Subject, question.Yes, yes}, &f.Span, s)
	return true
}

// take makes a listed word the value.
func (r *reader) take(v views, at int, b Basis, j Judgment, words *text.Span, s *settled) {
	key := v.list[at].Key
	s.value = &call.Value{Kind: call.Option, Key: key}
	if v.arg.Source == manifest.Vocab {
		word := r.in.cat.Words(v.arg.Vocab)[at]
		s.value = &call.Value{Kind: call.Word, Word: word.Word, Bound: word.Value}
	}
	s.basis, s.judgment, s.held = &b, &j, words
}

// stands says how the words of the text stand to a key, with the words that
// hold it: nil for a key that stands alone, and for one that is refused and was
// only proposed.
func (r *reader) stands(v views, at int) (standing, *text.Span, *Anchor) {
	if f := v.finding(at); f != nil {
		if v.arg.Source == manifest.Options || f.sure() {
			return standsHeld, &f.Span, nil
		}
		if anothersName(f.Span, v.list[at]) {
			return standsRefused, &f.Span, nil
		}
		return r.anchor(v, at, f.Span)
	}
	switch p := v.proposal(at); {
	case p == nil:
		return standsAlone, nil, nil
	case p.By == bySlip || p.By == byPrefix:
		return r.anchor(v, at, p.Span)
	}
	return standsRefused, nil, nil
}

func (v views) proposal(at int) *Proposal {
	for i := range v.may {
		if v.may[i].At == at {
			return &v.may[i]
		}
	}
	return nil
}

func (v views) finding(at int) *Finding {
	for i := range v.found {
		if v.found[i].At == at {
			return &v.found[i]
		}
	}
	return nil
}

// anchor asks the answer about the words alone.
func (r *reader) anchor(v views, at int, span text.Span) (standing, *text.Span, *Anchor) {
	p := r.answers[r.named(v.reflex, v.arg, span).ID()][v.list[at].Key]
	if p >= anchorBar {
		return standsAnchored, &span, &Anchor{Words: span, P: p}
	}
	if v.finding(at) != nil {
		return standsRefused, &span, nil
	}
	return standsRefused, nil, nil
}

// anothersName reports whether the words are the given name of another than
// the key: neither the key nor a word of its meaning. A name that is an
// ordinary word as well is a name only beside one: Mark is nobody's slip for
// marc, and "bill" may be one for bell.
func anothersName(span text.Span, o question.Option) bool {
	typed := stem(span.Text)
	isName := func(word string) bool {
		return givenname.Is(word) && (!givenname.Ordinary(word) || givenname.Is(o.Key))
	}
	if !isName(typed) && !isName(unpossessed(span.Text)) || typed == stem(o.Key) {
		return false
	}
	return !slices.ContainsFunc(meaningWords(o.Text.What), func(m tell) bool { return m.stem == typed })
}

// asks leaves the argument to be asked for, with the word most likely meant.
func (v views) asks(s *settled, why Why) {
	s.missing = &Missing{Arg: v.arg.Name, Ask: v.arg.Ask, Why: why}
	if v.arg.Source == manifest.Vocab {
		s.missing.Likely, s.missing.Words = v.likely()
	}
}

// likely is the listed word to offer for a yes: the one the words of the text
// come nearest to, or the one the answers do.
func (v views) likely() (string, *text.Span) {
	best, bestP := "", 0.0
	for _, o := range v.list {
		if p := v.share(o.Key); p > bestP {
			best, bestP = o.Key, p
		}
	}
	if bestP < likelyFloor {
		best, bestP = "", 0
	}
	near, nearP, words := v.nearest()
	if words != nil && nearP >= bestP {
		return near, words
	}
	return best, nil
}

// share is the better of a key's two views.
func (v views) share(key string) float64 { return max(v.ask[key], v.reader[key]) }

// nearest is the best key that words of the text hold or may mean.
func (v views) nearest() (key string, p float64, words *text.Span) {
	consider := func(k string, span text.Span) {
		if share := v.share(k); words == nil || share > p {
			key, p, words = k, share, &span
		}
	}
	for _, f := range v.found {
		if f.How != howMeaning {
			consider(f.Key, f.Span)
		}
	}
	for _, x := range v.may {
		consider(x.Key, x.Span)
	}
	return key, p, words
}
