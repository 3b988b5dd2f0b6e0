package faults

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"sinew/lockfile"
)

// locked is an entry of the lock.
func (p *person) locked(name string) lockfile.Entry {
	p.t.Helper()
	lock, err := lockfile.Parse([]byte(read(p.t, p.file("evoke.lock"))))
	must(p.t, err)
	e := lock.Entry(name)
	if e == nil {
		p.t.Fatalf("%s is not locked", name)
	}
	return *e
}

func TestTheVersionChosenIsNoPreReleaseAndNoPartsTag(t *testing.T) {
	w := newWorld(t)
	for repo, c := range map[string]struct {
		tags []string
		want string // the version, or what the refusal names beside having none
	}{
		"a/highest": {[]string{"1.0.0", "1.2.0-rc.1", "v2.0.0-beta", "1.2.3+meta", "lights/v3.0.0", "release-4.0.0", "5.0"}, "1.0.0"},
		"a/only":    {[]string{"v1.0.0-rc.1"}, "v1.0.0-rc.1"},
		"a/meta":    {[]string{"1.2.3+meta"}, "1.2.3+meta"},
		"a/parts":   {[]string{"lights/v1.2.0"}, "lights/v1.2.0"},
		"a/none":    {nil, "x0"},
	} {
		script := version("x0", "lamp")
		for _, tag := range c.tags {
			script = "commit tree\ntag " + tag + "\n" + script
		}
		w.publish(repo, script)
		p := w.somebody(t)
		if c.want == "1.0.0" {
			p.exits(0, "add", repo+"/lamp")
			if got := p.locked("lamp").Tag.String(); got != c.want {
				t.Errorf("%s: locked %s, want %s", repo, got, c.want)
			}
			continue
		}
		got := p.exits(3, "add", repo+"/lamp").said
		if !strings.Contains(got, "has no version tag (") || !strings.Contains(got, c.want) || !strings.Contains(got, "not [v]X.Y.Z") {
			t.Errorf("%s: said %q", repo, got)
		}
	}
}

func TestTheLockHoldsTheCommitWhateverKindOfTagNamesIt(t *testing.T) {
	w := newWorld(t)
	for kind, command := range map[string]string{
		"lightweight": "tag v1.0.0", "annotated": "annotate v1.0.0", "signed": "sign v1.0.0", "nested": "annotate inner\nannotate v1.0.0 inner",
	} {
		repo := w.publish("tags/"+kind, strings.Replace(version("x0", "lamp"), "tag x0", command+"\nbranch v1.0.0", 1))
		must(t, repo.Append("commit other\nbranch v1.0.0\n-- other/lamp/reflex.toml --\n"))
		p := w.somebody(t)
		p.exits(0, "add", "tags/"+kind+"/lamp")
		want, err := repo.Commit("refs/tags/v1.0.0")
		must(t, err)
		if got := p.locked("lamp").Commit; got != want {
			t.Errorf("%s: locked %s, want %s", kind, got, want)
		}
		must(t, os.RemoveAll(p.store()))
		p.exits(0, "sync")
	}
}

func TestATagThatNamesNoCommitIsRefusedInOneLine(t *testing.T) {
	w := newWorld(t)
	for kind, of := range map[string]string{"a tree": "main^{tree}", "a file": "main:lamp/reflex.toml"} {
		repo := w.publish("odd/"+strings.ReplaceAll(kind, " ", ""), version("x0", "lamp"))
		_, err := repo.Run("", "tag", "v1.0.0", of)
		must(t, err)
		p := w.somebody(t)
		p.refused(1, "", "add", "odd/"+strings.ReplaceAll(kind, " ", ""))
		unchanged(t, "", p.store())
	}
}

// The mode is no part of the hash, and no file of the store is executable: what
// runs a program of the reflex's own is its runtime.
func TestAModeThatAloneChangedChangesNoHashAndNoFile(t *testing.T) {
	w := newWorld(t)
	w.publish("radhi/home", version("v1.0.0", "lamp"))
	w.publish("radhi/home", "executable tree/lamp/lib/text\n"+strings.Replace(version("v1.0.0", "lamp"), "tag v1.0.0", "tag v1.1.0", 1))
	p := w.somebody(t)
	p.exits(0, "add", "radhi/home/lamp@1.0.0")
	before := p.locked("lamp")
	p.exits(0, "remove", "lamp")
	p.exits(0, "add", "radhi/home/lamp@1.1.0")
	after := p.locked("lamp")
	if before.H1 != after.H1 || before.Commit == after.Commit {
		t.Errorf("locked %s at %s, and %s at %s", before.H1, before.Commit, after.H1, after.Commit)
	}
	info, err := os.Stat(filepath.Join(p.store(), after.H1.Hex(), "lib", "text"))
	if err != nil || info.Mode().Perm()&0o111 != 0 {
		t.Errorf("got %v, %v", info, err)
	}
}

// asked notes what a server is asked for.
type asked struct {
	mu       sync.Mutex
	requests []string
	wants    []string
	deepest  []string
}

var (
	wanted = regexp.MustCompile(`want ([0-9a-f]{40})`)
	deepen = regexp.MustCompile(`deepen [0-9]+`)
)

func (a *asked) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(rw, err.Error(), http.StatusBadRequest)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		a.mu.Lock()
		a.requests = append(a.requests, r.Method+" "+r.URL.RequestURI())
		for _, m := range wanted.FindAllSubmatch(body, -1) {
			a.wants = append(a.wants, string(m[1]))
		}
		for _, m := range deepen.FindAll(body, -1) {
			a.deepest = append(a.deepest, string(m))
		}
		a.mu.Unlock()
		next.ServeHTTP(rw, r)
	})
}

func TestOnlyGitIsSpokenAndOnlyAdvertisedTagsAreAskedForAtDepthOne(t *testing.T) {
	w := newWorld(t)
	repo := w.publish("radhi/home", strings.Replace(version("x0", "lamp", "heat"), "tag x0", "annotate v1.0.0", 1))
	notes := new(asked)
	w.server.Use(notes.wrap)
	p := w.somebody(t)
	p.exits(0, "add", "radhi/home")
	w.publish("radhi/home", version("v1.1.0", "lamp", "heat"))
	w.publish("radhi/home", version("x1", "lamp", "heat"))
	must(t, os.RemoveAll(p.store()))
	p.exits(0, "sync")
	p.exits(0, "update")
	var tags []string
	for _, name := range []string{"v1.0.0", "v1.1.0"} {
		id, err := repo.Run("", "rev-parse", "refs/tags/"+name)
		must(t, err)
		tags = append(tags, id)
	}
	if want := []string{tags[0], tags[0], tags[1]}; !slices.Equal(notes.wants, want) {
		t.Errorf("asked for %q, want %q", notes.wants, want)
	}
	if want := []string{"deepen 1", "deepen 1", "deepen 1"}; !slices.Equal(notes.deepest, want) {
		t.Errorf("asked with %q", notes.deepest)
	}
	list, pack := "GET /radhi/home/info/refs?service=git-upload-pack", "POST /radhi/home/git-upload-pack"
	if want := []string{list, pack, list, pack, list, pack}; !slices.Equal(notes.requests, want) {
		t.Errorf("asked %q", notes.requests)
	}
}

// A server that gives only what it advertises, as servers do, is one that a
// moved tag's old commit cannot be had from.
func TestACommitThatIsNoLongerAdvertisedIsNotAskedFor(t *testing.T) {
	w := newWorld(t)
	repo := w.publish("radhi/home", version("v1.0.0", "lamp"))
	p := w.somebody(t)
	p.exits(0, "add", "radhi/home")
	locked := p.locked("lamp")
	must(t, repo.Append(version("x1", "lamp")))
	_, err := repo.Run("", "update-ref", "refs/tags/v1.0.0", "refs/heads/main")
	must(t, err)
	must(t, os.RemoveAll(p.store()))
	notes := new(asked)
	w.server.Use(notes.wrap)
	before := p.files()
	p.refused(3, "no longer names the locked commit", "sync")
	if slices.Contains(notes.wants, locked.Commit) || p.files() != before {
		t.Errorf("asked for %q", notes.wants)
	}
}
