package policy

import (
	"slices"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/text"
)

// A Refused is one reach that was refused, as the one refused says it. What is
// a permission of Node's (`FileSystemRead`) or a call of the system's (`open`,
// `spawn env`); Path is the absolute path, the program or the host. Either is
// empty where it is not known.
type Refused struct {
	What string `json:"what"`
	Path string `json:"path"`
}

// Refusal is what a person is told of a reach past p: what was reached, the key
// of [needs] that does not hold it, and the fix by where the declaration is
// written (behaviour.md 11.5). upstream is what the author's own declaration
// gives; a fetched reflex whose author declares the reach waits for the
// person's consent. ok is false where p allows the reach, or nothing was named:
// then the failure is the body's own.
func (p Policy) Refusal(r Refused, upstream Policy, reflex string, origin Origin, home string) (problem diag.Problem, ok bool) {
	key := p.keyOf(r)
	if key == "" || p.allows(key, r.Path) {
		return diag.Problem{}, false
	}
	fix := diag.OfReflex(diag.FixRemove, reflex)
	switch {
	case origin.At != nil:
		fix = diag.EditLine(*origin.At)
	case upstream.allows(key, r.Path):
		fix = diag.OfReflex(diag.FixAccept, reflex)
	}
	return diag.Problem{Reflex: reflex, Message: lacks(key, r.Path, home), Fix: fix}, true
}

func lacks(key, path, home string) string {
	switch {
	case path != "":
		return text.Escape(underHome(path, home)) + " is not in [needs] " + key
	case key == "runs":
		return "[needs] runs names no program"
	}
	return "[needs] hosts names no host"
}

// writing are the calls that change what a path names, whether or not it can be
// read.
var writing = []string{
	"FileSystemWrite", "mkdir", "mkdtemp", "rmdir", "rm", "unlink", "rename", "link", "symlink", "copyfile", "cp",
	"truncate", "ftruncate", "write", "chmod", "fchmod", "lchmod", "chown", "fchown", "lchown", "utime", "futime", "lutime",
}

// reaching are the calls that use the network.
var reaching = []string{"Net", "resolve", "connect", "listen", "bind", "getaddrinfo", "send", "socket"}

// keyOf is the key of [needs] a reach belongs to, "" where it belongs to none.
func (p Policy) keyOf(r Refused) string {
	call, _, _ := strings.Cut(r.What, " ")
	switch {
	case call == "ChildProcess" || strings.HasPrefix(call, "spawn"):
		return "runs"
	case slices.Contains(reaching, call):
		return onNetwork(r.Path)
	case call == "" || r.Path == "":
		return ""
	case slices.Contains(writing, call) || call != "FileSystemRead" && p.allows("reads", r.Path):
		return "writes"
	case strings.HasPrefix(r.Path, "/"):
		return "reads"
	}
	return ""
}

// onNetwork is hosts, but for a unix socket, which no key names.
func onNetwork(address string) string {
	if strings.HasPrefix(address, "/") {
		return ""
	}
	return "hosts"
}

// Permission reports whether it was Node's permission model that refused, which
// asks the declaration alone; a call of the system's may fail of the person's
// own rights too.
func (r Refused) Permission() bool {
	return slices.Contains([]string{"FileSystemRead", "FileSystemWrite", "ChildProcess", "Net"}, r.What)
}

// Changes reports whether what was tried changes what the path names.
func (r Refused) Changes() bool { return slices.Contains(writing, r.What) }

// allows reports whether p holds a reach already. A program is allowed by the
// name it is declared under, and by its path.
func (p Policy) allows(key, path string) bool {
	switch key {
	case "reads":
		return covered(p.Reads, path) || covered(p.Writes, path)
	case "writes":
		return covered(p.Writes, path)
	case "runs":
		return path == "" && len(p.Runs) > 0 || slices.ContainsFunc(p.Runs, func(run string) bool {
			return run == path || !strings.Contains(run, "/") && strings.HasPrefix(path, "/") && strings.HasSuffix(path, "/"+run)
		})
	}
	return p.Hosts
}

// MayRead reports whether p lets path be read.
func (p Policy) MayRead(path string) bool { return p.allows("reads", path) }

// Beside is p with what a body on the machine of f may touch undeclared: its own
// directory, its private folder, and, for a program, what every program reads.
func (p Policy) Beside(f Facts) Policy {
	own := []string{f.BodyDir}
	if f.Runtime == nil {
		own = append(own, system...)
	}
	p.Reads = slices.Clone(p.Reads)
	for _, dir := range own {
		p.Reads = append(p.Reads, Place{Path: dir})
	}
	p.Writes = append(slices.Clone(p.Writes), Place{Path: f.Tmp})
	return p
}

// covered reports whether path is one of places or lies below one.
func covered(places []Place, path string) bool {
	return slices.ContainsFunc(places, func(place Place) bool {
		return path == place.Path || strings.HasPrefix(path, strings.TrimSuffix(place.Path, "/")+"/")
	})
}
