package local

import (
	"maps"
	"runtime"
	"slices"

	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/likeness"
	"sinew/decide/question"
	"sinew/internal/sidebyside"
)

// A hearing is what one request uses of a memory. It knows what was encoded for
// that request alone, so that nothing of a person's is kept by another's. It is
// used from one goroutine.
type hearing struct {
	*memory
	fresh map[string]encoder.Vector // encoded, and not kept before
}

func (m *memory) hear() *hearing { return &hearing{m, map[string]encoder.Vector{}} }

// Vector is a text's vector.
func (h *hearing) Vector(of string) *encoder.Vector {
	return h.vectors.take(of, func() *encoder.Vector {
		v := h.vector(of)
		return &v
	})
}

func (h *hearing) vector(of string) encoder.Vector {
	if h.kept == nil {
		return encoder.Embed(of)
	}
	if v, kept := h.kept.Recall(of); kept {
		return v
	}
	v := encoder.Embed(of)
	h.fresh[of] = v
	return v
}

// encode makes the vectors of texts that are not at hand yet, on all processors:
// after an install there are hundreds.
func (h *hearing) encode(texts []string) {
	var missing []string
	for _, text := range texts {
		if !h.has(text) && !slices.Contains(missing, text) {
			missing = append(missing, text)
		}
	}
	vectors := embed(missing)
	for i, text := range missing {
		h.vectors.put(text, &vectors[i])
		if h.kept != nil {
			h.fresh[text] = vectors[i]
		}
	}
}

// has reports whether a text's vector is at hand, and takes it where it was
// kept.
func (h *hearing) has(text string) bool {
	if h.vectors.look(text) != nil {
		return true
	}
	if h.kept == nil {
		return false
	}
	v, kept := h.kept.Recall(text)
	if kept {
		h.vectors.put(text, &v)
	}
	return kept
}

// embed encodes texts side by side.
func embed(texts []string) []encoder.Vector {
	vectors := make([]encoder.Vector, len(texts))
	sidebyside.Do(len(texts), runtime.GOMAXPROCS(0), func(i int) { vectors[i] = encoder.Embed(texts[i]) })
	return vectors
}

// keep hands on what was encoded, but for what is in the person's words: what
// somebody says is not kept.
func (h *hearing) keep(said string, asked []question.Question) {
	if len(h.fresh) == 0 {
		return
	}
	own := personal(said, asked)
	maps.DeleteFunc(h.fresh, func(text string, _ encoder.Vector) bool { return own.hold(text) })
	if len(h.fresh) > 0 {
		h.kept.Keep(h.fresh)
	}
}

// spoken are words as they may be compared: in lower case, and folded.
type spoken map[string]bool

// personal are the words of a request, and of the values that stand in the
// questions about it: those may be of an earlier result.
func personal(said string, asked []question.Question) spoken {
	own := spoken{}
	own.add(said)
	own.add(wording(said))
	for _, q := range asked {
		own.add(q.About.Words)
		for _, said := range slices.Concat(q.About.Values, q.About.Sides) {
			own.add(said)
		}
	}
	return own
}

func (p spoken) add(text string) {
	for _, word := range likeness.Words(text) {
		p[word] = true
	}
	for _, t := range tokens(text) {
		p[t.fold] = true
	}
}

// hold reports whether a text has no word but these.
func (p spoken) hold(text string) bool {
	return p[text] || !slices.ContainsFunc(likeness.Words(text), func(word string) bool { return !p[word] })
}
