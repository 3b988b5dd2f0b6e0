package turn

import (
	"sinew/decide/adapter"
	"sinew/decide/gate"
	"sinew/decide/question"
)

// Explain is the decision for a person who asks why. An adapter that gives
// grounds is asked for them here, and not for a decision that nobody explains.
func (t Turn) Explain() gate.Explanation {
	questions, rounds := t.Asked()
	e := gate.Explain(t.Catalog, t.Decision, t.Top, questions, rounds)
	if t.grounds != nil {
		e.Grounds = t.groundsOf(e.Route)
	}
	return e
}

// ground notes who can say what the route's answer stood on.
func (t *Turn) ground(by adapter.Adapter, input string, asked []question.Question) {
	grounded, ok := by.(adapter.Grounded)
	for _, q := range asked {
		if ok && q.Subject.Kind == question.Route {
			t.grounds = func(reflex string) (question.Grounds, bool) { return grounded.Grounds(input, q, reflex) }
		}
	}
}

// groundsOf are those of the likeliest reflex, also where none is likelier.
func (t Turn) groundsOf(route []gate.Share) *question.Grounds {
	for _, share := range route {
		if share.Key == question.None {
			continue
		}
		if g, ok := t.grounds(share.Key); ok {
			return &g
		}
		return nil
	}
	return nil
}
