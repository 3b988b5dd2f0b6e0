package local

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"sinew/decide/adapter/local/likeness"
	"sinew/decide/adapter/local/values"
	"sinew/decide/question"
	"sinew/pkg/text"
)

// A scene is one text and the questions asked of it together. A question may
// be told apart better by the others of its reflex; it is answered without
// them as well.
type scene struct {
	said     string
	points   []rune
	identity string
	request  []token
	offered  map[string]question.Text       // the route's reflexes
	args     map[string][]question.Question // the arguments' own questions, by reflex
	spelled  map[string][]question.Question // the values words spell out, by reflex
	places   []question.Question            // where the sentence may part
	parted   []fork                         // the same, once judged
	gifts    []question.Question            // what one of its parts may give another
	read     map[string][]token             // texts that were read
	clauses  map[string]description         // descriptions that were
	memory   *hearing
	features map[string]*values.Features // of arguments that were compared
	words    string                      // the request without what is no word of it, once asked for
	likened  *likeness.Text              // the request as the scorer compares it, once asked for
}

func newScene(said string, asked []question.Question, m *hearing) *scene {
	s := &scene{
		said: said, identity: text.Identity(said), request: typed(said),
		offered: map[string]question.Text{}, args: map[string][]question.Question{}, spelled: map[string][]question.Question{}, read: map[string][]token{}, clauses: map[string]description{},
		memory: m, features: map[string]*values.Features{},
	}
	for _, q := range asked {
		switch q.Subject.Kind {
		case question.Route:
			for _, o := range q.Options {
				s.offered[o.Key] = o.Text
			}
		case question.Arg:
			s.args[q.Subject.Reflex] = append(s.args[q.Subject.Reflex], q)
		case question.Meant:
			s.spelled[q.Subject.Reflex] = append(s.spelled[q.Subject.Reflex], q)
		case question.Split:
			s.places = append(s.places, q)
		case question.Share:
			s.gifts = append(s.gifts, q)
		}
	}
	return s
}

// reflex is what the reflex a question is about says of itself: as the question
// has it, or the route beside it.
func (s *scene) reflex(q question.Question) question.Text {
	if q.About.Reflex.What != "" {
		return q.About.Reflex
	}
	return s.offered[q.Subject.Reflex]
}

// worded is the request without the values that are no words of it: what stands
// in quotes, an address, a code. They state nothing that is listed.
func (s *scene) worded() string {
	if s.words != "" {
		return s.words
	}
	runes := slices.Clone(s.runes())
	for _, t := range s.request {
		if t.typed && !strings.Contains(wordedKinds, t.stem) {
			for i := t.start; i < min(t.end, len(runes)); i++ {
				runes[i] = ' '
			}
		}
	}
	s.words = string(runes)
	return s.words
}

// wordedKinds are the values that are told in words.
const wordedKinds = "<number> <duration> <date> <time> <amount>"

// tokens are a text's tokens; a text that several questions hold is read once.
func (s *scene) tokens(of string) []token {
	read, ok := s.read[of]
	if !ok {
		read = tokens(of)
		s.read[of] = read
	}
	return read
}

// key is the tokens of an author's key or a person's word.
func (s *scene) key(key string) []token {
	return s.tokens(values.Spaced(key))
}

// choices are a question's keys without those that are no value.
func choices(q question.Question) []question.Option {
	kept := make([]question.Option, 0, len(q.Options))
	for _, o := range q.Options {
		if o.Key != question.None && o.Key != question.Unstated {
			kept = append(kept, o)
		}
	}
	return kept
}

// between are the tokens of the request from one code point to another.
func (s *scene) between(start, end int) []token {
	var kept []token
	for _, t := range s.request {
		if t.start >= start && t.end <= end {
			kept = append(kept, t)
		}
	}
	return kept
}

// span is the piece of the text a candidate's key names; ok is false for the
// key of an option or a word.
func span(o question.Option) (start, end int, ok bool) {
	from, to, cut := strings.Cut(o.Key, "-")
	start, err := strconv.Atoi(from)
	end, err2 := strconv.Atoi(to)
	return start, end, cut && err == nil && err2 == nil && start >= 0 && start < end
}

// spanKey is the key a candidate's span has among a question's choices.
func spanKey(s question.Subject) string { return strconv.Itoa(s.From) + "-" + strconv.Itoa(s.To) }

// runes are the text's code points in NFC, as spans count them.
func (s *scene) runes() []rune {
	if s.points == nil {
		s.points = []rune(norm.NFC.String(s.said))
	}
	return s.points
}

// A description is what a reflex says it does, and each clause that says what
// it does not.
type description struct {
	does []token
	not  [][]token
}

// described reads a description; each is read once. A word that turns things
// around turns all of its sentence: neither shown, saved or opened.
func (s *scene) described(what string) description {
	d, ok := s.clauses[what]
	if ok {
		return d
	}
	for sentence := range strings.FieldsFuncSeq(what, func(r rune) bool { return strings.ContainsRune(".;:\n", r) }) {
		clauses := strings.Split(sentence, ",")
		turned := some(tokens(sentence), func(t token) bool { return t.is(negation) })
		for _, clause := range clauses {
			if said := tokens(clause); turned {
				d.not = append(d.not, said)
			} else {
				d.does = append(d.does, said...)
			}
		}
	}
	s.clauses[what] = d
	return d
}
