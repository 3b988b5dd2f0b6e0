package weave

import (
	"slices"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
)

// A pass reads the sentence once, from the beginning, with the answers there
// are. A phase that lacks one puts what it needs into open, and stops.
type pass struct {
	*Weave
	memory  *Memory
	open    []Request
	waits   bool // a phase needs an answer that is not there
	parts   []*part
	count   *Count
	shares  []float64
	folds   []folding
	asides  []Aside
	barred  bool // the sentence asks for one thing: it is not cut again
	changed bool // a phase changed a part
}

// need puts a request into the round, once.
func (p *pass) need(r Request) {
	if len(r.Questions) == 0 || slices.ContainsFunc(p.open, func(o Request) bool { return o.Text == r.Text }) {
		return
	}
	p.open = append(p.open, r)
}

// alone is a text over all reflexes in scope, and narrowed over one.
func alone(words string) Text { return Text{Words: words} }

func narrowed(words, reflex string) Text { return Text{Words: words, Reflex: reflex} }

// decide is a text, decided; false where an answer is lacking, which the phase
// then waits for.
func (p *pass) decide(t Text) (gate.Decision, bool) { return p.decideGiven(t, nil) }

func (p *pass) decideGiven(t Text, given *reading.Judgment) (gate.Decision, bool) {
	open, d := p.decision(t, p.memory.answers[t], given)
	if len(open) > 0 {
		p.need(Request{Text: t, Questions: open})
		p.waits = true
		return d, false
	}
	return d, true
}

// consider decides a text nobody may need: nothing waits for it but the end.
func (p *pass) consider(t Text) {
	if p.memory.lacks[t] {
		return
	}
	if open, _ := p.decision(t, p.memory.answers[t], nil); len(open) > 0 {
		p.need(Request{Text: t, Questions: open, Optional: true})
	}
}

// sentence is the sentence that questions of its own are asked about.
func (p *pass) sentence() Text { return Text{Words: p.said.Text, Whole: true} }

// ask asks questions about the sentence; false where an answer is lacking.
func (p *pass) ask(asked []question.Question) (question.Answers, bool) {
	t := p.sentence()
	answers := p.memory.answers[t]
	var open []question.Question
	for _, q := range asked {
		if _, ok := answers[q.ID()]; !ok {
			open = append(open, q)
		}
	}
	if len(open) > 0 {
		p.need(Request{Text: t, Questions: open})
		p.waits = true
		return nil, false
	}
	return answers, true
}
