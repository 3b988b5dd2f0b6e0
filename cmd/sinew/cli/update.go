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
	pin         *ref.Version
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
	if line.pin != nil || line.unpin {
		written, err := p.Pin(ctx, line.Name, line.pin)
		if err != nil {
			return err
		}
		s.note(s.words.Written("+", written))
	}
	updated, err := p.Update(ctx, line.UpdateRequest)
	if err != nil {
		return err
	}
	return s.updated(line, updated)
}

// updated says what an update moved, and what it held.
func (s *session) updated(line updateLine, u app.Updated) error {
	for _, m := range u.Moves {
		moved := report.Moved{Name: m.Name, From: m.From, To: m.To, Code: m.Code, Report: m.Report}
		if line.DryRun {
			s.note(s.words.WouldMove(moved))
			continue
		}
		s.note(s.words.Update(moved)...)
	}
	for _, r := range u.New {
		s.note(s.words.NewSibling(r))
	}
	s.noteMoved(u.Renamed)
	switch {
	case len(u.Held) > 0:
		return u.Held
	case len(u.Moves) == 0:
		s.note(s.words.Note("up to date"))
	case line.DryRun:
		return exited(exitHuman)
	}
	return nil
}

func (s *session) undo(ctx context.Context, p *app.Project) error {
	undone, err := p.Undo(ctx)
	if err != nil {
		return err
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
		line.pin = &v
	}
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
	pins := line.pin != nil || line.unpin
	switch {
	case pins && line.Name == "":
		return usage("--pin and --unpin name one reflex: update <name> --pin X.Y.Z")
	case line.pin != nil && line.unpin:
		return usage("--pin and --unpin are two ways; take one")
	case line.undo && (pins || line.Accept || line.DryRun || line.Name != ""):
		return usage("--undo stands alone")
	case pins && line.DryRun:
		return usage("--dry-run writes nothing, and a pin is written")
	}
	return nil
}
