package report

import (
	"fmt"
	"strings"
	"unicode"

	"sinew/pkg/diag"
)

// A runner of GitHub Actions takes a line of a step's output for a command when
// it begins with `::`, white space aside, or holds `##[`.

// Annotation is the command that shows a problem at its line of a file. The file
// is relative to the workspace; without one the problem stands alone.
func (w Words) Annotation(file string, p diag.Problem) string {
	w.Colour = false
	at := ""
	if file != "" {
		at = " file=" + property(file)
		if p.At != nil {
			at += fmt.Sprintf(",line=%d,col=%d", p.At.Line, p.At.Column)
		}
	}
	message := strings.TrimSpace(w.Problem(p))
	return "::error" + at + "::" + strings.ReplaceAll(data(message), "##[", `#\u0023[`)
}

// data and property are text as a command carries it.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// Inert is a line that no runner takes for a command: what would make it one is
// written as an escape, of a form that JSON reads back.
func Inert(line string) string {
	line = strings.ReplaceAll(line, "##[", `#\u0023[`)
	rest := strings.TrimLeftFunc(line, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b' })
	if strings.HasPrefix(rest, "::") {
		return strings.TrimSuffix(line, rest) + `\u003a` + rest[1:]
	}
	return line
}
