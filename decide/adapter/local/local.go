// Package local is the engine that answers without a network or a key. Which
// reflex a text asks for it learns from a small model that is compiled in
// (encoder), from words and letters (likeness), and from weights fitted once
// (scorer); all else it answers by comparing words. The same text and questions
// give the same answers on every machine.
//
// A request is compared with what the questions themselves say: names,
// descriptions, examples, lines of not_for, options and their meanings, asks.
//
//	token      a word of a text, or a typed value (a number, an address) as one
//	stem       what a token is compared by
//	term       a stem among the texts of one question, and what it weighs
//	share      an answer's probability for one key
//
// Each kind of question has a file: route.go, listed.go, picks.go, frames.go,
// meant.go, flags.go, account.go, texts.go; of a sentence that may be several
// things joint.go, clause.go, weave.go and span.go. Which reflex is asked for, and which
// value of a list is stated, packages scorer and values tell by weights that
// were fitted; what the other files see they turn into shares by a table of
// named constants. What the words do not settle gets shares that ask, confirm
// or abstain at the engine's bars.
//
// The contract is the manual's page "Adapters".
package local

import (
	"context"

	"sinew/decide/adapter"
	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/scorer"
	"sinew/decide/adapter/local/values"
	"sinew/decide/catalog"
	"sinew/decide/question"
)

// What an answer depends on: each part changes with what it names.
const (
	rules       = "local-4"     // every rule, word list and constant of this package, and the weights of values
	weights     = scorer.Fit    // the fit the scorer's weights are of
	model       = encoder.Model // the encoder's weights and arithmetic
	calibration = "bars-3"      // where calls run
	ID          = rules + "+" + model + "+" + weights + "+" + calibration
)

// An Engine is the adapter. The zero value is ready, and may be asked from
// several goroutines at once.
type Engine struct {
	memory *memory // nil for the one that all such engines share
}

// With is an engine that has vectors of texts from what earlier runs kept.
func With(kept Memory) Engine { return Engine{&memory{kept: kept}} }

// An Engine's memory lives as long as it does.
func (e Engine) remembers() *memory {
	if e.memory == nil {
		return shared
	}
	return e.memory
}

var _ adapter.Grounded = Engine{}

// ID is the engine's id.
func (Engine) ID() string { return ID }

// Bars are where its calls run (docs/local-adapter.md, "The bars"). On public
// requests the scorer had not seen, fifteen reflexes with five examples, about
// one in twenty of the routes at the read bar is wrong, and one in thirty at the
// write bar. The whole bar then stops a call that leaves out a single word that
// tells something: of everyday lines in the words of a reflex that does not
// serve them, the route alone would run one in ten. It stands above what a
// wrong route reached on std's held-out requests. There is no bar of fits: a
// lone reflex of few words fits too much, so a theft is what the route says.
func (Engine) Bars() *catalog.Bars {
	whole := 0.62
	return &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9, Whole: &whole}
}

// Answer answers every question. It fails only when ctx is done. The time it
// takes grows with the length of the text times that of the questions.
func (e Engine) Answer(ctx context.Context, text string, asked []question.Question) (question.Answers, error) {
	m := e.remembers().hear()
	defer m.keep(text, asked)
	s := newScene(text, asked, m)
	answers := make(question.Answers, len(asked))
	for _, q := range asked {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		answers[q.ID()] = s.answer(q)
	}
	return answers, nil
}

func (s *scene) answer(q question.Question) question.Answer {
	switch q.Subject.Kind {
	case question.Route:
		return s.route(q)
	case question.Fits:
		return s.fits(q)
	case question.Arg:
		return s.argument(q)
	case question.View:
		return s.listed(q, &values.Fitted().View)
	case question.Named:
		return s.named(q)
	case question.Is:
		return s.is(q)
	case question.Only:
		return s.only(q)
	case question.Meant:
		return s.meant(q)
	case question.Does:
		return s.does(q)
	case question.Against:
		return s.against(q)
	case question.First:
		return s.begins(q)
	case question.Run, question.Last, question.Reading:
		return s.texted(q)
	case question.Word:
		return s.ofText(q)
	}
	return s.ofSentence(q)
}

// ofSentence answers what is asked about a sentence that may be several things.
func (s *scene) ofSentence(q question.Question) question.Answer {
	switch q.Subject.Kind {
	case question.Split:
		return s.splits(q)
	case question.Count:
		return s.counts(q)
	case question.Part:
		return s.partDoes(q)
	case question.Span:
		return s.spans(q)
	case question.Share:
		return s.shared(q)
	case question.Again:
		return s.again(q)
	case question.Ref:
		return s.refers(q)
	}
	return unsaid(q)
}

// argument answers an argument's own question by what its keys are.
func (s *scene) argument(q question.Question) question.Answer {
	switch {
	case isFlag(q):
		return s.flag(q)
	case s.isPick(q):
		return s.pick(q)
	}
	return s.listed(q, &values.Fitted().Own)
}
