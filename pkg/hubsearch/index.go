package hubsearch

import (
	"slices"
	"strings"
)

// An Index answers queries over entries. It is not changed once it is made, and
// may be used by several goroutines.
type Index struct {
	terms    []string // in byte order
	postings map[string][]Posting
}

// NewIndex is the index of entries by document number.
func NewIndex(entries []Entry) *Index {
	x := &Index{postings: map[string][]Posting{}}
	for doc, e := range entries {
		for term, weight := range Terms(e) {
			x.postings[term] = append(x.postings[term], Posting{Doc: doc, Weight: weight})
		}
	}
	for term := range x.postings {
		x.terms = append(x.terms, term)
	}
	slices.Sort(x.terms)
	return x
}

// Search is the documents that match a query, the best first, at most so many.
func (x *Index) Search(query string, most int) []Hit {
	r := ranking{}
	for _, word := range queryWords(query) {
		r.add(word, x.matching(word))
	}
	return r.hits(most)
}

func (x *Index) matching(word string) map[string][]Posting {
	found := map[string][]Posting{}
	at, _ := slices.BinarySearch(x.terms, word)
	for _, term := range x.terms[at:] {
		if !strings.HasPrefix(term, word) {
			break
		}
		if matched, _ := matches(word, term); matched {
			found[term] = x.postings[term]
		}
	}
	return found
}

// A Scan answers one query over entries that are seen one after the other, and
// remembers only what matches. It is for one goroutine.
type Scan struct {
	words    []string
	postings []map[string][]Posting // by word
}

// NewScan is a scan for a query.
func NewScan(query string) *Scan {
	s := &Scan{words: queryWords(query)}
	for range s.words {
		s.postings = append(s.postings, map[string][]Posting{})
	}
	return s
}

// Words are the query's words, as they are looked for. None: nothing is found.
func (s *Scan) Words() []string { return slices.Clone(s.words) }

// Add looks at the entry of a document, and reports whether it matches.
func (s *Scan) Add(doc int, e Entry) (found bool) {
	for term, weight := range Terms(e) {
		for n, word := range s.words {
			if matched, _ := matches(word, term); matched {
				s.postings[n][term] = append(s.postings[n][term], Posting{Doc: doc, Weight: weight})
				found = true
			}
		}
	}
	return found
}

// Merge has s remember what a scan for the same query did, of other documents.
func (s *Scan) Merge(other *Scan) {
	for n, found := range other.postings {
		for term, list := range found {
			s.postings[n][term] = append(s.postings[n][term], list...)
		}
	}
}

// Best is what Index.Search of the same entries is.
func (s *Scan) Best(most int) []Hit {
	r := ranking{}
	for n, word := range s.words {
		r.add(word, s.postings[n])
	}
	return r.hits(most)
}
