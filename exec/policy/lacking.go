package policy

import (
	"fmt"
	"slices"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/name"
	"sinew/pkg/text"
)

// An Origin is where a reflex comes from: At is the line of its [needs] for a
// local one, and nil for a fetched one, whose files are not the person's.
type Origin struct{ At *diag.Position }

// A Lacking is one thing a policy names that stops the run before it starts.
type Lacking struct {
	Key     string // reads, writes or runs
	Place   Place  // reads, writes
	Program string // runs
	Why     string // "is not there", "is not on PATH", …
}

// Lacking is everything p names that the machine of f cannot give: paths that
// are not there, paths of /proc that belong to a process (see Rules), programs
// that are not found. In the order of reads, writes, runs.
func (p Policy) Lacking(f Facts) []Lacking {
	lacking := slices.Concat(lackingPlaces("reads", p.Reads, f), lackingPlaces("writes", p.Writes, f))
	for _, name := range p.Runs {
		if _, ok := f.Programs[name]; !ok {
			lacking = append(lacking, Lacking{Key: "runs", Program: name, Why: "is not on PATH"})
		}
	}
	return lacking
}

func lackingPlaces(key string, places []Place, f Facts) []Lacking {
	var lacking []Lacking
	for _, place := range places {
		found, ok := f.Found[place.Path]
		switch {
		case !ok:
			lacking = append(lacking, Lacking{Key: key, Place: place, Why: "is not there"})
		case ofProcess(found.Real):
			lacking = append(lacking, Lacking{Key: key, Place: place, Why: "belongs to a process"})
		}
	}
	return lacking
}

// ofProcess reports whether a real path is /proc itself or lies in the entry
// of one process.
func ofProcess(real string) bool {
	if real == "/proc" {
		return true
	}
	rest, ok := strings.CutPrefix(real, "/proc/")
	if !ok {
		return false
	}
	entry, _, _ := strings.Cut(rest, "/")
	return entry == "self" || entry == "thread-self" || entry != "" && strings.Trim(entry, "0123456789") == ""
}

// Problem is what a person is told: the path, or the program, and what gives
// it (behaviour.md 11.1). m is the manifest of reflex; a path below home is
// shown from `~/`.
func (l Lacking) Problem(reflex string, m *manifest.Manifest, origin Origin, home string) diag.Problem {
	named := l.Program
	if l.Key != "runs" {
		named = underHome(l.Place.Path, home)
	}
	message := fmt.Sprintf("[needs] %s names %s, which %s", l.Key, text.Escape(named), l.Why)
	return diag.Problem{Reflex: reflex, Message: message, Fix: l.fix(reflex, m, origin)}
}

func (l Lacking) fix(reflex string, m *manifest.Manifest, origin Origin) diag.Fix {
	if of, filled := name.Placeholder(l.Place.From); filled {
		if arg := m.Arg(of); arg != nil && arg.Source == manifest.Vocab {
			return diag.VocabAdd(arg.Vocab)
		}
		if m.Arg(of) == nil && m.Setting(of) != nil {
			return diag.ConfigSet(reflex, of)
		}
	}
	switch {
	case l.Key == "writes" && l.Why == "is not there":
		return diag.Fix{Kind: diag.FixMakeDir, Path: l.Place.Path}
	case origin.At != nil:
		return diag.EditLine(*origin.At)
	}
	return diag.OfReflex(diag.FixRemove, reflex)
}

func underHome(path, home string) string {
	if home == "" || home == "/" {
		return path
	}
	if rest, ok := strings.CutPrefix(path, strings.TrimSuffix(home, "/")+"/"); ok {
		return "~/" + rest
	}
	return path
}
