package conformance

import (
	"encoding/json"
	"fmt"
	"strings"

	"sinew/pkg/name"
)

// manifestTOML is a manifest fixture as a reflex.toml that reads as it.
func manifestTOML(fixture Object) (string, error) {
	written := Object{{"reflex", json.Number("1")}}
	_, effectAbsent := fixture.Get("effect_absent")
	for _, m := range fixture {
		switch m.Key {
		case "effect_absent", "unknown", "takes":
			continue
		case "effect":
			if effectAbsent {
				continue
			}
		case "args":
			m.Value = writtenArguments(fixture)
		}
		if !empty(m.Value) {
			written = append(written, m)
		}
	}
	return documentTOML(written)
}

// writtenArguments are a fixture's arguments as a file writes them: what they
// take stands among them, and nothing says what holds anyway.
func writtenArguments(fixture Object) Object {
	var written Object
	stated, _ := fixture.Get("args")
	args, _ := stated.(Object)
	for _, m := range args {
		argument, _ := m.Value.(Object)
		var kept Object
		for _, key := range argument {
			if key.Value != false && !empty(key.Value) {
				kept = append(kept, key)
			}
		}
		written = append(written, Member{m.Key, kept})
	}
	taken, _ := fixture.Get("takes")
	takes, _ := taken.(Object)
	for _, m := range takes {
		written = append(written, Member{m.Key, Object{{"takes", m.Value}}})
	}
	return written
}

func empty(value any) bool {
	switch v := value.(type) {
	case Object:
		return len(v) == 0
	case []any:
		return len(v) == 0
	}
	return false
}

// vocabularyTOML is a vocabulary fixture as vocab/<name>.toml.
func vocabularyTOML(fixture Object) (string, error) {
	written := make(Object, len(fixture))
	for i, m := range fixture {
		written[i] = m
		word, _ := m.Value.(Object)
		if what, ok := word.Get("what"); ok && len(word) == 1 {
			written[i].Value = what
		}
	}
	var out strings.Builder
	if err := writePairs(&out, written, "\n"); err != nil {
		return "", err
	}
	out.WriteByte('\n')
	return out.String(), nil
}

// documentTOML writes an object: what is no table first, then each table under
// its header, all that is deeper inline.
func documentTOML(o Object) (string, error) {
	var out strings.Builder
	var scalars, tables Object
	for _, m := range o {
		if _, is := m.Value.(Object); is {
			tables = append(tables, m)
		} else {
			scalars = append(scalars, m)
		}
	}
	if err := writePairs(&out, scalars, "\n"); err != nil {
		return "", err
	}
	for _, m := range tables {
		fmt.Fprintf(&out, "\n\n[%s]\n", keyTOML(m.Key))
		if err := writePairs(&out, m.Value.(Object), "\n"); err != nil {
			return "", err
		}
	}
	out.WriteByte('\n')
	return out.String(), nil
}

func writePairs(out *strings.Builder, o Object, between string) error {
	for i, m := range o {
		if i > 0 {
			out.WriteString(between)
		}
		out.WriteString(keyTOML(m.Key) + " = ")
		if err := writeValue(out, m.Value); err != nil {
			return fmt.Errorf("%s: %w", m.Key, err)
		}
	}
	return nil
}

func writeValue(out *strings.Builder, value any) error {
	switch v := value.(type) {
	case Object:
		out.WriteString("{ ")
		defer out.WriteString(" }")
		return writePairs(out, v, ", ")
	case []any:
		out.WriteByte('[')
		defer out.WriteByte(']')
		for i, item := range v {
			if i > 0 {
				out.WriteString(", ")
			}
			if err := writeValue(out, item); err != nil {
				return err
			}
		}
		return nil
	case string:
		out.WriteString(stringTOML(v))
		return nil
	case bool, json.Number:
		fmt.Fprint(out, v)
		return nil
	}
	return fmt.Errorf("TOML has no %T", value)
}

// keyTOML is a key, bare where it may be.
func keyTOML(s string) string {
	if name.Is(s) {
		return s
	}
	return stringTOML(s)
}

// stringTOML is s as a basic string: JSON's escapes are all TOML's too, and
// TOML wants one more character escaped.
func stringTOML(s string) string {
	quoted, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return strings.ReplaceAll(string(quoted), "\x7f", `\u007f`)
}
