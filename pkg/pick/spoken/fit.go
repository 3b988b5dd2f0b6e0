package spoken

import (
	"slices"
	"strings"
)

// A fitted is a code that signs spell, as the examples write one. It is guessed
// where the signs could as well be the start of another.
type fitted struct {
	typed       string
	shape       Shape
	guessed     bool
	first, next int // pieces
}

// fits are the codes that all of the signs spell. misfit says that they would
// be one in another length.
func (c *speller) fits(signs []sign) (all []fitted, misfit bool) {
	for _, p := range c.patterns {
		part := c.without(p, signs)
		if len(part) < 2 {
			continue
		}
		first := part[0].piece
		if c.isVersionLetter(p, signs) {
			first = signs[0].piece
		}
		f := c.try(p, part)
		misfit = misfit || f.misfit
		for _, one := range f.found {
			one.first, one.next = first, part[len(part)-1].next
			all = append(all, c.inCase(one, signs))
		}
	}
	return all, misfit
}

// try holds signs against a pattern. The letter before a version that is said
// without it is guessed.
func (c *speller) try(p pattern, signs []sign) *fit {
	f := &fit{pattern: p, signs: signs, version: p.isVersion(), steps: mostSteps}
	if p.groups == nil {
		f.serial(0, "")
		return f
	}
	if !f.version || !p.groups[0].letters || signs[0].kind != figures {
		f.from(0, 0, 0)
		return f
	}
	f.signs = append([]sign{{kind: letters, text: c.versionLetter(), said: true}}, signs...)
	f.from(0, 0, 0)
	for i := range f.found {
		f.found[i].guessed = true
	}
	return f
}

// without leaves out what stands before a code and is said with it: the v of a
// version, a count before letters.
func (c *speller) without(p pattern, signs []sign) []sign {
	if c.isVersionLetter(p, signs) {
		return signs[1:]
	}
	if p.groups != nil && p.groups[0].letters && !p.isVersion() {
		for len(signs) > 0 && signs[0].kind == figures && signs[0].other == "" {
			signs = signs[1:]
		}
	}
	return signs
}

// versionLetter is the letter that examples begin with.
func (c *speller) versionLetter() string {
	for _, p := range c.prefixes {
		if len(p) == 1 {
			return p
		}
	}
	return ""
}

func (c *speller) isVersionLetter(p pattern, signs []sign) bool {
	return p.groups != nil && !p.groups[0].letters && len(signs) > 0 && c.at(signs[0].piece).lower == "v"
}

// inCase gives a code the case that the examples share. Where they share none
// it is as typed, and a letter said is as those typed.
func (c *speller) inCase(f fitted, signs []sign) fitted {
	typed := f.typed
	hasLetters := strings.ContainsFunc(typed, func(r rune) bool { return isLetter(byte(r)) })
	switch {
	case c.letters == upperCase, c.letters == anyCase && typedCase(signs) == upperCase:
		f.typed = strings.ToUpper(typed)
	case c.letters == lowerCase:
		f.typed = strings.ToLower(typed)
	}
	switch {
	case hasLetters && c.letters == anyCase:
		f.shape = Open
	case f.typed != typed:
		f.shape = weaker(f.shape, Completed)
	}
	return f
}

// typedCase is the case of the letters typed.
func typedCase(signs []sign) letterCase {
	c := noCase
	for _, one := range signs {
		if one.kind == letters {
			c = c.with(one.text)
		}
	}
	return c
}

// mostSteps and mostFound bound the ways that are tried.
const (
	mostSteps = 4000
	mostFound = 8
)

// A fit holds signs against one pattern.
type fit struct {
	pattern
	signs   []sign
	version bool
	steps   int
	found   []fitted
	misfit  bool
	in      [longestCode + 1]int    // the group that each sign is tried in
	as      [longestCode + 1]string // what it is tried as
}

// A filled is a group that holds signs.
type filled struct {
	text   string
	signs  int
	byTwos bool // some of the signs are figures by twos
	marked bool // the mark before it was said
}

// from tries what is left from sign k on, where group g holds size letters or
// figures so far.
func (f *fit) from(k, g, size int) {
	f.steps--
	if f.steps < 0 || len(f.found) > mostFound {
		return
	}
	if k == len(f.signs) {
		if g == len(f.groups)-1 && size > 0 {
			f.accept()
		}
		return
	}
	one := f.signs[k]
	if one.kind == mark {
		if size > 0 && g+1 < len(f.groups) && f.groups[g+1].mark == one.text {
			f.in[k] = g + 1
			f.from(k+1, g+1, 0)
		}
		return
	}
	f.put(k, g, size, one.kind == letters, one.text)
	if one.other != "" {
		f.put(k, g, size, one.kind != letters, one.other)
	}
}

// put puts sign k into group g, and into the one after it.
func (f *fit) put(k, g, size int, isLetters bool, text string) {
	if f.groups[g].letters == isLetters {
		f.in[k], f.as[k] = g, text
		f.from(k+1, g, size+len(text))
	}
	if size > 0 && g+1 < len(f.groups) && f.groups[g+1].letters == isLetters {
		f.in[k], f.as[k] = g+1, text
		f.from(k+1, g+1, len(text))
	}
}

// filled are the groups as the signs are tried in them.
func (f *fit) filled() []filled {
	done := make([]filled, len(f.groups))
	for k, one := range f.signs {
		l := &done[f.in[k]]
		if one.kind == mark {
			l.marked = true
			continue
		}
		l.text, l.signs, l.byTwos = l.text+f.as[k], l.signs+1, l.byTwos || one.pair || one.typed
	}
	return done
}

// accept takes the groups that all signs fill, when they are as long as in the
// examples. A version said with its points may be of any length.
func (f *fit) accept() {
	found := fitted{shape: Whole}
	known, pointed := true, true
	for i, l := range f.filled() {
		known = known && slices.Contains(f.sizes[i], len(l.text))
		pointed = pointed && (f.groups[i].mark == "" || l.marked)
		f.settle(&found, i, l)
		found.typed += f.groups[i].mark + l.text
	}
	switch {
	case known:
		f.found = append(f.found, found)
	case f.version && pointed:
		found.shape = Open
		f.found = append(f.found, found)
	default:
		f.misfit = true
	}
}

// settle takes into account how group i was said.
func (f *fit) settle(found *fitted, i int, l filled) {
	g := f.groups[i]
	if g.mark != "" && !l.marked {
		found.shape = weaker(found.shape, Completed)
		found.guessed = found.guessed || f.groups[i-1].letters == g.letters
	}
	if l.byTwos && !f.version && (l.signs > 1 || !f.typedWhole(l)) {
		found.guessed = found.guessed || len(f.sizes[i]) > 1
		found.shape = weaker(found.shape, f.byTwosShape(l))
	}
}

// byTwosShape is open where figures by twos could have been cut otherwise.
func (f *fit) byTwosShape(l filled) Shape {
	if l.signs > 1 {
		return Open
	}
	return Whole
}

// typedWhole reports whether a group stands in the text as it is typed.
func (f *fit) typedWhole(l filled) bool {
	return slices.ContainsFunc(f.signs, func(one sign) bool { return one.typed && one.text == l.text })
}

// serial tries what the signs from k on spell after typed.
func (f *fit) serial(k int, typed string) {
	f.steps--
	if f.steps < 0 || len(f.found) > mostFound {
		return
	}
	if k == len(f.signs) {
		f.acceptSerial(typed)
		return
	}
	one := f.signs[k]
	if one.kind == mark {
		return
	}
	f.serial(k+1, typed+one.text)
	if one.other != "" {
		f.serial(k+1, typed+one.other)
	}
}

func (f *fit) acceptSerial(typed string) {
	if only(typed, isFigure) || only(typed, isLetter) {
		return
	}
	if !slices.Contains(f.sizes[0], len(typed)) {
		f.misfit = true
		return
	}
	f.found = append(f.found, fitted{typed: typed, shape: Open})
}
