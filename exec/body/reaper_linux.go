package body

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"sinew/exec/sandbox"
)

// A reaper finds what one body started, wherever it went, and signals it:
//
//   - the processes of its group and session, and the children of what is found;
//   - whoever bears the run's tag (see registry), or names the run's private
//     folder in its environment;
//   - orphans that bear no run's tag, while no other run could have left them.
//
// It is used by one goroutine; what other reapers read is under the registry's
// lock.
type reaper struct {
	root   int
	gone   bool // the root was waited for: its number may be another's by now
	born   uint64
	tag    uint64 // 0 when it could not be put on
	mark   []byte // an entry of the environment
	ending bool   // all the run started is being ended
	known  map[int]suspect
}

// A suspect is a process seen to be the body's. The handle stays with that
// process when its number is given to another.
type suspect struct {
	born   uint64
	handle *os.Process
}

// A registry is all runs of this program and what they left. Whoever loses its
// parent below this program becomes this program's child.
//
// A run's tag is a limit its root is started under and everything the root
// starts inherits, whatever it does to its session, parents and environment: of
// the number of file locks, which Linux keeps and no longer looks at. A limit
// can be lowered, so a process may give its tag up; one that lowers it to a
// later run's takes no more than to be ended with that run.
type registry struct {
	sync.Mutex
	prepared bool
	self     int
	own      held
	active   map[int]*reaper // by root, until it was waited for
	spared   map[int]uint64  // untagged orphans of runs that ended well: number and birth
	first    uint64          // the first tag; each run's is one less than the last's
	issued   uint64          // how many there are
}

var bodies = registry{active: map[int]*reaper{}}

// newReaper starts cmd by start, known to every other reaper before it does
// anything. The error is start's.
func newReaper(cmd *exec.Cmd, tmp string, start func() error) (*reaper, error) {
	bodies.Lock()
	defer bodies.Unlock()
	bodies.prepare()
	r := &reaper{mark: []byte("TMPDIR=" + tmp), tag: bodies.nextTag(), known: map[int]suspect{}}
	if err := r.inheriting(start); err != nil {
		return nil, err
	}
	r.root = cmd.Process.Pid
	if p, err := readStat(r.root); err == nil {
		r.born = p.born
	}
	bodies.active[r.root] = r
	r.limit(r.root)
	return r, nil
}

// prepare is for the first run alone.
func (b *registry) prepare() {
	if b.prepared {
		return
	}
	b.prepared, b.self, b.own = true, os.Getpid(), heldAs(os.Getpid())
	// Kernels before 3.4 have no such thing: orphans without a tag are lost.
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	// Below the limit this program has itself: it may be a body's program. By
	// chance, so that no other program's tags are the same.
	if limit := min(locksOf(b.self).Max, 1<<62); limit >= 1<<32 {
		b.first = limit - 1 - rand.Uint64N(limit/4)
	}
}

// nextTag is one no run has had, 0 when there are none.
func (b *registry) nextTag() uint64 {
	if b.first == 0 {
		return 0
	}
	b.issued++
	return b.first - (b.issued - 1)
}

// limits are those of a body: no file beside it when it crashes, and the tag.
func (r *reaper) limits() map[int]uint64 {
	limits := map[int]uint64{unix.RLIMIT_CORE: 0}
	if r.tag != 0 {
		limits[unix.RLIMIT_LOCKS] = r.tag
	}
	return limits
}

// inheriting calls start while this program itself is under the body's limits,
// so that the root has them from its first moment on, and all it starts. Only
// softly: this program takes them off again.
func (r *reaper) inheriting(start func() error) error {
	for resource, limit := range r.limits() {
		var own unix.Rlimit
		if unix.Prlimit(0, resource, nil, &own) != nil {
			continue
		}
		_ = unix.Prlimit(0, resource, &unix.Rlimit{Cur: min(limit, own.Max), Max: own.Max}, nil)
		defer func() { _ = unix.Prlimit(0, resource, &own, nil) }()
	}
	return start()
}

// limit keeps pid from taking its limits off.
func (r *reaper) limit(pid int) {
	for resource, limit := range r.limits() {
		_ = unix.Prlimit(pid, resource, &unix.Rlimit{Cur: limit, Max: limit}, nil)
	}
}

// tagOf is the tag pid bears, 0 of one that bears no run's. What this program
// started for itself while a body started has that body's limits too, softly;
// it is not held.
func (b *registry) tagOf(pid int) uint64 {
	limit := locksOf(pid)
	if b.isTag(limit.Max) {
		return limit.Max
	}
	if b.isTag(limit.Cur) && heldAs(pid).over(b.own) {
		return limit.Cur
	}
	return 0
}

// locksOf is the limit that tags are made of, 0 of a process that is gone or
// another user's.
func locksOf(pid int) (limit unix.Rlimit) {
	_ = unix.Prlimit(pid, unix.RLIMIT_LOCKS, nil, &limit)
	return limit
}

// adopted reports whether p is an orphan some body left: a child that the kernel
// gave this program, held as none but bodies are, and no root.
func (b *registry) adopted(pid int, p stat) bool {
	return p.parent == b.self && b.active[pid] == nil && b.given(pid) && heldAs(pid).over(b.own)
}

// given reports whether the kernel may have given this program a child: it gives
// them to the first thread.
func (b *registry) given(pid int) bool {
	return !b.listsChildren() || slices.Contains(childNumbers(b.self), pid)
}

// orphans are those of this program's children that the kernel may have given
// it.
func (b *registry) orphans() map[int]stat {
	if !b.listsChildren() {
		return processes()
	}
	return stats(childNumbers(b.self))
}

// listsChildren reports whether the kernel lists the children of a thread.
func (b *registry) listsChildren() bool {
	_, err := os.Stat(fmt.Sprintf("/proc/%d/task/%d/children", b.self, b.self))
	return err == nil
}

// stray reports whether p is an orphan that bears no run's tag.
func (b *registry) stray(pid int, p stat) bool { return b.tagOf(pid) == 0 && b.adopted(pid, p) }

// isTag reports whether limit is some run's tag.
func (b *registry) isTag(limit uint64) bool { return limit <= b.first && b.first-limit < b.issued }

// alone reports whether no run but r goes on.
func (b *registry) alone(r *reaper) bool {
	for _, other := range b.active {
		if other != r && !other.ending {
			return false
		}
	}
	return true
}

// bury waits for the orphans that are over, and reports whether one of them may
// have been r's. A child that os/exec waits for is not among them, unless it was
// started by the first thread and has a filter of its own on.
func (b *registry) bury(all map[int]stat, r *reaper) (some bool) {
	for pid, p := range all {
		if !p.over || p.parent != b.self || b.active[pid] != nil {
			continue
		}
		tag := b.tagOf(pid)
		if tag == 0 && !b.adopted(pid, p) {
			continue
		}
		some = some || tag == r.tag || tag == 0
		_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil)
	}
	return some
}

// condemn says that all the run started is to be ended.
func (r *reaper) condemn() {
	bodies.Lock()
	defer bodies.Unlock()
	r.ending = true
}

// waited says that the root was waited for.
func (r *reaper) waited() {
	bodies.Lock()
	defer bodies.Unlock()
	r.gone = true
	delete(bodies.active, r.root)
}

// spare lets what the run left live on, however later runs end. A tag says so
// already; this is for who has none.
func (r *reaper) spare() {
	bodies.Lock()
	defer bodies.Unlock()
	left := bodies.orphans()
	bodies.bury(left, r)
	bodies.spared = map[int]uint64{}
	for pid, p := range left {
		if !p.over && bodies.stray(pid, p) {
			bodies.spared[pid] = p.born
		}
	}
}

// signal sends sig to the body's group and to everything found beside it. It
// reports whether nothing new was found and nothing found before still ran.
func (r *reaper) signal(sig syscall.Signal) (settled bool) {
	if !r.gone {
		_ = syscall.Kill(-r.root, sig)
	}
	settled = r.look(sig)
	for _, s := range r.known {
		_ = s.handle.Signal(sig)
	}
	return settled
}

// sweep sends sig to the orphans that bear the run's tag, many times over, for
// who starts another one and ends before all processes are looked at: each such
// one becomes an orphan. An orphan keeps its number until it is waited for here.
func (r *reaper) sweep(sig syscall.Signal) {
	const times = 100
	for range times {
		bodies.Lock()
		for _, pid := range childNumbers(bodies.self) {
			if r.tag != 0 && bodies.tagOf(pid) == r.tag && bodies.active[pid] == nil {
				_ = syscall.Kill(pid, sig)
				_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil)
			}
		}
		bodies.Unlock()
	}
}

// survivors reports whether something the body started is still running, or was
// a moment ago: that may have started another one while it was looked for.
func (r *reaper) survivors() bool {
	return !r.look(0) || len(r.known) > 0
}

// look brings known up to date, and sends sig at once to who is new there. It
// reports whether nobody was, and nobody else still ran. No run starts
// meanwhile, so that no root is taken for an orphan.
func (r *reaper) look(sig syscall.Signal) (settled bool) {
	bodies.Lock()
	defer bodies.Unlock()
	all := processes()
	ended := bodies.bury(all, r)
	settled = r.forget(all) && !ended
	for r.find(all, sig) {
		settled = false
	}
	return settled
}

// forget drops who is over, and reports whether nobody else runs.
func (r *reaper) forget(all map[int]stat) (still bool) {
	still = true
	for pid, s := range r.known {
		now, is := all[pid]
		if !is || now.over || now.born != s.born {
			_ = s.handle.Release()
			delete(r.known, pid)
			continue
		}
		still = still && now.still
	}
	return still
}

// find adds to known who belongs there, and reports whether anyone did. Of
// children of the ones it adds it may see some only when it is called again.
func (r *reaper) find(all map[int]stat, sig syscall.Signal) (found bool) {
	for pid, p := range all {
		if _, seen := r.known[pid]; !seen && !p.over && r.owns(pid, p) {
			found = r.keep(pid, p.born, sig) || found
		}
	}
	return found
}

func (r *reaper) owns(pid int, p stat) bool {
	if p.born < r.born || pid == bodies.self {
		return false
	}
	if root := bodies.active[pid]; root != nil {
		return root == r
	}
	_, child := r.known[p.parent]
	return child || r.near(p) || r.tag != 0 && bodies.tagOf(pid) == r.tag || r.marked(pid) ||
		bodies.alone(r) && bodies.stray(pid, p) && bodies.spared[pid] != p.born
}

// near reports whether p is the root's child or in its group or session.
func (r *reaper) near(p stat) bool {
	return !r.gone && (p.parent == r.root || p.group == r.root || p.session == r.root)
}

func (r *reaper) keep(pid int, born uint64, sig syscall.Signal) bool {
	handle, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	if now, err := readStat(pid); err != nil || now.over || now.born != born {
		_ = handle.Release()
		return false
	}
	_ = handle.Signal(sig)
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

// A held is how much of a hold is on a process.
type held struct {
	noNew   bool // no new privileges
	filters int  // filters of system calls
}

// over reports whether h holds more than other does, by all that a hold is made
// of here. What a body starts is held more than the program that runs it, also
// where that is itself held.
func (h held) over(other held) bool {
	filtered := h.filters > other.filters
	return h.noNew && (filtered || !sandbox.Kernel().Filter && !other.noNew)
}

func heldAs(pid int) (h held) {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range bytes.Lines(data) {
		name, value, _ := strings.Cut(strings.TrimSpace(string(line)), ":\t")
		switch name {
		case "NoNewPrivs":
			h.noNew = value == "1"
		case "Seccomp_filters":
			h.filters, _ = strconv.Atoi(value)
		}
	}
	return h
}

// A stat is what tells of a process whose it is.
type stat struct {
	parent, group, session int
	born                   uint64 // clock ticks after the machine started
	over                   bool   // it waits to be waited for
	still                  bool   // it is stopped, or waits for the kernel
}

// processes are all there are, those that are over too.
func processes() map[int]stat {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = entry.Name()
	}
	return stats(numbers(names))
}

// childNumbers are the children of the first thread of pid, on a kernel that
// lists them. One may be missing while others end.
func childNumbers(pid int) []int {
	list, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	return numbers(strings.Fields(string(list)))
}

// numbers are those of the names that are numbers.
func numbers(names []string) (pids []int) {
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// stats are those of the pids that are still there.
func stats(pids []int) map[int]stat {
	all := map[int]stat{}
	for _, pid := range pids {
		if s, err := readStat(pid); err == nil {
			all[pid] = s
		}
	}
	return all
}

func readStat(pid int) (stat, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return stat{}, err
	}
	return parseStat(string(data))
}

// parseStat reads the line of /proc/<pid>/stat. The program's name stands in
// parentheses and may hold any characters, parentheses too.
func parseStat(line string) (stat, error) {
	fields := strings.Fields(line[strings.LastIndexByte(line, ')')+1:])
	const state, parent, group, session, threads, born = 0, 1, 2, 3, 17, 19
	if len(fields) <= born {
		return stat{}, fmt.Errorf("a line of %d fields", len(fields))
	}
	var numbers [5]uint64
	for i, at := range []int{parent, group, session, threads, born} {
		n, err := strconv.ParseUint(fields[at], 10, 63)
		if err != nil {
			return stat{}, err
		}
		numbers[i] = n
	}
	s := stat{parent: int(numbers[0]), group: int(numbers[1]), session: int(numbers[2]), born: numbers[4]}
	// A first thread may be over while others go on.
	dead := strings.Contains("ZX", fields[state])
	s.over = dead && numbers[3] <= 1
	s.still = dead || strings.Contains("TtD", fields[state])
	return s, nil
}

// waitExit waits until cmd's process is over and leaves it to be waited for, so
// that its number, and its group's, stay its own meanwhile.
func waitExit(cmd *exec.Cmd) {
	for unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
}
