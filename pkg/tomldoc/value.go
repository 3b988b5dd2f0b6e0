package tomldoc

// A Kind is what a TOML value is.
type Kind int

// The kinds of values. Dates and times are one kind: the format uses none.
const (
	Table Kind = iota
	Array
	String
	Integer
	Float
	Bool
	Time
)

// A Value is one TOML value with the place it was written. Only the fields of
// its kind are set.
type Value struct {
	Kind    Kind
	Text    string  // String; also a number, bool or time as it was written
	Int     int64   // Integer
	Float   float64 // Float, and Integer's value as a float
	Bool    bool    // Bool
	Items   []*Value
	Entries []Entry // Table, in file order

	// Line is where the value's key stands, by the rules of behaviour.md 9.2:
	// a table with a header is at its header's line, an array's element at its
	// own line. Column is that line's first non-blank character, from 1. Both
	// are 0 for a value that came from no file.
	Line, Column int
}

// An Entry is one key of a table and its value.
type Entry struct {
	Key   string
	Value *Value
}

// Get is the value under key, or nil. v may be nil or no table.
func (v *Value) Get(key string) *Value {
	if v == nil {
		return nil
	}
	for i := range v.Entries {
		if v.Entries[i].Key == key {
			return v.Entries[i].Value
		}
	}
	return nil
}

// Lookup is the value at a path of keys, or nil.
func (v *Value) Lookup(path ...string) *Value {
	for _, key := range path {
		v = v.Get(key)
	}
	return v
}

// IsTable reports whether v is there and a table.
func (v *Value) IsTable() bool { return v != nil && v.Kind == Table }

// A SyntaxError is a text that is no TOML: where, and the parser's words.
type SyntaxError struct {
	Line, Column int
	Message      string
}

// Error is the parser's words.
func (e *SyntaxError) Error() string { return e.Message }
