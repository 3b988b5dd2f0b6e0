package mirror_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"sinew/internal/gittest"
	"sinew/resolve/mirror"
	"sinew/resolve/remote"
	"sinew/resolve/remote/gitpack"
)

func TestAPackThatIsNotItsTagsGivesNoTree(t *testing.T) {
	sites(t, func(t *testing.T, s *site) {
		for name, change := range map[string]func(good, other []byte) []byte{
			"of another commit": func(_, other []byte) []byte { return other },
			"one bit flipped":   func(good, _ []byte) []byte { good[len(good)/2] ^= 1; return good },
			"resealed": func(good, _ []byte) []byte { // its checksum holds, its content is another
				return gittest.Pack(gittest.Entry{Type: gittest.Blob, Content: []byte("evil")})
			},
			"cut short":      func(good, _ []byte) []byte { return good[:len(good)-30] },
			"empty":          func(_, _ []byte) []byte { return nil },
			"with more":      func(good, _ []byte) []byte { return append(good, "more"...) },
			"a page of html": func(_, _ []byte) []byte { return []byte("<html>not here</html>") },
			"an object that unfolds to 400 MiB": func(_, _ []byte) []byte {
				return gittest.Pack(gittest.Entry{Type: gittest.Blob, Zeros: 400 << 20})
			},
		} {
			for _, annotated := range []bool{false, true} {
				good, other := packOf(t, "v1.0.0", "good", annotated), packOf(t, "v1.0.0", "other", annotated)
				write(t, s.dir, home, good)
				s.put(change(bytes.Clone(good.Bytes), other.Bytes), homeDir, packFile(good))
				if commit, files, err := s.tree("v1.0.0"); err == nil || mirror.IsMiss(err) || commit != "" || len(files.Files()) != 0 {
					t.Errorf("%s: got %s at %s, %v", name, show(files), commit, err)
				}
				s.wantRefusal("v1.0.0", remote.Refused, "the mirror "+s.location+": ")
				must(t, os.RemoveAll(s.dir))
			}
		}
	})
}

func TestAListThatNamesAnotherCommitNeverGivesTheTreeOfTheOneAskedFor(t *testing.T) {
	sites(t, func(t *testing.T, s *site) {
		locked, evil := packOf(t, "v1.0.0", "locked", false), packOf(t, "v1.0.0", "evil", false)
		write(t, s.dir, home, evil)
		// The list lies: evil's pack stands under the locked commit's name.
		s.put([]byte("# https://github.com/radhi/home\n"+locked.Commit.String()+" v1.0.0\n"), homeDir, "tags")
		s.put(evil.Bytes, homeDir, packFile(locked))
		r := s.repository(home)
		files, err := r.At(context.Background(), locked.Commit.String())
		if err == nil || mirror.IsMiss(err) || len(files.Files()) != 0 {
			t.Errorf("got %s, %v", show(files), err)
		}
		// The list tells the truth about evil: then the locked commit is a miss.
		s.put([]byte("# https://github.com/radhi/home\n"+evil.Commit.String()+" v1.0.0\n"), homeDir, "tags")
		if files, err := s.repository(home).At(context.Background(), locked.Commit.String()); !mirror.IsMiss(err) {
			t.Errorf("got %s, %v", show(files), err)
		}
		// An annotated tag that is said to stand for another commit than it does.
		tag := packOf(t, "v1.0.0", "evil", true)
		s.put([]byte("# https://github.com/radhi/home\n"+locked.Commit.String()+" v1.0.0 "+tag.ID.String()+"\n"), homeDir, "tags")
		s.put(tag.Bytes, homeDir, packFile(tag))
		s.wantRefusal("v1.0.0", remote.Refused, "the tag was listed at commit "+locked.Commit.String())
	})
}

func TestAListOfTagsThatBreaksItsFormIsRefused(t *testing.T) {
	const head, one = "# https://github.com/radhi/home\n", "1111111111111111111111111111111111111111"
	two := strings.Repeat("2", 40)
	sites(t, func(t *testing.T, s *site) {
		write(t, s.dir, home, packOf(t, "v1.0.0", "x", false))
		for list, why := range map[string]string{
			"":                               "is empty",
			"# https://github.com/radhi/hom": "ends inside line 1",
			"# https://github.com/a/b\n":     "is not the one of this repository",
			one + " v1.0.0\n":                "is not the one of this repository",
			"<html>\n":                       "is not the one of this repository",
			head + one + " v1.0.0":           "ends inside line 2",
			head + one + " v1.0.0\n" + one + " v1.0.0\n": "malformed at line 3",
			head + one + " v1.1.0\n" + one + " v1.0.0\n": "malformed at line 3",
			head + "\n":                                          "malformed at line 2",
			head + one + "\n":                                    "malformed at line 2",
			head + one + " \n":                                   "malformed at line 2",
			head + one[1:] + " v1.0.0\n":                         "malformed at line 2",
			head + one + " ../../../../etc/passwd\n":             "malformed at line 2",
			head + one + " v1.0.0/../..\n":                       "malformed at line 2",
			head + one + " v1.0.0-\x1b[2J\n":                     "malformed at line 2",
			head + one + " v1.0.0\r\n":                           "malformed at line 2",
			head + one + " v1.0.0 " + one + "\n":                 "malformed at line 2",
			head + one + " v1.0.0 " + two + two[:24] + "\n":      "malformed at line 2",
			head + one + " v1.0.0 " + two + " more\n":            "malformed at line 2",
			head + one + " v1.0.0 ../x\n":                        "malformed at line 2",
			head + strings.ToUpper(strings.Repeat("a", 40)) + "": "ends inside line 2",
		} {
			s.put([]byte(list), homeDir, "tags")
			s.wantRefusal("v1.0.0", remote.Refused, "its list of tags ")
			if _, _, err := s.tree("v1.0.0"); !strings.Contains(err.Error(), why) {
				t.Errorf("%q: got %v, want %s", list, err, why)
			}
		}
	})
}

func TestEveryFileOfAMirrorHasItsCap(t *testing.T) {
	limits := remote.Limits{ListingBytes: 200, Refs: 2, Limits: gitpack.Limits{PackBytes: 300}}
	sites(t, func(t *testing.T, s *site) {
		options := remote.Options{Limits: limits}
		if s.server != nil {
			options.RootCAs = s.server.Pool
		}
		s.client = remote.New(options)
		p := packOf(t, "v1.0.0", "x", false)
		write(t, s.dir, home, p)
		if _, _, err := s.tree("v1.0.0"); err != nil {
			t.Fatal(err)
		}
		s.put(make([]byte, 301), homeDir, packFile(p))
		s.wantRefusal("v1.0.0", remote.Refused, "the file is over 300 bytes")
		write(t, s.dir, home, packOf(t, "v1.1.0", "y", false), packOf(t, "v1.2.0", "z", false))
		s.wantRefusal("v1.0.0", remote.Refused, "its list of tags is over 2 tags")
		s.put(make([]byte, 201), homeDir, "tags")
		s.wantRefusal("v1.0.0", remote.Refused, "the file is over 200 bytes")
		s.put(make([]byte, 65<<10), "mirror.toml")
		s.wantRefusal("v1.0.0", remote.Refused, "the file is over 65536 bytes")
	})
}

func TestAFileOfADirectoryThatIsNoFileIsRefused(t *testing.T) {
	s := onDisk(t)
	p := packOf(t, "v1.0.0", "x", false)
	write(t, s.dir, home, p)
	pack := s.path(homeDir, packFile(p))
	outside := s.path("..", "outside")
	must(t, os.Rename(pack, outside))

	must(t, os.Symlink(outside, pack))
	s.wantRefusal("v1.0.0", remote.Unreachable, "path escapes from parent")
	must(t, os.Remove(pack))

	must(t, os.Mkdir(pack, 0o755))
	s.wantRefusal("v1.0.0", remote.Refused, "it is no regular file")
	must(t, os.Remove(pack))

	must(t, syscall.Mkfifo(pack, 0o644))
	s.wantRefusal("v1.0.0", remote.Refused, "it is no regular file")
	must(t, os.Remove(pack))

	must(t, os.Rename(outside, s.path("kept")))
	must(t, os.Symlink("../kept", pack)) // within the mirror, as tools that share equal files make them
	if _, files, err := s.tree("v1.0.0"); err != nil || show(files) != `reflex.toml="x"` {
		t.Errorf("got %s, %v", show(files), err)
	}
}

// files are the mirror as a plain web server serves it.
func (s *site) files() http.Handler {
	return http.StripPrefix("/m/sinew", http.FileServer(http.Dir(s.dir)))
}

// answers serves a mirror whose files of one name a handler makes.
func (s *site) answers(name string, h http.HandlerFunc) {
	files := s.files()
	s.server.Mount("/m/sinew", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, name) {
			h(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}))
}

func TestAServerThatMisbehavesIsNoMiss(t *testing.T) {
	s := onWeb(t)
	write(t, s.dir, home, packOf(t, "v1.0.0", "x", false))
	for name, at := range map[string]string{"the format": "mirror.toml", "the list": "tags", "the pack": ".pack"} {
		t.Run(name, func(t *testing.T) {
			s.answers(at, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
			s.wantRefusal("v1.0.0", remote.Unreachable, "the server answers 503 Service Unavailable")
			s.answers(at, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) })
			s.wantRefusal("v1.0.0", remote.Refused, "the server answers 403 Forbidden")
			s.answers(at, func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "https://elsewhere.example/x", http.StatusFound)
			})
			s.wantRefusal("v1.0.0", remote.Refused, "it redirects to another host: https://elsewhere.example/x")
			s.answers(at, func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, r.URL.Path, http.StatusFound)
			})
			s.wantRefusal("v1.0.0", remote.Refused, "it redirects more than 5 times")
			s.answers(at, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", "1000")
				io.WriteString(w, "PACK")
			})
			s.wantRefusal("v1.0.0", remote.Unreachable, "the connection ended inside the file")
		})
	}
}

func TestAServerThatStallsIsLeft(t *testing.T) {
	s := onWeb(t)
	write(t, s.dir, home, packOf(t, "v1.0.0", "x", false))
	stuck, release := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() { close(release) })
	s.answers(".pack", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "PACK")
		_ = http.NewResponseController(w).Flush()
		close(stuck)
		<-release
	})
	r := s.repository(home)
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-stuck; cancel() }()
	if _, _, err := r.Tree(ctx, "v1.0.0"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestTheTimeOfEachCallIsBounded(t *testing.T) {
	s := onWeb(t)
	write(t, s.dir, home, packOf(t, "v1.0.0", "x", false))
	s.client = remote.New(remote.Options{RootCAs: s.server.Pool, Limits: remote.Limits{Time: 1}})
	s.wantRefusal("v1.0.0", remote.TimedOut, "the mirror "+s.location+": did not finish within 1ns")
}
