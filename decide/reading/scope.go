package reading

import (
	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
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
}

// known is what a scope shares with those of one of its reflexes.
type known struct {
	cat   *catalog.Catalog
	texts map[string]*laid
	lists map[[2]string]*listing          // by reflex and argument, or by vocabulary
	own   map[[2]string]question.Question // by reflex and argument; of a pick, where it has no candidate
	views map[[2]string]question.Question
	means map[string]question.Text // by reflex
	verbs map[string]string        // by reflex: its name as a verb
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
		cat: cat, texts: map[string]*laid{}, lists: map[[2]string]*listing{}, own: map[[2]string]question.Question{},
		views: map[[2]string]question.Question{}, means: map[string]question.Text{}, verbs: map[string]string{},
	}}
}

// Only is the scope of one of the reflexes.
func (s *Scope) Only(reflex string) *Scope {
	one, ok := s.only[reflex]
	if !ok {
		one = &Scope{known: s.known}
		for i := range s.reflexes {
			if s.reflexes[i].Name == reflex {
				one.reflexes = s.reflexes[i : i+1]
			}
		}
		s.only[reflex] = one
	}
	return one
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
	key := s.listed(t, reflex, a)
	said, ok := t.said[key]
	if !ok {
		said = s.finder(t, reflex, a).saidAll()
		t.said[key] = said
	}
	return said
}

// lay lays a text out.
func (k *known) lay(words string) *laid {
	t, ok := k.texts[words]
	if !ok {
		t = &laid{sentence: newSentence(words), looked: map[[2]string]look{}, said: map[[2]string][]Finding{}}
		t.found = pick.Find(string(t.runes))
		k.texts[words] = t
	}
	return t
}

// A look is what the words of a text hold, or may mean, of one argument's list.
type look struct {
	found []Finding
	may   []Proposal // of a vocabulary
}

func (k *known) look(t *laid, reflex string, a manifest.Argument) look {
	key := k.listed(t, reflex, a)
	seen, ok := t.looked[key]
	if !ok {
		f := k.finder(t, reflex, a)
		seen.found = f.findAll()
		if a.Source == manifest.Vocab {
			seen.may = f.proposed(seen.found, k.cat.Said)
		}
		t.looked[key] = seen
	}
	return seen
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
	l, ok := k.lists[key]
	if !ok {
		l = newListing(k.cat.Listed(reflex, a.Name))
		k.lists[key] = l
	}
	return l
}

// verb is a reflex's name, its stem as a verb.
func (k *known) verb(reflex string) string {
	verb, ok := k.verbs[reflex]
	if !ok {
		verb = verbStem(reflex)
		k.verbs[reflex] = verb
	}
	return verb
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
	means, ok := s.means[reflex]
	if !ok {
		for _, x := range s.reflexes {
			if x.Name == reflex {
				means = question.Describe(x.Manifest)
			}
		}
		s.means[reflex] = means
	}
	return means
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

// once is an argument's question, made when it is first asked.
func once(made map[[2]string]question.Question, reflex, arg string, one func() question.Question) question.Question {
	key := [2]string{reflex, arg}
	q, ok := made[key]
	if !ok {
		q = one()
		made[key] = q
	}
	return q
}
