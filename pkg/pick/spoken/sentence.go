package spoken

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sinew/pkg/pick"
)

// A piece is what stands between white space, without the marks around it.
// Start and end are code points; joined says that white space alone parts it
// from the piece before it.
type piece struct {
	text, lower string
	start, end  int
	joined      bool
}

// A sentence is a text in NFC, cut into its pieces. Quoted pieces are left out.
type sentence struct {
	text   string
	pieces []piece
	found  []pick.Candidate
	looked bool
	bytes  []int // where each code point begins, once it is asked for
}

const (
	opening = `"'([{<“‘`
	ending  = `"')]}>”’.,;:!?…`
)

func newSentence(input string) *sentence {
	s := &sentence{text: norm.NFC.String(input)}
	s.pieces = make([]piece, 0, 1+strings.Count(s.text, " "))
	s.cut()
	if strings.ContainsAny(s.text, `"“‘`) {
		s.hideQuoted()
	}
	return s
}

func (s *sentence) cut() {
	at, joined, rest := 0, false, s.text
	for rest != "" {
		blank := len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsSpace))
		at, rest = at+utf8.RuneCountInString(rest[:blank]), rest[blank:]
		end := strings.IndexFunc(rest, unicode.IsSpace)
		if end < 0 {
			end = len(rest)
		}
		joined = s.add(rest[:end], at, joined)
		at, rest = at+utf8.RuneCountInString(rest[:end]), rest[end:]
	}
}

// add takes a piece that begins at a code point, and reports whether the next
// one may be joined to it.
func (s *sentence) add(whole string, at int, joined bool) bool {
	bare := strings.TrimLeft(whole, opening)
	at += utf8.RuneCountInString(whole[:len(whole)-len(bare)])
	joined = joined && len(bare) == len(whole)
	trimmed := strings.TrimRight(bare, ending)
	if trimmed == "" {
		return false
	}
	if !isHyphened(trimmed) {
		s.put(trimmed, at, joined)
		return len(trimmed) == len(bare)
	}
	for part := range strings.SplitSeq(trimmed, "-") {
		s.put(part, at, joined)
		at, joined = at+len(part)+1, true
	}
	return len(trimmed) == len(bare)
}

func (s *sentence) put(word string, at int, joined bool) {
	s.pieces = append(s.pieces, piece{word, strings.ToLower(word), at, at + utf8.RuneCountInString(word), joined})
}

// isHyphened reports whether hyphens bind words for figures: four-oh-seven. Two
// without an oh are a ten and its unit, or from one to the other.
func isHyphened(word string) bool {
	parts, oh := 1+strings.Count(word, "-"), false
	if parts == 1 {
		return false
	}
	for part := range strings.SplitSeq(word, "-") {
		if figureWords[strings.ToLower(part)] == "" {
			return false
		}
		oh = oh || strings.EqualFold(part, "oh")
	}
	return parts > 2 || oh
}

// hideQuoted leaves out the pieces that a quoted text holds.
func (s *sentence) hideQuoted() {
	kept, hidden, c := s.pieces[:0], false, 0
	candidates := s.candidates()
	for _, p := range s.pieces {
		for c < len(candidates) && (candidates[c].Value.Kind != pick.Quoted || candidates[c].Span.End <= p.start) {
			c++
		}
		if c < len(candidates) && candidates[c].Span.Start < p.end {
			hidden = true
			continue
		}
		p.joined = p.joined && !hidden
		hidden = false
		kept = append(kept, p)
	}
	s.pieces = kept
}

// candidates are the typed candidates of the text.
func (s *sentence) candidates() []pick.Candidate {
	if !s.looked {
		s.found, s.looked = pick.Find(s.text), true
	}
	return s.found
}

// at is the piece at i; past either end it is none.
func (s *sentence) at(i int) piece {
	if i < 0 || i >= len(s.pieces) {
		return piece{}
	}
	return s.pieces[i]
}

// next is the piece that is joined to the one before i; none where i opens
// anew.
func (s *sentence) next(i int) piece {
	if p := s.at(i); p.joined {
		return p
	}
	return piece{}
}

// before is the piece that i is joined to.
func (s *sentence) before(i int) piece {
	if s.at(i).joined {
		return s.at(i - 1)
	}
	return piece{}
}

// words are a set of words.
func words(list string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(list) {
		all[w] = true
	}
	return all
}

// pieceFrom is the first piece that begins at a code point or after it.
func (s *sentence) pieceFrom(start int) int {
	return sort.Search(len(s.pieces), func(i int) bool { return s.pieces[i].start >= start })
}

// slice is the code points from start to before end.
func (s *sentence) slice(start, end int) string {
	if s.bytes == nil {
		for i := range s.text {
			s.bytes = append(s.bytes, i)
		}
		s.bytes = append(s.bytes, len(s.text))
	}
	return s.text[s.bytes[start]:s.bytes[end]]
}
