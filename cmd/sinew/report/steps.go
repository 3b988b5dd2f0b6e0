package report

import (
	"fmt"

	"sinew/decide/judge"
	"sinew/decide/words"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
)

// Reached lays out what the steps of a playbook that was added reach, a line
// each (manual, "Playbooks", add, test and show). One that reaches nothing is
// among what StepsNoted says.
func (w Words) Reached(steps []judge.Reached) []string {
	var lines []string
	for _, r := range steps {
		if r.Reflex != "" {
			lines = append(lines, w.Note(fmt.Sprintf("%d  %s → %s · %s", r.Step, r.Said, r.Reflex, r.Effect)))
		}
	}
	return lines
}

// StepsNoted are the lines about the steps of a playbook that was added: one
// that reaches nothing, one whose branch is never picked, a claim they pass, a
// tag their reflexes lack.
func (w Words) StepsNoted(name string, claims manifest.Effect, steps []judge.Reached) []string {
	var lines []string
	for _, r := range steps {
		for _, said := range refusing(r) {
			lines = append(lines, w.Note(name+": "+said))
		}
	}
	lines = append(lines, w.passes(name, claims, steps)...)
	for _, r := range steps {
		if r.Lacks != "" && !r.Own {
			lines = append(lines, w.Note(fmt.Sprintf("%s: step %d reaches %s, which lacks the tag %s", name, r.Step, r.Reflex, r.Lacks)))
		}
	}
	return lines
}

// stepsTested are the lines under a playbook that was tested.
func (w Words) stepsTested(t judge.Tested) []string {
	var lines []string
	for _, r := range t.Steps {
		said := refusing(r)
		if r.Untested() {
			said = append(said, fmt.Sprintf("step %d is untested: no record fills it", r.Step))
		}
		for _, one := range said {
			lines = append(lines, w.Note("  "+one))
		}
	}
	for _, line := range w.passes("", t.Claims, t.Steps) {
		lines = append(lines, "  "+line)
	}
	return lines
}

// refusing is what makes a plan refuse at a step.
func refusing(r judge.Reached) []string {
	step := fmt.Sprintf("step %d %s reaches ", r.Step, words.Quote(r.Said))
	switch {
	case r.Untested():
		return nil
	case r.Reflex == "":
		return []string{step + "nothing here"}
	case r.Own:
		return []string{step + r.Reflex + ", the playbook it stands in"}
	case r.NoField != "":
		return []string{fmt.Sprintf("step %d reaches %s, which yields no %s for the steps after it to wait on", r.Step, r.Reflex, r.NoField)}
	}
	return nil
}

// passes is the line of a claim that a step's effect passes; name is "" where
// the line stands under the playbook's own.
func (w Words) passes(name string, claims manifest.Effect, steps []judge.Reached) []string {
	worst := judge.WorstReached(steps)
	if worst <= claims {
		return nil
	}
	message := fmt.Sprintf("claims %s; its steps reach %s", claims, worst)
	if name == "" {
		return []string{w.Note(message)}
	}
	return []string{w.line(name+": "+message, diag.Show(name))}
}

// NotReached is the line of steps that could not be decided. The install stands.
func (w Words) NotReached(why error) string {
	return w.line("the steps were not decided: "+why.Error(), diag.Of(diag.FixTest))
}

// routed counts the steps that reach a reflex.
func routed(n int) string {
	if n == 1 {
		return "1 step routes"
	}
	return fmt.Sprintf("%d steps route", n)
}
