package exec

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"sinew/exec/body"
	"sinew/exec/policy"
	"sinew/pkg/diag"
)

// refused is err as a reach past the declaration where the body's own words
// name one: a problem whose cause stays err. Any other error is as it was.
func (r run) refused(err error, p policy.Policy, f policy.Facts) error {
	if err == nil {
		return nil
	}
	held := p.Beside(f)
	for _, reach := range r.reaches(err, held) {
		if problem, is := held.Refusal(reach, r.upstream(f), r.call.Reflex, r.body.Origin, r.machine.Home); is {
			return &Refused{Problem: problem, Err: err}
		}
	}
	return err
}

// A Refused is a run that ended in a reach past its declaration: what a person
// is told, and the body's own error.
type Refused struct {
	Problem diag.Problem
	Err     error
}

// Error is the message of the problem.
func (e *Refused) Error() string { return e.Problem.Message }

// Unwrap is the problem, and what the body ended in.
func (e *Refused) Unwrap() []error { return []error{e.Problem, e.Err} }

// upstream is the author's own declaration for this call. One that cannot be
// filled allows nothing.
func (r run) upstream(f policy.Facts) policy.Policy {
	p, err := policy.Resolve(r.body.Manifest.Needs, r.body.Manifest, r.call, r.body.Settings, r.machine.Home)
	if err != nil {
		return policy.Policy{}
	}
	return p.Beside(f)
}

// reaches are what the end of a body says was refused: a JavaScript error by its
// fields, a program by its last words. What Node's permission model refused is
// the declaration's own; the rest is believed only where this user could have
// had it.
func (r run) reaches(err error, held policy.Policy) []policy.Refused {
	var all []policy.Refused
	for _, said := range told(err) {
		if said.Permission() && !isProgram(err) || r.couldHave(&said, held) {
			all = append(all, said)
		}
	}
	return all
}

func told(err error) []policy.Refused {
	if thrown, ok := errors.AsType[*body.Thrown](err); ok {
		return thrown.Refused
	}
	if exit, ok := errors.AsType[*body.Exit](err); ok {
		return policy.Said(exit.Said)
	}
	return nil
}

func isProgram(err error) bool {
	_, is := errors.AsType[*body.Exit](err)
	return is
}

// couldHave reports whether this user could have had what was refused, were it
// not for the hold: if not, the declaration is not the reason. What was tried is
// made more exact by what is there.
func (r run) couldHave(said *policy.Refused, held policy.Policy) bool {
	program, spawns := strings.CutPrefix(said.What, "spawn ")
	switch {
	case spawns:
		return body.HasProgram(program, r.env("PATH"))
	case !strings.HasPrefix(said.Path, "/"):
		return true // a host
	}
	return couldTouch(said, held)
}

func couldTouch(said *policy.Refused, held policy.Policy) bool {
	info, err := os.Stat(said.Path)
	may := func(mode uint32) bool { return unix.Access(said.Path, mode) == nil }
	parent := unix.Access(filepath.Dir(said.Path), unix.W_OK) == nil
	switch {
	case errors.Is(err, fs.ErrNotExist):
		said.What = "FileSystemWrite"
		return parent
	case err != nil:
		return false
	case said.Changes():
		return may(unix.W_OK) || parent
	case !held.MayRead(said.Path):
		return may(unix.R_OK)
	case info.Mode().IsRegular() && may(unix.X_OK):
		said.What = "spawn " + said.Path
		return true
	}
	return may(unix.W_OK) && may(unix.R_OK)
}
