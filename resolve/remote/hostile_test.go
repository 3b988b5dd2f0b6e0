package remote_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"sinew/internal/gittest"
	"sinew/resolve/remote"
	"sinew/resolve/remote/gitpack"
)

// A parcel is a pack in the making: objects with their true ids.
type parcel struct{ entries []gittest.Entry }

func (p *parcel) put(kind int, name string, content []byte) string {
	p.entries = append(p.entries, gittest.Entry{Type: kind, Content: content})
	return gittest.ObjectID(name, content)
}

func (p *parcel) blob(content string) string { return p.put(gittest.Blob, "blob", []byte(content)) }

func (p *parcel) tree(t *testing.T, entries ...gittest.TreeEntry) string {
	t.Helper()
	content, err := gittest.TreeContent(entries...)
	if err != nil {
		t.Fatal(err)
	}
	return p.put(gittest.Tree, "tree", content)
}

func (p *parcel) commit(tree string) string {
	return p.put(gittest.Commit, "commit", gittest.CommitContent(tree))
}

func (p *parcel) tag(kind, id string) string {
	return p.put(gittest.Tag, "tag", gittest.TagContent(kind, id))
}

// simple is a parcel of one file, and its commit.
func simple(t *testing.T) (*parcel, string) {
	t.Helper()
	p := new(parcel)
	return p, p.commit(p.tree(t, gittest.TreeEntry{Mode: "100644", Name: "a", ID: p.blob("hello")}))
}

// lie mounts a made-up remote as radhi/home.
func (w *world) lie(f *gittest.Fake) *gittest.Fake {
	w.server.Mount("/radhi/home", f)
	return f
}

func v1(id string) []gittest.Ref { return []gittest.Ref{{Name: "refs/tags/v1.0.0", ID: id}} }

func TestAMadeUpRemoteThatTellsTheTruthIsTaken(t *testing.T) {
	w := newWorld(t)
	p, commit := simple(t)
	tag := p.tag("commit", commit)
	for _, capabilities := range []string{"", "shallow multi_ack thin-pack side-band-64k object-format=sha1 agent=x"} {
		f := w.lie(&gittest.Fake{
			Refs:         append(v1(tag), gittest.Ref{Name: "refs/tags/v1.0.0^{}", ID: commit}),
			Capabilities: capabilities, Pack: gittest.Pack(p.entries...),
		})
		got, files := w.tree("v1.0.0")
		if got != commit || show(files) != `a="hello"` {
			t.Errorf("got %s at %s", show(files), got)
		}
		if wants := f.Wants(); !slices.Equal(wants, []string{tag}) {
			t.Errorf("%q was asked for, not the advertised tag alone", wants)
		}
	}
}

func TestAListingThatBreaksItsFormOrItsLimitsIsRefused(t *testing.T) {
	id := strings.Repeat("1", 40)
	ref := func(name string) gittest.Ref { return gittest.Ref{Name: name, ID: id} }
	cases := map[string]struct {
		refs []gittest.Ref
		why  string
	}{
		"an id that is none":       {[]gittest.Ref{ref("HEAD"), {Name: "refs/tags/v1", ID: strings.Repeat("z", 40)}}, "malformed"},
		"a short id":               {[]gittest.Ref{ref("HEAD"), {Name: "refs/tags/v1", ID: "1234"}}, "malformed"},
		"a tag twice":              {[]gittest.Ref{ref("refs/tags/v1"), ref("refs/tags/v1")}, "malformed"},
		"a tag without a name":     {[]gittest.Ref{ref("refs/tags/")}, "malformed"},
		"a peeled tag before any":  {[]gittest.Ref{ref("HEAD"), ref("refs/tags/v1^{}")}, "malformed"},
		"a name with a space":      {[]gittest.Ref{ref("HEAD"), ref("refs/tags/v 1")}, "malformed"},
		"more refs than the limit": {[]gittest.Ref{ref("HEAD"), ref("refs/a"), ref("refs/b"), ref("refs/c"), ref("refs/d")}, "over 4 refs"},
		"more bytes":               {[]gittest.Ref{ref("HEAD"), ref("refs/heads/" + strings.Repeat("x", 5000))}, "over 4096 bytes"},
	}
	w := newWorld(t, remote.Limits{Refs: 4, ListingBytes: 4096})
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w.lie(&gittest.Fake{Refs: c.refs})
			w.wantRefusal("v1", remote.Refused, c.why)
		})
	}
}

func TestAPackThatIsNotWhatTheTagNamesIsRefused(t *testing.T) {
	_, commit := simple(t)
	other := new(parcel)
	otherCommit := other.commit(other.tree(t))
	loose := new(parcel)
	blob := loose.blob("x")
	tree := loose.tree(t, gittest.TreeEntry{Mode: "100644", Name: "a", ID: blob})
	hollow := new(parcel)
	hollowCommit := hollow.commit(hollow.tree(t, gittest.TreeEntry{Mode: "100644", Name: "a", ID: strings.Repeat("4", 40)}))
	odd := new(parcel)
	oddTree := odd.tree(t)
	oddCommit := odd.commit(odd.tree(t, gittest.TreeEntry{Mode: "100644", Name: "a", ID: oddTree}))
	tagged, inner := simple(t)
	tag := tagged.tag("commit", inner)
	treeTag := loose.tag("tree", tree)
	liar := new(parcel)
	liarTag := liar.tag("commit", liar.blob("x"))

	cases := map[string]struct {
		refs    []gittest.Ref
		entries []gittest.Entry
		why     string
	}{
		"another commit":               {v1(commit), other.entries, "the object " + commit + " is not in the pack"},
		"a blob":                       {v1(blob), loose.entries, "the tag names a blob, not a commit"},
		"a tree":                       {v1(tree), loose.entries, "the tag names a tree, not a commit"},
		"a tag of a tree":              {v1(treeTag), loose.entries, "the tag names a tree, not a commit"},
		"a tag that lies about a type": {v1(liarTag), liar.entries, "calls a blob a commit"},
		"a file that is missing":       {v1(hollowCommit), hollow.entries, "the file a 4444444444444444444444444444444444444444 is not in the pack"},
		"a file that is a tree":        {v1(oddCommit), odd.entries, "is a tree, not a blob"},
		"a tag never peeled":           {v1(tag), tagged.entries, "the tag was listed at commit " + tag + " and is at " + inner},
		"a tag peeled to another": {append(v1(tag), gittest.Ref{Name: "refs/tags/v1.0.0^{}", ID: otherCommit}),
			append(tagged.entries, other.entries...), "the tag was listed at commit " + otherCommit + " and is at " + inner},
		"no pack": {v1(commit), nil, "is not in the pack"},
	}
	w := newWorld(t)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w.lie(&gittest.Fake{Refs: c.refs, Pack: gittest.Pack(c.entries...)})
			w.wantRefusal("v1.0.0", remote.Refused, c.why)
		})
	}
}

func TestAPackOverItsBytesIsRefusedWhileItComes(t *testing.T) {
	w := newWorld(t, remote.Limits{Limits: gitpack.Limits{PackBytes: 4096}})
	p, commit := simple(t)
	for _, size := range []int{4097, 10 << 20} {
		w.lie(&gittest.Fake{Refs: v1(commit), Pack: append(gittest.Pack(p.entries...), make([]byte, size)...)})
		w.wantRefusal("v1.0.0", remote.Refused, "the pack is over 4096 bytes")
	}
}

func TestAnAnswerThatIsNoPackIsRefused(t *testing.T) {
	w := newWorld(t)
	p, commit := simple(t)
	pack := gittest.Pack(p.entries...)
	for name, f := range map[string]*gittest.Fake{
		"cut short":     {Pack: pack[:len(pack)/2]},
		"no lines":      {Before: "these are no lines"},
		"a bad shallow": {Before: gittest.Line("shallow x\n")},
		"a flip":        {Pack: flipped(pack)},
	} {
		t.Run(name, func(t *testing.T) {
			f.Refs = v1(commit)
			w.lie(f)
			if e := w.refusal("v1.0.0"); e.Kind != remote.Refused {
				t.Errorf("got kind %d: %s", e.Kind, e.Why)
			}
		})
	}
}

func flipped(pack []byte) []byte {
	out := slices.Clone(pack)
	out[len(out)/2] ^= 1
	return out
}

// shout is what must never reach a terminal as it is.
const shout = "\x1b[2Jfatal\x07 \u202eevil\r\nsecond line https://user:secret@example.com/x"

func TestWhatARemoteSaysIsOneEscapedLine(t *testing.T) {
	w := newWorld(t)
	p, commit := simple(t)
	for name, f := range map[string]*gittest.Fake{
		"in the sideband":     {Refs: v1(commit), Error: shout},
		"as an error line":    {Refs: v1(commit), Before: gittest.Line("ERR " + shout)},
		"in a listing":        {Refs: []gittest.Ref{{Name: "x", ID: "ERR " + shout}}},
		"at length":           {Refs: v1(commit), Error: shout + strings.Repeat("long ", 5000)},
		"as progress, unread": {Refs: v1(commit), Pack: flipped(gittest.Pack(p.entries...)), Progress: shout},
	} {
		t.Run(name, func(t *testing.T) {
			w.lie(f)
			why := w.refusal("v1.0.0").Why
			if strings.ContainsAny(why, "\x1b\x07\u202e\r\n") || strings.Contains(why, "secret") || len(why) > 1200 {
				t.Errorf("got %q", why)
			}
		})
	}
}

func TestATagWithTerminalCodesIsListedAndRefusedByName(t *testing.T) {
	w := newWorld(t)
	p, commit := simple(t)
	w.lie(&gittest.Fake{Refs: append(v1(commit), gittest.Ref{Name: "refs/tags/\x1b[31m\u202e", ID: commit}), Pack: gittest.Pack(p.entries...)})
	if got := w.open().Tags(); len(got) != 2 {
		t.Errorf("got %v", got)
	}
	w.wantRefusal("\x1b", remote.NoTag, `there is no tag \u{1b}`)
}

func TestAPathWithTerminalCodesIsEscaped(t *testing.T) {
	w := newWorld(t)
	p := new(parcel)
	commit := p.commit(p.tree(t, gittest.TreeEntry{Mode: "120000", Name: "a\x1b[2J", ID: p.blob("x")}))
	w.lie(&gittest.Fake{Refs: v1(commit), Pack: gittest.Pack(p.entries...)})
	w.wantRefusal("v1.0.0", remote.Refused, `a\u{1b}[2J is a symbolic link`)
}

func TestASymlinkASubmoduleOrAnLFSPointerAnywhereRefusesTheTag(t *testing.T) {
	w := newWorld(t)
	w.build(`
symlink one/elsewhere/link ../../etc/passwd
commit one
tag v1.0.0
submodule two/elsewhere/sub
commit two
tag v1.1.0
commit three
tag v1.2.0
-- one/lights/reflex.toml --
-- two/lights/reflex.toml --
-- three/lights/reflex.toml --
-- three/elsewhere/picture.png --
version https://git-lfs.github.com/spec/v1
oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
size 12345
`)
	w.wantRefusal("v1.0.0", remote.Refused, "elsewhere/link is a symbolic link")
	w.wantRefusal("v1.1.0", remote.Refused, "elsewhere/sub is a submodule")
	w.wantRefusal("v1.2.0", remote.Refused, "elsewhere/picture.png is a git LFS pointer: its content is not in the repository")
}

func TestAServerThatFailsIsNamed(t *testing.T) {
	for code, want := range map[int]struct {
		kind remote.Kind
		why  string
	}{
		http.StatusNotFound:            {remote.NotFound, "no such repository"},
		http.StatusForbidden:           {remote.NotFound, "the server forbids reading this repository"},
		http.StatusUnauthorized:        {remote.NotFound, "no such repository, or it needs a login that git does not hold"},
		http.StatusTooManyRequests:     {remote.Unreachable, "the server answers 429 Too Many Requests"},
		http.StatusInternalServerError: {remote.Unreachable, "the server answers 500 Internal Server Error"},
	} {
		w := newWorld(t)
		w.server.Mount("/radhi/home", http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
			http.Error(rw, strings.Repeat(shout, 100_000), code)
		}))
		w.wantRefusal("v1.0.0", want.kind, want.why)
	}
}

func TestATimeThatRunsOutIsSaid(t *testing.T) {
	w := newWorld(t, remote.Limits{Time: 1})
	w.build(twoVersions)
	w.wantRefusal("v1.0.0", remote.TimedOut, "did not finish within 1ns")
}

func TestAServerThatNeverAnswersRunsOutOfTime(t *testing.T) {
	w := newWorld(t)
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	p, commit := simple(t)
	fake := &gittest.Fake{Refs: v1(commit), Pack: gittest.Pack(p.entries...)}
	stuck := make(chan struct{})
	w.server.Mount("/radhi/home", http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			close(stuck)
			<-release
			return
		}
		fake.ServeHTTP(rw, r)
	}))
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-stuck; cancel() }()
	_, _, err := w.open().Tree(ctx, "v1.0.0")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the caller's own cancellation", err)
	}
}

func TestARedirectWithinTheHostIsFollowedAndNamed(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	w.server.Use(gittest.Redirect("/old/home", w.server.URL+"/radhi/home"))
	old := home
	old.Owner = "old"
	r, err := w.client.Open(context.Background(), old)
	if err != nil {
		t.Fatal(err)
	}
	if want := w.server.URL + "/radhi/home"; r.Redirect() != want {
		t.Errorf("got %q, want %q", r.Redirect(), want)
	}
	if _, files, err := r.Tree(context.Background(), "v1.1.0"); err != nil || len(files.Files()) != 1 {
		t.Errorf("got %v, %v", files, err)
	}
	if w.open().Redirect() != "" {
		t.Error("a redirect is named where there was none")
	}
}

func TestARedirectElsewhereIsRefusedAndNamed(t *testing.T) {
	for name, c := range map[string]struct{ to, why string }{
		"to another host":        {"https://example.com/radhi/home", "it redirects to another host: https://example.com/radhi/home"},
		"to another port":        {"https://127.0.0.1:1/radhi/home", "it redirects to another host: https://127.0.0.1:1/radhi/home"},
		"away from https":        {"http://127.0.0.1/radhi/home", "it redirects to http://127.0.0.1/radhi/home/info/refs"},
		"with a password":        {"https://user:secret@example.com/radhi/home", "it redirects to another host: https://example.com/radhi/home"},
		"in circles":             {"/radhi/home", "it redirects more than 5 times"},
		"to what is no listing":  {"/radhi/home?x=", "it redirects to what is no repository"},
		"with a terminal's code": {"https://example.com/%1b[2J", "it redirects to another host: https://example.com/"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.server.Use(gittest.Redirect("/radhi/home", c.to))
			if c.to == "/radhi/home?x=" {
				w.server.Use(func(http.Handler) http.Handler { return http.RedirectHandler("/elsewhere", http.StatusFound) })
			}
			w.wantRefusal("v1.0.0", remote.Refused, c.why)
		})
	}
}

func TestARedirectOfThePackIsRefused(t *testing.T) {
	w := newWorld(t)
	_, commit := simple(t)
	fake := &gittest.Fake{Refs: v1(commit)}
	w.server.Mount("/radhi/home", http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			http.Redirect(rw, r, "/other/home/git-upload-pack", http.StatusTemporaryRedirect)
			return
		}
		fake.ServeHTTP(rw, r)
	}))
	w.wantRefusal("v1.0.0", remote.Refused, "it redirects to /other/home/git-upload-pack")
}
