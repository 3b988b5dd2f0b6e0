package mirror_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"sinew/internal/flock"
	"sinew/internal/testuser"
	"sinew/pkg/diag"
	"sinew/pkg/ref"
	"sinew/resolve/mirror"
	"sinew/resolve/remote"
)

// contents are the files of a directory, less the writers' lock.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == ".lock" {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[filepath.ToSlash(name)] = string(data)
		return err
	})
	must(t, err)
	return all
}

func TestAMirrorIsTheseFilesAndThoseBytes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "mirror")
	one, two := packOf(t, "v1.0.0", "first", false), packOf(t, "v1.10.0", "second", true)
	three := packOf(t, "v1.9.0", "third", false)
	write(t, dir, home, two, three, one)
	golden, err := os.ReadFile("testdata/mirror.golden")
	must(t, err)
	var got strings.Builder
	all := contents(t, dir)
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&got, "-- %s --\n", name)
		if !strings.HasSuffix(name, ".pack") {
			got.WriteString(all[name])
		}
	}
	if got.String() != string(golden) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), golden)
	}
	for _, p := range []remote.Pack{one, two, three} {
		if all[homeDir+"/"+packFile(p)] != string(p.Bytes) {
			t.Errorf("the pack of %s is not as it was sent", p.Tag)
		}
	}
}

func TestTheOrderOfWritingChangesNoByte(t *testing.T) {
	one, two := packOf(t, "v1.0.0", "first", false), packOf(t, "v1.1.0", "second", true)
	other := ref.Repo{URL: "ssh://git@Host.example:2222/~ana/Reflexes.git"}
	a, b := t.TempDir(), t.TempDir()
	write(t, a, home, one, two)
	write(t, a, other, one)
	write(t, b, other, one)
	write(t, b, home, two)
	write(t, b, home, one)
	if got, want := fmt.Sprint(contents(t, b)), fmt.Sprint(contents(t, a)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWritingTheSameAgainTouchesNothing(t *testing.T) {
	dir := t.TempDir()
	one := packOf(t, "v1.0.0", "first", false)
	if !write(t, dir, home, one) {
		t.Error("the first write says that nothing changed")
	}
	must(t, os.Remove(filepath.Join(dir, ".lock")))
	before := stamps(t, dir)
	if write(t, dir, home, one) || write(t, dir, home) {
		t.Error("a write of what is there says that it changed something")
	}
	if after := stamps(t, dir); after != before {
		t.Errorf("got %s, want %s", after, before)
	}
}

// stamps are all names below a directory with their inodes' times.
func stamps(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		fmt.Fprintln(&out, path, info.ModTime().UnixNano(), info.Size())
		return err
	}))
	return out.String()
}

func TestAReadOnlyMirrorThatHoldsEverythingIsFine(t *testing.T) {
	dir := t.TempDir()
	one := packOf(t, "v1.0.0", "first", false)
	write(t, dir, home, one)
	for _, path := range []string{filepath.Join(dir, homeDir), dir} {
		must(t, os.Chmod(path, 0o555))
		t.Cleanup(func() { os.Chmod(path, 0o755) })
	}
	if write(t, dir, home, one) {
		t.Error("something changed")
	}
	second := packOf(t, "v1.1.0", "second", false)
	testuser.Run(t, dir, func() {
		var failure *diag.Failure
		if _, err := mirror.Write(context.Background(), dir, home, []remote.Pack{second}); !errors.As(err, &failure) {
			t.Errorf("got %v", err)
		}
	})
}

func TestAPackThatProvesTheSameTreeIsKeptAndOneThatDoesNotIsReplaced(t *testing.T) {
	s := onDisk(t)
	one := packOf(t, "v1.0.0", "first", false)
	again := packOf(t, "v1.0.0", "first", true) // another pack of the same commit
	again.ID, again.Tag = one.ID, one.Tag
	if bytes.Equal(one.Bytes, again.Bytes) {
		t.Fatal("the packs are equal")
	}
	write(t, s.dir, home, one)
	if write(t, s.dir, home, again) {
		t.Error("a pack that is there was written again")
	}
	s.put(one.Bytes[:100], homeDir, packFile(one))
	if !write(t, s.dir, home, one) {
		t.Error("a torn pack was kept")
	}
	if _, files, err := s.tree("v1.0.0"); err != nil || show(files) != `reflex.toml="first"` {
		t.Errorf("got %s, %v", show(files), err)
	}
}

func TestWhatTheMirrorDoesNotKnowStaysWhereItIs(t *testing.T) {
	s := onDisk(t)
	one, two := packOf(t, "v1.0.0", "first", false), packOf(t, "v1.1.0", "second", false)
	write(t, s.dir, home, one)
	s.put([]byte("mine"), homeDir, "README")
	s.put([]byte("mine"), "index.html")
	s.put([]byte("mirror = 1\nnote = \"mine\"\n"), "mirror.toml")
	write(t, s.dir, home, two)
	all := contents(t, s.dir)
	if all[homeDir+"/README"] != "mine" || all["index.html"] != "mine" || !strings.Contains(all["mirror.toml"], "mine") {
		t.Errorf("got %q", all)
	}
	if got := s.repository(home).Tags(); len(got) != 2 {
		t.Errorf("got %v", got)
	}
}

func TestATagThatMovedIsListedAnewAndItsOldPackStays(t *testing.T) {
	s := onDisk(t)
	before, after := packOf(t, "v1.0.0", "before", false), packOf(t, "v1.0.0", "after", false)
	write(t, s.dir, home, before)
	write(t, s.dir, home, after)
	if commit, files, err := s.tree("v1.0.0"); err != nil || commit != after.Commit.String() || show(files) != `reflex.toml="after"` {
		t.Errorf("got %s at %s, %v", show(files), commit, err)
	}
	if _, err := os.Stat(s.path(homeDir, packFile(before))); err != nil {
		t.Error(err)
	}
}

func TestWhatCannotBeProvenIsNeverWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mirror")
	good, other := packOf(t, "v1.0.0", "good", false), packOf(t, "v1.0.0", "other", false)
	for name, c := range map[string]struct {
		repo ref.Repo
		tag  string
		pack []byte
		why  string
	}{
		"another commit's pack": {home, "v1.0.0", other.Bytes, "is not in the pack"},
		"no pack":               {home, "v1.0.0", nil, "the pack is malformed"},
		"a tag of no version":   {home, "latest", good.Bytes, "the tag latest is no version"},
		"a tag with a path":     {home, "../1.0.0", good.Bytes, "the tag ../1.0.0 is no version"},
		"the built-in ones":     {ref.Repo{Std: true}, "v1.0.0", good.Bytes, "std: is no git remote"},
	} {
		p := good
		p.Tag, p.Bytes = c.tag, c.pack
		_, err := mirror.Write(context.Background(), dir, c.repo, []remote.Pack{p})
		var failure *diag.Failure
		if !errors.As(err, &failure) || !strings.Contains(err.Error(), c.why) || !strings.HasPrefix(failure.What, "writing ") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the directory was made")
	}
}

func TestADirectoryOfSomethingElseIsLeftAlone(t *testing.T) {
	one := []remote.Pack{packOf(t, "v1.0.0", "first", false)}
	for content, want := range map[string]string{
		"":             " is no mirror, and holds notes",
		"mirror = 2\n": ": mirror = 2 is a newer format; this program reads mirror = 1",
		"mirror\n":     ": mirror.toml is no TOML: ",
	} {
		dir := t.TempDir()
		must(t, os.WriteFile(filepath.Join(dir, "notes"), nil, 0o644))
		if content != "" {
			must(t, os.WriteFile(filepath.Join(dir, "mirror.toml"), []byte(content), 0o644))
		}
		before := stamps(t, dir)
		_, err := mirror.Write(context.Background(), dir, home, one)
		var problems diag.Problems
		if !errors.As(err, &problems) || !strings.HasPrefix(err.Error(), dir+want) || stamps(t, dir) != before {
			t.Errorf("%q: got %v", content, err)
		}
	}
	dir := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, ".git"), 0o755)) // a mirror may be kept in git
	write(t, dir, home, one...)
}

func TestAListThatIsNotOursIsNotReplaced(t *testing.T) {
	s := onDisk(t)
	one := packOf(t, "v1.0.0", "first", false)
	write(t, s.dir, home, one)
	s.put([]byte("somebody's\n"), homeDir, "tags")
	_, err := mirror.Write(context.Background(), s.dir, home, []remote.Pack{one})
	if err == nil || !strings.Contains(err.Error(), "its list of tags is not the one of this repository") {
		t.Errorf("got %v", err)
	}
	if got := contents(t, s.dir)[homeDir+"/tags"]; got != "somebody's\n" {
		t.Errorf("got %q", got)
	}
}

func TestNothingIsWrittenThroughALink(t *testing.T) {
	one := []remote.Pack{packOf(t, "v1.0.0", "first", false)}
	for _, name := range []string{homeDir, homeDir + "/tags", homeDir + "/info.toml", homeDir + "/" + packFile(one[0]), "mirror.toml", ".lock"} {
		dir, victims := t.TempDir(), t.TempDir()
		link := filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(link), 0o755))
		if name != "mirror.toml" {
			must(t, os.WriteFile(filepath.Join(dir, "mirror.toml"), []byte("mirror = 1\n"), 0o644))
		}
		must(t, os.Symlink(victims, link))
		if _, err := mirror.Write(context.Background(), dir, home, one); err == nil {
			t.Errorf("%s: it was written through", name)
		}
		must(t, os.Remove(link))
		must(t, os.Symlink(filepath.Join(victims, "new"), link))
		if _, err := mirror.Write(context.Background(), dir, home, one); err == nil {
			t.Errorf("%s: it was written through", name)
		}
		if got := contents(t, victims); len(got) != 0 {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

func TestWritersAtTheSameTimeLoseNothing(t *testing.T) {
	s := onDisk(t)
	other := ref.Repo{Owner: "radhi", Name: "other"}
	var done sync.WaitGroup
	for i := range 8 {
		p := packOf(t, fmt.Sprintf("v1.%d.0", i), fmt.Sprint(i), i%2 == 1)
		for _, repo := range []ref.Repo{home, other} {
			done.Go(func() {
				if _, err := mirror.Write(context.Background(), s.dir, repo, []remote.Pack{p}); err != nil {
					t.Error(err)
				}
			})
		}
	}
	done.Wait()
	for _, repo := range []ref.Repo{home, other} {
		r := s.repository(repo)
		if len(r.Tags()) != 8 {
			t.Errorf("got %v", r.Tags())
		}
		for _, tag := range r.Tags() {
			if _, _, err := r.Tree(context.Background(), tag.Name); err != nil {
				t.Error(err)
			}
		}
	}
	for name := range contents(t, s.dir) {
		if strings.Contains(name, ".tmp-") {
			t.Errorf("%s is left", name)
		}
	}
}

func TestWaitingForAnotherWriterCanBeCalledOff(t *testing.T) {
	dir := t.TempDir()
	lock, err := flock.File(context.Background(), filepath.Join(dir, ".lock"))
	must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	written := make(chan error, 1)
	go func() {
		_, err := mirror.Write(ctx, dir, home, []remote.Pack{packOf(t, "v1.0.0", "x", false)})
		written <- err
	}()
	cancel()
	if err := <-written; !errors.Is(err, context.Canceled) || len(contents(t, dir)) != 0 {
		t.Errorf("got %v", err)
	}
	must(t, lock.Release())
}
