package call

import "encoding/json"

// MarshalJSON is the value as the JSON line carries it (manual, "The JSON
// line", "Values").
func (v Value) MarshalJSON() ([]byte, error) {
	switch v.Kind {
	case Option:
		return json.Marshal(struct {
			Type ValueKind `json:"type"`
			Key  string    `json:"key"`
		}{v.Kind, v.Key})
	case Word:
		return json.Marshal(struct {
			Type  ValueKind `json:"type"`
			Word  string    `json:"word"`
			Value *string   `json:"value,omitempty"`
		}{v.Kind, v.Word, v.Bound})
	case Pick:
		return json.Marshal(struct {
			Type  ValueKind `json:"type"`
			Span  any       `json:"span"`
			Value any       `json:"value"`
			Typed string    `json:"typed,omitempty"`
		}{v.Kind, v.Span, v.Read, v.Typed})
	}
	return json.Marshal(struct {
		Type ValueKind `json:"type"`
	}{v.Kind})
}
