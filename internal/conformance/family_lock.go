package conformance

import (
	"fmt"

	"sinew/lockfile"
	"sinew/pkg/manifest"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
)

// A wireLock is a lock as the vectors write it; its reflexes keep their order.
type wireLock struct {
	Evoke    string
	Adapter  lockfile.Adapter
	Reflexes Object
}

// A wireEntry is one locked reflex.
type wireEntry struct {
	Reference           wireReference
	Tag, Commit, Effect string
	H1                  tree.Digest
	Needs               manifest.Needs
}

func answerLock(in struct{ Doc wireDocument }) (any, error) {
	text, err := in.Doc.text()
	if err != nil {
		return nil, err
	}
	lock, err := lockfile.Parse(text)
	if err != nil {
		return problems(err)
	}
	reflexes := Object{}
	for _, e := range lock.Reflexes {
		entry := Object{
			{"reference", referenceJSON(e.Reference)}, {"tag", e.Tag.String()}, {"commit", e.Commit},
			{"h1", e.H1}, {"effect", e.Effect.String()},
		}
		if !e.Needs.Empty() {
			entry = append(entry, Member{"needs", needsJSON(e.Needs)})
		}
		reflexes = append(reflexes, Member{e.Name, entry})
	}
	adapter := Object{{"name", lock.Adapter.Name}, {"id", lock.Adapter.ID}}
	return ok(Object{{"evoke", lock.Evoke}, {"adapter", adapter}, {"reflexes", reflexes}}), nil
}

func answerRenderLock(in struct{ Lock wireLock }) (any, error) {
	lock := &lockfile.Lock{Evoke: in.Lock.Evoke, Adapter: in.Lock.Adapter}
	for _, m := range in.Lock.Reflexes {
		var wire wireEntry
		if err := decode(m.Value, &wire); err != nil {
			return nil, err
		}
		entry, err := wire.entry(m.Key)
		if err != nil {
			return nil, err
		}
		lock.Reflexes = append(lock.Reflexes, entry)
	}
	return string(lockfile.Format(lock)), nil
}

func (w wireEntry) entry(name string) (lockfile.Entry, error) {
	tag, isVersion := ref.ParseVersion(w.Tag)
	effect, isEffect := manifest.ParseEffect(w.Effect)
	if !isVersion || !isEffect {
		return lockfile.Entry{}, fmt.Errorf("%q is no tag or %q no effect", w.Tag, w.Effect)
	}
	return lockfile.Entry{
		Name: name, Reference: w.Reference.reference(), Tag: tag, Commit: w.Commit,
		H1: w.H1, Effect: effect, Needs: w.Needs,
	}, nil
}
