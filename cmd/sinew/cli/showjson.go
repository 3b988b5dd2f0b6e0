package cli

import (
	"context"
	"errors"

	"sinew/cmd/sinew/report"
	"sinew/internal/app"
	"sinew/pkg/diag"
)

// object prints one JSON object, which says too what the command ended in. An
// interrupted command prints nothing.
func (s *session) object(value any, ended error) error {
	if errors.Is(ended, context.Canceled) || errors.Is(ended, app.ErrInterrupted) {
		return ended
	}
	line, err := report.CleanJSONLine(value)
	if err != nil {
		return &diag.Failure{What: "writing the JSON", Why: err}
	}
	s.answer(line)
	if ended == nil {
		return nil
	}
	return exited(s.code(ended))
}

// reflexes are installed reflexes as JSON.
func (s *session) reflexes(all []app.Installed) []report.ReflexV1 {
	list := make([]report.ReflexV1, len(all))
	for n, i := range all {
		list[n] = s.reflex(i)
	}
	return list
}

func (s *session) reflex(i app.Installed) report.ReflexV1 {
	one := report.ReflexV1{
		Name: i.Name, Where: i.Where, Ref: i.Location.Local, Active: i.Active(), Problems: s.words.Mendables(i.Problems.Err()),
	}
	if !i.Local() {
		one.Ref = i.Location.Reference.String()
	}
	if l := i.Locked; l != nil {
		one.Tag, one.Commit, one.H1 = l.Tag.String(), l.Commit, string(l.H1)
	}
	if i.Manifest != nil {
		one.Effect, one.Runs = i.Effect.String(), i.Manifest.Runs()
		one.Needs = report.Needs(i.Needs)
	}
	return one
}
