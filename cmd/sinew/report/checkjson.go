package report

import (
	"bytes"
	"encoding/json"

	"sinew/contractdiff"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
)

// A CheckV1 is one line of `check --json`, version 1: what was found of one
// reflex, for editors and CI. Lines and columns count from 1, a column in
// characters.
type CheckV1 struct {
	Version  int         `json:"version"`
	Reflex   string      `json:"reflex"`
	File     string      `json:"file"`             // its manifest, absolute
	OK       bool        `json:"ok"`               // nothing refuses it
	Effect   string      `json:"effect,omitempty"` // absent when the manifest does not read
	Runs     string      `json:"runs,omitempty"`   // as its row says it
	Needs    *NeedsV1    `json:"needs,omitempty"`
	Problems []ProblemV1 `json:"problems"`
	Unknown  []RemarkV1  `json:"unknown"`
	Lint     []RemarkV1  `json:"lint"`
	Wrote    string      `json:"wrote,omitempty"` // the file of types, from the working directory
	Contract *ContractV1 `json:"contract,omitempty"`
	Failed   string      `json:"failed,omitempty"` // what the machine could not do
}

// A NeedsV1 is a declaration.
type NeedsV1 struct {
	Reads  []string `json:"reads,omitempty"`
	Writes []string `json:"writes,omitempty"`
	Hosts  []string `json:"hosts,omitempty"`
	Runs   []string `json:"runs,omitempty"`
}

// A ProblemV1 is one thing that refuses the reflex: what puts it right as a fix
// of the closed set, and the same as a command or a place to edit.
type ProblemV1 struct {
	Message string   `json:"message"`
	At      *PlaceV1 `json:"at,omitempty"`
	Fix     diag.Fix `json:"fix"`
	Command string   `json:"command"`
}

// A RemarkV1 is one thing an author should weigh. Rule names the kind of it;
// Path is the keys it is about, an array's elements from 0.
type RemarkV1 struct {
	Rule    string   `json:"rule"`
	Path    []string `json:"path"`
	Message string   `json:"message"`
	At      PlaceV1  `json:"at"`
}

// A PlaceV1 is in a file of the reflex's directory.
type PlaceV1 struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// A ContractV1 is how the manifest differs from the one at a tag: From is the
// tag's version, To the one the changes ask for.
type ContractV1 struct {
	From string `json:"from"`
	To   string `json:"to"`
	contractdiff.Diff
}

// MarshalJSON is the versions, then the diff's own keys: level, changes and
// violations.
func (c ContractV1) MarshalJSON() ([]byte, error) {
	type versions struct {
		From string `json:"from"`
		To   string `json:"to"`
	}
	head, err := json.Marshal(versions{c.From, c.To})
	if err != nil {
		return nil, err
	}
	diff, err := json.Marshal(c.Diff)
	if err != nil {
		return nil, err
	}
	return append(append(head[:len(head)-1], ','), diff[1:]...), nil
}

// A ReleaseV1 is the last line of `check --tag --json`, version 1: whether the
// tag may be published. Base is the version before it, absent for a first one;
// Needs is the lowest version that the level asks for.
type ReleaseV1 struct {
	Version  int         `json:"version"`
	Tag      string      `json:"tag"`
	OK       bool        `json:"ok"`
	Base     string      `json:"base,omitempty"`
	Level    string      `json:"level"`
	Needs    string      `json:"needs"`
	Problems []ProblemV1 `json:"problems"`
}

// Needs is a declaration, nil for one that declares nothing.
func Needs(n manifest.Needs) *NeedsV1 {
	if n.Empty() {
		return nil
	}
	return &NeedsV1{n.Reads, n.Writes, n.Hosts, n.Runs}
}

// Problems are problems as `--json` lists them: an array, also when empty. file
// is the file their positions are in.
func (w Words) Problems(all diag.Problems, file string) []ProblemV1 {
	list := make([]ProblemV1, len(all))
	for i, p := range all {
		list[i] = ProblemV1{Message: p.Message, Fix: p.Fix, Command: w.Fix(p.Fix)}
		if p.At != nil {
			list[i].At = &PlaceV1{file, p.At.Line, p.At.Column}
		}
	}
	return list
}

// JSONLine is a value as one line.
func JSONLine(v any) (string, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return string(bytes.TrimSuffix(out.Bytes(), []byte("\n"))), err
}
