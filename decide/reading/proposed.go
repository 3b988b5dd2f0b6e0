package reading

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sinew/decide/question"
	"sinew/pkg/text"
)

// How words of the text may mean a listed word, the most telling first. Only a
// slip or a prefix may be confirmed by asking; the others make a word ready.
const (
	bySlip       = "slip"
	byPrefix     = "prefix"
	byDiminutive = "diminutive"
	byLonger     = "longer"
	byShort      = "short"
)

// A Proposal is a listed word that a word of the text may mean. It is never
// read by itself.
type Proposal struct {
	Key  string
	At   int
	Span text.Span
	By   string
}

// proposed are the proposals for the keys of a vocabulary that no words hold:
// for each key the most telling, then the earliest. said reports whether some
// reflex says a word of itself; such a word is nobody's value.
func proposed(s string, list []question.Option, reflex string, found []Finding, said func(string) bool) []Proposal {
	f := finder{sentence: newSentence(s), list: list, reflex: reflex}
	var all []Proposal
	for at := range list {
		if slices.ContainsFunc(found, func(x Finding) bool { return x.At == at }) {
			continue
		}
		if p, ok := f.propose(at, said); ok {
			all = append(all, p)
		}
	}
	return all
}

func (f finder) propose(at int, said func(string) bool) (Proposal, bool) {
	for _, by := range []struct {
		name  string
		means func(w word, at int) bool
	}{{bySlip, f.isSlip}, {byPrefix, f.isPrefix}, {byDiminutive, f.isDiminutive}, {byLonger, f.isLonger}, {byShort, f.isShort}} {
		for i, w := range f.words {
			if w.core == "" || function[w.fold] || f.isName(w.core) || said(w.fold) {
				continue
			}
			if by.means(w, at) {
				return Proposal{Key: f.list[at].Key, At: at, Span: f.cores(i, i), By: by.name}, true
			}
		}
	}
	return Proposal{}, false
}

func (f finder) key(at int) string { return strings.ToLower(f.list[at].Key) }

func (f finder) isSlip(w word, at int) bool {
	if !strings.ContainsAny(w.fold, "'’-_") {
		return false
	}
	plain := strings.TrimSuffix(strings.TrimSuffix(strings.ReplaceAll(w.fold, "’", "'"), "'s"), "'")
	d := distance(joined(plain), joined(f.key(at)))
	return d > 0 && d <= f.radius(at)
}

func (f finder) isPrefix(w word, at int) bool {
	if utf8.RuneCountInString(w.fold) < 3 || utf8.RuneCountInString(f.key(at)) < 5 {
		return false
	}
	begins := 0
	for i := range f.list {
		if strings.HasPrefix(f.key(i), w.fold) {
			begins++
		}
	}
	return begins == 1 && strings.HasPrefix(f.key(at), w.fold) && w.fold != f.key(at)
}

func (f finder) isDiminutive(w word, at int) bool {
	typed := stem(w.core)
	shares := func(key string) bool {
		return slices.ContainsFunc(petForms, func(line []string) bool {
			return slices.Contains(line, typed) && slices.Contains(line, key)
		})
	}
	count := 0
	for i := range f.list {
		if shares(f.key(i)) {
			count++
		}
	}
	return count == 1 && shares(f.key(at))
}

func (f finder) isLonger(w word, at int) bool {
	key := f.key(at)
	rest, ok := strings.CutPrefix(strings.TrimSuffix(strings.ReplaceAll(w.fold, "’", "'"), "'s"), key)
	if !ok || rest == "" || rest == "s" || rest == "es" {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(key)
	return rest != string(last)
}

func (f finder) isShort(w word, at int) bool {
	return utf8.RuneCountInString(f.key(at)) < 4 && letters(w.fold) && distance(w.fold, f.key(at)) == 1
}
