package local

import (
	"slices"
	"strings"

	"sinew/decide/question"
)

// How sure a candidate is, by what speaks for it.
const (
	pickOnly     = 0.96 // the one candidate, of the one argument that can take it
	pickNumber   = 0.75 // the one number, where no example has a number in such a place
	pickFramed   = 0.95 // as many candidates as arguments, each where examples have its value, both sides or one and the order
	pickEdged    = 0.88 // the same, by less
	pickInOrder  = 0.95 // as many candidates as arguments, in an order an example has
	pickByPlace  = 0.7  // the same, and no example has that order
	pickNear     = 0.85 // the one that stands beside a word of the ask
	pickAny      = 0.45 // one of two, and nothing tells which; of more, less
	pickTooFew   = 0.2  // fewer candidates than arguments that could take them
	nearbyWords  = 2    // how many words away is beside
	placeOfWords = 1    // how many words beside a number make its place
)

// isPick reports whether a question's choices are pieces of the text.
func (s *scene) isPick(q question.Question) bool {
	all := choices(q)
	if len(all) == 0 {
		return true
	}
	return !slices.ContainsFunc(all, func(o question.Option) bool {
		start, end, ok := span(o)
		return !ok || !s.standsAt(start, end, o.Text.What)
	})
}

func (s *scene) standsAt(start, end int, what string) bool {
	runes := s.runes()
	return end <= len(runes) && string(runes[start:end]) == what
}

// pick answers which candidate an argument takes.
func (s *scene) pick(q question.Question) question.Answer {
	all := choices(q)
	if len(all) == 0 {
		return s.untyped(q)
	}
	top, p := s.taken(q, all)
	unstated := 1 - p
	if top < 0 {
		unstated = 1 - p*float64(len(all))
	}
	return shares(q.Keys(), func(_ int, key string) float64 {
		switch {
		case key == question.None:
			return 0
		case key == question.Unstated:
			return max(0, unstated)
		case top < 0 || key == all[top].Key:
			return p
		}
		return 0
	})
}

// taken is the candidate an argument takes and how surely; -1 when each is as
// good as another, with the share of each.
func (s *scene) taken(q question.Question, all []question.Option) (at int, p float64) {
	rivals := s.rivals(q, all)
	mine := slices.IndexFunc(rivals, func(r question.Question) bool { return r.Subject == q.Subject })
	switch {
	case len(rivals) > len(all):
		return -1, pickTooFew / float64(len(all))
	case len(all) == 1:
		return 0, s.onlyP(q, all[0])
	}
	if near := s.placed(rivals, all); near != nil {
		return near[mine], pickNear
	}
	if at, p := s.framed(rivals, all); at != nil {
		return at[mine], p
	}
	switch {
	case len(rivals) < len(all):
		return -1, pickAny * 2 / float64(len(all))
	case s.attested(q, all):
		return mine, pickInOrder
	}
	return mine, pickByPlace
}

// rivals are the reflex's arguments that could take the same candidates, this
// one among them.
func (s *scene) rivals(q question.Question, all []question.Option) []question.Question {
	var found []question.Question
	for _, other := range s.args[q.Subject.Reflex] {
		theirs := choices(other)
		if len(theirs) > 0 && s.isPick(other) && slices.ContainsFunc(theirs, func(o question.Option) bool { return o.Key == all[0].Key }) {
			found = append(found, other)
		}
	}
	if len(found) == 0 {
		found = []question.Question{q}
	}
	return found
}

// onlyP is how surely an argument takes the one candidate there is. A number
// may count anything; the others are what they are.
func (s *scene) onlyP(q question.Question, o question.Option) float64 {
	start, end, _ := span(o)
	if t := s.valueAt(start, end); t < 0 || s.request[t].stem != numberStem || s.hasPlace(q, t) {
		return pickOnly
	}
	return pickNumber
}

const numberStem = "<number>"

// valueAt is the token of the value that stands at a candidate's span. A
// quoted candidate's is without its marks, as the token's is.
func (s *scene) valueAt(start, end int) int {
	return slices.IndexFunc(s.request, func(t token) bool { return t.typed && t.start == start && t.end == end })
}

// hasPlace reports whether an example of the reflex has a number beside a word
// that stands beside this one.
func (s *scene) hasPlace(q question.Question, at int) bool {
	place := beside(s.request, at)
	for _, e := range s.examples(q) {
		read := s.tokens(e)
		for i, t := range read {
			if t.stem == numberStem && slices.ContainsFunc(beside(read, i), func(w string) bool { return slices.Contains(place, w) }) {
				return true
			}
		}
	}
	return false
}

// examples are those of the reflex a question is about.
func (s *scene) examples(q question.Question) []string { return s.reflex(q).Examples }

func beside(all []token, at int) []string {
	var stems []string
	for i := at - placeOfWords; i <= at+placeOfWords; i++ {
		if i >= 0 && i < len(all) && i != at && !all[i].typed {
			stems = append(stems, all[i].stem)
		}
	}
	return stems
}

// placed is the candidate beside each rival's own words, or nil unless each has
// one of its own.
func (s *scene) placed(rivals []question.Question, all []question.Option) []int {
	var near []int
	for _, r := range rivals {
		at := s.nearest(r, rivals, all)
		if at < 0 || slices.Contains(near, at) {
			return nil
		}
		near = append(near, at)
	}
	return near
}

// nearest is the candidate that alone stands beside a word this ask has and no
// rival's has, or -1.
func (s *scene) nearest(q question.Question, rivals []question.Question, all []question.Option) int {
	own := s.askedAlone(q, rivals)
	found := -1
	for i, o := range all {
		start, end, _ := span(o)
		if !s.standsBeside(start, end, own) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// askedAlone are the words of an argument's name and ask that tell something
// and that no rival's ask has.
func (s *scene) askedAlone(q question.Question, rivals []question.Question) map[string]bool {
	own := map[string]bool{}
	for _, t := range slices.Concat(s.tokens(q.Ask), s.key(q.Subject.Arg)) {
		if weight(t) >= weighsContent {
			own[t.stem] = true
		}
	}
	for _, r := range rivals {
		if r.Subject != q.Subject {
			for _, t := range s.tokens(r.Ask) {
				delete(own, t.stem)
			}
		}
	}
	return own
}

func (s *scene) standsBeside(start, end int, own map[string]bool) bool {
	at := s.valueAt(start, end)
	for i := max(0, at-nearbyWords); at >= 0 && i <= at+nearbyWords && i < len(s.request); i++ {
		if own[s.request[i].stem] {
			return true
		}
	}
	return false
}

// attested reports whether the words of grammar between the candidates are
// those between the values of an example: then the order means the same.
func (s *scene) attested(q question.Question, all []question.Option) bool {
	_, from, _ := span(all[0])
	to, _, _ := span(all[len(all)-1])
	mine := grammar(s.between(from, to))
	return slices.ContainsFunc(s.examples(q), func(e string) bool {
		read := s.tokens(e)
		first := slices.IndexFunc(read, func(t token) bool { return t.typed })
		last := len(read) - 1
		for last > first && !read[last].typed {
			last--
		}
		return first >= 0 && last > first && grammar(read[first+1:last]) == mine
	})
}

// grammar is the words of grammar, and the values, in order.
func grammar(all []token) string {
	var kept []string
	for _, t := range all {
		if t.typed || t.is(function) {
			kept = append(kept, t.stem)
		}
	}
	return strings.Join(kept, " ")
}

// only is whether the one candidate is meant: as surely as the argument's own
// question takes it. Asked without that, nothing tells who else could.
func (s *scene) only(q question.Question) question.Answer {
	mine := q.Subject
	mine.Kind, mine.From, mine.To = question.Arg, 0, 0
	for _, own := range s.args[mine.Reflex] {
		if own.Subject == mine && s.isPick(own) && len(choices(own)) > 0 {
			answer := s.pick(own)
			return yes(answer[spanKey(q.Subject)])
		}
	}
	return yes(pickAny)
}
