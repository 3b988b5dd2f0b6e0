package run

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"sinew/decide/gate"
	"sinew/decide/weave/plan"
	"sinew/pkg/call"
	"sinew/pkg/pick"
)

// rounds are how often a step runs, or why it does not: another value was
// picked, its source found nothing, or a result is none it can be handed.
func (m *Machine) rounds(n int) (rounds int, why *Why) {
	if why := m.passedOver(m.plan.Step(n).When); why != nil {
		return 0, why
	}
	rounds = 1
	for _, b := range m.plan.Into(n) {
		source := m.steps[b.From-1].out
		switch {
		case source.Status == Skipped:
			return 0, &Why{Type: FoundNothing} // only that leaves the weave going on
		case b.Via == plan.Takes:
			why = whole(m.data(b.From), b.From)
		case b.Each != "":
			rounds, why = m.records(b, rounds, n)
		}
		if why != nil {
			return 0, why
		}
	}
	return rounds, nil
}

// passedOver is why a step that runs under a value does not.
func (m *Machine) passedOver(w *plan.When) *Why {
	if w == nil {
		return nil
	}
	value, ok := shown(member(m.data(w.Step), w.Field))
	switch {
	case m.steps[w.Step-1].out.Status == Skipped:
		return &Why{Type: FoundNothing}
	case !ok:
		return &Why{Type: NothingToTake, From: w.Step}
	case value != w.Is:
		return &Why{Type: NotChosen, From: w.Step, Value: value}
	}
	return nil
}

// whole is why a result cannot be handed on, or nil.
func whole(data json.RawMessage, from int) *Why {
	var compact bytes.Buffer
	switch err := json.Compact(&compact, data); {
	case err != nil, len(data) == 0, compact.String() == "null":
		return &Why{Type: NothingToTake, From: from}
	case compact.Len() > MaxTaken:
		return &Why{Type: TooLarge, From: from}
	}
	return nil
}

// records are the rounds of the shortest list a step takes from.
func (m *Machine) records(b plan.Bind, rounds, n int) (int, *Why) {
	list, ok := elements(member(m.data(b.From), b.Each))
	switch {
	case !ok:
		return 0, &Why{Type: NothingToTake, From: b.From}
	case len(list) == 0:
		return 0, &Why{Type: FoundNothing}
	case m.firstList(n, b):
		return len(list), nil
	}
	return min(rounds, len(list)), nil
}

// firstList reports whether a bind is the first of a step's that names a list.
func (m *Machine) firstList(n int, b plan.Bind) bool {
	all := m.plan.Into(n)
	return all[slices.IndexFunc(all, func(o plan.Bind) bool { return o.Each != "" })] == b
}

// data is what a step returned.
func (m *Machine) data(n int) json.RawMessage {
	rounds := m.steps[n-1].out.Rounds
	if len(rounds) == 0 {
		return nil
	}
	return rounds[len(rounds)-1].Data
}

func member(data json.RawMessage, field string) json.RawMessage {
	var o map[string]json.RawMessage
	if json.Unmarshal(data, &o) != nil {
		return nil
	}
	return o[field]
}

func elements(data json.RawMessage) (list []json.RawMessage, ok bool) {
	return list, len(data) > 0 && json.Unmarshal(data, &list) == nil && list != nil
}

// shown is a value a body returned, as text: a text, or a number.
func shown(data json.RawMessage) (string, bool) {
	var v any
	if len(data) == 0 || json.Unmarshal(data, &v) != nil {
		return "", false
	}
	switch v := v.(type) {
	case string:
		return v, true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	}
	return "", false
}

// value is a value a step takes in a round, from 1, as it is typed. A number
// under a duration is its seconds. What its kind does not read whole and by
// itself is nothing to take.
func (m *Machine) value(b plan.Bind, round int) (string, bool) {
	data := m.data(b.From)
	if b.Each != "" {
		list, _ := elements(member(data, b.Each))
		if round > len(list) {
			return "", false
		}
		data = list[round-1]
	}
	raw := member(data, b.Field)
	said, ok := shown(raw)
	if ok && b.Kind == pick.Duration && raw[0] != '"' {
		said += " seconds"
	}
	return said, ok && plan.Absolute(said, b.Kind)
}

// round readies the step's next round: the values it takes in place, filled or
// written into its words.
func (m *Machine) round(n int) {
	s, step := &m.steps[n-1], m.plan.Step(n)
	s.input, s.decision, s.permit, s.bound = step.Text, step.Decision, gate.Permit{}, nil
	var taken []taken
	for _, b := range m.plan.Into(n) {
		bound := Bound{Arg: b.Arg, From: b.From, Field: b.Field}
		if b.Via != plan.Takes {
			said, ok := m.value(b, len(s.out.Rounds)+1)
			if !ok {
				m.end(n, Skipped, &Why{Type: NothingToTake, From: b.From})
				return
			}
			bound.Value = &said
			taken = append(taken, takenBy(b, said))
		}
		s.bound = append(s.bound, bound)
	}
	if len(taken) > 0 && !m.fill(s, taken) {
		s.input, s.deciding = written(step, taken), true
		return
	}
	m.settle(n)
}

// A taken value, and the bind it comes by.
type taken struct {
	plan.Bind
	said string
}

func takenBy(b plan.Bind, said string) taken { return taken{b, said} }

// fill gives a step that asks its values as answers, where every one is for an
// argument it cannot do without.
func (m *Machine) fill(s *state, all []taken) bool {
	if s.decision.Outcome != gate.Ask || slices.ContainsFunc(all, func(t taken) bool { return t.Via != plan.Fill }) {
		return false
	}
	given := map[string]call.Value{}
	for _, t := range all {
		v, ok := call.Picked(t.said, t.Kind)
		if !ok {
			return false // value has read it whole already
		}
		given[t.Arg] = v
	}
	s.decision = gate.Fill(m.cat, s.decision, given)
	return true
}

// taken are the whole results a step takes, by the names they were returned
// under.
func (m *Machine) taken(n int) map[string]json.RawMessage {
	var all map[string]json.RawMessage
	for _, b := range m.plan.Into(n) {
		if b.Via == plan.Takes {
			if all == nil {
				all = map[string]json.RawMessage{}
			}
			all[b.Field] = m.data(b.From)
		}
	}
	return all
}
