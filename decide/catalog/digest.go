package catalog

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"unicode"

	"sinew/decide/question"
	"sinew/pkg/project"
)

// digest covers everything an answer could depend on: the reader's number, the
// reflexes as they are worded and consented to, how settings are held,
// vocabularies, and the adapter (reading.md 7).
func digest(set Set) string {
	type vocabulary struct {
		Name  string
		Words []project.Word
	}
	var vocabs []vocabulary
	for name, v := range set.Vocabs {
		vocabs = append(vocabs, vocabulary{name, v.Words})
	}
	sort.Slice(vocabs, func(i, j int) bool { return vocabs[i].Name < vocabs[j].Name })
	body, err := json.Marshal(struct {
		Reflexes []Reflex
		Vocabs   []vocabulary
		Adapter  string
	}{set.Reflexes, vocabs, set.Adapter.ID})
	if err != nil {
		panic(fmt.Sprintf("catalog: a set of plain values did not marshal: %v", err)) // only a change of the types above can do it
	}
	sum := sha256.Sum256(append(fmt.Appendf(nil, "reader %d\n", question.Reader), body...))
	return fmt.Sprintf("h1:%x", sum)
}

// Said reports whether some reflex of the set says the word of itself: in its
// name, description, examples or asks.
func (c *Catalog) Said(word string) bool { return c.said[strings.ToLower(word)] }

// hear notes every word a reflex says of itself.
func (c *Catalog) hear(r Reflex) {
	c.hearAll(r.Name, r.Manifest.Description)
	for _, e := range r.Manifest.Examples {
		c.hearAll(e.Utterance)
	}
	for _, a := range r.Manifest.Args {
		c.hearAll(a.Ask)
	}
}

func (c *Catalog) hearAll(texts ...string) {
	for _, t := range texts {
		for _, word := range strings.FieldsFunc(strings.ToLower(t), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r)
		}) {
			c.said[word] = true
		}
	}
}
