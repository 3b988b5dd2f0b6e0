package app

import (
	"context"

	"sinew/internal/state"
	"sinew/pkg/dts"
)

// typesProgram is the name in the generated file's first line: the file is the
// format's, and two tools that share a project must not rewrite each other's.
const typesProgram = "evoke"

// writeTypes writes evoke.d.ts from the reflexes as they are used. One whose
// manifest or overlay does not read is left out (behaviour.md 10.2).
func (p *Project) writeTypes(ctx context.Context) error {
	var entries []dts.Entry
	for _, i := range p.Installed() {
		if i.Wording.Manifest != nil {
			entries = append(entries, dts.Entry{Name: i.Name, Manifest: i.Wording.Manifest})
		}
	}
	text := dts.Project(typesProgram, entries)
	return p.write(ctx, state.Edit{Path: state.TypesFile, Apply: func([]byte) ([]byte, error) { return text, nil }})
}
