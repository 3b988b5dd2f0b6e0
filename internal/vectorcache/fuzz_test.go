package vectorcache

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// FuzzReadFile reads any bytes as a file: whole, and as what stands before a
// sum that is right. What comes out as records is written as it was read.
func FuzzReadFile(f *testing.F) {
	record := make([]byte, recordSize)
	f.Add([]byte{})
	f.Add([]byte(header))
	f.Add(slices.Concat([]byte(header), record))
	f.Add(slices.Concat([]byte(header), record, record, []byte{1}))
	f.Add(slices.Concat([]byte("sinew vectors 2\n"), record))
	f.Fuzz(func(t *testing.T, body []byte) {
		path := filepath.Join(t.TempDir(), "vectors")
		sum := sha256.Sum256(body)
		for _, file := range [][]byte{body, slices.Concat(body, sum[:])} {
			if err := os.WriteFile(path, file, 0o600); err != nil {
				t.Fatal(err)
			}
			checkWrittenAsRead(t, path, file)
		}
	})
}

func checkWrittenAsRead(t *testing.T, path string, file []byte) {
	t.Helper()
	records, known := readFile(path), map[key]*entry{}
	var all []key
	for _, r := range records {
		if known[r.key] != nil {
			return // two of one text, which no writer leaves
		}
		all, known[r.key] = append(all, r.key), &entry{vector: r.vector}
	}
	if len(records) == 0 {
		return
	}
	writeFile(path, all, known)
	if again, err := os.ReadFile(path); err != nil || !slices.Equal(again, file) {
		t.Errorf("%d records are written otherwise than they were read: %v", len(records), err)
	}
}
