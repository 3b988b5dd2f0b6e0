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

// digest covers everything a decision could depend on: the reader's number, the
// reflexes as they are worded and consented to, how settings are held,
// vocabularies, and the adapter (reading.md 7). What is held out of every
// decision is not in it: tests, and keys the format does not have.
func digest(set Set) string {
	type vocabulary struct {
		Name  string
		Words []project.Word
	}
	var vocabs []vocabulary
	for name, v := range set.Vocabs {
		vocabs = append(vocabs, vocabulary{name, v.Words})
	}
	slices.SortFunc(vocabs, func(a, b vocabulary) int { return strings.Compare(a.Name, b.Name) })
	reflexes := slices.Clone(set.Reflexes)
	for i, r := range reflexes {
		m := *r.Manifest
		m.Tests, m.Unknown, m.EffectWritten = nil, nil, false
		reflexes[i].Manifest = &m
	}
	body, err := json.Marshal(struct {
		Reflexes []Reflex
		Vocabs   []vocabulary
		Adapter  string
	}{reflexes, vocabs, set.Adapter.ID})
	if err != nil {
		panic(fmt.Sprintf("catalog: a set of plain values did not marshal: %v", err)) // only a change of the types above can do it
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "reader %d\n", question.Reader)
	sum.Write(body)
	return fmt.Sprintf("h1:%x", sum.Sum(nil))
}

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
