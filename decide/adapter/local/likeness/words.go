package likeness

import (
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
)

// clitics are endings that are words of their own.
var clitics = []string{"n't", "'s", "'m", "'re", "'ve", "'ll", "'d"}

// Words are a text's words in lower case, in its order: letters, figures and
// apostrophes, with a clitic as a word of its own.
func Words(text string) []string {
	text = strings.ReplaceAll(strings.ToLower(text), "’", "'")
	var words []string
	for _, field := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '\''
	}) {
		if field = strings.Trim(field, "'"); field != "" {
			words = append(words, parts(field)...)
		}
	}
	return words
}

func parts(word string) []string {
	for _, ending := range clitics {
		if before, has := strings.CutSuffix(word, ending); has && before != "" {
			return []string{before, ending}
		}
	}
	return []string{word}
}

// figure stands for every word that begins with one.
const figure = "#"

// Stem is a word without its endings; every number has the same.
func Stem(word string) string {
	if word != "" && word[0] >= '0' && word[0] <= '9' {
		return figure
	}
	word = singular(word)
	for _, ending := range []struct {
		text string
		keep int
	}{{"ing", 3}, {"ed", 3}, {"er", 4}} {
		if before, has := strings.CutSuffix(word, ending.text); has && len(before) >= ending.keep {
			word = undoubled(before)
			break
		}
	}
	if before, has := strings.CutSuffix(word, "ly"); has && len(before) >= 4 {
		word = before
	}
	if before, has := strings.CutSuffix(word, "e"); has && len(before) >= 3 {
		word = before
	}
	return word
}

// plurals are endings, what takes their place, and how much must stand before.
var plurals = []struct {
	ending, instead string
	keep            int
}{{"ies", "y", 2}, {"sses", "ss", 2}, {"shes", "sh", 2}, {"ches", "ch", 2}, {"xes", "x", 2}}

func singular(word string) string {
	for _, p := range plurals {
		if before, has := strings.CutSuffix(word, p.ending); has && len(before) >= p.keep {
			return before + p.instead
		}
	}
	own := slices.ContainsFunc([]string{"ss", "us", "is"}, func(ending string) bool { return strings.HasSuffix(word, ending) })
	if before, has := strings.CutSuffix(word, "s"); has && !own && len(before) >= 3 {
		return before
	}
	return word
}

// undoubled drops the second of two letters an ending doubled.
func undoubled(word string) string {
	n := len(word)
	if n > 3 && word[n-1] == word[n-2] && !strings.ContainsRune("lsz", rune(word[n-1])) {
		return word[:n-1]
	}
	return word
}

// common are words that say little in a request, whatever their rank: the words
// people ask in.
var common = asSet(`i me my mine you your yours we us our it its he she they them this that these those a an the
is am are was were be been am do does did doing have has had can could will would shall should may might must please just
to of in on at for from with by about as and or but if so not no what which who whom whose when where why how there here
any some all get got give tell let know want need like hey ok okay hi hello thanks thank go im whats`)

func asSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// The ranks of a word that is common, and of one the table lacks.
const (
	commonRank = 10
	rareRank   = 100_000
)

// telling is how much a word tells, about 0.2 for the commonest to 1.2: the
// logarithm of how seldom it is, after its rank (Zipf).
func telling(word string) float64 {
	if tells, known := looked.Load(word); known {
		return tells.(float64)
	}
	tells := lookUp(word)
	if lookedUp.Add(1) <= mostLooked {
		looked.Store(word, tells)
	}
	return tells
}

// The first words that were looked up are remembered: few stand in all of what
// reflexes say.
var (
	looked   sync.Map // float64 by word
	lookedUp atomic.Int64
)

const mostLooked = 1 << 14

func lookUp(word string) float64 {
	rank := float64(rareRank)
	if n, known := rankOf(word); known {
		rank = float64(n)
	}
	if common[word] || slices.Contains(clitics, word) || Stem(word) == figure {
		rank = commonRank
	}
	return math.Log((rank+2.7)*12.5) / 12
}
