package reading

import (
	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// settled is what the answers say of one argument. At most one of value and
// missing is set; open are questions that have to be answered first; held is
// the words of the text that hold the value.
type settled struct {
	value    *call.Value
	basis    *Basis
	judgment *Judgment
	missing  *Missing
	open     []question.Question
	held     *text.Span
	detail   Detail
}

func (r *reader) settle(x catalog.Reflex, a manifest.Argument) settled {
	reflex := x.Name
	switch {
	case a.Source == manifest.Takes:
		return settled{} // no words state it, and no person is asked for it: a plan hands it over
	case a.Source == manifest.Flag:
		return r.flag(reflex, a)
	case a.Source == manifest.Pick:
		return r.pick(x, a)
	case a.Optional && len(r.list(reflex, a)) == 0:
		return settled{}
	}
	return r.listed(reflex, a)
}

// flag is raised by a yes of one half or more; it adds nothing to confidence.
func (r *reader) flag(reflex string, a manifest.Argument) settled {
	q := question.TheFlag(question.Subject{Reflex: reflex, Arg: a.Name}, a.Ask)
	answer := r.answers[q.ID()]
	s := settled{detail: Detail{Arg: a.Name, Own: answer, Question: q}}
	if answer[question.Yes] >= 0.5 {
		s.value = &call.Value{Kind: call.Flag}
	}
	return s
}

// noneCounts is where a pick's `none` begins to count.
const noneCounts = 0.5

// pick reads an argument from a piece of the text (reading.md 3.5): from its own
// question, from a value said aloud or the one candidate, each on a yes, or from
// an earlier result that words point at.
func (r *reader) pick(x catalog.Reflex, a manifest.Argument) settled {
	candidates := r.candidates(x, a)
	q := question.TheArgument(question.Subject{Reflex: x.Name, Arg: a.Name}, a.Ask, candidateOptions(candidates))
	answer := r.answers[q.ID()]
	top, p := pickTop(q, answer)
	s := settled{detail: Detail{Arg: a.Name, Own: answer, Question: q}}
	for _, c := range candidates {
		if spanKey(c.Span) == top && !r.onlyCourtesy(c.Span) {
			s.takePick(a, picked(c), Basis{Arg: a.Name, By: ByAsk, P: p}, Judgment{q.Subject, top, p})
			return r.offering(x.Name, a, s)
		}
	}
	r.otherwise(x, a, candidates, top == question.None, &s)
	return r.offering(x.Name, a, s)
}

// offering is what is settled, an ask with what earlier results hold. What the
// text itself may say is offered in their place.
func (r *reader) offering(reflex string, a manifest.Argument, s settled) settled {
	if s.missing != nil && s.missing.Readings == nil {
		s.missing.Recent = r.recent(reflex, a)
		s.detail.Recent = s.missing.Recent
	}
	return s
}

// otherwise settles an argument that its own question gives no piece of the
// text for. none is its question's answer that the text gives another.
func (r *reader) otherwise(x catalog.Reflex, a manifest.Argument, candidates []pick.Candidate, none bool, s *settled) {
	asked := r.hear(x, a).Asked
	switch {
	case len(asked) > 0:
		s.missing, s.detail.Asked = readsOpenly(a, asked[0]), &asked[0]
	case r.meantOne(x, a, s):
	case len(candidates) == 1 && r.onlyOne(x.Name, a, candidates[0], s):
	case none:
		s.missing = &Missing{Arg: a.Name, Ask: a.Ask, Why: NotOffered}
	case r.recalls(x, a, s):
	case a.Required():
		s.missing = &Missing{Arg: a.Name, Ask: a.Ask, Why: NeverStated, Words: r.counted(a)}
		s.detail.Counted = s.missing.Words != nil
	}
}

func picked(c pick.Candidate) call.Value {
	return call.Value{Kind: call.Pick, Span: c.Span, Read: c.Value}
}

// pickTop is the top of a pick's own question, where none counts only from one
// half.
func pickTop(q question.Question, answer question.Answer) (string, float64) {
	if answer[question.None] >= noneCounts {
		return q.Top(answer)
	}
	without := make(question.Answer, len(answer))
	for key, p := range answer {
		without[key] = p
	}
	without[question.None] = -1
	return q.Top(without)
}

// onlyOne takes the one candidate there is on a yes of its own.
func (r *reader) onlyOne(reflex string, a manifest.Argument, c pick.Candidate, s *settled) bool {
	subject := question.Subject{Kind: question.Only, Reflex: reflex, Arg: a.Name, From: c.Span.Start, To: c.Span.End}
	yes := r.answers[subject.ID()][question.Yes]
	if yes < 0.5 {
		return false
	}
	s.takePick(a, picked(c), Basis{Arg: a.Name, By: ByOnly, Yes: &yes}, Judgment{subject, question.Yes, yes})
	return true
}

// takePick takes a value, or asks when it lies outside the range.
func (s *settled) takePick(a manifest.Argument, v call.Value, b Basis, j Judgment) {
	if !a.Range.Holds(v.Read.Number) {
		s.missing = &Missing{Arg: a.Name, Ask: a.Ask, Why: OutOfRange, Span: &v.Span}
		return
	}
	s.value, s.basis, s.judgment, s.held = &v, &b, &j, &v.Span
}

func (r *reader) onlyCourtesy(s text.Span) bool {
	for _, w := range r.words {
		if overlaps(s, w.start, w.end) && w.core != "" && !courtesy.has(w.fold) {
			return false
		}
	}
	return true
}
