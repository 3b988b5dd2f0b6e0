package systemone

import (
	"slices"

	"sinew/decide/gate"
	"sinew/decide/question"
)

// Encode is the body of one request: the text and its questions, in the order
// asked, and nothing else of anybody's. What a question is about and which key
// means none of the others are not sent.
func (s Service) Encode(said string, asked []question.Question) ([]byte, error) {
	questions := make(gate.Object, len(asked))
	for i, q := range asked {
		questions[i] = gate.Member{Key: q.ID(), Value: wireQuestion(q)}
	}
	return gate.Line(gate.Object{
		{Key: "model", Value: s.Model},
		{Key: "state", Value: gate.Object{{Key: "request", Value: said}}},
		{Key: "questions", Value: questions},
	})
}

// Parts are the questions as the service's requests carry them.
func (s Service) Parts(asked []question.Question) [][]question.Question {
	size := s.Part
	if size == 0 {
		size = max(1, len(asked))
	}
	return slices.Collect(slices.Chunk(asked, size))
}

// The types of a question on the wire.
const (
	typeChoice = "choice"
	typeYesNo  = "noul"
)

func wireQuestion(q question.Question) gate.Object {
	kind, criteria := typeYesNo, gate.Object{{Key: "true", Value: wireText(q.Yes)}, {Key: "false", Value: wireText(q.No)}}
	if !q.YesNo() {
		kind, criteria = typeChoice, make(gate.Object, len(q.Options))
		for i, o := range q.Options {
			criteria[i] = gate.Member{Key: o.Key, Value: wireText(o.Text)}
		}
	}
	return gate.Object{{Key: "type", Value: kind}, {Key: "instructions", Value: q.Ask}, {Key: "criteria", Value: criteria}}
}

// wireText is a text alone, or an object where it says more.
func wireText(t question.Text) any {
	if len(t.NotFor) == 0 && len(t.Examples) == 0 {
		return t.What
	}
	o := gate.Object{{Key: "what", Value: t.What}}
	if len(t.NotFor) > 0 {
		o.Add("not_for", t.NotFor)
	}
	if len(t.Examples) > 0 {
		o.Add("examples", t.Examples)
	}
	return o
}
