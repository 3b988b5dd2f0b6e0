// Package state is what lies on this machine outside the store: where the
// directories are, which project a working directory belongs to, the owned
// files of a project read and changed, the trust given to it, and the runtime
// recorded (behaviour.md 5, 6 and 12; manual, "Projects" and "Environment").
//
// The project root is one of two: the home project, or a directory with an
// evoke.toml. The owned files are evoke.toml, evoke.lock, overlays/<name>.toml
// and vocab/<name>.toml, as text: what they say is not read here. evoke.d.ts
// is written beside them and is no part of what trust covers.
//
// Everything here may be used by several processes at a time. A problem a
// person mends is diag.Problems; a machine that fails is a *diag.Failure.
package state

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"sinew/pkg/diag"
)

// Paths are the directories of this machine, absolute. None need exist.
type Paths struct {
	HomeProject string // $XDG_CONFIG_HOME/evoke: the name is the format's
	Cache       string // $XDG_CACHE_HOME/<invoked name>
	State       string // $XDG_STATE_HOME/<invoked name>
}

// Locate finds the directories in the environment. The cache and the state
// bear the name the program was invoked under, so that no tool's trust or
// runtime is taken for another's. A relative XDG variable counts as unset, as
// the XDG specification says. Where the home directory is needed and HOME does
// not name it, the error is a *diag.Failure.
func Locate(invokedName string, env func(string) string) (Paths, error) {
	if invokedName != filepath.Base(invokedName) || strings.Trim(invokedName, "./") == "" {
		invokedName = "sinew"
	}
	var missing error
	dir := func(variable, below, name string) string {
		if set := env(variable); filepath.IsAbs(set) {
			return filepath.Join(set, name)
		}
		home := env("HOME")
		if !filepath.IsAbs(home) {
			missing = noHome(home)
		}
		return filepath.Join(home, below, name)
	}
	paths := Paths{
		HomeProject: dir("XDG_CONFIG_HOME", ".config", "evoke"),
		Cache:       dir("XDG_CACHE_HOME", ".cache", invokedName),
		State:       dir("XDG_STATE_HOME", ".local/state", invokedName),
	}
	if missing != nil {
		return Paths{}, missing
	}
	return paths, nil
}

func noHome(home string) error {
	why := errors.New("HOME is not set")
	if home != "" {
		why = errors.New("HOME is no absolute path")
	}
	return &diag.Failure{What: "finding the home directory", Why: why, Fix: diag.Fix{Kind: diag.FixExport, Var: "HOME"}}
}

// Store is the directory of the content store.
func (p Paths) Store() string { return filepath.Join(p.Cache, "store") }

// Answers is the directory of the adapters' answers that are kept.
func (p Paths) Answers() string { return filepath.Join(p.Cache, "answers") }

// Vectors is the file of what the local adapter knows of texts. It may be
// deleted at any time.
func (p Paths) Vectors() string { return filepath.Join(p.Cache, "vectors") }

func (p Paths) trustFile() string   { return filepath.Join(p.State, "trust.toml") }
func (p Paths) runtimeFile() string { return filepath.Join(p.State, "runtime") }

// The modes of what only the person may read.
const (
	privateFile = 0o600
	privateDir  = 0o700
)

// failure is doing something to path that did not work, with the system's own
// words and without the path a second time.
func failure(doing, path string, err error) *diag.Failure {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return &diag.Failure{What: doing + " " + path, Why: err}
}
