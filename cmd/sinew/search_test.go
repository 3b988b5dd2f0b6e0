package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
)

// hubIndex puts an index for searches beside a log: the lines of a file.
//
//	hubindex log entries
func hubIndex(ts *testscript.TestScript, args []string) {
	lines := []byte(ts.ReadFile(args[1]))
	dir := filepath.Join(ts.MkAbs(args[0]), "index")
	ts.Check(os.MkdirAll(dir, 0o755))
	sum := sha256.Sum256(lines)
	latest := fmt.Sprintf("%x %d %d %s\n", sum, len(lines), 2, "2099-01-01T00:00:00Z")
	ts.Check(os.WriteFile(filepath.Join(dir, fmt.Sprintf("%x.jsonl", sum)), lines, 0o644))
	ts.Check(os.WriteFile(filepath.Join(dir, "latest"), []byte(latest), 0o644))
}
