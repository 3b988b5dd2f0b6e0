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

// wording is what a text says once such values are taken out. Quotes stay.
func wording(said string) string {
	if !strings.ContainsAny(said, "\"“‘«'@") && !strings.Contains(said, "://") {
		return said
	}
	runes, at := []rune(norm.NFC.String(said)), 0
	var kept strings.Builder
	for _, c := range pick.Find(said) {
		word, has := standsFor[c.Value.Kind]
		if !has || c.Span.Start < at {
			continue
		}
		kept.WriteString(string(runes[at:c.Span.Start]) + word)
		at = c.Span.End
	}
	return kept.String() + string(runes[at:])
}
