package judge

import (
	"encoding/json"
	"errors"

	"golang.org/x/text/unicode/norm"

	"sinew/pkg/manifest"
)

// A Verdict is what became of a case: it passed where Mismatch is nil.
type Verdict struct{ Mismatch *Mismatch }

// Passed reports whether the case passed.
func (v Verdict) Passed() bool { return v.Mismatch == nil }

// A Mismatch is where a decision misses a case: at the route where Arg is "",
// else at that argument. Read is the reflex, or the value's text; nil for none.
// Raised says that the argument is a flag that was raised.
type Mismatch struct {
	Arg    string
	Read   *string
	Raised bool
}

// Same reports whether two mismatches are one.
func (m Mismatch) Same(o Mismatch) bool {
	return m.Arg == o.Arg && m.Raised == o.Raised && (m.Read == nil) == (o.Read == nil) && (m.Read == nil || *m.Read == *o.Read)
}

// Judge holds a decision against a case (manual, "Examples and tests"): the
// route, then each argument the record asserts, in its order. A record of
// `false` passes on every route but its own reflex's. An argument that is still
// to be asked for was not stated.
func Judge(c Case, d Decided) Verdict {
	if c.Never == (d.Reflex == c.Reflex) {
		return Verdict{&Mismatch{Read: known(d.Reflex)}}
	}
	for _, a := range c.Asserts {
		if !holds(a, d) {
			return Verdict{mismatched(a.Arg, d)}
		}
	}
	return Verdict{}
}

// holds reports whether a decision reads an argument as a record asserts it.
func holds(a manifest.Assertion, d Decided) bool {
	read, stated := d.Read[a.Arg]
	switch {
	case a.Unstated:
		return !stated
	case a.Raised:
		return read.Raised
	}
	return stated && !read.Raised && sameText(a.Value, read.Text)
}

func known(reflex string) *string {
	if reflex == "" {
		return nil
	}
	return &reflex
}

func mismatched(arg string, d Decided) *Mismatch {
	read, stated := d.Read[arg]
	m := &Mismatch{Arg: arg, Raised: read.Raised}
	if stated && !read.Raised {
		m.Read = &read.Text
	}
	return m
}

func sameText(a, b string) bool { return norm.NFC.String(a) == norm.NFC.String(b) }

// A wireVerdict is a verdict as JSON has it.
type wireVerdict struct {
	Type     string    `json:"type"`
	Mismatch *Mismatch `json:"mismatch,omitempty"`
}

// MarshalJSON is `{"type": "pass"}`, or a fail with its mismatch.
func (v Verdict) MarshalJSON() ([]byte, error) {
	if v.Passed() {
		return json.Marshal(wireVerdict{Type: "pass"})
	}
	return json.Marshal(wireVerdict{Type: "fail", Mismatch: v.Mismatch})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (v *Verdict) UnmarshalJSON(data []byte) error {
	var w wireVerdict
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	if (w.Type == "pass") == (w.Mismatch != nil) || w.Type != "pass" && w.Type != "fail" {
		return errors.New("it is no verdict")
	}
	v.Mismatch = w.Mismatch
	return nil
}

// A wireMismatch is a mismatch as JSON has it: read is a text, whether a flag
// was raised, or null for no reflex.
type wireMismatch struct {
	Type string `json:"type"`
	Arg  string `json:"arg,omitempty"`
	Read any    `json:"read"`
}

// MarshalJSON is the mismatch of a route or of an argument.
func (m Mismatch) MarshalJSON() ([]byte, error) {
	w := wireMismatch{Type: "arg", Arg: m.Arg, Read: m.Raised}
	if m.Arg == "" {
		w.Type, w.Read = "route", nil
	}
	if m.Read != nil {
		w.Read = *m.Read
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Mismatch) UnmarshalJSON(data []byte) error {
	var w wireMismatch
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	*m = Mismatch{Arg: w.Arg}
	switch read := w.Read.(type) {
	case nil:
	case string:
		m.Read = &read
	case bool:
		m.Raised = read
	default:
		return errors.New("it is no mismatch")
	}
	if (w.Type == "route") != (w.Arg == "") {
		return errors.New("it is no mismatch")
	}
	return nil
}
