package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"sinew/internal/hubcopy"
	"sinew/internal/hubtiles"
	"sinew/pkg/diag"
	"sinew/pkg/hublog"
	"sinew/pkg/hubsearch"
	"sinew/pkg/ref"
)

// maxFound is how many reflexes a search gives.
const maxFound = 20

// hubDiffers is the mark of what the index and the log say differently; add
// would refuse it.
const hubDiffers = "differs from the log"

// Found is what the Hub's index has for some words, and what its log says of it.
type Found struct {
	Count    int // of all that match
	Reflexes []FoundReflex
	Notes    []string // that a person should read
}

// A FoundReflex is a reflex at its newest version. What the log says goes before
// what the index says; a signer is the log's alone.
type FoundReflex struct {
	hubsearch.Entry
	Mark    string   // what the log says of the version (docs/hub-log.md)
	Differs bool     // the log has another content
	Retired []string // the reasons of its retractions
	Signers []string
}

// Search looks words up in this machine's copy of the Hub's index, which it
// first brings up to date, or offline takes as it is. The error is a
// *diag.Failure where there is no index, and diag.Problems where the index, or
// the log, is not to be believed.
func (m *Machine) Search(ctx context.Context, words string, offline bool) (Found, error) {
	setting, err := searched()
	if err != nil {
		return Found{}, err
	}
	index, err := m.openIndex(ctx, setting, offline)
	if err != nil {
		return Found{}, err
	}
	h, err := m.openHub(ctx, offline)
	if err != nil {
		return Found{}, err
	}
	defer h.close()
	results := index.Search(words, maxFound)
	found := Found{Count: results.Count, Notes: h.searchNotes(index, results, offline)}
	for _, one := range results.Best {
		found.Reflexes = append(found.Reflexes, h.foundOne(one.Entry))
	}
	if err := h.verdict(); err != nil {
		return Found{}, err // what the log would say of them cannot be said
	}
	return found, nil
}

// searched is the Hub that is searched: one must be named.
func searched() (hubtiles.Setting, error) {
	setting, err := hubtiles.ParseSetting(lookupEnv)
	if err == nil && !setting.On() {
		fix := diag.Fix{Kind: diag.FixExport, Var: "SINEW_HUB"}
		err = &diag.Failure{What: "searching", Why: errors.New("SINEW_HUB names no Hub"), Fix: fix}
	}
	return setting, err
}

// openIndex is the copy of the index.
func (m *Machine) openIndex(ctx context.Context, s hubtiles.Setting, offline bool) (*hubcopy.Copy, error) {
	dir := filepath.Join(m.paths.Cache, "hub")
	var c *hubcopy.Copy
	var err error
	if offline {
		c, err = hubcopy.OpenKept(s, dir, hubtiles.Options{})
	} else {
		c, err = hubcopy.Open(ctx, s, dir, hubtiles.Options{})
	}
	if _, unreachable := errors.AsType[*hubtiles.UnreachableError](err); unreachable {
		return nil, &diag.Failure{What: "searching", Why: err}
	}
	if err != nil {
		return nil, notBelieved(err)
	}
	return c, nil
}

// searchNotes are what is to be said of the index and of the log.
func (h *hub) searchNotes(index *hubcopy.Copy, r hubcopy.Results, offline bool) []string {
	var notes []string
	if why := index.Unreached(); why != nil && !offline {
		notes = append(notes, why.Error())
	}
	notes = append(notes, index.Notes()...)
	for _, line := range []string{unreadLines(r), h.behind(index)} {
		if line != "" {
			notes = append(notes, line)
		}
	}
	return append(notes, h.said.Notes...)
}

func unreadLines(r hubcopy.Results) string {
	switch r.Unread {
	case 0:
		return ""
	case 1:
		return "a line of the Hub's index does not read: " + r.Why
	}
	return fmt.Sprintf("%d lines of the Hub's index do not read; the first: %s", r.Unread, r.Why)
}

// behind says that the index is of a state that the log has not reached: one of
// the two is not what it says, or its copy is older.
func (h *hub) behind(index *hubcopy.Copy) string {
	if h.mirror == nil || h.mirror.Unreached() != nil || index.Unreached() != nil {
		return ""
	}
	if has := h.mirror.Checkpoint().Size; index.Records() > has {
		return fmt.Sprintf("the Hub's index is of %d records, and its log has %d", index.Records(), has)
	}
	return ""
}

// foundOne is an entry with what the log says of its version.
func (h *hub) foundOne(e hubsearch.Entry) FoundReflex {
	one := FoundReflex{Entry: e, Mark: hubSkipped}
	if e.Retracted != "" {
		one.Retired = []string{e.Retracted}
	}
	version, _ := ref.ParseVersion(e.Version) // hubsearch.Parse has read it
	if h.setting.Skips(e.Name) {
		return one
	}
	entry := h.lookup(e.Name, version)
	if one.Mark = markOf(entry); entry.Version == nil {
		return one
	}
	if one.Differs = entry.Version.Commit != e.Commit || entry.Version.H1 != e.H1; one.Differs {
		one.Mark = hubDiffers
	}
	one.Signers = identities(entry.Signers)
	if len(entry.Retractions) > 0 {
		one.Retired = reasons(entry.Retractions)
	}
	return one
}

func identities(signers []hublog.Record) []string {
	var all []string
	for _, r := range signers {
		all = append(all, r.Identity)
	}
	return all
}

func reasons(retractions []hublog.Record) []string {
	var all []string
	for _, r := range retractions {
		all = append(all, r.Reason)
	}
	return all
}

// Detailed reports whether the manifest of the version was read: only then is it
// known what it touches.
func (r FoundReflex) Detailed() bool { return strings.TrimSpace(r.Does) != "" }
