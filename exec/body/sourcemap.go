package body

import (
	"encoding/json"
	"strings"
	"unicode/utf16"
)

// A place is a line and a column of a text, both from 0, the column in UTF-16
// units, as source maps and JavaScript count.
type place struct{ line, column int }

func (p place) before(q place) bool {
	return p.line < q.line || p.line == q.line && p.column < q.column
}

// A mapping says that what stands at output came from source.
type mapping struct{ output, source place }

// mappings reads a source map of one source that the library made (ECMA-426,
// without names), in the order of the output.
func mappings(sourceMap []byte) (all []mapping) {
	var m struct{ Mappings string }
	if json.Unmarshal(sourceMap, &m) != nil {
		return nil
	}
	var at mapping
	for line, segments := range strings.Split(m.Mappings, ";") {
		at.output = place{line: line}
		for _, segment := range strings.Split(segments, ",") {
			if field := variableLength(segment); len(field) >= 4 {
				at.output.column += field[0]
				at.source.line += field[2]
				at.source.column += field[3]
				all = append(all, at)
			}
		}
	}
	return all
}

// sourceOf is where the last thing came from that a source map places at output
// or before it.
func sourceOf(sourceMap []byte, output place) (source place) {
	for _, m := range mappings(sourceMap) {
		if output.before(m.output) {
			break
		}
		source = m.source
	}
	return source
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// variableLength decodes numbers of base64 digits: five bits each, the lowest
// first, a sixth that says more follow, and the sign in the first bit of all.
func variableLength(digits string) (numbers []int) {
	number, shift := 0, 0
	for _, c := range digits {
		digit := strings.IndexRune(base64Digits, c)
		number |= digit & 31 << shift
		shift += 5
		if digit&32 == 0 {
			value := number >> 1
			if number&1 == 1 {
				value = -value
			}
			numbers, number, shift = append(numbers, value), 0, 0
		}
	}
	return numbers
}

// A layout finds places in a text.
type layout struct {
	text   string
	bytes  []int32 // where each UTF-16 unit begins
	starts []int   // where each line begins, in units
}

func newLayout(text string) layout {
	l := layout{text: text, bytes: make([]int32, 0, len(text)), starts: []int{0}}
	for i, c := range text {
		for range utf16.RuneLen(c) {
			l.bytes = append(l.bytes, int32(i))
		}
		if c == '\n' || c == '\u2028' || c == '\u2029' || c == '\r' && !strings.HasPrefix(text[i:], "\r\n") {
			l.starts = append(l.starts, len(l.bytes))
		}
	}
	return l
}

// after is the text from p on: nothing past its end.
func (l layout) after(p place) string {
	if p.line >= len(l.starts) || l.starts[p.line]+p.column >= len(l.bytes) {
		return ""
	}
	return l.text[l.bytes[l.starts[p.line]+p.column]:]
}

// units is the length of s as JavaScript counts it.
func units(s string) int { return len(utf16.Encode([]rune(s))) }
