package local

import (
	"slices"
	"strings"

	"sinew/decide/question"
)

// The second view looks at other things than the first: at the examples that
// state a key, and at the letters of the key itself. It does not read the
// meanings.
const (
	tellsEnough = 1.5 // the weight of words that makes the examples' verdict whole
	timesCount  = 2   // how many examples of a word count: said twice, it is hardly by chance
	nearLetters = 0.6 // the part of their letter groups two spellings must share
	groupLength = 3   // letters in a group
	widest      = 3   // words of the request that may spell one key
)

// view answers a listed argument's second question.
func (s *scene) view(q question.Question) question.Answer {
	all := choices(q)
	held := s.byExamples(all, s.ownWords(q.Subject.Reflex, q.About.Ask))
	if s.letters == nil {
		s.letters = newSpelling(s.request)
	}
	for i, o := range all {
		held[i] = max(held[i], s.letters.holds(o.Key))
	}
	return fromHeld(q, held)
}

// byExamples weighs the words of the request that stand in the examples of one
// key and of no other. A word the reflex says whatever the value is counts only
// where the key's own text says it too.
func (s *scene) byExamples(all []question.Option, own map[string]bool) []float64 {
	keys := s.exampleKeys(all)
	held, total := make([]float64, len(all)), 0.0
	for i, o := range all {
		said := s.saidBy(o, own)
		seen := map[string]bool{}
		for _, t := range s.request {
			if keys[t.stem] == 1 && !seen[t.stem] {
				held[i] += weight(t) * float64(min(said[t.stem], timesCount))
			}
			seen[t.stem] = true
		}
		total += held[i]
	}
	for i := range held {
		held[i] *= ratio(1, total) * min(1, total/tellsEnough)
	}
	return held
}

// saidBy is how many of a key's examples say each word.
func (s *scene) saidBy(o question.Option, own map[string]bool) map[string]int {
	mine := map[string]bool{}
	for _, t := range slices.Concat(s.key(o.Key), s.tokens(o.Text.What)) {
		mine[t.stem] = true
	}
	said := map[string]int{}
	for _, e := range o.Text.Examples {
		once := map[string]bool{}
		for _, t := range s.tokens(e) {
			if !once[t.stem] && (mine[t.stem] || !own[t.stem]) {
				once[t.stem] = true
				said[t.stem]++
			}
		}
	}
	return said
}

// A spelling is the request's runs of one to three words, each without what
// joins them, with its groups of letters.
type spelling []spelled

type spelled struct {
	letters string
	groups  map[string]bool // nil until a key begins like it
}

func newSpelling(request []token) spelling {
	var all spelling
	for i := range request {
		run := ""
		for n := 0; n < widest && i+n < len(request) && !request[i+n].typed; n++ {
			run += request[i+n].fold
			all = append(all, spelled{letters: run})
		}
	}
	return all
}

func groups(s string) map[string]bool {
	runes := []rune("^" + s + "$")
	all := make(map[string]bool, len(runes))
	for i := 0; i+groupLength <= len(runes); i++ {
		all[string(runes[i:i+groupLength])] = true
	}
	return all
}

// holds is the part of its letter groups a key shares with the run of words
// nearest to it, 0 when that is too little.
func (all spelling) holds(key string) float64 {
	letters := strings.ReplaceAll(joins.Replace(strings.ToLower(key)), " ", "")
	if letters == "" {
		return 0
	}
	mine, best := groups(letters), 0.0
	for i := range all {
		run := &all[i]
		if run.letters[0] != letters[0] || len(run.letters) > 2*len(letters) || len(letters) > 2*len(run.letters) {
			continue
		}
		if run.groups == nil {
			run.groups = groups(run.letters)
		}
		best = max(best, share(mine, run.groups))
	}
	if best < nearLetters {
		return 0
	}
	return best
}

// share is the part of all groups that two spellings share.
func share(a, b map[string]bool) float64 {
	both := 0
	for g := range a {
		if b[g] {
			both++
		}
	}
	return float64(2*both) / float64(len(a)+len(b))
}
