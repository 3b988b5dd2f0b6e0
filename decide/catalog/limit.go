package catalog

import (
	"fmt"

	"sinew/decide/question"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
)

// Within checks that no question made of the set alone offers more keys than
// its adapter takes; 0 is no limit. What an input adds is bounded elsewhere.
// The error is a diag.Problems (reading.md 9).
func (c *Catalog) Within(most int) error {
	if most == 0 {
		return nil
	}
	takes := fmt.Sprintf("%s takes %d in one question", c.set.Adapter.Name, most)
	var over diag.Problems
	if n := len(c.set.Reflexes) + 1; n > most { // with the answer that it is none of them
		over = append(over, diag.Problem{Message: fmt.Sprintf("the reflexes are %d choices; %s", n, takes), Fix: diag.Show("")})
	}
	for _, r := range c.set.Reflexes {
		for _, a := range r.Manifest.Args {
			list := c.Listed(r.Name, a.Name)
			if n := len(question.TheArgument(question.Subject{}, a.Ask, list).Options); list != nil && n > most {
				over = append(over, tooMany(r.Name, a, n, takes))
			}
		}
	}
	return over.Err()
}

func tooMany(reflex string, a manifest.Argument, n int, takes string) diag.Problem {
	if a.Source == manifest.Vocab {
		message := fmt.Sprintf("vocabulary %q is %d choices for %s; %s", a.Vocab, n, a.Name, takes)
		return diag.Problem{Reflex: reflex, Message: message, Fix: diag.Fix{Kind: diag.FixVocabRemove, Vocab: a.Vocab}}
	}
	return diag.Problem{Reflex: reflex, Message: fmt.Sprintf("%s has %d choices; %s", a.Name, n, takes), Fix: diag.Show(reflex)}
}
