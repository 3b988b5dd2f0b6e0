package cli

import (
	"context"
	"slices"

	"sinew/cmd/sinew/report"
	"sinew/exec/policy"
	"sinew/internal/app"
	"sinew/pkg/diag"
	"sinew/pkg/ref"
)

// add installs what refs name.
func add(ctx context.Context, s *session, args []string) error {
	refs, as, err := addArgs(s.words.Program, args)
	if err != nil {
		return err
	}
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	added, err := p.Add(ctx, refs, as)
	if err != nil {
		return err
	}
	s.note(s.words.Rows("+", rows(added.Newcomers))...)
	s.noteMoved(added.Moved)
	s.noteContained(added.Newcomers)
	for _, i := range added.Newcomers {
		if i.Manifest != nil {
			for _, f := range i.Manifest.Lint() {
				s.note(s.words.Lint(i.Name, f.Message))
			}
		}
	}
	s.noteThefts(ctx, p, names(added.Newcomers))
	s.note(s.words.Inactive(inactive(added.Newcomers))...)
	return added.Runtime
}

func names(all []app.Installed) []string {
	list := make([]string, len(all))
	for i, one := range all {
		list[i] = one.Name
	}
	return list
}

// noteThefts says which phrases newcomers take, or that it could not be found
// out. Neither stops the install.
func (s *session) noteThefts(ctx context.Context, p *app.Project, newcomers []string) {
	thefts, err := p.Thefts(ctx, newcomers)
	if err != nil {
		s.note(s.words.Unfinished(err))
	}
	for _, t := range thefts {
		s.note(s.words.Theft(t))
	}
}

func addArgs(program string, args []string) (refs []string, as string, err error) {
	rest, as, found, missing := flagValue(args, "--as")
	if missing {
		return nil, "", usage("--as needs a name")
	}
	for _, a := range rest {
		if isFlag(a) {
			return nil, "", usage("%s is not a flag of add; the flag is --as <name>", a)
		}
	}
	if len(rest) == 0 {
		return nil, "", usage("add needs a ref: %s add <owner/repo[/dir][@tag]>… [--as <name>]", program)
	}
	if found && len(rest) > 1 {
		return nil, "", usage("--as names one reflex; add one ref with it")
	}
	for _, r := range rest {
		if _, err := ref.Parse(r); err != nil {
			return nil, "", usage("%v", err)
		}
	}
	return rest, as, nil
}

// remove takes a reflex out.
func remove(ctx context.Context, s *session, args []string) error {
	name, err := oneName("remove", ": "+s.words.Program+" remove <name>", args)
	if err != nil {
		return err
	}
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	was, err := p.Remove(ctx, name)
	if err != nil {
		return err
	}
	s.note(s.words.Rows("-", rows([]app.Installed{was}))...)
	return nil
}

// sync places what the lock names and the store lacks.
func sync(ctx context.Context, s *session, args []string) error {
	if err := noArguments("sync", args); err != nil {
		return err
	}
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	synced, err := p.Sync(ctx)
	if err != nil {
		return err
	}
	if len(synced.Placed) == 0 {
		s.note(s.words.Note("up to date"))
	}
	s.note(s.words.Rows("+", rows(synced.Placed))...)
	s.noteMoved(synced.Moved)
	return synced.Runtime
}

// trust trusts the project as it is.
func trust(ctx context.Context, s *session, args []string) error {
	if err := noArguments("trust", args); err != nil {
		return err
	}
	m, err := s.here()
	if err != nil {
		return err
	}
	root, home, err := m.Trust(ctx)
	switch {
	case err != nil:
		return err
	case home:
		s.note(s.words.Note(root + " is your home project, trusted by construction"))
	default:
		s.note(s.words.Written("+", "trusted "+root))
	}
	return nil
}

// rows are reflexes as a list shows them. One whose tree is not at hand has
// only its name and where it came from.
func rows(all []app.Installed) []report.Row {
	list := make([]report.Row, len(all))
	for n, i := range all {
		list[n] = report.Row{Name: i.Name, Where: i.Where}
		if i.Manifest == nil {
			continue
		}
		list[n].Effect, list[n].Runs = i.Effect.String(), i.Manifest.Runs()
		if !i.Needs.Empty() {
			list[n].Needs = i.Needs.String()
		}
	}
	return list
}

func inactive(all []app.Installed) diag.Problems {
	var problems diag.Problems
	for _, i := range all {
		problems = append(problems, i.Problems...)
	}
	return problems
}

// noteMoved names the repositories that answered at another address.
func (s *session) noteMoved(moved []app.Moved) {
	for _, m := range moved {
		s.note(s.words.Note(m.Ref + " has moved: it answers at " + m.To))
	}
}

// noteContained says once when this machine does not hold bodies to all they
// declare, where there is a body.
func (s *session) noteContained(all []app.Installed) {
	status := app.Contained()
	if status.Type == policy.Full || !slices.ContainsFunc(all, func(i app.Installed) bool { return i.Manifest != nil }) {
		return
	}
	s.note(s.words.Note(report.Contained(status.Type, status.Why)))
}
