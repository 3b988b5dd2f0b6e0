package local

import (
	"slices"
	"strings"

	"sinew/decide/adapter/local/values"
	"sinew/decide/question"
	"sinew/pkg/text"
)

// noneToUnstated is the share of what is stated and not listed, to that of what
// is not stated: comparing texts hardly tells the two apart.
const noneToUnstated = 0.03

// listed answers an argument's own question over options or words, and its
// second view with other weights.
func (s *scene) listed(q question.Question, w *values.Weights) question.Answer {
	if key, ok := s.taughtKey(q.Options); ok {
		return one(key, sure, otherKey(q, key))
	}
	if s.pointsAway(q) {
		return one(q.Otherwise, sure, question.None)
	}
	if a, ok := s.inRow(q); ok {
		return a
	}
	return stated(q, s.compared(q, choices(q), s.worded(), w))
}

// taughtKey is the key that an example states which is the very request.
func (s *scene) taughtKey(options []question.Option) (string, bool) {
	for _, o := range options {
		if slices.ContainsFunc(o.Text.Examples, func(e string) bool { return text.Identity(e) == s.identity }) {
			return o.Key, true
		}
	}
	return "", false
}

func otherKey(q question.Question, key string) string {
	if key == q.Otherwise {
		return question.None
	}
	return q.Otherwise
}

// named is which listed word some words of the text name, and nothing else of
// the text counts. Where no words are held, they are compared as a text is.
func (s *scene) named(q question.Question) question.Answer {
	list := choices(q)
	held := values.Held(s.list(q, list), q.About.Words, s.memory)
	most, second := 0.0, 0.0
	at := -1
	for i, h := range held {
		if h > most {
			most, second, at = h, most, i
		} else {
			second = max(second, h)
		}
	}
	if at >= 0 && second < most {
		return one(list[at].Key, most, question.Unstated)
	}
	return stated(q, s.compared(q, list, q.About.Words, &values.Fitted().Own))
}

// is whether the text means one listed word: its share among all of the list.
func (s *scene) is(q question.Question) question.Answer {
	list := q.About.Among
	at := slices.IndexFunc(list, func(o question.Option) bool { return o.Key == q.About.Option.Key })
	if at < 0 {
		list, at = []question.Option{q.About.Option}, 0
	}
	if key, ok := s.taughtKey(list); ok && key == list[at].Key {
		return yes(sure)
	}
	return yes(s.compared(q, list, s.worded(), &values.Fitted().Own)[at])
}

// compared are the shares of a list for some words, then that of none. Two
// questions of one argument are compared once.
func (s *scene) compared(q question.Question, list []question.Option, said string, w *values.Weights) []float64 {
	id := q.Subject.Reflex + "." + q.Subject.Arg + "\x00" + said
	f := s.features[id]
	if f == nil || len(f.Choices) != len(list) {
		f = values.Of(s.list(q, list), said, s.memory)
		s.features[id] = f
	}
	return w.Shares(f)
}

// list is what a question offers, as it is compared.
func (s *scene) list(q question.Question, list []question.Option) values.List {
	l := values.List{Name: values.Spaced(q.Subject.Reflex), About: s.about(q)}
	for _, o := range list {
		l.Choices = append(l.Choices, values.Choice{Key: o.Key, What: o.Text.What, Examples: o.Text.Examples})
	}
	for _, o := range q.Options {
		if o.Key == question.Unstated {
			l.Unstated = o.Text.Examples
		}
	}
	return l
}

// about is what a reflex says whatever the value is: first what it does in one
// line, then the ask, the rest, and what its other arguments ask and offer.
func (s *scene) about(q question.Question) []string {
	summary, rest, _ := strings.Cut(s.reflex(q).What, "\n")
	ask := q.About.Ask
	if ask == "" {
		ask = q.Ask
	}
	about := []string{summary, ask, rest}
	for _, other := range s.args[q.Subject.Reflex] {
		if other.Subject.Arg != q.Subject.Arg {
			about = append(about, other.Ask)
			for _, o := range s.keyed(other) {
				about = append(about, values.Spaced(o.Key))
			}
		}
	}
	return about
}

// keyed are the choices of a question over a list; nil for pieces of the text.
func (s *scene) keyed(q question.Question) []question.Option {
	if isFlag(q) || s.isPick(q) {
		return nil
	}
	return choices(q)
}

// stated is an answer from the shares of a question's choices and of none.
func stated(q question.Question, shared []float64) question.Answer {
	unstated, at := shared[len(shared)-1], 0
	return shares(q.Keys(), func(_ int, key string) float64 {
		switch key {
		case question.Unstated:
			return unstated
		case question.None:
			return unstated * noneToUnstated
		}
		at++
		return shared[at-1]
	})
}
