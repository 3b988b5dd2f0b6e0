package app

import (
	"context"

	"sinew/internal/state"
	"sinew/internal/turn"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// Teach records what was said as an example of the call a turn decided, in the
// person's overlay. Only what the input stated is recorded: what was typed at a
// prompt is not, nor what an earlier result gave. It gives the lines that were written, none where an example
// already says so.
func (d *Decider) Teach(ctx context.Context, t turn.Turn) ([]string, error) {
	i, err := d.p.Reflex(t.Top.Reflex)
	if err != nil {
		return nil, err
	}
	record := t.Top.Stated().Record(t.Decision.Input)
	if i.Manifest.Teaches(record) {
		return nil, nil
	}
	return d.p.teach(ctx, i, record)
}

// teach writes a record into a reflex's overlay, which must read with it.
func (p *Project) teach(ctx context.Context, i Installed, record manifest.Record) ([]string, error) {
	var edits []state.Edit
	var lines []string
	for _, e := range project.Teach(i.Name, i.overlay, record) {
		edits, lines = append(edits, p.overlayEdit(i, e)), append(lines, e.String())
	}
	return lines, p.write(ctx, edits...)
}

// overlayEdit is one line of an overlay changed, kept only when the overlay
// then reads.
func (p *Project) overlayEdit(i Installed, e project.Edit) state.Edit {
	one := edit(e)
	apply := one.Apply
	one.Apply = func(old []byte) ([]byte, error) {
		text, err := apply(old)
		if err != nil {
			return nil, err
		}
		_, err = manifest.ReadOverlay(i.Name, text, i.shipped)
		return text, err
	}
	return one
}
