// Package gate decides whether a call may run, and is the only maker of the
// Permit that lets it.
//
// A Permit comes from one of three: a reading that cleared its bar, a person's
// yes to a held call, or a call a person wrote by name. A destructive call is
// always held: no bar and no flag skips its question (manual, "Outcomes").
package gate

import (
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

// A Held call waits for a person's yes.
type Held struct {
	call   call.Call
	effect manifest.Effect
}

// Call is what waits.
func (h Held) Call() call.Call { return h.call }

// Yes is the permit a person's yes gives. Call it only with that yes in hand.
func (h Held) Yes() Permit { return Permit{call: h.call, effect: h.effect, granted: true} }

// ByName judges a call a person wrote by name: a destructive one is held, any
// other may run. effect is the one the person consented to.
func ByName(c call.Call, effect manifest.Effect) (Permit, *Held) {
	if effect == manifest.Destructive {
		return Permit{}, &Held{call: c, effect: effect}
	}
	return Permit{call: c, effect: effect, granted: true}, nil
}
