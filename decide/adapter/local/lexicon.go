package local

import (
	"math"

	"sinew/decide/adapter/local/spelt"
)

// A lexicon numbers the stems of one question's texts, and knows for each what
// it weighs and which word of the request it is or comes near to.
type lexicon struct {
	ids   map[string]int
	terms []term
	said  []int // the request's stems, each once, in order
}

// A term is one stem.
type term struct {
	stem   string
	word   string  // as it was first read: a slip may change the stem
	weight float64 // by its class
	near   int     // the request's stem it stands for, or -1
	alike  float64 // how surely: 1 for the same stem
}

// stemsEach is about how many stems a reflex says.
const stemsEach = 32

// newLexicon is a lexicon for a request and texts of about as many stems.
func newLexicon(request []token, stems int) *lexicon {
	stems += len(request)
	l := &lexicon{ids: make(map[string]int, stems), terms: make([]term, 0, stems)}
	for _, t := range request {
		id := len(l.terms)
		if l.id(t) == id {
			l.said = append(l.said, id)
			l.terms[id].near, l.terms[id].alike = id, 1
		}
	}
	return l
}

// id numbers a token's stem. Of the forms of one stem the lightest counts, so
// that the order of the texts does not.
func (l *lexicon) id(t token) int {
	id, ok := l.ids[t.stem]
	if !ok {
		id = len(l.terms)
		l.ids[t.stem] = id
		l.terms = append(l.terms, term{stem: t.stem, word: t.fold, weight: weight(t), near: -1})
		if !t.typed {
			l.liken(&l.terms[id])
		}
		return id
	}
	l.terms[id].weight = min(l.terms[id].weight, weight(t))
	return id
}

// liken finds the word of the request that a stem of another spelling comes
// nearest to.
func (l *lexicon) liken(t *term) {
	for _, id := range l.said {
		said := &l.terms[id]
		if a := max(spelt.Alike(said.stem, t.stem), spelt.Alike(said.word, t.word)); a > t.alike {
			t.near, t.alike = id, a
		}
	}
}

// A phrase is one text by its terms.
type phrase []int

func (l *lexicon) phrase(tokens []token) phrase {
	p := make(phrase, len(tokens))
	for i, t := range tokens {
		p[i] = l.id(t)
	}
	return p
}

// held is, for each word of the request, how surely one of the phrases says it.
func (l *lexicon) held(phrases ...phrase) []float64 {
	held := make([]float64, len(l.said))
	for _, p := range phrases {
		for _, id := range p {
			if t := &l.terms[id]; t.near >= 0 {
				held[t.near] = max(held[t.near], t.alike)
			}
		}
	}
	return held
}

// fewWords is the weight a request is taken to have beside its own: one that
// says next to nothing is never said by much.
const fewWords = 1.0

// weighHeld is the part of the request's weight that is held, and the weight
// that is not.
func (l *lexicon) weighHeld(held []float64) (part, unsaid float64) {
	all := 0.0
	for i, id := range l.said {
		w := math.Pow(l.terms[id].weight, 2)
		all += w
		unsaid += w * (1 - held[i])
	}
	return (all - unsaid) / (all + fewWords), unsaid
}
