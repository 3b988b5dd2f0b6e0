package manifest

import (
	"slices"
	"strings"

	"sinew/pkg/text"
)

// A BodyFinding is a Finding about a body's own text, at its line, from 1.
type BodyFinding struct {
	Finding
	Line int
}

// LintBody reports what the text of a JavaScript body fetches at run time, past
// what the lock pins: each program once, at the first line that names it. file
// is the body's name. It reads words and no syntax: a comment is passed over, a
// string is not told from a name.
func LintBody(file, source string) []BodyFinding {
	var found []BodyFinding
	said := map[string]bool{}
	n := 0
	for line := range strings.Lines(withoutComments(source)) {
		n++
		for _, what := range fetchedBy(line) {
			if said[what] {
				continue
			}
			said[what] = true
			l := &linter{}
			l.unpinned([]string{"run"}, file, what)
			found = append(found, BodyFinding{Finding: l.found[0], Line: n})
		}
	}
	return found
}

// installers are programs and the subcommand that fetches what a later line
// runs.
var installers = map[string][]string{
	"pip": {"install"}, "pip3": {"install"}, "npm": {"install", "i", "ci"}, "gem": {"install"}, "cargo": {"install"}, "go": {"install"},
}

// fetchedBy is what one line of a program or of a command line fetches and
// runs, by the words it does so with.
func fetchedBy(line string) []string {
	var all []string
	words := strings.FieldsFunc(line, func(r rune) bool { return betweenWords(r) || strings.ContainsRune(",[]{}", r) })
	for i, word := range words {
		next, third := at(words, i+1), at(words, i+2)
		switch {
		case isFetcher(word, next):
			all = append(all, word)
		case strings.HasSuffix(word, "@latest") && word != "@latest":
			all = append(all, word)
		case slices.Contains(installers[word], next):
			all = append(all, word+" "+next)
		case word == "deno" && next == "run" && isURL(third):
			all = append(all, "deno run "+third)
		}
	}
	if piped().MatchString(line) {
		all = append(all, "a download that a shell runs")
	}
	return all
}

// piped is a download handed to a shell.
var piped = text.Pattern(`\b(?:curl|wget)\b[^\n]*\|\s*(?:sudo\s+)?(?:/[a-z/]*/)?(?:ba|da|z|k)?sh\b`)

func at(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return ""
}

func isURL(s string) bool { return strings.HasPrefix(s, "https:") || strings.HasPrefix(s, "http:") }

var comments = text.Pattern(`(?s)/\*.*?\*/|(?m:(?:^|[\s;{}()])//[^\n]*)`)

// withoutComments is source with its comments gone and its lines kept. What
// looks like a comment inside a string goes too, unless a colon or a word stands
// before it, as in an address.
func withoutComments(source string) string {
	return comments().ReplaceAllStringFunc(source, func(c string) string { return strings.Repeat("\n", strings.Count(c, "\n")) })
}
