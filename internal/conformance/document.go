package conformance

import (
	"encoding/json"
	"errors"
	"fmt"

	"sinew/pkg/diag"
	"sinew/pkg/tomldoc"
)

// A wireDocument is a file as the vectors hold it: a text in TOML, or the
// value itself as JSON, which has no positions.
type wireDocument struct {
	File diag.File       `json:"file"`
	TOML *string         `json:"toml"`
	JSON json.RawMessage `json:"json"`
}

// value is the document read as TOML.
func (w wireDocument) value() (*tomldoc.Value, error) {
	if w.TOML != nil {
		return tomldoc.Parse([]byte(*w.TOML))
	}
	value, err := ParseJSON(w.JSON)
	if err != nil {
		return nil, err
	}
	return tomlValue(value)
}

// text is the document's text; a document of JSON has none.
func (w wireDocument) text() ([]byte, error) {
	if w.TOML == nil {
		return nil, errors.New("the document holds no TOML")
	}
	return []byte(*w.TOML), nil
}

// tomlValue is a JSON value as a TOML value of no file.
func tomlValue(value any) (*tomldoc.Value, error) {
	switch v := value.(type) {
	case Object:
		table := &tomldoc.Value{Kind: tomldoc.Table}
		for _, m := range v {
			inner, err := tomlValue(m.Value)
			if err != nil {
				return nil, err
			}
			table.Entries = append(table.Entries, tomldoc.Entry{Key: m.Key, Value: inner})
		}
		return table, nil
	case []any:
		array := &tomldoc.Value{Kind: tomldoc.Array}
		for _, item := range v {
			inner, err := tomlValue(item)
			if err != nil {
				return nil, err
			}
			array.Items = append(array.Items, inner)
		}
		return array, nil
	case string:
		return &tomldoc.Value{Kind: tomldoc.String, Text: v}, nil
	case bool:
		return &tomldoc.Value{Kind: tomldoc.Bool, Text: fmt.Sprint(v), Bool: v}, nil
	case json.Number:
		return tomlNumber(v)
	}
	return nil, fmt.Errorf("TOML has no %T", value)
}

func tomlNumber(n json.Number) (*tomldoc.Value, error) {
	value := &tomldoc.Value{Kind: tomldoc.Float, Text: n.String()}
	var err error
	if value.Float, err = n.Float64(); err != nil {
		return nil, err
	}
	if whole, err := n.Int64(); err == nil {
		value.Kind, value.Int = tomldoc.Integer, whole
	}
	return value, nil
}
