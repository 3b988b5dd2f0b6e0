package schemas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf16"
)

// An object is a JSON object whose members keep their order.
type object []member

type member struct {
	key   string
	value any
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		for _, part := range []any{m.key, ':', m.value} {
			if part == ':' {
				out.WriteByte(':')
			} else if err := encode(&out, part); err != nil {
				return nil, err
			}
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

func encode(out *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// with is o with more members at its end.
func (o object) with(more ...member) object {
	return append(append(object{}, o...), more...)
}

// file is a schema as it lies on disk: indented, and in ASCII, so that no
// pattern holds a character that hides from its reader.
func file(schema object) ([]byte, error) {
	var written, indented bytes.Buffer
	if err := encode(&written, schema); err != nil {
		return nil, err
	}
	if err := json.Indent(&indented, written.Bytes(), "", "  "); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for _, c := range indented.String() {
		switch {
		case c < 0x7f:
			out.WriteRune(c)
		case c > 0xffff:
			high, low := utf16.EncodeRune(c)
			fmt.Fprintf(&out, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&out, `\u%04x`, c)
		}
	}
	return out.Bytes(), nil
}
