package plan

import (
	"slices"
	"strings"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/reading"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
)

// A Request is a part to be decided again over one reflex, with words the
// sentence says once for several steps written into its own.
type Request struct {
	Part   int // its index in the sentence
	Reflex string
	Text   string
	Words  []Shared
}

// Share hands words the sentence says once to the steps that lack them
// (reading.md 6.6): a required argument is filled as an answer would fill it; an
// optional one becomes a Request. A step a playbook wrote gives its words and
// takes none: a word beyond the slots fills nothing. s stays as it is.
func Share(cat *catalog.Catalog, s Sentence) (Sentence, []Request) {
	h := &sharing{cat: cat, s: s}
	out := s
	out.Parts = slices.Clone(s.Parts)
	var again []Request
	for i, p := range s.Parts {
		x := reflexOf(cat, p)
		if x == nil || !p.Own() || x.Manifest.Playbook() {
			continue
		}
		out.Parts[i] = h.fill(p, x)
		if r := h.rewrite(i, out.Parts[i], x); len(r.Words) > 0 {
			again = append(again, r)
		}
	}
	return out, again
}

// Keep is the sentence with a request's decision in its part's place, where the
// words landed in their arguments and no other value moved; else s.
func (r Request) Keep(s Sentence, d gate.Decision) Sentence {
	before := s.Parts[r.Part]
	if !r.landed(before.Decision, d) {
		return s
	}
	p := before
	if p.Typed == "" {
		p.Typed = p.Text
	}
	p.Text, p.Decision = r.Text, d
	p.Shared = append(slices.Clone(p.Shared), r.Words...)
	s.Parts = slices.Clone(s.Parts)
	s.Parts[r.Part] = p
	return s
}

func (r Request) landed(before, after gate.Decision) bool {
	if after.Reading.Winner == nil || after.Reading.Winner.Reflex != r.Reflex {
		return false
	}
	rest := map[string]string{}
	for _, a := range after.Call().Args {
		rest[a.Name] = a.Value.Shown()
	}
	for _, w := range r.Words {
		if rest[w.Arg] != w.Word {
			return false
		}
		delete(rest, w.Arg)
	}
	for _, a := range before.Call().Args {
		if shown, has := rest[a.Name]; !has || shown != a.Value.Shown() {
			return false
		}
		delete(rest, a.Name)
	}
	return len(rest) == 0
}

// sharing is one sentence whose words are handed around.
type sharing struct {
	cat *catalog.Catalog
	s   Sentence
}

// fill gives a step's missing required words of lists.
func (h *sharing) fill(p Part, x *catalog.Reflex) Part {
	var given []gate.Given
	for _, missing := range p.Decision.Reading.Winner.Missing {
		a := x.Manifest.Arg(missing.Arg)
		if a == nil || a.Source != manifest.Vocab || h.owned(a.Vocab) || len(h.stated(a.Vocab, Words(p))) > 0 {
			continue
		}
		if word, giver, ok := h.oneWord(a.Vocab, h.s.Parts, false); ok {
			given = append(given, h.given(giver, word, x.Name, *a))
			p.Shared = append(slices.Clone(p.Shared), Shared{Arg: a.Name, Word: word, Via: Fill})
		}
	}
	p.Decision = gate.Take(h.cat, p.Decision, given)
	return p
}

// given is a word as the step that states it read it, for another's argument.
func (h *sharing) given(giver reader, word, reflex string, a manifest.Argument) gate.Given {
	g := gate.Given{Arg: a.Name, Value: call.Value{Kind: call.Word, Word: word, Bound: h.cat.Bound(a.Vocab, word)}}
	for _, b := range giver.winner.Basis {
		if b.Arg == giver.arg {
			g.Basis = b
		}
	}
	for _, j := range giver.judgments {
		if j.Subject.Arg == giver.arg && j.Subject.Reflex == giver.winner.Reflex {
			j.Subject.Reflex, j.Subject.Arg = reflex, a.Name
			g.Judgment = &j
		}
	}
	return g
}

// rewrite is the part with the optional words its neighbours state.
func (h *sharing) rewrite(at int, p Part, x *catalog.Reflex) Request {
	r := Request{Part: at, Reflex: x.Name, Text: p.Text}
	for _, a := range x.Manifest.Args {
		if a.Source != manifest.Vocab || !a.Optional || h.owned(a.Vocab) || len(h.stated(a.Vocab, Words(p))) > 0 {
			continue
		}
		if _, has := p.Decision.Call().Arg(a.Name); has {
			continue
		}
		if word, _, ok := h.oneWord(a.Vocab, h.near(at), true); ok {
			r.Words = append(r.Words, Shared{Arg: a.Name, Word: word, Via: Rewrite})
			r.Text += " " + word
		}
	}
	return r
}

// owned reports whether exactly one reflex cannot do without a list: its words
// are that reflex's own.
func (h *sharing) owned(vocab string) bool {
	needing := 0
	for _, x := range h.cat.Reflexes() {
		if slices.ContainsFunc(x.Manifest.Args, func(a manifest.Argument) bool { return a.Vocab == vocab && a.Required() }) {
			needing++
		}
	}
	return needing == 1
}

// near are the parts on the same side of every `then` as the one at an index.
func (h *sharing) near(at int) []Part {
	m := &maker{plan: Plan{}}
	m.cuts(h.s)
	return slices.DeleteFunc(slices.Clone(h.s.Parts), func(p Part) bool {
		return m.thenBetween(p, h.s.Parts[at]) || m.thenBetween(h.s.Parts[at], p)
	})
}

// A reader is a step that read a word from its own words, and into which
// argument.
type reader struct {
	arg       string
	winner    *reading.Winner
	judgments []reading.Judgment
}

// oneWord is the one word of a list that the parts state, and who read it from
// its own words. once asks that it stands but once.
func (h *sharing) oneWord(vocab string, parts []Part, once bool) (word string, giver reader, ok bool) {
	var said []string
	for _, words := range spoken(parts, h.s.Reviews) {
		said = append(said, h.stated(vocab, words)...)
	}
	if len(said) == 0 || once && len(said) > 1 || slices.ContainsFunc(said, func(w string) bool { return w != said[0] }) {
		return "", reader{}, false
	}
	for _, p := range parts {
		if giver, ok = h.read(p, vocab, said[0]); ok {
			return said[0], giver, true
		}
	}
	return "", reader{}, false
}

// spoken are the words the person typed in the parts, each stretch once: a
// playbook's are those that reached it.
func spoken(parts []Part, reviews []Review) []string {
	var all []string
	seen := map[[2]int]bool{}
	for _, p := range parts {
		at := [2]int{p.Start, p.End}
		if seen[at] {
			continue
		}
		seen[at] = true
		words := Words(p)
		if !p.Own() {
			i := slices.IndexFunc(reviews, func(r Review) bool { return r.Playbook == p.From[0].Playbook && samePlan(r, p) })
			if i < 0 {
				continue
			}
			words = reviews[i].Text
		}
		all = append(all, words)
	}
	return all
}

func samePlan(r Review, p Part) bool { return slices.Equal(r.Slots, p.From[0].Slots) }

// Words are a part's words as the person typed them.
func Words(p Part) string { return p.Words().Text }

// read is how a step read a listed word from its own words.
func (h *sharing) read(p Part, vocab, word string) (reader, bool) {
	x := reflexOf(h.cat, p)
	if x == nil {
		return reader{}, false
	}
	for _, a := range x.Manifest.Args {
		v, has := p.Decision.Call().Arg(a.Name)
		given := slices.ContainsFunc(p.Shared, func(s Shared) bool { return s.Arg == a.Name })
		if has && !given && a.Vocab == vocab && v.Word == word && slices.Contains(h.stated(vocab, p.Text), word) {
			return reader{a.Name, p.Decision.Reading.Winner, p.Decision.Reading.Judgments}, true
		}
	}
	return reader{}, false
}

// stated are the words of a list that stand whole in a text, one for each time,
// in the list's order.
func (h *sharing) stated(vocab, said string) []string {
	var all []string
	folded := strings.ToLower(said)
	for _, w := range h.cat.Words(vocab) {
		for range standing(folded, strings.ToLower(w.Word)) {
			all = append(all, w.Word)
		}
	}
	return all
}

// standing is how often a word stands whole in a text: beside no letter, figure
// or joint, and after no #.
func standing(said, word string) int {
	n := 0
	for from := 0; word != ""; {
		i := strings.Index(said[from:], word)
		if i < 0 {
			break
		}
		start, end := from+i, from+i+len(word)
		if !touches(said[:start], true) && !touches(said[end:], false) {
			n++
		}
		from = end
	}
	return n
}

// touches reports whether the last rune of a text, or its first, belongs to the
// word beside it.
func touches(s string, last bool) bool {
	runes := []rune(s)
	if len(runes) == 0 {
		return false
	}
	if last {
		r := runes[len(runes)-1]
		return isLetter(r) || strings.ContainsRune("_-#", r)
	}
	return isLetter(runes[0]) || strings.ContainsRune("_-", runes[0])
}
