package local

import (
	"slices"
	"strings"
	"unicode"

	"sinew/decide/question"
)

// How surely the words behind one that introduces a text are that text, and
// that an argument is told one.
const (
	textSure   = 0.85
	textStated = 0.6
)

// introducers stand before a text a person gives without quotes.
var introducers = strings.Fields(`called named titled labelled labeled entitled saying about regarding`)

// textWords are in the name or the ask of an argument that takes a text.
var textWords = strings.Fields(`text name title label subject message caption note say says call called write written word words`)

// stretch is where the request holds a text without quotes: the words behind
// the first that introduces one, up to a typed value, without the words of
// grammar and courtesy that end them. ok is false where nothing is introduced.
func (s *scene) stretch() (start, end int, ok bool) {
	at := slices.IndexFunc(s.request, func(t token) bool { return !t.typed && slices.Contains(introducers, t.fold) })
	if at < 0 || some(s.request, func(t token) bool { return t.fold == "<quoted>" }) {
		return 0, 0, false
	}
	rest := s.request[at+1:]
	if i := slices.IndexFunc(rest, func(t token) bool { return t.typed }); i >= 0 {
		rest = rest[:i]
	}
	for len(rest) > 0 && (rest[len(rest)-1].is(courtesy) || rest[len(rest)-1].is(function)) {
		rest = rest[:len(rest)-1]
	}
	if len(rest) == 0 {
		return 0, 0, false
	}
	return rest[0].start, rest[len(rest)-1].end, true
}

// takesText reports whether an argument's name or ask says that it is a text.
func (s *scene) takesText(q question.Question) bool {
	said := slices.Concat(s.key(q.Subject.Arg), s.tokens(q.Ask))
	return some(said, func(t token) bool { return slices.Contains(textWords, t.fold) })
}

// untyped answers an argument's own question where there is no candidate: what
// is introduced without quotes is said, and in no form that is offered.
func (s *scene) untyped(q question.Question) question.Answer {
	if _, _, ok := s.stretch(); ok && s.takesText(q) {
		return one(question.None, textStated, question.Unstated)
	}
	return unsaid(q)
}

// begins answers where a text begins: the option that goes on from there.
func (s *scene) begins(q question.Question) question.Answer {
	start, _, ok := s.stretch()
	return s.textKey(q, func(o question.Option) bool {
		return ok && s.standsAt(start, start+len([]rune(o.Text.What)), o.Text.What)
	})
}

// texted answers which words are the text, or where it ends: the option that is
// the text.
func (s *scene) texted(q question.Question) question.Answer {
	start, end, ok := s.stretch()
	return s.textKey(q, func(o question.Option) bool {
		return ok && strings.TrimRight(o.Text.What, ",.;:!?") == string(s.runes()[start:end])
	})
}

// textKey is the last option that is right, or that the text does not say: a
// text repeats words from before it more often than the reverse.
func (s *scene) textKey(q question.Question, right func(question.Option) bool) question.Answer {
	for _, o := range slices.Backward(choices(q)) {
		if o.Key != question.Other && right(o) {
			return one(o.Key, textSure, question.Unstated)
		}
	}
	return unsaid(q)
}

// ofText answers whether a word is of the text, by where it stands.
func (s *scene) ofText(q question.Question) question.Answer {
	start, end, ok := s.stretch()
	from, to := s.wordAt(q.Subject.N)
	if ok && from < end && start < to {
		return yes(textSure)
	}
	return unsaid(q)
}

// wordAt is where the n-th word stands that white space separates.
func (s *scene) wordAt(n int) (start, end int) {
	runes, inside := s.runes(), false
	for i, r := range runes {
		if space := unicode.IsSpace(r); space == inside {
			inside = !space
			if inside {
				start = i
			} else if n--; n < 0 {
				return start, i
			}
		}
	}
	if inside && n == 0 {
		return start, len(runes)
	}
	return 0, 0
}
