package reading

import (
	"slices"
	"strings"

	"sinew/decide/catalog"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// The words that point at the newest of several results, in English. A noun is
// the argument's name or its field's.
var (
	pronouns = []string{"it"}
	pointing = set(`this that`)
	owners   = set(`the my our`)
	newest   = []string{"last", "latest", "newest", "most recent"}
)

// recalls takes the newest result that words of the text point at.
func (r *reader) recalls(x catalog.Reflex, a manifest.Argument, s *settled) bool {
	offered := r.recent(a)
	words, ok := r.points(x, a)
	if len(offered) == 0 || !ok {
		return false
	}
	s.value, s.held = &offered[0], &words
	s.basis = &Basis{Arg: a.Name, By: ByRecalled, Words: &words}
	return true
}

// points are the words that point at a result for this argument and for no
// other of its reflex. A word some value of the text holds points at nothing.
func (r *reader) points(x catalog.Reflex, a manifest.Argument) (text.Span, bool) {
	for i := range r.words {
		n := r.pointsFrom(i, a)
		if n == 0 {
			continue
		}
		words := r.cores(i, i+n-1)
		if !r.takenBySomething(x, words) && !r.pointsElsewhere(x, a, i) {
			return words, true
		}
	}
	return text.Span{}, false
}

func (r *reader) pointsElsewhere(x catalog.Reflex, a manifest.Argument, i int) bool {
	return slices.ContainsFunc(x.Manifest.Args, func(b manifest.Argument) bool {
		return b.Name != a.Name && r.pointsFrom(i, b) > 0 && len(r.recent(b)) > 0
	})
}

// takenBySomething reports whether words are, or are in, a typed value, a text in
// quotes or a listed word. The number of `this one` is none.
func (r *reader) takenBySomething(x catalog.Reflex, words text.Span) bool {
	for _, c := range r.found {
		if c.Value.Kind != pick.Number && overlaps(words, c.Span.Start, c.Span.End) {
			return true
		}
	}
	for _, q := range r.quoted() {
		if overlaps(words, q.Start, q.End) {
			return true
		}
	}
	return slices.ContainsFunc(x.Manifest.Args, func(b manifest.Argument) bool {
		return slices.ContainsFunc(r.look(x.Name, b).found, func(f Finding) bool {
			return f.sure() && overlaps(words, f.Span.Start, f.Span.End)
		})
	})
}

// pointsFrom is how many words from the i-th on point at a result of the
// argument: `it`, `this one`, `that order`, `my most recent order`. A word for
// nothing in particular names only what cannot be left out.
func (r *reader) pointsFrom(i int, a manifest.Argument) int {
	word := r.wordAt(i)
	switch {
	case a.Recent == "":
		return 0
	case a.Required() && slices.Contains(pronouns, word):
		return 1
	case a.Required() && pointing.has(word) && r.joins(i) && r.wordAt(i+1) == "one":
		return 2
	case pointing.has(word):
		return r.phrase(i, 1, a)
	case owners.has(word) && r.joins(i):
		return r.newest(i, a)
	}
	return 0
}

// newest is the length of `my latest order`, from the i-th word on.
func (r *reader) newest(i int, a manifest.Argument) int {
	for _, phrase := range newest {
		if n := r.says(i+1, phrase); n > 0 {
			return r.phrase(i, 1+n, a)
		}
	}
	return 0
}

// phrase is the length of what begins at i when the argument's noun ends it,
// after n words; 0 when it does not.
func (r *reader) phrase(i, n int, a manifest.Argument) int {
	for _, noun := range []string{a.Name, a.Recent} {
		if m := r.says(i+n, strings.ReplaceAll(noun, "_", " ")); m > 0 && r.joins(i+n-1) {
			return n + m
		}
	}
	return 0
}

// says is how many words the phrase has, where it stands at the i-th word; else
// 0.
func (r *reader) says(i int, phrase string) int {
	all := strings.Fields(phrase)
	for n, w := range all {
		if r.wordAt(i+n) != w || n+1 < len(all) && !r.joins(i+n) {
			return 0
		}
	}
	return len(all)
}

// wordAt is the i-th word in lower case, "" past the end.
func (r *reader) wordAt(i int) string {
	if i >= len(r.words) {
		return ""
	}
	return r.words[i].fold
}

// joins reports whether no mark parts the i-th word from the next.
func (r *reader) joins(i int) bool {
	return i+1 < len(r.words) && r.words[i].coreEnd == r.words[i].end && r.words[i+1].coreStart == r.words[i+1].start
}

// Stated are the winner's values that the text itself gives: none that only an
// earlier result does.
func (w *Winner) Stated() call.Call {
	stated := w.Call()
	stated.Args = slices.DeleteFunc(slices.Clone(stated.Args), func(a call.Arg) bool {
		return slices.ContainsFunc(w.Basis, func(b Basis) bool { return b.Arg == a.Name && b.By == ByRecalled })
	})
	return stated
}
