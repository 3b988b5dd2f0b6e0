package report

import (
	"fmt"
	"strings"

	"sinew/pkg/hubsearch"
	"sinew/pkg/text"
)

// A SearchV1 is what `search --json` prints, version 1: how many reflexes match,
// and the best of them in order.
type SearchV1 struct {
	Version  int          `json:"version"`
	Count    int          `json:"count"`
	Found    []FoundV1    `json:"found"`
	Notes    []string     `json:"notes,omitempty"` // of the Hub's index and log
	Problems []MendableV1 `json:"problems"`        // what stopped the command
}

// A FoundV1 is a reflex at its newest version. Needs is left out where the
// manifest was not read; it is an empty object where nothing is needed.
type FoundV1 struct {
	Name      string   `json:"name"` // the log's
	Ref       string   `json:"ref"`  // without a pin
	Tag       string   `json:"tag"`  // X.Y.Z
	Commit    string   `json:"commit"`
	H1        string   `json:"h1"`
	Does      string   `json:"does,omitempty"`
	Effect    string   `json:"effect"` // read, write or destructive
	Needs     *NeedsV1 `json:"needs,omitempty"`
	FirstSeen string   `json:"first_seen"`
	Log       string   `json:"log"` // what the Hub's log says of it
	Retracted []string `json:"retracted,omitempty"`
	Signers   []string `json:"signers,omitempty"`
	Add       string   `json:"add,omitempty"` // the command; none where add would refuse it
}

// A FoundRow is a reflex that a search found, as it is shown. Add is the command
// that adds it, "" for none; Needs is "" where they are not known.
type FoundRow struct {
	Ref, Tag, Effect, Mark, Does, Needs, Add string
	Retracted, Signers                       []string
}

// Found lays out what a search found: a line of what it is, and below what it
// does, what it needs, what is to be known of it, and the command that adds it.
func (w Words) Found(rows []FoundRow) []string {
	var lines []string
	for n, r := range rows {
		if n > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, "  "+w.Plain(r.Ref)+"  "+w.Plain(r.Tag)+"  "+w.effect(r.Effect)+afterDot(w.Plain(r.Mark)))
		for _, below := range foundBelow(r) {
			lines = append(lines, "    "+w.Plain(below))
		}
	}
	return lines
}

func foundBelow(r FoundRow) []string {
	var lines []string
	if r.Does != "" {
		lines = append(lines, r.Does)
	}
	lines = append(lines, r.Needs)
	for _, reason := range r.Retracted {
		lines = append(lines, "retracted: "+reason)
	}
	for _, signer := range r.Signers {
		lines = append(lines, "signed by "+signer)
	}
	if r.Add != "" {
		lines = append(lines, r.Add)
	}
	return lines
}

// FoundNeeds is what a reflex of the index needs, in a line.
func FoundNeeds(n hubsearch.Needs, known bool) string {
	var parts []string
	for _, list := range []struct {
		key    string
		values []string
	}{{"reads", n.Reads}, {"writes", n.Writes}, {"hosts", n.Hosts}, {"runs", n.Runs}} {
		if len(list.values) > 0 {
			parts = append(parts, list.key+" "+strings.Join(list.values, ", "))
		}
	}
	switch {
	case !known:
		return "its manifest was not read"
	case len(parts) == 0:
		return "needs nothing"
	}
	return "needs " + strings.Join(parts, " · ")
}

// FoundCount says how many there are beside those shown, "" when all are.
func FoundCount(count, shown int) string {
	if count <= shown {
		return ""
	}
	return fmt.Sprintf("%d match; these are the best %d", count, shown)
}

// AddLine is the command that adds a ref, for a shell.
func (w Words) AddLine(ref string) string { return w.Program + " add " + text.ShellWord(ref) }
