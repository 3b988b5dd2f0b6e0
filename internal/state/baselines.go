package state

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sinew/internal/atomicfile"
)

// maxBaselines is of how many installed sets the last verdicts are kept.
const maxBaselines = 50

func (p Paths) baselines() string { return filepath.Join(p.Cache, "baselines") }

// baselineFile is one file an installed set, named by its digest's 64 hex
// digits (behaviour.md 12).
func (p Paths) baselineFile(digest string) string {
	return filepath.Join(p.baselines(), strings.TrimPrefix(digest, "h1:")+".json")
}

// Baseline is the last verdicts over an installed set, nil for none. It is a
// cache: one that cannot be read is none.
func (p Paths) Baseline(digest string) []byte {
	text, err := readFile(p.baselineFile(digest))
	if err != nil {
		return nil
	}
	return text
}

// KeepBaseline remembers the verdicts over an installed set, and forgets those
// of the sets that were judged longest ago. One that cannot be written, or that
// is too long to be read back, is not kept: then nothing is a regression.
func (p Paths) KeepBaseline(digest string, text []byte) {
	if len(text) > maxFileBytes {
		return
	}
	if atomicfile.WriteWithParent(p.baselineFile(digest), text, privateFile, privateDir) == nil {
		p.forgetBaselines()
	}
}

func (p Paths) forgetBaselines() {
	entries, err := os.ReadDir(p.baselines())
	if err != nil || len(entries) <= maxBaselines {
		return
	}
	slices.SortStableFunc(entries, func(a, b os.DirEntry) int { return modified(b, a) })
	for _, old := range entries[maxBaselines:] {
		_ = os.Remove(filepath.Join(p.baselines(), old.Name()))
	}
}

// modified orders files by when they were written; one that is gone is the
// oldest.
func modified(a, b os.DirEntry) int {
	first, errFirst := a.Info()
	second, errSecond := b.Info()
	switch {
	case errFirst != nil && errSecond != nil:
		return 0
	case errFirst != nil:
		return -1
	case errSecond != nil:
		return 1
	}
	return first.ModTime().Compare(second.ModTime())
}
