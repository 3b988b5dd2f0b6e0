package reading

import (
	"slices"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/pick/spoken"
)

// A Scope is the reflexes texts are read over. What they say by themselves,
// their questions and their lists, and what a text says by itself is worked out
// when it is first needed, once for all texts and rounds. It is for one
// goroutine.
type Scope struct {
	*known
	reflexes []catalog.Reflex
	only     map[string]*Scope
	asks     *question.Question // the route
	args     []argument
	opened   int // how many questions the last text opened; 0 before there was one
}

// known is what a scope shares with those of one of its reflexes.
type known struct {
	cat   *catalog.Catalog
	texts map[string]*laid
	lists map[[2]string]*listing           // by reflex and argument, or by vocabulary
	own   map[[2]string]*question.Question // by reflex and argument; of a pick, where it has no candidate
	views map[[2]string]*question.Question
	is    map[listedKey]*question.Question
	aloud map[[2]string]spoken.Argument
	means map[string]question.Text // by reflex
	verbs map[string]string        // by reflex: its name as a verb
}

// A listedKey is one key of an argument's list, by its place.
type listedKey struct {
	reflex, arg string
	at          int
}

// A laid is one text, laid out, and what was looked for in it.
type laid struct {
	sentence
	found  []pick.Candidate
	looked map[[2]string]look
	said   map[[2]string][]Finding
}

// In is a scope of reflexes of a catalog.
func In(cat *catalog.Catalog, reflexes []catalog.Reflex) *Scope {
	return &Scope{reflexes: reflexes, only: map[string]*Scope{}, known: &known{
		cat: cat, texts: map[string]*laid{}, lists: map[[2]string]*listing{}, own: map[[2]string]*question.Question{},
		views: map[[2]string]*question.Question{}, is: map[listedKey]*question.Question{}, aloud: map[[2]string]spoken.Argument{},
		means: map[string]question.Text{}, verbs: map[string]string{},
	}}
}

// at is a reflex's place in the scope, or -1.
func (s *Scope) at(reflex string) int {
	return slices.IndexFunc(s.reflexes, func(x catalog.Reflex) bool { return x.Name == reflex })
}

// Only is the scope of one of the reflexes, which must be among them.
func (s *Scope) Only(reflex string) *Scope {
	return once(s.only, reflex, func() *Scope {
		at := s.at(reflex)
		return &Scope{known: s.known, only: map[string]*Scope{}, reflexes: s.reflexes[at : at+1]}
	})
}

// Typed are the pieces of a text, in NFC, that a recognizer reads.
func (s *Scope) Typed(words string) []pick.Candidate { return s.lay(words).found }

// Found are the words of an argument's list that a text holds, as the function
// Found gives them.
func (s *Scope) Found(words, reflex string, a manifest.Argument) []Finding {
	return s.look(s.lay(words), reflex, a).found
}

// Said are those that the text says in some form of them. What only may mean
// one is none.
func (s *Scope) Said(words, reflex string, a manifest.Argument) []Finding {
	t := s.lay(words)
	return once(t.said, s.listed(t, reflex, a), func() []Finding { return s.finder(t, reflex, a).saidAll() })
}

// lay lays a text out.
func (k *known) lay(words string) *laid {
	return once(k.texts, words, func() *laid {
		t := &laid{sentence: newSentence(words), looked: map[[2]string]look{}, said: map[[2]string][]Finding{}}
		t.found = pick.Find(string(t.runes))
		return t
	})
}

// A look is what the words of a text hold, or may mean, of one argument's list.
type look struct {
	found []Finding
	may   []Proposal // of a vocabulary
}

func (k *known) look(t *laid, reflex string, a manifest.Argument) look {
	return once(t.looked, k.listed(t, reflex, a), func() look {
		f := k.finder(t, reflex, a)
		seen := look{found: f.findAll()}
		if a.Source == manifest.Vocab {
			seen.may = f.proposed(seen.found, k.cat.Said)
		}
		return seen
	})
}

// listed says which of a text's looks is an argument's: that of all that ask for
// a word of one vocabulary, but for a reflex the text names.
func (k *known) listed(t *laid, reflex string, a manifest.Argument) [2]string {
	if a.Source == manifest.Vocab && !t.names(reflex, k.verb(reflex)) {
		return [2]string{"", a.Vocab} // no reflex has no name
	}
	return [2]string{reflex, a.Name}
}

func (k *known) finder(t *laid, reflex string, a manifest.Argument) *finder {
	return k.list(reflex, a).in(t.sentence, reflex, k.verb(reflex))
}

// list is an argument's list, laid out. The words of a vocabulary are the same
// wherever they are asked for.
func (k *known) list(reflex string, a manifest.Argument) *listing {
	key := [2]string{reflex, a.Name}
	if a.Source == manifest.Vocab {
		key = [2]string{"", a.Vocab}
	}
	return once(k.lists, key, func() *listing { return newListing(k.cat.Listed(reflex, a.Name)) })
}

// verb is a reflex's name, its stem as a verb.
func (k *known) verb(reflex string) string {
	return once(k.verbs, reflex, func() string { return verbStem(reflex) })
}

// route asks which of the reflexes a text asks for.
func (s *Scope) route() question.Question {
	if s.asks == nil {
		q := question.TheRoute(Offered(s.reflexes))
		s.asks = &q
	}
	return *s.asks
}

// described is what a reflex in scope means on the route.
func (s *Scope) described(reflex string) question.Text {
	return once(s.means, reflex, func() question.Text {
		if at := s.at(reflex); at >= 0 {
			return question.Describe(s.reflexes[at].Manifest)
		}
		return question.Text{}
	})
}

// An argument is one that a text can say something of.
type argument struct {
	of *catalog.Reflex
	manifest.Argument
}

// arguments are those of all reflexes that a text can say something of: not a
// result another step hands over, and not an optional word of a list nobody
// filled.
func (s *Scope) arguments() []argument {
	if s.args != nil {
		return s.args
	}
	s.args = []argument{}
	for i := range s.reflexes {
		x := &s.reflexes[i]
		for _, a := range x.Manifest.Args {
			empty := a.Source == manifest.Vocab && a.Optional && len(s.cat.Listed(x.Name, a.Name)) == 0
			if a.Source != manifest.Takes && !empty {
				s.args = append(s.args, argument{x, a})
			}
		}
	}
	return s.args
}

// heard says how an argument's value may be said aloud.
func (k *known) heard(x catalog.Reflex, a manifest.Argument) spoken.Argument {
	return once(k.aloud, [2]string{x.Name, a.Name}, func() spoken.Argument {
		return spoken.Argument{Kind: pick.Kind(a.Pick), Examples: examples(x.Manifest, a), Range: bounds(a.Range), Own: ownWords(x.Name)}
	})
}

// once is what is made of a key, made when it is first asked for.
func once[K comparable, V any](made map[K]V, key K, one func() V) V {
	v, ok := made[key]
	if !ok {
		v = one()
		made[key] = v
	}
	return v
}
