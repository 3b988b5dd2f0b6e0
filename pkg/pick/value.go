package pick

// A Kind is one of the nine recognizers, by its word in a manifest.
type Kind string

// The nine recognizers.
const (
	Number   Kind = "number"
	Duration Kind = "duration"
	Email    Kind = "email"
	URL      Kind = "url"
	Quoted   Kind = "quoted"
	Date     Kind = "date"
	Time     Kind = "time"
	Amount   Kind = "amount"
	Code     Kind = "code"
)

// A Value is what a recognizer read. Two values that were read alike are equal.
type Value struct {
	Kind     Kind
	Number   float64     // a number; a duration in whole seconds; what an amount comes to
	Text     string      // an address, a URL, what stands between quotes, a code; a time as 17:30
	Currency string      // an amount's, by its code: EUR
	Date     DateReading // a date
}

// Money is an amount with its currency's code, as a body and the JSON line have
// it.
type Money struct {
	Amount   float64 `json:"amount"`
	Currency string  `json:"currency"`
}

// Plain is the value alone: a float64 for a number and a duration, a
// DateReading, Money, and the text of every other kind.
func (v Value) Plain() any {
	switch v.Kind {
	case Number, Duration:
		return v.Number
	case Date:
		return v.Date
	case Amount:
		return Money{v.Number, v.Currency}
	}
	return v.Text
}
