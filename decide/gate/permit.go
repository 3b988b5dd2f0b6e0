// Package gate turns a reading into an outcome, and is the only maker of the
// Permit that lets a call run.
//
//	run      every bar is cleared and nothing else needs attention
//	confirm  the call is complete, and something holds it at a question
//	ask      an argument has to be asked for
//	abstain  no reflex was asked for, or none surely enough
//
// A Permit comes from one of three: a decision to run, a person's yes to a held
// call, or a call a person wrote by name. A destructive call is always held: no
// bar and no flag skips its question (manual, "Outcomes"; reading.md 4 and 5).
package gate

import (
	"sinew/decide/words"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
)

// A Permit lets one call run. The zero Permit lets nothing run. Only this
// package makes one that does.
type Permit struct {
	call    call.Call
	effect  manifest.Effect
	granted bool
}

// Call is what may run; granted is false for the zero Permit.
func (p Permit) Call() (c call.Call, granted bool) { return p.call, p.granted }

// Effect is the effect the call was judged by.
func (p Permit) Effect() manifest.Effect { return p.effect }

// A Held call waits for a person's yes. The zero Held gives no permit.
type Held struct {
	call   call.Call
	effect manifest.Effect
	real   bool
}

// Call is what waits.
func (h Held) Call() call.Call { return h.call }

// Effect is the effect the call was judged by.
func (h Held) Effect() manifest.Effect { return h.effect }

// Yes is the permit a person's yes gives. Call it only with that yes in hand.
func (h Held) Yes() Permit { return Permit{call: h.call, effect: h.effect, granted: h.real} }

// ByName judges a call a person wrote by name: a destructive one is held, with
// the prompt it is shown with; any other may run. effect is the one the person
// consented to, m the reflex's manifest.
func ByName(c call.Call, effect manifest.Effect, m *manifest.Manifest) (Permit, *Held, Prompt) {
	if effect != manifest.Destructive {
		return Permit{call: c, effect: effect, granted: true}, nil, Prompt{}
	}
	prompt := Prompt{
		Own:      words.Own(c.String(), effect.String(), "", 0),
		Reason:   words.Destructive,
		Template: Template(m, c),
	}
	return Permit{}, &Held{call: c, effect: effect, real: true}, prompt
}

// A Prompt is what a held call is shown with: the program's own line, why the
// call waits, and the reflex's question with its values filled in.
type Prompt struct {
	Own      string `json:"own"`
	Reason   string `json:"reason"`
	Template string `json:"template"`
}
