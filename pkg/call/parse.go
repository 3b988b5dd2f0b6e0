package call

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"sinew/pkg/diag"
	"sinew/pkg/name"
)

// A Written call is what a line says, before it is held against a reflex.
type Written struct {
	Reflex string
	Args   []WrittenArg // in the line's order, each name once
}

// A WrittenArg is `name=value`, or a bare name, whose Value is nil.
type WrittenArg struct {
	Name  string
	Value *string
}

// Join is the line that several words of a command line make: a value that
// holds white space, a quote or an equals sign, and is not quoted yet, is
// quoted. One word alone is the line itself.
func Join(words ...string) string {
	if len(words) == 1 {
		return words[0]
	}
	joined := make([]string, len(words))
	for i, w := range words {
		joined[i] = w
		arg, value, ok := strings.Cut(w, "=")
		if ok && !strings.HasPrefix(value, `"`) && strings.ContainsFunc(value, needsQuotes) {
			joined[i] = arg + "=" + Quote(value)
		}
	}
	return strings.Join(joined, " ")
}

func needsQuotes(r rune) bool { return unicode.IsSpace(r) || r == '"' || r == '=' }

// Parse reads a call's line. The error is a diag.Problems of one problem,
// whose fix is the command that was run.
func Parse(line string) (Written, error) {
	w, why := parse(line)
	if why != "" {
		return Written{}, diag.One("", why, diag.Rerun())
	}
	return w, nil
}

func parse(line string) (w Written, why string) {
	if !utf8.ValidString(line) {
		return w, "an argument is not UTF-8"
	}
	rest := strings.TrimSpace(line)
	w.Reflex, rest = cutWord(rest)
	if !name.Is(w.Reflex) {
		return w, fmt.Sprintf("%s is not a call: <name> [<arg>=<value> | <flag>]…", Quote(strings.TrimSpace(line)))
	}
	given := map[string]bool{}
	for rest != "" {
		var arg WrittenArg
		if arg, rest, why = cutArg(rest); why != "" {
			return w, why
		}
		if given[arg.Name] {
			return w, arg.Name + " is given twice"
		}
		given[arg.Name] = true
		w.Args = append(w.Args, arg)
	}
	return w, ""
}

// cutWord is s up to its first white space, and what follows that.
func cutWord(s string) (first, rest string) {
	i := strings.IndexFunc(s, unicode.IsSpace)
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimLeftFunc(s[i:], unicode.IsSpace)
}

func cutArg(s string) (arg WrittenArg, rest, why string) {
	first, after := cutWord(s)
	head, value, valued := strings.Cut(first, "=")
	if !name.Is(head) {
		return arg, "", Quote(head) + " is not a name: [a-z][a-z0-9_]*"
	}
	arg.Name = head
	switch {
	case !valued:
		return arg, after, ""
	case !strings.HasPrefix(value, `"`):
		if strings.Contains(value, `"`) {
			return arg, "", misquoted(head)
		}
		arg.Value = &value
		return arg, after, ""
	}
	arg.Value, rest, why = cutString(head, s[len(head)+1:])
	return arg, rest, why
}

// cutString reads the JSON string that s opens with.
func cutString(arg, s string) (value *string, rest, why string) {
	end := closingQuote(s)
	if end < 0 {
		return nil, "", arg + ": the string is not closed"
	}
	after := strings.TrimLeftFunc(s[end+1:], unicode.IsSpace)
	if after != "" && len(after) == len(s[end+1:]) {
		return nil, "", misquoted(arg)
	}
	var read string
	if json.Unmarshal([]byte(s[:end+1]), &read) != nil {
		return nil, "", misquoted(arg)
	}
	return &read, after, ""
}

func closingQuote(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

func misquoted(arg string) string {
	return arg + ": a value is bare text or a JSON string, then a space"
}
