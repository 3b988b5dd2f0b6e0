package weave

import (
	"slices"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/weave/sentence"
	"sinew/pkg/text"
)

// Who set a part aside by its words alone.
const (
	byOwn      = "own"
	byCourtesy = "courtesy"
)

// hold puts on each step what the sentence around it holds it back for.
func (p *pass) hold() {
	for _, x := range p.steps() {
		if slices.ContainsFunc(p.steps(), func(o *part) bool { return o != x && o.reflex() == x.reflex() }) {
			x.d = gate.Repeated(p.cat, x.d)
		}
		p.lackOfJoint(x)
		if next := p.after(x); next != nil && x.After == next.Before && x.doubtedSign() {
			x.caps = append(x.caps, gate.Detail(next.Words.Text))
			next.caps = append(next.caps, gate.Detail(x.Words.Text))
		}
	}
	for _, x := range p.steps() {
		if len(x.caps) > 0 {
			x.d = gate.Hold(p.cat, x.d, x.caps...)
		}
	}
}

// lackOfJoint holds an item back whose joint, read as its reflex, held a value
// its own call lacks.
func (p *pass) lackOfJoint(x *part) {
	if x.whole.Reading.Winner == nil || x.whole.Reading.Winner.Reflex != x.reflex() {
		return
	}
	for _, h := range p.holdings(x.whole) {
		if _, has := x.d.Call().Arg(h.arg); !has {
			x.caps = append(x.caps, gate.Detail(h.span.Text))
		}
	}
}

// result is the sentence as it was read.
func (p *pass) result() Sentence {
	out := Sentence{Input: p.input, Text: p.said.Text, Places: p.places(), Asides: p.asides, Count: p.count}
	then := false
	for _, x := range p.parts {
		then = then || after(x)
		if x.isStep() {
			out.Steps = append(out.Steps, p.step(x, then))
			then = false
		}
		out.setApart(x)
	}
	slices.SortStableFunc(out.Asides, func(a, b Aside) int { return a.Words.Start - b.Words.Start })
	for _, f := range p.folds {
		out.Folded = append(out.Folded, Folded{Words: f.x.Words, Into: slices.Index(p.steps(), f.into), Gave: f.gave, Picked: f.picked})
	}
	return out
}

// step is a part as a step; then is whether the words say it comes after what is
// before it.
func (p *pass) step(x *part, then bool) Step {
	var judged question.Answer
	if x.text.Given.Kind != question.Route {
		judged = p.memory.answers[p.sentence()][x.text.Given.ID()]
	}
	return Step{
		Text: x.text.Words, Typed: x.typed, From: x.Words.Start, To: x.Words.End, Decision: x.d, Repair: x.repair, Judged: judged,
		Shared: x.shared, Without: x.without, Object: x.object, Then: then,
	}
}

// setApart takes a part that its own words set apart.
func (s *Sentence) setApart(x *part) {
	switch {
	case x.gone:
	case x.Role == sentence.Excluded:
		s.Excluded = append(s.Excluded, x.Words)
	case x.Role == sentence.Own:
		s.Asides = append(s.Asides, Aside{Words: x.Words, Remark: true, By: byOwn})
	case x.Role == sentence.Courtesy:
		s.Asides = append(s.Asides, Aside{Words: x.Words, Remark: true, By: byCourtesy})
	}
}

// places are the places of the sentence, cut where nothing holds both sides.
func (p *pass) places() []Place {
	var all []Place
	n := 0
	for _, at := range p.said.Places {
		one := Place{Start: at.Start, End: at.End, Word: at.Join, Then: at.Then, P: 1}
		if !at.Sure {
			if one.P = 0; n < len(p.shares) {
				one.P = p.shares[n]
			}
			n++
		}
		one.Cut = !slices.ContainsFunc(p.parts, func(x *part) bool { return holdsPlace(x.Words, one) })
		all = append(all, one)
	}
	return all
}

func holdsPlace(words text.Span, at Place) bool {
	return words.Start <= at.Start && at.End <= words.End
}
