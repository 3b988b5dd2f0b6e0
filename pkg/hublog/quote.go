package hublog

import (
	"fmt"
	"strings"
)

// shown is what a message quotes of a line nobody has checked: printable, and
// no more than a screen takes.
func shown(s string) string {
	const most = 100
	if len(s) > most {
		return fmt.Sprintf("%q…", s[:most])
	}
	return fmt.Sprintf("%q", s)
}

// short are the control characters that RFC 8785 writes with one letter.
var short = map[byte]string{'\b': `\b`, '\t': `\t`, '\n': `\n`, '\f': `\f`, '\r': `\r`, '"': `\"`, '\\': `\\`}

// quote is s as a JSON string in the one spelling of RFC 8785.
func quote(s string) string {
	var out strings.Builder
	out.WriteByte('"')
	for i := range len(s) {
		c := s[i]
		switch escaped, ok := short[c]; {
		case ok:
			out.WriteString(escaped)
		case c < 0x20:
			fmt.Fprintf(&out, `\u%04x`, c)
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// unquote is the clean text that quote wrote as s.
func unquote(s string) (text string, ok bool) {
	inner, opened := strings.CutPrefix(s, `"`)
	inner, closed := strings.CutSuffix(inner, `"`)
	text = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(inner)
	return text, opened && closed && quote(text) == s
}
