package policy

import (
	"path"
	"strings"
)

// Rights is a set of what may be done below a path. The bits are Landlock's
// own for the file system.
type Rights uint64

// The rights, in the order kernels came to know them.
const (
	Execute Rights = 1 << iota
	WriteFile
	ReadFile
	ReadDir
	RemoveDir
	RemoveFile
	MakeChar
	MakeDir
	MakeReg
	MakeSock
	MakeFifo
	MakeBlock
	MakeSym
	Refer       // ABI 2: a move or a link from one folder to another
	Truncate    // ABI 3
	IoctlDev    // ABI 5: commands to a device
	ResolveUnix // ABI 9: connecting to a unix socket by its path
)

// Sets of rights that belong together.
const (
	readSet  = ReadFile | ReadDir
	writeSet = readSet | WriteFile | RemoveDir | RemoveFile | MakeDir | MakeReg | MakeSym | MakeFifo | MakeSock | Refer | Truncate
	runSet   = ReadFile | Execute

	// OfFile is all that can be granted on a path that is no directory.
	OfFile = Execute | WriteFile | ReadFile | Truncate | IoctlDev
)

// A Rule lets the body do what Rights says at Path and below it.
type Rule struct {
	Path   string
	Rights Rights
}

// A Found is a path as the machine has it.
type Found struct {
	Real string // with every symbolic link followed
	Dir  bool
}

// A Program is an executable file, by its real path, and the real paths of
// what the kernel starts in its stead: a script's interpreter, the loader.
type Program struct {
	Path         string
	Interpreters []string
}

// Facts are what a machine holds of the paths one run is about.
type Facts struct {
	Runtime  *Program // node, for a file body; nil for an argv
	BodyDir  string   // real
	Tmp      string   // the run's private folder, real
	Home     string
	Resolver string // where /etc/resolv.conf leads to, when that is outside /etc

	Found    map[string]Found   // by the path a Place holds; a path the machine lacks is absent
	Programs map[string]Program // by the name in Policy.Runs
}

// system is what every program reads: code, libraries, settings. No program in
// them may be started: a declared one has a rule of its own.
var system = []string{"/usr", "/lib", "/lib64", "/bin", "/sbin", "/etc", "/opt", "/nix"}

// sources are the devices that every program may read.
var sources = []string{"/dev/urandom", "/dev/random", "/dev/zero"}

// Rules are the paths the body is let to, in order; everything else is closed
// to it (behaviour.md 11.4). A path the machine lacks is left to the host to
// pass over.
//
// Nothing under /proc is among them: a rule is bound to the files it was made
// on, so /proc/self, opened by the program, would be the program's own entry
// and not the body's. A declaration may name files of /proc that belong to no
// process: /proc/loadavg.
func (p Policy) Rules(f Facts) []Rule {
	var rules []Rule
	add := func(path string, rights Rights) { rules = append(rules, Rule{path, rights}) }
	for _, dir := range system {
		add(dir, readSet)
	}
	if f.Resolver != "" {
		add(f.Resolver, ReadFile)
	}
	add("/dev/null", ReadFile|WriteFile)
	for _, device := range sources {
		add(device, ReadFile)
	}
	add(f.Tmp, writeSet)
	if f.Runtime != nil {
		if root := installation(f.Runtime.Path, f.Home); root != "" {
			add(root, readSet)
		}
		rules = append(rules, runnable(*f.Runtime)...)
	}
	add(f.BodyDir, readSet)
	rules = append(rules, granted(p.Reads, f, readSet)...)
	rules = append(rules, granted(p.Writes, f, writeSet)...)
	for _, name := range p.Runs {
		if program, ok := f.Programs[name]; ok {
			rules = append(rules, runnable(program)...)
		}
	}
	return rules
}

func runnable(p Program) []Rule {
	rules := []Rule{{p.Path, runSet}}
	for _, interpreter := range p.Interpreters {
		rules = append(rules, Rule{interpreter, runSet})
	}
	return rules
}

func granted(places []Place, f Facts, rights Rights) []Rule {
	var rules []Rule
	for _, place := range places {
		found, ok := f.Found[place.Path]
		switch {
		case !ok:
		case found.Dir:
			rules = append(rules, Rule{found.Real, rights})
		default:
			rules = append(rules, Rule{found.Real, rights & OfFile})
		}
	}
	return rules
}

// installation is the directory a runtime lives in: two levels up from
// <p>/bin/node, else the directory of the binary. It is "" when that would be
// the root, the home, or a directory the home lies in.
func installation(runtime, home string) string {
	dir := path.Dir(runtime)
	if path.Base(dir) == "bin" {
		dir = path.Dir(dir)
	}
	if dir == "/" || home != "" && (home == dir || strings.HasPrefix(home, dir+"/")) {
		return ""
	}
	return dir
}

// A Hold is what a kernel is told to hold a process and its children to.
type Hold struct {
	Rules []Rule

	Hosts bool // the network is open
	Unix  bool // unix sockets are open: a program is declared

	// Metadata lets modes, owners, times and attributes of files be changed.
	// No rule by path exists for these, so they are open, to every file the
	// person owns, as soon as one path is declared under writes; closed, they
	// fail even in the private folder.
	Metadata bool
}

// Hold is the policy on a machine of which f holds.
func (p Policy) Hold(f Facts) Hold {
	return Hold{Rules: p.Rules(f), Hosts: p.Hosts, Unix: len(p.Runs) > 0, Metadata: len(p.Writes) > 0}
}
