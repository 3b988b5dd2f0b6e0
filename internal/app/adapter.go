package app

import (
	"fmt"
	"os"

	"sinew/decide/adapter"
	"sinew/decide/adapter/local"
	"sinew/decide/adapter/replay"
	"sinew/decide/catalog"
	"sinew/pkg/diag"
	"sinew/pkg/project"
)

// adapterID is the id the lock pins beside the name of who decides: it changes
// whenever the answers could. An adapter that cannot be asked now goes by the
// id the lock already holds, else by its name.
func (p *Project) adapterID() string {
	if by, err := p.adapter(); err == nil {
		return by.ID()
	}
	if p.lock.Adapter.Name == p.file.Adapter && p.lock.Adapter.ID != "" {
		return p.lock.Adapter.ID
	}
	return p.file.Adapter
}

// adapter is who decides in the project. A name resolves only against the
// program's own (manual, "Security").
func (p *Project) adapter() (adapter.Adapter, error) {
	switch p.file.Adapter {
	case "local":
		return local.Engine{}, nil
	case "replay":
		return replay.Load(os.Getenv(replay.Variable))
	}
	message := fmt.Sprintf("this version does not reach the adapter %s; local and replay decide offline", p.file.Adapter)
	return nil, diag.Problems{diag.At("", message, p.adapterLine())}
}

// adapterLine is where evoke.toml names the adapter.
func (p *Project) adapterLine() diag.Position {
	return diag.Position{File: diag.File{Kind: diag.ProjectFile}, Line: p.file.Line, Column: 1}
}

// bars are the adapter's, with those a person moved in evoke.toml. A person may
// give bars to an adapter that ships none.
func (p *Project) bars(by adapter.Adapter) (*catalog.Bars, error) {
	moved := p.file.Gate()
	if moved == (project.Gate{}) {
		return by.Bars(), nil
	}
	bars := catalog.Bars{}
	if shipped := by.Bars(); shipped != nil {
		bars = *shipped
	}
	for _, move := range []struct{ to, from *float64 }{{&bars.Route, moved.Route}, {&bars.Read, moved.Read}, {&bars.Write, moved.Write}} {
		if move.from != nil {
			*move.to = *move.from
		}
	}
	if moved.Fits != nil {
		bars.Fits = moved.Fits
	}
	if moved.Whole != nil {
		bars.Whole = moved.Whole
	}
	if err := bars.Check(); err != nil {
		return nil, diag.One("", "adapters."+p.file.Adapter+".gate: "+err.Error(), diag.Of(diag.FixCheck))
	}
	return &bars, nil
}
