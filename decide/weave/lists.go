package weave

import (
	"slices"

	"sinew/decide/gate"
	"sinew/decide/weave/sentence"
	"sinew/pkg/text"
)

// lists reads a part that still holds joints as a list of one task's items: the
// first by itself, each next as an item after the one before it.
func (p *pass) lists() {
	if p.barred {
		return
	}
	for _, x := range p.steps() {
		if items := p.itemsOf(x, func(at sentence.Place) bool { return !at.Then }); len(items) > 1 && p.mayList(x) {
			p.list(x, items)
		}
	}
}

// itemsOf are the pieces a part falls into at its inner places.
func (p *pass) itemsOf(x *part, where func(sentence.Place) bool) []text.Span {
	var all []text.Span
	start := x.Words.Start
	for _, at := range x.Inner {
		if where(at) && !p.withinValue(x, at) {
			all = append(all, p.said.Span(start, at.Start))
			start = at.End
		}
	}
	return append(all, p.said.Span(start, x.Words.End))
}

// withinValue reports whether a place stands within the words of one value.
func (p *pass) withinValue(x *part, at sentence.Place) bool {
	return slices.ContainsFunc(p.holdings(x.d), func(h holding) bool {
		return x.Words.Start+h.span.Start < at.Start && at.End < x.Words.Start+h.span.End
	})
}

// mayList reports whether nothing typed in a part is held by no value.
func (p *pass) mayList(x *part) bool {
	return x.repair == "" && (x.d.Reading.Winner == nil || len(x.d.Reading.Winner.Unconsumed) == 0)
}

// list makes items the steps, all or none.
func (p *pass) list(x *part, items []text.Span) {
	var steps []*part
	for i, words := range items {
		step := x.piece(words)
		if i == 0 {
			step.d, _ = p.decide(step.text)
			if p.waits || step.d.Outcome != gate.Run && step.d.Outcome != gate.Confirm {
				return
			}
		} else if !p.fanOut(step, steps[i-1]) {
			return
		}
		steps = append(steps, step)
	}
	p.replace(x, steps...)
}

// items reads a joint that is no clear request as different ones.
func (p *pass) items() {
	if p.barred {
		return
	}
	for _, x := range p.steps() {
		if items := p.itemsOf(x, func(sentence.Place) bool { return true }); len(items) > 1 && x.repair == "" && unclear(x.d) {
			p.split(x, items)
		}
	}
}

// unclear reports whether a decision abstained, asks, or waits under its bar
// with nothing typed left over.
func unclear(d gate.Decision) bool {
	if d.Outcome != gate.Confirm {
		return d.Outcome != gate.Run
	}
	under := slices.ContainsFunc(d.Because, func(c gate.Cap) bool { return c.Type == "under_floor" })
	return under && len(d.Reading.Winner.Unconsumed) == 0
}

// split makes items the steps where each is a reflex of its own.
func (p *pass) split(x *part, items []text.Span) {
	var steps []*part
	seen := map[string]bool{}
	for _, words := range items {
		step := x.piece(words)
		step.d, _ = p.decide(step.text)
		step.repair, step.whole = Split, x.d
		seen[step.reflex()] = true
		steps = append(steps, step)
	}
	if !p.waits && len(seen) == len(steps) && !seen[""] {
		p.replace(x, steps...)
	}
}
