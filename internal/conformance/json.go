package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// An Object is a JSON object whose members keep their order. A JSON value is
// an Object, a []any, a string, a json.Number, a bool or nil.
type Object []Member

// A Member is one key of an object and its value.
type Member struct {
	Key   string
	Value any
}

// Get is the value under key.
func (o Object) Get(key string) (any, bool) {
	for _, m := range o {
		if m.Key == key {
			return m.Value, true
		}
	}
	return nil, false
}

// MarshalJSON writes the members in order.
func (o Object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		key, err := json.Marshal(m.Key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.Value)
		if err != nil {
			return nil, err
		}
		out.Write(key)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// UnmarshalJSON reads an object and keeps its order.
func (o *Object) UnmarshalJSON(data []byte) error {
	value, err := ParseJSON(data)
	if err != nil {
		return err
	}
	object, ok := value.(Object)
	if !ok && value != nil {
		return errors.New("is no JSON object")
	}
	*o = object
	return nil
}

// maxNesting bounds how deep a JSON value may nest.
const maxNesting = 200

// ParseJSON is one JSON value, objects in their order. Text after it, a key
// that stands twice and nesting past 200 are errors.
func ParseJSON(data []byte) (any, error) {
	in := json.NewDecoder(bytes.NewReader(data))
	in.UseNumber()
	value, err := parseValue(in, 0)
	if err != nil {
		return nil, err
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("text follows the JSON value")
	}
	return value, nil
}

func parseValue(in *json.Decoder, depth int) (any, error) {
	if depth > maxNesting {
		return nil, errors.New("the JSON value nests too deep")
	}
	token, err := in.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		return parseObject(in, depth)
	case json.Delim('['):
		return parseArray(in, depth)
	}
	return token, nil
}

func parseObject(in *json.Decoder, depth int) (any, error) {
	object := Object{}
	for in.More() {
		token, err := in.Token()
		if err != nil {
			return nil, err
		}
		key, ok := token.(string)
		if !ok {
			return nil, errors.New("a key is no string")
		}
		if _, twice := object.Get(key); twice {
			return nil, fmt.Errorf("the key %q stands twice", key)
		}
		value, err := parseValue(in, depth+1)
		if err != nil {
			return nil, err
		}
		object = append(object, Member{key, value})
	}
	_, err := in.Token()
	return object, err
}

func parseArray(in *json.Decoder, depth int) (any, error) {
	array := []any{}
	for in.More() {
		value, err := parseValue(in, depth+1)
		if err != nil {
			return nil, err
		}
		array = append(array, value)
	}
	_, err := in.Token()
	return array, err
}

// AsJSON is a Go value as the JSON value it is written as.
func AsJSON(v any) (any, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return ParseJSON(data)
}

// decode fills a Go value from a JSON value.
func decode(value any, into any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, into)
}
