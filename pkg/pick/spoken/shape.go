package spoken

import (
	"slices"
	"strings"
)

// A group is the letters or the figures that stand together in a code, and the
// mark before them.
type group struct {
	letters bool
	mark    string
}

// A pattern is how codes are written: their groups, and how long each is in
// the examples written so. Without groups it is a serial: letters and figures
// in any order, as long as the examples are.
type pattern struct {
	groups []group
	sizes  [][]int // by group; of a serial, the one list of lengths
}

// A letterCase is how the letters of the examples are written.
type letterCase int

const (
	noCase letterCase = iota
	upperCase
	lowerCase
	anyCase
)

// patterns are those of the examples that are codes, and the case all share.
func patterns(examples []string) (all []pattern, letters letterCase) {
	for _, e := range examples {
		groups, sizes, ok := groupsOf(e)
		if !ok {
			continue
		}
		all, letters = addPattern(all, groups, sizes), letters.with(e)
	}
	return asSerials(all), letters
}

// marks are those that stand in a code.
const marks = ".-_/:"

// groupsOf cuts a code. A text without figures, figures alone, and what has a
// mark at an end or two together, are none.
func groupsOf(code string) (groups []group, sizes []int, ok bool) {
	before, figure := "", false
	for i := range len(code) {
		letter := isLetter(code[i])
		if !letter && !isFigure(code[i]) {
			if before != "" || i == 0 || strings.IndexByte(marks, code[i]) < 0 {
				return nil, nil, false
			}
			before = code[i : i+1]
			continue
		}
		if before != "" || i == 0 || groups[len(groups)-1].letters != letter {
			groups, sizes = append(groups, group{letter, before}), append(sizes, 0)
		}
		before, figure = "", figure || !letter
		sizes[len(sizes)-1]++
	}
	return groups, sizes, before == "" && figure && (len(groups) > 1 || groups[0].letters)
}

func addPattern(all []pattern, groups []group, sizes []int) []pattern {
	at := slices.IndexFunc(all, func(p pattern) bool { return slices.Equal(p.groups, groups) })
	if at < 0 {
		at, all = len(all), append(all, pattern{groups: groups, sizes: make([][]int, len(groups))})
	}
	for i, n := range sizes {
		if !slices.Contains(all[at].sizes[i], n) {
			all[at].sizes[i] = append(all[at].sizes[i], n)
		}
	}
	return all
}

// mostTurns is how often letters and figures take turns in a code that is no
// serial.
const mostTurns = 3

// asSerials takes codes without a mark for serials where letters and figures
// take many turns in them, or take other turns in each.
func asSerials(all []pattern) []pattern {
	bare := 0
	for _, p := range all {
		if p.bare() {
			bare++
		}
	}
	var kept []pattern
	serial := pattern{}
	for _, p := range all {
		if !p.bare() || bare == 1 && len(p.groups) <= mostTurns {
			kept = append(kept, p)
		} else {
			serial.addLengths(p)
		}
	}
	if serial.sizes != nil {
		kept = append(kept, serial)
	}
	return kept
}

// bare reports whether no mark stands in a code.
func (p pattern) bare() bool {
	return !slices.ContainsFunc(p.groups, func(g group) bool { return g.mark != "" })
}

// addLengths adds the lengths that codes of another pattern may have: sums of
// the sizes of its groups.
func (p *pattern) addLengths(other pattern) {
	sums := []int{0}
	for _, sizes := range other.sizes {
		sums = sumsOf(sums, sizes)
	}
	if p.sizes == nil {
		p.sizes = [][]int{nil}
	}
	p.sizes[0] = append(p.sizes[0], sums...)
}

// sumsOf are the sums of one of a and one of b, each once.
func sumsOf(a, b []int) []int {
	var sums []int
	for _, n := range a {
		for _, m := range b {
			if !slices.Contains(sums, n+m) {
				sums = append(sums, n+m)
			}
		}
	}
	return sums
}

// with is the case of letters seen so far and of one more code's.
func (c letterCase) with(code string) letterCase {
	for i := range len(code) {
		if !isLetter(code[i]) {
			continue
		}
		one := lowerCase
		if code[i] < 'a' {
			one = upperCase
		}
		if c == noCase {
			c = one
		} else if c != one {
			c = anyCase
		}
	}
	return c
}

// isVersion reports whether a code is figures between full stops, each group a
// number of any length.
func (p pattern) isVersion() bool {
	if p.groups == nil {
		return false
	}
	for i, g := range p.groups {
		if g.letters && (i > 0 || p.sizes[0][0] != 1) || i > 0 && g.mark != "." && !p.groups[i-1].letters {
			return false
		}
	}
	return len(p.groups) > 1 && !p.bare()
}

// shortest is the length of the shortest code, without its marks.
func (p pattern) shortest() int {
	n := 0
	for _, sizes := range p.sizes {
		n += slices.Min(sizes)
	}
	return n
}
