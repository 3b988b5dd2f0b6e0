package remote_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"sinew/internal/gittest"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/resolve/remote"
	"sinew/resolve/remote/gitpack"
)

// world is one server with one home, applied.
type world struct {
	t      *testing.T
	root   string
	server *gittest.Server
	home   *gittest.Home
	client *remote.Client
}

func newWorld(t *testing.T, limits ...remote.Limits) *world {
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
	home, err := gittest.NewHome(t.TempDir(), server)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, root: root, server: server, home: home}
	w.apply(limits...)
	return w
}

// apply makes a new client, which has not read any configuration yet.
func (w *world) apply(limits ...remote.Limits) {
	w.home.Apply(w.t)
	options := remote.Options{}
	for _, l := range limits {
		options.Limits = l
	}
	w.client = remote.New(options)
	w.t.Cleanup(w.client.Close)
}

var home = ref.Repo{Owner: "radhi", Name: "home"}

// build makes radhi/home.
func (w *world) build(script string) gittest.Repo {
	w.t.Helper()
	repo, err := gittest.Build(gittest.Path(w.root, "radhi", "home"), script)
	if err != nil {
		w.t.Fatal(err)
	}
	return repo
}

func (w *world) configure(text string) {
	w.t.Helper()
	if err := w.home.Configure(text); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) open() *remote.Remote {
	w.t.Helper()
	r, err := w.client.Open(context.Background(), home)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { r.Close() })
	return r
}

func (w *world) tree(tag string) (string, tree.Tree) {
	w.t.Helper()
	commit, files, err := w.open().Tree(context.Background(), tag)
	if err != nil {
		w.t.Fatal(err)
	}
	return commit, files
}

// refusal is the error of opening radhi/home, or of fetching its tag.
func (w *world) refusal(tag string) *remote.Error {
	w.t.Helper()
	r, err := w.client.Open(context.Background(), home)
	if err == nil {
		_, _, err = r.Tree(context.Background(), tag)
	}
	var e *remote.Error
	if !errors.As(err, &e) {
		w.t.Fatalf("got %v, want a *remote.Error", err)
	}
	return e
}

func (w *world) wantRefusal(tag string, kind remote.Kind, why string) {
	w.t.Helper()
	if e := w.refusal(tag); e.Kind != kind || !strings.Contains(e.Why, why) {
		w.t.Errorf("got kind %d %q, want kind %d with %q", e.Kind, e.Why, kind, why)
	}
}

func show(t tree.Tree) string {
	var out strings.Builder
	for _, f := range t.Files() {
		fmt.Fprintf(&out, "%s=%q ", f.Path, f.Bytes)
	}
	return strings.TrimSpace(out.String())
}

const twoVersions = `
executable one/lights/on.sh
commit one
tag v1.0.0
commit two
annotate v1.1.0
branch side
-- one/lights/reflex.toml --
first
-- one/lights/on.sh --
echo on
-- two/lights/reflex.toml --
second
`

func TestATreeIsWhatItsTagNames(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	commit, files := w.tree("v1.0.0")
	if want := `lights/on.sh="echo on\n" lights/reflex.toml="first\n"`; show(files) != want {
		t.Errorf("got %s, want %s", show(files), want)
	}
	if want := "bc3c0d5df8fb7ee2630eabc71dfe9963cd876f58"; commit != want {
		t.Errorf("got commit %s, want %s", commit, want)
	}
	commit, files = w.tree("v1.1.0")
	if want := `lights/reflex.toml="second\n"`; show(files) != want {
		t.Errorf("got %s, want %s", show(files), want)
	}
	if want := "12c768566461e6fe9b2aa344d6ba71ad79fe66ed"; commit != want {
		t.Errorf("got commit %s, want %s", commit, want)
	}
}

func TestOneSessionListsOnceAndAsksForThePackAlone(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	w.tree("v1.0.0")
	if n := w.server.Connections(); n != 1 {
		t.Errorf("%d connections were made", n)
	}
	want := []string{"GET /radhi/home/info/refs", "POST /radhi/home/git-upload-pack"}
	if got := w.server.Requests(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOneConnectionServesRemotesOneAfterTheOther(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	for range 3 {
		w.tree("v1.0.0")
		w.tree("v1.1.0")
	}
	if n := w.server.Connections(); n != 1 {
		t.Errorf("%d connections were made", n)
	}
}

// names are the tags as name=the version of the commit they stand for.
func (w *world) names(repo gittest.Repo) []string {
	w.t.Helper()
	var got []string
	for _, tag := range w.open().Tags() {
		if want, err := repo.Commit("refs/tags/" + tag.Name); err != nil || want != tag.Commit {
			w.t.Errorf("%s is listed at %s, and git says %s (%v)", tag.Name, tag.Commit, want, err)
		}
		got = append(got, tag.Name)
	}
	return got
}

func TestEveryKindOfTagIsListedAtItsCommit(t *testing.T) {
	w := newWorld(t)
	repo := w.build(`
commit one
tag v1.0.0
annotate v1.1.0
annotate v1.2.0 v1.1.0
sign v1.3.0
tag lights/v9.0.0
branch v2.0.0
-- one/reflex.toml --
`)
	want := []string{"lights/v9.0.0", "v1.0.0", "v1.1.0", "v1.2.0", "v1.3.0"}
	if got := w.names(repo); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, tag := range want {
		if commit, files := w.tree(tag); len(files.Files()) != 1 || !isCommit(t, repo, tag, commit) {
			t.Errorf("%s: got %s at %s", tag, show(files), commit)
		}
	}
}

func isCommit(t *testing.T, repo gittest.Repo, tag, commit string) bool {
	t.Helper()
	want, err := repo.Commit("refs/tags/" + tag)
	if err != nil {
		t.Fatal(err)
	}
	return want == commit
}

func TestABranchNamedLikeATagIsNotIt(t *testing.T) {
	w := newWorld(t)
	w.build(`
commit one
tag v1.0.0
commit two
branch v1.0.0
-- one/which --
the tag
-- two/which --
the branch
`)
	if _, files := w.tree("v1.0.0"); show(files) != `which="the tag\n"` {
		t.Errorf("got %s", show(files))
	}
}

func TestATagThatIsNotListedIsNotAskedFor(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	w.wantRefusal("v9.9.9", remote.NoTag, "there is no tag v9.9.9")
	w.wantRefusal("side", remote.NoTag, "there is no tag side")
	for _, got := range w.server.Requests() {
		if strings.HasPrefix(got, "POST") {
			t.Errorf("the server was asked for a pack: %s", got)
		}
	}
}

func TestATagThatMovesAfterTheListingIsStillFetchedAtTheListedCommit(t *testing.T) {
	w := newWorld(t)
	repo := w.build(twoVersions)
	r := w.open()
	before := r.Tags()[0].Commit
	if _, err := repo.Run("", "update-ref", "refs/tags/v1.0.0", "refs/heads/main"); err != nil {
		t.Fatal(err)
	}
	commit, files, err := r.Tree(context.Background(), "v1.0.0")
	var e *remote.Error
	switch {
	case errors.As(err, &e): // the server may refuse what it no longer advertises
	case err != nil || commit != before || !strings.Contains(show(files), "first"):
		t.Errorf("got %s at %s, %v; want the listed commit %s", show(files), commit, err, before)
	}
}

func TestATagDeletedAfterTheListingIsRefusedInOneLine(t *testing.T) {
	w := newWorld(t)
	repo := w.build("commit one\ncommit two\ntag v1.0.0\ncommit one\n-- one/a --\n-- two/b --\n")
	r := w.open()
	for _, args := range [][]string{
		{"update-ref", "-d", "refs/tags/v1.0.0"},
		{"update-ref", "-d", "refs/heads/main"},
	} {
		if _, err := repo.Run("", args...); err != nil {
			t.Fatal(err)
		}
	}
	_, _, err := r.Tree(context.Background(), "v1.0.0")
	var e *remote.Error
	if !errors.As(err, &e) || e.Kind != remote.Refused || !strings.Contains(e.Why, "not our ref") {
		t.Errorf("got %v", err)
	}
}

func TestAnEmptyRepositoryHasNoTags(t *testing.T) {
	w := newWorld(t)
	if _, err := gittest.Create(gittest.Path(w.root, "radhi", "home"), "sha1"); err != nil {
		t.Fatal(err)
	}
	if tags := w.open().Tags(); len(tags) != 0 {
		t.Errorf("got %v", tags)
	}
}

func TestTenThousandTagsAreListedInOneRequest(t *testing.T) {
	w := newWorld(t)
	repo := w.build(twoVersions)
	commit, err := repo.Commit("main")
	if err != nil {
		t.Fatal(err)
	}
	packed := new(strings.Builder)
	packed.WriteString("# pack-refs with: peeled fully-peeled sorted \n")
	for i := range 10_000 {
		fmt.Fprintf(packed, "%s refs/tags/v2.%05d.0\n", commit, i)
	}
	if err := os.WriteFile(filepath.Join(repo.Dir, "packed-refs"), []byte(packed.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if tags := w.open().Tags(); len(tags) != 10_000 {
		t.Errorf("got %d tags", len(tags))
	}
	if got := w.server.Requests(); len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

func TestADeepHistoryIsNotFetched(t *testing.T) {
	w := newWorld(t)
	script := new(strings.Builder)
	for i := range 300 {
		fmt.Fprintf(script, "commit %d\n", i)
	}
	script.WriteString("tag v1.0.0\n")
	for i := range 300 {
		fmt.Fprintf(script, "-- %d/reflex.toml --\n%d\n", i, i)
	}
	w.build(script.String())
	w.apply(remote.Limits{Limits: gitpack.Limits{Objects: 3}}) // a commit, a tree, a blob
	if _, files := w.tree("v1.0.0"); show(files) != `reflex.toml="299\n"` {
		t.Errorf("got %s", show(files))
	}
}

func TestSeveralRemotesOpenAtOnce(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	var done sync.WaitGroup
	for range 16 {
		done.Go(func() {
			r, err := w.client.Open(context.Background(), home)
			if err != nil {
				t.Error(err)
				return
			}
			defer r.Close()
			if _, _, err := r.Tree(context.Background(), "v1.0.0"); err != nil {
				t.Error(err)
			}
		})
	}
	done.Wait()
}

func TestAnExecutableFileIsAFile(t *testing.T) {
	w := newWorld(t)
	w.build("executable one/run\ncommit one\ntag v1.0.0\ncommit two\ntag v1.0.1\n-- one/run --\nx\n-- two/run --\nx\n")
	_, one := w.tree("v1.0.0")
	_, two := w.tree("v1.0.1")
	if one.H1() != two.H1() {
		t.Errorf("a mode alone makes %s and %s", one.H1(), two.H1())
	}
}

// attributes are what git archive and a checkout would follow.
const attributes = `
commit one
tag v1.0.0
-- one/.gitattributes --
*.txt export-subst eol=crlf text
hidden export-ignore
-- one/a.txt --
$Format:%H$
-- one/hidden --
here
`

func TestFilesAreRawBlobsWhateverAttributesAndConfigurationSay(t *testing.T) {
	want := `.gitattributes="*.txt export-subst eol=crlf text\nhidden export-ignore\n" a.txt="$Format:%H$\n" hidden="here\n"`
	for _, autocrlf := range []string{"false", "true"} {
		w := newWorld(t)
		w.build(attributes)
		w.configure("[core]\n\tautocrlf = " + autocrlf + "\n")
		w.apply()
		if _, files := w.tree("v1.0.0"); show(files) != want {
			t.Errorf("core.autocrlf=%s: got %s", autocrlf, show(files))
		}
	}
}
