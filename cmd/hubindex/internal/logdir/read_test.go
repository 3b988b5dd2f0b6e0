package logdir_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"sinew/cmd/hubindex/internal/logdir"
	"sinew/pkg/hublog"
)

func (l *log) read(at string) ([]hublog.Record, error) {
	l.Helper()
	return logdir.Read(context.Background(), open(l, at), l.trust())
}

func TestEveryRecordIsReadFromADirectoryAndAURL(t *testing.T) {
	l := newLog(t)
	if all, err := l.read(l.dir); err == nil {
		t.Errorf("a log that is not there has %v", all)
	}
	lines := versions(0, 300)
	l.add(start, lines...)
	l.add(start, "retract github.com/radhi/home7 1.0.0 2026-11-30T04:00:00Z \"why\"")
	want := append(records(t, lines), records(t, []string{"retract github.com/radhi/home7 1.0.0 2026-11-30T04:00:00Z \"why\""})...)
	server := httptest.NewServer(http.FileServer(http.Dir(l.dir)))
	t.Cleanup(server.Close)
	for _, at := range []string{l.dir, server.URL} {
		all, err := l.read(at)
		must(t, err)
		if !slices.Equal(all, want) {
			t.Errorf("%s: %d records, want %d", at, len(all), len(want))
		}
	}
}

func TestNoRecordIsGivenOfALogThatIsNotAsItsCheckpointSays(t *testing.T) {
	for what, c := range map[string]struct {
		spoil func(l *log)
		word  string
	}{
		"a changed record": {func(l *log) {
			name := hublog.DataTile(1, 44).Path()
			l.put(name, []byte(strings.Replace(string(l.file(name)), " read ", " write ", 1)))
		}, "tile/8/data/001.p/44 does not lead"},
		"no tile":             {func(l *log) { l.put("checkpoint", l.grown(t)) }, "is missing"},
		"a tile that is long": {func(l *log) { l.put("tile/8/data/000", make([]byte, 2<<20)) }, "longer"},
		"no signature":        {func(l *log) { l.put("checkpoint", []byte("none\n")) }, ""},
		"another key":         {func(l *log) { l.key, _, _ = keyOf(t, "hub.example.org") }, "not signed"},
		"a broken rule": {func(l *log) {
			l.forge(start, version(0, "1.0.0", "a", start), version(0, "1.0.0", "b", start))
		}, "record 1 "},
		"a record after its checkpoint": {func(l *log) { l.forge(start, version(0, "1.0.0", "a", start.Add(time.Second))) }, "record 0 "},
	} {
		l := newLog(t)
		l.add(start, versions(0, 300)...)
		c.spoil(l)
		all, err := l.read(l.dir)
		if all != nil {
			t.Errorf("%s: %d records are given", what, len(all))
		}
		wantRefusal(t, err, c.word)
	}
}

// grown is the checkpoint of the log with one more record.
func (l *log) grown(t *testing.T) []byte {
	t.Helper()
	var tree hublog.Tree
	tree.Append(versions(0, 301)...)
	signed, err := hublog.Sign(hublog.Checkpoint{Origin: hublog.Origin(l.key.Verifier), Size: tree.Size(), Hash: tree.Hash(), Date: start}, l.key)
	must(t, err)
	return signed
}
