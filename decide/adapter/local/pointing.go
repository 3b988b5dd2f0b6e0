package local

import (
	"slices"

	"sinew/decide/question"
)

// pointsAway reports whether the text names what an argument asks for by words
// that point at something said elsewhere, "that folder", and says no key: then
// it states nothing, however near those words are to a meaning.
func (s *scene) pointsAway(q question.Question) bool {
	asked := s.tokens(s.about(q)[1])
	points := false
	for i, t := range s.request[:max(0, len(s.request)-1)] {
		next := s.request[i+1]
		points = points || isWord(t, "that this those these same") && means(next) &&
			some(asked, func(a token) bool { return a.stem == next.stem })
	}
	return points && !slices.ContainsFunc(s.keyed(q), func(o question.Option) bool { return s.saysKey(o.Key) })
}

// saysKey reports whether the text says every word of a key.
func (s *scene) saysKey(key string) bool {
	return every(s.key(key), func(k token) bool {
		return some(s.request, func(t token) bool { return t.stem == k.stem })
	})
}

// valueAlone reports whether the text is one listed word and no more, "in
// documents", and does not say which of the reflexes is asked for: there is one
// alone, or several list it.
func (s *scene) valueAlone(offered int) bool {
	said := slices.DeleteFunc(slices.Clone(s.request), func(t token) bool {
		return isWord(t, determinerWords) || t.is(courtesy|joining) || isWord(t, detailWords)
	})
	lists := 0
	for _, args := range s.args {
		if len(said) > 0 && slices.ContainsFunc(args, func(q question.Question) bool { return s.lists(q, said) }) {
			lists++
		}
	}
	return lists > 1 || lists == 1 && offered == 1
}

// lists reports whether some words are a key of an argument.
func (s *scene) lists(q question.Question, said []token) bool {
	return slices.ContainsFunc(s.keyed(q), func(o question.Option) bool {
		return slices.EqualFunc(s.key(o.Key), said, func(k, t token) bool { return k.stem == t.stem })
	})
}
