package sentence

import (
	"slices"
	"strings"

	"sinew/decide/reading"
)

// inOrder is a sentence in the order its words say: `X, then Y` for `after you
// X, Y`, and `Y, then X` for `before you X, Y`, wherever the clause stands
// (reading.md 6.1). A clause without a subject is one only where it opens with
// a verb in -ing: `after lunch` orders nothing.
func inOrder(s string) string {
	w := split(s)
	w.quotes = reading.Quoted(s)
	for i := range w.all {
		if first, second, ok := w.ordered(i); ok {
			return first + ", then " + second
		}
	}
	return s
}

// ordered are the two things the clause at the i-th word puts in order.
func (w words) ordered(i int) (first, second string, ok bool) {
	said := w.all[i].fold
	if said != "before" && said != "after" || w.all[i].raw != w.piece(w.all[i].coreStart, w.all[i].coreEnd) || w.quoted(w.all[i].start) {
		return "", "", false
	}
	clause, rest, ok := w.clause(i)
	if !ok {
		return "", "", false
	}
	if said == "before" {
		return unmarked(rest), clause + endMarks(rest), true
	}
	return unmarked(clause), strings.TrimPrefix(rest, "then ") + endMarks(clause), true
}

// clause is what the clause at the i-th word says, and what stands beside it.
func (w words) clause(i int) (clause, rest string, ok bool) {
	from, subject := w.pastSubject(i + 1)
	if from >= len(w.all) {
		return "", "", false
	}
	start, end := w.all[from].start, len(w.runes)
	if i > 0 {
		before := strings.TrimRight(w.piece(0, w.all[i].start), " ,;")
		return w.piece(start, end), before, subject && before != ""
	}
	comma := slices.IndexFunc(w.all, func(one word) bool {
		return one.start >= start && w.runes[one.end-1] == ',' && !w.quoted(one.end-1)
	})
	if comma < 0 || comma+1 >= len(w.all) || !subject && !strings.HasSuffix(w.all[from].fold, "ing") {
		return "", "", false
	}
	clause = strings.TrimRight(w.piece(start, w.all[comma].end), ",")
	return clause, w.piece(w.all[comma+1].start, end), clause != ""
}

// pastSubject is the first word after `you` and its tense, and whether it
// stands there.
func (w words) pastSubject(i int) (from int, subject bool) {
	for _, said := range []string{"you have", "you had", "you've", "you'd", "you"} {
		if n := w.says(i, said); n > 0 {
			return i + n, true
		}
	}
	return i, false
}

func (w words) piece(start, end int) string {
	return strings.TrimSpace(string(w.runes[start:end]))
}

const ends = ".!?"

// unmarked is a piece without the marks that end a sentence, and endMarks are
// those.
func unmarked(s string) string { return strings.TrimRight(s, ends+" ") }

func endMarks(s string) string { return strings.TrimSpace(s[len(unmarked(s)):]) }
