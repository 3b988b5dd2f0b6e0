package exec

import (
	"context"

	"sinew/exec/body"
	"sinew/exec/policy"
	"sinew/pkg/call"
)

// Lacking is what b declares and a machine cannot give, with nothing configured
// and no argument stated: entries that name a value are passed over. An argv
// body's own program is declared too. has reports whether the machine has a
// program, as body.HasProgram does.
func Lacking(b Body, home string, has func(program string) bool) ([]policy.Lacking, error) {
	p, err := policy.Resolve(b.Needs, b.Manifest, call.Call{}, nil, home)
	if err != nil {
		return nil, err
	}
	facts := policy.Facts{Found: findPlaces(p), Programs: map[string]policy.Program{}}
	for _, name := range p.Runs {
		if has(name) {
			facts.Programs[name] = policy.Program{}
		}
	}
	return p.Lacking(facts), nil
}

// Probe loads b's file under its declaration, with nothing configured, and says
// what it exports by default. Nothing is called. m.Node must be set. The file is
// given Deadline to load, unless ctx has a deadline of its own.
//
// The error is what loading failed of, as of body.Job.Load, or the machine's.
// Probe is safe to call concurrently.
func Probe(ctx context.Context, b Body, m Machine) (body.Export, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	m = m.completed()
	b.Settings = nil
	r := run{ctx: ctx, body: b, machine: m}
	p, err := r.policy()
	if err != nil {
		return "", err
	}
	s, err := r.stage(p, m.Node)
	if err != nil {
		return "", err
	}
	defer s.clear()
	return s.job.Load(ctx, r.script(s, m.Node, nil))
}
