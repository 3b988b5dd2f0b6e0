package judge

import (
	"sinew/decide/gate"
	"sinew/pkg/text"
)

// Judged is a case and what was decided about it, once for each repeat. Cases
// of one utterance hold the same decisions.
type Judged struct {
	Case    Case
	Decided []Decided
}

// A truth is what the records of an input say of its whole call.
type truth int

const (
	unknown truth = iota // nothing: a false record, and a reflex no record names
	right
	wrong
)

// An input is one sentence: all of its records, and its decisions.
type input struct {
	text    string
	cases   []Case
	decided []Decided
}

// inputs gathers the cases by identity, in order.
func inputs(judged []Judged) []*input {
	var all []*input
	byIdentity := map[string]*input{}
	for _, j := range judged {
		id := text.Identity(j.Case.Utterance)
		in := byIdentity[id]
		if in == nil {
			in = &input{text: j.Case.Utterance, decided: j.Decided}
			byIdentity[id] = in
			all = append(all, in)
		}
		in.cases = append(in.cases, j.Case)
	}
	return all
}

// truth is whether the whole call of a decision is right. The records that name
// its reflex say so; where none does, an asserting one says that it is wrong,
// and so does each of them of an abstain.
func (in *input) truth(d Decided) truth {
	route := in.routed(d)
	if route != right || d.Reflex == "" {
		return route
	}
	for _, c := range in.cases {
		if c.Reflex == d.Reflex && !Judge(c, d).Passed() {
			return wrong
		}
	}
	return right
}

// routed is whether the route alone is right.
func (in *input) routed(d Decided) truth {
	asserted, named := false, false
	for _, c := range in.cases {
		if c.Never && c.Reflex == d.Reflex {
			return wrong
		}
		asserted = asserted || !c.Never
		named = named || !c.Never && c.Reflex == d.Reflex
	}
	switch {
	case named, d.Outcome == gate.Abstain && !asserted:
		return right
	case asserted:
		return wrong
	}
	return unknown
}

// A claim is the confidence of a call, or of one judgment, and whether it was
// right.
type claim struct {
	p     float64
	right bool
}

// sum is how many claims are right, and what all of them claim on average.
func sum(claims []claim) (rights int, claimed float64) {
	for _, c := range claims {
		claimed += c.p
		if c.right {
			rights++
		}
	}
	if len(claims) > 0 {
		claimed /= float64(len(claims))
	}
	return rights, claimed
}
