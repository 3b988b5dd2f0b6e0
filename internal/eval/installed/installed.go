// Package installed is a set of reflexes to judge the local adapter over: std
// as the program carries it, or the manifests of a directory.
//
// A Set never changes: teaching makes another catalog. It may be used from
// several goroutines at once.
package installed

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"sinew/decide/adapter/local"
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/judge"
	"sinew/hub-index/std"
	"sinew/internal/turn"
	"sinew/internal/vectorcache"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// room is for the vectors of more texts than the sets here and their records
// have.
const room = 20_000

// A Set is reflexes over a person's words, and the engine that decides.
type Set struct {
	by        local.Engine
	vocabs    map[string]project.Vocabulary
	manifests map[string]*manifest.Manifest
}

func newSet(vocabularies []*project.Vocabulary) *Set {
	s := &Set{
		by:     local.With(vectorcache.Open("", room)),
		vocabs: map[string]project.Vocabulary{}, manifests: map[string]*manifest.Manifest{},
	}
	for _, v := range vocabularies {
		s.vocabs[v.Name] = *v
	}
	return s
}

func (s *Set) install(name string, src []byte) error {
	m, err := manifest.Parse(name, src)
	s.manifests[name] = m
	return err
}

// Std is the newest std that the program carries.
func Std(vocabularies []*project.Vocabulary) (*Set, error) {
	s, tags := newSet(vocabularies), std.Tags()
	_, files, err := std.Tree(tags[len(tags)-1].Name)
	if err != nil {
		return nil, err
	}
	for _, f := range files.Files() {
		if dir, file := path.Split(f.Path); file == "reflex.toml" {
			if err := s.install(path.Base(dir), f.Bytes); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// Directory is every reflex of a directory, each in one of its own.
func Directory(dir string, vocabularies []*project.Vocabulary) (*Set, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "reflex.toml"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no reflex in %s", dir)
	}
	s := newSet(vocabularies)
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err == nil {
			err = s.install(filepath.Base(filepath.Dir(file)), src)
		}
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Manifest is one reflex's as it is shipped, or nil.
func (s *Set) Manifest(reflex string) *manifest.Manifest { return s.manifests[reflex] }

// Names are the reflexes, sorted.
func (s *Set) Names() []string { return slices.Sorted(maps.Keys(s.manifests)) }

// Words are those of a vocabulary.
func (s *Set) Words(vocab string) []project.Word { return s.vocabs[vocab].Words }

// Catalog is the set as it is decided over, one reflex of it another than is
// shipped; "" for none.
func (s *Set) Catalog(changed string, m *manifest.Manifest) *catalog.Catalog {
	set := catalog.Set{
		Vocabs:  s.vocabs,
		Adapter: catalog.Adapter{Name: "local", ID: s.by.ID(), Bars: s.by.Bars()},
	}
	for _, name := range s.Names() {
		now := s.manifests[name]
		if name == changed {
			now = m
		}
		set.Reflexes = append(set.Reflexes, catalog.Reflex{Name: name, Manifest: now, Effect: now.Effect, Needs: now.Needs})
	}
	return catalog.New(set)
}

// Decide decides a text over a catalog.
func (s *Set) Decide(ctx context.Context, over *catalog.Catalog, text string) (gate.Decision, error) {
	t, err := turn.Decide(ctx, over, s.by, text, nil)
	return t.Decision, err
}

// Judge are the verdicts over records, in their order.
func (s *Set) Judge(ctx context.Context, over *catalog.Catalog, records []judge.Case) ([]judge.Verdict, error) {
	verdicts := make([]judge.Verdict, len(records))
	for i, r := range records {
		d, err := s.Decide(ctx, over, r.Utterance)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", r.Utterance, err)
		}
		verdicts[i] = judge.Judge(r, judge.Of(d))
	}
	return verdicts, nil
}
