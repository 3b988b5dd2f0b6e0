package contractdiff

import (
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
)

// A Consent is what a person said yes to: an effect, and a declaration of what
// the body touches. The lock holds it (behaviour.md 4.1).
type Consent struct {
	Effect manifest.Effect
	Needs  manifest.Needs
}

// Asked is the consent a shipped manifest asks for. To a local reflex a person
// consents as it stands.
func Asked(m *manifest.Manifest) Consent { return Consent{m.Effect, m.Needs} }

// A Standing is what becomes of an effect, or of a declaration, that was
// consented to. The rows are those of the manual's table ("Installing
// reflexes", "update").
type Standing int

// The standings.
const (
	Kept      Standing = iota // no row: upstream asks for the same
	Tightened                 // rows "effect tightened to", "needs narrowed": it applies
	Waiting                   // rows "until you accept": upstream loosened or widened; what was consented to stays
	Accepted                  // `--accept`: what waited is taken on
)

// An Outcome is a person's consent beside what upstream asks for now.
type Outcome struct {
	Locked   Consent // what was consented to
	Upstream Consent // what the manifest asks for
	Now      Consent // what the lock holds from here on

	Effect, Needs Standing
}

// Weigh is what becomes of a consent without anybody being asked: what is
// tighter upstream applies, what is looser waits. Beside a declaration that
// waits, what upstream no longer names is dropped at once. So Now is never
// looser than locked, and never wider than upstream (manual, "Security").
//
// Entries count by spelling. What is kept keeps the lock's order; what is
// narrowed takes the manifest's.
func Weigh(locked, upstream Consent) Outcome {
	o := Outcome{Locked: locked, Upstream: upstream, Now: locked}
	if upstream.Effect > locked.Effect {
		o.Now.Effect, o.Effect = upstream.Effect, Tightened
	} else if upstream.Effect < locked.Effect {
		o.Effect = Waiting
	}
	if !locked.Needs.Without(upstream.Needs).Empty() {
		o.Now.Needs, o.Needs = upstream.Needs.Meet(locked.Needs), Tightened
	}
	if manifest.Widens(locked.Needs, upstream.Needs) {
		o.Needs = Waiting
	}
	return o
}

// Accept is the outcome once the person takes on what waits, the effect and the
// declaration together. Where nothing waits it is o.
func (o Outcome) Accept() Outcome {
	if o.Effect == Waiting {
		o.Now.Effect, o.Effect = o.Upstream.Effect, Accepted
	}
	if o.Needs == Waiting {
		o.Now.Needs, o.Needs = o.Upstream.Needs, Accepted
	}
	return o
}

// Waits reports whether anything waits for a person's yes.
func (o Outcome) Waits() bool { return o.Effect == Waiting || o.Needs == Waiting }

// Dropped is what was consented to and upstream no longer names.
func (o Outcome) Dropped() manifest.Needs { return o.Locked.Needs.Without(o.Upstream.Needs) }

// Problems are what waits, as an update of the reflex called reflex says it
// under the block; none when nothing waits.
func (o Outcome) Problems(reflex string) diag.Problems {
	var all diag.Problems
	waits := func(message string) {
		all = append(all, diag.Problem{Reflex: reflex, Message: message, Fix: diag.OfReflex(diag.FixAccept, reflex)})
	}
	if o.Effect == Waiting {
		waits("upstream loosened the effect to " + o.Upstream.Effect.String() + "; " + o.Now.Effect.String() + " kept")
	}
	if o.Needs == Waiting {
		waits("upstream widened the needs to " + o.Upstream.Needs.String() + "; " + o.Now.Needs.String() + " kept")
	}
	return all
}

// Lines are the outcome among an update's details; what is kept has none.
func (o Outcome) Lines() []Line {
	var lines []Line
	says := func(key, text string) { lines = append(lines, Line{key, text}) }
	const until = " kept until you accept"
	switch upstream := o.Upstream.Effect.String(); o.Effect {
	case Tightened:
		says("effect", "tightened to "+upstream)
	case Waiting:
		says("effect", upstream+" upstream; "+o.Now.Effect.String()+until)
	case Accepted:
		says("effect", upstream+" accepted; was "+o.Locked.Effect.String())
	}
	switch upstream := o.Upstream.Needs.String(); o.Needs {
	case Tightened:
		says("needs", narrowed(o.Dropped()))
	case Waiting:
		says("needs", "widened: "+upstream+" upstream; "+o.Now.Needs.String()+until)
	case Accepted:
		says("needs", upstream+" accepted; was "+o.Locked.Needs.String())
	}
	return lines
}
