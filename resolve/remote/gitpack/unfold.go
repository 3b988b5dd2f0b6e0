package gitpack

import (
	"bytes"
	"hash"
	"io"
)

// An object is a type and its bytes.
type object struct {
	kind    kind
	content []byte
}

// Objects are the objects of one pack, or of a repository (Lazy), by their ids.
// They may be read by several goroutines at once.
type Objects struct {
	format Format
	limits Limits
	byID   map[ID]object
	load   func(ID) (object, bool, error) // in byID's stead
}

// Read unfolds a whole pack, each object named by its content. The pack holds
// every base its deltas name. The error is a *Refusal.
func Read(pack []byte, format Format, limits Limits) (*Objects, error) {
	limits = limits.WithDefaults()
	entries, err := scan(pack, format, limits)
	if err != nil {
		return nil, err
	}
	u := &unfolder{
		pack: bytes.NewReader(pack), entries: entries, hash: format.new(),
		objects: &Objects{format: format, limits: limits, byID: make(map[ID]object, len(entries))},
	}
	if err := u.run(); err != nil {
		return nil, err
	}
	return u.objects, nil
}

// An unfolder makes the objects of a scanned pack: those that stand whole
// first, then every delta once its base is there. A delta waits on an index or
// on an id, so a chain costs no recursion and a circle never starts.
type unfolder struct {
	pack    *bytes.Reader
	entries []entry
	inflate inflater
	hash    hash.Hash
	objects *Objects

	onIndex map[int][]int // index of a base -> indexes of its deltas
	onID    map[ID][]int  // id of a base -> indexes of its deltas
	ready   []made        // objects whose deltas are not yet made
	done    int
}

// made is an unfolded entry.
type made struct {
	index, depth int
	id           ID
	object
}

func (u *unfolder) run() error {
	u.onIndex, u.onID = make(map[int][]int), make(map[ID][]int)
	for i, e := range u.entries {
		switch e.kind {
		case kindOfsDelta:
			u.onIndex[e.base] = append(u.onIndex[e.base], i)
		case kindRefDelta:
			u.onID[e.baseID] = append(u.onID[e.baseID], i)
		}
	}
	for i, e := range u.entries {
		if e.kind == kindOfsDelta || e.kind == kindRefDelta {
			continue
		}
		if err := u.whole(i, e); err != nil {
			return err
		}
		if err := u.drain(); err != nil {
			return err
		}
	}
	if u.done != len(u.entries) {
		return malformed("a delta whose base it does not hold")
	}
	return nil
}

// whole unfolds an entry that is no delta.
func (u *unfolder) whole(i int, e entry) error {
	content, err := u.stream(e)
	if err != nil {
		return err
	}
	return u.keep(made{index: i, object: object{e.kind, content}})
}

// drain unfolds every delta on an object that is ready, and those on them.
func (u *unfolder) drain() error {
	for len(u.ready) > 0 {
		base := u.ready[len(u.ready)-1]
		u.ready = u.ready[:len(u.ready)-1]
		waiting := append(u.onIndex[base.index], u.onID[base.id]...)
		delete(u.onID, base.id) // the same object may stand in the pack twice
		for _, i := range waiting {
			if err := u.delta(i, base); err != nil {
				return err
			}
		}
	}
	return nil
}

func (u *unfolder) delta(i int, base made) error {
	if base.depth >= u.objects.limits.DeltaDepth {
		return tooDeep(u.objects.limits)
	}
	e := u.entries[i]
	instructions, err := u.stream(e)
	if err != nil {
		return err
	}
	content, err := applyDelta(base.content, instructions, e.target)
	if err != nil {
		return err
	}
	return u.keep(made{index: i, depth: base.depth + 1, object: object{base.kind, content}})
}

// stream is the inflated bytes of an entry.
func (u *unfolder) stream(e entry) ([]byte, error) {
	if _, err := u.pack.Seek(e.stream, io.SeekStart); err != nil {
		return nil, err
	}
	return u.inflate.read(u.pack, e.size)
}

// keep names an object and makes it ready as a base.
func (u *unfolder) keep(m made) error {
	id, ok := name(u.hash, m.kind, m.content)
	if !ok {
		return refuse("the object %s was made to collide with another", id)
	}
	m.id = id
	u.objects.byID[id] = m.object
	u.done++
	if len(u.onIndex[m.index]) > 0 || len(u.onID[id]) > 0 {
		u.ready = append(u.ready, m)
	}
	return nil
}
