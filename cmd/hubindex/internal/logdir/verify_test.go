package logdir_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"sinew/cmd/hubindex/internal/logdir"
	"sinew/pkg/hublog"
)

// grown is a log with full and partial tiles of two levels, and partial ones of
// an earlier checkpoint.
func grown(t *testing.T) *log {
	l := newLog(t)
	l.add(start, versions(0, 5)...)
	l.add(start, versions(5, 255)...)
	l.add(start, versions(260, 340)...)
	return l
}

func TestAFlippedBitInAnyTileIsNamed(t *testing.T) {
	l := grown(t)
	tiles := 0
	for name, data := range l.files() {
		if name == "checkpoint" {
			continue
		}
		tiles++
		for _, at := range []int{0, 7, len(data) / 2, len(data) - 1} {
			l.flip(name, at)
			_, err := l.verify()
			wantNamed(t, err, name)
			l.put(name, []byte(data))
		}
	}
	if tiles != 12 {
		t.Errorf("%d tiles", tiles)
	}
	l.whole(600)
}

// wantNamed checks that a refusal is about a file, and begins with its name.
func wantNamed(t *testing.T, err error, name string) {
	t.Helper()
	wantRefusal(t, err, name)
	if err != nil && strings.TrimRight(strings.Fields(err.Error())[0], ":") != name {
		t.Errorf("the error is %v, want one about %s", err, name)
	}
}

func TestAMissingOrLongerTileIsNamed(t *testing.T) {
	l := grown(t)
	for _, name := range []string{"tile/8/data/001", "tile/8/0/001", "tile/8/1/000.p/2", "tile/8/data/002.p/88", "tile/8/0/002.p/88"} {
		data := l.file(name)
		for _, other := range [][]byte{nil, data[:len(data)/2], append(data[:len(data):len(data)], "more\n"...), make([]byte, 2<<20)} {
			l.put(name, other)
			_, err := l.verify()
			wantRefusal(t, err, name)
		}
		must(t, os.Remove(filepath.Join(l.dir, name)))
		_, err := l.verify()
		wantRefusal(t, err, name+" is missing")
		l.put(name, data)
	}
}

func TestAForgedRecordIsNamedThoughItsHashesWereForgedToo(t *testing.T) {
	l, other := grown(t), grown(t)
	other.forge(start, append(versions(700, 1), versions(1, 599)...)...)
	l.put("tile/8/data/000", other.file("tile/8/data/000"))
	l.put("tile/8/0/000", other.file("tile/8/0/000"))
	_, err := l.verify()
	wantRefusal(t, err, "tile/8/data/000 does not lead")
	l.put("tile/8/1/000.p/2", other.file("tile/8/1/000.p/2"))
	_, err = l.verify()
	wantRefusal(t, err, "another log")
}

func TestRecordsAgainstTheRulesAreNamed(t *testing.T) {
	a, later := version(0, "1.0.0", "a", start), start.Add(time.Hour)
	for name, c := range map[string]struct {
		lines []string
		says  string
	}{
		"first-seen goes back":      {[]string{version(0, "1.0.0", "a", later), version(1, "1.0.0", "a", start)}, "before 2026-11-30T05:00:00Z"},
		"a version twice":           {[]string{a, a}, "second version line"},
		"a second content":          {[]string{a, version(0, "1.0.0", "b", start)}, "another content"},
		"no record":                 {[]string{a, "version everything"}, "record 1 "},
		"seen after the checkpoint": {[]string{a, version(1, "1.0.0", "a", start.Add(9*time.Hour))}, "after the date of the checkpoint"},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLog(t)
			l.forge(later, c.lines...)
			_, err := l.verify()
			wantRefusal(t, err, "record 1 (line 2 of tile/8/data/000.p/2)")
			wantRefusal(t, err, c.says)
		})
	}
}

func TestAFileThatIsNoTileIsNamed(t *testing.T) {
	l := grown(t)
	l.put("tile/8/data/notes.txt", nil)
	_, err := l.verify()
	wantRefusal(t, err, "tile/8/data/notes.txt")
}

func TestAnotherKeyAndAMissingCosignatureAreRefused(t *testing.T) {
	l := grown(t)
	stranger, _, _ := keyOf(t, "hub.example.org")
	_, err := logdir.Verify(t.Context(), l.source(), logdir.Trust{Log: stranger.Verifier})
	wantRefusal(t, err, "not signed")
	witness, _, _ := keyOf(t, "witness.example.org")
	_, err = logdir.Verify(t.Context(), l.source(), logdir.Trust{Log: l.key.Verifier, Witnesses: []note.Verifier{witness.Verifier}, Need: 1})
	wantRefusal(t, err, "cosigned by 0")
}

func TestAnEmptyLogVerifies(t *testing.T) {
	l := newLog(t)
	if _, err := l.verify(); err == nil || !strings.Contains(err.Error(), "no file named checkpoint") {
		t.Errorf("no log at all: %v", err)
	}
	l.add(start)
	l.whole(0)
}

// serve serves the log's directory.
func (l *log) serve() string {
	server := httptest.NewServer(http.FileServer(http.Dir(l.dir)))
	l.Cleanup(server.Close)
	return server.URL
}

func TestALogIsVerifiedOverHTTP(t *testing.T) {
	l := grown(t)
	source := open(t, l.serve()+"/")
	found, err := logdir.Verify(t.Context(), source, l.trust())
	must(t, err)
	if found.Checkpoint.Size != 600 || found.Files != 7 {
		t.Errorf("found %+v", found)
	}
	l.flip("tile/8/0/001", 9)
	_, err = logdir.Verify(t.Context(), source, l.trust())
	wantRefusal(t, err, "tile/8/0/001 ")
	must(t, os.Remove(filepath.Join(l.dir, "tile/8/data/001")))
	_, err = logdir.Verify(t.Context(), source, l.trust())
	wantRefusal(t, err, "tile/8/data/001 is missing")
}

func TestAnAuditProvesAnExtension(t *testing.T) {
	l := newLog(t)
	var kept [][]byte
	size := 0
	for _, count := range []int{0, 1, 255, 1, 0, 300, 43} {
		l.add(start.Add(time.Duration(size)*time.Second), versions(size, count)...)
		size += count
		kept = append(kept, l.checkpoint())
	}
	for _, at := range []string{l.dir, l.serve()} {
		for _, old := range kept {
			found, err := logdir.Audit(t.Context(), open(t, at), l.trust(), old)
			must(t, err)
			if found.New.Size != 600 || found.Old.Size > 600 {
				t.Errorf("found %+v", found)
			}
		}
	}
}

func TestAnAuditRefusesAForkARollbackAndWrongTiles(t *testing.T) {
	l, fork := grown(t), newLog(t)
	fork.key = l.key
	fork.add(start, versions(1000, 5)...)
	shorter := fork.checkpoint()
	fork.add(start, versions(2000, 595)...)
	same := fork.checkpoint()
	fork.add(start, versions(3000, 1)...)
	for says, old := range map[string][]byte{"forked: nothing proves": shorter, "forked: its 600 records": same, "rolled back": fork.checkpoint()} {
		_, err := logdir.Audit(t.Context(), l.source(), l.trust(), old)
		wantRefusal(t, err, says)
	}
	stranger := newLog(t)
	stranger.add(start, versions(0, 1)...)
	_, err := logdir.Audit(t.Context(), l.source(), l.trust(), stranger.checkpoint())
	wantRefusal(t, err, "not signed")
	l.flip("tile/8/1/000.p/2", 3)
	_, err = logdir.Audit(t.Context(), l.source(), l.trust(), signed(t, l.key, hublog.Checkpoint{Size: 3}))
	wantRefusal(t, err, "do not lead to its checkpoint")
}

// signed is a note of a checkpoint that no log ever had.
func signed(t *testing.T, key logdir.Key, c hublog.Checkpoint) []byte {
	c.Origin, c.Date = hublog.Origin(key.Verifier), start
	note, err := hublog.Sign(c, key)
	must(t, err)
	return note
}
