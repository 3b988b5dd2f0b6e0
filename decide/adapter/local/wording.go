package local

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"sinew/pkg/pick"
)

// standsFor is the word that takes the place of a value, by its kind: what is
// quoted, or where an address leads, says nothing of what is asked for. Figures
// stay, which the scorer takes for one another anyway.
var standsFor = map[pick.Kind]string{pick.Quoted: "something", pick.URL: "website", pick.Email: "address"}

// wording is what a text says once such values are taken out; several that are
// joined say no more than one. Quotes stay.
func wording(said string) string {
	if !strings.ContainsAny(said, "\"“‘«'@") && !strings.Contains(said, "://") {
		return said
	}
	runes, at, last := []rune(norm.NFC.String(said)), 0, ""
	var kept strings.Builder
	for _, c := range pick.Find(said) {
		word, has := standsFor[c.Value.Kind]
		if !has || c.Span.Start < at {
			continue
		}
		if between := string(runes[at:c.Span.Start]); at == 0 || last != word || !joinsAlone(between) {
			kept.WriteString(between + word)
		}
		at, last = c.Span.End, word
	}
	return kept.String() + string(runes[at:])
}

// joinsAlone reports whether a piece between two values is words that join, and
// marks.
func joinsAlone(piece string) bool {
	joined := strings.ContainsAny(piece, ",&+")
	for word := range strings.FieldsFuncSeq(strings.ToLower(piece), func(r rune) bool { return strings.ContainsRune(" ,&+\"“”‘’«»'", r) }) {
		if word != "and" {
			return false
		}
		joined = true
	}
	return joined
}
