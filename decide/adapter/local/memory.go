package local

import (
	"maps"
	"strings"
	"sync"

	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/likeness"
)

// mostRemembered is how many texts a memory holds before it begins anew; a
// text takes about 4 KB.
const mostRemembered = 4096

// Memory has vectors of texts from earlier runs. It must give what
// encoder.Embed gives, and be safe for several goroutines.
type Memory interface {
	// Recall is a text's vector, where it was kept.
	Recall(text string) (encoder.Vector, bool)
	// Keep keeps vectors by their texts. Nothing of it fails: what cannot be
	// kept is encoded again.
	Keep(vectors map[string]encoder.Vector)
}

// A memory reads a text once, however often it is compared. It may be used from
// several goroutines.
type memory struct {
	kept    Memory // nil for none
	texts   shelf[likeness.Text]
	vectors shelf[encoder.Vector]

	lock  sync.Mutex
	fresh map[string]encoder.Vector // encoded and not kept yet
}

// shared is what engines remember with that were given nothing to keep it in.
var shared = &memory{}

// Text is a text ready to compare, in lower case and without its vector: most
// texts are compared by their words alone.
func (m *memory) Text(of string) *likeness.Text {
	of = strings.ToLower(of)
	return m.texts.take(of, func() *likeness.Text { return likeness.With(of, encoder.Vector{}) })
}

// Vector is a text's vector.
func (m *memory) Vector(of string) *encoder.Vector {
	return m.vectors.take(of, func() *encoder.Vector {
		v := m.vector(of)
		return &v
	})
}

func (m *memory) vector(of string) encoder.Vector {
	if m.kept == nil {
		return encoder.Embed(of)
	}
	if v, kept := m.kept.Recall(of); kept {
		return v
	}
	v := encoder.Embed(of)
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.fresh == nil {
		m.fresh = map[string]encoder.Vector{}
	}
	m.fresh[of] = v
	return v
}

// keep hands on what was encoded for one request, but for the request itself
// and what stands in it: what a person says is not kept.
func (m *memory) keep(said string) {
	m.lock.Lock()
	fresh := m.fresh
	m.fresh = nil
	m.lock.Unlock()
	said = strings.ToLower(said)
	maps.DeleteFunc(fresh, func(text string, _ encoder.Vector) bool {
		return strings.Contains(said, text) || text == wording(said)
	})
	if len(fresh) > 0 {
		m.kept.Keep(fresh)
	}
}

// A shelf holds what was made of texts.
type shelf[T any] struct {
	lock sync.Mutex
	made map[string]*T
}

// take is what was made of a text, made now if it was not yet. Two that take
// the same at once may each make it; what is made is the same.
func (s *shelf[T]) take(of string, make func() *T) *T {
	if got := s.look(of); got != nil {
		return got
	}
	got := make()
	s.put(of, got)
	return got
}

func (s *shelf[T]) look(of string) *T {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.made[of]
}

func (s *shelf[T]) put(of string, got *T) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.made == nil || len(s.made) >= mostRemembered {
		s.made = map[string]*T{}
	}
	s.made[of] = got
}
