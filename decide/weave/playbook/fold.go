package playbook

import (
	"slices"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/decide/weave/plan"
	"sinew/pkg/manifest"
)

// stated gives a playbook that asks what parts beside it state for it: the
// value of an argument of the same name, of a part whose reflex its steps reach
// (reading.md 6.5, 17). Two parts that state different values give none.
func (e *expander) stated(parts []plan.Part) []plan.Part {
	out := slices.Clone(parts)
	for i, p := range parts {
		if x := Of(e.cat, p.Decision); x == nil || !p.Own() || p.Decision.Outcome != gate.Ask {
			continue
		}
		for _, missing := range p.Decision.Reading.Winner.Missing {
			gift, reflex := beside(parts, i, missing.Arg)
			if reflex == "" {
				continue
			}
			if d := gate.Give(e.cat, out[i].Decision, gift); e.reaches(d, reflex) {
				out[i].Decision = d
			}
		}
	}
	return out
}

// beside is the one value the other parts of a person's own state for an
// argument, and the reflex that read it; "" for none or several.
func beside(parts []plan.Part, at int, arg string) (gift gate.Gift, reflex string) {
	for i, p := range parts {
		v, has := p.Decision.Call().Arg(arg)
		switch {
		case i == at || !p.Own() || !has:
		case reflex != "" && v.Shown() != gift.Value.Shown():
			return gate.Gift{}, ""
		case reflex == "":
			w := p.Decision.Reading.Winner
			gift, reflex = gate.Gift{Arg: arg, Value: v}, w.Reflex
			if b := slices.IndexFunc(w.Basis, func(b reading.Basis) bool { return b.Arg == arg }); b >= 0 {
				gift.Basis = w.Basis[b]
			}
			gift.Judgment = judged(p.Decision, arg, parts[at].Decision.Reading.Winner.Reflex)
		}
	}
	return gift, reflex
}

// judged is the judgment a value came by, as one of another reflex's argument.
func judged(d gate.Decision, arg, reflex string) *reading.Judgment {
	for _, j := range d.Reading.Judgments {
		if !j.Subject.Routes() && j.Subject.Arg == arg {
			j.Subject = question.Subject{Kind: question.Arg, Reflex: reflex, Arg: arg}
			return &j
		}
	}
	return nil
}

// reaches reports whether a step of a playbook's that its call can fill was
// decided as the reflex; a step not decided yet is needed.
func (e *expander) reaches(d gate.Decision, reflex string) bool {
	x, slots := Of(e.cat, d), Slots(e.cat, d)
	reached := false
	for _, s := range x.Manifest.Steps {
		if filled(x.Manifest, s, slots) {
			step, ok := e.decide(Sentence(s, slots))
			reached = reached || ok && step.Reading.Winner != nil && step.Reading.Winner.Reflex == reflex
		}
	}
	return reached
}

// filled reports whether the slots hold everything a step cannot be said
// without.
func filled(m *manifest.Manifest, s manifest.Step, slots []plan.Slot) bool {
	return !slices.ContainsFunc(s.Slots(), func(name string) bool {
		a := m.Arg(name)
		return a != nil && a.Required() && !slices.ContainsFunc(slots, func(o plan.Slot) bool { return o.Arg == name })
	})
}

// folded folds a person's own parts into the playbooks' steps they repeat: the
// same reflex, every value the same, and every ask answered there (reading.md
// 6.5, 18). A step that may not run takes none.
func folded(s plan.Sentence) plan.Sentence {
	for i := 0; i < len(s.Parts); {
		into := repeated(s.Parts, i)
		if into < 0 {
			i++
			continue
		}
		s = withoutPart(s, i, into)
	}
	return s
}

// repeated is the playbook's step that a part repeats, -1 for none.
func repeated(parts []plan.Part, at int) int {
	own := parts[at]
	if !own.Own() || own.Decision.Reading.Winner == nil {
		return -1
	}
	return slices.IndexFunc(parts, func(p plan.Part) bool {
		return !p.Own() && p.Branch == nil && p.Decision.Reading.Winner != nil && covers(p.Decision, own.Decision)
	})
}

// covers reports whether a call holds all of another, and what that one lacks.
func covers(step, own gate.Decision) bool {
	if step.Reading.Winner.Reflex != own.Reading.Winner.Reflex {
		return false
	}
	for _, a := range own.Call().Args {
		if v, has := step.Call().Arg(a.Name); !has || v.Shown() != a.Value.Shown() {
			return false
		}
	}
	return !slices.ContainsFunc(own.Reading.Winner.Missing, func(m reading.Missing) bool {
		_, has := step.Call().Arg(m.Arg)
		return !has
	})
}

// withoutPart is the sentence without a part, folded into another. What named a later
// step names it still.
func withoutPart(s plan.Sentence, at, into int) plan.Sentence {
	p := s.Parts[at]
	s.Parts = slices.Delete(slices.Clone(s.Parts), at, at+1)
	if at < len(s.Parts) {
		s.Parts[at].Then = s.Parts[at].Then || p.Then
	}
	now := func(i int) int {
		if i == at {
			i = into
		}
		if i > at {
			i--
		}
		return i
	}
	s = s.Renumber(now)
	s.Folded = append(s.Folded, weave.Folded{Words: p.Words(), Into: now(into)})
	return s
}

// decide is a text decided alone; false where it still has to be.
func (e *expander) decide(said string) (gate.Decision, bool) {
	d, ok := e.decided[said]
	if !ok && !slices.Contains(e.need, said) {
		e.need = append(e.need, said)
	}
	return d, ok
}
