package state

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"sinew/pkg/text"
)

// How much of what was typed in sessions is remembered: lines (manual,
// "Environment"), and bytes, which keep the file one that is read.
const (
	mostHistory      = 1000
	mostHistoryBytes = maxFileBytes / 2
)

func (p Paths) historyFile() string { return filepath.Join(p.State, "history") }

// History are the lines typed in sessions, the oldest first, at most 1,000.
// What is no line one could have typed is left out.
func (p Paths) History() ([]string, error) {
	source, err := readFile(p.historyFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, failure("reading", p.historyFile(), err)
	}
	var all []string
	for line := range strings.Lines(string(source)) {
		line = strings.TrimSuffix(line, "\n")
		if _, unclean := text.FirstUnclean(line); !unclean && line != "" {
			all = append(all, line)
		}
	}
	return all[max(0, len(all)-mostHistory):], nil
}

// Remember adds a line to the history, which only the person may read; the
// oldest goes once there are more than 1,000. Sessions may do so at the same
// time. Where nothing may be written there is no history.
func (p Paths) Remember(line string) error {
	if _, unclean := text.FirstUnclean(line); unclean {
		return nil
	}
	file := lineFile{dir: p.State, path: p.historyFile(), trim: newestHistory}
	if err := file.append([]byte(line + "\n")); err != nil && !mayNotWrite(err) {
		return failure("writing", p.historyFile(), err)
	}
	return nil
}

// newestHistory is what stays of a history that grew; nil for all of it.
func newestHistory(source []byte) []byte {
	kept := newestLines(source, mostHistoryBytes)
	for range bytes.Count(kept, []byte{'\n'}) - mostHistory {
		kept = kept[bytes.IndexByte(kept, '\n')+1:]
	}
	if len(kept) == len(source) {
		return nil
	}
	return kept
}
