package hubtiles

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sinew/pkg/hublog"
)

func TestAMirrorAnswersFromTheLogsRecords(t *testing.T) {
	for _, size := range []int{1, 255, 256, 257, 600} {
		l := newLog(t).add(size)
		for _, at := range []string{l.dir, "https"} {
			o := options()
			if at == "https" {
				s := serve(t, l)
				at, o = s.URL+"/", s.options()
			}
			m := open(t, l.setting(at), t.TempDir(), o)
			wantLogged(t, m, 0, size/2, size-1)
			wantNotLogged(t, m, size, size+300)
			e, err := m.Lookup("github.com/nobody/nothing", versionOf(0))
			if must(t, err); !e.Complete || e.Version != nil {
				t.Errorf("size %d: a name that is not there is %+v", size, e)
			}
			wantStrings(t, "notes", m.Notes(), nil)
		}
	}
}

func TestAnEmptyLogHoldsNothing(t *testing.T) {
	l := newLog(t).publish()
	cache := t.TempDir()
	m := open(t, l.setting(l.dir), cache, options())
	wantNotLogged(t, m, 0)
	l.add(1)
	wantLogged(t, open(t, l.setting(l.dir), cache, options()), 0)
}

func TestAlarmsSignersRetractionsAndMovesAreFound(t *testing.T) {
	l := newLog(t).add(300)
	about := record(7)
	alarm := hublog.Record{Kind: hublog.KindAlarm, Name: about.Name, Version: about.Version, Commit: record(8).Commit, H1: record(8).H1}
	retract := hublog.Record{Kind: hublog.KindRetract, Name: about.Name, Version: about.Version, Reason: `it "forgets" what it read`}
	signer := hublog.Record{Kind: hublog.KindSigner, Name: about.Name, Version: about.Version, Identity: "ana@example.org"}
	moved := hublog.Record{Kind: hublog.KindMoved, Name: about.Name.Repo(), To: "github.com/new/home"}
	cache := t.TempDir()
	open(t, l.setting(l.dir), cache, options())
	l.addRecords(alarm, signer)
	open(t, l.setting(l.dir), cache, options())
	l.addRecords(retract, moved)
	moved.To = "github.com/newer/home"
	l.addRecords(moved)
	for _, cache := range []string{cache, t.TempDir()} { // grown twice, and made at once
		m := open(t, l.setting(l.dir), cache, options())
		wantLogged(t, m, 7)
		e, err := m.Lookup(about.Name, about.Version)
		must(t, err)
		if len(e.Alarms) != 1 || e.Alarms[0].H1 != alarm.H1 || len(e.Signers) != 1 || e.Signers[0].Identity != signer.Identity {
			t.Errorf("alarms and signers are %v %v", e.Alarms, e.Signers)
		}
		if len(e.Retractions) != 1 || e.Retractions[0].Reason != retract.Reason {
			t.Errorf("retractions are %v", e.Retractions)
		}
		if at, ok := e.FirstSeen(); !ok || !at.Equal(about.Seen) {
			t.Errorf("first seen %v, %v", at, ok)
		}
		if to, ok, err := m.Moved(about.Name.Repo()); err != nil || !ok || to.To != "github.com/newer/home" {
			t.Errorf("moved to %v, %v, %v", to, ok, err)
		}
		if _, ok, err := m.Moved("github.com/owner1/reflexes"); err != nil || ok {
			t.Errorf("what did not move: %v, %v", ok, err)
		}
	}
}

func TestRequestsAreTheSameWhateverIsLookedUp(t *testing.T) {
	l := newLog(t).add(600)
	s := serve(t, l)
	seen := map[string]bool{}
	for _, numbers := range [][]int{nil, {3, 300, 599}, {599, 599, 700}} {
		cache := t.TempDir()
		m := open(t, l.setting(s.URL), cache, s.options())
		wantStrings(t, "a first mirror", s.taken(), []string{
			"GET /checkpoint", "GET /tile/8/data/000", "GET /tile/8/data/001", "GET /tile/8/data/002.p/88"})
		for _, n := range numbers {
			_, err := m.Lookup(nameOf(n), versionOf(n))
			must(t, err)
		}
		wantStrings(t, "lookups", s.taken(), nil)
		open(t, l.setting(s.URL), cache, s.options())
		seen[strings.Join(s.taken(), " ")] = true
	}
	if len(seen) != 1 || !seen["GET /checkpoint"] {
		t.Errorf("with nothing new, the requests are %v", seen)
	}
}

func TestARequestTellsNothingOfWhoAsks(t *testing.T) {
	l := newLog(t).add(1)
	s := serve(t, l)
	s.on(func(w http.ResponseWriter, r *http.Request) bool {
		http.SetCookie(w, &http.Cookie{Name: "who", Value: "me"})
		for name := range r.Header {
			if name != "User-Agent" && name != "Accept-Encoding" {
				t.Errorf("%s has the header %s", r.URL, name)
			}
		}
		return false
	})
	open(t, l.setting(s.URL), t.TempDir(), s.options())
}

func TestAnUpdateAsksForWhatIsNew(t *testing.T) {
	l := newLog(t).add(510)
	s, cache := serve(t, l), t.TempDir()
	for _, c := range []struct {
		more int
		want []string
	}{
		{0, []string{"GET /checkpoint", "GET /tile/8/data/000", "GET /tile/8/data/001.p/254"}},
		{0, []string{"GET /checkpoint"}},
		{1, []string{"GET /checkpoint", "GET /tile/8/data/001.p/255"}},
		{1, []string{"GET /checkpoint", "GET /tile/8/data/001"}},
		{1, []string{"GET /checkpoint", "GET /tile/8/data/002.p/1"}},
		{300, []string{"GET /checkpoint", "GET /tile/8/data/002", "GET /tile/8/data/003.p/45"}},
	} {
		if c.more > 0 {
			l.add(c.more)
		}
		m := open(t, l.setting(s.URL), cache, s.options())
		wantStrings(t, "an update", s.taken(), c.want)
		wantLogged(t, m, 0, 100, 509, len(l.lines)-1)
		wantNotLogged(t, m, len(l.lines))
	}
	partials, err := filepath.Glob(filepath.Join(l.setting(s.URL).directory(cache), "tile/8/data/*.p/*"))
	must(t, err)
	if len(partials) != 1 || !strings.HasSuffix(partials[0], "003.p/45") {
		t.Errorf("the partial tiles that stay are %v", partials)
	}
}

func TestAPartialTileThatWasTakenAwayIsReadFromTheFullOne(t *testing.T) {
	l := newLog(t).add(100)
	signed, err := os.ReadFile(filepath.Join(l.dir, checkpointName))
	must(t, err)
	l.add(200)
	must(t, os.WriteFile(filepath.Join(l.dir, checkpointName), signed, 0o644))
	must(t, os.Remove(filepath.Join(l.dir, "tile/8/data/000.p/100")))
	m := open(t, l.setting(l.dir), t.TempDir(), options())
	wantLogged(t, m, 0, 99)
	wantNotLogged(t, m, 100)
}

func TestAnInterruptedMirrorGoesOnWhereItWas(t *testing.T) {
	l := newLog(t).add(2000)
	s, cache := serve(t, l), t.TempDir()
	s.on(func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "data/005") {
			waitFor(t, filepath.Join(l.setting(s.URL).directory(cache), "tile/8/data/000"))
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		}
		return false
	})
	_, err := Open(t.Context(), l.setting(s.URL), cache, s.options())
	wantUnreachable(t, err, "/tile/8/data/005: the server answers 503")
	s.taken()
	want := []string{"GET /checkpoint"}
	for n := range int64(8) {
		tile := hublog.DataTile(n, hublog.TileWidth)
		if n == 7 {
			tile.W = 2000 % hublog.TileWidth
		}
		if _, err := os.Stat(filepath.Join(l.setting(s.URL).directory(cache), tile.Path())); err != nil {
			want = append(want, "GET /"+tile.Path())
		}
	}
	s.on(nil)
	wantLogged(t, open(t, l.setting(s.URL), cache, s.options()), 0, 1999)
	wantStrings(t, "the second run", s.taken(), want)
	if len(want) == 9 {
		t.Error("the first run kept nothing")
	}
}

func TestAnUnreachableLogLeavesTheKeptMirror(t *testing.T) {
	l := newLog(t).add(300)
	s, cache := serve(t, l), t.TempDir()
	setting := l.setting(s.URL)
	down := func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(http.StatusBadGateway); return true }
	s.on(down)
	_, err := Open(t.Context(), setting, cache, s.options())
	wantUnreachable(t, err, "the server answers 502")
	s.on(nil)
	open(t, setting, cache, s.options())
	l.add(10)
	s.on(down)
	m := open(t, setting, cache, s.options())
	wantUnreachable(t, m.Unreached(), "the server answers 502")
	wantLogged(t, m, 0, 299)
	if e, err := m.Lookup(nameOf(305), versionOf(305)); err != nil || e.Version != nil || e.Complete {
		t.Errorf("what is not kept is %+v, %v", e, err)
	}
	s.Close()
	m = open(t, setting, cache, s.options())
	wantUnreachable(t, m.Unreached(), "/checkpoint: ")
	wantLogged(t, m, 299)
}

func TestTheKeptMirrorOpensWithoutARequest(t *testing.T) {
	l := newLog(t).add(300)
	s, cache := serve(t, l), t.TempDir()
	setting := l.setting(s.URL)
	if _, err := OpenKept(t.Context(), setting, cache, options()); !errors.Is(err, ErrNotKept) || !isUnreachable(err) {
		t.Errorf("before a mirror is kept: %v", err)
	}
	if entries, _ := os.ReadDir(cache); len(entries) != 0 {
		t.Errorf("looking made %v", entries)
	}
	open(t, setting, cache, s.options())
	s.taken()
	m, err := OpenKept(t.Context(), setting, cache, options())
	must(t, err)
	defer m.Close()
	wantLogged(t, m, 0, 299)
	if e, err := m.Lookup(nameOf(300), versionOf(300)); err != nil || e.Complete || m.Unreached() == nil {
		t.Errorf("got %+v, %v", e, err)
	}
	wantStrings(t, "requests", s.taken(), nil)
}

func TestManyProcessesShareOneMirror(t *testing.T) {
	l := newLog(t).add(1000)
	s, cache := serve(t, l), t.TempDir()
	setting := l.setting(s.URL)
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			for range 3 {
				m, err := Open(t.Context(), setting, cache, s.options())
				if err != nil {
					t.Error(err)
					return
				}
				if e, err := m.Lookup(nameOf(999), versionOf(999)); err != nil || e.Version == nil {
					t.Errorf("got %+v, %v", e, err)
				}
				kept, err := OpenKept(t.Context(), setting, cache, options())
				if err != nil {
					t.Error(err)
					return
				}
				if e, err := kept.Lookup(nameOf(5), versionOf(5)); err != nil || e.Version == nil {
					t.Errorf("got %+v, %v", e, err)
				}
				if err := errors.Join(m.Close(), kept.Close()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	asked := s.taken()
	if len(asked) != 18+4 {
		t.Errorf("18 runs made %d requests: %q", len(asked), asked)
	}
}

func TestAReaderStaysAtItsCheckpointWhileTheMirrorGrows(t *testing.T) {
	l := newLog(t).add(250)
	cache := t.TempDir()
	m := open(t, l.setting(l.dir), cache, options())
	for range 12 {
		l.add(40)
		open(t, l.setting(l.dir), cache, options())
		wantLogged(t, m, 0, 100, 249)
		wantNotLogged(t, m, 250, 260)
	}
}

func TestAnOldCheckpointIsANote(t *testing.T) {
	l := newLog(t).add(3)
	o := options()
	o.Now = func() time.Time { return start.Add(8 * 24 * time.Hour) }
	m := open(t, l.setting(l.dir), t.TempDir(), o)
	wantStrings(t, "notes", m.Notes(), []string{"the log's checkpoint is of 2026-11-01, over a week old"})
	o.Now = func() time.Time { return start.Add(-48 * time.Hour) }
	m = open(t, l.setting(l.dir), t.TempDir(), o)
	wantStrings(t, "notes", m.Notes(), []string{"the log's checkpoint is dated 2026-11-01, ahead of this machine's clock"})
}

func TestACacheThatCannotBeWrittenStopsNobody(t *testing.T) {
	l := newLog(t).add(600)
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o644))
	m := open(t, l.setting(l.dir), file, options()) // no directory can be made below a file
	wantLogged(t, m, 0, 300, 599)
	wantNotLogged(t, m, 600)
	if notes := m.Notes(); len(notes) != 1 || !strings.HasPrefix(notes[0], "the mirror of the log is kept in memory alone: ") {
		t.Errorf("notes are %q", notes)
	}
	if _, err := OpenKept(t.Context(), l.setting(l.dir), file, options()); !errors.Is(err, ErrNotKept) {
		t.Errorf("kept: %v", err)
	}
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	l := newLog(t).add(3)
	s := serve(t, l)
	asked, release := make(chan struct{}, 9), make(chan struct{})
	t.Cleanup(func() { close(release) })
	s.on(func(w http.ResponseWriter, _ *http.Request) bool {
		_, _ = w.Write([]byte("sinew hub log"))
		_ = http.NewResponseController(w).Flush()
		asked <- struct{}{}
		<-release
		return true
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-asked; cancel() }()
	cache := t.TempDir()
	if _, err := Open(ctx, l.setting(s.URL), cache, s.options()); !errors.Is(err, context.Canceled) {
		t.Errorf("a slow answer: %v", err)
	}
	o := s.options()
	o.RequestTime = time.Millisecond
	_, err := Open(t.Context(), l.setting(s.URL), cache, o)
	wantUnreachable(t, err, "no whole answer within 1ms")

	held := newFiles(l.setting(s.URL).directory(cache))
	unlock, err := held.lock(t.Context())
	must(t, err)
	defer unlock()
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, l.setting(s.URL), cache, s.options()); !errors.Is(err, context.Canceled) {
		t.Errorf("a held lock: %v", err)
	}
}

// waitFor waits until a file is there.
func waitFor(t *testing.T, path string) {
	for t.Context().Err() == nil {
		if _, err := os.Stat(path); err == nil {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
