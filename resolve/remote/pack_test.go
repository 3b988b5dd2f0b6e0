package remote_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"sinew/internal/gittest"
	"sinew/resolve/remote"
	"sinew/resolve/remote/gitpack"
)

func TestAPackIsHandedOverAsItWasSentAndProvesItsTree(t *testing.T) {
	w := newWorld(t)
	p, commit := simple(t)
	tag := p.tag("commit", commit)
	sent := gittest.Pack(p.entries...)
	w.lie(&gittest.Fake{Refs: append(v1(tag), gittest.Ref{Name: "refs/tags/v1.0.0^{}", ID: commit}), Pack: sent})
	pack, err := w.open().Pack(context.Background(), "v1.0.0")
	if err != nil || pack.Tag != "v1.0.0" || pack.ID.String() != tag || pack.Commit.String() != commit || !bytes.Equal(pack.Bytes, sent) {
		t.Fatalf("got %+v, %v", pack, err)
	}
	files, err := pack.Tree(remote.Limits{})
	if err != nil || show(files) != `a="hello"` {
		t.Errorf("got %s, %v", show(files), err)
	}
}

func TestAPackOfARealRepositoryProvesWhatTreeGives(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	for _, tag := range []string{"v1.0.0", "v1.1.0"} {
		commit, want := w.tree(tag)
		pack, err := w.open().Pack(context.Background(), tag)
		if err != nil {
			t.Fatal(err)
		}
		files, err := pack.Tree(remote.Limits{})
		if err != nil || files.H1() != want.H1() || pack.Commit.String() != commit {
			t.Errorf("%s: got %s at %s, %v", tag, show(files), pack.Commit, err)
		}
		if annotated := pack.ID != pack.Commit; annotated != (tag == "v1.1.0") {
			t.Errorf("%s: the tag's own id is %s, its commit's %s", tag, pack.ID, pack.Commit)
		}
	}
}

func TestAPackThatDoesNotBearItsTagOutGivesNoTree(t *testing.T) {
	p, commit := simple(t)
	id, _ := gitpack.ParseID(commit)
	other, _ := gitpack.ParseID(strings.Repeat("1", 40))
	good := gittest.Pack(p.entries...)
	for name, c := range map[string]struct {
		pack   remote.Pack
		limits remote.Limits
		why    string
	}{
		"no pack":        {remote.Pack{ID: id, Commit: id}, remote.Limits{}, "malformed"},
		"another id":     {remote.Pack{ID: other, Commit: other, Bytes: good}, remote.Limits{}, "is not in the pack"},
		"another commit": {remote.Pack{ID: id, Commit: other, Bytes: good}, remote.Limits{}, "was listed at commit 111"},
		"no id at all":   {remote.Pack{Bytes: good}, remote.Limits{}, "is not in the pack"},
		"over a limit":   {remote.Pack{ID: id, Commit: id, Bytes: good}, remote.Limits{Limits: gitpack.Limits{Objects: 2}}, "over 2"},
	} {
		files, err := c.pack.Tree(c.limits)
		var e *remote.Error
		if !errors.As(err, &e) || e.Kind != remote.Refused || !strings.Contains(e.Why, c.why) || len(files.Files()) != 0 {
			t.Errorf("%s: got %s, %v; want %q", name, show(files), err, c.why)
		}
	}
}

func TestAPackOfATagThatIsNotListedIsNotAskedFor(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	_, err := w.open().Pack(context.Background(), "v9.9.9")
	var e *remote.Error
	if !errors.As(err, &e) || e.Kind != remote.NoTag {
		t.Errorf("got %v", err)
	}
	if got := w.server.Requests(); len(got) != 1 {
		t.Errorf("got %q", got)
	}
}
