package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sinew/internal/gittest"
)

// A syncer is a person with a home, and a server that a test looks at.
type syncer struct {
	t      *testing.T
	server *gittest.Server
	home   *gittest.Home
}

// newSyncer serves so many repositories, each with two reflexes, and locks them
// all.
func newSyncer(t *testing.T, repositories int) *syncer {
	t.Helper()
	server, root := serve(t)
	s := &syncer{t: t, server: server}
	var refs []string
	for n := range repositories {
		var files strings.Builder
		for _, name := range []string{"a", "b"} {
			name = fmt.Sprintf("%s%d", name, n)
			fmt.Fprintf(&files, "-- tree/%s/reflex.toml --\n%s", name, gittest.Saying(name))
		}
		repository := fmt.Sprintf("radhi/home%d", n)
		if _, err := gittest.Build(filepath.Join(root, repository), "commit tree\ntag 1.0.0\n"+files.String()); err != nil {
			t.Fatal(err)
		}
		refs = append(refs, repository)
	}
	var err error
	if s.home, err = gittest.NewHome(t.TempDir(), server); err != nil {
		t.Fatal(err)
	}
	s.run(0, append([]string{"add"}, refs...)...)
	return s
}

// run runs the program and gives what it said on standard error.
func (s *syncer) run(code int, args ...string) string {
	s.t.Helper()
	var said bytes.Buffer
	cmd := exec.Command("sinew", args...)
	cmd.Dir, cmd.Env, cmd.Stderr = s.home.Dir, s.home.Environ(), &said
	_ = cmd.Run()
	if got := codeOf(cmd.ProcessState); got != code {
		s.t.Errorf("%v exits %d, want %d: %s", args, got, code, &said)
	}
	return said.String()
}

func (s *syncer) forget() {
	s.t.Helper()
	if err := os.RemoveAll(filepath.Join(s.home.Dir, ".cache")); err != nil {
		s.t.Fatal(err)
	}
}

func TestEachRepositoryIsAskedOnceHoweverManyReflexesItHas(t *testing.T) {
	t.Parallel()
	s := newSyncer(t, 3)
	s.forget()
	before := len(s.server.Requests())
	if said := s.run(0, "sync"); strings.Count(said, "+ ") != 6 {
		t.Errorf("it said %s", said)
	}
	listings := 0
	for _, r := range s.server.Requests()[before:] {
		if strings.HasSuffix(r, "/info/refs") {
			listings++
		}
	}
	if listings != 3 {
		t.Errorf("3 repositories were listed %d times", listings)
	}
}

// What asks no network makes no connection, whatever it finds missing.
func TestTheCheckAndOfflineMakeNoConnection(t *testing.T) {
	t.Parallel()
	s := newSyncer(t, 1)
	before := s.server.Connections()
	s.run(0, "sync", "--check")
	s.run(0, "sync", "--offline")
	s.run(0, "sync")
	s.run(0, "add", "--offline", "std:disk")
	s.run(1, "add", "--offline", "radhi/other")
	s.run(1, "update", "--offline")
	s.run(0, "sync", "--prune")
	s.forget()
	s.run(3, "sync", "--check")
	s.run(3, "sync", "--offline")
	s.home.Set("SINEW_MIRROR", s.home.Dir)
	s.run(3, "sync", "--check")
	s.run(3, "sync", "--offline")
	if now := s.server.Connections(); now != before {
		t.Errorf("%d connections were made", now-before)
	}
}

// asked are the requests since so many were made, of one method, below a path.
func (s *syncer) asked(before int, prefix string) int {
	n := 0
	for _, r := range s.server.Requests()[before:] {
		if strings.HasPrefix(r, prefix) {
			n++
		}
	}
	return n
}

// Git is not asked at all for what is locked, and for a first install it is
// asked which commit the tag names, and sends nothing else.
func TestAMirrorOnAWebServerIsAskedBeforeGit(t *testing.T) {
	t.Parallel()
	s := newSyncer(t, 2)
	s.run(0, "remove", "a0")
	s.run(0, "remove", "b0")
	before := len(s.server.Requests())
	s.run(0, "add", "radhi/home0")
	alone := s.asked(before, "POST /radhi/")
	s.run(0, "sync", "--mirror", "mirror")
	s.server.MountFiles("/mirror", filepath.Join(s.home.Dir, "mirror"))
	s.home.Set("SINEW_MIRROR", s.server.URL+"/mirror")
	s.forget()

	before = len(s.server.Requests())
	if said := s.run(0, "sync"); strings.Count(said, "+ ") != 4 {
		t.Errorf("it said %s", said)
	}
	if all, mirror := len(s.server.Requests())-before, s.asked(before, "GET /mirror/"); mirror == 0 || all != mirror {
		t.Errorf("%d of %d requests were the mirror's", mirror, all)
	}

	s.run(0, "remove", "a0")
	s.run(0, "remove", "b0")
	before = len(s.server.Requests())
	if said := s.run(0, "add", "radhi/home0"); strings.Contains(said, "word") {
		t.Errorf("git named the commit, and it said %s", said)
	}
	if got := s.asked(before, "POST /radhi/"); s.asked(before, "GET /radhi/home0/info/refs") != 1 || got >= alone {
		t.Errorf("git was asked %d times, and without a mirror %d", got, alone)
	}
}

// A crowd lets nobody through until so many wait, and counts the most that ever
// did: in the tests they cannot be more, since they are counted while they wait.
type crowd struct {
	mu            sync.Mutex
	waiting, most int
	full          int
	gate          chan struct{}
}

func (c *crowd) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/info/refs") {
			c.mu.Lock()
			c.waiting++
			c.most = max(c.most, c.waiting)
			gate := c.gate
			if c.waiting == c.full {
				c.waiting, c.gate = 0, make(chan struct{})
				close(gate)
			}
			c.mu.Unlock()
			select {
			case <-gate:
			case <-r.Context().Done():
			}
		}
		next.ServeHTTP(w, r)
	})
}

func TestEightRepositoriesAreFetchedAtATimeOrAsManyAsAPersonSays(t *testing.T) {
	t.Parallel()
	s := newSyncer(t, 16)
	for _, c := range []struct {
		args []string
		want int
	}{{[]string{"sync"}, 8}, {[]string{"sync", "--jobs", "16"}, 16}, {[]string{"sync", "--jobs=4"}, 4}, {[]string{"sync", "--jobs", "1"}, 1}} {
		s.forget()
		all := &crowd{full: c.want, gate: make(chan struct{})}
		s.server.Use(all.wrap)
		s.run(0, c.args...)
		all.mu.Lock()
		if all.most != c.want {
			t.Errorf("%v asked %d at a time", c.args, all.most)
		}
		all.full = 0
		close(all.gate) // whoever comes later passes
		all.mu.Unlock()
	}
}
