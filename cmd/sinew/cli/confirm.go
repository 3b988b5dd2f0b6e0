package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sinew/decide/gate"
	"sinew/exec/policy"
	"sinew/internal/app"
)

// A question is a held call that waits for a yes. teach records what was said
// as an example of the call; it is nil where nothing was said. lines are shown
// above the question in the place of the call's own.
type question struct {
	prompt gate.Prompt
	lines  []string
	teach  func(context.Context) error
}

// yesses and noes are what a person may answer, in each of the languages a
// request may be in.
var (
	yesses = []string{"y", "yes", "ja", "oui", "sí", "si"}
	noes   = []string{"n", "no", "nein", "non"}
)

// confirm shows a held call and asks for a yes on the terminal. It returns nil
// for a yes and errDeclined for a no.
func (s *session) confirm(ctx context.Context, q question) error {
	t := s.openTerminal()
	if t == nil {
		return needsTerminal("a confirm")
	}
	defer t.close()
	s.note(s.above(q)...)
	answers := "[y]es [n]o"
	if q.teach != nil {
		answers += " [t]each"
	}
	why := ""
	for {
		answer, err := t.ask(ctx, s.words.YesNo(q.prompt.Template, why, answers))
		if err != nil {
			return ended(err)
		}
		switch answer = strings.ToLower(answer); {
		case slices.Contains(yesses, answer):
			return nil
		case slices.Contains(noes, answer):
			return errDeclined
		case q.teach != nil && (answer == "t" || answer == "teach"):
			return q.teach(ctx)
		case answer != "":
			why = fmt.Sprintf("%q is not one of them", answer)
		}
	}
}

func (s *session) above(q question) []string {
	if q.lines != nil {
		return q.lines
	}
	return s.words.Confirm(q.prompt.Own+heldHere(), q.prompt.Reason)
}

// heldHere says on a call's line that this machine holds a body in part, or
// not at all.
func heldHere() string {
	switch app.Contained().Type {
	case policy.Partial:
		return " · partly contained"
	case policy.None:
		return " · not contained"
	}
	return ""
}
