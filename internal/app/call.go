package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"sinew/decide/gate"
	"sinew/exec"
	"sinew/exec/body"
	"sinew/exec/policy"
	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/project"
	"sinew/pkg/tomldoc"
)

// A Ready is a call written by name, checked against its reflex and judged.
// Held is set when it waits for a yes, and then Prompt is what it is shown
// with; otherwise Permit lets it run.
type Ready struct {
	Call   call.Call
	Effect manifest.Effect
	Permit gate.Permit
	Held   *gate.Held
	Prompt gate.Prompt
}

// Ready checks a call written by name, in one word or several. The project must
// be trusted, the reflex active, and the day one, before anybody is asked.
func (p *Project) Ready(words []string) (Ready, error) {
	if err := p.Trusted(); err != nil {
		return Ready{}, err
	}
	if err := CheckToday(); err != nil {
		return Ready{}, err
	}
	written, err := call.Parse(call.Join(words...))
	if err != nil {
		return Ready{}, err
	}
	i, err := p.active(written.Reflex)
	if err != nil {
		return Ready{}, err
	}
	c, err := call.Bind(written, i.Manifest, p.words)
	if err != nil {
		return Ready{}, err
	}
	ready := Ready{Call: c, Effect: i.Effect}
	ready.Permit, ready.Held, ready.Prompt = gate.ByName(c, i.Effect, i.Manifest)
	return ready, nil
}

// words are the words of a vocabulary.
func (p *Project) words(vocab string) []project.Word { return p.vocabs[vocab].Words }

// active is an installed reflex that can run.
func (p *Project) active(name string) (Installed, error) {
	i, err := p.Reflex(name)
	if err == nil && !i.Active() {
		err = i.Problems.Err()
	}
	return i, err
}

// activeNow is active for a run, which may be beside others: it changes nothing
// of the project. Where the reflex lies was remembered when it was decided.
func (p *Project) activeNow(called string) (Installed, error) {
	e := p.file.Entry(called)
	if e == nil {
		return Installed{}, call.NotInstalled(called)
	}
	i := p.named(*e)
	p.look(&i)
	return i, i.Problems.Err()
}

// Contained is how much of a declaration this machine holds a body to.
func Contained() policy.Status { return exec.Contained() }

// AsRoot reports whether bodies run as root, whom no file's owner keeps out.
func AsRoot() bool { return os.Geteuid() == 0 }

// Run runs a permitted call. The reflex is hashed anew right before, and no
// prune takes it away meanwhile. input is the person's own words, "" for a call
// by name; what the body writes to standard error goes to messages, escaped.
func (p *Project) Run(ctx context.Context, permit gate.Permit, input string, messages io.Writer) (exec.Result, error) {
	return p.run(ctx, permit, input, nil, messages)
}

// run is Run of a call that takes whole results of earlier steps.
func (p *Project) run(ctx context.Context, permit gate.Permit, input string, taken map[string]json.RawMessage, messages io.Writer) (exec.Result, error) {
	c, _ := permit.Call()
	if l := p.lock.Entry(c.Reflex); l != nil {
		defer p.m.store.Use(ctx, l.H1)()
	}
	i, err := p.activeNow(c.Reflex)
	if err != nil {
		return exec.Result{}, err
	}
	day, err := runDay()
	if err != nil {
		return exec.Result{}, err
	}
	var node body.Node
	if i.Manifest.Run.File != "" {
		if node, err = p.m.node(ctx); err != nil {
			return exec.Result{}, err
		}
	}
	b := p.body(i, input)
	b.Taken = taken
	result, err := exec.Run(ctx, permit, b, exec.Machine{
		Home: p.m.home, Today: day, LookupEnv: lookupEnv, Node: node, Stderr: messages,
	})
	if _, stopped := errors.AsType[*body.Interrupted](err); stopped {
		return result, &diag.Failure{What: "running " + c.Reflex, Why: ErrInterrupted}
	}
	return result, err
}

// CheckToday refuses a day that is none, before anybody is asked anything.
func CheckToday() error {
	_, err := runDay()
	return err
}

// runDay is the day of a run that starts now.
func runDay() (pick.Day, error) { return today(os.Getenv("EVOKE_TODAY"), time.Now()) }

// today is the day a date resolves against: the variable's, or the day it is
// now in the machine's time zone (manual, "Environment").
func today(variable string, now time.Time) (pick.Day, error) {
	if variable == "" {
		return pick.DayOf(now), nil
	}
	day, ok := pick.ParseDay(variable)
	if !ok {
		message := fmt.Sprintf("EVOKE_TODAY: %q is not a day: YYYY-MM-DD", variable)
		return pick.Day{}, diag.One("", message, diag.Fix{Kind: diag.FixExport, Var: "EVOKE_TODAY"})
	}
	return day, nil
}

// body is what a call of an installed reflex runs.
func (p *Project) body(i Installed, input string) exec.Body {
	b := exec.Body{Manifest: i.Manifest, Needs: i.Needs, Dir: i.Dir, Input: input, Settings: map[string]policy.Setting{}}
	for _, s := range i.Settings {
		held, _ := p.file.Setting(i.Name, s.Key)
		b.Settings[s.Key] = policy.Setting{Value: s.Value, Env: held.Var != ""}
	}
	if i.Local() {
		b.Origin.At = declaredAt(i)
	}
	return b
}

// declaredAt is the line of a local reflex's [needs].
func declaredAt(i Installed) *diag.Position {
	doc, err := tomldoc.Parse(i.text)
	if err != nil {
		return nil
	}
	at := manifest.DeclaredAt(i.Name, doc)
	return &at
}
