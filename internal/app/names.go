package app

import (
	"fmt"
	"slices"
	"strings"

	"sinew/pkg/diag"
)

// checkNames refuses newcomers whose names or contents are taken. The first
// refusal is the one shown; where some of several are free, it ends in the
// line that adds those (behaviour.md 13.3).
func (p *Project) checkNames(all []newcomer, typed []string) error {
	var free []string
	var first *diag.Problem
	installed := 0
	for i, n := range all {
		problem := p.taken(n, all[:i])
		switch {
		case problem == nil:
			free = append(free, n.location.String())
			continue
		case strings.HasPrefix(problem.Message, alreadyInstalled):
			installed++
		}
		if first == nil {
			first = problem
		}
	}
	switch {
	case first == nil:
		return nil
	case len(all) > 1 && installed == len(all):
		message := fmt.Sprintf("every reflex of %s is already installed", strings.Join(typed, ", "))
		return diag.One("", message, diag.OfReflex(diag.FixUpdate, ""))
	case len(all) > 1 && len(free) > 0:
		first.Fix = diag.Add(free...)
	}
	return diag.Problems{*first}
}

const alreadyInstalled = "is already installed"

// taken says what stands in a newcomer's way, or nil.
func (p *Project) taken(n newcomer, before []newcomer) *diag.Problem {
	if slices.ContainsFunc(before, func(b newcomer) bool { return b.name == n.name }) {
		return &diag.Problem{Message: "two of these would be named " + n.name, Fix: diag.AddAs(n.location.String(), "")}
	}
	if other := p.twin(n); other != "" {
		return &diag.Problem{Reflex: n.name, Message: "is " + other + " under another name", Fix: diag.Show(other)}
	}
	e := p.file.Entry(n.name)
	switch {
	case e == nil, e.Location.IsLocal() && e.Location == n.location:
		return nil
	case e.Location.String() != n.location.String():
		message := alreadyInstalled + " from " + e.Location.String()
		return &diag.Problem{Reflex: n.name, Message: message, Fix: diag.AddAs(n.location.String(), "")}
	case p.locked(*e) != nil:
		return &diag.Problem{Reflex: n.name, Message: alreadyInstalled, Fix: diag.OfReflex(diag.FixUpdate, n.name)}
	}
	return nil
}

// twin is the name under which the lock already holds a newcomer's content.
func (p *Project) twin(n newcomer) string {
	if n.location.IsLocal() {
		return ""
	}
	h1 := n.files.H1()
	for _, e := range p.lock.Reflexes {
		if e.H1 == h1 && e.Name != n.name && p.file.Entry(e.Name) != nil {
			return e.Name
		}
	}
	return ""
}
