package hubcopy

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
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

	"sinew/internal/hubtiles"
	"sinew/pkg/hublog"
	"sinew/pkg/hubsearch"
)

var today = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

// A hub is a server of an index, which notes what it is asked for.
type hub struct {
	t       *testing.T
	setting hubtiles.Setting
	options hubtiles.Options
	cache   string

	mu    sync.Mutex
	files map[string]string
	asked []string
}

func newHub(t *testing.T) *hub {
	t.Helper()
	h := &hub{t: t, files: map[string]string{}, cache: t.TempDir()}
	server := httptest.NewTLSServer(h)
	t.Cleanup(server.Close)
	_, public, err := note.GenerateKey(rand.Reader, "log.example")
	if err != nil {
		t.Fatal(err)
	}
	h.setting, err = hubtiles.ParseSetting(func(name string) (string, bool) {
		return map[string]string{"SINEW_HUB": public + " " + server.URL + "/hub"}[name], true
	})
	if err != nil {
		t.Fatal(err)
	}
	h.options = hubtiles.Options{Transport: server.Client().Transport, Now: func() time.Time { return today }}
	return h
}

// ServeHTTP gives a file, redirects to what `>` names, or answers 404.
func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = append(h.asked, r.URL.Path)
	switch file, ok := h.files[r.URL.Path]; {
	case !ok:
		http.NotFound(w, r)
	case strings.HasPrefix(file, ">"):
		http.Redirect(w, r, file[1:], http.StatusFound)
	default:
		_, _ = w.Write([]byte(file))
	}
}

// requests are those since the last call.
func (h *hub) requests() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	asked := h.asked
	h.asked = nil
	return asked
}

func (h *hub) set(name, content string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.files["/hub/"+name] = content
}

// publish has the server give an index of so many records of the log.
func (h *hub) publish(records int, lines ...string) (file string) {
	data := strings.Join(append(lines, ""), "\n")
	sum := sha256.Sum256([]byte(data))
	file = fmt.Sprintf("index/%x.jsonl", sum)
	h.set(file, data)
	h.set("index/latest", fmt.Sprintf("%x %d %d %s\n", sum, len(data), records, day(today)))
	return file
}

func (h *hub) open() (*Copy, error) {
	return Open(h.t.Context(), h.setting, h.cache, h.options)
}

func (h *hub) mustOpen() *Copy {
	h.t.Helper()
	c, err := h.open()
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

func line(name, does string) string {
	return hubsearch.Entry{
		Name: hublog.Name("h.example/" + name), Ref: "https://h.example/" + name, Version: "1.0.0", Commit: strings.Repeat("a", 40),
		H1: "h1:" + strings.Repeat("b", 64), Does: does, Effect: "read", FirstSeen: "2026-01-01T00:00:00Z",
	}.Line()
}

func names(r Results) []string {
	var all []string
	for _, one := range r.Best {
		all = append(all, string(one.Name))
	}
	return all
}

func checkFinds(t *testing.T, c *Copy, query string, want ...string) {
	t.Helper()
	if got := names(c.Search(query, 10)); !slices.Equal(got, want) {
		t.Errorf("%q finds %q, want %q", query, got, want)
	}
}

func TestTheRequestsAreTheSameWhateverIsSearched(t *testing.T) {
	h := newHub(t)
	file := h.publish(3, line("lamp", "Light the room."), line("horn", "Sound a horn."))
	checkFinds(t, h.mustOpen(), "light", "h.example/lamp")
	if got := h.requests(); !slices.Equal(got, []string{"/hub/index/latest", "/hub/" + file}) {
		t.Errorf("at first it asked for %q", got)
	}
	for _, query := range []string{"horn", "nothing at all", ""} {
		h.mustOpen().Search(query, 10)
		if got := h.requests(); !slices.Equal(got, []string{"/hub/index/latest"}) {
			t.Errorf("%q: it asked for %q", query, got)
		}
	}
}

func TestANewIndexTakesTheOldOnesPlace(t *testing.T) {
	h := newHub(t)
	h.publish(3, line("lamp", "Light the room."))
	h.mustOpen()
	h.publish(4, line("lamp", "Light the room."), line("horn", "Sound a horn."))
	checkFinds(t, h.mustOpen(), "horn", "h.example/horn")
	copies, _ := filepath.Glob(filepath.Join(h.cache, "index", h.setting.ID(), "*.jsonl"))
	if len(copies) != 1 {
		t.Errorf("kept: %q", copies)
	}
	h.publish(5, line("lamp", "Light the room."), line("horn", "Sound a horn."))
	if c := h.mustOpen(); c.Records() != 5 {
		t.Errorf("an index that stayed the same is of %d records", c.Records())
	}
	c, err := OpenKept(h.setting, h.cache, h.options)
	if err != nil || c.Records() != 5 || !c.Date().Equal(today) || c.Unreached() == nil {
		t.Fatalf("kept: %+v, %v", c, err)
	}
	checkFinds(t, c, "horn", "h.example/horn")
}

// A roundTrip is a transport that does something before a request.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// An index that is replaced between the two requests for it is asked for anew.
func TestAnIndexThatIsReplacedMeanwhileIsAskedForAgain(t *testing.T) {
	h := newHub(t)
	first := "/hub/" + h.publish(3, line("lamp", "Light the room."))
	through := h.options.Transport
	h.options.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
		if r.URL.Path == first {
			h.publish(4, line("lamp", "Light the hall."))
			h.mu.Lock()
			delete(h.files, first)
			h.mu.Unlock()
		}
		return through.RoundTrip(r)
	})
	c := h.mustOpen()
	checkFinds(t, c, "hall", "h.example/lamp")
	if c.Unreached() != nil || len(h.requests()) != 4 {
		t.Errorf("the newest index was not asked for: %v", c.Unreached())
	}
}

func TestAHubThatCannotBeReachedLeavesTheCopy(t *testing.T) {
	h := newHub(t)
	if _, err := h.open(); !isUnreachable(err) || !strings.Contains(err.Error(), "no index for searches") {
		t.Errorf("without an index: %v", err)
	}
	if _, err := OpenKept(h.setting, h.cache, h.options); !isUnreachable(err) {
		t.Errorf("without a copy: %v", err)
	}
	file := h.publish(3, line("lamp", "Light the room."))
	h.mustOpen()
	h.files = map[string]string{}
	c := h.mustOpen()
	if checkFinds(t, c, "light", "h.example/lamp"); c.Unreached() == nil {
		t.Error("nothing says that the Hub was not reached")
	}
	h.publish(4, line("horn", "Sound a horn."))
	delete(h.files, "/hub/"+file)
	for name := range h.files {
		if strings.HasSuffix(name, ".jsonl") {
			delete(h.files, name)
		}
	}
	c = h.mustOpen()
	if checkFinds(t, c, "light", "h.example/lamp"); c.Unreached() == nil {
		t.Error("nothing says that the newest index was not there")
	}
}

func isUnreachable(err error) bool {
	_, ok := errors.AsType[*hubtiles.UnreachableError](err)
	return ok
}

// Each lie is one clean line, and leaves what is kept as it was.
func TestAHubThatLiesIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		lie  func(*hub)
		want string
	}{
		"no line":         {func(h *hub) { h.set("index/latest", "<html>\x1b[31m") }, "index/latest is no line"},
		"two lines":       {func(h *hub) { h.set("index/latest", h.files["/hub/index/latest"]+"\n") }, "index/latest is no line"},
		"a long line":     {func(h *hub) { h.set("index/latest", strings.Repeat("a", 2000)) }, "is over 1024 bytes"},
		"a negative size": {latestOf("%x -1 9 2026-11-20T00:00:00Z\n"), "index/latest is no line"},
		"a large size":    {latestOf("%x 268435457 9 2026-11-20T00:00:00Z\n"), "names an index of 268435457 bytes"},
		"another time":    {latestOf("%x 1 9 2026-11-20T00:00:00+00:00\n"), "index/latest is no line"},
		"another spelling": {func(h *hub) {
			h.set("index/latest", strings.ToUpper(h.files["/hub/index/latest"]))
		}, "index/latest is no line"},
		"another index": {func(h *hub) { h.set(h.publish(9, line("a", "x")), line("b", "x")+"\n") }, "another hash"},
		"a short index": {func(h *hub) { h.set(h.publish(9, line("a", "x")), "") }, "it has 0 bytes"},
		"a long index":  {func(h *hub) { h.set(h.publish(9, line("a", "x")), strings.Repeat("x", 5000)) }, "bytes"},
		"a long entry":  {func(h *hub) { h.publish(9, line("a", "x"), strings.Repeat("x", 64<<10)) }, "in its line 2; this program reads at most 65536"},
		"a rollback":    {func(h *hub) { h.publish(2, line("a", "x")) }, "rolled back: of 2 records now, of 3 before"},
		"elsewhere":     {func(h *hub) { h.set("index/latest", ">https://other.example/latest") }, "redirects to another host"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHub(t)
			h.publish(3, line("lamp", "Light the room."))
			h.mustOpen()
			c.lie(h)
			_, err := h.open()
			_, refused := errors.AsType[*hubtiles.RefusedError](err)
			if !refused || !strings.Contains(err.Error(), c.want) || strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Errorf("got %v", err)
			}
			kept, err := OpenKept(h.setting, h.cache, h.options)
			if err != nil {
				t.Fatal(err)
			}
			checkFinds(t, kept, "light", "h.example/lamp")
		})
	}
}

func latestOf(form string) func(*hub) {
	return func(h *hub) { h.set("index/latest", fmt.Sprintf(form, sha256.Sum256(nil))) }
}

// Whatever part of the copy is damaged or gone, it is no copy offline, and is
// fetched again online.
func TestADamagedCopyIsFetchedAgain(t *testing.T) {
	h := newHub(t)
	file := h.publish(3, line("lamp", "Light the room."))
	dir := filepath.Join(h.cache, "index", h.setting.ID())
	for _, name := range []string{"latest", filepath.Base(file)} {
		for what, damage := range map[string]func(path string) error{
			"gone":      os.Remove,
			"cut":       func(path string) error { return os.Truncate(path, 10) },
			"overgrown": func(path string) error { return os.WriteFile(path, make([]byte, 1<<20), 0o644) },
			"a directory": func(path string) error {
				return errors.Join(os.Remove(path), os.Mkdir(path, 0o755))
			},
		} {
			h.mustOpen()
			if err := damage(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
			if _, err := OpenKept(h.setting, h.cache, h.options); !isUnreachable(err) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s %s: offline it is opened: %v", name, what, err)
			}
			checkFinds(t, h.mustOpen(), "light", "h.example/lamp")
			_ = os.Remove(filepath.Join(dir, name)) // a directory, which no write replaces
		}
	}
}

func TestACacheThatCannotBeWrittenStopsNobody(t *testing.T) {
	h := newHub(t)
	h.publish(3, line("lamp", "Light the room."))
	h.cache = filepath.Join(h.cache, "file")
	if err := os.WriteFile(h.cache, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	c := h.mustOpen()
	checkFinds(t, c, "light", "h.example/lamp")
	if len(c.Notes()) != 1 || !strings.Contains(c.Notes()[0], "is not kept") {
		t.Errorf("notes: %q", c.Notes())
	}
}

func TestAnOldIndexSaysSo(t *testing.T) {
	h := newHub(t)
	h.publish(3, line("lamp", "Light the room."))
	if notes := h.mustOpen().Notes(); len(notes) != 0 {
		t.Errorf("notes: %q", notes)
	}
	h.options.Now = func() time.Time { return today.Add(8 * 24 * time.Hour) }
	if notes := h.mustOpen().Notes(); len(notes) != 1 || !strings.Contains(notes[0], "over a week old") {
		t.Errorf("notes: %q", notes)
	}
}

func TestLinesThatAreNoEntriesArePassedOver(t *testing.T) {
	h := newHub(t)
	h.publish(3, line("horn", "Sound a horn."), "{", line("lamp", "Light the room."), strings.Replace(line("b", "Light."), `"read"`, `"maybe"`, 1))
	r := h.mustOpen().Search("light", 10)
	if r.Count != 1 || len(r.Best) != 1 || r.Best[0].Doc != 2 || r.Unread != 2 || !strings.HasPrefix(r.Why, "line 2 is no entry: ") {
		t.Errorf("found %+v", r)
	}
}

func TestManyOpenOneCopy(t *testing.T) {
	h := newHub(t)
	h.publish(3, line("lamp", "Light the room."))
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			if n == 4 {
				h.publish(4, line("lamp", "Light the room."), line("horn", "Sound a horn."))
			}
			if c, err := h.open(); err != nil || c.Search("light", 10).Count != 1 {
				t.Errorf("opening: %v", err)
			}
		})
	}
	all.Wait()
	checkFinds(t, h.mustOpen(), "horn", "h.example/horn")
}

func TestOpenEndsWithItsContext(t *testing.T) {
	h := newHub(t)
	h.publish(3, line("lamp", "Light the room."))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, h.setting, h.cache, h.options); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
