package cli

import (
	"context"
	"slices"

	"sinew/cmd/sinew/report"
	"sinew/internal/app"
	"sinew/pkg/diag"
	"sinew/pkg/name"
	"sinew/pkg/ref"
)

// An updateLine is what the command line of update says.
type updateLine struct {
	app.UpdateRequest
	undo, unpin bool
}

// update moves reflexes to their newest tags, undoes the last update, or pins
// one.
func update(ctx context.Context, s *session, args []string) error {
	line, err := updateArgs(s.words.Program, args)
	if err != nil {
		return err
	}
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	if line.undo {
		return s.undo(ctx, p)
	}
	how, done := s.fetching(line.Offline, 0)
	line.Fetching = how
	updated, err := p.Update(ctx, line.UpdateRequest)
	done()
	if err != nil {
		return err
	}
	if updated.Written != "" {
		s.note(s.words.Written("+", updated.Written))
	}
	s.noteMoves(line.DryRun, updated)
	if !line.DryRun {
		for _, name := range updated.OnWord {
			s.note(s.words.Note(name + " was taken on the mirror's word"))
		}
		s.noteClashes(ctx, p, updated.Moves)
	}
	return s.updated(line.DryRun, updated)
}

// noteMoves says what an update moved, or would move, and what is new beside
// it.
func (s *session) noteMoves(dry bool, u app.Updated) {
	for _, m := range u.Moves {
		moved := report.Moved{Name: m.Name, From: m.From, To: m.To, Code: m.Code, Report: m.Report, Mark: u.Hub.Marks[m.Name]}
		if dry {
			s.note(s.words.WouldMove(moved)...)
			continue
		}
		s.note(s.words.Update(moved)...)
	}
	for _, r := range u.New {
		s.note(s.words.NewSibling(r))
	}
	s.note(s.hubLines(u.Hub)...)
	s.noteMoved(u.Renamed)
}

// noteClashes says which phrases the reflexes that moved now take. A test that
// could not finish says nothing: the add said so.
func (s *session) noteClashes(ctx context.Context, p *app.Project, moves []app.Move) {
	var reworded []string
	for _, m := range moves {
		if m.Wording {
			reworded = append(reworded, m.Name)
		}
	}
	if reworded == nil {
		return
	}
	thefts, err := p.Clashes(ctx, reworded)
	if err != nil {
		return
	}
	for _, t := range thefts {
		s.note(s.words.Theft(t))
	}
}

// updated is how an update ends: in what it held, or in that it has, or would
// have, something to do.
func (s *session) updated(dry bool, u app.Updated) error {
	switch {
	case len(u.Held) > 0:
		return u.Held
	case len(u.Moves) == 0 && u.Written == "":
		s.note(s.words.Note("up to date"))
	case dry:
		return exited(exitHuman)
	}
	return nil
}

func (s *session) undo(ctx context.Context, p *app.Project) error {
	undone, written, err := p.Undo(ctx)
	if err != nil {
		return err
	}
	if written != "" {
		s.note(s.words.Written("+", written))
	}
	for _, u := range undone {
		s.note(s.words.Note(u.Name + " " + u.From.String() + " → " + u.To.String()))
	}
	return nil
}

// updateFlags are the flags of update that take no value.
var updateFlags = []string{"--dry-run", "--undo", "--unpin"}

func updateArgs(program string, args []string) (updateLine, error) {
	var line updateLine
	rest, accepted, accepts, missing := flagValue(args, "--accept")
	if missing {
		return line, usage("--accept needs a name")
	}
	rest, line.Offline = cutFlag(rest, "--offline")
	rest, pin, pins, missing := flagValue(rest, "--pin")
	if missing {
		return line, usage("--pin needs a version: X.Y.Z")
	}
	var names []string
	for _, a := range rest {
		switch {
		case slices.Contains(updateFlags, a):
			line.DryRun, line.undo, line.unpin = line.DryRun || a == "--dry-run", line.undo || a == "--undo", line.unpin || a == "--unpin"
		case isFlag(a):
			return line, usage("%s is not a flag of update; the flag is --accept <name>", a)
		default:
			names = append(names, a)
		}
	}
	if err := line.name(program, names, accepted, accepts); err != nil {
		return line, err
	}
	if pins {
		v, ok := ref.ParseVersion(pin)
		if !ok {
			return line, usage("--pin takes a version: X.Y.Z")
		}
		line.Pin = &v
	}
	line.Repin = pins || line.unpin
	return line, line.check()
}

// name takes the one reflex that is named, or accepted.
func (line *updateLine) name(program string, names []string, accepted string, accepts bool) error {
	if len(names) > 1 {
		return usage("update takes one name: %s update [<name>] [--accept <name>]", program)
	}
	if accepts {
		names = append(names, accepted)
	}
	for _, n := range names {
		if err := name.Check(n, name.Local); err != nil {
			return usage("%v", err)
		}
	}
	if len(names) == 2 && names[0] != names[1] {
		return diag.One("", "--accept "+accepted+" is not "+names[0]+"; accept the reflex you update", diag.Help())
	}
	if len(names) > 0 {
		line.Name = names[0]
	}
	line.Accept = accepts
	return nil
}

// check refuses flags that do not go together.
func (line *updateLine) check() error {
	switch {
	case line.Repin && line.Name == "":
		return usage("--pin and --unpin name one reflex: update <name> --pin X.Y.Z")
	case line.Pin != nil && line.unpin:
		return usage("--pin and --unpin are two ways; take one")
	case line.undo && (line.Repin || line.Accept || line.DryRun || line.Name != ""):
		return usage("--undo stands alone")
	}
	return nil
}
