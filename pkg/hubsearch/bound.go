package hubsearch

import (
	"strings"
	"unicode/utf8"

	"sinew/pkg/text"
)

// The bounds of an entry's texts. Even where each character is escaped, a line
// within them is shorter than MaxLine.
const (
	maxDoes     = 1000 // bytes, as all below
	maxText     = 200  // of an example, a path, a host, a program, a reason
	maxWord     = 64   // of an argument's name and a tag
	maxExamples = 40   // how many, as all below
	maxNeeds    = 16   // of each kind
	maxArgs     = 40
	maxTags     = 20
)

// more stands for the entries of a list of needs that are not shown.
const more = "…"

// Clean is a text as a page and a terminal may show it, of at most so many
// bytes: one line of UTF-8, without control, bidi and zero-width characters. A
// line's end, a tab and each run of white space is one space.
func Clean(s string, most int) string {
	if len(s) <= most && isPlain(s) {
		return s
	}
	if len(s) > 8*most { // what is cut anyway need not be read
		s = s[:8*most]
	}
	s = strings.Map(cleaned, strings.ToValidUTF8(s, "\ufffd"))
	return cut(strings.Join(strings.Fields(s), " "), most)
}

// isPlain reports whether there is nothing to clean in s, as in most texts.
func isPlain(s string) bool {
	space := true // in front of it
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' || s[i] == ' ' && space {
			return false
		}
		space = s[i] == ' '
	}
	return s == "" || !space
}

func cleaned(r rune) rune {
	switch {
	case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029':
		return ' '
	case text.Unclean(r) || zeroWidth(r):
		return -1
	}
	return r
}

// zeroWidth reports whether a character shows nothing, in words that would
// otherwise be alike.
func zeroWidth(r rune) bool {
	switch {
	case r == 0x00ad, r == 0x034f, r == 0x061c, r == 0x115f, r == 0x1160, r == 0x180e, r == 0x3164, r == 0xfeff, r == 0xffa0:
		return true
	}
	return r >= 0x200b && r <= 0x200f || r >= 0x2060 && r <= 0x206f || r >= 0xfff9 && r <= 0xfffb || r >= 0xe0000 && r <= 0xe0fff
}

// cut is the first whole characters of s within so many bytes.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return strings.TrimRight(s[:most], " ")
}

// Bounded is the entry as a line may hold it: its texts cleaned and cut, its
// lists without empty texts and no longer than their bounds. A list of needs
// that is cut ends in `…`, so that it never looks like less than it is. The
// entry itself is not changed.
func (e Entry) Bounded() Entry {
	e.Does = Clean(e.Does, maxDoes)
	e.Retracted = Clean(e.Retracted, 3*maxText)
	e.Args = cleanList(e.Args, maxArgs, maxWord)
	e.Tags = cleanList(e.Tags, maxTags, maxWord)
	e.Examples = cleanList(e.Examples, maxExamples, maxText)
	for _, list := range []*[]string{&e.Needs.Reads, &e.Needs.Writes, &e.Needs.Hosts, &e.Needs.Runs} {
		*list = cleanNeeds(*list)
	}
	return e
}

func cleanList(list []string, most, each int) []string {
	var kept []string
	for _, s := range list {
		if s = Clean(s, each); s != "" && len(kept) < most {
			kept = append(kept, s)
		}
	}
	return kept
}

func cleanNeeds(list []string) []string {
	kept := cleanList(list, maxNeeds+1, maxText)
	if len(kept) > maxNeeds {
		return append(kept[:maxNeeds-1], more)
	}
	return kept
}
