package call

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/name"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// Surroundings are what a call's values come to be a body's by, beside the call
// itself.
type Surroundings struct {
	Home  string                     // where a word's value that opens with ~/ lies; "": it is left as it is
	Today pick.Day                   // what a date resolves against; with none, a call with a date is refused
	Taken map[string]json.RawMessage // the whole results of earlier steps, by the names they were returned under
}

// A BodyValue is one argument as the body receives it: a string, a float64,
// pick.Money, true for a raised flag, or a json.RawMessage, a result taken whole.
type BodyValue struct {
	Name  string
	Value any
}

// Values are what a file body receives (manual, "What the body receives"), in
// the call's order: an option's key; a word's value, or the word; a number, a
// duration's whole seconds, a date as 2026-05-05, an amount as Money, any other
// pick's text; true. What m says it takes follows, in manifest order, as it was
// returned.
//
// The error is a diag.Problems of one problem: a date that is no day, or a
// result that is taken and that no step returned.
func (c Call) Values(m *manifest.Manifest, s Surroundings) ([]BodyValue, error) {
	lacking := takes(m, func(name string) bool { return s.Taken[name] == nil })
	if lacking != nil {
		return nil, diag.One(c.Reflex, takesWhat(c.Reflex, lacking), diag.Show(c.Reflex))
	}
	values := make([]BodyValue, 0, len(c.Args))
	for _, a := range c.Args {
		value, err := c.value(a, s)
		if err != nil {
			return nil, err
		}
		values = append(values, BodyValue{a.Name, value})
	}
	for _, a := range m.Args {
		if a.Source == manifest.Takes {
			values = append(values, BodyValue{a.Name, s.Taken[a.Takes]})
		}
	}
	return values, nil
}

// takes are the results a reflex takes of which lacks is true, in manifest
// order.
func takes(m *manifest.Manifest, lacks func(name string) bool) []string {
	var names []string
	for _, a := range m.Args {
		if a.Source == manifest.Takes && lacks(a.Takes) {
			names = append(names, a.Takes)
		}
	}
	return names
}

func takesWhat(reflex string, names []string) string {
	return fmt.Sprintf("%s takes %s, which a step before it in the same request returns", reflex, text.List(names))
}

// value is an argument as the body receives it.
func (c Call) value(a Arg, s Surroundings) (any, error) {
	switch plain := a.Value.Plain().(type) {
	case pick.DateReading:
		day, ok := plain.Resolve(s.Today)
		if !ok {
			return nil, c.refusal("%s is not %s", Quote(a.Value.Span.Text), Called(pick.Date))
		}
		return day.String(), nil
	case string:
		return a.Value.placed(plain, s.Home), nil
	default:
		return plain, nil
	}
}

// Plain is the value on its own, before anything of a machine or a day is known:
// an option's key; a word's value, or the word, as the vocabulary has them; what
// a pick reads as, a date as a pick.DateReading; true for a flag.
func (v Value) Plain() any {
	switch v.Kind {
	case Option:
		return v.Key
	case Word:
		if v.Bound != nil {
			return *v.Bound
		}
		return v.Word
	case Pick:
		return v.Read.Plain()
	case Flag:
		return true
	}
	return ""
}

// placed is a text of the value's where it lies on a machine: only a word's own
// value, which the person wrote in a file of theirs, may open with ~/.
func (v Value) placed(plain, home string) string {
	if v.Kind != Word || v.Bound == nil {
		return plain
	}
	return ExpandHome(plain, home)
}

// ExpandHome is path with a leading `~/` replaced by home.
func ExpandHome(path, home string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && home != "" {
		return strings.TrimSuffix(home, "/") + "/" + rest
	}
	return path
}

// Text is the value as a text where no day is known, as a [needs] entry takes
// it: a number in decimal, a date and an amount in the words typed. A flag has
// none.
func (v Value) Text(home string) string {
	switch plain := v.Plain().(type) {
	case string:
		return v.placed(plain, home)
	case float64:
		return decimal(plain)
	}
	return v.Shown()
}

// Argv is the program of an argv body and its arguments: each `{name}` replaced
// by the text of the argument's value, and dropped when the argument is not
// stated. The error is a diag.Problems of one problem: a body that is no argv, a
// date that is no day, a value that is no text, or one that its program could
// take for an option.
func (c Call) Argv(run manifest.Run, s Surroundings) ([]string, error) {
	if len(run.Argv) == 0 {
		return nil, c.refusal("%s runs a file, not an argv", c.Reflex)
	}
	argv := make([]string, 0, len(run.Argv))
	for _, element := range run.Argv {
		of, filled := name.Placeholder(element)
		at := slices.IndexFunc(c.Args, func(a Arg) bool { return a.Name == of })
		switch {
		case !filled:
			argv = append(argv, element)
		case at >= 0:
			filling, err := c.element(c.Args[at], s)
			if err != nil {
				return nil, err
			}
			argv = append(argv, filling)
		}
	}
	return argv, nil
}

// element is an argument's value as an element of an argv.
func (c Call) element(a Arg, s Surroundings) (string, error) {
	value, err := c.value(a, s)
	if err != nil {
		return "", err
	}
	var element string
	switch value := value.(type) {
	case string:
		element = value
	case float64:
		element = decimal(value)
	default:
		// The manifest's reader lets none be named in a run.
		return "", c.refusal("%s is a flag or an amount; an argv cannot carry it", a.Name)
	}
	if strings.HasPrefix(element, "-") {
		return "", c.refusal("%s is %s, which starts with -; an argv cannot carry it", a.Name, Quote(element))
	}
	return element, nil
}

func (c Call) refusal(message string, args ...any) error {
	return diag.One(c.Reflex, fmt.Sprintf(message, args...), diag.Rerun())
}
