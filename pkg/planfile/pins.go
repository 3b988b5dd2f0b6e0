package planfile

import (
	"sinew/decide/catalog"
	"sinew/lockfile"
)

// Take is what a project decides under: its catalog and its lock, the paths of
// its local reflexes by name, and the language packs that read a sentence. A
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
		if e := lock.Entry(h.Name); e != nil && pin.Path == "" {
			pin.Remote = &Remote{Reference: e.Reference, Tag: e.Tag, H1: e.H1}
		}
		p.Reflexes = append(p.Reflexes, pin)
	}
	return p
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
