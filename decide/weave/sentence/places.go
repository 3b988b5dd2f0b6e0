package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sinew/pkg/pick"
)

// The words that may part two things. Those of the first list say that what
// follows comes after.
var (
	thens = []string{"and then", "and after that", "and afterwards", "and afterward", "and next", "then", "after that",
		"afterwards", "afterward", "after which", "next"}
	ands = []string{"and also", "and meanwhile", "and in the meantime", "and at the same time", "meanwhile",
		"in the meantime", "at the same time", "and", "but", "plus", "as well as", "also"}
	signs      = []string{"+", "&", "n", "nd", "adn"}
	negations  = []string{"not", "don't", "dont", "do not", "never", "without", "nor"}
	conditions = []string{"if", "unless", "in case"}
)

// places are the places outside quotes, left to right. Two that touch are one,
// and none stands at the very start or end.
func (s *Sentence) places() []Place {
	var all []Place
	for i := 0; i < len(s.all); {
		p, n, ok := s.placeAt(i)
		if !ok {
			i++
			continue
		}
		if i += n; p.Start <= s.all[0].start || i >= len(s.all) {
			continue
		}
		if p.End = s.all[i].start; len(all) > 0 && all[len(all)-1].End >= p.Start {
			all[len(all)-1] = joined(all[len(all)-1], p)
		} else {
			all = append(all, p)
		}
	}
	for i := range all {
		all[i].Sure = s.sure(all[i].End)
	}
	return all
}

func joined(a, b Place) Place {
	join := strings.TrimSpace(a.Join + " " + b.Join)
	return Place{Start: a.Start, End: b.End, Join: join, Then: a.Then || b.Then, And: a.And || b.And}
}

// sure reports whether what follows says what not to do, or on what condition.
func (s *Sentence) sure(at int) bool {
	return s.opens(at, negations) || s.opens(at, conditions) && !s.isCourtesy(at)
}

// placeAt is the place whose words are the i-th and the next ones, or the mark
// the i-th word ends with, and how many words it takes.
func (s *Sentence) placeAt(i int) (p Place, n int, ok bool) {
	if s.quoted(s.all[i].coreStart) { // a mark behind the quotes may join
		return s.markAt(i)
	}
	if n := s.longest(i, thens); n > 0 && s.bare(i, n) {
		p := s.joint(i, n)
		p.Then = true
		return p, n, true
	}
	if n := s.longest(i, ands); n > 0 && s.bare(i, n) {
		p := s.joint(i, n)
		p.And = true
		return p, n, true
	}
	if s.isSign(i) {
		p := s.joint(i, 1)
		p.Sign = true
		return p, 1, true
	}
	return s.markAt(i)
}

// bare reports whether words carry no mark but a comma behind them.
func (s *Sentence) bare(i, n int) bool {
	last := s.all[i+n-1]
	return s.all[i].coreStart == s.all[i].start && (last.coreEnd == last.end || string(s.runes[last.coreEnd:last.end]) == ",")
}

// joint is the place of n words, with the comma or semicolon before them.
func (s *Sentence) joint(i, n int) Place {
	first, last := s.all[i], s.all[i+n-1]
	start := s.trimmed(first.start)
	if start > 0 && strings.ContainsRune(",;", s.runes[start-1]) {
		start = s.trimmed(start - 1)
	}
	return Place{Start: start, Join: string(s.runes[first.start:last.coreEnd0()])}
}

// coreEnd0 is where a word's core ends, or the word itself where it is a mark.
func (w word) coreEnd0() int {
	if w.coreStart == w.coreEnd {
		return w.end
	}
	return w.coreEnd
}

// markAt is the place of a comma or a semicolon that ends the i-th word.
func (s *Sentence) markAt(i int) (p Place, n int, ok bool) {
	end := s.all[i].end
	mark := s.runes[end-1]
	if mark != ',' && mark != ';' || s.quoted(end-1) {
		return p, 0, false
	}
	return Place{Start: s.trimmed(end - 1), Join: string(mark)}, 1, true
}

// isSign reports whether the i-th word is a sign typed for and, alone between
// two words.
func (s *Sentence) isSign(i int) bool {
	if i == 0 || i+1 >= len(s.all) || !isOne(strings.ToLower(s.all[i].raw), signs) {
		return false
	}
	before, after := s.all[i-1], s.all[i+1]
	if isMark(s.mark(i-1)) || !isWord(before) || !isWord(after) {
		return false
	}
	return !s.capital(before) || !s.capital(after)
}

func isOne(s string, of []string) bool {
	for _, one := range of {
		if s == one {
			return true
		}
	}
	return false
}

// isWord reports whether a word is more than one character, and no number.
func isWord(w word) bool {
	_, number := pick.Whole(w.fold, pick.Number)
	return utf8.RuneCountInString(w.fold) > 1 && !number
}

func (s *Sentence) capital(w word) bool { return unicode.IsUpper(s.runes[w.coreStart]) }
