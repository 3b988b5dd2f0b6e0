package pick

import (
	"encoding/json"
	"strings"
	"time"
)

// MarshalJSON is the reading as the JSON line carries it: its kind, and what
// Plain gives.
func (v Value) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Type  Kind `json:"type"`
		Value any  `json:"value"`
	}{v.Kind, v.Plain()})
}

// MarshalJSON is the date as the JSON line carries it: its form, and only what
// is of that form (manual, "Values").
func (r DateReading) MarshalJSON() ([]byte, error) {
	wire := struct {
		Type    DateForm   `json:"type"`
		Days    *int       `json:"days,omitempty"`
		Weekday string     `json:"weekday,omitempty"`
		Which   Which      `json:"which,omitempty"`
		Year    int        `json:"year,omitempty"`
		Month   time.Month `json:"month,omitempty"`
		Day     int        `json:"day,omitempty"`
	}{Type: r.Form}
	switch r.Form {
	case InDays:
		wire.Days = &r.Days
	case OnWeekday:
		wire.Weekday, wire.Which = strings.ToLower(r.Weekday.String()), r.Which
	case OnMonthDay:
		wire.Day = r.Day
	case OnCalendar:
		wire.Year, wire.Month, wire.Day = r.Year, r.Month, r.Day
	}
	return json.Marshal(wire)
}
