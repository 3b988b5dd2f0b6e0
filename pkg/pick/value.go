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

// A Value is what a recognizer read. Number holds a number, and a duration in
// whole seconds; Text holds every other kind's text: an address, a URL, what
// stands between quotes.
type Value struct {
	Kind   Kind
	Number float64
	Text   string
}
