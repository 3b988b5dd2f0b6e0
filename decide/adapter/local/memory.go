package local

import (
	"maps"
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
	fresh   map[string]encoder.Vector // encoded and not kept yet
	request *likeness.Text            // the latest, for who asks on about it
	offered []question.Option         // the latest set's
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

// keep hands on what was encoded for one request, but for what is in the
// person's words: what somebody says is not kept.
func (m *memory) keep(said string, asked []question.Question) {
	m.lock.Lock()
	fresh := m.fresh
	m.fresh = nil
	m.lock.Unlock()
	if len(fresh) == 0 {
		return
	}
	own := personal(said, asked)
	maps.DeleteFunc(fresh, func(text string, _ encoder.Vector) bool { return own.hold(text) })
	if len(fresh) > 0 {
		m.kept.Keep(fresh)
	}
}

// spoken are words as they may be compared: in lower case, and folded.
type spoken map[string]bool

// personal are the words of a request, and of the values that stand in the
// questions about it: those may be of an earlier result.
func personal(said string, asked []question.Question) spoken {
	own := spoken{}
	own.add(said)
	own.add(wording(said))
	for _, q := range asked {
		own.add(q.About.Words)
		for _, value := range q.About.Values {
			own.add(value)
		}
	}
	return own
}

func (p spoken) add(text string) {
	for _, word := range likeness.Words(text) {
		p[word] = true
	}
	for _, t := range tokens(text) {
		p[t.fold] = true
	}
}

// hold reports whether a text has no word but these.
func (p spoken) hold(text string) bool {
	return p[text] || !slices.ContainsFunc(likeness.Words(text), func(word string) bool { return !p[word] })
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
