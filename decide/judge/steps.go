package judge

import (
	"slices"

	"sinew/decide/catalog"
	"sinew/pkg/manifest"
)

// A Trial is a playbook's step, from 1, in the words it is decided by; "" where
// nothing fills its slots.
type Trial struct {
	Step int
	Said string
}

// A Reached is what one step of a playbook reaches on an installed set (manual,
// "Playbooks", add, test and show).
type Reached struct {
	Trial
	Reflex  string // "" for nothing
	Effect  manifest.Effect
	Own     bool   // it reaches the playbook it stands in
	Lacks   string // a tag of the playbook's that the reflex does not carry
	NoField string // a field that picks among the steps after it, which it does not yield
}

// Untested reports whether nothing filled the step.
func (r Reached) Untested() bool { return r.Said == "" }

// Fails reports whether the plan refuses at the step.
func (r Reached) Fails() bool { return !r.Untested() && (r.Reflex == "" || r.Own) }

// Trials are a playbook's steps, each filled by the first of the offered values,
// by argument, that hold all it cannot be said without.
func Trials(m *manifest.Manifest, offered []map[string]string) []Trial {
	trials := make([]Trial, len(m.Steps))
	for i, s := range m.Steps {
		trials[i].Step = i + 1
		at := slices.IndexFunc(offered, func(values map[string]string) bool { return holdsAll(m, s, values) })
		if at < 0 && holdsAll(m, s, nil) {
			trials[i].Said = fill(m, s, nil)
		} else if at >= 0 {
			trials[i].Said = fill(m, s, offered[at])
		}
	}
	return trials
}

func holdsAll(m *manifest.Manifest, s manifest.Step, values map[string]string) bool {
	return !slices.ContainsFunc(s.Slots(), func(slot string) bool {
		a := m.Arg(slot)
		_, has := values[slot]
		return a != nil && a.Required() && !has
	})
}

// fill is a step's sentence; a text in quotes is written in them.
func fill(m *manifest.Manifest, s manifest.Step, values map[string]string) string {
	return s.Fill(func(slot string) (string, bool) {
		said, ok := values[slot]
		if a := m.Arg(slot); ok && a != nil && a.Pick == "quoted" {
			said = `"` + said + `"`
		}
		return said, ok
	})
}

// FromRecords are the values that records of a playbook were read with, in
// their order.
func FromRecords(playbook string, decided []Decided) []map[string]string {
	var offered []map[string]string
	for _, d := range decided {
		if d.Reflex != playbook {
			continue
		}
		values := map[string]string{}
		for arg, v := range d.Read {
			if !v.Raised {
				values[arg] = v.Text
			}
		}
		offered = append(offered, values)
	}
	return offered
}

// Sampled are values for a playbook's slots without a record's reading: the
// first key or word offered, and for a pick a span that a record asserts.
func Sampled(cat *catalog.Catalog, x *catalog.Reflex) map[string]string {
	values := map[string]string{}
	for _, a := range x.Manifest.Args {
		if listed := cat.Listed(x.Name, a.Name); len(listed) > 0 {
			values[a.Name] = listed[0].Key
		} else if said := asserted(x.Manifest, a.Name); said != "" {
			values[a.Name] = said
		}
	}
	return values
}

func asserted(m *manifest.Manifest, arg string) string {
	for _, r := range slices.Concat(m.Examples, m.Tests) {
		for _, a := range r.Asserts {
			if a.Arg == arg && a.Value != "" {
				return a.Value
			}
		}
	}
	return ""
}

// Reach is what a playbook's steps reach: reached are the reflexes the trials
// were decided as, "" for none, in their order.
func Reach(cat *catalog.Catalog, x *catalog.Reflex, trials []Trial, reached []string) []Reached {
	all := make([]Reached, len(trials))
	for i, t := range trials {
		all[i] = Reached{Trial: t, Reflex: reached[i], Own: reached[i] == x.Name}
		at := cat.Reflex(reached[i])
		if at == nil {
			continue
		}
		all[i].Effect, all[i].Lacks = at.Effect, lacksTag(x.Manifest, at.Manifest)
		all[i].NoField = noField(x.Manifest, i, at.Manifest)
	}
	return all
}

func lacksTag(playbook, reached *manifest.Manifest) string {
	for _, tag := range playbook.Tags {
		if !slices.Contains(reached.Tags, tag) {
			return tag
		}
	}
	return ""
}

// noField is a field the steps after one wait on that its reflex does not yield
// as one value, "" for none. A step that may not run picks nothing.
func noField(m *manifest.Manifest, at int, reached *manifest.Manifest) string {
	if m.Steps[at].Field != "" {
		return ""
	}
	for _, s := range m.Steps[at+1:] {
		if s.Field == "" {
			return ""
		}
		if !slices.ContainsFunc(reached.Yields, func(y manifest.Yield) bool { return y.Field == s.Field && y.Each == nil }) {
			return s.Field
		}
	}
	return ""
}

// WorstReached is the tightest effect the steps reach.
func WorstReached(all []Reached) manifest.Effect {
	worst := manifest.ReadOnly
	for _, r := range all {
		worst = max(worst, r.Effect)
	}
	return worst
}

// Routed is how many of a playbook's steps reach a reflex other than itself.
func (t Tested) Routed() int {
	n := 0
	for _, r := range t.Steps {
		n += count(!r.Untested() && !r.Fails())
	}
	return n
}

// FailedSteps is how many of the steps fail.
func (t Tested) FailedSteps() int {
	n := 0
	for _, r := range t.Steps {
		n += count(r.Fails())
	}
	return n
}
