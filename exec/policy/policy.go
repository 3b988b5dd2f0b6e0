// Package policy turns what a reflex declares into what its body is held to.
//
// A declaration is [needs]: reads, writes, hosts and runs, with `{name}` for
// the value of an argument or a setting. Resolve fills it for one call and
// gives a Policy: paths, a yes or no to the network, programs. What a machine
// holds of these paths is a Facts. From the two follow the Hold (the rules a
// kernel is given) and the flags of Node's permission model. A Kernel is what
// a machine can hold, and its Status is what a person is told.
//
// Everything here is a value: nothing is opened, looked for or started.
//
// Implements the manual's "What the body touches" and "Security", and
// behaviour.md 11.1, 11.3 and 11.4, with one difference: nothing under /proc
// is given unless the declaration names it (see Rules).
package policy

import (
	"fmt"
	"slices"
	"strings"

	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/name"
	"sinew/pkg/text"
)

// A Policy is a declaration filled for one call: what the body may touch
// beside its own directory and its private temporary folder.
type Policy struct {
	Reads  []Place
	Writes []Place // readable too
	Hosts  bool    // the whole network, or none of it
	Runs   []string
}

// A Place is an absolute path, and the entry of the declaration it came from:
// `~/Downloads`, `{to}`.
type Place struct {
	Path string
	From string
}

// A Setting is the value of one config key. Env is set for a value an
// environment variable holds: such a value is used as it stands, a plain one
// that begins with `~/` is a path under the home.
type Setting struct {
	Value string
	Env   bool
}

// Expanded is the value as it reaches the body and the declaration.
func (s Setting) Expanded(home string) string {
	if s.Env {
		return s.Value
	}
	return call.ExpandHome(s.Value, home)
}

// Resolve fills needs for one call: `~/` is the home, `{name}` the value of an
// argument of c or of a setting. An entry over an argument that is not stated,
// or a setting that is not set, is dropped. An argv's own program joins runs.
//
// needs is the declaration the person consented to: the lock's for a fetched
// reflex, the manifest's for a local one. m is the manifest the call is of.
// The error is diag.Problems with one problem, of the first value that is no
// absolute path; its fix is where that value comes from (behaviour.md 11.1).
func Resolve(needs manifest.Needs, m *manifest.Manifest, c call.Call, settings map[string]Setting, home string) (Policy, error) {
	r := resolver{m, c, settings, home}
	reads, err := r.places("reads", needs.Reads)
	if err != nil {
		return Policy{}, err
	}
	writes, err := r.places("writes", needs.Writes)
	if err != nil {
		return Policy{}, err
	}
	p := Policy{Reads: reads, Writes: writes, Hosts: len(needs.Hosts) > 0, Runs: slices.Clone(needs.Runs)}
	if argv := m.Run.Argv; len(argv) > 0 && !slices.Contains(p.Runs, argv[0]) {
		p.Runs = append(p.Runs, argv[0])
	}
	return p, nil
}

type resolver struct {
	m        *manifest.Manifest
	c        call.Call
	settings map[string]Setting
	home     string
}

func (r resolver) places(key string, entries []string) ([]Place, error) {
	var places []Place
	for _, entry := range entries {
		path, fix, stated := r.value(entry)
		if !stated {
			continue
		}
		if !strings.HasPrefix(path, "/") || strings.ContainsRune(path, 0) {
			return nil, diag.One(r.c.Reflex, fmt.Sprintf("[needs] %s names %s, whose value \"%s\" is not a path", key, entry, text.Escape(path)), fix)
		}
		places = append(places, Place{Path: path, From: entry})
	}
	return places, nil
}

// value is the path an entry stands for, and what changes it.
func (r resolver) value(entry string) (path string, fix diag.Fix, stated bool) {
	of, filled := name.Placeholder(entry)
	if !filled {
		return call.ExpandHome(entry, r.home), diag.Rerun(), true
	}
	if arg := r.m.Arg(of); arg != nil {
		v, stated := r.c.Arg(of)
		path, fix := r.argument(arg, v)
		return path, fix, stated
	}
	setting, stated := r.settings[of]
	return setting.Expanded(r.home), diag.ConfigSet(r.c.Reflex, of), stated
}

// argument is the path an argument's value is: only a word's bound value, which
// the person wrote in a file of theirs, may begin with `~/`.
func (r resolver) argument(arg *manifest.Argument, v call.Value) (string, diag.Fix) {
	if v.Kind == call.Word {
		return v.Text(r.home), diag.Fix{Kind: diag.FixVocabValue, Vocab: arg.Vocab, Word: v.Word}
	}
	return v.Text(r.home), diag.Rerun()
}
