package run_test

import (
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/weave/plan"
	"sinew/decide/weave/run"
	"sinew/decide/weave/weavetest"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
)

// A host drives a machine with drawn outcomes, and keeps what it saw.
type host struct {
	t       *rapid.T
	cat     *catalog.Catalog
	plan    plan.Plan
	m       *run.Machine
	yes     map[[2]int]bool // the steps and rounds a yes was given to
	running []int
	begun   int
}

func drawnHost(t *rapid.T) *host {
	cat := weavetest.Sets().Draw(t, "set")
	p := weavetest.Planned(t, cat, weavetest.Sentences(cat).Draw(t, "sentence"))
	return &host{t: t, cat: cat, plan: p, yes: map[[2]int]bool{}, m: run.New(cat, p, rapid.Bool().Draw(t, "review"))}
}

// mostEvents is more than any drawn plan takes: six steps of three rounds, each
// decided, asked, confirmed, begun and ended.
const mostEvents = 200

// drive plays one event after another until all is over, or for at most so many.
func (h *host) drive(most int) {
	for range most {
		due := h.m.Due()
		if len(due) == 0 && len(h.running) == 0 {
			break
		}
		if at := rapid.IntRange(0, len(due)+len(h.running)-1).Draw(h.t, "next"); at < len(due) {
			h.do(due[at])
		} else {
			h.finish(h.running[at-len(due)])
		}
	}
}

func (h *host) do(a run.Act) {
	sure := rapid.IntRange(0, 15).Draw(h.t, "sure") != 9
	done := false
	switch a.Kind {
	case run.Body:
		h.begin(a)
		return
	case run.Decide:
		if rapid.IntRange(0, 15).Draw(h.t, "nobody answers") == 9 {
			done = h.m.Undecided(a.Step, "nobody answers")
		} else {
			done = h.m.Decided(a.Step, h.again(a, sure))
		}
	case run.Answer:
		done = sure && h.m.Answered(a.Step, h.answers(a)) || h.m.No(a.Step)
	case run.Confirm, run.Approve:
		if sure {
			h.yes[[2]int{a.Step, a.Round}] = true
			done = h.m.Yes(a.Step)
		} else if rapid.Bool().Draw(h.t, "no terminal") {
			done = h.m.Unanswered(a.Step, "a confirm needs a terminal")
		} else {
			done = h.m.No(a.Step)
		}
	}
	if !done {
		h.t.Fatalf("%s of step %d was due, and was not taken", a.Kind, a.Step)
	}
}

// again decides a text over its reflex: as it, surely or not, or as none.
func (h *host) again(a run.Act, sure bool) gate.Decision {
	if !sure {
		return gate.Decision{Input: a.Text, Outcome: gate.Abstain}
	}
	return weavetest.Decided(h.cat, a.Text, a.Reflex, 0.95, func(x manifest.Argument) string {
		return map[manifest.Recognizer]string{"number": "7", "code": "XY-9", "email": "e@f.example", "duration": "2 minutes"}[x.Pick]
	})
}

func (h *host) answers(a run.Act) map[string]call.Value {
	given := map[string]call.Value{}
	for _, arg := range h.cat.Reflex(h.plan.Step(a.Step).Reflex()).Manifest.Args {
		for _, said := range []string{"7", "XY-9", "e@f.example", "2 minutes"} {
			if v, ok := call.Picked(said, callKind(arg)); ok {
				given[arg.Name] = v
			}
		}
	}
	return given
}

func (h *host) begin(a run.Act) {
	start, ok := h.m.Begin(a.Step)
	c, granted := start.Permit.Call()
	if !ok || !granted {
		h.t.Fatalf("step %d was due and did not begin", a.Step)
	}
	h.begun++
	effect := h.cat.Reflex(c.Reflex).Effect
	switch {
	case effect == manifest.Destructive && !h.yes[[2]int{a.Step, a.Round}]:
		h.t.Fatalf("step %d is destructive and starts without its own yes", a.Step)
	case h.plan.Verdict.Outcome == plan.Refuse || h.plan.Verdict.Outcome == plan.Ask:
		h.t.Fatalf("step %d starts in a plan that %ss", a.Step, h.plan.Verdict.Outcome)
	case effect != manifest.ReadOnly && len(h.running) > 0:
		h.t.Fatalf("step %d changes something beside %v", a.Step, h.running)
	case slices.Contains(h.running, a.Step):
		h.t.Fatalf("step %d runs twice", a.Step)
	}
	for _, n := range h.running {
		if h.cat.Reflex(h.plan.Step(n).Reflex()).Effect != manifest.ReadOnly {
			h.t.Fatalf("step %d starts beside %d, which changes something", a.Step, n)
		}
	}
	if _, twice := h.m.Begin(a.Step); twice {
		h.t.Fatalf("step %d begins twice", a.Step)
	}
	h.checkWaits(a.Step)
	h.checkTaken(a.Step, start)
	h.running = append(h.running, a.Step)
}

// checkWaits holds a start against what the step waits for.
func (h *host) checkWaits(n int) {
	for _, before := range h.plan.Step(n).After {
		if o := h.m.Outcomes()[before-1]; o.Status != run.Ran && !o.Clean() {
			h.t.Fatalf("step %d starts and step %d, before it, is %q", n, before, o.Status)
		}
	}
}

// checkTaken holds what a step is handed against what its sources returned.
func (h *host) checkTaken(n int, start run.Start) {
	for _, b := range h.plan.Into(n) {
		rounds := h.m.Outcomes()[b.From-1].Rounds
		if b.Via == plan.Takes && string(start.Taken[b.Field]) != string(rounds[len(rounds)-1].Data) {
			h.t.Fatalf("step %d is handed %s", n, start.Taken[b.Field])
		}
	}
}

func (h *host) finish(n int) {
	h.running = slices.DeleteFunc(h.running, func(r int) bool { return r == n })
	if rapid.IntRange(0, 15).Draw(h.t, "fails") == 9 {
		h.m.Failed(n, "no luck")
		return
	}
	h.m.Finished(n, weavetest.Result(h.t, h.cat.Reflex(h.plan.Step(n).Reflex()).Manifest))
}

func TestAWeaveKeepsToItsPlanToTheEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawnHost(t)
		h.drive(mostEvents)
		if !h.m.Over() {
			t.Fatalf("not over: %+v", h.m.Due())
		}
		refused := h.plan.Verdict.Outcome == plan.Refuse || h.plan.Verdict.Outcome == plan.Ask
		if refused && h.begun > 0 {
			t.Fatalf("%d bodies ran in a plan that %ss", h.begun, h.plan.Verdict.Outcome)
		}
		for _, o := range h.m.Outcomes() {
			if o.Status == "" || (o.Status == run.Ran) != (o.Why == nil) || refused && o.Status == run.Ran {
				t.Fatalf("step %d ends as %+v", o.Step, o)
			}
		}
		h.checkOrder()
	})
}

// checkOrder holds that nothing ran after a stage that ended the weave.
func (h *host) checkOrder() {
	ended := false
	for _, stage := range h.plan.Stages {
		before := ended
		for _, n := range stage {
			o := h.m.Outcomes()[n-1]
			if before && len(o.Rounds) > 0 {
				h.t.Fatalf("step %d went on after the weave had ended", n)
			}
			ended = ended || o.Status != run.Ran && !o.Clean()
		}
	}
}

func TestCancellingLeavesNothingRunning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawnHost(t)
		h.drive(rapid.IntRange(0, 20).Draw(t, "events before"))
		before := h.m.Outcomes()
		running := slices.Clone(h.running)
		slices.Sort(running)
		if got := h.m.Cancel(); !slices.Equal(got, running) {
			t.Fatalf("%v were running, %v are to be ended", running, got)
		}
		if len(h.m.Due()) > 0 || !h.m.Over() {
			t.Fatalf("due after a cancel: %+v", h.m.Due())
		}
		for i, o := range h.m.Outcomes() {
			switch over := before[i].Status != ""; {
			case over && (o.Status != before[i].Status):
				t.Fatalf("step %d was %s and is %s", o.Step, before[i].Status, o.Status)
			case !over && (o.Status != run.Skipped || o.Why == nil || o.Why.Type != run.Cancelled):
				t.Fatalf("step %d is %+v", o.Step, o)
			}
		}
		h.checkDeaf()
	})
}

// checkDeaf holds that no event counts any more.
func (h *host) checkDeaf() {
	for n := range len(h.plan.Steps) + 2 {
		_, begun := h.m.Begin(n)
		if begun || h.m.Yes(n) || h.m.No(n) || h.m.Finished(n, json.RawMessage(`{}`)) || h.m.Failed(n, "x") ||
			h.m.Answered(n, nil) || h.m.Decided(n, gate.Decision{}) || h.m.Unanswered(n, "x") || h.m.Undecided(n, "x") {
			h.t.Fatalf("step %d still hears", n)
		}
	}
}
