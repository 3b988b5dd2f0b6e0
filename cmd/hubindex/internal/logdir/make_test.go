package logdir_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"sinew/cmd/hubindex/internal/logdir"
	"sinew/pkg/hublog"
)

var start = time.Date(2026, 11, 30, 4, 0, 0, 0, time.UTC)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// keyOf makes a key called name, and its file.
func keyOf(t testing.TB, name string) (key logdir.Key, file, verifier string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "secret.key")
	verifier, err := logdir.NewKey(name, file)
	must(t, err)
	key, err = logdir.ReadKey(file)
	must(t, err)
	return key, file, verifier
}

// A log is a directory with its writer.
type log struct {
	*testing.T
	dir string
	key logdir.Key
}

func newLog(t *testing.T) *log {
	t.Helper()
	key, _, _ := keyOf(t, "hub.example.org")
	return &log{t, filepath.Join(t.TempDir(), "log"), key}
}

// version is a line of a log: the n-th repository's release.
func version(n int, release, commit string, at time.Time) string {
	return fmt.Sprintf("version github.com/radhi/home%d %s %s h1:%s read h1:%s %s", n, release,
		strings.Repeat(commit, 40), strings.Repeat(commit, 64), strings.Repeat("c", 64), at.Format(time.RFC3339))
}

// versions are the lines of count repositories from the first on.
func versions(first, count int) []string {
	lines := make([]string, count)
	for i := range lines {
		lines[i] = version(first+i, "1.0.0", "a", start)
	}
	return lines
}

func records(t testing.TB, lines []string) []hublog.Record {
	t.Helper()
	all := make([]hublog.Record, len(lines))
	for i, line := range lines {
		r, err := hublog.Parse(line)
		must(t, err)
		all[i] = r
	}
	return all
}

// add appends lines at a time.
func (l *log) add(at time.Time, lines ...string) logdir.Appended {
	l.Helper()
	done, err := logdir.Writer{Dir: l.dir, Key: l.key}.Append(l.Context(), records(l, lines), at)
	must(l, err)
	return done
}

func (l *log) trust() logdir.Trust { return logdir.Trust{Log: l.key.Verifier} }

func (l *log) source() *logdir.Source { return open(l, l.dir) }

func open(t testing.TB, at string) *logdir.Source {
	t.Helper()
	source, err := logdir.Open(at, http.DefaultClient)
	must(t, err)
	return source
}

func (l *log) verify() (logdir.Verified, error) {
	return logdir.Verify(context.Background(), l.source(), l.trust())
}

// whole checks that the log verifies and has a size.
func (l *log) whole(size int64) {
	l.Helper()
	found, err := l.verify()
	must(l, err)
	if found.Checkpoint.Size != size {
		l.Errorf("the log has %d records, want %d", found.Checkpoint.Size, size)
	}
}

// checkpoint is the bytes of the checkpoint.
func (l *log) checkpoint() []byte { return l.file("checkpoint") }

func (l *log) file(name string) []byte {
	l.Helper()
	data, err := os.ReadFile(filepath.Join(l.dir, name))
	must(l, err)
	return data
}

func (l *log) put(name string, data []byte) {
	l.Helper()
	path := filepath.Join(l.dir, name)
	must(l, os.MkdirAll(filepath.Dir(path), 0o755))
	must(l, os.WriteFile(path, data, 0o644))
}

// files are the log's files by their names.
func (l *log) files() map[string]string {
	l.Helper()
	all := map[string]string{}
	must(l, filepath.WalkDir(l.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		inside, err := filepath.Rel(l.dir, path)
		all[filepath.ToSlash(inside)] = string(l.file(inside))
		return err
	}))
	return all
}

// forge writes a log of any lines, with the log's own key, and the date date.
func (l *log) forge(date time.Time, lines ...string) {
	l.Helper()
	var tree hublog.Tree
	tree.Append(lines...)
	var stored storedHashes
	for i, line := range lines {
		more, err := tlog.StoredHashesForRecordHash(int64(i), hublog.LineHash(line), stored)
		must(l, err)
		stored = append(stored, more...)
	}
	for _, tile := range tlog.NewTiles(hublog.Height, 0, tree.Size()) {
		data, err := tlog.ReadTileData(tile, stored)
		must(l, err)
		l.put(tile.Path(), data)
		if tile.L == 0 {
			from := tile.N * hublog.TileWidth
			l.put(hublog.DataTile(tile.N, tile.W).Path(), hublog.JoinTile(lines[from:from+int64(tile.W)]))
		}
	}
	l.sign(hublog.Checkpoint{Origin: hublog.Origin(l.key.Verifier), Size: tree.Size(), Hash: tree.Hash(), Date: date})
}

func (l *log) sign(c hublog.Checkpoint) {
	l.Helper()
	signed, err := hublog.Sign(c, l.key)
	must(l, err)
	l.put("checkpoint", signed)
}

type storedHashes []tlog.Hash

func (s storedHashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	found := make([]tlog.Hash, len(indexes))
	for i, x := range indexes {
		found[i] = s[x]
	}
	return found, nil
}

// wantRefusal checks that an error is a refusal of one line with a word in it.
func wantRefusal(t testing.TB, err error, word string) {
	t.Helper()
	refused, ok := errors.AsType[*logdir.Refusal](err)
	if !ok || !strings.Contains(refused.Why, word) || strings.Contains(refused.Why+refused.Fix, "\n") || refused.Fix == "" {
		t.Errorf("the error is %v, want a refusal of one line that says %q and has a fix", err, word)
	}
}
