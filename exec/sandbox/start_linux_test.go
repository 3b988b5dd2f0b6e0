package sandbox

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"sinew/exec/internal/probe"
	"sinew/exec/policy"
)

func TestMain(m *testing.M) {
	code := m.Run()
	probe.Remove()
	os.Exit(code)
}

func needsLandlock(t *testing.T) policy.Kernel {
	t.Helper()
	k := Kernel()
	if k.ABI < 6 || !k.Filter {
		t.Skipf("needs Landlock ABI 6 and a system call filter, has %+v", k)
	}
	return k
}

// A scene is a body's directory and private folder, and one thing outside.
type scene struct {
	probe, dir, tmp, outside string
	file                     string // in outside
}

func newScene(t *testing.T) scene {
	t.Helper()
	root := t.TempDir()
	s := scene{probe.Build(t), filepath.Join(root, "body"), filepath.Join(root, "tmp"), filepath.Join(root, "outside"), ""}
	for _, dir := range []string{s.dir, s.tmp, s.outside} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s.file = filepath.Join(s.outside, "file")
	for _, path := range []string{s.file, filepath.Join(s.dir, "own")} {
		if err := os.WriteFile(path, []byte("content"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// hold is p on this scene, with the probe as a declared program; unix sockets
// are closed unless p declares a program of its own.
func (s scene) hold(p policy.Policy) policy.Hold {
	facts := policy.Facts{
		Runtime: &policy.Program{Path: s.probe},
		BodyDir: s.dir, Tmp: s.tmp, Home: "/nonexistent",
		Found: map[string]policy.Found{},
	}
	for _, place := range slices.Concat(p.Reads, p.Writes) {
		if info, err := os.Stat(place.Path); err == nil {
			facts.Found[place.Path] = policy.Found{Real: place.Path, Dir: info.IsDir()}
		}
	}
	return p.Hold(facts)
}

func (s scene) try(t *testing.T, kernel policy.Kernel, hold policy.Hold, acts ...string) []string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(s.probe, acts...)
	cmd.Dir, cmd.Env = s.dir, []string{"TMPDIR=" + s.tmp}
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := start(cmd, hold, kernel); err != nil {
		t.Fatalf("starting: %v", err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s%s", err, stdout.String(), stderr.String())
	}
	return probe.Answers(stdout.String())
}

// expect tries each act and reports those that were let through, or refused,
// against what was expected.
func (s scene) expect(t *testing.T, hold policy.Hold, refused bool, acts ...string) {
	t.Helper()
	answers := s.try(t, Kernel(), hold, acts...)
	if len(answers) != len(acts) {
		t.Fatalf("%d answers to %d acts: %q", len(answers), len(acts), answers)
	}
	for i, answer := range answers {
		if strings.HasPrefix(answer, "refused: ") != refused {
			t.Errorf("%s: %s", acts[i], answer)
		}
	}
}

// listening are two addresses of this machine that are open until t is over.
func listening(t *testing.T) (tcp net.Listener, udp net.PacketConn) {
	t.Helper()
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	udp, err = net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tcp.Close(); udp.Close() })
	return tcp, udp
}

// places are addresses outside every declaration that do answer.
func places(t *testing.T, s scene) (acts []string) {
	t.Helper()
	tcp, udp := listening(t)
	go func() {
		for {
			conn, err := tcp.Accept()
			if err != nil {
				return
			}
			conn.Close()
		}
	}()
	return []string{"dial tcp " + tcp.Addr().String(), "dial udp " + udp.LocalAddr().String(), "listen tcp 127.0.0.1:0"}
}

func listenUnix(t *testing.T, network, name string) {
	t.Helper()
	if network == "unixgram" {
		l, err := net.ListenUnixgram(network, &net.UnixAddr{Name: name, Net: network})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		return
	}
	l, err := net.Listen(network, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
}

func TestABodyReachesNothingOutsideItsDeclaration(t *testing.T) {
	needsLandlock(t)
	s := newScene(t)
	acts := append(places(t, s),
		"read "+s.file, "list "+s.outside, "list /tmp", "list /", "list /proc", "read /proc/self/environ", "read /proc/loadavg",
		"write "+s.file, "write "+s.outside+"/new", "mkdir "+s.outside+"/new", "remove "+s.file, "truncate "+s.file,
		"rename "+s.tmp+" "+s.outside+"/moved", "write "+s.dir+"/own", "write /dev/shm/sinew-test",
		"chmod "+s.file, "chown "+s.file, "touch "+s.file, "xattr "+s.file, "flags "+s.dir,
		"run /usr/bin/env", "run /bin/sh", "socket 16 3", "socket 17 3", "uring", "terminal", "number 0x40000001",
	)
	s.expect(t, s.hold(policy.Policy{}), true, acts...)
	if data, err := os.ReadFile(s.file); err != nil || string(data) != "content" {
		t.Errorf("the file outside holds %q, %v", data, err)
	}
}

func TestABodyReachesWhatIsItsOwn(t *testing.T) {
	needsLandlock(t)
	s := newScene(t)
	s.expect(t, s.hold(policy.Policy{}), false,
		"read "+s.dir+"/own", "list "+s.dir, "write "+s.tmp+"/a", "mkdir "+s.tmp+"/d", "rename "+s.tmp+"/a "+s.tmp+"/d/b",
		"truncate "+s.tmp+"/d/b", "remove "+s.tmp+"/d/b", "read /etc/passwd", "write /dev/null", "pair 1", "pair 5")
}

func TestABodyReachesWhatItDeclares(t *testing.T) {
	needsLandlock(t)
	s := newScene(t)
	p := policy.Policy{
		Reads:  []policy.Place{{Path: "/proc/loadavg"}, {Path: "/proc/meminfo"}, {Path: "/proc/uptime"}},
		Writes: []policy.Place{{Path: s.outside}},
		Hosts:  true,
	}
	acts := append(places(t, s), "read "+s.file, "write "+s.outside+"/new", "chmod "+s.file, "touch "+s.file,
		"read /proc/loadavg", "read /proc/meminfo", "read /proc/uptime")
	s.expect(t, s.hold(p), false, acts...)
	s.expect(t, s.hold(policy.Policy{Reads: []policy.Place{{Path: s.file}}}), false, "read "+s.file)
	s.expect(t, s.hold(policy.Policy{Reads: []policy.Place{{Path: s.file}}}), true, "write "+s.file, "list "+s.outside)
}

func TestAUnixSocketIsOutOfReachWhereNoProgramIsDeclared(t *testing.T) {
	needsLandlock(t)
	s := newScene(t)
	stream, gram := filepath.Join(s.tmp, "s"), filepath.Join(s.tmp, "g")
	listenUnix(t, "unix", stream)
	listenUnix(t, "unixgram", gram)
	acts := []string{"dial unix " + stream, "dial unixgram " + gram, "gram " + gram + " 2", "gram " + gram + " 3"}
	s.expect(t, s.hold(policy.Policy{}), true, acts...)
	s.expect(t, s.hold(policy.Policy{Hosts: true}), true, acts...)
	s.expect(t, s.hold(policy.Policy{Runs: []string{"ls"}}), false, acts...)
}

func TestAnAbstractSocketOfAnotherProcessIsOutOfReach(t *testing.T) {
	needsLandlock(t)
	s := newScene(t)
	name := fmt.Sprintf("@sinew-test-%d", os.Getpid())
	listenUnix(t, "unix", name)
	s.expect(t, s.hold(policy.Policy{Runs: []string{"ls"}, Hosts: true}), true, "dial unix "+name)
}

func TestTheProgramThatStartedABodyIsOutOfItsReach(t *testing.T) {
	needsLandlock(t)
	s := newScene(t)
	self := strconv.Itoa(os.Getpid())
	widest := policy.Policy{Runs: []string{"ls"}, Hosts: true, Writes: []policy.Place{{Path: s.outside}}}
	acts := []string{"kill " + self, "ptrace " + self, "memory " + self, "limits " + self, "read /proc/" + self + "/environ", "read /proc/" + self + "/mem"}
	// Many times: the thread a body is started from is another one each time.
	for range 20 {
		s.expect(t, s.hold(widest), true, acts...)
	}
}

// A declaration over / gives /proc by its path; the kernel then still refuses
// what takes the right to trace, to root too.
func TestTheEnvironmentOfTheProgramStaysClosedUnderARuleOverEverything(t *testing.T) {
	needsLandlock(t)
	s := newScene(t)
	everything := policy.Policy{Reads: []policy.Place{{Path: "/"}}}
	for range 20 {
		s.expect(t, s.hold(everything), true, fmt.Sprintf("read /proc/%d/environ", os.Getpid()))
	}
}

func TestNoPrivilegeIsGained(t *testing.T) {
	s := newScene(t)
	if got := s.try(t, Kernel(), s.hold(policy.Policy{}), "privileges"); got[0] != "1" {
		t.Errorf("no_new_privs is %q", got)
	}
}

func TestDescriptorsOfTheProgramAreClosed(t *testing.T) {
	s := newScene(t)
	// As a shell would have left it: open across a start.
	fd, err := unix.Open(s.file, unix.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	if got := s.try(t, Kernel(), s.hold(policy.Policy{}), "descriptors"); got[0] != "[]" {
		t.Errorf("open descriptors: %q", got)
	}
}

func TestTheProgramStaysFreeOverManyStarts(t *testing.T) {
	s := newScene(t)
	hold := s.hold(policy.Policy{})
	var starters sync.WaitGroup
	for range 8 {
		starters.Add(1)
		go func() {
			defer starters.Done()
			for range 12 {
				cmd := exec.Command(s.probe, "say hello")
				if err := Start(cmd, hold); err != nil {
					t.Errorf("starting: %v", err)
					return
				}
				if err := cmd.Wait(); err != nil {
					t.Errorf("waiting: %v", err)
				}
				free(t, s)
			}
		}()
	}
	starters.Wait()
	var status unix.WaitStatus
	if pid, err := unix.Wait4(-1, &status, unix.WNOHANG, nil); err != unix.ECHILD {
		t.Errorf("a child is left: %d, %v", pid, err)
	}
}

// free fails when the goroutine's thread is held.
func free(t *testing.T, s scene) {
	t.Helper()
	if _, err := os.ReadFile(s.file); err != nil {
		t.Errorf("the program cannot read: %v", err)
	}
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Errorf("the program cannot open a socket: %v", err)
	}
	unix.Close(fd)
}

func TestAHeldThreadIsNeverTheFirstOne(t *testing.T) {
	var starters sync.WaitGroup
	for range 64 {
		starters.Add(1)
		go func() {
			defer starters.Done()
			_ = onThreadOfItsOwn(func() error {
				if unix.Gettid() == unix.Getpid() {
					t.Error("on the first thread")
				}
				return nil
			})
		}()
	}
	starters.Wait()
}

func TestAProgramThatIsNotThereIsTheErrorOfTheStart(t *testing.T) {
	s := newScene(t)
	err := Start(exec.Command(filepath.Join(s.dir, "absent")), s.hold(policy.Policy{}))
	if !os.IsNotExist(err) {
		t.Errorf("%v", err)
	}
}

func TestAHoldThatCannotBePutOnStartsNothing(t *testing.T) {
	k := needsLandlock(t)
	s := newScene(t)
	hold := s.hold(policy.Policy{})
	// A right no kernel has.
	hold.Rules = append(hold.Rules, policy.Rule{Path: s.outside, Rights: policy.ReadFile})
	k.ABI = policy.NewestABI + 50
	cmd := exec.Command(s.probe, "write "+s.tmp+"/ran")
	err := start(cmd, hold, k)
	if Kernel().ABI >= policy.NewestABI {
		t.Skip("needs a kernel older than the newest Landlock known")
	}
	if _, isHold := err.(*HoldError); !isHold {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(s.tmp + "/ran"); err == nil {
		t.Error("the body ran")
	}
}

// As root, everything above once more as another user: a hold must not lean on
// root's powers, nor be weaker without them.
func TestAnotherUserIsHeldAlike(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs root to become another user; every other test ran as one")
	}
	probePath := probe.Build(t)
	dir, err := os.MkdirTemp("", "sinew-nobody-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "test")
	if err := os.WriteFile(binary, data, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary, "-test.v", "-test.run=^Test[^M]", "-test.skip=^TestTheSecurityPage")
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TMPDIR=" + dir, probe.Path + "=" + probePath}
	const nobody = 65534
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if passed := bytes.Count(out, []byte("--- PASS")); passed < 15 {
		t.Fatalf("%d tests passed:\n%s", passed, out)
	}
}

// A rule is left out only where another one lets the same be done there.
func TestALinkIntoWhatIsGrantedNeedsNoRule(t *testing.T) {
	link, err := os.Readlink("/bin")
	if err != nil {
		t.Skip("needs a system whose /bin is a link")
	}
	into := policy.Rule{Path: "/" + filepath.Dir(link), Rights: policy.ReadFile}
	bin := policy.Rule{Path: "/bin", Rights: policy.ReadFile}
	run := policy.Rule{Path: "/bin", Rights: policy.ReadFile | policy.Execute}
	for _, c := range []struct{ rules, want []policy.Rule }{
		{[]policy.Rule{bin, into}, []policy.Rule{into}},
		{[]policy.Rule{run, into}, []policy.Rule{run, into}},
		{[]policy.Rule{bin}, []policy.Rule{bin}},
		{[]policy.Rule{{Path: "/dev/null", Rights: policy.ReadFile}, into}, []policy.Rule{{Path: "/dev/null", Rights: policy.ReadFile}, into}},
	} {
		if got := needed(c.rules); !slices.Equal(got, c.want) {
			t.Errorf("%+v become %+v, want %+v", c.rules, got, c.want)
		}
	}
}
