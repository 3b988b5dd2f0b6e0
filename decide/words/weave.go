package words

import (
	"fmt"
	"strconv"
	"strings"

	"sinew/pkg/text"
)

// Numbers are steps in a line: `1, 2`.
func Numbers(steps []int) string {
	shown := make([]string, len(steps))
	for i, n := range steps {
		shown[i] = strconv.Itoa(n)
	}
	return strings.Join(shown, ", ")
}

// Steps are steps in a sentence: `step 1`, `steps 1 and 2`.
func Steps(steps []int) string {
	shown := make([]string, len(steps))
	for i, n := range steps {
		shown[i] = strconv.Itoa(n)
	}
	if len(steps) == 1 {
		return "step " + shown[0]
	}
	return "steps " + text.List(shown)
}

// What refuses a plan of several steps, as a person reads it (manual,
// "Weaving" and "Playbooks").
const (
	NothingToDo = "nothing to do: the sentence says only what not to do"
	RunThePlan  = "Run the plan as it stands?"
	WaitsForYes = "a playbook's plan waits for one yes over its steps"
)

// StepsReach is the rest of why a playbook's plan waits, where a step reaches
// further than the playbook says.
func StepsReach(effect string) string { return "its steps reach " + effect }

// BranchIntoPlan is why a step that may not run cannot be a plan.
func BranchIntoPlan(step int, playbook string) string {
	return fmt.Sprintf("step %d may not run and reaches the playbook %s; a step under a value is one step", step, playbook)
}

// Nested is why a playbook cannot stand in itself.
func Nested(step int, playbook string) string {
	return fmt.Sprintf("step %d reaches %s, the playbook it stands in", step, playbook)
}

// TooDeep is why a third playbook cannot be opened.
func TooDeep(step int, playbook string) string {
	return fmt.Sprintf("step %d reaches %s, a plan inside a plan inside a plan", step, playbook)
}

// TooLong is why a plan of so many steps is none.
func TooLong(steps, most int) string {
	return fmt.Sprintf("the plan holds %d steps; %d is the most", steps, most)
}

// ExcludedBesidePlan is why words that say what not to do cannot stand beside a
// playbook's plan.
func ExcludedBesidePlan(said string) string {
	return Quote(said) + " says what not to do, and a playbook's step may be what it means"
}

// Conditional is why a sentence with a condition is refused.
func Conditional(said string) string {
	return Quote(said) + " is a condition, and none is judged here: ask for the check first, then what to do"
}

// NoSource is why a step stands without what it takes.
func NoSource(step int, takes string) string {
	return fmt.Sprintf("step %d takes %s, which no step before it returns", step, takes)
}

// SeveralSources is why a step cannot tell which result it takes.
func SeveralSources(step int, takes string, from []int) string {
	if len(from) == 1 {
		return fmt.Sprintf("step %d takes one %s, and step %d returns one for each record", step, takes, from[0])
	}
	return fmt.Sprintf("step %d takes one %s, and %s each return one", step, takes, Steps(from))
}

// FromARecord is why a field cannot be taken from a step that runs more than
// once.
func FromARecord(step int, field string, from int) string {
	return fmt.Sprintf("step %d takes one %s, and step %d yields one for each record", step, field, from)
}

// NoField is why a branch has nothing to be picked by.
func NoField(step int, field string, from int, reflex string) string {
	return fmt.Sprintf("step %d runs under %s, which step %d, %s, does not yield as one value", step, field, from, reflex)
}

// BadValue is why a branch is never picked.
func BadValue(step int, field, is, kind string) string {
	return fmt.Sprintf("step %d runs under %s = %s, which is no %s", step, field, Quote(is), kind)
}

// MaybeSource is why nothing is taken from a step that may not run.
func MaybeSource(step, from int) string {
	return fmt.Sprintf("step %d takes from step %d, which may not run", step, from)
}

// SeveralFields is why a reference is not followed: more than one value fits.
func SeveralFields(step int, arg string, from []int, fields []string) string {
	if len(fields) == 1 && len(from) == 1 {
		return fmt.Sprintf("step %d could take the %s of step %d as its %s, and as another of the kind", step, fields[0], from[0], arg)
	}
	return fmt.Sprintf("step %d takes one %s, and %s could give %s", step, arg, Steps(from), text.List(fields))
}

// OneOfMany is why a reference to one record of a list is not followed.
func OneOfMany(step int, one string, from int) string {
	return fmt.Sprintf("step %d takes one %s from step %d, which finds several — which one?", step, one, from)
}

// TakesNothing is why a plan waits whose step points at another for nothing.
func TakesNothing(step int, from []int) string {
	them := "it"
	if len(from) > 1 {
		them = "them"
	}
	return fmt.Sprintf("step %d refers to %s, but takes nothing from %s", step, Steps(from), them)
}

// AsksFirst is why a plan does not run that still has a question to a person.
const AsksFirst = "the plan asks before it runs"

// MatchesNothing is why a plan does not run one of whose parts matches nothing.
func MatchesNothing(step int) string { return fmt.Sprintf("step %d matches no reflex", step) }

// NotChosen is why a step was skipped that another value picked past; listed
// says whether the value picks any step.
func NotChosen(from int, field, value string, listed bool) string {
	said := fmt.Sprintf("not chosen: step %d yielded %s %s", from, field, Quote(value))
	if !listed {
		said += ", which no step lists"
	}
	return said
}

// NothingToTake is why a step was skipped whose source yielded no value for it.
func NothingToTake(from int, field string) string {
	return fmt.Sprintf("step %d yielded no %s to take", from, field)
}

// TooLarge is why a step was skipped whose source's result is too long.
func TooLarge(from int, field string) string {
	return fmt.Sprintf("the %s of step %d is more than a step is handed, 1 MiB", field, from)
}

// FoundNothing is why a step was skipped that takes from an empty list.
const FoundNothing = "nothing was found to do it for"
