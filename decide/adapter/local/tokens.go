package local

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sinew/pkg/pick"
)

// A token is one word of a text, or one typed value.
type token struct {
	fold       string // lower case; of a value, its kind in angle brackets
	stem       string // what it is compared by
	start, end int    // code points of the text in NFC
	typed      bool   // a value a recognizer reads: what stands there is data, not wording
	class      class  // of a word
}

// tokens are an author's text in words, its typed values as one token each. The
// recognizers are spared a text that holds none of their signs, so a value in
// commoner words may be missed; in what a person typed, none is.
func tokens(s string) []token {
	if strings.ContainsAny(s, "0123456789\"“‘«@") || strings.Contains(s, "://") {
		return typed(s)
	}
	read := split(s, nil)
	if some(read, func(t token) bool { return t.is(numeral | dated) }) {
		return typed(s)
	}
	return read
}

// typed are the tokens of what a person typed. Today is said of most things
// that are asked for: it is a word like now, not a value.
func typed(s string) []token {
	return split(s, slices.DeleteFunc(pick.Find(s), func(c pick.Candidate) bool {
		return c.Value.Kind == pick.Date && c.Value.Date == pick.DateReading{Form: pick.InDays}
	}))
}

// split is the tokens of a text in which these values stand, by place.
func split(s string, values []pick.Candidate) []token {
	if !isASCII(s) {
		s = norm.NFC.String(s)
	}
	t := tokenizer{text: strings.Map(fold, s), values: values, from: -1}
	t.all = make([]token, 0, len(s)/4+1)
	at := 0
	for i, r := range t.text {
		t.step(r, i, at)
		at++
	}
	t.close(len(t.text), at)
	return t.all
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// fold is a character as words are compared. It stays one character, so that
// places stay what they are.
func fold(r rune) rune {
	if r == '’' {
		return '\''
	}
	return unicode.ToLower(r)
}

// A tokenizer collects tokens character by character.
type tokenizer struct {
	text   string // folded
	all    []token
	values []pick.Candidate // those not passed yet
	from   int              // where the open word begins, in bytes; -1 when none is open
	start  int              // the same in code points
}

// step takes the character r at byte i, the at-th.
func (t *tokenizer) step(r rune, i, at int) {
	for len(t.values) > 0 && at >= t.values[0].Span.End {
		t.close(i, at)
		t.values = t.values[1:]
	}
	inside := t.inValue(at)
	if inside && at == t.values[0].Span.Start {
		t.close(i, at)
		t.value(t.values[0])
	}
	if inside && !measured(t.values[0].Value.Kind) {
		return
	}
	switch {
	case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsDigit(r) && !inside, r == '\'' && t.from >= 0:
		if t.from < 0 {
			t.from, t.start = i, at
		}
	case r == '%' && inside:
		t.close(i, at)
		t.add("percent", at, at+1)
	default:
		t.close(i, at)
	}
}

func (t *tokenizer) inValue(at int) bool {
	return len(t.values) > 0 && at >= t.values[0].Span.Start && at < t.values[0].Span.End
}

// measured reports whether a value's words are words like others: "20 minutes"
// says minute, "50 euros" euro, an address says nothing.
func measured(k pick.Kind) bool {
	return slices.Contains([]pick.Kind{pick.Number, pick.Duration, pick.Date, pick.Time, pick.Amount}, k)
}

func (t *tokenizer) value(v pick.Candidate) {
	kind := "<" + string(v.Value.Kind) + ">"
	t.all = append(t.all, token{fold: kind, stem: kind, start: v.Span.Start, end: v.Span.End, typed: true})
}

// close ends the word that is open at byte i, its contracted ending a word of
// its own.
func (t *tokenizer) close(i, at int) {
	if t.from < 0 {
		return
	}
	word := strings.TrimRight(t.text[t.from:i], "'")
	t.from = -1
	for _, ending := range contractions {
		if head, ok := strings.CutSuffix(word, ending); ok && head != "" {
			cut := t.start + utf8.RuneCountInString(head)
			t.add(head, t.start, cut)
			t.add(ending, cut, at)
			return
		}
	}
	t.add(word, t.start, at)
}

// add adds a word; the number words inside a value are the value itself.
func (t *tokenizer) add(word string, start, end int) {
	class := classes()[word]
	if class&numeral != 0 && t.inValue(start) {
		return
	}
	t.all = append(t.all, token{fold: word, stem: stem(word), start: start, end: end, class: class})
}

var contractions = []string{"n't", "'s", "'m", "'re", "'ve", "'ll", "'d"}

// stem takes the commonest English endings off a word in lower case: plural,
// -ing, -ed, -ly, and the last e of a longer one. At least three letters stay.
func stem(w string) string {
	w = singular(w)
	for _, ending := range []string{"ing", "ed"} {
		if cut, ok := strings.CutSuffix(w, ending); ok && len(cut) >= 3 && strings.ContainsAny(cut, "aeiouy") {
			w = undouble(cut)
			break
		}
	}
	if cut, ok := strings.CutSuffix(w, "ly"); ok && len(cut) >= 4 {
		w = cut
	}
	if len(w) > 4 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

func singular(w string) string {
	if len(w) <= 3 || !strings.HasSuffix(w, "s") || w == "news" {
		return w
	}
	for _, e := range []struct{ ending, instead string }{
		{"ies", "y"}, {"sses", "ss"}, {"shes", "sh"}, {"ches", "ch"}, {"xes", "x"}, {"ss", "ss"}, {"us", "us"}, {"is", "is"},
	} {
		if cut, ok := strings.CutSuffix(w, e.ending); ok {
			return cut + e.instead
		}
	}
	return w[:len(w)-1]
}

// undouble takes back the letter an ending doubled: runn(ing), stopp(ed).
func undouble(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && w[n-1] < utf8.RuneSelf && !strings.ContainsRune("lsz", rune(w[n-1])) {
		return w[:n-1]
	}
	return w
}
