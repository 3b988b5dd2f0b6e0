package crawl

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sinew/internal/gittest"
	"sinew/pkg/hublog"
	"sinew/pkg/ref"
)

// numbers are the versions 1.0.0, 1.1.0 and so on.
func numbers(n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("1.%d.0", i)
	}
	return all
}

func (s *scene) fetches() int {
	n := 0
	for _, one := range s.server.Requests() {
		if strings.HasPrefix(one, http.MethodPost) {
			n++
		}
	}
	return n
}

func TestARepositoryOfManyTagsIsReadInParts(t *testing.T) {
	s := newScene(t)
	s.server.Use(remembering)
	s.good("radhi/home", numbers(mostVersions+3)...)
	if sum := s.crawl(); sum != (Summary{Listings: 1, Failed: 1, Records: mostVersions}) || s.said() != "put_off listings/radhi/home" {
		t.Errorf("%+v, %+v", sum, s.events)
	}
	if reason := s.events[0].Reason; reason != "3 of its versions are left to the next crawl" {
		t.Error(reason)
	}
	oldest := slices.MinFunc(s.records(), func(a, b hublog.Record) int { return a.Version.Compare(b.Version) })
	if oldest.Version != (ref.Version{Major: 1, Minor: 3}) {
		t.Errorf("the oldest of those read first is %s", oldest.Version)
	}
	if sum := s.crawl(); sum != (Summary{Listings: 1, Read: 1, Records: 3}) || len(s.events) != 0 {
		t.Errorf("%+v, %+v", sum, s.events)
	}
	if sum := s.crawl(); sum.Unchanged != 1 || len(s.records()) != mostVersions+3 {
		t.Errorf("%+v, %d records", sum, len(s.records()))
	}
}

func TestARepositoryThatRefusesEveryVersionIsNotAskedForAll(t *testing.T) {
	s := newScene(t)
	fake := &gittest.Fake{Error: "not now"}
	for _, one := range numbers(mostVersions + 10) {
		fake.Refs = append(fake.Refs, gittest.Ref{Name: "refs/tags/" + one, ID: strings.Repeat("a", 40)})
	}
	s.server.Mount("/radhi/home", fake)
	s.list("radhi/home", "radhi/home")
	if sum := s.crawl(); sum != (Summary{Listings: 1, Failed: 1}) || len(fake.Wants()) != mostVersions {
		t.Errorf("%+v, %d fetches", sum, len(fake.Wants()))
	}
}

// crowd is a repository whose one tree holds n reflexes, under each version.
func (s *scene) crowd(n int, versions ...string) {
	var script strings.Builder
	script.WriteString("commit a\ntag " + strings.Join(versions, "\ntag ") + "\n")
	for i := range n {
		fmt.Fprintf(&script, "-- a/r%d/reflex.toml --\n%s", i, gittest.Saying("mirror"))
	}
	s.build("radhi/crowd", script.String())
}

func TestARepositoryOfManyReflexesIsWrittenAndReadInParts(t *testing.T) {
	s := newScene(t)
	s.server.Use(remembering)
	const each = 600
	s.crowd(each, numbers(9)...)
	// Two versions are a batch, and four batches are over 4096 records.
	if sum := s.crawl(); sum != (Summary{Listings: 1, Failed: 1, Records: 8 * each}) || s.said() != "put_off listings/radhi/crowd" {
		t.Errorf("%+v, %+v", sum, s.events)
	}
	for name, content := range filesOf(t, s.config.Out) {
		if n := strings.Count(content, "\n"); n > batchRecords+each {
			t.Errorf("the batch %s has %d records", name, n)
		}
	}
	if sum := s.crawl(); sum != (Summary{Listings: 1, Read: 1, Records: each}) || len(s.records()) != 9*each {
		t.Errorf("%+v, %d records", sum, len(s.records()))
	}
}

func TestAHostThatWantsALongWaitForAVersionIsAskedForNoOther(t *testing.T) {
	s := newScene(t)
	s.good("radhi/home", numbers(20)...)
	s.server.Use(answering(1000, isFetch, status(http.StatusTooManyRequests, "Retry-After", "3600")))
	if sum := s.crawl(); sum != (Summary{Listings: 1, Failed: 1}) || s.fetches() != 1 || len(s.slept) != 0 {
		t.Errorf("%+v, %d fetches, it waited %v", sum, s.fetches(), s.slept)
	}
}

func TestAVisitEndsWhenVersionAfterVersionIsNotReached(t *testing.T) {
	s := newScene(t)
	s.good("radhi/home", numbers(patience+4)...)
	s.server.Use(answering(patience*tries, isFetch, status(http.StatusServiceUnavailable, "Retry-After", "119")))
	sum := s.crawl()
	if sum != (Summary{Listings: 1, Failed: 1}) || s.fetches() != patience*tries || len(s.events) != patience+1 {
		t.Errorf("%+v, %d fetches, %+v", sum, s.fetches(), s.events)
	}
	if last := s.events[len(s.events)-1]; last.Type != PutOff || !strings.HasPrefix(last.Reason, "4 of its versions") {
		t.Errorf("%+v", last)
	}
	if sum := s.crawl(); sum != (Summary{Listings: 1, Read: 1, Records: patience + 4}) {
		t.Errorf("%+v, %+v", sum, s.events)
	}
}

// spoiled passes on what is answered to a fetch, each byte string of it
// replaced.
func spoiled(next http.Handler, old, by string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		w.Header().Set("Content-Type", answer.Header().Get("Content-Type"))
		_, _ = w.Write(bytes.Replace(answer.Body.Bytes(), []byte(old), []byte(by), 1))
	}
}

func TestAPackThatCameBrokenIsAskedForAgain(t *testing.T) {
	s := newScene(t)
	s.good("radhi/home", "1.0.0")
	s.server.Use(func(next http.Handler) http.Handler {
		return answering(1, isFetch, spoiled(next, "PACK", "PACT"))(next)
	})
	if sum := s.crawl(); sum != (Summary{Listings: 1, Failed: 1}) || s.said() != "failed listings/radhi/home 1.0.0" {
		t.Errorf("%+v, %+v", sum, s.events)
	}
	if sum := s.crawl(); sum != (Summary{Listings: 1, Read: 1, Records: 1}) {
		t.Errorf("%+v, %+v", sum, s.events)
	}
}

func TestAPackThatMissesAnObjectIsAskedForAgain(t *testing.T) {
	s := newScene(t)
	repo := s.good("radhi/home", "1.0.0")
	commit, err := repo.Commit("1.0.0")
	s.must(err)
	other := gittest.Pack(gittest.Entry{Type: gittest.Blob, Content: []byte("something else")})
	s.server.Mount("/radhi/short", &gittest.Fake{Refs: []gittest.Ref{{Name: "refs/tags/1.0.0", ID: commit}}, Pack: other})
	s.list("radhi/short", "radhi/short")
	for range 2 {
		s.crawl()
		if s.said() != "failed listings/radhi/short 1.0.0" || !strings.HasSuffix(s.events[0].Reason, "is not in the pack") {
			t.Errorf("%+v", s.events)
		}
	}
}

func TestAChangedTagIsNamedOnceItWasRead(t *testing.T) {
	s := newScene(t)
	repo := s.good("radhi/home", "1.0.0")
	s.crawl()
	s.must(repo.Append("commit b\ntag 1.0.0\n-- b/reflex.toml --\n" + gittest.Saying("other") + "\n"))
	s.server.Use(answering(tries, isFetch, status(http.StatusInternalServerError)))
	for _, want := range []string{"failed listings/radhi/home 1.0.0", "changed listings/radhi/home 1.0.0"} {
		s.crawl()
		s.want("the events", s.said(), want)
	}
}

// Remote.Redirect shows no more than a line of an address.
func TestAnAddressThatWasCutIsNoName(t *testing.T) {
	for address, want := range map[string]hublog.Name{
		"https://h.example/radhi/new":         "h.example/radhi/new",
		"https://github.com/Radhi/New":        "github.com/radhi/new",
		"https://h.example/radhi/a%20b":       "h.example/radhi/a%20b",
		"https://h.example/radhi/new@1.2.3":   "",
		"https://h.example/radhi/new#dir":     "",
		"https://h.example/radhi/nnnn…":       "",
		"https://h.example/radhi/a\\u202eb c": "",
		"/radhi/new":                          "",
	} {
		got, ok := nameAt(address)
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
	}
}

func TestALongRedirectIsNoRecord(t *testing.T) {
	s := newScene(t)
	long := "/radhi/" + strings.Repeat("n", 300)
	s.server.Mount(long, &gittest.Fake{})
	s.list(s.host()+"/radhi/old", s.server.URL+"/radhi/old")
	s.server.Use(gittest.Redirect("/radhi/old", s.server.URL+long))
	if s.crawl(); len(s.records()) != 0 {
		t.Errorf("%v", s.records())
	}
}

func TestADiskThatFailsAfterTheBudgetIsAnError(t *testing.T) {
	s := newScene(t)
	s.good("radhi/home", "1.0.0")
	path, fetched := statePath(s.config.State, "github.com/radhi/home"), make(chan struct{})
	s.server.Use(answering(1, isFetch, func(w http.ResponseWriter, r *http.Request) {
		defer close(fetched)
		if err := os.MkdirAll(filepath.Join(path, "in the way"), 0o755); err != nil {
			t.Error(err)
		}
		hang(w, r)
	}))
	var err error
	for s.config.Budget = time.Second; s.fetches() == 0; s.config.Budget *= 2 { // until a fetch is begun in time
		_, err = s.try(t.Context(), noOptions)
	}
	if <-fetched; err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
}

func TestAWaitOfMoreThanALifetimeIsALongWait(t *testing.T) {
	s := newScene(t)
	s.good("radhi/home", "1.0.0")
	s.server.Use(answering(1, isListing, status(http.StatusTooManyRequests, "Retry-After", "99999999999999999999")))
	if sum := s.crawl(); sum.Failed != 1 || len(s.slept) != 0 {
		t.Errorf("%+v, it waited %v", sum, s.slept)
	}
}
