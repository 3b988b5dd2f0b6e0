package weave

import (
	"sinew/decide/gate"
	"sinew/decide/question"
)

// Alone is a text that is no part of the sentence, a playbook's step, decided
// over all in scope; else the requests that are still open.
func (w *Weave) Alone(m *Memory, words string) (gate.Decision, []Request) {
	p := &pass{Weave: w, memory: m}
	d, _ := p.decide(alone(words))
	return d, p.open
}

// Asked are the answers to questions about the whole sentence, in the order its
// words say; else the requests that are still open.
func (w *Weave) Asked(m *Memory, asked []question.Question) (question.Answers, []Request) {
	p := &pass{Weave: w, memory: m}
	answers, _ := p.ask(asked)
	return answers, p.open
}
