package planfile

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/text"
	"sinew/pkg/tree"
)

// A reader goes on past every problem, so that all are found in one pass.
type reader struct {
	file         File
	shown, again string // the fix: the file, and the sentence to say again
	problems     diag.Problems
	places       []int64
}

func (r *reader) refuse(n *node, message string, args ...any) {
	r.places = append(r.places, n.offset)
	r.problems = append(r.problems, save(r.shown, r.again, fmt.Sprintf(message, args...)))
}

// save is a problem that is mended by making the plan again.
func save(shown, input, message string) diag.Problem {
	return diag.Problem{Message: message, Fix: diag.Save(shown, input)}
}

// inOrder are the problems as they stand in the file.
func (r *reader) inOrder() diag.Problems {
	order := make([]int, len(r.problems))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.places[a], r.places[b]) })
	sorted := make(diag.Problems, len(order))
	for i, from := range order {
		sorted[i] = r.problems[from]
	}
	return sorted
}

// known refuses every key of the object at path that is none of keys.
func (r *reader) known(n *node, path []string, keys []string) {
	of := "a plan file"
	if path != nil {
		of = at(path)
	}
	for i := range n.members {
		if m := &n.members[i]; !slices.Contains(keys, m.key) {
			r.refuse(&m.value, "%s is not a key of %s: %s", at(path, m.key), of, strings.Join(keys, ", "))
		}
	}
}

// is reports whether the value at path is of a kind, and refuses it otherwise.
func (r *reader) is(n *node, path []string, want kind) bool {
	if n.kind != want {
		r.refuse(n, "%s must be %s", at(path), want)
	}
	return n.kind == want
}

// must is the value under key, or nil once it is refused.
func (r *reader) must(n *node, path []string, key string, want kind) *node {
	found := n.get(key)
	if found == nil {
		r.refuse(n, "%s is required", at(path, key))
		return nil
	}
	if !r.is(found, add(path, key), want) {
		return nil
	}
	return found
}

// str is the text under key, or "" once it is refused.
func (r *reader) str(n *node, path []string, key string) string {
	if found := r.must(n, path, key, aString); found != nil {
		return found.text
	}
	return ""
}

// filled is the clean, filled line under key, or "" once it is refused. The
// sentence and the texts are as they were typed: only what is in them counts.
func (r *reader) filled(n *node, path []string, key string) string {
	found := r.must(n, path, key, aString)
	switch {
	case found == nil:
		return ""
	case key == "input":
		if found.text == "" {
			r.refuse(found, "%s is empty", at(path, key))
		}
		return found.text
	}
	return r.line(found, add(path, key))
}

// line is the clean line a string holds, or "" once it is refused.
func (r *reader) line(n *node, path []string) string {
	if why := text.Why(n.text); why != "" {
		r.refuse(n, "%s %s", at(path), why)
		return ""
	}
	return n.text
}

// digest is the digest under key, or "" once it is refused.
func (r *reader) digest(n *node, path []string, key string) string {
	s := r.filled(n, path, key)
	if s == "" {
		return ""
	}
	if _, err := tree.ParseDigest(s); err != nil {
		r.refuse(n.get(key), "%s: %s", at(path, key), err)
	}
	return s
}

func (r *reader) probability(n *node, path []string) float64 {
	p, err := strconv.ParseFloat(n.text, 64)
	if err != nil || !(p >= 0 && p <= 1) {
		r.refuse(n, "%s: %s is not a probability", at(path), n.short())
	}
	return p
}
