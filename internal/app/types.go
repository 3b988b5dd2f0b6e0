package app

import (
	"bytes"
	"context"
	"slices"

	"sinew/internal/state"
	"sinew/pkg/dts"
)

// typesProgram is the name in the generated file's first line: the file is the
// format's, and two tools that share a project must not rewrite each other's.
const typesProgram = "evoke"

// writeTypes writes evoke.d.ts from the reflexes as they are used.
func (p *Project) writeTypes(ctx context.Context) error {
	text := types(p.Installed())
	return p.write(ctx, state.Edit{Path: state.TypesFile, Apply: func([]byte) ([]byte, error) { return text, nil }})
}

// refreshTypes writes evoke.d.ts anew where it is there and says something
// else: an overlay was edited by hand, or a local reflex. With a tree that is
// not at hand, what it ought to say is not known.
func (p *Project) refreshTypes(ctx context.Context) error {
	now, err := p.at.Types()
	if err != nil || now == nil {
		return err
	}
	all := p.Installed()
	if slices.ContainsFunc(all, absent) || bytes.Equal(now, types(all)) {
		return nil
	}
	return p.writeTypes(ctx)
}

// absent reports whether a remote reflex's tree is not at hand.
func absent(i Installed) bool { return !i.Local() && i.Dir == "" }

// types is evoke.d.ts. A reflex whose manifest or overlay does not read is left
// out (behaviour.md 10.2).
func types(all []Installed) []byte {
	var entries []dts.Entry
	for _, i := range all {
		if i.Wording.Manifest != nil {
			entries = append(entries, dts.Entry{Name: i.Name, Manifest: i.Wording.Manifest})
		}
	}
	return dts.Project(typesProgram, entries)
}
