package body

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// A reaper finds what a body started: the processes of its group and session,
// their children and children's children, and whoever bears the private folder
// of the run in its environment, wherever it went. A process that left the
// session, lost its parent and changed its environment is not found.
type reaper struct {
	root  int
	mark  []byte // an entry of the environment
	known map[int]suspect
}

// A suspect is a process seen to be the body's. The handle stays with that
// process when its number is given to another.
type suspect struct {
	born   string
	handle *os.Process
}

func newReaper(root int, tmp string) *reaper {
	return &reaper{root: root, mark: []byte("TMPDIR=" + tmp), known: map[int]suspect{}}
}

// signal sends sig to the body's group and to everything found beside it.
func (r *reaper) signal(sig syscall.Signal) {
	r.look()
	_ = syscall.Kill(-r.root, sig)
	for _, s := range r.known {
		_ = s.handle.Signal(sig)
	}
}

// survivors reports whether something the body started is still running.
func (r *reaper) survivors() bool {
	r.look()
	return len(r.known) > 0
}

// look brings known up to date.
func (r *reaper) look() {
	running := processes()
	for pid, s := range r.known {
		if now, ok := running[pid]; !ok || now.born != s.born {
			_ = s.handle.Release()
			delete(r.known, pid)
		}
	}
	for found := true; found; {
		found = false
		for pid, p := range running {
			if _, seen := r.known[pid]; !seen && r.owns(pid, p) {
				found = r.keep(pid, p.born) || found
			}
		}
	}
}

func (r *reaper) owns(pid int, p stat) bool {
	if pid == r.root || pid == os.Getpid() {
		return false
	}
	_, child := r.known[p.parent]
	return child || p.parent == r.root || p.group == r.root || p.session == r.root || r.marked(pid)
}

func (r *reaper) keep(pid int, born string) bool {
	handle, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	if now, err := readStat(pid); err != nil || now.born != born {
		_ = handle.Release()
		return false
	}
	r.known[pid] = suspect{born, handle}
	return true
}

func (r *reaper) marked(pid int) bool {
	file, err := os.Open(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil {
		return false
	}
	defer file.Close()
	environ, err := io.ReadAll(io.LimitReader(file, 1<<20))
	if err != nil {
		return false
	}
	for entry := range bytes.SplitSeq(environ, []byte{0}) {
		if bytes.Equal(entry, r.mark) {
			return true
		}
	}
	return false
}

// A stat is what tells of a process whose it is.
type stat struct {
	parent, group, session int
	born                   string
}

// processes are all that run: the dead that nobody waited for are not.
func processes() map[int]stat {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	running := map[int]stat{}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if s, err := readStat(pid); err == nil {
			running[pid] = s
		}
	}
	return running
}

func readStat(pid int) (stat, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return stat{}, err
	}
	return parseStat(string(data))
}

var errGone = errors.New("is over")

// parseStat reads the line of /proc/<pid>/stat. The program's name stands in
// parentheses and may hold any characters, parentheses too.
func parseStat(line string) (stat, error) {
	fields := strings.Fields(line[strings.LastIndexByte(line, ')')+1:])
	const state, parent, group, session, born = 0, 1, 2, 3, 19
	if len(fields) <= born {
		return stat{}, fmt.Errorf("a line of %d fields", len(fields))
	}
	if fields[state] == "Z" || fields[state] == "X" {
		return stat{}, errGone
	}
	var numbers [3]int
	for i, at := range []int{parent, group, session} {
		n, err := strconv.Atoi(fields[at])
		if err != nil {
			return stat{}, err
		}
		numbers[i] = n
	}
	return stat{numbers[0], numbers[1], numbers[2], fields[born]}, nil
}

// waitExit waits until cmd's process is over and leaves it to be waited for, so
// that its number, and its group's, stay its own meanwhile.
func waitExit(cmd *exec.Cmd) {
	for unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
}
