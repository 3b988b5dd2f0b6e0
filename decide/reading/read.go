package reading

import (
	"cmp"
	"slices"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/call"
	"sinew/pkg/pick"
	"sinew/pkg/pick/spoken"
	"sinew/pkg/text"
)

// reader reads one text with the answers so far.
type reader struct {
	*laid
	in      *Scope
	answers question.Answers
	around  Beside

	// What was looked for once, by reflex and argument.
	heard    map[[2]string]spoken.Heard
	recalled map[[2]string][]call.Value
	typed    map[[2]string]askedText // as it was asked about last
}

// Beside is what is known of a text beside its words. The zero value is a text
// by itself.
type Beside struct {
	Memory Memory // the results of this session
	// Given is the judgment that gave the reflex, where the route is not asked: the
	// scope is that reflex alone.
	Given *Judgment
	// Hear reads the words that spell a value out; nil for spoken.Read.
	Hear func(input string, a spoken.Argument) spoken.Heard
}

// Read reads a text over the reflexes in scope. It gives the questions of the
// next round, or none and the reading. Every answer must have been validated
// against the question it answers.
func Read(cat *catalog.Catalog, scope []catalog.Reflex, input string, answers question.Answers) ([]question.Question, Reading) {
	return Over(cat, scope, input, Beside{}).Read(answers)
}

// A Text is one text that is read round after round. What its words say by
// themselves is worked out once; every call of Read reads all answers anew. It
// is for one goroutine, and so are all texts of one scope.
type Text struct {
	reader
	input string
	first []question.Question
	ids   []string // of the first questions; nil before there are answers
}

// Over is a text over the reflexes in scope.
func Over(cat *catalog.Catalog, scope []catalog.Reflex, input string, b Beside) *Text {
	return In(cat, scope).Over(input, b)
}

// Over is a text over the scope.
func (s *Scope) Over(input string, b Beside) *Text {
	if b.Hear == nil {
		b.Hear = spoken.Read
	}
	t := &Text{input: input, reader: reader{
		laid: s.lay(input), in: s, around: b,
		heard: map[[2]string]spoken.Heard{}, recalled: map[[2]string][]call.Value{}, typed: map[[2]string]askedText{},
	}}
	t.first = t.opening()
	return t
}

// Read is as the function Read.
func (t *Text) Read(answers question.Answers) ([]question.Question, Reading) {
	r := &t.reader
	r.answers = answers
	if open := t.open(); len(open) > 0 {
		return open, Reading{}
	}
	out, winner := r.routed(t.input)
	if winner == nil {
		return nil, out
	}
	return r.win(*winner, out)
}

// open are the first questions that have no answer yet. Their ids, of which
// there are hundreds, are spelled once.
func (t *Text) open() []question.Question {
	if len(t.answers) == 0 {
		return t.first
	}
	if t.ids == nil {
		t.ids = make([]string, len(t.first))
		for i := range t.first {
			t.ids[i] = t.first[i].ID()
		}
	}
	var open []question.Question
	for i, id := range t.ids {
		if _, ok := t.answers[id]; !ok {
			open = append(open, t.first[i])
		}
	}
	return open
}

// unanswered are the questions that have no answer yet.
func (r *reader) unanswered(asked []question.Question) []question.Question {
	var open []question.Question
	for _, q := range asked {
		if _, ok := r.answers[q.ID()]; !ok {
			open = append(open, q)
		}
	}
	return open
}

// routed is the reading as far as the route gives it, and the reflex on top.
func (r *reader) routed(input string) (Reading, *catalog.Reflex) {
	if given := r.around.Given; given != nil && len(r.in.reflexes) == 1 {
		x := &r.in.reflexes[0]
		return Reading{Input: input, Judgments: []Judgment{*given}, Ranking: []Contender{{x.Name, given.P}}}, x
	}
	q := r.in.route()
	answer := r.answers[q.ID()]
	top, p := q.Top(answer)
	out := Reading{Input: input, None: answer[question.None], Judgments: []Judgment{{q.Subject, top, p}}}
	for _, x := range r.in.reflexes {
		out.Ranking = append(out.Ranking, Contender{x.Name, answer[x.Name]})
	}
	slices.SortStableFunc(out.Ranking, func(a, b Contender) int { return cmp.Compare(b.Route, a.Route) })
	for i := range r.in.reflexes {
		if r.in.reflexes[i].Name == top {
			return out, &r.in.reflexes[i]
		}
	}
	return out, nil
}

// win reads the winner's arguments, its account and its call read back.
func (r *reader) win(x catalog.Reflex, out Reading) ([]question.Question, Reading) {
	w := &Winner{Reflex: x.Name}
	out.Winner = w
	var open []question.Question
	var held []holding
	for _, a := range x.Manifest.Args {
		s := r.settle(x, a)
		open = append(open, s.open...)
		w.take(a.Name, s)
		if s.judgment != nil {
			out.Judgments = append(out.Judgments, *s.judgment)
		}
		if s.held != nil {
			held = append(held, holding{a, *s.held, s.value})
		}
	}
	settled := len(open) == 0
	open = append(open, r.account(x, w, held)...)
	texts, typed := r.texts(x, w, &out)
	open, held = append(open, texts...), append(held, typed...)
	if settled && len(texts) == 0 {
		open = append(open, r.readBack(x, w, out.Judgments)...)
	}
	w.Unconsumed = r.unconsumed(x, w)
	w.Quotes = r.quotes(x, held)
	return open, out
}

// take puts one settled argument into the winner.
func (w *Winner) take(arg string, s settled) {
	if s.value != nil {
		w.Args = append(w.Args, call.Arg{Name: arg, Value: *s.value})
	}
	if s.basis != nil {
		w.Basis = append(w.Basis, *s.basis)
	}
	if s.missing != nil {
		w.Missing = append(w.Missing, *s.missing)
	}
	if s.detail.Arg != "" {
		w.Details = append(w.Details, s.detail)
	}
}

// Call is the call as far as its values are read.
func (w *Winner) Call() call.Call { return call.Call{Reflex: w.Reflex, Args: w.Args} }

// unconsumed are the typed candidates of the text that no argument took and
// that are no part of a value said aloud. A bare number is not typed.
func (r *reader) unconsumed(x catalog.Reflex, w *Winner) []text.Span {
	var over []text.Span
	for _, c := range r.found {
		if c.Value.Kind != pick.Number && !w.consumes(c.Span) && !r.inSpoken(x, c.Span) {
			over = append(over, c.Span)
		}
	}
	return over
}

// consumes reports whether a value of the call was read from the span, or is
// the very word that stands there.
func (w *Winner) consumes(s text.Span) bool {
	return slices.ContainsFunc(w.Args, func(a call.Arg) bool {
		if a.Value.Kind == call.Word {
			return bare(a.Value.Word) == bare(s.Text)
		}
		at := w.stands(a)
		return a.Value.Kind == call.Pick && (at == s || a.Value.Read.Kind == pick.Quoted && within(s, at))
	})
}
