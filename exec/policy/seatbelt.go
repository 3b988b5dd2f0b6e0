package policy

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"sinew/pkg/text"
)

// Seatbelt is the hold as a profile of macOS's Seatbelt, for sandbox-exec: all
// is denied but what the hold grants, what macOS itself needs to start a
// program, and a look at symbolic links and at the folders on the way to a
// granted path (manual, "Security").
//
// A rule with ReadDir is a folder with everything below it, any other is one
// file. Unlike Landlock, Seatbelt judges the metadata of files by their path:
// with Metadata it changes where the hold lets something be written and
// nowhere else. With Unix the system's services are open as unix sockets are:
// what a declared program asks of them happens outside.
//
// The error is of a path the profile language cannot hold exactly. Equal holds
// give equal text.
func (h Hold) Seatbelt() (string, error) {
	for _, rule := range h.Rules {
		if why := unwritable(rule.Path); why != "" {
			return "", fmt.Errorf("%s %s", text.Escape(rule.Path), why)
		}
	}
	p := profile{hold: h}
	p.text.WriteString("(version 1)\n(deny default)\n")
	p.processes()
	p.asks()
	p.reads()
	p.writes()
	p.network()
	p.services()
	return p.text.String(), nil
}

// longestPath is the longest a path of macOS is, in bytes; the profile language
// reads no longer text.
const longestPath = 1023

// unwritable is why a path cannot stand in a profile, or "".
func unwritable(path string) string {
	switch {
	case !strings.HasPrefix(path, "/"):
		return "is no absolute path"
	case strings.ContainsRune(path, 0):
		return "holds a zero byte"
	case len(path) > longestPath:
		return fmt.Sprintf("is longer than %d bytes", longestPath)
	case strings.Contains(path, "${"):
		// Not a matter of escaping: ${ANY_USER} stands for many names.
		return "holds ${, which a Seatbelt profile reads as a pattern"
	}
	return ""
}

// A profile is the text of one, being written. Where two of its rules meet, the
// later one counts.
type profile struct {
	hold Hold
	text strings.Builder
}

// allow writes nothing without a filter: a rule that has none is for all there
// is.
func (p *profile) allow(operations string, filters ...string) { p.rule("allow", operations, filters) }

// open allows operations whatever they are on.
func (p *profile) open(operations string) { fmt.Fprintf(&p.text, "(allow %s)\n", operations) }

func (p *profile) rule(answer, operations string, filters []string) {
	if len(filters) == 0 {
		return
	}
	fmt.Fprintf(&p.text, "(%s %s", answer, operations)
	for i, filter := range filters {
		if !slices.Contains(filters[:i], filter) {
			p.text.WriteString("\n  " + filter)
		}
	}
	p.text.WriteString(")\n")
}

// processes lets the body start what is declared, and reach what it started. A
// set-user-ID program does not start under Seatbelt at all.
func (p *profile) processes() {
	p.open("process-fork")
	runs := each(literal, p.hold.paths(Execute, 0)...)
	if slices.Contains(runs, literal("/bin/sh")) {
		// On a Mac it is a small program that starts the shell which
		// /private/var/select/sh, a link of root's, leads to.
		runs = append(runs, each(literal, "/bin/bash", "/bin/dash", "/bin/zsh")...)
	}
	p.allow("process-exec", runs...)
	p.allow("signal process-info*", "(target same-sandbox)")
}

// What the body may ask about the machine, by name and by the beginning of one.
// Nothing here tells of another process: kern.procargs2 would give its
// environment.
var (
	machineFacts = []string{
		"machdep.ptrauth_enabled", // how pointers are signed, for V8
		"sysctl.proc_cputype",     // whether the program is translated
		"kern.boottime",           // os.uptime
		"kern.hostname",           // os.hostname
		"kern.version",            // os.version
		"kern.argmax",             // how many arguments a start takes
		"kern.ngroups",            // how many groups a user is in
		"kern.usrstack64",         // where the first thread's stack is
		"kern.secure_kernel",      // asked by the system's library as it starts,
		"kern.bootargs",           // as are the next ones
		"kern.willshutdown",
		"security.mac.lockdown_mode_state",
	}
	kindsOfMachineFacts = []string{
		"hw.",          // processors and memory: V8 sizes itself by them
		"machdep.cpu.", // what a processor can do
		"vm.",          // os.loadavg, os.freemem
		"kern.os",      // os.release, os.type
		"kern.max",     // how many files and processes there may be
		"kern.tcsm_",   // whether asks' guard is there
	}
)

// asks lets the body ask about the machine, and lets V8 turn on a guard against
// speculation for its own threads.
func (p *profile) asks() {
	p.allow("sysctl-read", slices.Concat(each(sysctl, machineFacts...), each(sysctls, kindsOfMachineFacts...))...)
	p.allow("sysctl-write", sysctl("kern.tcsm_enable"))
}

// macSystem is what every program reads on a Mac, beside system.
var macSystem = []string{
	"/System/Library",                     // frameworks, and where they are cached
	"/System/Cryptexes",                   // the parts of the system that are updated alone,
	"/System/Volumes/Preboot/Cryptexes",   // by the path they are found at
	"/System/Applications",                // the system's programs, and the words scripts say to them
	"/Applications",                       // installed ones
	"/Library/Apple",                      // the translator of programs for another processor
	"/Library/Frameworks",                 // libraries of installed programs
	"/Library/Developer/CommandLineTools", // git, python3
	"/private/etc",                        // settings; /etc is a link
	"/private/var/db/timezone",            // where /etc/localtime leads to
	"/private/var/db/dyld",                // cached libraries, before macOS 11
	"/private/var/select",                 // which shell /bin/sh is
}

// devices are those of every hold (see Rules). What a program is given as its
// standard input may be one, and runtimes set flags on that by a command.
var devices = append([]string{"/dev/null"}, sources...)

func (p *profile) reads() {
	ways := ancestors(slices.Concat(macSystem, p.hold.paths(0, 0)))
	// A declared path may be spelled through a link anywhere; what it leads to
	// is judged by its own path.
	p.allow("file-read-metadata", append([]string{"(vnode-type SYMLINK)"}, each(literal, ways...)...)...)
	p.allow("file-read*", slices.Concat(
		[]string{literal("/")}, // the loader of programs opens it, and gives up otherwise
		each(subpath, macSystem...),
		each(subpath, p.hold.paths(ReadFile|ReadDir, 0)...),
		each(literal, p.hold.paths(ReadFile, ReadDir)...),
	)...)
	p.allow("file-ioctl", each(literal, devices...)...)
}

// writes opens what may be written. A folder that may be written is not itself
// removed or moved, as on Linux.
func (p *profile) writes() {
	folders := p.hold.paths(WriteFile|ReadDir, 0)
	p.allow("file-write-data", each(literal, p.hold.paths(WriteFile, ReadDir)...)...)
	if p.hold.Metadata {
		p.allow("file-write*", each(subpath, folders...)...)
		// A device is not truncated, and keeps its mode.
		p.allow("file-write-mode file-write-owner file-write-times file-write-flags file-write-xattr",
			each(literal, p.hold.paths(WriteFile|Truncate, ReadDir)...)...)
	} else {
		p.allow("file-write-data file-write-create file-write-unlink", each(subpath, folders...)...)
	}
	p.rule("deny", "file-write-unlink", each(literal, folders...))
}

// network opens the internet and unix sockets, each by itself: the first does
// not bring the second.
func (p *profile) network() {
	if p.hold.Hosts {
		p.internet()
	}
	if p.hold.Unix {
		p.allow("system-socket", "(socket-domain AF_UNIX)")
		p.allow("network-outbound", "(remote unix-socket "+subpath("/")+")")
		own := each(subpath, p.hold.paths(WriteFile|ReadDir, 0)...)
		p.allow("network-bind network-inbound", each(localSocket, own...)...)
	}
}

func (p *profile) internet() {
	p.allow("network-outbound",
		`(remote ip "*:*")`,
		// The system's resolver of names listens on it.
		`(remote unix-socket (path-literal "/private/var/run/mDNSResponder"))`,
		// It is asked which address of a host is the nearest.
		`(control-name "com.apple.netsrc")`)
	p.allow("network-bind network-inbound", `(local ip "*:*")`)
	p.allow("system-socket", "(socket-domain AF_UNIX)", "(require-all (socket-domain AF_SYSTEM) (socket-protocol 2))")
	// The servers of names, and the machine's own addresses.
	p.allow("mach-lookup", each(service, "com.apple.SystemConfiguration.DNSConfiguration", "com.apple.SystemConfiguration.configd")...)
	p.allow("sysctl-read", sysctls("net.routetable."))
}

// services are the system's, which a Mac's programs ask where those of Linux
// ask over a unix socket. Without a declared program one is open: it gives the
// names of users, for os.userInfo.
func (p *profile) services() {
	p.allow("mach-lookup", service("com.apple.system.opendirectoryd.libinfo"))
	if !p.hold.Unix {
		return
	}
	p.open("mach-lookup")
	p.open("appleevent-send")               // osascript: what a script says to another program
	p.open("lsopen")                        // open
	p.open("user-preference-read")          // settings of the system and its programs
	p.open("distributed-notification-post") // that something changed
	p.open("ipc-posix-shm ipc-posix-sem")   // memory a service and its client share
	p.open("iokit-get-properties")          // what the machine is made of
	p.allow("iokit-open",
		`(iokit-registry-entry-class "RootDomainUserClient")`,    // sleep: pmset, caffeinate
		`(iokit-registry-entry-class "IOSurfaceRootUserClient")`, // pictures: screencapture
	)
}

// paths are of the rules with all of has and nothing of lacks.
func (h Hold) paths(has, lacks Rights) []string {
	var paths []string
	for _, rule := range h.Rules {
		if rule.Rights&has == has && rule.Rights&lacks == 0 {
			paths = append(paths, rule.Path)
		}
	}
	return paths
}

// ancestors are the folders on the way to paths, the root first.
func ancestors(paths []string) []string {
	var dirs []string
	for _, of := range paths {
		for dir := of; dir != "/"; {
			dir = path.Dir(dir)
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

func each(filter func(string) string, values ...string) []string {
	filters := make([]string, len(values))
	for i, value := range values {
		filters[i] = filter(value)
	}
	return filters
}

func literal(path string) string   { return "(literal " + quote(path) + ")" }
func subpath(path string) string   { return "(subpath " + quote(path) + ")" }
func service(name string) string   { return "(global-name " + quote(name) + ")" }
func sysctl(name string) string    { return "(sysctl-name " + quote(name) + ")" }
func localSocket(at string) string { return "(local unix-socket " + at + ")" }
func sysctls(prefix string) string { return "(sysctl-name-prefix " + quote(prefix) + ")" }

// quote is s as a text of the profile language, which is Scheme's: bytes stand
// for themselves but for the mark that ends it, the one that escapes, and the
// control characters. 0xff is escaped too: the reader takes it for the end of
// the profile.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c == 0x7f || c == 0xff:
			fmt.Fprintf(&b, `\x%02X`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
