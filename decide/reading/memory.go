package reading

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// A Memory is what the bodies of one session returned under the fields their
// manifests yield. The zero Memory holds nothing. A copy keeps what it held when
// it was made; one Memory is not to be changed by two goroutines at once
// (manual, "Arguments", A value recalled).
type Memory struct{ held []returned } // the newest first

// returned is one value of a result, as it would be typed.
type returned struct{ field, typed string }

// Bounds of a Memory.
const (
	mostHeld    = 256  // values, of all fields
	mostRecent  = 5    // distinct ones an argument offers
	longestHeld = 2000 // bytes of one: more than that nobody could type as an input
)

// Empty reports whether no result is remembered.
func (m Memory) Empty() bool { return len(m.held) == 0 }

// Remember puts the yielded fields of a result before everything held. Data
// that is not what the manifest says holds nothing.
func (m *Memory) Remember(yields []manifest.Yield, data json.RawMessage) {
	var now []returned
	for _, y := range yields {
		now = append(now, values(y, data)...)
	}
	if len(now) > 0 {
		m.held = first(slices.Concat(now, m.held), mostHeld)
	}
}

// values are what data holds under one yielded field: one value, or for a list
// those of its records, in their order.
func values(y manifest.Yield, data json.RawMessage) []returned {
	member := object(data)[y.Field]
	if y.Each == nil {
		if typed, ok := asTyped(y.Pick, member); ok && len(typed) <= longestHeld {
			return []returned{{y.Field, typed}}
		}
		return nil
	}
	var records []json.RawMessage
	if json.Unmarshal(member, &records) != nil {
		return nil
	}
	var all []returned
	for _, record := range first(records, mostHeld) {
		for _, field := range y.Each {
			all = append(all, values(field, record)...)
		}
	}
	return all
}

func object(data json.RawMessage) map[string]json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) != nil {
		return nil
	}
	return members
}

// asTyped is a returned value as it would be typed. A day counts only in full
// and a clock time only in two digits each: nothing says what the others were
// beside.
func asTyped(kind manifest.Recognizer, member json.RawMessage) (string, bool) {
	decoder := json.NewDecoder(bytes.NewReader(member))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return "", false
	}
	switch value := value.(type) {
	case string:
		return value, absolute(pick.Kind(kind), value)
	case json.Number:
		return figures(pick.Kind(kind), value)
	}
	return "", false
}

func figures(kind pick.Kind, n json.Number) (string, bool) {
	value, err := n.Float64()
	if err != nil {
		return "", false
	}
	typed := strconv.FormatFloat(value, 'f', -1, 64)
	if kind == pick.Duration {
		typed += " seconds"
	}
	return typed, true
}

var twoDigits = text.Pattern(`^[0-9]{2}:[0-9]{2}$`)

func absolute(kind pick.Kind, s string) bool {
	switch kind {
	case pick.Date:
		_, ok := pick.ParseDay(s)
		return ok
	case pick.Time:
		return twoDigits().MatchString(s)
	}
	return true
}

// recent are the values an argument offers from memory. It looks for them once
// for each.
func (r *reader) recent(reflex string, a manifest.Argument) []call.Value {
	if a.Recent == "" {
		return nil
	}
	key := [2]string{reflex, a.Name}
	all, ok := r.recalled[key]
	if !ok {
		all = r.around.Memory.offers(a)
		r.recalled[key] = all
	}
	return all
}

// offers are the values of an argument's field, distinct, each one its
// recognizer reads whole and in range.
func (m Memory) offers(a manifest.Argument) []call.Value {
	var all []call.Value
	for _, one := range m.held {
		if one.field != a.Recent || !absolute(pick.Kind(a.Pick), one.typed) {
			continue
		}
		v, reads := call.Picked(one.typed, pick.Kind(a.Pick))
		if !reads || !a.Range.Holds(v.Read.Number) || among(all, v) {
			continue
		}
		if all = append(all, v); len(all) == mostRecent {
			break
		}
	}
	return all
}

func among(all []call.Value, v call.Value) bool {
	return slices.ContainsFunc(all, func(o call.Value) bool { return o.Shown() == v.Shown() })
}
