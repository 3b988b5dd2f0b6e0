package call

import (
	"fmt"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/name"
	"sinew/pkg/pick"
)

// A BodyValue is one argument as the body receives it: a string, a float64, or
// true for a raised flag.
type BodyValue struct {
	Name  string
	Value any
}

// Values are what a file body receives, in manifest order: an option's key; a
// word's value, or the word; a number, a duration's whole seconds, any other
// pick's text; true. home is where a word's value that opens with ~/ lies; "":
// such a value is left as it is.
func (c Call) Values(home string) []BodyValue {
	values := make([]BodyValue, len(c.Args))
	for i, a := range c.Args {
		values[i] = BodyValue{Name: a.Name, Value: a.Value.body(home)}
	}
	return values
}

func (v Value) body(home string) any {
	switch {
	case v.Kind == Flag:
		return true
	case v.Kind == Pick && (v.Read.Kind == pick.Number || v.Read.Kind == pick.Duration):
		return v.Read.Number
	}
	return v.Text(home)
}

// Text is what the body receives, as a text: a number in decimal. A flag has
// none.
func (v Value) Text(home string) string {
	switch v.Kind {
	case Option:
		return v.Key
	case Word:
		if v.Bound != nil {
			return underHome(*v.Bound, home)
		}
		return v.Word
	case Pick:
		if v.Read.Kind == pick.Number || v.Read.Kind == pick.Duration {
			return decimal(v.Read.Number)
		}
		return v.Read.Text
	}
	return ""
}

func underHome(value, home string) string {
	if rest, ok := strings.CutPrefix(value, "~/"); ok && home != "" {
		return strings.TrimSuffix(home, "/") + "/" + rest
	}
	return value
}

// Argv is the program of an argv body and its arguments: each `{name}` replaced
// by the argument's text, and dropped when the argument is not stated. The
// error is a diag.Problems: a body that is no argv, or a value that its program
// could take for an option.
func (c Call) Argv(run manifest.Run, home string) ([]string, error) {
	if len(run.Argv) == 0 {
		return nil, c.refusal("%s runs a file, not an argv", c.Reflex)
	}
	argv := make([]string, 0, len(run.Argv))
	for _, element := range run.Argv {
		arg, filled := name.Placeholder(element)
		if !filled {
			argv = append(argv, element)
			continue
		}
		value, stated := c.Arg(arg)
		if !stated || value.Kind == Flag {
			continue
		}
		s := value.Text(home)
		if strings.HasPrefix(s, "-") {
			return nil, c.refusal("%s is %s, which starts with -; an argv cannot carry it", arg, Quote(s))
		}
		argv = append(argv, s)
	}
	return argv, nil
}

func (c Call) refusal(message string, args ...any) error {
	return diag.One(c.Reflex, fmt.Sprintf(message, args...), diag.Rerun())
}
