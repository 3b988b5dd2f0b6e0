package spoken

import "strings"

// A signKind is what a sign is of.
type signKind int

const (
	letters signKind = iota
	figures
	mark
)

// A sign is a piece of a spelled value: a letter, one figure or two, a mark, or
// what of them is typed together. Other is what it may be too: O and 0 are said
// alike.
type sign struct {
	kind  signKind
	text  string
	other string
	piece int  // the first piece of it
	next  int  // past its last piece
	said  bool // by a word for it
	pair  bool // two figures in one word
	typed bool // more than one character, as typed
	again bool // said as a double or a triple
}

// sign is the letter, figure or mark at i.
func (s *sentence) sign(i int) (sign, bool) {
	p := s.at(i)
	if n := repeats[p.lower]; n > 0 && s.at(i+1).joined {
		return s.repeated(i, n)
	}
	if m := markWords[p.lower]; m != "" {
		return sign{kind: mark, text: m, piece: i, next: i + 1, said: true}, true
	}
	if f := figureWords[p.lower]; f != "" {
		return s.figure(i, f), true
	}
	if ten, one, both := strings.Cut(p.lower, "-"); both && isTens(figureWords[ten]) && isUnit(figureWords[one]) {
		return sign{kind: figures, text: figureWords[ten][:1] + figureWords[one], piece: i, next: i + 1, said: true, pair: true}, true
	}
	return typedSign(p, i)
}

// figure is a word for figures; a ten takes the unit after it.
func (s *sentence) figure(i int, f string) sign {
	found := sign{kind: figures, text: f, piece: i, next: i + 1, said: true, pair: len(f) == 2}
	if one := figureWords[s.next(i+1).lower]; isTens(f) && isUnit(one) {
		found.text, found.next = f[:1]+one, i+2
	}
	if s.at(i).lower == "oh" {
		found.other = "o"
	}
	return found
}

func isTens(f string) bool { return len(f) == 2 && f[0] > '1' && f[1] == '0' }

func isUnit(f string) bool { return len(f) == 1 && f != "0" }

// repeated is a letter or a figure said once for several. The letter after u is
// none: a double u is a w.
func (s *sentence) repeated(i, n int) (sign, bool) {
	p := s.at(i + 1)
	if repeats[p.lower] > 0 || p.lower == "u" {
		return sign{}, false
	}
	one, ok := s.sign(i + 1)
	if !ok || one.kind == mark || len(one.text) > 1 {
		return sign{}, false
	}
	one.text, one.other = strings.Repeat(one.text, n), strings.Repeat(one.other, n)
	one.piece, one.said, one.again = i, true, true
	return one, true
}

// typedSign is a letter alone, or figures.
func typedSign(p piece, i int) (sign, bool) {
	found := sign{text: p.text, piece: i, next: i + 1, typed: len(p.text) > 1}
	switch {
	case p.text == "":
		return sign{}, false
	case only(p.text, isFigure):
		found.kind = figures
	case len(p.text) != 1 || !isLetter(p.text[0]):
		return sign{}, false
	}
	if p.lower == "o" {
		found.other = "0"
	}
	return found, true
}

func only(s string, fits func(byte) bool) bool {
	for i := range len(s) {
		if !fits(s[i]) {
			return false
		}
	}
	return s != ""
}

func isFigure(b byte) bool { return b >= '0' && b <= '9' }

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
