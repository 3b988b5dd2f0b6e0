package crawl

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lukechampine.com/blake3"

	"sinew/internal/atomicfile"
	"sinew/pkg/hublog"
)

// nameOf is what a batch's file is called: the BLAKE3 of its content.
func nameOf(content []byte) string {
	sum := blake3.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// writeBatch writes records as one file, unless that file is there.
func writeBatch(dir string, records []hublog.Record) error {
	if len(records) == 0 {
		return nil
	}
	content := sortedLines(records)
	path := filepath.Join(dir, nameOf(content))
	if there, err := os.ReadFile(path); err == nil && string(there) == string(content) {
		return nil
	}
	return atomicfile.Write(path, content, 0o644)
}

// sortedLines are the records' lines in byte order, each once.
func sortedLines(records []hublog.Record) []byte {
	lines := make([]string, len(records))
	for i, r := range records {
		lines[i] = r.String() + "\n"
	}
	slices.Sort(lines)
	return []byte(strings.Join(slices.Compact(lines), ""))
}
