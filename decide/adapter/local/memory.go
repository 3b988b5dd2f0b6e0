package local

import (
	"slices"
	"strings"
	"sync"

	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/likeness"
	"sinew/decide/adapter/local/scorer"
	"sinew/decide/question"
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

	lock    sync.Mutex
	request *likeness.Text    // the latest, for who asks on about it
	offered []question.Option // the latest set's
	set     *scorer.Set
}

// shared is what engines remember with that were given nothing to keep it in.
var shared = &memory{}

// Text is a text ready to compare, in lower case and without its vector: most
// texts are compared by their words alone.
func (m *memory) Text(of string) *likeness.Text {
	of = strings.ToLower(of)
	return m.texts.take(of, func() *likeness.Text { return likeness.With(of, encoder.Vector{}) })
}

// Request is a request as the scorer compares it. Only the latest is
// remembered, and none is kept.
func (m *memory) Request(of string) *likeness.Text {
	if latest := m.latest(); latest != nil && latest.Said == of {
		return latest
	}
	made := likeness.Of(of)
	m.lock.Lock()
	defer m.lock.Unlock()
	m.request = made
	return made
}

func (m *memory) latest() *likeness.Text {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.request
}

// Set is the classes that reflexes make, made by make where they are not the
// latest.
func (m *memory) Set(offered []question.Option, make func([]question.Option) *scorer.Set) *scorer.Set {
	m.lock.Lock()
	latest, set := m.offered, m.set
	m.lock.Unlock()
	if set != nil && slices.EqualFunc(latest, offered, question.Option.Equal) {
		return set
	}
	set = make(offered)
	m.lock.Lock()
	defer m.lock.Unlock()
	m.offered, m.set = offered, set
	return set
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
