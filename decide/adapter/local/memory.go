package local

import (
	"strings"
	"sync"

	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/likeness"
)

// mostRemembered is how many texts a memory holds before it begins anew; a
// text takes about 4 KB.
const mostRemembered = 4096

// A memory reads a text once, however often it is compared. It may be used from
// several goroutines.
type memory struct {
	embed   func(text string) encoder.Vector
	texts   shelf[likeness.Text]
	vectors shelf[encoder.Vector]
}

// remembered is what an engine remembers with that was given nothing else.
var remembered = &memory{embed: encoder.Embed}

// Text is a text ready to compare, in lower case and without its vector: most
// texts are compared by their words alone.
func (m *memory) Text(of string) *likeness.Text {
	of = strings.ToLower(of)
	return m.texts.take(of, func() *likeness.Text { return likeness.With(of, encoder.Vector{}) })
}

// Vector is a text's vector.
func (m *memory) Vector(of string) *encoder.Vector {
	return m.vectors.take(of, func() *encoder.Vector {
		v := m.embed(of)
		return &v
	})
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
