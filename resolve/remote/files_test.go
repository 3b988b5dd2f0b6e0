package remote_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"sinew/internal/gittest"
	"sinew/resolve/remote"
)

// serve answers every request below /files.
func (w *world) serve(answer http.HandlerFunc) { w.server.Mount("/files", answer) }

func (w *world) get(path string, most int64) (string, error) {
	w.t.Helper()
	files, err := w.client.Files(context.Background(), w.server.URL+"/files")
	if err != nil {
		w.t.Fatal(err)
	}
	data, err := files.Get(context.Background(), path, most)
	return string(data), err
}

func (w *world) wantNoFile(most int64, kind remote.Kind, why string) {
	w.t.Helper()
	data, err := w.get("a", most)
	var e *remote.Error
	if !errors.As(err, &e) || e.Kind != kind || !strings.Contains(e.Why, why) || data != "" {
		w.t.Errorf("got %q, %v; want kind %d with %q", data, err, kind, why)
	}
}

func TestAFileIsReadUpToItsCap(t *testing.T) {
	w := newWorld(t)
	w.serve(func(rw http.ResponseWriter, r *http.Request) { io.WriteString(rw, r.URL.Path) })
	if got, err := w.get("b/a!c", 12); err != nil || got != "/files/b/a!c" {
		t.Errorf("got %q, %v", got, err)
	}
	w.wantNoFile(7, remote.Refused, "the file is over 7 bytes")
}

func TestAnAnswerWithoutEndIsCutAtTheCap(t *testing.T) {
	w := newWorld(t)
	w.serve(func(rw http.ResponseWriter, _ *http.Request) {
		for {
			if _, err := rw.Write(make([]byte, 64<<10)); err != nil {
				return
			}
		}
	})
	w.wantNoFile(1<<20, remote.Refused, "the file is over 1048576 bytes")
}

func TestWhatAServerAnswersTellsAMissFromAFault(t *testing.T) {
	for code, want := range map[int]remote.Kind{
		http.StatusNotFound:           remote.NotFound,
		http.StatusGone:               remote.NotFound,
		http.StatusUnauthorized:       remote.Refused,
		http.StatusForbidden:          remote.Refused,
		http.StatusNoContent:          remote.Refused,
		http.StatusTooManyRequests:    remote.Unreachable,
		http.StatusServiceUnavailable: remote.Unreachable,
	} {
		w := newWorld(t)
		w.serve(func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(code) })
		w.wantNoFile(10, want, "the server answers ")
	}
}

func TestAFileThatEndsTooSoonIsRefused(t *testing.T) {
	w := newWorld(t)
	w.serve(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Length", "100")
		io.WriteString(rw, "short")
	})
	w.wantNoFile(1000, remote.Unreachable, "the connection ended inside the file")
}

func TestARedirectOfAFileStaysWithinItsHost(t *testing.T) {
	w := newWorld(t)
	redirect := func(to string) {
		w.serve(func(rw http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/files/moved/") {
				io.WriteString(rw, "here")
				return
			}
			http.Redirect(rw, r, to, http.StatusFound)
		})
	}
	redirect("/files/moved/a")
	if got, err := w.get("a", 10); err != nil || got != "here" {
		t.Errorf("got %q, %v", got, err)
	}
	redirect("/files/a")
	w.wantNoFile(10, remote.Refused, "it redirects more than 5 times")
	for _, to := range []string{
		"https://elsewhere.example/a", "http" + strings.TrimPrefix(w.server.URL, "https") + "/files/moved/a",
		"https://localhost:1/files/moved/a", "file:///etc/passwd",
	} {
		redirect(to)
		w.wantNoFile(10, remote.Refused, "it redirects to another host: "+to)
	}
	redirect("/files/moved/a")
	w.configure("[http]\n\tfollowRedirects = false\n")
	w.apply()
	w.wantNoFile(10, remote.Refused, "http.followRedirects=false")
}

func TestTheHeaderAndTheLoginOfAnAddressAreSentWithEveryFile(t *testing.T) {
	w := newWorld(t)
	w.configure("[http \"" + w.server.URL + "/files\"]\n\textraHeader = X-Token: t0ken\n")
	w.apply()
	w.serve(func(rw http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		io.WriteString(rw, user+" "+password+" "+r.Header.Get("X-Token"))
	})
	files, err := w.client.Files(context.Background(), "https://ana:s3cret@"+strings.TrimPrefix(w.server.URL, "https://")+"/files/")
	if err != nil {
		t.Fatal(err)
	}
	got, err := files.Get(context.Background(), "a", 100)
	if err != nil || string(got) != "ana s3cret t0ken" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestAServerThatStallsInsideAFileRunsOutOfTime(t *testing.T) {
	w := newWorld(t)
	stuck, release := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() { close(release) })
	w.serve(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Length", "100")
		io.WriteString(rw, "some")
		_ = http.NewResponseController(rw).Flush()
		close(stuck)
		<-release
	})
	files, err := w.client.Files(context.Background(), w.server.URL+"/files")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-stuck; cancel() }()
	if _, err := files.Get(ctx, "a", 1000); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestTheTimeOfAFileIsBounded(t *testing.T) {
	w := newWorld(t)
	w.serve(func(rw http.ResponseWriter, _ *http.Request) { io.WriteString(rw, "a") })
	if _, err := w.get("a", 10); err != nil { // the configuration is read
		t.Fatal(err)
	}
	w.apply(remote.Limits{Time: 1})
	_, err := w.client.Files(context.Background(), w.server.URL+"/files")
	var e *remote.Error
	if !errors.As(err, &e) || e.Kind != remote.TimedOut {
		t.Errorf("got %v", err)
	}
}

func TestWhatIsNoHTTPSAddressIsRefusedAndNotShown(t *testing.T) {
	w := newWorld(t)
	for _, address := range []string{
		"", "/srv/mirror", "http://127.0.0.1/x", "ssh://127.0.0.1/x", "file:///x", "https://", "https://127.0.0.1/x?key=s3cret",
		"https://127.0.0.1/x#s3cret", "https://ana:s3/cret@127.0.0.1/x", "https://127.0.0.1/%zz", "https://127.0.0.1/%0a",
	} {
		files, err := w.client.Files(context.Background(), address)
		var e *remote.Error
		if files != nil || !errors.As(err, &e) || e.Kind != remote.Refused || strings.Contains(e.Error(), "s3") {
			t.Errorf("%s: got %v", address, err)
		}
	}
}

func TestAFileOutsideOfThisMachinePanicsInATest(t *testing.T) {
	w := newWorld(t)
	defer func() {
		if recover() == nil {
			t.Error("another machine may be called")
		}
	}()
	_, _ = w.client.Files(context.Background(), "https://mirror.example/x")
}

func TestFilesAreServedFromADirectory(t *testing.T) {
	w := newWorld(t)
	w.build("commit one\n-- one/a --\n")
	w.server.MountFiles("/files", gittest.Path(w.root, "radhi", "home"))
	if got, err := w.get("HEAD", 100); err != nil || got != "ref: refs/heads/main\n" {
		t.Errorf("got %q, %v", got, err)
	}
	w.wantNoFile(100, remote.NotFound, "404 Not Found")
}
