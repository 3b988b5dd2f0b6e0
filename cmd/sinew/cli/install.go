package cli

import (
	"context"
	"slices"
	"strings"

	"sinew/cmd/sinew/report"
	"sinew/exec/policy"
	"sinew/internal/app"
	"sinew/pkg/diag"
	"sinew/pkg/project"
	"sinew/pkg/ref"
)

// add installs what refs name.
func add(ctx context.Context, s *session, args []string) error {
	args, offline := cutFlag(args, "--offline")
	args, here := cutFlag(args, "--here")
	refs, as, err := addArgs(s.words.Program, args)
	if err != nil {
		return err
	}
	if here {
		if err := s.makeHere(ctx); err != nil {
			return err
		}
	}
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	added, err := p.Add(ctx, refs, as, app.Fetching{Offline: offline})
	if err != nil {
		return err
	}
	s.note(s.words.Rows("+", marked(onWord(rows(added.Newcomers), added.OnWord), added.Hub))...)
	s.note(s.hubLines(added.Hub)...)
	s.noteMoved(added.Moved)
	s.noteContained(added.Newcomers)
	playbooks, unreached := p.Reaches(ctx, added.Newcomers)
	for _, b := range playbooks {
		s.note(s.words.Reached(b.Steps)...)
	}
	for _, i := range added.Newcomers {
		if i.Manifest != nil {
			for _, f := range i.Manifest.Lint() {
				s.note(s.words.Lint(i.Name, f.Message))
			}
		}
	}
	for _, b := range playbooks {
		s.note(s.words.StepsNoted(b.Name, b.Claims, b.Steps)...)
	}
	if unreached != nil {
		s.note(s.words.NotReached(unreached))
	}
	s.noteThefts(ctx, p, names(added.Newcomers))
	s.note(s.words.Inactive(inactive(added.Newcomers))...)
	return added.Runtime
}

// makeHere makes the working directory a project, and says so.
func (s *session) makeHere(ctx context.Context) error {
	m, err := s.here()
	if err != nil {
		return err
	}
	made, err := m.MakeHere(ctx)
	if err == nil && made {
		s.note(s.words.Written("+", "evoke.toml  "+strings.TrimSuffix(project.DefaultText, "\n")))
	}
	return err
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

// onWord says of rows that nobody but a mirror vouches for their tags.
func onWord(all []report.Row, names []string) []report.Row {
	for n := range all {
		if slices.Contains(names, all[n].Name) {
			all[n].Also = "on the mirror's word"
		}
	}
	return all
}

// marked gives rows what the Hub's log says of them.
func marked(all []report.Row, h app.Hub) []report.Row {
	for n := range all {
		all[n].Mark = h.Marks[all[n].Name]
	}
	return all
}

// hubLines are what a person should read of the Hub's log.
func (s *session) hubLines(h app.Hub) []string {
	var lines []string
	for _, note := range h.Notes {
		lines = append(lines, s.words.Note(note))
	}
	return lines
}

func inactive(all []app.Installed) diag.Problems {
	var problems diag.Problems
	for _, i := range all {
		problems = append(problems, i.Problems...)
	}
	return problems
}

// noteMoved names the repositories that answered at another address.
func (s *session) noteMoved(moved []app.Moved) { s.note(s.movedLines(moved)...) }

func (s *session) movedLines(moved []app.Moved) []string {
	var lines []string
	for _, m := range moved {
		lines = append(lines, s.words.Note(m.Ref+" has moved: it answers at "+m.To))
	}
	return lines
}

// SaysRoot is whether a line says that root runs bodies. Tests whose output is
// everybody's turn it off.
var SaysRoot = app.AsRoot()

// noteContained says once, where there is a body, what this machine does not
// hold of all that bodies declare, and that root's own rights are everybody's.
func (s *session) noteContained(all []app.Installed) {
	if !slices.ContainsFunc(all, func(i app.Installed) bool { return i.Manifest != nil }) {
		return
	}
	if status := app.Contained(); status.Type != policy.Full {
		s.note(s.words.Note(report.Contained(status.Type, status.Why)))
	}
	if SaysRoot {
		s.note(s.words.Note(report.AsRoot))
	}
}
