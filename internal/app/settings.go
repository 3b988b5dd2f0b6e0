package app

import (
	"context"
	"fmt"

	"sinew/pkg/diag"
	"sinew/pkg/project"
)

// Configure sets a setting that a reflex declares. It gives the line that was
// written, without its sign.
func (p *Project) Configure(ctx context.Context, reflex, key string, setting project.Setting) (string, error) {
	i, err := p.Reflex(reflex)
	if err != nil {
		return "", err
	}
	if i.Manifest == nil {
		return "", i.Problems.Err()
	}
	spec := i.Manifest.Setting(key)
	if spec == nil {
		return "", diag.One(reflex, fmt.Sprintf("declares no config %q", key), diag.Show(reflex))
	}
	e, err := project.SetConfig(reflex, key, setting, *spec)
	if err != nil {
		return "", err
	}
	return e.String(), p.write(ctx, edit(e))
}

// Vocabulary is the words of a vocabulary, in the file's order. One that is not
// there has none.
func (p *Project) Vocabulary(name string) (project.Vocabulary, error) {
	if err, broken := p.broken[name]; broken {
		return project.Vocabulary{}, err
	}
	return p.vocabs[name], nil
}

// AddWord adds a word to a vocabulary, or gives it a new meaning.
func (p *Project) AddWord(ctx context.Context, vocab string, word project.Word) (string, error) {
	e := project.AddWord(vocab, word)
	return e.String(), p.write(ctx, edit(e))
}

// RemoveWord takes a word out of a vocabulary.
func (p *Project) RemoveWord(ctx context.Context, vocab, word string) (string, error) {
	e := project.RemoveWord(vocab, word)
	return e.String(), p.write(ctx, edit(e))
}
