package local

import (
	"slices"
	"strings"

	"sinew/decide/question"
)

// splits answers whether a place parts two things.
func (s *scene) splits(q question.Question) question.Answer {
	i := slices.IndexFunc(s.places, func(p question.Question) bool { return p.Subject == q.Subject })
	return yes(s.forks()[i].cut)
}

// forks are the places asked about, judged once.
func (s *scene) forks() []fork {
	if s.parted == nil {
		s.parted = s.partings(s.places)
	}
	return s.parted
}

// counts answers how many things a sentence asks for, from what stands at each
// of its places, so that the two never contradict each other.
func (s *scene) counts(q question.Question) question.Answer {
	if p := s.piece(s.said); !p.said || p.opens == opensNothing {
		return spread(q, question.None, sure)
	}
	things := []float64{1} // how likely there are so many places that part things
	for _, f := range s.forks() {
		things = also(things, f.things)
	}
	weights := map[string]float64{question.One: things[0]}
	for n, p := range things[1:] {
		if n == 0 {
			weights[question.Two] += p
		} else {
			weights[question.Several] += p
		}
	}
	return shares(q.Keys(), func(_ int, key string) float64 { return weights[key] })
}

// also is how likely each number is, with one more that counts this likely.
func also(numbers []float64, p float64) []float64 {
	more := make([]float64, len(numbers)+1)
	for n, share := range numbers {
		more[n] += share * (1 - p)
		more[n+1] += share * p
	}
	return more
}

// What a part does in its sentence, and how surely.
const (
	partRequest = 0.9  // it opens with what to do
	partThing   = 0.6  // it names a thing: something is asked of it
	partDetail  = 0.75 // it goes on about another part
	partCourts  = 0.9  // it is courtesy
	partTells   = 0.7  // it tells something
)

// partDoes answers what a part does that matches nothing by itself.
func (s *scene) partDoes(q question.Question) question.Answer {
	p := s.piece(q.About.Words)
	switch {
	case p.opens == opensNothing || thanks(q.About.Words):
		return spread(q, question.Aside, partCourts)
	case p.opens == opensRequest:
		return spread(q, question.Asks, partRequest)
	case p.opens == opensStatement:
		return spread(q, question.Aside, partTells)
	case p.opens == opensDetail || !p.said || startsWith(p.all, "the", "ones") || startsWith(p.all, "the", "one") || states(p.all):
		return spread(q, question.Adds, partDetail)
	}
	return spread(q, question.Asks, partThing)
}

// states reports whether words about a thing say how it is: the bin is full.
func states(all []token) bool {
	at := slices.IndexFunc(all, func(t token) bool { return isWord(t, "is are was were has have isn't aren't") })
	return at > 0 && opensWith(all) == opensThing && !isWord(all[at-1], "that which who")
}

func thanks(words string) bool {
	all := typed(words)
	return len(all) > 0 && isWord(all[0], "thanks thank thx ty cheers ta sorry appreciated appreciate hi hello hey bye")
}

// Whether what one part says is meant for another.
const (
	sharePoints  = 0.85 // the other points at something, and this is the nearest before it
	shareFarther = 0.25 // another is nearer
	shareRepeats = 0.9  // the other asks for the same again
	shareOpen    = 0.3  // the other points at nothing
	shareAhead   = 0.2  // it stands behind the other
)

// shared answers whether a value one part gives is another's too.
func (s *scene) shared(q question.Question) question.Answer {
	if len(q.About.Sides) != 2 {
		return yes(0)
	}
	words := q.About.Sides[0]
	switch {
	case q.Subject.To > q.Subject.From:
		return yes(shareAhead)
	case repeats(words):
		return yes(shareRepeats)
	case !points(words):
		return yes(shareOpen)
	case s.nearerGift(q):
		return yes(shareFarther)
	}
	return yes(sharePoints)
}

// nearerGift reports whether another part that gives something for the same
// argument stands between.
func (s *scene) nearerGift(q question.Question) bool {
	return slices.ContainsFunc(s.gifts, func(o question.Question) bool {
		a, b := o.Subject, q.Subject
		return a.Reflex == b.Reflex && a.Arg == b.Arg && a.From == b.From && a.To > b.To && a.To < b.From
	})
}

const pointingWords = `it its it's them their they that this those these there him her his both each same`

func points(words string) bool {
	return some(typed(words), func(t token) bool { return isWord(t, pointingWords) })
}

func repeats(words string) bool {
	all := typed(words)
	for i, t := range all {
		if t.fold == "likewise" || i > 0 && (t.fold == "same" && all[i-1].fold == "the" || t.fold == "before" && all[i-1].fold == "as") {
			return true
		}
	}
	return false
}

// Whether a call is wanted for another value as well.
const (
	againJoined  = 0.93 // and stands before or behind it
	againRuled   = 0.9  // it is ruled out
	againInstead = 0.85 // it is said in place of another
	againEither  = 0.7  // one of two is left open, or it ends a stretch
	againUnsure  = 0.6  // nothing tells

	againReach = 3 // how many words before a value may say it
)

// again answers whether the call is asked for with another value as well, by
// the words around the value.
func (s *scene) again(q question.Question) question.Answer {
	before, after := s.around(q.Subject.From, q.Subject.To)
	near := before[max(0, len(before)-againReach):]
	says := func(all []token, words string) bool {
		return some(all, func(t token) bool { return isWord(t, words) })
	}
	switch {
	case startsWith(after, "instead") || says(near, "instead rather actually sorry correction mean"):
		return spread(q, question.Instead, againInstead)
	case says(near, "not never except without but nor no dont don't n't excluding"):
		return spread(q, question.Out, againRuled)
	case says(near, "or versus vs than") || startsWith(after, "or"):
		return spread(q, question.Nothing, againEither)
	case says(near, "from between") && says(before, "to and") || says(near, "to until till"):
		return spread(q, question.Nothing, againEither)
	case s.isJoined(q.Subject.From, q.Subject.To):
		return spread(q, question.Also, againJoined)
	}
	return spread(q, question.Nothing, againUnsure)
}

// around are the words of the text before a piece of it and behind it.
func (s *scene) around(from, to int) (before, after []token) {
	for _, t := range s.request {
		switch {
		case t.end <= from:
			before = append(before, t)
		case t.start >= to:
			after = append(after, t)
		}
	}
	return before, after
}

// isJoined reports whether a word or a mark that joins stands beside a piece of
// the text.
func (s *scene) isJoined(from, to int) bool {
	runes := s.runes()
	if from > to || to > len(runes) {
		return false
	}
	joins := func(side string) bool { return strings.ContainsAny(side, ",;&+") }
	before, after := strings.Fields(string(runes[:from])), strings.Fields(string(runes[to:]))
	if n := len(before); n > 0 && (joins(before[n-1]) || joinsTwo(before[max(0, n-againReach):])) {
		return true
	}
	return len(after) > 0 && (joins(after[0]) || joinsTwo(after[:min(2, len(after))])) || strings.HasPrefix(string(runes[to:]), ",")
}

func joinsTwo(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return listed("and & + n nd adn plus also too well")[strings.ToLower(strings.Trim(w, ".,;!?"))]
	})
}

// Which step words speak of.
const (
	refSays    = 0.9  // the nearest that says the noun
	refDoes    = 0.8  // the nearest whose verb the noun is made of
	refNearest = 0.75 // the nearest, and nothing tells
)

// refers answers which of the steps before it a step speaks of.
func (s *scene) refers(q question.Question) question.Answer {
	noun := meant(s.tokens(q.About.Words))
	if at := picked(noun, len(q.Options)); at >= 0 {
		return spread(q, q.Options[at].Key, refSays)
	}
	for _, how := range []struct {
		fits func(a, b token) bool
		p    float64
	}{{sameStem, refSays}, {sameRoot, refDoes}} {
		for i := len(q.Options) - 1; i >= 0; i-- {
			if fits(noun, s.tokens(q.Options[i].Text.What), how.fits) {
				return spread(q, q.Options[i].Key, how.p)
			}
		}
	}
	if len(q.Options) == 0 {
		return unsaid(q)
	}
	return spread(q, q.Options[len(q.Options)-1].Key, refNearest)
}

// meant are the words of a reference that name something.
func meant(all []token) []token {
	return slices.DeleteFunc(slices.Clone(all), func(t token) bool { return t.typed || t.is(function) })
}

func fits(noun, step []token, fit func(a, b token) bool) bool {
	return some(noun, func(n token) bool { return some(step, func(t token) bool { return !t.typed && fit(n, t) }) })
}

func sameStem(a, b token) bool { return a.stem == b.stem }

// rootLetters are how many letters a noun has in common with its verb:
// calculation, calculate.
const rootLetters = 5

func sameRoot(a, b token) bool {
	return len(a.fold) >= rootLetters && len(b.fold) >= rootLetters && a.fold[:rootLetters] == b.fold[:rootLetters]
}

// picked is the step a number word picks; -1 for none.
func picked(noun []token, n int) int {
	for i, words := range []string{"first former 1st", "second 2nd", "third 3rd", "fourth 4th"} {
		if i < n && some(noun, func(t token) bool { return isWord(t, words) }) {
			return i
		}
	}
	if some(noun, func(t token) bool { return isWord(t, "last latter") }) {
		return n - 1
	}
	return -1
}
