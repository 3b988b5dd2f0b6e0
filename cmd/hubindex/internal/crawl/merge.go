package crawl

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sinew/pkg/hublog"
)

// A MergeError is a file that is no batch of a crawl, or not the one its name
// says. Its text is one clean line.
type MergeError struct{ Path, Why string }

// Error is the file and what is wrong.
func (e *MergeError) Error() string { return e.Path + ": " + e.Why }

// Merge joins the batches in output directories of crawls, in the order that a
// log takes them: by the time they were observed, signers after all else, then by
// their lines. What was observed twice of one content stays with its earliest
// time. Two contents of one version both stay: the log tells which of them is an
// alarm. Of the moves of one repository the last stays, with its latest time: a
// log takes an earlier one for a move back, each time that the same batches are
// merged.
//
// A file whose content is not what its name says is a *MergeError, and so is
// every file that no crawl wrote, but for those whose name opens with a dot.
// Other errors are of reading a directory or a file.
func Merge(dirs ...string) ([]hublog.Record, error) {
	kept := map[hublog.Record]hublog.Record{} // by what it is about
	for _, dir := range dirs {
		if err := mergeDir(dir, kept); err != nil {
			return nil, err
		}
	}
	all := make([]hublog.Record, 0, len(kept))
	for _, r := range kept {
		all = append(all, r)
	}
	return sorted(all), nil
}

// sorted puts records in the order of Merge.
func sorted(all []hublog.Record) []hublog.Record {
	type keyed struct {
		record hublog.Record
		line   string
	}
	lines := make([]keyed, len(all))
	for i, r := range all {
		lines[i] = keyed{r, r.String()}
	}
	slices.SortFunc(lines, func(a, b keyed) int {
		return cmp.Or(a.record.Seen.Compare(b.record.Seen), cmp.Compare(rank(a.record), rank(b.record)), strings.Compare(a.line, b.line))
	})
	for i, k := range lines {
		all[i] = k.record
	}
	return all
}

// rank puts signers last.
func rank(r hublog.Record) int {
	if r.Kind == hublog.KindSigner {
		return 1
	}
	return 0
}

func mergeDir(dir string, kept map[hublog.Record]hublog.Record) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue // what a killed crawl left half-written
		}
		records, err := readBatch(filepath.Join(dir, e.Name()), e)
		if err != nil {
			return err
		}
		for _, r := range records {
			keep(kept, r)
		}
	}
	return nil
}

// keep keeps one record of what several say: the earliest of a content, the
// last of a move. What the reflex declares follows from its content.
func keep(kept map[hublog.Record]hublog.Record, r hublog.Record) {
	key := hublog.Record{Kind: r.Kind, Name: r.Name, Version: r.Version, Commit: r.Commit, H1: r.H1, Identity: r.Identity}
	known, ok := kept[key]
	order := cmp.Or(r.Seen.Compare(known.Seen), strings.Compare(string(r.To), string(known.To)))
	if r.Kind == hublog.KindMoved {
		order = -order
	}
	if !ok || order < 0 {
		kept[key] = r
	}
}

// readBatch reads a file that is named by its content.
func readBatch(path string, e fs.DirEntry) ([]hublog.Record, error) {
	if !e.Type().IsRegular() {
		return nil, &MergeError{path, "is no plain file"}
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if nameOf(content) != e.Name() {
		return nil, &MergeError{path, "its content is not what its name says"}
	}
	records, err := parseBatch(string(content))
	if err != nil {
		return nil, &MergeError{path, err.Error()}
	}
	return records, nil
}

// observed are the kinds that a crawl writes.
var observed = map[hublog.Kind]bool{hublog.KindVersion: true, hublog.KindMoved: true, hublog.KindSigner: true}

// parseBatch holds a batch to what a crawl writes: sorted lines, each once, of
// the kinds that it observes.
func parseBatch(content string) ([]hublog.Record, error) {
	var records []hublog.Record
	previous := ""
	for line := range strings.Lines(content) {
		whole, ended := strings.CutSuffix(line, "\n")
		if !ended || line <= previous {
			return nil, errors.New("its lines are not whole, or not sorted")
		}
		r, err := hublog.Parse(whole)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", len(records)+1, err)
		}
		if !observed[r.Kind] {
			return nil, fmt.Errorf("line %d: no crawl observes what is of kind %s", len(records)+1, r.Kind)
		}
		records, previous = append(records, r), line
	}
	return records, nil
}
