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
	var all []Proposal
	for at := range f.list {
		if slices.ContainsFunc(found, func(x Finding) bool { return x.At == at }) {
			continue
		}
		if p, ok := f.propose(at, said); ok {
			all = append(all, p)
		}
	}
	return all
}

func (f *finder) propose(at int, said func(string) bool) (Proposal, bool) {
	for _, by := range []struct {
		name  string
		means func(w token, at int) bool
	}{{bySlip, f.isSlip}, {byPrefix, f.isPrefix}, {byDiminutive, f.isDiminutive}, {byLonger, f.isLonger}, {byShort, f.isShort}} {
		span, ok := f.one(func(w token) bool { return by.means(w, at) && !function.has(w.fold) && !said(w.fold) })
		if ok {
			return Proposal{Key: f.list[at].Key, At: at, Span: span, By: by.name}, true
		}
	}
	return Proposal{}, false
}

func (f *finder) isSlip(w token, at int) bool {
	if !strings.ContainsAny(w.fold, "'’-_") {
		return false
	}
	d := distance(joined(unpossessed(w.fold)), joined(f.keys[at]))
	return d > 0 && d <= f.radius(at)
}

func (f *finder) isPrefix(w token, at int) bool {
	if !strings.HasPrefix(f.keys[at], w.fold) || w.fold == f.keys[at] {
		return false
	}
	if utf8.RuneCountInString(w.fold) < 3 || utf8.RuneCountInString(f.keys[at]) < 5 {
		return false
	}
	return f.only(func(key string) bool { return strings.HasPrefix(key, w.fold) })
}

// only reports whether just one key is such.
func (f *finder) only(such func(key string) bool) bool {
	count := 0
	for _, key := range f.keys {
		if such(key) {
			count++
		}
	}
	return count == 1
}

func (f *finder) isDiminutive(w token, at int) bool {
	name := unpossessed(w.fold)
	shares := func(key string) bool { return key != name && givenname.Share(name, key) }
	return shares(f.keys[at]) && f.only(shares)
}

func (f *finder) isLonger(w token, at int) bool {
	key := f.keys[at]
	rest, ok := strings.CutPrefix(unpossessed(w.fold), key)
	if !ok || rest == "" || rest == "s" || rest == "es" {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(key)
	return rest != string(last)
}

func (f *finder) isShort(w token, at int) bool {
	return utf8.RuneCountInString(f.keys[at]) < 4 && letters(w.fold) && distance(w.fold, f.keys[at]) == 1
}
