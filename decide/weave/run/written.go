package run

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"sinew/decide/weave/plan"
	"sinew/pkg/pick"
)

// written is a step's text with the values it takes in place of the words that
// point at them; a value without such words stands at the end. Several in one
// place are joined with `and`.
func written(s *plan.Step, all []taken) string {
	runes := []rune(norm.NFC.String(s.Text))
	places := make([][]string, len(s.Refs))
	var rest []string
	for _, t := range all {
		if t.Ref < 0 || s.Refs[t.Ref].How == plan.HowVerb {
			rest = append(rest, typed(t))
		} else {
			places[t.Ref] = append(places[t.Ref], typed(t))
		}
	}
	var out strings.Builder
	at := 0
	for i, values := range places {
		if len(values) == 0 {
			continue
		}
		span := s.Refs[i].Span
		out.WriteString(string(runes[at:span.Start]) + strings.Join(values, " and "))
		at = span.End
	}
	out.WriteString(string(runes[at:]))
	return strings.Join(slices.Concat([]string{out.String()}, rest), " ")
}

// typed is a value as one would type it: a text in quotes that it does not hold
// itself.
func typed(t taken) string {
	switch {
	case t.Kind != pick.Quoted:
		return t.said
	case strings.Contains(t.said, `"`):
		return "“" + t.said + "”"
	}
	return `"` + t.said + `"`
}
