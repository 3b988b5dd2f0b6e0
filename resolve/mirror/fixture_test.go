package mirror_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sinew/internal/gittest"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/resolve/mirror"
	"sinew/resolve/remote"
	"sinew/resolve/remote/gitpack"
)

var home = ref.Repo{Owner: "radhi", Name: "home"}

// homeDir is the directory of home in a mirror.
const homeDir = "https_github.com_radhi_home"

// packOf is a made-up tag of one file, annotated when object is set.
func packOf(t testing.TB, tag, content string, annotated bool) remote.Pack {
	t.Helper()
	blob := gittest.ObjectID("blob", []byte(content))
	tree, err := gittest.TreeContent(gittest.TreeEntry{Mode: "100644", Name: "reflex.toml", ID: blob})
	if err != nil {
		t.Fatal(err)
	}
	commit := gittest.CommitContent(gittest.ObjectID("tree", tree))
	entries := []gittest.Entry{
		{Type: gittest.Blob, Content: []byte(content)}, {Type: gittest.Tree, Content: tree}, {Type: gittest.Commit, Content: commit},
	}
	p := remote.Pack{Tag: tag, Commit: id(t, gittest.ObjectID("commit", commit))}
	p.ID = p.Commit
	if annotated {
		object := gittest.TagContent("commit", p.Commit.String())
		entries = append(entries, gittest.Entry{Type: gittest.Tag, Content: object})
		p.ID = id(t, gittest.ObjectID("tag", object))
	}
	p.Bytes = gittest.Pack(entries...)
	return p
}

func id(t testing.TB, hex string) gitpack.ID {
	t.Helper()
	id, ok := gitpack.ParseID(hex)
	if !ok {
		t.Fatalf("%q is no id", hex)
	}
	return id
}

func write(t testing.TB, dir string, repo ref.Repo, packs ...remote.Pack) bool {
	t.Helper()
	changed, err := mirror.Write(context.Background(), dir, repo, packs)
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

// A site is a mirror's directory and how it is reached.
type site struct {
	t        testing.TB
	dir      string
	location string
	client   *remote.Client
	server   *gittest.Server // nil for a directory
}

// sites runs one case over a directory and over https.
func sites(t *testing.T, run func(t *testing.T, s *site)) {
	t.Run("directory", func(t *testing.T) { run(t, onDisk(t)) })
	t.Run("https", func(t *testing.T) { run(t, onWeb(t)) })
}

func onDisk(t testing.TB) *site {
	dir := filepath.Join(t.TempDir(), "mirror")
	return &site{t: t, dir: dir, location: dir, client: remote.New(remote.Options{})}
}

func onWeb(t testing.TB) *site {
	if !gittest.HasGit() {
		t.Skip("needs git")
	}
	server, err := gittest.Serve(t.TempDir())
	must(t, err)
	t.Cleanup(server.Close)
	home, err := gittest.NewHome(t.TempDir(), server)
	must(t, err)
	home.Apply(t)
	dir := filepath.Join(t.TempDir(), "mirror")
	server.MountFiles("/m/sinew", dir)
	client := remote.New(remote.Options{RootCAs: server.Pool})
	t.Cleanup(client.Close)
	return &site{t: t, dir: dir, location: server.URL + "/m/sinew", client: client, server: server}
}

func (s *site) open() *mirror.Mirror {
	s.t.Helper()
	m, err := mirror.Open(context.Background(), s.client, s.location)
	must(s.t, err)
	return m
}

func (s *site) repository(repo ref.Repo) *mirror.Repository {
	s.t.Helper()
	r, err := s.open().Repository(context.Background(), repo)
	must(s.t, err)
	return r
}

// tree is all that reading one tag of home gives.
func (s *site) tree(tag string) (string, tree.Tree, error) {
	m, err := mirror.Open(context.Background(), s.client, s.location)
	if err != nil {
		return "", tree.Tree{}, err
	}
	r, err := m.Repository(context.Background(), home)
	if err != nil {
		return "", tree.Tree{}, err
	}
	return r.Tree(context.Background(), tag)
}

// wantRefusal is a tag of home that must give no tree and no miss.
func (s *site) wantRefusal(tag string, kind remote.Kind, why string) {
	s.t.Helper()
	commit, files, err := s.tree(tag)
	var e *remote.Error
	if !errors.As(err, &e) || e.Kind != kind || !strings.Contains(e.Why, why) || commit != "" || len(files.Files()) != 0 {
		s.t.Errorf("got %s %s, %v; want kind %d with %q", commit, show(files), err, kind, why)
	}
	if mirror.IsMiss(err) {
		s.t.Errorf("%v passes for a miss", err)
	}
}

func (s *site) path(parts ...string) string {
	return filepath.Join(append([]string{s.dir}, parts...)...)
}

// put replaces a file of the mirror behind the writer's back.
func (s *site) put(data []byte, parts ...string) {
	s.t.Helper()
	must(s.t, os.MkdirAll(filepath.Dir(s.path(parts...)), 0o755))
	must(s.t, os.WriteFile(s.path(parts...), data, 0o644))
}

func packFile(p remote.Pack) string { return p.Tag + "-" + p.ID.String() + ".pack" }

func show(t tree.Tree) string {
	var out strings.Builder
	for _, f := range t.Files() {
		fmt.Fprintf(&out, "%s=%q ", f.Path, f.Bytes)
	}
	return strings.TrimSpace(out.String())
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
