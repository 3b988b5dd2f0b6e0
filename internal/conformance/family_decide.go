package conformance

import (
	"errors"
	"fmt"

	"sinew/cmd/sinew/report"
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	aloud "sinew/pkg/pick/spoken"
	"sinew/pkg/project"
	"sinew/pkg/text"
)

func answerFault(in struct {
	Fault   question.Fault
	Invoked string
}) (any, error) {
	command := in.Invoked
	if fix := report.FaultFix(&in.Fault); fix.Kind != "" && fix.Kind != diag.FixRerun {
		command = report.Words{Program: "evoke"}.Fix(fix)
	}
	return Object{{"message", in.Fault.Error()}, {"command", command}}, nil
}

func answerListed(in struct {
	Input string
	List  Object
}) (any, error) {
	list, err := optionsOf(in.List)
	if err != nil {
		return nil, err
	}
	found := []any{}
	for _, f := range reading.Found(in.Input, list, "") {
		found = append(found, Object{{"key", f.Key}, {"span", f.Span}, {"how", f.How}})
	}
	return found, nil
}

func answerSpoken(in struct {
	Input    string
	Kind     pick.Kind
	Examples []string
	Range    *[2]float64
}) (any, error) {
	heard := aloud.Read(in.Input, aloud.Argument{Kind: in.Kind, Examples: in.Examples, Range: in.Range})
	said, asked := []any{}, []any{}
	for _, s := range heard.Said {
		said = append(said, Object{{"span", s.Span}, {"typed", s.Typed}, {"value", s.Value}, {"form", s.Form}, {"shape", s.Shape}})
	}
	for _, a := range heard.Asked {
		asked = append(asked, Object{{"words", a.Words}, {"readings", a.Readings}})
	}
	answer := Object{{"said", said}}
	if len(asked) > 0 {
		answer = append(answer, Object{{"asked", asked}}...)
	}
	if len(heard.Withdrawn) > 0 {
		answer = append(answer, Object{{"withdrawn", heard.Withdrawn}}...)
	}
	return answer, nil
}

// optionsOf are a choice's keys with their meanings, each a text or an object
// that holds one under `what`.
func optionsOf(object Object) ([]question.Option, error) {
	list := make([]question.Option, len(object))
	for i, m := range object {
		what, plain := m.Value.(string)
		if inner, is := m.Value.(Object); is {
			value, _ := inner.Get("what")
			what, plain = value.(string)
		}
		if !plain {
			return nil, fmt.Errorf("%s has no meaning", m.Key)
		}
		list[i] = question.Option{Key: m.Key, Text: question.Text{What: what}}
	}
	return list, nil
}

// A wireGate is an adapter's bars as the vectors write them.
type wireGate struct {
	Route, Read, Write float64
	Fits, Whole        *float64
}

func (g *wireGate) bars() *catalog.Bars {
	if g == nil {
		return nil
	}
	return &catalog.Bars{Route: g.Route, Read: g.Read, Write: g.Write, Fits: g.Fits, Whole: g.Whole}
}

// catalog is a plan as a set of ours.
func (p wirePlan) catalog(bars *catalog.Bars) (*catalog.Catalog, error) {
	set := catalog.Set{Vocabs: map[string]project.Vocabulary{}, Adapter: catalog.Adapter{Name: "replay", ID: "replay", Bars: bars}}
	for _, active := range p.Active {
		body, _ := active.Value.(Object)
		m, err := activeManifest(active.Key, body)
		if err != nil {
			return nil, err
		}
		set.Reflexes = append(set.Reflexes, catalog.Reflex{Name: active.Key, Manifest: m, Effect: m.Effect})
		for _, a := range m.Args {
			if a.Source == manifest.Vocab {
				words, err := p.words(active.Key, m, a.Vocab)
				if err != nil {
					return nil, err
				}
				set.Vocabs[a.Vocab] = project.Vocabulary{Name: a.Vocab, Words: words}
			}
		}
	}
	return catalog.New(set), nil
}

type wireJudgment struct {
	Question string
	Top      string
	P        float64
}

type wireContender struct {
	Reflex string
	Route  float64
}

// A wireWinner is the reflex asked for and its call as far as it is read, in a
// reading and in an ask alike.
type wireWinner struct {
	Reflex string
	Args   Object
	Basis  Object
	Left   []struct {
		Words            text.Span
		Does, Arg        string
		P                float64
		Cut, Again, Read bool
	}
	Missing []struct {
		Arg, Ask string
		Because  struct{ Type reading.Why }
	}
	Unconsumed []text.Span
	Whole      *float64
}

func (w wireWinner) winner() (*reading.Winner, error) {
	args, err := argsOf(w.Args)
	if err != nil {
		return nil, err
	}
	winner := &reading.Winner{Reflex: w.Reflex, Args: args, Unconsumed: w.Unconsumed, Whole: w.Whole}
	for _, m := range w.Basis {
		basis := reading.Basis{Arg: m.Key}
		if err := decode(m.Value, &basis); err != nil {
			return nil, err
		}
		winner.Basis = append(winner.Basis, basis)
	}
	for _, l := range w.Left {
		winner.Left = append(winner.Left, reading.Left{Words: l.Words, Does: l.Does, Arg: l.Arg, P: l.P, Cut: l.Cut, Again: l.Again, Read: l.Read})
	}
	for _, m := range w.Missing {
		winner.Missing = append(winner.Missing, reading.Missing{Arg: m.Arg, Ask: m.Ask, Why: m.Because.Type})
	}
	return winner, nil
}

func readingOf(ranking []wireContender, judgments []wireJudgment, winner *wireWinner) (reading.Reading, error) {
	var r reading.Reading
	for _, c := range ranking {
		r.Ranking = append(r.Ranking, reading.Contender{Reflex: c.Reflex, Route: c.Route})
	}
	for _, j := range judgments {
		subject := subjectOf(j.Question)
		if subject.ID() != j.Question {
			return r, fmt.Errorf("the question %s is one of another kind", j.Question)
		}
		r.Judgments = append(r.Judgments, reading.Judgment{Subject: subject, Top: j.Top, P: j.P})
	}
	if winner == nil {
		return r, nil
	}
	var err error
	r.Winner, err = winner.winner()
	return r, err
}

func answerGate(in struct {
	Plan    wirePlan
	Reading struct {
		Ranking   []wireContender
		Judgments []wireJudgment
		Winner    *wireWinner
	}
	Gate *wireGate
}) (any, error) {
	cat, err := in.Plan.catalog(in.Gate.bars())
	if err != nil {
		return nil, err
	}
	r, err := readingOf(in.Reading.Ranking, in.Reading.Judgments, in.Reading.Winner)
	if err != nil {
		return nil, err
	}
	return withoutInput(gate.Decide(cat, r).Wire())
}

func answerFill(in struct {
	Plan   wirePlan
	Asking struct {
		wireWinner
		Judgments  []wireJudgment
		Contenders []wireContender
	}
	Given Object
	Gate  *wireGate
}) (any, error) {
	cat, err := in.Plan.catalog(in.Gate.bars())
	if err != nil {
		return nil, err
	}
	r, err := readingOf(in.Asking.Contenders, in.Asking.Judgments, &in.Asking.wireWinner)
	if err != nil {
		return nil, err
	}
	args, err := argsOf(in.Given)
	if err != nil {
		return nil, err
	}
	given := map[string]call.Value{}
	for _, a := range args {
		given[a.Name] = a.Value
	}
	return withoutInput(gate.Fill(cat, gate.Decision{Outcome: gate.Ask, Reading: r}, given).Wire())
}

// withoutInput is a decision's line without the input, which the vectors of a
// decision's parts do not have.
func withoutInput(line gate.Object) (any, error) {
	if len(line) == 0 || line[0].Key != "input" {
		return nil, errors.New("the line does not begin with its input")
	}
	return line[1:], nil
}
