package exec

import (
	"errors"
	"fmt"
	"io/fs"

	"sinew/exec/body"
	"sinew/exec/policy"
	"sinew/pkg/diag"
	"sinew/pkg/text"
)

// A stage is a run made ready: what is held, what the machine has of it, and the
// private folder, which clear takes away.
type stage struct {
	policy  policy.Policy
	facts   policy.Facts
	program string // an argv's, as it was found
	job     body.Job
	clear   func()
}

// stage makes r ready under p, by a runtime that is the zero Node for an argv. A
// diag.Problems says what is lacking.
func (r run) stage(p policy.Policy, node body.Node) (stage, error) {
	tmp, remove, err := r.tmp()
	if err != nil {
		return stage{}, err
	}
	s := stage{policy: p, facts: policy.Facts{Tmp: tmp, Home: r.machine.Home, Resolver: resolver(), Found: findPlaces(p)}}
	// What a body that ended well leaves running may still be writing into it;
	// what then stays is in a folder of temporary files.
	s.clear = func() { _ = remove() }
	if err := r.look(&s, node); err != nil {
		s.clear()
		return stage{}, err
	}
	s.job = body.Job{
		Dir: s.facts.BodyDir, Tmp: tmp, Hold: p.Hold(s.facts), Stderr: r.machine.Stderr,
		Env: body.Environ(r.machine.LookupEnv, tmp),
	}
	return s, nil
}

// tmp makes the private folder, where TMPDIR says.
func (r run) tmp() (path string, remove func() error, err error) {
	path, remove, err = body.MakeTmp(r.env("TMPDIR"))
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		message := fmt.Sprintf("TMPDIR: %s: %v", text.Escape(failed.Path), failed.Err)
		err = diag.One("", message, diag.Fix{Kind: diag.FixExport, Var: "TMPDIR"})
	}
	return path, remove, err
}

// look finds on the machine all that a stage is of.
func (r run) look(s *stage, node body.Node) (err error) {
	if s.facts.BodyDir, err = body.RealPath(r.body.Dir); err != nil {
		return err
	}
	r.findPrograms(s)
	if node.Path != "" {
		_, program, err := body.FindProgram(node.Path, r.env("PATH"))
		if err != nil {
			return &body.NotStarted{Program: node.Path, Err: err}
		}
		s.facts.Runtime = &program
	}
	if lacking := s.policy.Lacking(s.facts); len(lacking) > 0 {
		return diag.Problems{lacking[0].Problem(r.call.Reflex, r.body.Manifest, r.body.Origin, r.machine.Home)}
	}
	return nil
}

// findPrograms finds the declared programs, an argv's own among them.
func (r run) findPrograms(s *stage) {
	s.facts.Programs = map[string]policy.Program{}
	for _, name := range s.policy.Runs {
		path, program, err := body.FindProgram(name, r.env("PATH"))
		if err != nil {
			continue
		}
		s.facts.Programs[name] = program
		if argv := r.body.Manifest.Run.Argv; len(argv) > 0 && argv[0] == name {
			s.program = path
		}
	}
}
