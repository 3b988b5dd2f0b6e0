package judge

import (
	"encoding/json"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/pkg/manifest"
	"sinew/pkg/text"
)

// A Table is where a record stands.
type Table string

// The two tables of records.
const (
	Examples Table = "examples" // sent to the classifier
	Tests    Table = "tests"    // held out
)

// A Case is one record: whose it is, what it says, and what it asserts; Never
// says never this reflex.
type Case struct {
	Reflex    string
	Utterance string
	Never     bool
	Asserts   []manifest.Assertion
	From      Table
}

// Cases are the records of the catalog's reflexes in its order, the examples of
// each first; of one reflex where only is not "".
func Cases(cat *catalog.Catalog, only string) []Case {
	var all []Case
	for _, x := range cat.Reflexes() {
		if only != "" && x.Name != only {
			continue
		}
		all = append(all, casesOf(x.Name, Examples, x.Manifest.Examples)...)
		all = append(all, casesOf(x.Name, Tests, x.Manifest.Tests)...)
	}
	return all
}

func casesOf(reflex string, from Table, records []manifest.Record) []Case {
	cases := make([]Case, len(records))
	for i, r := range records {
		cases[i] = Case{Reflex: reflex, Utterance: r.Utterance, Never: r.Never, Asserts: r.Asserts, From: from}
	}
	return cases
}

// MarshalJSON is the case with its utterance's identity (manual, "The JSON
// line", evoke calibrate).
func (c Case) MarshalJSON() ([]byte, error) {
	utterance := gate.Object{{Key: "text", Value: c.Utterance}, {Key: "id", Value: text.Identity(c.Utterance)}}
	return json.Marshal(gate.Object{
		{Key: "reflex", Value: c.Reflex}, {Key: "utterance", Value: utterance},
		{Key: "expect", Value: c.expects()}, {Key: "from", Value: c.From},
	})
}

func (c Case) expects() any {
	if c.Never {
		return false
	}
	asserted := gate.Object{}
	for _, a := range c.Asserts {
		switch {
		case a.Raised:
			asserted.Add(a.Arg, true)
		case a.Unstated:
			asserted.Add(a.Arg, false)
		default:
			asserted.Add(a.Arg, a.Value)
		}
	}
	return asserted
}
