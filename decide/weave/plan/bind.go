package plan

import (
	"slices"

	"sinew/pkg/manifest"
	"sinew/pkg/pick"
)

// takes binds the whole results a step takes, by name (reading.md 6.8).
func (m *maker) takes(at int) {
	x := reflexOf(m.cat, m.parts[at])
	if x == nil {
		return
	}
	for _, a := range x.Manifest.Args {
		if a.Source == manifest.Takes {
			m.take(at, x.Name, a)
		}
	}
}

func (m *maker) take(at int, taker string, a manifest.Argument) {
	var from []int
	for before := range at {
		if x := reflexOf(m.cat, m.parts[before]); x != nil && x.Manifest.Returns == a.Takes {
			from = append(from, before+1)
		}
	}
	switch {
	case len(from) == 0:
		m.sources = append(m.sources, Cause{Type: NoSource, Step: at + 1, Takes: a.Takes, Reflex: m.returning(a.Takes, taker)})
	case len(from) > 1 || m.plan.PerRecord(from[0]):
		m.sources = append(m.sources, Cause{Type: SeveralSources, Step: at + 1, Takes: a.Takes, From: from, Reflex: taker})
	default:
		m.bind(Bind{From: from[0], To: at + 1, Arg: a.Name, Field: a.Takes, Via: Takes, Ref: -1})
	}
}

// returning is an active reflex that returns a result, or else the taker.
func (m *maker) returning(result, taker string) string {
	for _, x := range m.cat.Reflexes() {
		if x.Manifest.Returns == result {
			return x.Name
		}
	}
	return taker
}

func (m *maker) bind(b Bind) { m.plan.Binds = append(m.plan.Binds, b) }

// A fit is a field of an earlier result and the argument it could fill.
type fit struct {
	from, to int // to is the argument's place among the reflex's
	field    string
	each     string
	kind     pick.Kind
	required bool
}

// follow binds what a reference gives, or says why it gives nothing.
func (m *maker) follow(at, place int) {
	step := &m.plan.Steps[at]
	ref := step.Refs[place]
	fits := m.fits(at, ref)
	switch {
	case reflexOf(m.cat, m.parts[at]) == nil:
	case len(fits) == 0:
		if !ref.Weak && !m.served(at, ref) {
			m.idle = append(m.idle, Cause{Type: TakesNothing, Step: at + 1, From: onesOf(ref.From)})
		}
	case ref.Weak && !m.clear(fits, ref):
	case m.plan.PerRecord(fits[0].from):
		m.sources = append(m.sources, Cause{Type: SeveralSources, Step: at + 1, Field: fits[0].field, From: []int{fits[0].from},
			Reflex: m.reflexAt(at)})
	case len(fits) > 1:
		m.doubts = append(m.doubts, Cause{Type: Several, Step: at + 1, Arg: m.argAt(at, fits[0].to), From: sourcesOf(fits), Fields: fieldsOf(fits)})
	case fits[0].each != "" && !ref.Many:
		m.doubts = append(m.doubts, Cause{Type: OneOfMany, Step: at + 1, Arg: m.argAt(at, fits[0].to), Field: fits[0].field, From: []int{fits[0].from}, Text: ref.Noun})
	default:
		m.bindFit(at, place, fits[0])
	}
}

// byNoun are a step's references in the order they are followed: one whose noun
// names what it takes comes before a word that may stand for anything.
func (m *maker) byNoun(at int) []int {
	var named, rest []int
	for place, r := range m.plan.Steps[at].Refs {
		if r.Noun != "" && slices.ContainsFunc(r.From, func(from int) bool {
			return slices.ContainsFunc(yields(m.cat, m.parts[from]), func(y manifest.Yield) bool { return fieldNamed(y, r.Noun) })
		}) {
			named = append(named, place)
		} else {
			rest = append(rest, place)
		}
	}
	return append(named, rest...)
}

// clear reports whether a weak reference gives exactly one value: of any kind
// for an argument nothing else gives, of the name it says for an optional one.
func (m *maker) clear(fits []fit, ref Ref) bool {
	if len(fits) != 1 || fits[0].each != "" && !ref.Many || m.plan.PerRecord(fits[0].from) {
		return false
	}
	return fits[0].required || fits[0].named(ref.Noun)
}

// named reports whether a noun names the field, or the list it is in.
func (f fit) named(noun string) bool {
	return noun != "" && (sameField(f.field, noun) || f.each != "" && sameField(f.each, noun))
}

func (m *maker) bindFit(at, place int, f fit) {
	via := Rewrite
	if f.required {
		via = Fill
	}
	m.bind(Bind{From: f.from, To: at + 1, Arg: m.argAt(at, f.to), Field: f.field, Each: f.each, Kind: f.kind, Via: via, Ref: place})
}

func (m *maker) argAt(at, place int) string {
	return reflexOf(m.cat, m.parts[at]).Manifest.Args[place].Name
}

func (m *maker) reflexAt(at int) string { return reflexOf(m.cat, m.parts[at]).Name }

// served reports whether a step took something already from what it refers to:
// a bound value, or a word another part states.
func (m *maker) served(at int, ref Ref) bool {
	bound := slices.ContainsFunc(m.plan.Into(at+1), func(b Bind) bool { return slices.Contains(ref.From, b.From-1) })
	return bound || m.parts[at].statedElsewhere()
}

// fits are the fields of the steps a reference points at that a free argument
// could take: of a required argument, or of an optional one where no required
// one lacks any.
func (m *maker) fits(at int, ref Ref) []fit {
	x := reflexOf(m.cat, m.parts[at])
	if x == nil {
		return nil
	}
	byNeed := map[bool][]fit{}
	for place, a := range x.Manifest.Args {
		if a.Source != manifest.Pick || m.holds(at, a.Name) {
			continue
		}
		for _, from := range ref.From {
			for _, f := range m.fields(from, ref, a) {
				f.to, f.required = place, a.Required()
				byNeed[f.required] = append(byNeed[f.required], f)
			}
		}
	}
	if required := byNeed[true]; len(required) > 0 {
		return ofName(m, at, required)
	}
	return ofName(m, at, byNeed[false])
}

// ofName keeps, of fits of one field, the one whose argument has its name.
func ofName(m *maker, at int, all []fit) []fit {
	oneField := !slices.ContainsFunc(all, func(f fit) bool { return f.field != all[0].field || f.from != all[0].from || f.each != all[0].each })
	named := slices.IndexFunc(all, func(f fit) bool { return sameField(m.argAt(at, f.to), f.field) })
	if len(all) > 1 && oneField && named >= 0 {
		return all[named : named+1]
	}
	return all
}

// holds reports whether a step's argument has its value, or is bound to one.
func (m *maker) holds(at int, arg string) bool {
	_, has := m.parts[at].Decision.Call().Arg(arg)
	return has || slices.ContainsFunc(m.plan.Into(at+1), func(b Bind) bool { return b.Arg == arg })
}

// fields are what a step yields of the kind an argument reads; a noun that
// names one leaves the others out.
func (m *maker) fields(from int, ref Ref, a manifest.Argument) []fit {
	var all []fit
	for _, y := range yields(m.cat, m.parts[from]) {
		each, inner := "", []manifest.Yield{y}
		if y.Each != nil {
			each, inner = y.Field, y.Each
		}
		for _, one := range inner {
			if one.Pick == a.Pick {
				all = append(all, fit{from: from + 1, field: one.Field, each: each, kind: pick.Kind(a.Pick)})
			}
		}
	}
	named := slices.DeleteFunc(slices.Clone(all), func(f fit) bool { return !f.named(ref.Noun) })
	if len(named) > 0 {
		return named
	}
	return all
}

func onesOf(from []int) []int {
	all := make([]int, len(from))
	for i, n := range from {
		all[i] = n + 1
	}
	return all
}

func sourcesOf(all []fit) []int {
	var from []int
	for _, f := range all {
		if !slices.Contains(from, f.from) {
			from = append(from, f.from)
		}
	}
	return from
}

func fieldsOf(all []fit) []string {
	var fields []string
	for _, f := range all {
		if !slices.Contains(fields, f.field) {
			fields = append(fields, f.field)
		}
	}
	return fields
}
