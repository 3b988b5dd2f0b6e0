package weave

import (
	"maps"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave/sentence"
)

// A Text is one text that is decided, or the sentence that questions of its own
// are asked about. It is the key its answers are kept under: the same words are
// asked other questions over another scope.
type Text struct {
	Words  string
	Reflex string           // the one reflex it is narrowed to; "" over all in scope
	Given  question.Subject // the judgment that gave the reflex; the zero Subject where the route is asked
	Whole  bool             // questions about the sentence
}

// A Request is one round about one text. An answer to an Optional one may be
// missing: a recording may be older than asking it (Memory.Lacks). Any other
// fault is one.
type Request struct {
	Text
	Questions []question.Question
	Optional  bool
}

// A Memory is the answers so far. It only grows, and only what was validated
// goes in. The zero Memory is none; it is for one goroutine.
type Memory struct {
	answers map[Text]question.Answers
	lacks   map[Text]bool
}

// Keep puts the answers to a request in.
func (m *Memory) Keep(r Request, answers question.Answers) {
	if m.answers == nil {
		m.answers = map[Text]question.Answers{}
	}
	if m.answers[r.Text] == nil {
		m.answers[r.Text] = make(question.Answers, len(answers))
	}
	maps.Copy(m.answers[r.Text], answers)
}

// Lacks says that an optional request has no answer: its text is not asked
// about again unless a phase needs it.
func (m *Memory) Lacks(r Request) {
	if m.lacks == nil {
		m.lacks = map[Text]bool{}
	}
	m.lacks[r.Text] = true
}

// A Weave is one sentence while it is read. It keeps what was worked out
// before, which the same answers give again. It is for one goroutine.
type Weave struct {
	cat    *catalog.Catalog
	scope  []catalog.Reflex
	input  string
	said   *sentence.Sentence
	beside reading.Beside
	in     *reading.Scope
	texts  map[Text]*reading.Text
	done   map[Text]gate.Decision
	stated map[string][]value
}

// New is a sentence over the reflexes in scope.
func New(cat *catalog.Catalog, scope []catalog.Reflex, input string, b reading.Beside) *Weave {
	return &Weave{
		cat: cat, scope: scope, input: input, said: sentence.Read(input), beside: b,
		in: reading.In(cat, scope), texts: map[Text]*reading.Text{}, done: map[Text]gate.Decision{}, stated: map[string][]value{},
	}
}

// Read reads the sentence with the answers so far: the requests of the next
// round, each about another text, or none and what it reads as. A memory may
// only have grown since it was last read with.
func (w *Weave) Read(m *Memory) ([]Request, Sentence) {
	p := &pass{Weave: w, memory: m}
	out := p.run()
	if len(p.open) > 0 {
		return p.open, Sentence{}
	}
	return nil, out
}

// decision is a text decided with these answers, or the questions it opens.
func (w *Weave) decision(t Text, answers question.Answers, given *reading.Judgment) (open []question.Question, d gate.Decision) {
	if d, ok := w.done[t]; ok {
		return nil, d
	}
	open, read := w.text(t, given).Read(answers)
	if len(open) > 0 {
		return open, gate.Decision{}
	}
	d = gate.Decide(w.cat, read)
	w.done[t] = d
	delete(w.texts, t) // its questions are many
	return nil, d
}

func (w *Weave) text(t Text, given *reading.Judgment) *reading.Text {
	text := w.texts[t]
	if text == nil {
		b := w.beside
		b.Given = given
		text = w.over(t).Over(t.Words, b)
		w.texts[t] = text
	}
	return text
}

// over is what a text is decided over.
func (w *Weave) over(t Text) *reading.Scope {
	if t.Reflex == "" {
		return w.in
	}
	return w.in.Only(t.Reflex)
}
