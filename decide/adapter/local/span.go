package local

import (
	"slices"
	"strings"

	"sinew/decide/adapter/local/spelt"
	"sinew/decide/question"
)

// How surely words ask for a reflex only in the light of what stands before
// them. The call waits for a yes in any case.
const (
	spanClear   = 0.5  // its own words are enough
	spanBorrows = 0.9  // times the share of the words with what they leave out
	spanNamed   = 0.8  // it is the reflex's name, and nothing else
	spanSays    = 0.6  // the reflex says every word that tells something
	spanLeast   = 0.04 // the share that takes by itself
	spanLeads   = 3    // and how many times the second's
)

// spans answers which reflex a part asks for in its sentence: by its own words,
// with the verb of the request before it where it has none, or with what it
// points at in the place of it or them.
func (s *scene) spans(q question.Question) question.Answer {
	words := s.plain(q.About.Words)
	if !s.piece(words).said {
		return unsaid(q)
	}
	own := s.routeOf(q, words)
	if key, p := q.Top(own); key != question.None && p >= spanClear {
		return own
	}
	best := s.saysAll(q, words, own)
	for _, other := range []string{s.withVerb(words, q.Subject.From), s.resolved(words, q.Subject.From)} {
		if other != "" {
			best = surer(q, best, s.routeOf(q, other))
		}
	}
	return best
}

// plain are words without those around a request at their ends.
func (s *scene) plain(words string) string {
	all := typed(words)
	kept := trimmed(all)
	if len(kept) == 0 || len(kept) == len(all) {
		return words
	}
	return string([]rune(words)[kept[0].start:kept[len(kept)-1].end])
}

// routeOf is the answer of a route whose text are these words.
func (s *scene) routeOf(q question.Question, words string) question.Answer {
	return newScene(words, nil, s.memory).route(q)
}

// saysAll takes the likeliest reflex where it says every word of the part that
// tells something: that the part asks for something is known by now.
func (s *scene) saysAll(q question.Question, words string, own question.Answer) question.Answer {
	first, second := question.Option{}, 0.0
	for _, o := range reflexes(q) {
		if s.isName(o.Key, words) {
			return one(o.Key, spanNamed, question.None)
		}
		if p := own[o.Key]; first.Key == "" || p > own[first.Key] {
			first, second = o, own[first.Key]
		} else {
			second = max(second, p)
		}
	}
	if p := own[first.Key]; p < spanLeast || p < spanLeads*second || !s.holdsAll(first, words) {
		return own
	}
	return one(first.Key, spanSays, question.None)
}

// isName reports whether words are a reflex's name, and no more than the or my
// beside it.
func (s *scene) isName(key, words string) bool {
	name, said := s.key(key), typed(words)
	if len(said) > len(name) && isWord(said[0], determinerWords) {
		said = said[1:]
	}
	return len(name) > 0 && slices.EqualFunc(name, said, func(a, b token) bool { return a.fold == b.fold })
}

// holdsAll reports whether a reflex says every word that tells something, and
// there is one.
func (s *scene) holdsAll(o question.Option, words string) bool {
	part := typed(words)
	l := newLexicon(part, stemsEach)
	said := append(slices.Clone(s.described(o.Text.What).does), s.key(o.Key)...)
	for _, e := range o.Text.Examples {
		said = append(said, s.tokens(e)...)
	}
	held := l.held(l.phrase(said))
	if len(part) > 0 && means(part[0]) && isVerb(part, 0) && !saysVerb(said, part[0]) {
		return false
	}
	return some(part, means) && every(part, func(t token) bool {
		return !t.is(negation) && (!means(t) || held[l.ids[t.stem]] >= spelt.Slip)
	})
}

// saysVerb reports whether a verb is said as one: downloads is no download.
func saysVerb(said []token, verb token) bool {
	return some(said, func(t token) bool {
		return t.fold == verb.fold || t.fold != verb.fold+"s" && spelt.Alike(t.fold, verb.fold) >= spelt.Slip
	})
}

// surer is the one of two answers whose likeliest reflex has more.
func surer(q question.Question, a, b question.Answer) question.Answer {
	best := func(a question.Answer) float64 {
		most := 0.0
		for _, o := range reflexes(q) {
			most = max(most, a[o.Key])
		}
		return most
	}
	if spanBorrows*best(b) <= best(a) {
		return a
	}
	return shares(q.Keys(), func(_ int, key string) float64 {
		if key == question.None {
			return 1 - spanBorrows*(1-b[key])
		}
		return spanBorrows * b[key]
	})
}

// withVerb are words without a verb behind that of the nearest request before
// them; "" where they have one, or there is none.
func (s *scene) withVerb(words string, at int) string {
	if s.piece(words).opens == opensRequest {
		return ""
	}
	for i := len(s.request) - 1; i >= 0; i-- {
		if t := s.request[i]; t.end <= at && isVerb(s.request, i) && (i == 0 || !isWord(s.request[i-1], determinerWords)) {
			return t.fold + " " + words
		}
	}
	return ""
}

// resolved are words with what they point at in the place of it or them: the
// nearest word before them that names something; "" where they point at nothing.
func (s *scene) resolved(words string, at int) string {
	i := slices.IndexFunc(s.request, func(t token) bool { return t.end > at })
	if i < 0 {
		return ""
	}
	for i--; i >= 0 && (!means(s.request[i]) || isVerb(s.request, i)); {
		i--
	}
	if i < 0 {
		return ""
	}
	changed, noun := false, s.request[i].fold
	runes, from := []rune(words), 0
	var out strings.Builder
	for _, t := range typed(words) {
		if isWord(t, "it they them there those these") {
			out.WriteString(string(runes[from:t.start]) + noun)
			from, changed = t.end, true
		}
	}
	if !changed {
		return ""
	}
	return out.String() + string(runes[from:])
}
