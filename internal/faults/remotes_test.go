package faults

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/creack/pty"

	"sinew/internal/gittest"
)

// ssh on the PATH is not the system's: it notes its arguments and runs the
// command here.
const ssh = `#!/bin/sh
printf '%s\n' "$*" >>"$SSH_NOTES"
for last; do :; done
exec sh -c "$last"
`

// An alias is a word of the person's ssh configuration: ssh alone knows what it
// means.
func TestARewritingToAnSSHAliasIsHandedToSSHAndTheLockKeepsTheWrittenRef(t *testing.T) {
	w := newWorld(t)
	repo := w.publish("radhi/home", version("v1.0.0", "lamp"))
	p := w.somebody(t)
	bin, notes := t.TempDir(), filepath.Join(t.TempDir(), "notes")
	write(t, filepath.Join(bin, "ssh"), ssh)
	must(t, os.Chmod(filepath.Join(bin, "ssh"), 0o755))
	p.home.Set("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	p.home.Set("SSH_NOTES", notes)
	p.home.Set("GIT_SSH_COMMAND", "")
	must(t, p.home.Configure("[url \"work:"+repo.Dir+"\"]\n\tinsteadOf = https://github.com/radhi/home\n"))
	p.exits(0, "add", "radhi/home/lamp")
	if got := p.locked("lamp").Reference.String(); got != "radhi/home/lamp" {
		t.Errorf("locked %s", got)
	}
	must(t, os.RemoveAll(p.store()))
	p.exits(0, "sync")
	p.exits(0, "update")
	for line := range strings.Lines(read(t, notes)) {
		if !strings.Contains(line, "BatchMode=yes") || !strings.Contains(line, " work git-upload-pack ") {
			t.Errorf("ssh was called with %q", line)
		}
	}
	if read(t, notes) == "" || len(w.server.Requests()) > 0 {
		t.Errorf("ssh was called with %q, https with %q", read(t, notes), w.server.Requests())
	}
}

// asking is an ssh that would ask at the terminal, if it had one.
const asking = `#!/bin/sh
if (: </dev/tty) 2>/dev/null; then
  echo 'Are you sure you want to continue connecting?' >/dev/tty
  read answer </dev/tty
  echo asked >>"$SSH_NOTES"
fi
[ -n "$SSH_ASKPASS" ] && "$SSH_ASKPASS" >>"$SSH_NOTES"
echo 'Host key verification failed.' >&2
exit 255
`

// At a terminal too: what would wait there for an answer that nobody sees the
// question of ends at once, and names the cause.
func TestNoSSHAsksAtTheTerminalAndTheCauseIsNamed(t *testing.T) {
	w := newWorld(t)
	for _, own := range []bool{true, false} {
		p := w.somebody(t)
		bin, notes := t.TempDir(), filepath.Join(t.TempDir(), "notes")
		write(t, filepath.Join(bin, "ssh"), asking)
		write(t, filepath.Join(bin, "ask"), "#!/bin/sh\necho asked\n")
		must(t, os.Chmod(filepath.Join(bin, "ssh"), 0o755))
		must(t, os.Chmod(filepath.Join(bin, "ask"), 0o755))
		p.home.Set("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
		p.home.Set("SSH_NOTES", notes)
		p.home.Set("SSH_ASKPASS", filepath.Join(bin, "ask"))
		p.home.Set("SSH_ASKPASS_REQUIRE", "force")
		p.home.Set("DISPLAY", ":0")
		p.home.Set("GIT_SSH_COMMAND", "")
		if own { // the person's own words for it are run as they are
			p.home.Set("GIT_SSH_COMMAND", filepath.Join(bin, "ssh"))
		}
		must(t, p.home.Configure("[url \"git@127.0.0.1:\"]\n\tinsteadOf = https://github.com/radhi/\n"))
		cmd := p.command("add", "radhi/home")
		terminal, err := pty.Start(cmd)
		must(t, err)
		shown, _ := io.ReadAll(terminal) // ends in an error once nobody has the other end open
		must(t, terminal.Close())
		_ = cmd.Wait()
		if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(shown), "Host key verification failed.") {
			t.Errorf("exit %d, shown %q", cmd.ProcessState.ExitCode(), shown)
		}
		if asked := read(t, notes); asked != "" || strings.Contains(string(shown), "Are you sure") {
			t.Errorf("somebody was asked: %q, %q", asked, shown)
		}
	}
}

// The proxy is the only way to a host that no name server knows.
func TestTheProxyOfTheEnvironmentIsTheWayToARemote(t *testing.T) {
	w := newWorld(t)
	w.publish("radhi/home", version("v1.0.0", "lamp"))
	var tunnels atomic.Int64
	proxy := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect || r.Host != gittest.Host+":443" {
			http.Error(rw, "no", http.StatusForbidden)
			return
		}
		tunnels.Add(1)
		tunnel(rw, strings.TrimPrefix(w.server.URL, "https://"))
	}))
	defer proxy.Close()
	p := w.somebody(t)
	p.home.Set("HTTPS_PROXY", proxy.URL)
	must(t, p.home.Configure("[url \"https://"+gittest.Host+"/radhi/home\"]\n\tinsteadOf = https://github.com/radhi/home\n"))
	p.exits(0, "add", "radhi/home/lamp")
	if tunnels.Load() == 0 {
		t.Error("the proxy was not used")
	}
}

// tunnel carries bytes between who asked and an address of this machine.
func tunnel(rw http.ResponseWriter, address string) {
	server, err := net.Dial("tcp", address)
	if err != nil {
		http.Error(rw, err.Error(), http.StatusBadGateway)
		return
	}
	defer server.Close()
	rw.WriteHeader(http.StatusOK)
	client, sent, err := http.NewResponseController(rw).Hijack()
	if err != nil {
		return
	}
	defer client.Close()
	go func() {
		_, _ = io.Copy(server, sent) // what was sent while the connection changed hands is in its buffer
		server.Close()
	}()
	_, _ = io.Copy(client, server)
}

func TestARepositoryThatAnswersElsewhereIsNamed(t *testing.T) {
	w := newWorld(t)
	w.publish("ana/home", version("v1.0.0", "lamp"))
	w.server.Use(gittest.Redirect("/radhi/home", "/ana/home"))
	p := w.somebody(t)
	named := "radhi/home/lamp has moved: it answers at " + w.server.URL + "/ana/home"
	if got := p.exits(0, "add", "radhi/home/lamp"); !strings.Contains(got.said, named) {
		t.Errorf("add said %q", got.said)
	}
	must(t, os.RemoveAll(p.store()))
	if got := p.exits(0, "sync"); !strings.Contains(got.said, named) {
		t.Errorf("sync said %q", got.said)
	}
	if got := p.exits(0, "update"); !strings.Contains(got.said, named) {
		t.Errorf("update said %q", got.said)
	}
	if got := p.locked("lamp").Reference.String(); got != "radhi/home/lamp" {
		t.Errorf("locked %s", got)
	}
}

func TestOfflineAsksNoNetwork(t *testing.T) {
	w := newWorld(t)
	w.publish("radhi/home", version("v1.0.0", "lamp"))
	p := w.somebody(t)
	p.exits(0, "add", "radhi/home")
	asked := len(w.server.Requests())
	p.exits(0, "sync", "--offline")
	before := p.files()
	must(t, os.RemoveAll(p.store()))
	for _, args := range [][]string{{"sync", "--offline"}, {"update", "--offline"}, {"add", "radhi/home/lamp", "--as", "other", "--offline"}} {
		if got := p.run(args...); got.code == 0 || got.said == "" {
			t.Errorf("%q: exit %d, said %q", args, got.code, got.said)
		}
	}
	if p.files() != before || len(w.server.Requests()) != asked {
		t.Errorf("the network was asked %q", w.server.Requests()[asked:])
	}
	p.exits(0, "add", "--offline", "std:disk")
}

func TestABodyThatFetchesCodeIsNamedWhereItIsAdded(t *testing.T) {
	w := newWorld(t)
	w.publish("radhi/home", "commit tree\ntag v1.0.0\n-- tree/lamp/reflex.toml --\n"+
		strings.Replace(gittest.Saying("lamp"), `run = ["echo", "lamp"]`, "run = [\"npx\", \"lamp@latest\"]\n\n[needs]\nhosts = [\"*\"]\nruns = [\"npx\"]", 1))
	p := w.somebody(t)
	got := p.exits(0, "add", "radhi/home").said
	for _, want := range []string{"run names npx, which fetches code at run time", "needs hosts *", "runs npx"} {
		if !strings.Contains(got, want) {
			t.Errorf("add said %q, without %q", got, want)
		}
	}
}
