package conformance

import (
	"encoding/json"
	"errors"

	"sinew/decide/judge"
	"sinew/pkg/manifest"
	"sinew/pkg/text"
)

// answerThieves takes routed cases in the newer form.
func answerThieves(in struct {
	Newcomers []string
	Floor     *float64
	Routed    []struct {
		Case struct {
			Reflex    string
			Utterance struct{ Text string }
			Expect    any
		}
		Winner  string
		Ranking []struct {
			Reflex string
			Fits   *float64
		}
	}
}) (any, error) {
	var routed []judge.Routed
	for _, r := range in.Routed {
		one := judge.Routed{Winner: r.Winner, Case: judge.Case{
			Reflex: r.Case.Reflex, Utterance: r.Case.Utterance.Text, Never: r.Case.Expect == false,
		}}
		for _, c := range r.Ranking {
			if c.Fits != nil {
				one.Fits = append(one.Fits, judge.Fit{Reflex: c.Reflex, P: *c.Fits})
			}
		}
		routed = append(routed, one)
	}
	out := []any{}
	for _, t := range judge.Thefts(in.Newcomers, in.Floor, routed) {
		theft := map[string]any{
			"phrase": map[string]any{"text": t.Phrase, "id": text.Identity(t.Phrase)}, "owner": t.Owner, "thief": t.Thief,
		}
		if t.Fits != nil {
			theft["fits"] = *t.Fits
		}
		out = append(out, theft)
	}
	return out, nil
}

// A wireCase is a record as the vectors hold it. What it asserts keeps its
// order.
type wireCase struct{ judge.Case }

// UnmarshalJSON reads {reflex, utterance, expect, from}.
func (w *wireCase) UnmarshalJSON(data []byte) error {
	var read struct {
		Reflex    string
		Utterance struct{ Text string }
		From      judge.Table
	}
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	value, err := ParseJSON(data)
	if err != nil {
		return err
	}
	whole, _ := value.(Object)
	expect, _ := whole.Get("expect")
	asserted, is := expect.(Object)
	w.Case = judge.Case{Reflex: read.Reflex, Utterance: read.Utterance.Text, Never: !is, From: read.From}
	for _, m := range asserted {
		w.Asserts = append(w.Asserts, assertion(m))
	}
	return nil
}

func assertion(m Member) manifest.Assertion {
	a := manifest.Assertion{Arg: m.Key}
	switch value := m.Value.(type) {
	case bool:
		a.Raised, a.Unstated = value, !value
	case string:
		a.Value = value
	}
	return a
}

// A wirePair is a case and what stands beside it.
type wirePair[Beside any] struct {
	Case   wireCase
	Beside []Beside
}

// UnmarshalJSON reads [case, [beside, …]].
func (p *wirePair[Beside]) UnmarshalJSON(data []byte) error {
	var pair []json.RawMessage
	if err := json.Unmarshal(data, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return errors.New("a pair is [case, what stands beside it]")
	}
	if err := json.Unmarshal(pair[0], &p.Case); err != nil {
		return err
	}
	return json.Unmarshal(pair[1], &p.Beside)
}

func answerJudge(in struct {
	Case     wireCase
	Decision judge.Decided
}) (any, error) {
	return judge.Judge(in.Case.Case, in.Decision), nil
}

type wireTried struct {
	Before judge.Baseline
	Judged []wirePair[judge.Verdict]
}

func (w wireTried) tried() []judge.Tried {
	var all []judge.Tried
	for _, p := range w.Judged {
		all = append(all, judge.Tried{Case: p.Case.Case, Verdicts: p.Beside})
	}
	return all
}

func answerRegressions(in wireTried) (any, error) {
	return judge.Regressions(in.Before, in.tried()), nil
}

func answerBaseline(in wireTried) (any, error) { return in.Before.After(in.tried()), nil }

func answerCalibrate(in struct {
	Plan   wirePlan
	Judged []wirePair[judge.Decided]
	Gate   *wireGate
}) (any, error) {
	cat, err := in.Plan.catalog(in.Gate.bars())
	if err != nil {
		return nil, err
	}
	var judged []judge.Judged
	for _, p := range in.Judged {
		judged = append(judged, judge.Judged{Case: p.Case.Case, Decided: p.Beside})
	}
	return judge.Calibrate(cat, judged), nil
}

func answerCalibrateLog(in struct {
	Gate  *wireGate
	Lines []struct {
		Input    string
		Decision judge.Decided
		Ran      bool
		Status   string
		Failed   bool
	}
	Cases  []wireCase
	Unread int
}) (any, error) {
	cat, err := wirePlan{}.catalog(in.Gate.bars())
	if err != nil {
		return nil, err
	}
	var logged []judge.Logged
	for _, l := range in.Lines {
		one := judge.Logged{Input: l.Input, Decided: l.Decision}
		switch {
		case l.Ran:
			one.Became = judge.Ran
		case l.Failed:
			one.Became = judge.Failed
		case l.Status == "skipped":
			one.Became = judge.Skipped
		}
		logged = append(logged, one)
	}
	var cases []judge.Case
	for _, c := range in.Cases {
		cases = append(cases, c.Case)
	}
	return judge.CountLog(cat, logged, cases, in.Unread), nil
}
