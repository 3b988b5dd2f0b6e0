// Package app is the one composition: what the command line does, as calls that
// give values. Nothing here prints, asks or exits.
//
// A Machine is this machine as one person uses it; a Project is the owned files
// of one directory, read once; an Installed is one reflex of it, with its tree
// when that is at hand. Add, Remove, Sync, Configure and the vocabulary's edits
// change a project's files; Call runs a reflex by name.
//
// An error is diag.Problems, something a person mends, or a *diag.Failure, the
// machine or the network failing. After either, the project's files are as
// they were, or whole as they were to become.
package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"sinew/decide/adapter/systemone"
	"sinew/internal/state"
	"sinew/pkg/diag"
	"sinew/resolve/remote"
	"sinew/store"
)

// ErrInterrupted ends a run that was interrupted.
var ErrInterrupted = errors.New("interrupted")

// A Machine is where commands work: the directories, the store, the
// environment, and the platform manifests are judged by. It may be used by
// several goroutines.
type Machine struct {
	paths    state.Paths
	dir      string // the working directory, absolute
	home     string
	platform string
	store    *store.Store
	remotes  *remote.Client
	services *systemone.Client
}

// NewMachine is this machine for a program invoked under a name; system is
// GOOS.
func NewMachine(program, system string) (*Machine, error) {
	paths, err := state.Locate(program, os.Getenv)
	if err != nil {
		return nil, err
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, &diag.Failure{What: "finding the working directory", Why: err}
	}
	platform, err := platformOf(system, os.Getenv("EVOKE_PLATFORM"))
	if err != nil {
		return nil, err
	}
	return &Machine{
		paths: paths, dir: dir, home: os.Getenv("HOME"), platform: platform,
		store: store.Open(paths.Store()), remotes: remote.New(remote.Options{}),
		services: systemone.NewClient(os.Getenv),
	}, nil
}

// platforms are the words a manifest may name.
var platforms = []string{"linux", "macos"}

// platformOf is the platform manifests are judged by: the variable's, or the
// system's own (manual, "Environment").
func platformOf(system, variable string) (string, error) {
	switch {
	case variable == "" && system == "darwin":
		return "macos", nil
	case variable == "":
		return system, nil
	case !slices.Contains(platforms, variable):
		message := fmt.Sprintf("EVOKE_PLATFORM: %q is not a platform: linux, macos", variable)
		return "", diag.One("", message, diag.Fix{Kind: diag.FixExport, Var: "EVOKE_PLATFORM"})
	}
	return variable, nil
}

// Open is the project of the working directory, or the home project. A project
// whose files do not read comes back beside the error, so that the error's
// positions can be shown.
func (m *Machine) Open(ctx context.Context) (*Project, error) {
	at, err := m.paths.Open(ctx, m.dir)
	if err != nil {
		return nil, err
	}
	p := &Project{m: m, at: at}
	return p, p.read()
}

// Trust trusts the working directory's project at its content. home is true
// for the home project, which needs none.
func (m *Machine) Trust(ctx context.Context) (root string, home bool, err error) {
	at, err := m.paths.Open(ctx, m.dir)
	if err != nil {
		return "", false, err
	}
	return at.Root, at.IsHome, m.paths.Trust(ctx, at)
}
