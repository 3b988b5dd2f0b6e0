package reading

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sinew/decide/question"
)

// A listing is a list of keys as words are compared with them, laid out once
// for all texts. It is for one goroutine.
type listing struct {
	list  []question.Option
	keys  []keyed
	known [][]tell // the words of each key's meaning that no other meaning holds; nil before they are needed
}

// A keyed is one key of a list, in lower case.
type keyed struct {
	spelled
	bare, joined string
	stem         string
	within       int // how many slips away a word may be; -1 before it is needed
}

func newListing(list []question.Option) *listing {
	l := &listing{list: list, keys: make([]keyed, len(list))}
	for i, o := range list {
		lower := strings.ToLower(o.Key)
		l.keys[i] = keyed{spelled: spell(lower), bare: bare(o.Key), joined: joined(o.Key), stem: stem(lower), within: -1}
	}
	return l
}

// radius is how many slips away from a key a word may be.
func (l *listing) radius(at int) int {
	key := &l.keys[at]
	if key.within < 0 {
		key.within = l.reach(at)
	}
	return key.within
}

func (l *listing) reach(at int) int {
	radius := farthest
	switch n := l.keys[at].runes; {
	case n <= 3:
		return 0
	case n <= 7:
		radius = 1
	}
	for i := range l.keys {
		if i == at {
			continue
		}
		if slips, ok := l.keys[at].near(l.keys[i].spelled, 2*radius); ok {
			radius = min(radius, (slips-1)/2)
		}
	}
	return max(radius, 0)
}

// A tell is a word of a meaning that tells its key from the others.
type tell struct {
	spelled
	stem string
}

func (m tell) isNear(w *token) bool {
	if w.fold == m.word || w.stem == m.stem {
		return true
	}
	if w.as.runes < 6 || m.runes < 6 {
		return false
	}
	_, ok := w.as.near(m.spelled, 1)
	return ok
}

// tells are, for each key, the words of its meaning whose stem no other key's
// meaning holds.
func (l *listing) tells() [][]tell {
	if l.known == nil {
		l.known = telling(l.list)
	}
	return l.known
}

func telling(list []question.Option) [][]tell {
	last := make(map[string]int, 4*len(list)) // the last key whose meaning holds a stem
	shared := map[string]bool{}
	tells := make([][]tell, len(list))
	for i, o := range list {
		tells[i] = meaningWords(o.Text.What)
		for _, m := range tells[i] {
			if at, held := last[m.stem]; held && at != i {
				shared[m.stem] = true
			}
			last[m.stem] = i
		}
	}
	for i := range tells {
		tells[i] = slices.DeleteFunc(tells[i], func(m tell) bool { return shared[m.stem] })
	}
	return tells
}

// meaningWords are the words of a meaning that say something.
func meaningWords(what string) []tell {
	var words []tell
	for w := range strings.FieldsFuncSeq(strings.ToLower(what), endsMeant) {
		if tellsSomething(w) {
			words = append(words, tell{spell(w), stem(w)})
		}
	}
	return words
}

func endsMeant(r rune) bool { return !isPart(r) && r != '-' && r != '\'' }

func tellsSomething(w string) bool {
	return utf8.RuneCountInString(w) > 3 && !function.has(w) && !kindOf.has(w)
}
