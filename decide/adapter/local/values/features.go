package values

import (
	"slices"
	"strings"

	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/likeness"
	"sinew/decide/adapter/local/spelt"
)

// tellsSomething is what a word weighs at least that may name a value by
// itself.
const tellsSomething = 0.25

// mostUnexplained is how many words no description explains at most count.
const mostUnexplained = 3

// telling reports whether a word may name a value by itself.
func telling(w likeness.Weighed) bool { return w.Weight >= tellsSomething }

// A comparison is one text against one list.
type comparison struct {
	Source
	text   *likeness.Text
	meant  *encoder.Vector
	words  []likeness.Weighed
	common map[string]bool    // the stems said whatever the value is
	own    []likeness.Weighed //  the words of the text that tell something and are not common
	held   map[string]int     // in how many choices' meanings a stem stands
	stated map[string]int     // in how many choices' examples
	texts  []option
}

// An option is one choice ready to compare.
type option struct {
	Choice
	key      []likeness.Weighed // the words of its key
	joined   string             // its key without what joins its words
	told     string             // its key and its meaning
	words    []likeness.Weighed // of both
	examples map[string]bool
}

// Of are the features of a text over a list.
func Of(l List, said string, from Source) *Features {
	c := newComparison(l, said, from)
	f := &Features{Choices: make([][2 * features]float64, len(l.Choices)), Unstated: c.unstated(l)}
	for i := range c.texts {
		c.of(&c.texts[i], f.Choices[i][:features])
	}
	f.yield(c.named())
	f.centre()
	return f
}

// besideKey is what a word of a meaning counts where the text says the key of
// another choice as it is written.
const besideKey = 0.5

// yield has the choices whose keys the text says as they are written lead: for
// all others words of their meanings say less. Several that are said are told
// apart by nothing.
func (f *Features) yield(named []int) {
	if len(named) == 0 {
		return
	}
	for i := range f.Choices {
		if !slices.Contains(named, i) {
			f.Choices[i][unique] *= besideKey
			f.Choices[i][nearWord] *= besideKey
		}
	}
	var most [features]float64
	for _, i := range named {
		for k := range most {
			most[k] = max(most[k], f.Choices[i][k])
		}
	}
	for _, i := range named {
		copy(f.Choices[i][:features], most[:])
	}
}

// centre sets what each feature is against its mean. A choice alone is held
// against one of which nothing speaks.
func (f *Features) centre() {
	among := float64(max(2, len(f.Choices)))
	for k := range features {
		mean := 0.0
		for i := range f.Choices {
			mean += f.Choices[i][k] / among
		}
		for i := range f.Choices {
			f.Choices[i][features+k] = f.Choices[i][k] - mean
		}
	}
}

func newComparison(l List, said string, from Source) *comparison {
	c := &comparison{
		Source: from, text: from.Text(said), meant: from.Vector(said),
		common: map[string]bool{}, held: map[string]int{}, stated: map[string]int{},
	}
	c.words = c.text.Stems
	c.hear(l)
	for _, choice := range l.Choices {
		c.texts = append(c.texts, c.option(choice, l.About))
	}
	for _, e := range l.Unstated {
		count(c.stated, c.Text(e).Stems)
	}
	c.spare(l.About)
	for _, s := range from.Text(l.Name).Stems {
		c.common[s.Stem] = !c.isKey(s.Stem)
	}
	for _, w := range c.words {
		if telling(w) && !c.isCommon(w.Stem) {
			c.own = append(c.own, w)
		}
	}
	return c
}

// hear notes what is said whatever the value is.
func (c *comparison) hear(l List) {
	for _, about := range l.About {
		for _, s := range c.Text(about).Stems {
			c.common[s.Stem] = true
		}
	}
}

// spare lets a common word name a value after all whose meaning alone has it,
// unless the ask has it, which says what kind of thing every value is, or the
// examples of others have it too. In a list of one nothing is told apart by such
// a word.
func (c *comparison) spare(about []string) {
	if len(c.texts) < 2 {
		return
	}
	asked := c.asked(about)
	for _, o := range c.texts {
		for _, w := range o.words {
			elsewhere := c.stated[w.Stem]
			if o.examples[w.Stem] {
				elsewhere--
			}
			if c.held[w.Stem] == 1 && elsewhere == 0 && !asked[w.Stem] {
				delete(c.common, w.Stem)
			}
		}
	}
}

// asked are the stems of the ask.
func (c *comparison) asked(about []string) map[string]bool {
	stems := map[string]bool{}
	if len(about) > theAsk {
		for _, w := range c.Text(about[theAsk]).Stems {
			stems[w.Stem] = true
		}
	}
	return stems
}

// theAsk is the place of what is asked in a list's About.
const theAsk = 1

// option reads a choice. What is said whatever the value is may be its key all
// the same.
func (c *comparison) option(choice Choice, about []string) option {
	name := Spaced(choice.Key)
	o := option{Choice: choice, told: Told(choice), joined: strings.ReplaceAll(strings.ToLower(name), " ", ""), examples: map[string]bool{}}
	for _, s := range c.Text(name).Stems {
		o.key = append(o.key, s)
		delete(c.common, s.Stem)
	}
	o.words = slices.Concat(c.Text(o.told).Stems, c.parts(o.joined, about, choice.Examples))
	count(c.held, o.words)
	var said []likeness.Weighed
	for _, e := range choice.Examples {
		said = append(said, c.Text(e).Stems...)
	}
	for _, s := range said {
		o.examples[s.Stem] = true
	}
	count(c.stated, said)
	return o
}

var joins = strings.NewReplacer("_", " ", "-", " ")

// Spaced is an author's key or a person's word with spaces for what joins its
// words.
func Spaced(key string) string { return joins.Replace(key) }

// Told is a choice as one text: its key and its meaning.
func Told(c Choice) string {
	return strings.TrimRight(Spaced(c.Key)+": "+c.What, ".")
}

// parts are the two words that make a key where they stand side by side in one
// of the texts: shut down. Either may be said alone.
func (c *comparison) parts(joined string, texts ...[]string) []likeness.Weighed {
	for _, text := range slices.Concat(texts...) {
		words := c.Text(text).Stems
		for i := 1; i < len(words); i++ {
			if before, ok := strings.CutSuffix(joined, words[i].Word); ok && before == words[i-1].Word {
				delete(c.common, words[i-1].Stem)
				delete(c.common, words[i].Stem)
				return words[i-1 : i+1]
			}
		}
	}
	return nil
}

// count counts each stem once.
func count(in map[string]int, stems []likeness.Weighed) {
	seen := make(map[string]bool, len(stems))
	for _, s := range stems {
		if !seen[s.Stem] {
			seen[s.Stem] = true
			in[s.Stem]++
		}
	}
}

// isKey reports whether a stem is of some choice's key.
func (c *comparison) isKey(stem string) bool {
	return slices.ContainsFunc(c.texts, func(o option) bool {
		return slices.ContainsFunc(o.key, func(w likeness.Weighed) bool { return w.Stem == stem })
	})
}

// isCommon reports whether a stem is common, or one slip away from one that is.
func (c *comparison) isCommon(stem string) bool {
	if c.common[stem] {
		return true
	}
	for s := range c.common {
		if spelt.Alike(s, stem) == spelt.Slip {
			return true
		}
	}
	return false
}

// unstated are the features of stating none.
func (c *comparison) unstated(l List) (f [unstatedFeatures]float64) {
	f[always] = 1
	f[unexplained] = float64(min(len(c.own), mostUnexplained)) / mostUnexplained
	if len(l.About) > 0 {
		f[described] = c.meant.Cosine(c.Vector(l.About[0]))
	}
	f[alone] = 1 / float64(max(len(l.Choices), 1))
	return f
}

// nearest is how near the nearest of some texts is in meaning.
func (c *comparison) nearest(texts []string) float64 {
	best := 0.0
	for _, t := range texts {
		best = max(best, c.meant.Cosine(c.Vector(t)))
	}
	return best
}

// of sets the features of one choice as they are.
func (c *comparison) of(o *option, f []float64) {
	told := c.Text(o.told)
	f[key] = c.byKey(o)
	f[alike] = (c.text.Words.Cosine(told.Words) + c.text.Letters.Cosine(told.Letters)) / 2
	f[meaning] = c.meant.Cosine(c.Vector(o.told))
	f[example] = c.nearest(o.Examples)
	for _, w := range c.own {
		if c.stated[w.Stem] == 1 && o.examples[w.Stem] {
			f[taught] = 1
		}
		c.byWord(w, o, f)
	}
}

// byWord raises the features of a choice by one word of the text. A word that
// several meanings have speaks for none of them by being said.
func (c *comparison) byWord(w likeness.Weighed, o *option, f []float64) {
	for _, v := range o.words {
		switch {
		case !telling(v) && v.Word != o.Key, c.common[v.Stem], c.held[v.Stem] > 1 && w.Stem == v.Stem:
			continue
		case c.held[v.Stem] == 1:
			f[unique] = max(f[unique], v.Weight*spelt.Alike(w.Stem, v.Stem))
		}
		f[nearWord] = max(f[nearWord], c.near(w, v))
	}
}

// A common word is a poor witness even where it is the very same; one slip away
// a word counts as the word.
const (
	sameWord  = 0.5
	sameTells = 0.6 // for each unit of what it tells
)

// near is how near two words are in meaning.
func (c *comparison) near(w, v likeness.Weighed) float64 {
	same := min(1, sameWord+sameTells*v.Weight)
	switch {
	case w.Stem == v.Stem:
		return min(same, c.Vector(w.Word).Cosine(c.Vector(v.Word)))
	case spelt.Alike(w.Word, v.Word) == spelt.Slip:
		return same
	}
	return c.Vector(w.Word).Cosine(c.Vector(v.Word))
}

// widest is how many words of the text may spell one key.
const widest = 3

// byKey is how surely the text says a key: all its words, or some neighbours
// that spell it when they are joined.
func (c *comparison) byKey(o *option) float64 {
	least := 1.0
	for _, k := range o.key {
		best := 0.0
		for _, w := range c.words {
			best = max(best, spelt.Alike(w.Stem, k.Stem), spelt.Alike(w.Word, k.Word), shortened(w.Stem, k.Stem))
		}
		least = min(least, best)
	}
	if len(o.key) == 0 || c.spells(o.joined) {
		return 1
	}
	return least
}

// A key is often cut short, and a word for it made longer: prod, heating.
const (
	shortest    = 4
	asShortened = 0.8
)

func shortened(a, b string) float64 {
	if min(len(a), len(b)) >= shortest && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)) {
		return asShortened
	}
	return 0
}

// named are the choices whose keys the text says as they are written.
func (c *comparison) named() []int {
	var at []int
	for i := range c.texts {
		if c.says(c.texts[i].key) {
			at = append(at, i)
		}
	}
	return at
}

// says reports whether the text has all words of a key as they are written.
func (c *comparison) says(key []likeness.Weighed) bool {
	for _, k := range key {
		if !slices.ContainsFunc(c.words, func(w likeness.Weighed) bool { return w.Word == k.Word }) {
			return false
		}
	}
	return len(key) > 0
}

func (c *comparison) spells(joined string) bool {
	for i := range c.words {
		run := ""
		for n := 0; n < widest && i+n < len(c.words); n++ {
			if run += c.words[i+n].Word; n > 0 && run == joined {
				return true
			}
		}
	}
	return false
}
