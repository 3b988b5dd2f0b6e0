package planfile

import (
	"sinew/decide/catalog"
	"sinew/lockfile"
)

// Take is what a project decides under: its catalog and its lock (nil for none),
// the paths of its local reflexes by name, and the language packs that read a sentence. A
// reflex with a path is local whatever the lock says of it; one that the lock
// does not have either was handed over as code.
func Take(cat *catalog.Catalog, lock *lockfile.Lock, paths map[string]string, packs []catalog.Hash) Pins {
	p := Pins{
		Evoke:   lockfile.FormatVersion,
		Adapter: Adapter{Name: cat.AdapterName(), ID: cat.AdapterID()},
		Gate:    cat.Bars(),
		Set:     cat.Digest(),
		Vocabs:  cat.VocabHashes(),
		Packs:   packs,
	}
	for _, h := range cat.ReflexHashes() {
		pin := Reflex{Name: h.Name, Item: h.Digest, Path: paths[h.Name]}
		if pin.Path == "" {
			pin.Remote = locked(lock, h.Name)
		}
		p.Reflexes = append(p.Reflexes, pin)
	}
	return p
}

// locked is where the lock has a reflex from; nil without an entry or a lock.
func locked(lock *lockfile.Lock, name string) *Remote {
	if lock == nil {
		return nil
	}
	e := lock.Entry(name)
	if e == nil {
		return nil
	}
	return &Remote{Reference: e.Reference, Tag: e.Tag, H1: e.H1}
}

// Pack is the pin of a language pack: one digest over all its words, in the
// order they are given. A word more, less, moved or respelt makes it another.
func Pack(name string, words ...string) catalog.Hash {
	return catalog.Hash{Name: name, Digest: ID(list(words).line())}
}

// reflex is the pin of a name, or nil.
func (p *Pins) reflex(name string) *Reflex {
	for i := range p.Reflexes {
		if p.Reflexes[i].Name == name {
			return &p.Reflexes[i]
		}
	}
	return nil
}

// find is the digest under a name; "" when there is none.
func find(all []catalog.Hash, name string) string {
	for _, h := range all {
		if h.Name == name {
			return h.Digest
		}
	}
	return ""
}
