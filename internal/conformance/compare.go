package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Comparison says which objects' order is meaning, those that stand under one
// of these keys at any depth, and which keys are not compared.
type Comparison struct{ Ordered, Ignored []string }

// Differences are what stands otherwise in got than in want, each as a path
// and both values; none when they are equal.
func (c Comparison) Differences(want, got any) []string {
	return c.value("", "", want, got)
}

func (c Comparison) value(path, key string, want, got any) []string {
	switch w := want.(type) {
	case Object:
		if g, ok := got.(Object); ok {
			return c.object(path, key, w, g)
		}
	case []any:
		if g, ok := got.([]any); ok {
			return c.array(path, w, g)
		}
	default:
		if sameScalar(want, got) {
			return nil
		}
	}
	return []string{differs(path, show(want), show(got))}
}

func (c Comparison) object(path, key string, want, got Object) []string {
	var found []string
	want, got = c.compared(want), c.compared(got)
	for _, m := range want {
		at := join(path, m.Key)
		other, ok := got.Get(m.Key)
		if !ok {
			found = append(found, differs(at, show(m.Value), "nothing"))
			continue
		}
		found = append(found, c.value(at, m.Key, m.Value, other)...)
	}
	for _, m := range got {
		if _, ok := want.Get(m.Key); !ok {
			found = append(found, differs(join(path, m.Key), "nothing", show(m.Value)))
		}
	}
	if found == nil && slices.Contains(c.Ordered, key) && !slices.Equal(keys(want), keys(got)) {
		return []string{differs(join(path, "order"), fmt.Sprint(keys(want)), fmt.Sprint(keys(got)))}
	}
	return found
}

func (c Comparison) compared(o Object) Object {
	return slices.DeleteFunc(slices.Clone(o), func(m Member) bool { return slices.Contains(c.Ignored, m.Key) })
}

func (c Comparison) array(path string, want, got []any) []string {
	var found []string
	for i := range max(len(want), len(got)) {
		at := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case i >= len(got):
			found = append(found, differs(at, show(want[i]), "nothing"))
		case i >= len(want):
			found = append(found, differs(at, "nothing", show(got[i])))
		default:
			found = append(found, c.value(at, "", want[i], got[i])...)
		}
	}
	return found
}

func sameScalar(want, got any) bool {
	w, isNumber := want.(json.Number)
	g, alsoNumber := got.(json.Number)
	if !isNumber || !alsoNumber {
		return isScalar(got) && want == got
	}
	return w == g || sameNumber(string(w), string(g))
}

// isScalar reports whether v is neither an object nor an array.
func isScalar(v any) bool {
	switch v.(type) {
	case Object, []any:
		return false
	}
	return true
}

func sameNumber(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && x == y
}

func keys(o Object) []string {
	all := make([]string, len(o))
	for i, m := range o {
		all[i] = m.Key
	}
	return all
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func differs(path, want, got string) string {
	if path == "" {
		path = "the whole"
	}
	return fmt.Sprintf("%s: want %s, got %s", path, want, got)
}

// show is a value as one line of JSON, cut where it is long.
func show(v any) string {
	const most = 400
	var line strings.Builder
	out := json.NewEncoder(&line)
	out.SetEscapeHTML(false)
	if err := out.Encode(v); err != nil {
		return err.Error()
	}
	text := []rune(strings.TrimSuffix(line.String(), "\n"))
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}
