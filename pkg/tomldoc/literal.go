package tomldoc

import (
	"encoding/json"
	"strings"
)

// A Literal is a value to write: a string, true or false, or one inline table
// of those. Make one with Str, Truth or Inline; the zero Literal writes
// nothing and Set refuses it.
type Literal struct{ value *Value }

// A Pair is one key of an inline table.
type Pair struct {
	Key   string
	Value Literal
}

// Str is a string.
func Str(s string) Literal { return Literal{&Value{Kind: String, Text: s}} }

// Truth is true or false.
func Truth(b bool) Literal {
	text := "false"
	if b {
		text = "true"
	}
	return Literal{&Value{Kind: Bool, Bool: b, Text: text}}
}

// Inline is an inline table, its keys in the order given.
func Inline(pairs ...Pair) Literal {
	table := &Value{Kind: Table}
	for _, p := range pairs {
		table.Entries = append(table.Entries, Entry{Key: p.Key, Value: p.Value.value})
	}
	return Literal{table}
}

// Value is the literal as Parse would give it, without a place; nil for the
// zero Literal. It is shared: do not change it.
func (l Literal) Value() *Value { return l.value }

// String is the literal as it is written in a file, on one line.
func (l Literal) String() string { return Render(l.value) }

// MarshalJSON is the same value in JSON, keys in order.
func (l Literal) MarshalJSON() ([]byte, error) {
	switch {
	case l.value == nil:
		return []byte("null"), nil
	case l.value.Kind == Table:
		return marshalTable(l.value.Entries)
	case l.value.Kind == Bool:
		return json.Marshal(l.value.Bool)
	}
	return json.Marshal(l.value.Text)
}

func marshalTable(entries []Entry) ([]byte, error) {
	out := []byte{'{'}
	for i, e := range entries {
		if i > 0 {
			out = append(out, ',')
		}
		key, err := json.Marshal(e.Key)
		if err != nil {
			return nil, err
		}
		value, err := Literal{e.Value}.MarshalJSON()
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, key...), ':'), value...)
	}
	return append(out, '}'), nil
}

// Render is a value as it is written in a file, on one line: a table inline, a
// number or a time as it was written (behaviour.md 5.2). Nil is "".
func Render(v *Value) string {
	switch {
	case v == nil:
		return ""
	case v.Kind == String:
		return QuoteString(v.Text)
	case v.Kind == Array:
		items := make([]string, len(v.Items))
		for i, item := range v.Items {
			items[i] = Render(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case v.Kind == Table && len(v.Entries) == 0:
		return "{}"
	case v.Kind == Table:
		pairs := make([]string, len(v.Entries))
		for i, e := range v.Entries {
			pairs[i] = QuoteKey(e.Key) + " = " + Render(e.Value)
		}
		return "{ " + strings.Join(pairs, ", ") + " }"
	}
	return v.Text
}
