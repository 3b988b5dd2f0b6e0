package pick

import "encoding/json"

// MarshalJSON is the reading as the JSON line carries it: a number, or a text.
func (v Value) MarshalJSON() ([]byte, error) {
	var value any = v.Text
	if v.Kind == Number || v.Kind == Duration {
		value = v.Number
	}
	return json.Marshal(struct {
		Type  Kind `json:"type"`
		Value any  `json:"value"`
	}{v.Kind, value})
}
