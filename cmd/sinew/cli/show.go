package cli

import (
	"context"
	"slices"

	"sinew/cmd/sinew/report"
	"sinew/internal/app"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/name"
)

// show lists what is installed, or prints one reflex as it is used.
func show(ctx context.Context, s *session, args []string) error {
	args, asJSON := cutFlag(args, "--json")
	one, err := showArgs(args)
	if err != nil {
		return err
	}
	if asJSON {
		return s.showJSON(ctx, one)
	}
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	if one != "" {
		return s.showOne(p, one)
	}
	all := p.Installed()
	if len(all) == 0 {
		return errNoneInstalled
	}
	s.answer(s.shown().Rows("", rows(all))...)
	s.answer(s.shown().Inactive(inactive(all))...)
	s.noteContained(all)
	return nil
}

var errNoneInstalled = diag.One("", "no reflexes are installed", diag.Of(diag.FixAddFirst))

// showJSON prints the installed reflexes, or one of them, as JSON.
func (s *session) showJSON(ctx context.Context, one string) error {
	said := report.ShowV1{Version: 1, Reflexes: []report.ReflexV1{}}
	p, err := s.open(ctx)
	switch {
	case err != nil:
	case one != "":
		var i app.Installed
		if i, err = p.Reflex(one); err == nil {
			said.Reflexes = s.reflexes([]app.Installed{i})
		}
	default:
		if said.Reflexes = s.reflexes(p.Installed()); len(said.Reflexes) == 0 {
			err = errNoneInstalled
		}
	}
	said.Problems = s.words.Mendables(err)
	return s.object(said, err)
}

func showArgs(args []string) (string, error) {
	if len(args) == 0 {
		return "", nil
	}
	for _, a := range args {
		if isFlag(a) {
			return "", usage("%s is not a flag of show", a)
		}
	}
	if len(args) > 1 {
		return "", usage("show takes one name")
	}
	if err := name.Check(args[0], name.Local); err != nil {
		return "", usage("%v", err)
	}
	return args[0], nil
}

// showOne prints a reflex's effective manifest, then what of the person's
// overlay addresses nothing, who returns what it takes, and why it is inactive.
func (s *session) showOne(p *app.Project, called string) error {
	i, err := p.Reflex(called)
	if err != nil {
		return err
	}
	if i.Manifest == nil {
		return i.Problems.Err()
	}
	s.answer(s.shown().Manifest(i.Wording, i.Effect)...)
	for _, path := range i.Wording.Orphaned {
		s.answer(s.shown().Note(report.Skipped(i.Name, path)))
	}
	all := p.Installed()
	for _, a := range i.Manifest.Args {
		if a.Source == manifest.Takes {
			s.answer(s.shown().Note(report.TakenFrom(a.Takes, returning(all, a.Takes))))
		}
	}
	s.answer(s.shown().Inactive(i.Problems)...)
	return nil
}

// returning are the installed reflexes that return a result of that name.
func returning(all []app.Installed, result string) []string {
	var names []string
	for _, i := range all {
		if i.Manifest != nil && i.Manifest.Returns == result {
			names = append(names, i.Name)
		}
	}
	slices.Sort(names)
	return names
}
