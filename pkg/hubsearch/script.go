package hubsearch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// EncodeKeys is the script that says which pieces of terms there are, so that a
// page asks for no other.
func EncodeKeys(keys []string) []byte {
	set := slices.Compact(slices.Sorted(slices.Values(keys)))
	return script("keys", strings.Join(set, " "))
}

// ParseKeys reads what EncodeKeys wrote. The error is one clean line.
func ParseKeys(data []byte) ([]string, error) {
	var joined string
	if err := parseScript(data, "keys", &joined); err != nil {
		return nil, err
	}
	keys := strings.Fields(joined)
	if !bytes.Equal(EncodeKeys(keys), data) {
		return nil, errors.New("is no list of keys: it is not as it was written")
	}
	return keys, nil
}

// script is a call of one of the functions of the page's `hub`.
func script(function string, values ...any) []byte {
	parts := make([][]byte, len(values))
	for i, value := range values {
		parts[i], _ = encode(value) // strings, numbers and lists of them: never fails
	}
	return fmt.Appendf(nil, "hub.%s(%s)\n", function, bytes.Join(parts, []byte(",")))
}

// parseScript reads the arguments of a call, as script writes it.
func parseScript(data []byte, function string, values ...any) error {
	inner, head := bytes.CutPrefix(data, []byte("hub."+function+"("))
	inner, tail := bytes.CutSuffix(inner, []byte(")\n"))
	if !head || !tail {
		return fmt.Errorf("is no call of hub.%s", function)
	}
	var parts []json.RawMessage
	if err := json.Unmarshal(slices.Concat([]byte("["), inner, []byte("]")), &parts); err != nil || len(parts) != len(values) {
		return fmt.Errorf("is no call of hub.%s", function)
	}
	for i, part := range parts {
		if err := json.Unmarshal(part, values[i]); err != nil {
			return fmt.Errorf("is no call of hub.%s: %s", function, oneLine(err))
		}
	}
	return nil
}
