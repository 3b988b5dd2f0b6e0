package mirror_test

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
	"sinew/pkg/diag"
	"sinew/pkg/ref"
	"sinew/resolve"
	"sinew/resolve/mirror"
	"sinew/resolve/remote"
)

func TestAMirrorGivesTheTagsAndTreesThatWereWritten(t *testing.T) {
	sites(t, func(t *testing.T, s *site) {
		one, two := packOf(t, "v1.0.0", "first", false), packOf(t, "v1.1.0", "second", true)
		write(t, s.dir, home, two, one)
		r := s.repository(home)
		want := []resolve.Tag{{Name: "v1.0.0", Commit: one.Commit.String()}, {Name: "v1.1.0", Commit: two.Commit.String()}}
		if got := r.Tags(); !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
		for p, content := range map[*remote.Pack]string{&one: "first", &two: "second"} {
			commit, files, err := r.Tree(context.Background(), p.Tag)
			if err != nil || commit != p.Commit.String() || show(files) != fmt.Sprintf("reflex.toml=%q", content) {
				t.Errorf("%s: got %s at %s, %v", p.Tag, show(files), commit, err)
			}
			at, err := r.At(context.Background(), p.Commit.String())
			if err != nil || at.H1() != files.H1() {
				t.Errorf("at %s: got %s, %v", p.Commit, show(at), err)
			}
		}
	})
}

func TestAMirrorOfARealRepositoryGivesWhatTheRepositoryGives(t *testing.T) {
	s := onWeb(t)
	root := t.TempDir()
	server, err := gittest.Serve(root)
	must(t, err)
	t.Cleanup(server.Close)
	person, err := gittest.NewHome(t.TempDir(), server)
	must(t, err)
	person.Apply(t)
	_, err = gittest.Build(gittest.Path(root, "radhi", "home"), `
commit one
tag v1.0.0
commit two
annotate v1.1.0
sign v1.2.0
-- one/lights/reflex.toml --
first
-- two/lights/reflex.toml --
second
-- two/lights/deep/on.sh --
echo on
`)
	must(t, err)
	client := remote.New(remote.Options{RootCAs: server.Pool})
	t.Cleanup(client.Close)
	git, err := client.Open(context.Background(), home)
	must(t, err)
	for _, tag := range git.Tags() {
		pack, err := git.Pack(context.Background(), tag.Name)
		must(t, err)
		write(t, s.dir, home, pack)
	}
	held := s.repository(home)
	if !slices.Equal(held.Tags(), git.Tags()) {
		t.Errorf("got %v, want %v", held.Tags(), git.Tags())
	}
	packs, err := filepath.Glob(s.path(homeDir, "*.pack"))
	must(t, err)
	for _, pack := range packs { // a pack is a file that git itself takes
		_, err := gittest.Repo{Dir: gittest.Path(root, "radhi", "home")}.Run("", "index-pack", "-o", filepath.Join(t.TempDir(), "idx"), pack)
		must(t, err)
	}
	for _, tag := range git.Tags() {
		commit, files, err := held.Tree(context.Background(), tag.Name)
		must(t, err)
		wantCommit, want, err := git.Tree(context.Background(), tag.Name)
		must(t, err)
		if commit != wantCommit || files.H1() != want.H1() {
			t.Errorf("%s: got %s at %s, want %s at %s", tag.Name, show(files), commit, show(want), wantCommit)
		}
	}
}

func TestASHA256RepositoryIsMirroredToo(t *testing.T) {
	sites(t, func(t *testing.T, s *site) {
		if !gittest.HasGit() {
			t.Skip("needs git")
		}
		repo, err := gittest.Build(t.TempDir(), "object-format sha256\ncommit one\nannotate v1.0.0\n-- one/a --\nhello\n")
		must(t, err)
		commit, err := repo.Commit("v1.0.0")
		must(t, err)
		object, err := repo.Run("", "rev-parse", "refs/tags/v1.0.0")
		must(t, err)
		_, err = repo.Run("", "repack", "-adq")
		must(t, err)
		packs, err := filepath.Glob(filepath.Join(repo.Dir, "objects", "pack", "*.pack"))
		if err != nil || len(packs) != 1 {
			t.Fatal(packs, err)
		}
		sent, err := os.ReadFile(packs[0])
		must(t, err)
		write(t, s.dir, home, remote.Pack{Tag: "v1.0.0", ID: id(t, object), Commit: id(t, commit), Bytes: sent})
		if got, files, err := s.tree("v1.0.0"); err != nil || got != commit || show(files) != `a="hello\n"` {
			t.Errorf("got %s at %s, %v", show(files), got, err)
		}
	})
}

func TestWhatAMirrorDoesNotHoldIsAMiss(t *testing.T) {
	sites(t, func(t *testing.T, s *site) {
		gone := packOf(t, "v1.0.0", "gone", false)
		there := packOf(t, "v1.1.0", "there", false)
		write(t, s.dir, home, gone, there)
		must(t, os.Remove(s.path(homeDir, packFile(gone))))
		m := s.open()
		wantMiss := func(err error, what string) {
			t.Helper()
			if want := "the mirror does not hold " + what; !mirror.IsMiss(err) || err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
		}
		_, err := m.Repository(context.Background(), ref.Repo{Owner: "radhi", Name: "Home"})
		wantMiss(err, "https://github.com/radhi/Home")
		_, err = m.Repository(context.Background(), ref.Repo{Std: true})
		wantMiss(err, "std:")
		r := s.repository(home)
		_, _, err = r.Tree(context.Background(), "v9.9.9")
		wantMiss(err, "https://github.com/radhi/home at v9.9.9")
		_, _, err = r.Tree(context.Background(), "../../etc/passwd")
		wantMiss(err, "https://github.com/radhi/home at ../../etc/passwd")
		_, _, err = r.Tree(context.Background(), "v1.0.0")
		wantMiss(err, "https://github.com/radhi/home at v1.0.0")
		_, err = r.At(context.Background(), gone.Commit.String())
		wantMiss(err, "https://github.com/radhi/home at v1.0.0")
		never := strings.Repeat("4", 40)
		_, err = r.At(context.Background(), never)
		wantMiss(err, "https://github.com/radhi/home at "+never)
		_, err = r.At(context.Background(), "no commit")
		wantMiss(err, "https://github.com/radhi/home at no commit")
	})
}

func TestACommitIsFoundUnderAnyOfItsTags(t *testing.T) {
	sites(t, func(t *testing.T, s *site) {
		plain, annotated := packOf(t, "1.0.0", "same", false), packOf(t, "v1.0.0", "same", true)
		write(t, s.dir, home, plain, annotated)
		must(t, os.Remove(s.path(homeDir, packFile(plain))))
		files, err := s.repository(home).At(context.Background(), plain.Commit.String())
		if err != nil || show(files) != `reflex.toml="same"` {
			t.Errorf("got %s, %v", show(files), err)
		}
	})
}

func TestAPlaceThatIsNoMirrorIsNoMissButAProblem(t *testing.T) {
	export := diag.Fix{Kind: diag.FixExport, Var: "SINEW_MIRROR"}
	sites(t, func(t *testing.T, s *site) {
		for content, want := range map[string]string{
			"":                         " is no mirror: it has no mirror.toml",
			"mirror = 2\nnew = true\n": ": mirror = 2 is a newer format; this program reads mirror = 1",
			"mirror = 0\n":             ": mirror = 1 is required in mirror.toml",
			"mirror = \"1\"\n":         ": mirror = 1 is required in mirror.toml",
			"# nothing\n":              ": mirror = 1 is required in mirror.toml",
			"<html>\x1b[2J</html>\n":   ": mirror.toml is no TOML: ",
		} {
			must(t, os.RemoveAll(s.dir))
			if content != "" {
				s.put([]byte(content), "mirror.toml")
			}
			_, err := mirror.Open(context.Background(), s.client, s.location)
			var problems diag.Problems
			if !errors.As(err, &problems) || !strings.HasPrefix(problems[0].Message, s.location+want) || fmt.Sprint(problems[0].Fix) != fmt.Sprint(export) || mirror.IsMiss(err) {
				t.Errorf("%q: got %v", content, err)
			}
			if strings.ContainsRune(err.Error(), 0x1b) {
				t.Errorf("%q is shown raw", err)
			}
		}
		s.put([]byte("mirror = 1\nlater = \"an added key\"\n"), "mirror.toml")
		s.open()
	})
}

func TestALocationThatIsNoPlaceForAMirrorIsRefused(t *testing.T) {
	client := remote.New(remote.Options{})
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o644))
	for location, want := range map[string]string{
		"http://127.0.0.1:1/m":            "http://127.0.0.1:1/m: a mirror is a directory or an https URL",
		"file:///srv/mirror":              "file:///srv/mirror: a mirror is a directory or an https URL",
		"http://ana:s3cret@127.0.0.1/m":   "http://127.0.0.1/m: a mirror is a directory or an https URL",
		"https://127.0.0.1/m?key=s3cret":  "the mirror https://127.0.0.1/m: it is no https address",
		"https://ana:s3/cret@127.0.0.1/m": "the mirror https://…: it is no https address",
		"https://":                        "the mirror https://…: it is no https address",
		file:                              "the mirror " + file + ": not a directory",
		file + "-\x1b[2J":                 file + `-\u{1b}[2J is no mirror: it has no mirror.toml`,
	} {
		_, err := mirror.Open(context.Background(), client, location)
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", location, err, want)
		}
	}
}

func TestALoginInTheLocationIsUsedAndNeverShown(t *testing.T) {
	s := onWeb(t)
	write(t, s.dir, home, packOf(t, "v1.0.0", "x", false))
	s.server.Mount("/m/sinew", gittest.Login("ana", "s3cret")(s.files()))
	host := strings.TrimPrefix(s.server.URL, "https://")
	s.location = "https://ana:s3cret@" + host + "/m/sinew/"
	if _, files, err := s.tree("v1.0.0"); err != nil || show(files) != `reflex.toml="x"` {
		t.Errorf("got %s, %v", show(files), err)
	}
	s.location = "https://ana:wr0ng@" + host + "/m/sinew/"
	_, _, err := s.tree("v1.0.0")
	if want := "the mirror https://" + host + "/m/sinew: the server answers 401 Unauthorized"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestManyGoroutinesReadOneMirror(t *testing.T) {
	sites(t, func(t *testing.T, s *site) {
		p := packOf(t, "v1.0.0", "x", false)
		write(t, s.dir, home, p)
		m := s.open()
		var done sync.WaitGroup
		for range 16 {
			done.Go(func() {
				r, err := m.Repository(context.Background(), home)
				if err == nil {
					_, _, err = r.Tree(context.Background(), "v1.0.0")
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
		done.Wait()
	})
}

func TestACancelledReadComesBackAsItIs(t *testing.T) {
	sites(t, func(t *testing.T, s *site) {
		write(t, s.dir, home, packOf(t, "v1.0.0", "x", false))
		m, r := s.open(), s.repository(home)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := m.Repository(ctx, home); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if _, _, err := r.Tree(ctx, "v1.0.0"); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}
