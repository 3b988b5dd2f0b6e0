//go:build unix

package remote_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sinew/internal/gittest"
	"sinew/pkg/ref"
	"sinew/resolve/remote"
	"sinew/resolve/remote/gitpack"
)

// rewrite points radhi/home, and nothing else, at another address.
func (w *world) rewrite(address string) {
	w.t.Helper()
	if err := os.Remove(filepath.Join(w.home.Dir, ".gitconfig")); err != nil {
		w.t.Fatal(err)
	}
	w.configure("[url \"" + address + "\"]\n\tinsteadOf = https://github.com/radhi/home\n")
	w.apply()
}

func (w *world) allowFile() {
	w.configure("[protocol \"file\"]\n\tallow = always\n")
	w.apply()
}

// fakeSSH is an ssh that runs the command here, and notes its arguments.
func (w *world) fakeSSH(body string) (path, notes string) {
	w.t.Helper()
	dir := w.t.TempDir()
	path, notes = filepath.Join(dir, "ssh"), filepath.Join(dir, "notes")
	script := "#!/bin/sh\necho \"$@\" >>'" + notes + "'\nfor last; do :; done\n" + body + "\n"
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		w.t.Fatal(err)
	}
	return path, notes
}

const runHere = `exec sh -c "$last"`

func TestARepositoryOnDiskNeedsThePersonsConsent(t *testing.T) {
	w := newWorld(t)
	repo := w.build(twoVersions)
	for _, address := range []string{repo.Dir, "file://" + repo.Dir} {
		w.rewrite(address)
		w.wantRefusal("v1.0.0", remote.Refused, "protocol file is not used unless git's configuration says protocol.file.allow=always")
		w.configure("[protocol \"file\"]\n\tallow = user\n[protocol]\n\tallow = always\n")
		w.apply()
		w.wantRefusal("v1.0.0", remote.Refused, "protocol file is not used")
		w.allowFile()
		commit, files := w.tree("v1.0.0")
		if want := `lights/on.sh="echo on\n" lights/reflex.toml="first\n"`; show(files) != want || !isCommit(t, repo, "v1.0.0", commit) {
			t.Errorf("%s: got %s at %s", address, show(files), commit)
		}
	}
}

func TestTheGitProgramFetchesOneTagAtDepthOne(t *testing.T) {
	w := newWorld(t)
	script := new(strings.Builder)
	for i := range 40 {
		fmt.Fprintf(script, "commit %d\ntag v0.%d.0\n", i, i)
	}
	script.WriteString("annotate v1.0.0\n")
	for i := range 40 {
		fmt.Fprintf(script, "-- %d/reflex.toml --\n%d\n", i, i)
	}
	repo := w.build(script.String())
	w.rewrite(repo.Dir)
	w.configure("[remote \"x\"]\n\ttagOpt = --tags\n[fetch]\n\tunpackLimit = 1000\n")
	w.allowFile()
	w.apply(remote.Limits{Limits: gitpack.Limits{Objects: 4}}) // tag, commit, tree, blob
	if _, files := w.tree("v1.0.0"); show(files) != `reflex.toml="39\n"` {
		t.Errorf("got %s", show(files))
	}
}

func TestBothWaysReadTheSameTreeAndLeaveNothingBehind(t *testing.T) {
	w := newWorld(t)
	repo := w.build(attributes)
	commit, files := w.tree("v1.0.0")
	tmp := t.TempDir()
	w.home.Set("TMPDIR", tmp)
	w.rewrite(repo.Dir)
	w.configure("[core]\n\tautocrlf = true\n")
	w.allowFile()
	again, same := w.tree("v1.0.0")
	if commit != again || files.H1() != same.H1() {
		t.Errorf("got %s %s and %s %s", commit, files.H1(), again, same.H1())
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) != 0 {
		t.Errorf("left in the temporary directory: %v, %v", left, err)
	}
}

func TestARepositoryOfSHA256IsReadThroughTheGitProgram(t *testing.T) {
	w := newWorld(t)
	repo := w.build("object-format sha256\n" + strings.TrimSpace(twoVersions) + "\n")
	for _, address := range []string{w.server.URL + "/radhi/home", repo.Dir} {
		w.rewrite(address)
		w.allowFile()
		for _, tag := range []string{"v1.0.0", "v1.1.0"} {
			commit, files := w.tree(tag)
			if len(commit) != 64 || !isCommit(t, repo, tag, commit) || len(files.Files()) == 0 {
				t.Errorf("%s: got %s at %s", tag, show(files), commit)
			}
		}
	}
}

func TestAFetchOverSSHGoesThroughTheGitProgram(t *testing.T) {
	w := newWorld(t)
	repo := w.build(twoVersions)
	ssh, notes := w.fakeSSH(runHere)
	w.home.Set("GIT_SSH_COMMAND", ssh)
	w.home.Set("GIT_SSH_VARIANT", "simple")
	for _, address := range []string{"ssh://127.0.0.1" + repo.Dir, "git@127.0.0.1:" + repo.Dir, "127.0.0.1:" + repo.Dir} {
		w.rewrite(address)
		if commit, files := w.tree("v1.1.0"); !isCommit(t, repo, "v1.1.0", commit) || len(files.Files()) != 1 {
			t.Errorf("%s: got %s at %s", address, show(files), commit)
		}
	}
	if strings.Contains(read(t, notes), "BatchMode") {
		t.Error("the person's own ssh command was changed")
	}
	if got := w.server.Requests(); len(got) != 0 {
		t.Errorf("https was used: %q", got)
	}
}

func TestAnSSHConnectionThatOutlivesGitIsNoFailure(t *testing.T) {
	w := newWorld(t)
	repo := w.build(twoVersions)
	ssh, _ := w.fakeSSH("sleep 3 & " + runHere)
	w.home.Set("GIT_SSH_COMMAND", ssh)
	w.home.Set("GIT_SSH_VARIANT", "simple")
	w.rewrite("ssh://127.0.0.1" + repo.Dir)
	if tags := w.open().Tags(); len(tags) != 2 {
		t.Errorf("got %v", tags)
	}
}

func TestAnSSHAddressAsWrittenIsUsed(t *testing.T) {
	w := newWorld(t)
	repo := w.build(twoVersions)
	ssh, _ := w.fakeSSH(runHere)
	w.home.Set("GIT_SSH_COMMAND", ssh)
	w.home.Set("GIT_SSH_VARIANT", "simple")
	w.apply()
	r, err := w.client.Open(context.Background(), ref.Repo{URL: "ssh://git@127.0.0.1" + repo.Dir})
	if err != nil || len(r.Tags()) != 2 {
		t.Fatalf("got %v, %v", r, err)
	}
}

func TestSSHAsksNobodyAndItsOwnWordsAreTheCause(t *testing.T) {
	w := newWorld(t)
	ssh, notes := w.fakeSSH("echo 'git@127.0.0.1: Permission denied (publickey).' >&2; tty >&2 </dev/tty; exit 255")
	w.rewrite("ssh://git@127.0.0.1/radhi/home")
	w.home.Set("GIT_SSH_COMMAND", "")
	w.home.Set("PATH", filepath.Dir(ssh)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	w.apply()
	e := w.refusal("v1.0.0")
	if e.Kind != remote.NotFound || !strings.HasPrefix(e.Why, "git: ") {
		t.Errorf("got kind %d %q", e.Kind, e.Why)
	}
	if !strings.Contains(read(t, notes), "BatchMode=yes") {
		t.Errorf("ssh was called with %q", read(t, notes))
	}
}

func TestAProtocolIsJudgedAfterTheRewriting(t *testing.T) {
	w := newWorld(t)
	ran := filepath.Join(t.TempDir(), "ran")
	for address, why := range map[string]string{
		"ext::sh -c touch% " + ran:    "protocol ext is not used: https and ssh are",
		"fd::3":                       "protocol fd is not used",
		"http://127.0.0.1/":           "protocol http is not used",
		"git://127.0.0.1/":            "protocol git is not used",
		"ftp://127.0.0.1/":            "protocol ftp is not used",
		"HTTPS://127.0.0.1/":          "protocol HTTPS is not used",
		"https://127.0.0.1/a?b=c":     "is no https address",
		"https://127.0.0.1/a%0ab/":    "is no https address",
		"https:///nowhere":            "is no https address",
		"ssh:///nowhere":              "is no ssh address",
		"-oProxyCommand=touch " + ran: "is no address",
		"../home":                     "protocol file is not used",
	} {
		w.rewrite(address)
		w.configure("[protocol]\n\tallow = always\n[protocol \"ext\"]\n\tallow = always\n")
		w.apply()
		w.wantRefusal("v1.0.0", remote.Refused, why)
	}
	w.rewrite("../home")
	w.allowFile()
	w.wantRefusal("v1.0.0", remote.Refused, "../home is no absolute path")
	if _, err := os.Stat(ran); err == nil {
		t.Error("a command was run")
	}
}

func TestGitItselfMaySpeakOneProtocolAlone(t *testing.T) {
	w := newWorld(t)
	repo := w.build(twoVersions)
	ran := filepath.Join(t.TempDir(), "ran")
	// The rewriting changes once this program has looked at it.
	w.rewrite(repo.Dir)
	w.allowFile()
	w.home.Set("GIT_ALLOW_PROTOCOL", "ext:file")
	w.apply()
	r := w.open()
	w.rewriteKeepingClient("ext::sh -c touch% " + ran)
	if _, _, err := r.Tree(context.Background(), "v1.0.0"); err == nil || !strings.Contains(err.Error(), "'ext' not allowed") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a command was run")
	}
}

func (w *world) rewriteKeepingClient(address string) {
	w.t.Helper()
	text := "[url \"" + address + "\"]\n\tinsteadOf = https://github.com/radhi/home\n[protocol \"ext\"]\n\tallow = always\n"
	if err := os.WriteFile(filepath.Join(w.home.Dir, ".gitconfig"), []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// snapshot is every file below dir with the hash of its bytes.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	out := new(strings.Builder)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		fmt.Fprintf(out, "%s %x\n", path, sha256.Sum256(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestARepositoryThatAHookExportsStaysAsItIs(t *testing.T) {
	w := newWorld(t)
	repo := w.build(twoVersions)
	mine, err := gittest.Build(filepath.Join(t.TempDir(), "mine"), "commit one\n-- one/mine --\n")
	if err != nil {
		t.Fatal(err)
	}
	index := filepath.Join(t.TempDir(), "index")
	if err := os.WriteFile(index, []byte("an index"), 0o644); err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, mine.Dir)
	for name, value := range map[string]string{
		"GIT_DIR": mine.Dir, "GIT_INDEX_FILE": index, "GIT_WORK_TREE": t.TempDir(), "GIT_OBJECT_DIRECTORY": filepath.Join(mine.Dir, "objects"),
		"GIT_COMMON_DIR": mine.Dir, "GIT_SHALLOW_FILE": filepath.Join(mine.Dir, "shallow"), "GIT_PREFIX": "x/", "GIT_NAMESPACE": "n",
		"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "url.ext::false.insteadOf", "GIT_CONFIG_VALUE_0": "https://github.com/radhi/home",
	} {
		w.home.Set(name, value)
	}
	for _, address := range []string{w.server.URL + "/radhi/home", repo.Dir} {
		w.rewrite(address)
		w.allowFile()
		if _, files := w.tree("v1.1.0"); len(files.Files()) != 1 {
			t.Errorf("%s: got %s", address, show(files))
		}
	}
	if after := snapshot(t, mine.Dir); after != before || read(t, index) != "an index" {
		t.Errorf("the repository of the hook changed:\n%s\nwas\n%s", after, before)
	}
}

func TestTheRepositoryAroundTheWorkingDirectoryDoesNotCount(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	mine := t.TempDir()
	repo, err := gittest.Create(filepath.Join(mine, ".git"), "sha1")
	if err != nil {
		t.Fatal(err)
	}
	config := "[core]\n\trepositoryformatversion = 0\n\tbare = false\n[url \"ext::false\"]\n\tinsteadOf = https://github.com/radhi/home\n"
	if err := os.WriteFile(filepath.Join(repo.Dir, "config"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(mine)
	w.apply()
	if _, files := w.tree("v1.1.0"); len(files.Files()) != 1 {
		t.Errorf("got %s", show(files))
	}
}

func TestWithoutAGitProgramHTTPSStillWorksAndTheRestIsRefused(t *testing.T) {
	w := newWorld(t)
	repo := w.build(twoVersions)
	url := w.server.URL
	w.home.Set("PATH", t.TempDir())
	w.apply()
	r, err := w.client.Open(context.Background(), ref.Repo{URL: url + "/radhi/home"})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.Tree(context.Background(), "v1.0.0"); err != nil {
		t.Error(err)
	}
	_, err = w.client.Open(context.Background(), ref.Repo{URL: "ssh://127.0.0.1" + repo.Dir})
	if want := "protocol ssh needs the git program, and there is none on PATH"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestAServerThatWantsAnotherClientIsLeftToTheGitProgram(t *testing.T) {
	w := newWorld(t)
	w.build(twoVersions)
	w.server.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost && !strings.HasPrefix(r.UserAgent(), "git/") {
				return // as servers answer that insist on a capability
			}
			next.ServeHTTP(rw, r)
		})
	})
	r := w.open()
	for range 2 {
		if _, files, err := r.Tree(context.Background(), "v1.1.0"); err != nil || len(files.Files()) != 1 {
			t.Errorf("got %s, %v", show(files), err)
		}
	}
	url := w.server.URL
	w.home.Set("PATH", t.TempDir())
	w.apply()
	r, err := w.client.Open(context.Background(), ref.Repo{URL: url + "/radhi/home"})
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = r.Tree(context.Background(), "v1.1.0")
	if want := "this server needs the git program, and there is none on PATH"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestAServerThatServesPagesIsNoGitServer(t *testing.T) {
	w := newWorld(t)
	w.server.Mount("/radhi/home", http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(rw, "<html>sign in to the wireless network</html>")
	}))
	w.wantRefusal("v1.0.0", remote.NotFound, "what answers there is no git server")
}

func TestAFetchByTheGitProgramThatIsTooBigIsEnded(t *testing.T) {
	w := newWorld(t)
	noise := make([]byte, 64<<10)
	for i := range noise {
		noise[i] = "0123456789abcdef"[(i*i*7919+i*104729)>>9&15]
	}
	repo := w.build("commit one\ntag v1.0.0\n-- one/noise --\n" + string(noise) + "\n")
	w.rewrite(repo.Dir)
	w.allowFile()
	w.apply(remote.Limits{Limits: gitpack.Limits{PackBytes: 1024}})
	w.wantRefusal("v1.0.0", remote.Refused, "the pack is over 1024 bytes")
}

func TestAHangingGitProgramIsEndedWithAllItStarted(t *testing.T) {
	w := newWorld(t)
	fifo := filepath.Join(t.TempDir(), "held")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	ssh, _ := w.fakeSSH("exec 9>'" + fifo + "'; echo started >&9; exec sleep 600")
	w.home.Set("GIT_SSH_COMMAND", ssh)
	w.home.Set("GIT_SSH_VARIANT", "simple")
	w.rewrite("ssh://127.0.0.1/radhi/home")
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() {
		held, err := os.Open(fifo)
		if err == nil {
			defer held.Close()
			_, err = io.ReadFull(held, make([]byte, len("started\n")))
		}
		cancel()
		if err == nil {
			_, err = io.Copy(io.Discard, held) // ends when nobody holds the other end
		}
		ended <- err
	}()
	if _, err := w.client.Open(ctx, home); err != context.Canceled {
		t.Errorf("got %v", err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
