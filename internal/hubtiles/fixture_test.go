package hubtiles

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	stdlog "log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"sinew/internal/atomicfile"
	"sinew/pkg/hublog"
	"sinew/pkg/ref"
)

// start is the time of the first record of a log; each is a second later.
var start = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// A keyPair signs.
type keyPair struct {
	signer note.Signer
	public string
}

func newKey(t testing.TB, name string) keyPair {
	t.Helper()
	private, public, err := note.GenerateKey(rand.Reader, name)
	must(t, err)
	signer, err := note.NewSigner(private)
	must(t, err)
	return keyPair{signer, public}
}

// A log is one that lies in a directory.
type log struct {
	t      testing.TB
	dir    string
	key    keyPair
	lines  []string
	hashes []tlog.Hash // as tlog stores them
	bytes  int64       // of the data tiles that were written
}

func newLog(t testing.TB) *log {
	return &log{t: t, dir: t.TempDir(), key: newKey(t, "log.example")}
}

func hexOf(s string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(s))) }

// nameOf and versionOf are what the n-th record of a log is about.
func nameOf(n int) hublog.Name {
	return hublog.Name(fmt.Sprintf("github.com/owner%d/reflexes#part", n/10))
}

func versionOf(n int) ref.Version { return ref.Version{Major: 1, Minor: uint64(n % 10)} }

func record(n int) hublog.Record {
	id := fmt.Sprint(n)
	return hublog.Record{
		Kind: hublog.KindVersion, Name: nameOf(n), Version: versionOf(n), Commit: hexOf("commit" + id)[:40], H1: "h1:" + hexOf(id),
		Effect: "read", Needs: "h1:" + hexOf("needs"), Seen: start.Add(time.Duration(n) * time.Second),
	}
}

// add appends count records and publishes them.
func (l *log) add(count int) *log {
	l.t.Helper()
	for range count {
		l.append(record(len(l.lines)).String())
	}
	return l.publish()
}

// addRecords appends records, at the time of the last one.
func (l *log) addRecords(records ...hublog.Record) *log {
	l.t.Helper()
	for _, r := range records {
		if r.Seen.IsZero() {
			r.Seen = record(len(l.lines)).Seen
		}
		l.append(r.String())
	}
	return l.publish()
}

func (l *log) append(line string) {
	l.t.Helper()
	more, err := tlog.StoredHashes(int64(len(l.lines)), []byte(line+"\n"), l.reader())
	must(l.t, err)
	l.hashes, l.lines = append(l.hashes, more...), append(l.lines, line)
}

func (l *log) reader() tlog.HashReader {
	return tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		var all []tlog.Hash
		for _, i := range indexes {
			all = append(all, l.hashes[i])
		}
		return all, nil
	})
}

// publish writes the tiles that are missing and the checkpoint.
func (l *log) publish(cosigners ...note.Signer) *log {
	l.t.Helper()
	for _, t := range tlog.NewTiles(hublog.Height, 0, int64(len(l.lines))) {
		l.writeTile(t)
		if t.L == 0 {
			l.writeTile(hublog.DataTile(t.N, t.W))
		}
	}
	return l.sign(record(len(l.lines)).Seen, cosigners...)
}

func (l *log) writeTile(t tlog.Tile) {
	l.t.Helper()
	path := filepath.Join(l.dir, t.Path())
	if _, err := os.Stat(path); err == nil {
		return
	}
	var data []byte
	var err error
	if t.L < 0 {
		first := int(t.N) * hublog.TileWidth
		data = hublog.JoinTile(l.lines[first : first+t.W])
		l.bytes += int64(len(data))
	} else {
		data, err = tlog.ReadTileData(t, l.reader())
	}
	must(l.t, err)
	must(l.t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(l.t, os.WriteFile(path, data, 0o644))
}

func (l *log) checkpoint(date time.Time) hublog.Checkpoint {
	l.t.Helper()
	hash, err := tlog.TreeHash(int64(len(l.lines)), l.reader())
	must(l.t, err)
	return hublog.Checkpoint{Origin: "sinew hub log v1 log.example", Size: int64(len(l.lines)), Hash: hash, Date: date}
}

func (l *log) sign(date time.Time, cosigners ...note.Signer) *log {
	l.t.Helper()
	signed, err := hublog.Sign(l.checkpoint(date), append([]note.Signer{l.key.signer}, cosigners...)...)
	must(l.t, err)
	must(l.t, atomicfile.Write(filepath.Join(l.dir, checkpointName), signed, 0o644)) // it may be being read
	return l
}

// fork is another log of the same key, which begins with the first records.
func (l *log) fork(first int) *log {
	l.t.Helper()
	other := newLog(l.t)
	other.key = l.key
	for _, line := range l.lines[:first] {
		other.append(line)
	}
	return other
}

// addOther appends records that the log it forked from has not.
func (l *log) addOther(count int) *log {
	l.t.Helper()
	for range count {
		r := record(len(l.lines))
		r.Commit = hexOf("other" + r.Commit)[:40]
		l.append(r.String())
	}
	return l.publish()
}

// flip changes a bit of a file of the log.
func (l *log) flip(name string) { l.t.Helper(); flip(l.t, filepath.Join(l.dir, name)) }

func flip(t testing.TB, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	must(t, err)
	data[len(data)/2] ^= 1
	must(t, os.WriteFile(path, data, 0o644))
}

// setting is that of the log at an address or directory.
func (l *log) setting(at string, more ...string) Setting {
	l.t.Helper()
	s, err := ParseSetting(variables(append([]string{"SINEW_HUB=" + l.key.public + " " + at}, more...)...))
	must(l.t, err)
	return s
}

func variables(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for _, pair := range pairs {
			if key, value, _ := strings.Cut(pair, "="); key == name {
				return value, true
			}
		}
		return "", false
	}
}

// options have a clock of the logs' time.
func options() Options {
	return Options{Now: func() time.Time { return start.Add(2 * time.Hour) }}
}

// A server serves whatever log it is told to, and records what it is asked.
type server struct {
	*httptest.Server
	mu       sync.Mutex
	dir      string
	requests []string
	sent     int64
	handle   func(http.ResponseWriter, *http.Request) bool // true: answered
}

func serve(t testing.TB, l *log) *server {
	t.Helper()
	s := &server{dir: l.dir}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(s.answer))
	s.Config.ErrorLog = stdlog.New(io.Discard, "", 0) // connections end early here on purpose
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func (s *server) answer(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests = append(s.requests, r.Method+" "+r.RequestURI)
	dir, handle := s.dir, s.handle
	s.mu.Unlock()
	if handle != nil && handle(w, r) {
		return
	}
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(r.URL.Path)))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	n, _ := w.Write(data)
	s.mu.Lock()
	s.sent += int64(n)
	s.mu.Unlock()
}

// on has a handler see each request first; nil: none.
func (s *server) on(handle func(http.ResponseWriter, *http.Request) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handle = handle
}

// taken are the requests since the last call, sorted: eight are made at once.
func (s *server) taken() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.requests
	s.requests = nil
	slices.Sort(taken)
	return taken
}

func (s *server) options() Options {
	o := options()
	o.Transport = s.Client().Transport
	return o
}

func open(t testing.TB, s Setting, cache string, o Options) *Mirror {
	t.Helper()
	m, err := Open(t.Context(), s, cache, o)
	must(t, err)
	t.Cleanup(func() { _ = m.Close() })
	return m
}

// wantLogged looks records up by their numbers.
func wantLogged(t testing.TB, m *Mirror, numbers ...int) {
	t.Helper()
	for _, n := range numbers {
		e, err := m.Lookup(nameOf(n), versionOf(n))
		must(t, err)
		if e.Version == nil || *e.Version != record(n) {
			t.Errorf("record %d is %v, want %v", n, e.Version, record(n))
		}
	}
}

func wantNotLogged(t testing.TB, m *Mirror, numbers ...int) {
	t.Helper()
	for _, n := range numbers {
		e, err := m.Lookup(nameOf(n), versionOf(n))
		must(t, err)
		if e.Version != nil {
			t.Errorf("record %d is %v, and it is not in the log", n, e.Version)
		}
	}
}

// wantRefused is an error of the kind, of one line that holds the words.
func wantRefused(t testing.TB, err error, kind Kind, words string) {
	t.Helper()
	var refused *RefusedError
	if !errors.As(err, &refused) || refused.Kind != kind || !strings.Contains(refused.Why, words) || strings.Contains(refused.Why, "\n") {
		t.Errorf("got %v, want a refusal of kind %s with %q", err, kind, words)
	}
}

func wantUnreachable(t testing.TB, err error, words string) {
	t.Helper()
	var unreachable *UnreachableError
	if !errors.As(err, &unreachable) || !strings.Contains(unreachable.Why, words) || strings.Contains(unreachable.Why, "\n") {
		t.Errorf("got %v, want an unreachable log with %q", err, words)
	}
}

func wantStrings(t testing.TB, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
