package planfile

import (
	"encoding/json"
	"fmt"
	"strconv"

	"sinew/pkg/diag"
	"sinew/pkg/ref"
)

// Here is a project as a file's pins are checked against it: what it decides
// under, and the first problem of each reflex that is installed and inactive.
type Here struct {
	Pins
	Inactive map[string]diag.Problem
}

// Check compares a file's pins with a project's, in the order of reading.md 7,
// and gives the first that moved as a problem with its fix; nil when none did.
// shown is the file as it is shown to the person.
//
// The fix makes the plan again, but for a remote reflex that is missing, which
// is added, one too many, which is removed, and an inactive one, whose own
// problem it is.
func Check(f *File, here Here, shown string) error {
	c := &check{f: f, here: &here, shown: shown}
	for _, step := range []func() *diag.Problem{c.evoke, c.adapter, c.gate, c.reflexes, c.vocabs, c.packs, c.unseen, c.set} {
		if moved := step(); moved != nil {
			return diag.Problems{*moved}
		}
	}
	return nil
}

type check struct {
	f     *File
	here  *Here
	shown string
}

// moved is a problem whose fix makes the plan again.
func (c *check) moved(message string, args ...any) *diag.Problem {
	p := save(c.shown, c.f.Input, fmt.Sprintf(message, args...))
	return &p
}

func (c *check) evoke() *diag.Problem {
	if then, now := c.f.Pins.Evoke, c.here.Evoke; then != now {
		return c.moved("the plan was written by evoke %s; this is %s", then, now)
	}
	return nil
}

func (c *check) adapter() *diag.Problem {
	if then, now := c.f.Pins.Adapter.ID, c.here.Adapter.ID; then != now {
		return c.moved("the plan was decided by %s; this project's adapter is %s", then, now)
	}
	return nil
}

// gate names the first bar that is another.
func (c *check) gate() *diag.Problem {
	now := bars(c.here.Gate)
	for i, then := range bars(c.f.Pins.Gate) {
		if one, other := height(then.p), height(now[i].p); one != other {
			return c.moved("the plan was decided under another gate: %s %s, here %s", then.name, one, other)
		}
	}
	return nil
}

func height(p *float64) string {
	if p == nil {
		return "none"
	}
	return strconv.FormatFloat(*p, 'f', -1, 64)
}

func (c *check) reflexes() *diag.Problem {
	for i := range c.f.Pins.Reflexes {
		if moved := c.reflex(&c.f.Pins.Reflexes[i]); moved != nil {
			return moved
		}
	}
	return nil
}

func (c *check) reflex(then *Reflex) *diag.Problem {
	now := c.here.reflex(then.Name)
	if now == nil {
		return c.absent(then)
	}
	if moved := c.body(then, now); moved != nil {
		return moved
	}
	if then.Item != now.Item {
		return c.moved("%s differs here from the plan's", then.Name)
	}
	return nil
}

// absent is a reflex that is not active here: for its own reason when it is
// installed, and else because it is not.
func (c *check) absent(then *Reflex) *diag.Problem {
	if own, ok := c.here.Inactive[then.Name]; ok {
		return &own
	}
	p := c.moved("%s not installed here", c.part(then.Name))
	if then.Remote != nil {
		loc := ref.Location{Reference: then.Remote.Reference, Pin: &then.Remote.Tag}
		p.Fix = diag.Add(loc.String())
		if loc.LastSegment() != then.Name {
			p.Fix = diag.AddAs(loc.String(), then.Name)
		}
	}
	return p
}

// A step is what Check reads of a plan's step.
type step struct {
	N      int    `json:"n"`
	Reflex string `json:"reflex"`
	From   []struct {
		Playbook string `json:"playbook"`
	} `json:"from"`
}

// part is the part a reflex has in the plan, with its verb.
func (c *check) part(reflex string) string {
	for _, s := range c.steps() {
		if s.Reflex == reflex {
			return fmt.Sprintf("step %d's reflex %s is", s.N, reflex)
		}
	}
	for _, s := range c.steps() {
		for _, from := range s.From {
			if from.Playbook == reflex {
				return fmt.Sprintf("the plan's playbook %s is", reflex)
			}
		}
	}
	return reflex + " is in the plan's set and"
}

// steps are the plan's; none when it is no plan that Parse gives.
func (c *check) steps() []step {
	var plan struct {
		Steps []step `json:"steps"`
	}
	if err := json.Unmarshal(c.f.Plan, &plan); err != nil {
		return nil
	}
	return plan.Steps
}

// body compares where a reflex's code comes from. A local reflex's path and body
// are not pinned.
func (c *check) body(then, now *Reflex) *diag.Problem {
	before, after := then.Remote, now.Remote
	switch {
	case before == nil && after == nil:
		return nil
	case before == nil:
		return c.moved("%s is at %s here; the plan was made over a local one", then.Name, after.Tag)
	case after == nil:
		return c.moved("%s is local here; the plan was made over %s", then.Name, before.Tag)
	case before.Tag != after.Tag:
		return c.moved("%s is at %s here; the plan was made over %s", then.Name, after.Tag, before.Tag)
	case before.Reference != after.Reference:
		return c.moved("%s is from %s here; the plan was made over %s", then.Name, after.Reference, before.Reference)
	case before.H1 != after.H1:
		return c.moved("%s's body at %s differs here from the plan's", then.Name, before.Tag)
	}
	return nil
}

func (c *check) vocabs() *diag.Problem {
	for _, v := range c.f.Pins.Vocabs {
		if find(c.here.Vocabs, v.Name) != v.Digest {
			return c.moved("%s differs here from the plan's", v.Name)
		}
	}
	return nil
}

// packs compares the languages the sentence was read in, and no others.
func (c *check) packs() *diag.Problem {
	for _, p := range c.f.Pins.Packs {
		if find(c.here.Packs, p.Name) != p.Digest {
			return c.moved("the language pack %s differs here from the plan's", p.Name)
		}
	}
	return nil
}

func (c *check) unseen() *diag.Problem {
	for _, r := range c.here.Reflexes {
		if c.f.Pins.reflex(r.Name) == nil {
			p := c.moved("%s is installed here and was not in the plan's set", r.Name)
			p.Fix = diag.OfReflex(diag.FixRemove, r.Name)
			return p
		}
	}
	return nil
}

func (c *check) set() *diag.Problem {
	if c.f.Pins.Set != c.here.Set {
		return c.moved("this project's files differ from the plan's")
	}
	return nil
}

// Same compares a file's plan with the plan made again from its answers, as
// `try --json` prints it. The error is a diag.Problems that names the first step
// which reads otherwise, or else the first part of the plan. shown is the file
// as it is shown to the person.
func Same(f *File, again []byte, shown string) error {
	made, err := Canonical(again)
	if err != nil {
		return err
	}
	if string(made) == string(f.Plan) {
		return nil
	}
	where, err := differs(f.Plan, made)
	if err != nil {
		return err
	}
	return diag.Problems{save(shown, f.Input, "the plan does not read the same as the file"+where)}
}

// differs is where two plans do, steps before all else.
func differs(one, other json.RawMessage) (string, error) {
	a, err := read(one)
	if err != nil {
		return "", err
	}
	b, err := read(other)
	if err != nil {
		return "", err
	}
	if n := stepApart(a.get("steps"), b.get("steps")); n > 0 {
		return fmt.Sprintf(": step %d", n), nil
	}
	if key := partApart(&a, &b); key != "" {
		return ": " + key, nil
	}
	return "", nil // the same, in another order
}

// partApart is the first part of a plan that another has not, or has otherwise;
// "" when they share all.
func partApart(a, b *node) string {
	for i := range a.members {
		m := &a.members[i]
		if found := b.get(m.key); found == nil || string(found.line()) != string(m.value.line()) {
			return m.key
		}
	}
	for i := range b.members {
		if a.get(b.members[i].key) == nil {
			return b.members[i].key
		}
	}
	return ""
}

// stepApart is the number of the first step that two plans do not share; 0 when
// they share all.
func stepApart(a, b *node) int {
	if a == nil || b == nil {
		return 0
	}
	for i := range max(len(a.items), len(b.items)) {
		if i >= len(a.items) || i >= len(b.items) || string(a.items[i].line()) != string(b.items[i].line()) {
			return i + 1
		}
	}
	return 0
}
