package tomldoc

import (
	"fmt"
	"strings"

	"sinew/pkg/text"
)

// QuoteKey is a key as it is written in a file: bare when it can be, and
// otherwise as QuoteString (behaviour.md 5.2).
func QuoteKey(key string) string {
	if bare(key) {
		return key
	}
	return QuoteString(key)
}

func bare(key string) bool {
	return key != "" && strings.IndexFunc(key, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-')
	}) < 0
}

// QuoteString is a string as it is written in a file, on one line: "…" when
// nothing in it needs an escape, '…' when that spares the escapes, and "…"
// with escapes otherwise. A character that is not clean is always escaped.
func QuoteString(s string) string {
	_, unclean := text.FirstUnclean(s)
	switch {
	case !unclean && !strings.ContainsAny(s, `"\`):
		return `"` + s + `"`
	case !unclean && !strings.Contains(s, `'`):
		return `'` + s + `'`
	}
	return quoteEscaped(s)
}

func quoteEscaped(s string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range s {
		writeEscaped(&out, r)
	}
	out.WriteByte('"')
	return out.String()
}

var escapes = map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\t': `\t`, '\n': `\n`, '\f': `\f`, '\r': `\r`}

func writeEscaped(out *strings.Builder, r rune) {
	if escape, ok := escapes[r]; ok {
		out.WriteString(escape)
	} else if text.Unclean(r) {
		fmt.Fprintf(out, `\u%04X`, r)
	} else {
		out.WriteRune(r)
	}
}

// JoinPath is a path of keys as messages print it: joined by dots, a key that
// is not bare in "…" with " and \ escaped (behaviour.md 9.1).
func JoinPath(path []string) string {
	parts := make([]string, len(path))
	for i, key := range path {
		parts[i] = key
		if !bare(key) {
			parts[i] = quoteEscaped(key)
		}
	}
	return strings.Join(parts, ".")
}
