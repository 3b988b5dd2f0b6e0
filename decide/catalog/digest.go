package catalog

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"sinew/decide/question"
	"sinew/pkg/project"
)

// A vocabulary is one as the digest has it.
type vocabulary struct {
	Name  string
	Words []project.Word
}

// digest covers everything a decision could depend on: the reader's number, the
// reflexes as they are worded and consented to, how settings are held,
// vocabularies, and the adapter (reading.md 7). What is held out of every
// decision is not in it: tests, and keys the format does not have.
func digest(set Set) string {
	reflexes := make([]Reflex, len(set.Reflexes))
	for i, r := range set.Reflexes {
		reflexes[i] = decided(r)
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "reader %d\n", question.Reader)
	sum.Write(compact(struct {
		Reflexes []Reflex
		Vocabs   []vocabulary
		Adapter  string
	}{reflexes, vocabularies(set), set.Adapter.ID}))
	return fmt.Sprintf("h1:%x", sum.Sum(nil))
}

// decided is a reflex without what no decision sees.
func decided(r Reflex) Reflex {
	m := *r.Manifest
	m.Tests, m.Unknown, m.EffectWritten = nil, nil, false
	r.Manifest = &m
	return r
}

// vocabularies are the set's, by name.
func vocabularies(set Set) []vocabulary {
	var all []vocabulary
	for name, v := range set.Vocabs {
		all = append(all, vocabulary{name, v.Words})
	}
	slices.SortFunc(all, func(a, b vocabulary) int { return strings.Compare(a.Name, b.Name) })
	return all
}

func compact(value any) []byte {
	body, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("catalog: a set of plain values did not marshal: %v", err)) // only a change of the types above can do it
	}
	return body
}

// A Hash is the digest of one part of a set, `h1:` and 64 hex digits.
type Hash struct{ Name, Digest string }

// ReflexHashes are the digests of the active reflexes, in the project's order:
// each covers its wording, the consent it has, and how its settings are held
// (manual, "The plan file").
func (c *Catalog) ReflexHashes() []Hash {
	var all []Hash
	for _, r := range c.set.Reflexes {
		all = append(all, Hash{r.Name, hash(decided(r))})
	}
	return all
}

// VocabHashes are the digests of the vocabularies, by name.
func (c *Catalog) VocabHashes() []Hash {
	var all []Hash
	for _, v := range vocabularies(c.set) {
		all = append(all, Hash{v.Name, hash(v)})
	}
	return all
}

func hash(part any) string { return fmt.Sprintf("h1:%x", sha256.Sum256(compact(part))) }

// Said reports whether some reflex of the set says the word of itself: in its
// name, description, examples or asks.
func (c *Catalog) Said(word string) bool { return word != "" && c.said()[strings.ToLower(word)] }

// hear notes every word the reflexes say of themselves.
func (c *Catalog) hear() map[string]bool {
	said := map[string]bool{}
	for _, r := range c.set.Reflexes {
		hearAll(said, r.Name, r.Manifest.Description)
		for _, e := range r.Manifest.Examples {
			hearAll(said, e.Utterance)
		}
		for _, a := range r.Manifest.Args {
			hearAll(said, a.Ask)
		}
	}
	return said
}

func hearAll(said map[string]bool, texts ...string) {
	for _, t := range texts {
		t = strings.ToLower(t)
		for word := range strings.FieldsFuncSeq(t, endsWord) {
			said[word] = true
		}
		for word := range strings.FieldsSeq(t) { // as it stands, joints and apostrophes included
			said[strings.TrimFunc(word, endsWord)] = true
		}
	}
}

func endsWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
