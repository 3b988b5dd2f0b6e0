package app

import (
	"context"
	"errors"
	"io"
	"slices"

	"sinew/decide/adapter"
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/reading"
	"sinew/exec"
	"sinew/exec/body"
	"sinew/internal/turn"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// A Decider decides inputs over the reflexes a project has active, and remembers
// what their bodies return. It is made once for a command or a session, and
// serves one input after another; Refresh follows what changed in the project.
type Decider struct {
	p        *Project
	cat      *catalog.Catalog
	by       adapter.Adapter
	inactive []Installed
	memory   *reading.Memory // what this session's bodies returned
}

// Decider is the project's. The project must be trusted, and every reflex it
// names in the store; a reflex that is inactive for another reason is left out.
func (p *Project) Decider() (*Decider, error) {
	if err := p.Trusted(); err != nil {
		return nil, err
	}
	by, err := p.adapter()
	if err != nil {
		return nil, err
	}
	return p.decider(by)
}

// decider is the project's, over an adapter that is there already.
func (p *Project) decider(by adapter.Adapter) (*Decider, error) {
	set, inactive, err := p.set()
	if err != nil {
		return nil, err
	}
	bars, err := p.bars(by)
	if err != nil {
		return nil, err
	}
	set.Adapter = catalog.Adapter{Name: p.file.Adapter, ID: by.ID(), Bars: bars}
	cat := catalog.New(set)
	if limited, ok := by.(adapter.Limited); ok {
		if err := cat.Within(limited.Options()); err != nil {
			return nil, err
		}
	}
	return &Decider{p: p, cat: cat, by: by, inactive: inactive, memory: &reading.Memory{}}, nil
}

// set is everything active, and what is not.
func (p *Project) set() (catalog.Set, []Installed, error) {
	set := catalog.Set{Vocabs: p.vocabs}
	var inactive []Installed
	var why diag.Problems
	for _, i := range p.Installed() {
		if stop := stops(i); stop != nil {
			return set, nil, stop
		}
		if !i.Active() {
			inactive, why = append(inactive, i), append(why, i.Problems...)
			continue
		}
		set.Reflexes = append(set.Reflexes, catalog.Reflex{
			Name: i.Name, Manifest: i.Manifest, Effect: i.Effect, Needs: i.Needs, Settings: p.held(i),
		})
	}
	switch {
	case len(set.Reflexes) > 0:
		return set, inactive, nil
	case len(why) > 0:
		return set, nil, why
	}
	return set, nil, diag.One("", "no reflexes are installed", diag.Of(diag.FixAddFirst))
}

// stops is the problem of a reflex whose tree is not at hand: that is no reason
// to go on without it (manual, "Why a reflex is inactive").
func stops(i Installed) error {
	for _, one := range i.Problems {
		if i.Manifest == nil && !i.Local() && one.Fix.Kind != diag.FixEditLine {
			return diag.Problems{one}
		}
	}
	return nil
}

func (p *Project) held(i Installed) []catalog.Held {
	var all []catalog.Held
	for _, s := range i.Settings {
		setting, _ := p.file.Setting(i.Name, s.Key)
		all = append(all, catalog.Held{Key: s.Key, Var: setting.Var})
	}
	return all
}

// Refresh takes the project as it is by now: its reflexes, its words, its bars.
// The adapter stays where evoke.toml still names it. On an error the decider is
// as it was.
func (d *Decider) Refresh() error {
	p := &Project{m: d.p.m, at: d.p.at}
	if err := p.read(); err != nil {
		return err
	}
	if err := p.Trusted(); err != nil {
		return err
	}
	by, err := d.by, error(nil)
	if p.file.Adapter != d.p.file.Adapter {
		by, err = p.adapter()
	}
	if err != nil {
		return err
	}
	next, err := p.decider(by)
	if err == nil {
		d.p, d.cat, d.by, d.inactive = p, next.cat, by, next.inactive
	}
	return err
}

// Inactive are the names of the reflexes that are left out of every decision.
func (d *Decider) Inactive() []string {
	var names []string
	for _, i := range d.inactive {
		names = append(names, i.Name)
	}
	return names
}

// onlyInactive is why the reflexes that carry one of the tags are inactive,
// where no active one does.
func (d *Decider) onlyInactive(tags []string) diag.Problems {
	if len(tags) == 0 || len(d.cat.Tagged(tags)) > 0 {
		return nil
	}
	var why diag.Problems
	for _, i := range d.inactive {
		if i.Manifest != nil && slices.ContainsFunc(i.Manifest.Tags, func(t string) bool { return slices.Contains(tags, t) }) {
			why = append(why, i.Problems...)
		}
	}
	return why
}

// Again is the decider after a prompt changed the project's vocabularies, and
// the same turn over it: what was answered stays answered.
func (d *Decider) Again(t turn.Turn) (*Decider, turn.Turn, error) {
	if err := d.Refresh(); err != nil {
		return nil, t, err
	}
	t.Catalog = d.cat
	return d, t, nil
}

// TakesPath reports whether an active reflex reads or writes what a word of the
// vocabulary stands for, so that a new word needs a path.
func (d *Decider) TakesPath(vocab string) bool {
	return slices.ContainsFunc(d.cat.Reflexes(), func(r catalog.Reflex) bool {
		return slices.ContainsFunc(r.Manifest.Args, func(a manifest.Argument) bool {
			entry := "{" + a.Name + "}"
			return a.Vocab == vocab && (slices.Contains(r.Needs.Reads, entry) || slices.Contains(r.Needs.Writes, entry))
		})
	})
}

// AddWord adds a word to a vocabulary while a prompt waits.
func (d *Decider) AddWord(ctx context.Context, vocab string, word project.Word) (string, error) {
	return d.p.AddWord(ctx, vocab, word)
}

// Run runs what a turn decided, in the time the turn has left.
func (d *Decider) Run(ctx context.Context, permit gate.Permit, t turn.Turn, messages io.Writer) (exec.Result, error) {
	limited, cancel := context.WithTimeout(ctx, t.Left)
	defer cancel()
	result, err := d.p.Run(limited, permit, t.Decision.Input, messages)
	if err == nil {
		d.remember(permit, result)
	}
	return result, err
}

// remember keeps what a body returned, for the inputs after this one.
func (d *Decider) remember(permit gate.Permit, result exec.Result) {
	c, _ := permit.Call()
	if x := d.cat.Reflex(c.Reflex); x != nil && !result.Oversized {
		d.memory.Remember(x.Manifest.Yields, result.Data)
	}
}

// Frames are the frames of an error a JavaScript body threw; nil for any other.
func Frames(err error) []string {
	if thrown, ok := errors.AsType[*body.Thrown](err); ok {
		return thrown.Frames
	}
	return nil
}
