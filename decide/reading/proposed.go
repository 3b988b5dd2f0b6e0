package reading

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sinew/pkg/givenname"
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
func (f *finder) proposed(found []Finding, said func(string) bool) []Proposal {
	open := slices.DeleteFunc(slices.Clone(f.single), func(w *token) bool { return function.has(w.fold) || said(w.fold) })
	if len(open) == 0 {
		return nil
	}
	held := make(map[int]bool, len(found))
	for _, x := range found {
		held[x.At] = true
	}
	var all []Proposal
	for at := range f.list {
		if held[at] {
			continue
		}
		if p, ok := f.propose(at, open); ok {
			all = append(all, p)
		}
	}
	return all
}

// propose is the proposal for one key among the words that are open to one.
func (f *finder) propose(at int, open []*token) (Proposal, bool) {
	for _, by := range []struct {
		name  string
		means func(w *token, at int) bool
	}{{bySlip, f.isSlip}, {byPrefix, f.isPrefix}, {byDiminutive, f.isDiminutive}, {byLonger, f.isLonger}, {byShort, f.isShort}} {
		i := slices.IndexFunc(open, func(w *token) bool { return by.means(w, at) })
		if i >= 0 {
			return Proposal{Key: f.list[at].Key, At: at, Span: f.cores(open[i].at, open[i].at), By: by.name}, true
		}
	}
	return Proposal{}, false
}

func (f *finder) isSlip(w *token, at int) bool {
	if !strings.ContainsAny(w.fold, "'’-_") {
		return false
	}
	typed, key := spell(joined(w.own)), spell(joined(f.keys[at].word))
	slips, ok := typed.near(key, farthest)
	return ok && typed.word != key.word && slips <= f.radius(at)
}

func (f *finder) isPrefix(w *token, at int) bool {
	key := &f.keys[at]
	if !strings.HasPrefix(key.word, w.fold) || w.fold == key.word || w.as.runes < 3 || key.runes < 5 {
		return false
	}
	return f.only(func(key string) bool { return strings.HasPrefix(key, w.fold) })
}

// only reports whether just one key is such.
func (f *finder) only(such func(key string) bool) bool {
	count := 0
	for i := range f.keys {
		if such(f.keys[i].word) {
			count++
		}
	}
	return count == 1
}

func (f *finder) isDiminutive(w *token, at int) bool {
	shares := func(key string) bool { return key != w.own && givenname.Share(w.own, key) }
	return shares(f.keys[at].word) && f.only(shares)
}

func (f *finder) isLonger(w *token, at int) bool {
	key := f.keys[at].word
	rest, ok := strings.CutPrefix(w.own, key)
	if !ok || rest == "" || rest == "s" || rest == "es" {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(key)
	return rest != string(last)
}

func (f *finder) isShort(w *token, at int) bool {
	key := &f.keys[at]
	if key.runes >= 4 || w.fold == key.word || !letters(w.fold) {
		return false
	}
	_, ok := w.as.near(key.spelled, 1)
	return ok
}
