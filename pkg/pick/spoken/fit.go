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
		f := &fit{pattern: p, signs: part, version: p.isVersion(), steps: mostSteps}
		unsaid := f.version && p.groups[0].letters && part[0].kind == figures && len(c.prefixes) > 0
		if unsaid {
			f.signs = append([]sign{{kind: letters, text: c.prefixes[0], said: true}}, part...)
		}
		if p.groups == nil {
			f.serial(0, "")
		} else if len(p.groups) <= longestCode {
			f.from(0, 0, 0, nil)
		}
		for _, one := range f.found {
			one.guessed = one.guessed || unsaid
			one.first, one.next = part[0].piece, part[len(part)-1].next
			if c.isVersionLetter(p, signs) {
				one.first = signs[0].piece
			}
			all = append(all, c.inCase(one, signs))
		}
		misfit = misfit || f.misfit
	}
	return all, misfit
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
}

// A filled is a group that holds signs.
type filled struct {
	text   string
	signs  int
	byTwos bool // some of the signs are figures by twos
	marked bool // the mark before it was said
}

// from tries what is left from sign k on, the last of it in group g. done are
// the groups so far, g's the last of them.
func (f *fit) from(k, g, size int, done []filled) {
	f.steps--
	if f.steps < 0 || len(f.found) > mostFound {
		return
	}
	if k == len(f.signs) {
		f.accept(done)
		return
	}
	one := f.signs[k]
	if one.kind == mark {
		if g+1 < len(f.groups) && size > 0 && f.groups[g+1].mark == one.text {
			f.from(k+1, g+1, 0, append(slices.Clip(done), filled{marked: true}))
		}
		return
	}
	f.put(k, g, size, done, one.kind == letters, one.text)
	if one.other != "" {
		f.put(k, g, size, done, one.kind != letters, one.other)
	}
}

// put puts sign k into group g, and into the one after it.
func (f *fit) put(k, g, size int, done []filled, isLetters bool, text string) {
	if f.groups[g].letters == isLetters {
		if len(done) == 0 {
			done = []filled{{}}
		}
		grown := slices.Clone(done)
		last := &grown[len(grown)-1]
		last.add(text, f.signs[k])
		f.from(k+1, g, size+len(text), grown)
	}
	if size > 0 && g+1 < len(f.groups) && f.groups[g+1].letters == isLetters {
		opened := filled{}
		opened.add(text, f.signs[k])
		f.from(k+1, g+1, len(text), append(slices.Clip(done), opened))
	}
}

func (l *filled) add(text string, one sign) {
	l.text, l.signs, l.byTwos = l.text+text, l.signs+1, l.byTwos || one.pair || one.typed
}

// accept takes the groups that all signs fill, when they are as long as in the
// examples. A version said with its points may be of any length.
func (f *fit) accept(done []filled) {
	if len(done) != len(f.groups) || done[len(done)-1].text == "" {
		return
	}
	found := fitted{shape: Whole}
	known, pointed := true, true
	for i, l := range done {
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
