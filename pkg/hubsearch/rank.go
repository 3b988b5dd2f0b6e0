package hubsearch

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Posting is a document that a term is in, and its weight there.
type Posting struct{ Doc, Weight int }

// A Hit is a document that matches a query: how many of its words, and how
// well.
type Hit struct{ Doc, Matched, Score int }

// rarity is what a term in so many documents is worth.
func rarity(documents int) int { return max(1, 20-bits.Len(uint(documents))) }

// matches reports whether a word of a query matches a term, and whether they
// are equal.
func matches(word, term string) (matched, equal bool) {
	if word == term {
		return true, true
	}
	return strings.HasPrefix(term, word) && utf8.RuneCountInString(word) >= 2, false
}

// A ranking adds up what the words of a query match, one word after the other.
type ranking map[int]Hit

// add counts a word's matches: postings by term.
func (r ranking) add(word string, matched map[string][]Posting) {
	best := map[int]int{}
	for term, postings := range matched {
		rare := rarity(len(postings))
		_, equal := matches(word, term)
		for _, p := range postings {
			score := p.Weight * rare
			if !equal {
				score = score * 3 / 4
			}
			best[p.Doc] = max(best[p.Doc], score)
		}
	}
	for doc, score := range best {
		r[doc] = Hit{Doc: doc, Matched: r[doc].Matched + 1, Score: r[doc].Score + score}
	}
}

// hits are the best documents, at most so many.
func (r ranking) hits(most int) []Hit {
	all := make([]Hit, 0, len(r))
	for _, hit := range r {
		all = append(all, hit)
	}
	slices.SortFunc(all, func(a, b Hit) int {
		return cmp.Or(b.Matched-a.Matched, b.Score-a.Score, a.Doc-b.Doc)
	})
	return all[:min(most, len(all))]
}
