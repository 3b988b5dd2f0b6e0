package sentence

import (
	"slices"
	"strings"
)

// A Role is what a part is by its words alone.
type Role int

// The roles of a part.
const (
	Asks     Role = iota // it may ask for something
	Own                  // what the person will do themselves
	Courtesy             // a courtesy that opens with if
	Excluded             // what not to do
)

// An apart is a piece set apart by its words alone. It is cut at both ends.
type apart struct {
	start, end int
	role       Role
}

var (
	courtesies = []string{"if it's not too much trouble", "if it is not too much trouble", "if you don't mind",
		"if you do not mind", "if you would", "if possible", "if so"}
	heads = []string{"i need", "i want", "i'd like", "i would like", "i must", "we need", "we want", "we'd like",
		"we would like", "we must"}
)

func (s *Sentence) isCourtesy(at int) bool { return s.opens(at, courtesies) }

// setApart are the pieces set apart, left to right, none within another.
func (s *Sentence) setApart(places []Place) []apart {
	var all []apart
	for i := range s.all {
		if len(all) > 0 && s.all[i].start < all[len(all)-1].end || s.quoted(s.all[i].start) {
			continue
		}
		for _, find := range []func(int, []Place) (apart, bool){s.own, s.courtesy, s.contrast} {
			if one, ok := find(i, places); ok && !s.isAll(one) {
				all = append(all, one)
				break
			}
		}
	}
	return all
}

// isAll reports whether a piece is all there is.
func (s *Sentence) isAll(a apart) bool {
	return a.start == s.all[0].start && s.from(a.end) >= len(s.all)
}

// own is a clause at the i-th word that says what the person will do
// themselves: `before I forget`. A leading one ends at a mark.
func (s *Sentence) own(i int, _ []Place) (a apart, ok bool) {
	if said := s.all[i].fold; said != "before" && said != "after" || i+2 >= len(s.all) || !isMine(s.all[i+1].fold) {
		return a, false
	}
	end, marked := s.clauseEnd(i + 2)
	if i == 0 && (!marked || s.from(end) >= len(s.all)) {
		return a, false
	}
	return apart{s.all[i].start, end, Own}, true
}

func isMine(fold string) bool {
	subject, _, _ := strings.Cut(fold, "'")
	return subject == "i" || subject == "we"
}

// clauseEnd is where a clause ends that goes on at the i-th word: at a mark, a
// dash, or where the person says what they want.
func (s *Sentence) clauseEnd(i int) (end int, marked bool) {
	for ; i < len(s.all); i++ {
		switch {
		case isDash(s.all[i].raw), s.longest(i, heads) > 0:
			return s.trimmed(s.all[i].start), true
		case isMark(s.mark(i)):
			return s.all[i].coreEnd, true
		}
	}
	return s.trimmed(len(s.runes)), false
}

func isDash(raw string) bool { return raw == "-" || raw == "–" || raw == "—" }

// courtesy is a courtesy at the i-th word, at the head or the end of a part.
func (s *Sentence) courtesy(i int, places []Place) (a apart, ok bool) {
	n := s.longest(i, courtesies)
	if n == 0 {
		return a, false
	}
	a = apart{s.all[i].start, s.all[i+n-1].coreEnd, Courtesy}
	return a, s.heads(a.start, places) || s.ends(a.end, places)
}

// heads reports whether a part may begin at a code point.
func (s *Sentence) heads(at int, places []Place) bool {
	return at == s.all[0].start || slices.ContainsFunc(places, func(p Place) bool { return p.End == at })
}

func (s *Sentence) ends(at int, places []Place) bool {
	return s.from(at) >= len(s.all) || slices.ContainsFunc(places, func(p Place) bool { return p.Start == at })
}

// contrast is `not X` at the head of a clause, up to a comma, a colon or a but,
// with more words after it.
func (s *Sentence) contrast(i int, places []Place) (a apart, ok bool) {
	if s.says(i, "not") == 0 || s.longest(i, []string{"not only", "not just"}) > 0 || !s.heads(s.all[i].start, places) && !isMark(s.mark(i-1)) {
		return a, false
	}
	for j := i; j+1 < len(s.all); j++ {
		switch mark := s.mark(j); {
		case (mark == ',' || mark == ':') && j > i && !s.quoted(s.all[j].end-1):
			return apart{s.all[i].start, s.all[j].coreEnd, Excluded}, true
		case s.says(j+1, "but") > 0 && j+2 < len(s.all) && j > i:
			return apart{s.all[i].start, s.all[j].coreEnd, Excluded}, true
		}
	}
	return a, false
}

// around are the places with one, cut for sure, at each end of what is set
// apart, and none within.
func (s *Sentence) around(places []Place) []Place {
	for _, a := range s.aparts {
		places = slices.DeleteFunc(places, func(p Place) bool { return p.Start < a.end && p.End > a.start })
		if a.start > s.all[0].start {
			places = parted(places, Place{Start: s.endBefore(a.start), End: a.start})
		}
		if next := s.from(a.end); next < len(s.all) {
			for isDash(s.all[next].raw) && next+1 < len(s.all) {
				next++
			}
			places = parted(places, Place{Start: a.end, End: s.all[next].start})
		}
	}
	return untouching(places)
}

// untouching are places of which none touches the next.
func untouching(places []Place) []Place {
	var all []Place
	for _, p := range places {
		last := len(all) - 1
		if last < 0 || all[last].End < p.Start {
			all = append(all, p)
			continue
		}
		one := joined(all[last], p)
		one.Sure, one.Apart = all[last].Sure || p.Sure, all[last].Apart || p.Apart
		all[last] = one
	}
	return all
}

// endBefore is where the words before a code point end, without their mark.
func (s *Sentence) endBefore(at int) int {
	end := s.trimmed(at)
	for end > 1 && strings.ContainsRune(",;:–—-", s.runes[end-1]) {
		end = s.trimmed(end - 1)
	}
	return end
}

// parted makes a place sure: one that is there, or else a new one.
func parted(places []Place, at Place) []Place {
	for i := range places {
		if places[i].Start == at.Start || places[i].End == at.End {
			places[i].Sure, places[i].Apart = true, true
			return places
		}
	}
	at.Sure, at.Apart = true, true
	places = append(places, at)
	slices.SortFunc(places, func(a, b Place) int { return a.Start - b.Start })
	return places
}
