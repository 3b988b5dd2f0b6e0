package plan

import (
	"slices"

	"sinew/pkg/manifest"
	"sinew/pkg/pick"
)

// branch finds the step whose result picks one that may not run: the nearest
// before it of the same playbook's plan that runs either way (reading.md 6.7).
func (m *maker) branch(at int) {
	p := m.parts[at]
	if p.Branch == nil {
		return
	}
	source := -1
	for before := at - 1; before >= 0 && source < 0; before-- {
		if m.parts[before].Branch == nil && m.parts[before].within(p.Wrote) {
			source = before
		}
	}
	if source < 0 {
		return // a manifest has no branch on its first step
	}
	m.plan.Steps[at].When = &When{Step: source + 1, Field: p.Branch.Field, Is: p.Branch.Is}
	m.picks(at, source, *p.Branch)
}

// picks holds a branch against what its source yields.
func (m *maker) picks(at, source int, b Branch) {
	fields := yields(m.cat, m.parts[source])
	i := slices.IndexFunc(fields, func(y manifest.Yield) bool { return y.Field == b.Field && y.Each == nil })
	cause := Cause{Step: at + 1, From: []int{source + 1}, Field: b.Field, Is: b.Is}
	if x := reflexOf(m.cat, m.parts[source]); x != nil {
		cause.Reflex = x.Name
	}
	switch {
	case i < 0, m.plan.PerRecord(source + 1):
		cause.Type = NoField
		m.branches = append(m.branches, cause)
	case !Absolute(b.Is, pick.Kind(fields[i].Pick)):
		cause.Type, cause.Kind = BadValue, string(fields[i].Pick)
		m.branches = append(m.branches, cause)
	}
}

// Absolute reports whether a text is a value of the kind by itself: a date only
// as 2026-05-06, a time only as 09:30 (manual, "The rules").
func Absolute(s string, kind pick.Kind) bool {
	v, ok := pick.Whole(s, kind)
	switch kind {
	case pick.Date:
		_, day := pick.ParseDay(s)
		return ok && day
	case pick.Time:
		return ok && v.Text == s
	}
	return ok
}

// within reports whether a part stands in the same playbook's plan as another:
// its own step, or a step of a plan one of them opened.
func (p Part) within(from []Written) bool {
	depth := len(from)
	if depth == 0 || len(p.Wrote) < depth {
		return false
	}
	for i := range depth {
		last := i == depth-1
		if !p.Wrote[i].samePlan(from[i]) || !last && p.Wrote[i].Step != from[i].Step {
			return false
		}
	}
	return true
}

func (w Written) samePlan(other Written) bool {
	return w.Playbook == other.Playbook && slices.Equal(w.Slots, other.Slots)
}

// maybe refuses what is taken from a step that may not run.
func (m *maker) maybe(at int) {
	for _, b := range m.plan.Into(at + 1) {
		if m.parts[b.From-1].Branch != nil {
			m.branches = append(m.branches, Cause{Type: MaybeSource, Step: at + 1, From: []int{b.From}, Reflex: m.reflexAt(at)})
			return
		}
	}
}
