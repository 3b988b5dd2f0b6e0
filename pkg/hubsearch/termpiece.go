package hubsearch

import (
	"bytes"
	"encoding/hex"
	"errors"
	"maps"
	"slices"

	"sinew/pkg/text"
)

// Key is the key of the piece that holds a term: its first two characters, as
// hexadecimal UTF-8. It is a file's name everywhere.
func Key(term string) string { return hex.EncodeToString([]byte(text.First(term, 2))) }

// A TermPiece is the terms of one key, each with its documents, in their order.
// It is for one goroutine.
type TermPiece struct {
	Key   string
	Terms map[string][]Posting
}

// Set has a term of the piece's key be in a document with a weight; 0 takes it
// out.
func (p *TermPiece) Set(term string, doc, weight int) {
	list := p.Terms[term]
	at, found := slices.BinarySearchFunc(list, doc, func(one Posting, doc int) int { return one.Doc - doc })
	switch {
	case weight == 0 && found:
		list = slices.Delete(list, at, at+1)
	case weight != 0 && found:
		list[at].Weight = weight
	case weight != 0:
		list = slices.Insert(list, at, Posting{Doc: doc, Weight: weight})
	}
	p.keep(term, list)
}

func (p *TermPiece) keep(term string, list []Posting) {
	if p.Terms == nil {
		p.Terms = map[string][]Posting{}
	}
	if p.Terms[term] = list; len(list) == 0 {
		delete(p.Terms, term)
	}
}

// Encode is the piece as its script; the same piece is the same bytes.
func (p TermPiece) Encode() []byte {
	flat := map[string][]int{} // which JSON writes by its keys' order
	for term, list := range p.Terms {
		for _, one := range list {
			flat[term] = append(flat[term], one.Doc, one.Weight)
		}
	}
	return script("terms", p.Key, flat)
}

// ParseTermPiece reads what Encode wrote. The error is one clean line.
func ParseTermPiece(data []byte) (TermPiece, error) {
	p := TermPiece{Terms: map[string][]Posting{}}
	var flat map[string][]int
	if err := parseScript(data, "terms", &p.Key, &flat); err != nil {
		return TermPiece{}, err
	}
	for term, numbers := range flat {
		list, err := parsePostings(numbers)
		if err != nil || Key(term) != p.Key {
			return TermPiece{}, errors.New("is no piece of terms: an entry is not in its form")
		}
		p.Terms[term] = list
	}
	return p, p.held(data)
}

// held refuses another spelling than Encode's.
func (p TermPiece) held(data []byte) error {
	if !bytes.Equal(p.Encode(), data) {
		return errors.New("is no piece of terms: it is not as it was written")
	}
	return nil
}

func parsePostings(numbers []int) ([]Posting, error) {
	if len(numbers) == 0 || len(numbers)%2 != 0 {
		return nil, errors.New("is no list of documents and weights")
	}
	list := make([]Posting, 0, len(numbers)/2)
	last := -1
	for pair := range slices.Chunk(numbers, 2) {
		if pair[0] <= last || pair[1] < 1 || pair[1] > maxWeight {
			return nil, errors.New("has documents out of order, or weights that are none")
		}
		last = pair[0]
		list = append(list, Posting{Doc: pair[0], Weight: pair[1]})
	}
	return list, nil
}

// Pieces are the pieces of terms of a whole index, by key.
func Pieces(entries []Entry) map[string]*TermPiece {
	pieces := map[string]*TermPiece{}
	for doc, e := range entries {
		AddTerms(pieces, doc, Terms(e))
	}
	return pieces
}

// AddTerms puts a document's terms into the pieces of their keys, which it
// makes where they are missing.
func AddTerms(pieces map[string]*TermPiece, doc int, terms map[string]int) {
	for _, term := range slices.Sorted(maps.Keys(terms)) {
		key := Key(term)
		if pieces[key] == nil {
			pieces[key] = &TermPiece{Key: key}
		}
		pieces[key].Set(term, doc, terms[term])
	}
}
