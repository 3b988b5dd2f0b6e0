package crawl

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"sinew/internal/gittest"
	"sinew/pkg/hublog"
	"sinew/resolve/remote"
)

// A scene is an index, the repositories that it lists on a server of this
// machine, and the two directories of a crawl.
type scene struct {
	*testing.T
	root   string
	server *gittest.Server
	index  fstest.MapFS
	config Config
	slept  []time.Duration // by the scene's clock, which stands still otherwise
	at     time.Time
	mu     sync.Mutex
	events []Event
}

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func newScene(t *testing.T) *scene {
	t.Helper()
	if !gittest.HasGit() {
		t.Skip("needs git")
	}
	s := &scene{T: t, root: t.TempDir(), index: fstest.MapFS{}, at: noon}
	server, err := gittest.Serve(s.root)
	s.must(err)
	t.Cleanup(server.Close)
	home, err := gittest.NewHome(t.TempDir(), server)
	s.must(err)
	home.Apply(t)
	s.server = server
	s.config = Config{Listings: s.index, State: t.TempDir(), Out: t.TempDir(), Now: noon, Report: s.tell}
	return s
}

func (s *scene) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *scene) tell(e Event) { s.events = append(s.events, e) }

// build makes the repository owner/name from a script, and lists it.
func (s *scene) build(name, script string) gittest.Repo {
	s.Helper()
	repo, err := gittest.Build(filepath.Join(s.root, name), script)
	s.must(err)
	s.list(name, name)
	return repo
}

func (s *scene) list(path, line string) { s.index[path] = &fstest.MapFile{Data: []byte(line + "\n")} }

// good is a repository of one reflex at each version.
func (s *scene) good(name string, versions ...string) gittest.Repo {
	s.Helper()
	return s.build(name, "commit a\ntag "+strings.Join(versions, "\ntag ")+"\n-- a/reflex.toml --\n"+gittest.Saying("mirror"))
}

// host is the server's host as a listing names it.
func (s *scene) host() string { return strings.TrimPrefix(s.server.URL, "https://") }

// clock is a clock that no test waits for: who sleeps moves it on.
func (s *scene) clock() clock {
	return clock{
		now: func() time.Time { s.mu.Lock(); defer s.mu.Unlock(); return s.at },
		sleep: func(ctx context.Context, d time.Duration) error {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.at, s.slept = s.at.Add(d), append(s.slept, d)
			return ctx.Err()
		},
		jitter: func() float64 { return 0.5 },
	}
}

// crawl runs once, with a client and events of its own.
func (s *scene) crawl() Summary {
	s.Helper()
	sum, err := s.try(context.Background(), remote.Options{Attestations: s.config.Signers != nil})
	s.must(err)
	return sum
}

func (s *scene) try(ctx context.Context, o remote.Options) (Summary, error) {
	s.events, s.slept = nil, nil
	client := remote.New(o)
	defer client.Close()
	config := s.config
	config.Client = client
	return run(ctx, config, s.clock())
}

// records are what all crawls wrote, in Merge's order.
func (s *scene) records() []hublog.Record {
	s.Helper()
	all, err := Merge(s.config.Out)
	s.must(err)
	return all
}

// names are the records as `<name> <version>`, or `<name> <to>`, sorted.
func (s *scene) names() string {
	s.Helper()
	var all []string
	for _, r := range s.records() {
		last := string(r.To)
		if r.Kind == hublog.KindVersion {
			last = r.Version.String()
		}
		all = append(all, string(r.Name)+" "+last)
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// said are the events as `<type> <listing> <version> <dir>`, sorted.
func (s *scene) said() string {
	var all []string
	for _, e := range s.events {
		all = append(all, strings.Join(strings.Fields(strings.Join([]string{string(e.Type), e.Host, e.Listing, e.Version, e.Dir}, " ")), " "))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

func (s *scene) want(what, got, want string) {
	s.Helper()
	if got != want {
		s.Errorf("%s: got\n%s\nwant\n%s\nwith %+v", what, got, want, s.events)
	}
}

// since are the requests after the first so many, sorted.
func (s *scene) since(n int) string {
	all := slices.Sorted(slices.Values(s.server.Requests()[n:]))
	return strings.Join(all, "\n")
}

// filesOf are the files below a directory, with their bytes.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	root := os.DirFS(dir)
	err := walkFiles(root, func(path string, content []byte) { all[path] = string(content) })
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// answering lets the first n requests that match go to an answer of its own.
func answering(n int, match func(*http.Request) bool, answer http.HandlerFunc) func(http.Handler) http.Handler {
	var mu sync.Mutex
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			mine := n > 0 && match(r)
			if mine {
				n--
			}
			mu.Unlock()
			if mine {
				answer(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func isListing(r *http.Request) bool { return r.Method == http.MethodGet }
func isFetch(r *http.Request) bool   { return r.Method == http.MethodPost }

func status(code int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
	}
}

// remembering answers a request it has met without asking again.
func remembering(next http.Handler) http.Handler {
	var mu sync.Mutex
	known := map[string]*httptest.ResponseRecorder{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		key := r.Method + r.URL.String() + string(body)
		mu.Lock()
		defer mu.Unlock()
		got, ok := known[key]
		if !ok {
			got = httptest.NewRecorder()
			next.ServeHTTP(got, r)
			known[key] = got
		}
		for name := range got.Header() {
			w.Header().Set(name, got.Header().Get(name))
		}
		w.WriteHeader(got.Code)
		_, _ = w.Write(got.Body.Bytes())
	})
}

// hang holds a request until its client is gone, which is seen only once its
// body was read.
func hang(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}
