package cli

import (
	"context"
	"strings"

	"sinew/cmd/sinew/report"
	"sinew/internal/app"
	"sinew/pkg/diag"
	"sinew/pkg/ref"
)

const checkFlags = "the flags are --json, --tag <X.Y.Z> and --against <X.Y.Z>[..<X.Y.Z>]"

// check looks at the reflex here, or at every reflex of the collection here.
func check(ctx context.Context, s *session, args []string) error {
	ask, inJSON, err := checkArgs(args)
	if err != nil {
		return err
	}
	m, err := s.here()
	if err != nil {
		return err
	}
	ask.Stderr = s.err
	p := &checkPrinter{session: s, tagOnly: ask.At != nil}
	print := p.reflex
	if inJSON {
		print = p.reflexJSON
	}
	release, err := m.Check(ctx, ask, print)
	if err != nil {
		return err
	}
	if release != nil {
		print := p.release
		if inJSON {
			print = p.releaseJSON
		}
		print(*release)
	}
	if p.err == nil && p.code != exitRan {
		p.err = exited(p.code)
	}
	return p.err
}

// checkArgs reads the flags of check.
func checkArgs(args []string) (ask app.Check, inJSON bool, err error) {
	var against, tag string
	for _, flag := range []struct {
		name string
		into *string
	}{{"--against", &against}, {"--tag", &tag}} {
		rest, value, found, missing := flagValue(args, flag.name)
		if missing {
			return ask, false, usage("%s needs a version, X.Y.Z", flag.name)
		}
		if found {
			args, *flag.into = rest, value
		}
	}
	for _, a := range args {
		switch {
		case a == "--json":
			inJSON = true
		case isFlag(a):
			return ask, false, usage("%s is not a flag of check; %s", a, checkFlags)
		default:
			return ask, false, usage("check takes no arguments")
		}
	}
	if against != "" && tag != "" {
		return ask, false, usage("--tag holds the contract against the version before it; leave --against out")
	}
	from, to, both := strings.Cut(against, "..")
	for _, each := range []struct {
		text string
		into **ref.Version
	}{{from, &ask.Against}, {to, &ask.At}, {tag, &ask.Tag}} {
		if each.text == "" && !(both && each.into != &ask.Tag) {
			continue
		}
		v, ok := ref.ParseVersion(each.text)
		if !ok {
			return ask, false, usage("%q is not a version, X.Y.Z", each.text)
		}
		*each.into = &v
	}
	return ask, inJSON, nil
}

// A checkPrinter prints what a check finds, and keeps the worst exit code: 0,
// then 1, then 3.
type checkPrinter struct {
	*session
	tagOnly bool // only contracts were asked for
	code    int
	err     error
}

func (p *checkPrinter) worse(code int) { p.code = max(p.code, code) }

// lines are the error's lines, on standard error.
func (p *checkPrinter) lines(err error) {
	if err == nil {
		return
	}
	p.note(p.words.Error(err)...)
	p.worse(p.session.code(err))
}

// reflex prints one reflex as people read it: its row, what does not refuse it,
// the types, the contract, and what refuses it (behaviour.md 13.3).
func (p *checkPrinter) reflex(c app.Checked, collection bool) {
	p.words.File = func(diag.File) string { return c.File }
	p.lines(c.Refused.Err())
	if c.Refused == nil && c.Manifest != nil {
		p.found(c, collection)
	}
	if c.Contract != nil {
		p.lines(c.Contract.Diff.Problems(c.Name).Err())
	}
	p.lines(c.Failed)
}

// found prints what does not refuse: in one write where nothing of it is for
// standard error.
func (p *checkPrinter) found(c app.Checked, collection bool) {
	var lines []string
	if !p.tagOnly || collection {
		lines = p.shown().Rows("", []report.Row{checkedRow(c)})
	}
	for _, r := range c.Unknown {
		lines = append(lines, p.shown().Unknown(c.Name, r.Message))
	}
	for _, r := range c.Lint {
		lines = append(lines, p.shown().Lint(c.Name, r.Message))
	}
	if c.Types != "" {
		p.answers(lines)
		p.note(p.words.Written("+", c.Types))
		lines = nil
	}
	if c.Contract != nil {
		lines = append(lines, p.shown().Contract(report.Contract(*c.Contract))...)
	}
	p.answers(lines)
}

func (p *checkPrinter) answers(lines []string) {
	if len(lines) > 0 {
		p.answer(strings.Join(lines, "\n"))
	}
}

func checkedRow(c app.Checked) report.Row {
	row := report.Row{Name: c.Name, Effect: c.Manifest.Effect.String(), Runs: c.Manifest.Runs()}
	if !c.Manifest.Needs.Empty() {
		row.Needs = c.Manifest.Needs.String()
	}
	return row
}

// release prints whether a tag may be published.
func (p *checkPrinter) release(r app.Release) {
	p.lines(r.Problems.Err())
	if len(r.Problems) == 0 && p.code == exitRan {
		p.answer(p.shown().MayTag(r.Tag))
	}
}

// print prints one line of JSON.
func (p *checkPrinter) print(v any) {
	line, err := report.CleanJSONLine(v)
	if err != nil {
		p.err = err
		return
	}
	p.answer(line)
}

func (p *checkPrinter) reflexJSON(c app.Checked, _ bool) {
	p.words.File = func(diag.File) string { return c.File }
	problems := c.Problems()
	out := report.CheckV1{
		Version: 1, Reflex: c.Name, File: c.File, OK: len(problems) == 0 && c.Failed == nil, Wrote: c.Types,
		Problems: p.words.Problems(problems, "reflex.toml"), Unknown: remarks(c.Unknown), Lint: remarks(c.Lint),
	}
	if c.Manifest != nil {
		out.Effect, out.Runs, out.Needs = c.Manifest.Effect.String(), c.Manifest.Runs(), report.Needs(c.Manifest.Needs)
	}
	if c.Contract != nil {
		out.Contract = &report.ContractV1{From: c.Contract.From.String(), To: c.Contract.To.String(), Diff: c.Contract.Diff}
	}
	for _, err := range []error{problems.Err(), c.Failed} {
		if err != nil {
			p.worse(p.session.code(err))
		}
	}
	if c.Failed != nil {
		out.Failed = c.Failed.Error()
	}
	p.print(out)
}

func remarks(all []app.Remark) []report.RemarkV1 {
	list := make([]report.RemarkV1, len(all))
	for i, r := range all {
		list[i] = report.RemarkV1{Rule: r.Rule, Path: r.Path, Message: r.Message, At: report.PlaceV1(r.At)}
	}
	return list
}

func (p *checkPrinter) releaseJSON(r app.Release) {
	out := report.ReleaseV1{
		Version: 1, Tag: r.Tag.String(), OK: len(r.Problems) == 0 && p.code == exitRan, Level: r.Level.String(),
		Needs: r.Needs.String(), Problems: p.words.Problems(r.Problems, ""),
	}
	if r.Base != nil {
		out.Base = r.Base.String()
	}
	if len(r.Problems) > 0 {
		p.worse(exitHuman)
	}
	p.print(out)
}
