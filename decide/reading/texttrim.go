package reading

import "strings"

// trimText is a text's run without what stands around the text itself: the
// reflex's name as an address, a word that introduces the text, and courtesy
// behind it. A word always stays.
func (s sentence) trimText(reflex string, x run) run {
	x.a = s.afterName(reflex, x)
	x.a = s.afterIntroducing(x)
	for x.b > x.a && (s.isEnd(x.b) || s.isThanks(x.b)) {
		x.b--
	}
	return x
}

// afterName is where a text begins behind `note that`, `note:`, `note -` or
// `note to self`, where that is the reflex's name.
func (s sentence) afterName(reflex string, x run) int {
	if s.words[x.a].fold != strings.ToLower(reflex) {
		return x.a
	}
	next := x.a + 1
	switch {
	case s.said(next, x.b) == "that", s.said(next, x.b) == "this":
		next++
	case s.said(next, x.b) == "to" && s.said(next+1, x.b) == "self":
		next += 2
		if next <= x.b && s.isSign(next) {
			next++
		}
	case s.endsInSign(x.a):
	case next <= x.b && s.isSign(next):
		next++
	default:
		return x.a
	}
	if next > x.b {
		return x.a
	}
	return next
}

// said is a word in lower case, "" behind the last.
func (s sentence) said(i, last int) string {
	if i > last {
		return ""
	}
	return s.words[i].fold
}

// signs stand between a name and what it is told.
const signs = "-–—:"

func (s sentence) isSign(i int) bool {
	w := s.words[i]
	return w.core == "" && w.end-w.start == 1 && s.endsInSign(i)
}

func (s sentence) endsInSign(i int) bool {
	return strings.ContainsRune(signs, s.runes[s.words[i].end-1])
}

// afterIntroducing is where a text begins behind the first word that introduces
// it, with the function words before that.
func (s sentence) afterIntroducing(x run) int {
	for i := x.a; i < x.b; i++ {
		switch fold := s.words[i].fold; {
		case introducing.has(fold):
			return i + 1
		case !function.has(fold):
			return x.a
		}
	}
	return x.a
}

// isEnd reports whether a word is nothing but the marks that end a text.
func (s sentence) isEnd(i int) bool {
	w := s.words[i]
	for _, r := range s.runes[w.start:w.end] {
		if !endMark(r) {
			return false
		}
	}
	return true
}

// isThanks reports whether a word is courtesy; `you` is, behind `thank`.
func (s sentence) isThanks(i int) bool {
	fold := s.words[i].fold
	if fold == "you" {
		return i > 0 && s.words[i-1].fold == "thank"
	}
	return courtesy.has(fold)
}
