package plan

import (
	"sinew/decide/gate"
	"sinew/decide/weave"
)

// Wire is the plan as `try --json` prints it, up to its trace (manual, "The
// JSON line"). Members keep one order, and what is absent is left out.
func (p *Plan) Wire() gate.Object {
	o := gate.Object{{Key: "input", Value: p.Input}}
	o.Add("steps", wireAll(p.Steps, wireStep))
	o.Add("binds", wireAll(p.Binds, wireBind))
	o.Add("stages", append([][]int{}, p.Stages...))
	o.Add("verdict", p.Verdict.wire())
	o.Add("exclusive", p.Exclusive)
	if len(p.Excluded) > 0 {
		o.Add("excluded", p.Excluded)
	}
	o.Add("splits", wireAll(p.Places, wirePlace))
	if p.Count != nil {
		o.Add("count", wireCount(*p.Count))
	}
	if len(p.Folded) > 0 {
		o.Add("folded", wireAll(p.Folded, wireFolded))
	}
	if len(p.Asides) > 0 {
		o.Add("asides", wireAll(p.Asides, wireAside))
	}
	return o
}

func wireAll[T any](all []T, one func(T) gate.Object) []gate.Object {
	list := make([]gate.Object, len(all))
	for i := range all {
		list[i] = one(all[i])
	}
	return list
}

func wireStep(s Step) gate.Object {
	o := gate.Object{{Key: "n", Value: s.N}, {Key: "text", Value: s.Text}}
	if s.Typed != "" {
		o.Add("typed", s.Typed)
	}
	o.Add("end", s.To)
	o.Add("decision", s.Decision.Wire()[1:]) // its input is the step's text
	if reflex := s.Reflex(); reflex != "" {
		o.Add("reflex", reflex)
		o.Add("effect", s.Decision.Effect.String())
	}
	if s.Repair != "" {
		o.Add("repair", s.Repair)
	}
	if len(s.Refs) > 0 {
		o.Add("refs", wireAll(s.Refs, wireRef))
	}
	return append(o, s.threads()...)
}

// threads are what ties a step to the others.
func (s *Step) threads() gate.Object {
	var o gate.Object
	if len(s.After) > 0 {
		o.Add("after", s.After)
	}
	return append(o, s.Ties()...)
}

// Ties are the members a step's own line carries after what is bound to it:
// shared, beside, from and when.
func (s *Step) Ties() gate.Object {
	var o gate.Object
	if len(s.Shared) > 0 {
		shared := gate.Object{}
		for _, one := range s.Shared {
			shared.Add(one.Arg, gate.Object{{Key: "word", Value: one.Word}, {Key: "via", Value: via(one)}})
		}
		o.Add("shared", shared)
	}
	if len(s.Beside) > 0 {
		beside := gate.Object{}
		for _, b := range s.Beside {
			beside.Add(b.Arg, b.Step)
		}
		o.Add("beside", beside)
	}
	if len(s.Wrote) > 0 {
		o.Add("from", wireAll(s.Wrote, wireWritten))
	}
	if s.When != nil {
		o.Add("when", s.When)
	}
	return o
}

func via(s weave.Shared) Via {
	if s.Fill {
		return Fill
	}
	return Rewrite
}

func wireWritten(w Written) gate.Object {
	return gate.Object{{Key: "playbook", Value: w.Playbook}, {Key: "step", Value: w.Step}, {Key: "slots", Value: WireSlots(w.Slots)}}
}

// WireSlots are slots as the wire has them, by the argument's name.
func WireSlots(all []Slot) gate.Object {
	o := gate.Object{}
	for _, s := range all {
		o.Add(s.Arg, s.Words)
	}
	return o
}

func wireRef(r Ref) gate.Object {
	o := gate.Object{}
	if r.How != HowVerb {
		o.Add("span", r.Span)
	}
	o.Add("from", r.From)
	o.Add("how", r.How)
	if r.Weak {
		o.Add("weak", true)
	}
	if r.Noun != "" {
		o.Add("noun", r.Noun)
	}
	if r.How == HowEngine {
		o.Add("p", r.P)
	}
	return o
}

func wireBind(b Bind) gate.Object {
	o := gate.Object{{Key: "from", Value: b.From}, {Key: "to", Value: b.To}, {Key: "arg", Value: b.Arg}, {Key: "field", Value: b.Field}}
	if b.Each != "" {
		o.Add("each", b.Each)
	}
	if b.Kind != "" {
		o.Add("kind", b.Kind)
	}
	o.Add("via", b.Via)
	return o
}

func wirePlace(at weave.Place) gate.Object {
	order := "and"
	if at.Then {
		order = "then"
	}
	o := gate.Object{
		{Key: "start", Value: at.Start}, {Key: "end", Value: at.End},
		{Key: "word", Value: at.Word}, {Key: "order", Value: order}, {Key: "p", Value: at.P},
	}
	if at.Cut {
		o.Add("cut", true)
	}
	return o
}

func wireCount(c weave.Count) gate.Object {
	o := gate.Object{{Key: "one", Value: c.One}}
	if c.AsOne {
		o.Add("as_one", true)
	}
	return o
}

func wireFolded(f weave.Folded) gate.Object {
	o := gate.Object{{Key: "text", Value: f.Words.Text}, {Key: "into", Value: f.Into + 1}}
	if len(f.Gave) > 0 {
		o.Add("gave", f.Gave)
	}
	if f.Picked != "" {
		o.Add("picked", f.Picked)
	}
	return o
}

func wireAside(a weave.Aside) gate.Object {
	o := gate.Object{{Key: "text", Value: a.Words.Text}, {Key: "remark", Value: a.Remark}}
	if a.By != "" {
		o.Add("by", a.By)
		return o
	}
	o.Add("does", gate.Object{{Key: "aside", Value: a.Aside}, {Key: "detail", Value: a.Detail}, {Key: "asks", Value: a.Asks}})
	return o
}

func (v Verdict) wire() gate.Object {
	o := gate.Object{{Key: "outcome", Value: v.Outcome}}
	if len(v.Because) > 0 {
		o.Add("because", wireAll(v.Because, Cause.Wire))
	}
	return o
}
