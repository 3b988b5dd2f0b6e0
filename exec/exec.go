// Package exec runs the call of a permit: the only way from a call to a
// process.
//
// Run takes a gate.Permit, the Body it is a call of and the Machine it runs on,
// and gives the body's Result. What the body is held to is worked out by
// exec/policy, put on by exec/sandbox, and what the body gets and gives is
// exec/body's. Nothing but these decides: no flag loosens a hold, and no value
// reaches a body that is not the permit's call's, a setting's or the input.
//
// Implements the manual's "The body" and behaviour.md 11.
package exec

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"time"

	"sinew/decide/gate"
	"sinew/exec/body"
	"sinew/exec/policy"
	"sinew/exec/sandbox"
	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
)

// Deadline is the time of one decision, its body's run included (manual, "The
// run").
const Deadline = 30 * time.Second

// A Body is what a call runs.
type Body struct {
	Manifest *manifest.Manifest         // the reflex's, as it stands after overlays
	Needs    manifest.Needs             // the declaration consented to: the lock's for a fetched reflex
	Origin   policy.Origin              // where the declaration is written
	Dir      string                     // the reflex's directory
	Input    string                     // the person's words; empty for a call by name
	Settings map[string]policy.Setting  // by config key; a key not set is absent
	Taken    map[string]json.RawMessage // whole results of earlier steps, by the names they were returned under
}

// A Machine is where it runs.
type Machine struct {
	Home      string
	Today     pick.Day                                   // what a date resolves against; with none, a call with a date is refused
	LookupEnv func(name string) (value string, set bool) // as os.LookupEnv, and that one when nil
	Node      body.Node                                  // as recorded; zero when there is none
	Stderr    io.Writer                                  // where a body's messages go, escaped; one writer at a time
}

// A Result is what a run gave. Contained is set for a run that failed too.
type Result struct {
	Text      string          // may hold anything: to be escaped before it is shown
	Data      json.RawMessage // nil when there is none
	Cut       bool            // Text is the start of a longer output
	Oversized bool            // Data is too large to be handed to a later step
	Contained policy.Status
}

// ErrNoPermit is a permit that lets nothing run.
var ErrNoPermit = errors.New("no permit was given for this call")

// Contained is how much of a declaration this machine holds, known before
// anything is started.
func Contained() policy.Status { return sandbox.Kernel().Status() }

// Run runs the call permit lets run, and returns when the body's process is
// over. ctx ends it: with everything it started, when it is cancelled. Without
// a deadline of its own it gets Deadline.
//
// The error is a *diag.Failure, `running <reflex>: <cause>`, whose Fix is set
// where something can be done about it. Its cause is, as errors.As finds it:
// diag.Problem (the declaration or a value stops the run before it starts),
// *Refused (the body reached past its declaration), *body.Interrupted,
// *body.Exit, *body.Thrown, *body.Unloadable, *sandbox.HoldError, or another of
// body's. A recorded runtime that is gone is the failure `starting <path>: it is
// gone`. Run is safe to call concurrently.
func Run(ctx context.Context, permit gate.Permit, b Body, m Machine) (Result, error) {
	c, granted := permit.Call()
	if !granted {
		return Result{}, ErrNoPermit
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	m = m.completed()
	got, err := run{ctx, c, b, m}.do()
	result := Result{got.Text, got.Data, got.Cut, got.Oversized, Contained()}
	if err != nil {
		return result, failure(c.Reflex, err, b.Origin)
	}
	return result, nil
}

// failure is err as a person is told it, with what mends it.
func failure(reflex string, err error, origin policy.Origin) error {
	if already, ok := errors.AsType[*diag.Failure](err); ok {
		return already
	}
	failed := &diag.Failure{What: "running " + reflex, Why: err, Fix: mends(err, origin)}
	if refused, ok := errors.AsType[*Refused](err); ok {
		failed.Fix = refused.Problem.Fix
	} else if problems, ok := errors.AsType[diag.Problems](err); ok && len(problems) > 0 {
		failed.Why, failed.Fix = stopped{problems[0]}, problems[0].Fix
	}
	return failed
}

// mends is what helps against a body that failed: to run it again, but for a
// text of the person's own that does not load.
func mends(err error, origin policy.Origin) diag.Fix {
	_, is := errors.AsType[*body.Unloadable](err)
	if is && origin.At != nil {
		return diag.Of(diag.FixCheck)
	}
	return diag.Fix{}
}

// bounded is ctx with Deadline, unless it has a deadline of its own.
func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, is := ctx.Deadline(); is {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, Deadline)
}

// completed is m with what it may leave out.
func (m Machine) completed() Machine {
	if m.LookupEnv == nil {
		m.LookupEnv = os.LookupEnv
	}
	return m
}

// A stopped run is one a problem stops before its body starts.
type stopped struct{ problem diag.Problem }

// Error is the message alone: the failure names the reflex.
func (s stopped) Error() string { return s.problem.Message }

// Unwrap is the problem.
func (s stopped) Unwrap() error { return s.problem }

// A run is one call on its way.
type run struct {
	ctx     context.Context
	call    call.Call
	body    Body
	machine Machine
}

func (r run) do() (body.Result, error) {
	argv, args, err := r.values()
	if err != nil {
		return body.Result{}, err
	}
	p, err := r.policy()
	if err != nil {
		return body.Result{}, err
	}
	node, err := r.node()
	if err != nil {
		return body.Result{}, err
	}
	s, err := r.stage(p, node)
	if err != nil {
		return body.Result{}, err
	}
	defer s.clear()
	got, err := r.start(s, argv, r.script(s, node, args))
	return got, r.refused(err, p, s.facts)
}

// policy is what is declared, filled for this call.
func (r run) policy() (policy.Policy, error) {
	return policy.Resolve(r.body.Needs, r.body.Manifest, r.call, r.body.Settings, r.machine.Home)
}

func (r run) start(s stage, argv []string, script body.Script) (body.Result, error) {
	if argv == nil {
		return s.job.JavaScript(r.ctx, script)
	}
	s.job.Env = append(s.job.Env, body.ConfigEnviron(r.keys(), r.config(), r.body.Input)...)
	return s.job.Argv(r.ctx, s.program, argv)
}

// values are what the body is called with: the command of an argv body, or the
// arguments of a file body, an object. The other is nil.
func (r run) values() (argv []string, args json.RawMessage, err error) {
	surroundings := call.Surroundings{Home: r.machine.Home, Today: r.machine.Today, Taken: r.body.Taken}
	switch run := r.body.Manifest.Run; {
	case len(run.Argv) > 0:
		argv, err = r.call.Argv(run, surroundings)
	case run.File != "":
		args, err = r.args(surroundings)
	default:
		err = errors.New("a playbook has no body")
	}
	return argv, args, err
}

func (r run) args(s call.Surroundings) (json.RawMessage, error) {
	values, err := r.call.Values(r.body.Manifest, s)
	if err != nil {
		return nil, err
	}
	args := make(map[string]any, len(values))
	for _, v := range values {
		args[v.Name] = v.Value
	}
	return json.Marshal(args)
}

// node is the runtime of a file body, the zero Node for an argv.
func (r run) node() (body.Node, error) {
	node := r.machine.Node
	switch {
	case len(r.body.Manifest.Run.Argv) > 0:
		return body.Node{}, nil
	case node.Path == "":
		return body.FindNode(r.ctx, r.env("PATH"))
	case node.Version == "":
		return body.AskNode(r.ctx, node.Path)
	}
	return node, node.Check()
}

// script is a file body to be called with args, an object.
func (r run) script(s stage, node body.Node, args json.RawMessage) body.Script {
	return body.Script{
		Node:   node,
		Flags:  s.policy.NodeFlags(s.facts, node.HoldsNetwork()),
		Run:    r.body.Manifest.Run.File,
		Args:   args,
		Input:  r.body.Input,
		Config: r.config(),
	}
}

func (r run) keys() []string {
	keys := make([]string, len(r.body.Manifest.Config))
	for i, setting := range r.body.Manifest.Config {
		keys[i] = setting.Key
	}
	return keys
}

func (r run) config() map[string]string {
	config := map[string]string{}
	for _, key := range r.keys() {
		if setting, set := r.body.Settings[key]; set {
			config[key] = setting.Expanded(r.machine.Home)
		}
	}
	return config
}

func (r run) env(name string) string {
	value, _ := r.machine.LookupEnv(name)
	return value
}
