package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sinew/internal/flock"
	"sinew/internal/gittest"
)

// A hub is an index on the disk, with the repositories that it lists on a
// server of this machine.
type hub struct {
	*desk
	index string
	home  *gittest.Home
}

func newHub(t *testing.T) *hub {
	t.Helper()
	if !gittest.HasGit() {
		t.Skip("needs git")
	}
	root := t.TempDir()
	server, err := gittest.Serve(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	server.Use(remembering)
	home, err := gittest.NewHome(t.TempDir(), server)
	if err != nil {
		t.Fatal(err)
	}
	h := &hub{newDesk(t), t.TempDir(), home}
	for i := range 6 {
		h.build(root, fmt.Sprintf("radhi/home%d", i), fmt.Sprintf("word%d", i))
	}
	return h
}

func (h *hub) build(root, name, word string) {
	h.Helper()
	script := "commit a\ntag 1.0.0\ntag 1.1.0\ncommit b\ntag 2.0.0\n-- a/reflex.toml --\n" + gittest.Saying(word) +
		"-- b/reflex.toml --\n" + gittest.Saying(word+" again")
	if _, err := gittest.Build(filepath.Join(root, name), script); err != nil {
		h.Fatal(err)
	}
	at := filepath.Join(h.index, name)
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		h.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(name+"\n"), 0o644); err != nil {
		h.Fatal(err)
	}
}

// remembering answers a request it has met without asking again: a process of
// git for each would take most of the time.
func remembering(next http.Handler) http.Handler {
	var known sync.Map
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		key := r.URL.String() + string(body)
		got, ok := known.Load(key)
		if !ok {
			answer := httptest.NewRecorder()
			next.ServeHTTP(answer, r)
			got, _ = known.LoadOrStore(key, answer)
		}
		answer := got.(*httptest.ResponseRecorder)
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	})
}

func (h *hub) crawlArgs(dir, now string, more ...string) []string {
	return append([]string{"crawl", "--listings", h.index, "--state", filepath.Join(dir, "state"), "--out", filepath.Join(dir, "out"),
		"--now", now, "--gap", "0s"}, more...)
}

func TestACrawlIsMergedAndAppended(t *testing.T) {
	h := newHub(t)
	h.home.Apply(t)
	var outs []string
	counted := 0
	for i := range 3 {
		dir := filepath.Join(h.dir, strconv.Itoa(i))
		out, said := h.run(0, "", h.crawlArgs(dir, noon, "--shard", fmt.Sprintf("%d/3", i))...)
		var done struct {
			Type              string
			Listings, Records int
		}
		if err := json.Unmarshal([]byte(out), &done); err != nil || done.Type != "done" || done.Records != 3*done.Listings || said != "" {
			t.Errorf("crawl says %q, %q, %v", out, said, err)
		}
		counted += done.Records
		outs = append(outs, filepath.Join(dir, "out"))
	}
	stream, _ := h.run(0, "", append([]string{"merge"}, outs...)...)
	if counted != 18 || strings.Count(stream, "\n") != 18 {
		t.Errorf("%d records, merged\n%s", counted, stream)
	}
	for _, want := range []string{"18 records added, 0 known", "0 records added, 18 known"} {
		if out, _ := h.run(0, stream, h.appendArgs(noon)...); !strings.HasPrefix(out, want) {
			t.Errorf("append says %q, want %s", out, want)
		}
	}
	h.run(0, "", h.verifyArgs()...)
}

func TestMergeRefusesAFileThatIsNotWhatItsNameSays(t *testing.T) {
	d := newDesk(t)
	d.refuses(1, "needs a directory", "merge")
	d.refuses(1, "no such file", "merge", filepath.Join(d.dir, "none"))
	out := filepath.Join(d.dir, "out")
	if err := os.Mkdir(out, 0o755); err != nil {
		t.Fatal(err)
	}
	d.put("out/"+strings.Repeat("0", 64), observed(0, 1, "a"))
	d.refuses(3, "not what its name says", "merge", out)
}

func TestWhatCrawlCannotDoIsExitCode1(t *testing.T) {
	d := newDesk(t)
	h := &hub{desk: d, index: d.dir}
	for word, more := range map[string][]string{
		"no word": {"word"}, "no shard": {"--shard", "3/3"}, "no time": {"--now", "today"}, "no number": {"--jobs", "0"},
		"no less than 0": {"--gap", "-1s"}, "not defined": {"--colour"},
	} {
		d.refuses(1, word, h.crawlArgs(filepath.Join(d.dir, "x"), noon, more...)...)
	}
	for _, missing := range []string{"--listings", "--state", "--out"} {
		args := h.crawlArgs(filepath.Join(d.dir, "x"), noon)
		for i := range args {
			if args[i] == missing {
				args[i+1] = ""
			}
		}
		d.refuses(1, "it needs", args...)
	}
}

func TestACrawlThatReachesNothingIsExitCode1(t *testing.T) {
	h := newHub(t)
	h.home.Configure("[url \"https://127.0.0.1:1/\"]\n\tinsteadOf = https://github.com/radhi/\n")
	h.home.Apply(t)
	out, said := h.run(1, "", h.crawlArgs(h.dir, noon, "--time-budget", "1s")...)
	if !strings.Contains(out, `"type":"put_off"`) || !strings.Contains(said, "no listing was read") {
		t.Errorf("%q, %q", out, said)
	}
}

func TestTheUsageOfCrawlNamesEveryFlag(t *testing.T) {
	named := map[string]bool{}
	for _, m := range regexp.MustCompile(`--([a-z-]+)`).FindAllStringSubmatch(crawlUsage, -1) {
		named[m[1]] = true
	}
	newCrawlFlags().VisitAll(func(f *flag.Flag) {
		if !named[f.Name] {
			t.Errorf("--%s is in no line of the usage", f.Name)
		}
		delete(named, f.Name)
	})
	if len(named) > 0 {
		t.Errorf("there is no flag %v", named)
	}
}

// TestTwoHundredKilledCrawlsHeal kills crawls at a random moment, a few times in
// the same directories, and then lets one end: what it leaves must be, file for
// file, what a crawl leaves that was never killed.
func TestTwoHundredKilledCrawlsHeal(t *testing.T) {
	const groups, inARow = 4, 5
	for g := range groups {
		t.Run(strconv.Itoa(g), func(t *testing.T) {
			t.Parallel()
			h := newHub(t)
			random := rand.New(rand.NewPCG(9, uint64(g)))
			calm := filepath.Join(h.dir, "calm")
			h.crawled(calm) // the server remembers from now on
			work := h.timed(filepath.Join(h.dir, "timed"))
			left := 0
			for round := range kills / groups / inARow {
				dir := filepath.Join(h.dir, strconv.Itoa(round))
				for range inARow {
					left += h.killed(dir, time.Duration(random.Int64N(int64(work)*9/8)))
				}
				h.crawled(dir)
				if want, got := filesOf(t, calm), filesOf(t, dir); !maps.Equal(got, want) {
					t.Errorf("the crawl that was killed left %d files, the other %d, and they differ", len(got), len(want))
				}
			}
			t.Logf("%d of %d kills left a crawl half-done", left, kills/groups)
		})
	}
}

func (h *hub) program(dir string) *exec.Cmd {
	program := exec.Command(os.Args[0], h.crawlArgs(dir, noon)...)
	// The race detector would sleep a second at the end.
	program.Env = append(h.home.Environ(), "HUBINDEX_RUN_MAIN=1", "GORACE=atexit_sleep_ms=0")
	return program
}

// crawled lets a crawl end.
func (h *hub) crawled(dir string) {
	h.Helper()
	if said, err := h.program(dir).CombinedOutput(); err != nil {
		h.Fatalf("%v: %s", err, said)
	}
}

func (h *hub) timed(dir string) time.Duration {
	h.Helper()
	start := time.Now()
	h.crawled(dir)
	return time.Since(start)
}

// killed gives 1 when the crawl had written some of its states, and not all.
func (h *hub) killed(dir string, after time.Duration) int {
	h.Helper()
	program := h.program(dir)
	if err := program.Start(); err != nil {
		h.Fatal(err)
	}
	time.Sleep(after)
	_ = program.Process.Kill() // it may have ended
	_ = program.Wait()
	h.free(filepath.Join(dir, "state"), filepath.Join(dir, "out"))
	if n := len(filesOf(h.T, dir)); n > 0 && n < 12 {
		return 1
	}
	return 0
}

// free waits until nobody holds the directories: a child that the program was
// just starting when it was killed has its locks until it is another program.
func (h *hub) free(dirs ...string) {
	h.Helper()
	for _, dir := range dirs {
		lock, err := flock.Dir(h.Context(), dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = lock.Release()
		}
		if err != nil {
			h.Fatal(err)
		}
	}
}
