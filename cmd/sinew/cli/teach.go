package cli

import (
	"context"
	"errors"
	"strings"

	"sinew/cmd/sinew/report"
	"sinew/internal/app"
	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/name"
	"sinew/pkg/project"
)

const teachForm = ` teach ["<utterance>"] <name> [<arg>=<value> | <flag>]… | not <name>`

// teach records what an utterance means, or that it is never a reflex; or takes
// what was recorded back.
func teach(ctx context.Context, s *session, args []string) error {
	words, forget := cutFlag(args, "--forget")
	for _, a := range words {
		if isFlag(a) {
			return usage("%s is not a flag of teach; the flag is --forget", a)
		}
	}
	switch {
	case len(words) == 0 && !forget:
		return usage("teach needs a call or not <name>: %s%s", s.words.Program, teachForm)
	case strings.TrimSpace(strings.Join(words, "")) == "", !forget && strings.TrimSpace(words[0]) == "":
		return usage("teach needs an utterance; write it in quotes")
	case forget:
		return s.forget(ctx, words)
	}
	return s.learn(ctx, words)
}

// learn writes a lesson.
func (s *session) learn(ctx context.Context, words []string) error {
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	lesson, err := p.ReadLesson(words)
	if errors.Is(err, app.ErrNoLesson) {
		return usage("%v: %s%s", err, s.words.Program, teachForm)
	}
	if err != nil {
		return usage("%v", err)
	}
	s.words.Command = "teach " + lessonAgain(lesson)
	if lesson.OfLast {
		if lesson, err = s.ofLastInput(p, lesson); err != nil {
			return err
		}
	}
	made, err := p.TeachLesson(ctx, lesson)
	if err == nil {
		s.taught(made, lesson.Utterance)
	}
	return err
}

// lessonAgain is what follows the command's word, to be typed again.
func lessonAgain(l app.Lesson) string {
	said := "not " + l.Not
	if l.Not == "" {
		said = report.Called(call.Join(l.Call...))
	}
	if l.OfLast {
		return said
	}
	return report.Said(l.Utterance) + " " + said
}

// ofLastInput is a lesson about the last input. Where there is none, the fix
// is the command with an utterance.
func (s *session) ofLastInput(p *app.Project, l app.Lesson) (app.Lesson, error) {
	of, broken, err := p.OfLastInput(l)
	s.passedOver(broken)
	_, noStep := errors.AsType[*app.NoStep](err)
	if noStep || errors.Is(err, app.ErrNothingLogged) {
		s.words.Command = `teach "<utterance>" ` + lessonAgain(l)
		err = diag.One("", err.Error()+"; name the utterance", diag.Rerun())
	}
	return of, err
}

// taught says what was written, or that there was nothing to write.
func (s *session) taught(made []project.Edit, utterance string) {
	if len(made) == 0 {
		s.note(s.words.Note(report.JSON(utterance) + " is an example already"))
	}
	for _, e := range made {
		sign := "+"
		if e.Remove {
			sign = "-"
		}
		s.note(s.words.Written(sign, e.String()))
	}
}

// forget takes a line out of an overlay.
func (s *session) forget(ctx context.Context, words []string) error {
	if len(words) != 2 {
		return usage(`teach --forget takes an utterance and a name: %s teach --forget "<utterance>" <name>`, s.words.Program)
	}
	if err := name.Check(words[1], name.Local); err != nil {
		return usage("%v", err)
	}
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	made, err := p.Forget(ctx, words[1], words[0])
	if err != nil {
		return err
	}
	s.taught([]project.Edit{made}, words[0])
	return nil
}
