package check

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing/object"

	"sinew/decide/question"
	"sinew/internal/gittest"
	"sinew/pkg/hublog"
	"sinew/pkg/ref"
)

// A scene is an index whose first commit is the base, repositories on this
// machine that it lists, and a log.
type scene struct {
	*testing.T
	index   string
	root    string
	server  *gittest.Server
	options Options
}

// newScene has one listing, radhi/home, and the maintainer ana.
func newScene(t *testing.T) *scene {
	t.Helper()
	if !gittest.HasGit() {
		t.Skip("needs git")
	}
	s := &scene{T: t, root: t.TempDir(), index: t.TempDir()}
	server, err := gittest.Serve(s.root)
	s.must(err)
	t.Cleanup(server.Close)
	home, err := gittest.NewHome(t.TempDir(), server)
	s.must(err)
	home.Apply(t)
	s.server = server
	_, err = git.PlainInit(s.index, false)
	s.must(err)
	s.write("maintainers.txt", "# who may change what: owners.md\nAna # she began it\n")
	s.write("README.md", "An index.\n")
	s.list("radhi/home")
	s.commit()
	s.options = Options{Index: s.index, Base: s.head(), Author: "radhi", answer: takesNothing}
	return s
}

// takesNothing answers every route with none: the local engine is asked about
// hundreds of phrases, and only what thefts are needs its answers.
func takesNothing(_ context.Context, _ string, asked []question.Question) (question.Answers, error) {
	answers := question.Answers{}
	for _, q := range asked {
		answers[q.ID()] = question.Answer{question.None: 1}
	}
	return answers, nil
}

func (s *scene) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// write puts a file into the index.
func (s *scene) write(path, content string) {
	s.Helper()
	at := filepath.Join(s.index, path)
	s.must(os.MkdirAll(filepath.Dir(at), 0o755))
	s.must(os.WriteFile(at, []byte(content), 0o644))
}

// list writes the listing of a GitHub ref.
func (s *scene) list(written string) {
	s.Helper()
	parts := strings.SplitN(written, "/", 3)
	s.write("listings/"+parts[0]+"/"+parts[1], written+"\n")
}

func (s *scene) repository() *git.Repository {
	s.Helper()
	repo, err := git.PlainOpen(s.index)
	s.must(err)
	return repo
}

// commit commits everything in the index's work tree.
func (s *scene) commit() {
	s.Helper()
	work, err := s.repository().Worktree()
	s.must(err)
	s.must(work.AddWithOptions(&git.AddOptions{All: true}))
	_, err = work.Commit("a change", &git.CommitOptions{Author: &object.Signature{Name: "Radhi", Email: "radhi@example.invalid", When: time.Unix(1700000000, 0)}})
	s.must(err)
}

func (s *scene) head() string {
	s.Helper()
	head, err := s.repository().Head()
	s.must(err)
	return head.Hash().String()
}

// remote makes the repository owner/name from commands and files, each a path
// and its content.
func (s *scene) remote(name, commands string, files ...string) gittest.Repo {
	s.Helper()
	repo, err := gittest.Build(filepath.Join(s.root, name), script(commands, files...))
	s.must(err)
	return repo
}

func script(commands string, files ...string) string {
	var out strings.Builder
	out.WriteString(commands + "\n")
	for i := 0; i < len(files); i += 2 {
		out.WriteString("-- " + files[i] + " --\n" + files[i+1])
	}
	return out.String()
}

// good is a repository with one reflex, at 1.0.0, that nothing can be said of.
func (s *scene) good(name, word string) gittest.Repo {
	s.Helper()
	return s.remote(name, "commit a\ntag 1.0.0", "a/reflex.toml", gittest.Saying(word), "a/LICENSE", "Use it.\n")
}

// step is a repository of two tags, which hold two manifests.
func (s *scene) step(name, second, before, after string) {
	s.Helper()
	s.remote(name, "commit a\ntag 1.0.0\ncommit b\ntag "+second,
		"a/reflex.toml", before, "a/LICENSE", "Use it.\n", "b/reflex.toml", after, "b/LICENSE", "Use it.\n")
}

// log has the check ask a log of these lines.
func (s *scene) log(lines ...string) {
	s.Helper()
	records := make([]hublog.Record, len(lines))
	for i, line := range lines {
		var err error
		records[i], err = hublog.Parse(line)
		s.must(err)
	}
	s.options.Log = NewLog(records)
}

// line is the log's line of a version as the repository has it now.
func (s *scene) line(repo gittest.Repo, name, version string) string {
	s.Helper()
	commit, err := repo.Commit(version)
	s.must(err)
	v, ok := ref.ParseVersion(version)
	if !ok {
		s.Fatalf("%q is no version", version)
	}
	files := s.treeOf(name, version, "")
	return hublog.Record{
		Kind: hublog.KindVersion, Name: hublog.Name("github.com/" + name), Version: v, Commit: commit, H1: files, Effect: "read",
		Needs: "h1:" + strings.Repeat("0", 64), Seen: time.Unix(1750000000, 0).UTC(),
	}.String()
}

// treeOf is the h1 of a repository's directory at a version.
func (s *scene) treeOf(name, version, dir string) string {
	s.Helper()
	location, err := ref.Parse(name)
	s.must(err)
	c, err := newChecking(s.options)
	s.must(err)
	defer c.close()
	read, err := c.clients[0].Open(s.Context(), location.Reference.Repo)
	s.must(err)
	defer read.Close()
	_, files, err := read.Tree(s.Context(), version)
	s.must(err)
	return string(files.Reflex(dir).H1())
}

// run is the verdict.
func (s *scene) run() Verdict {
	s.Helper()
	v, err := Run(s.Context(), s.options)
	s.must(err)
	return v
}
