package weave

import (
	"slices"
	"strings"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave/sentence"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
)

// shareWords lets a word of a vocabulary that the sentence says once reach the
// steps that lack one (reading.md 6.6).
func (p *pass) shareWords() {
	given := p.givers()
	for _, x := range p.steps() {
		p.shareWith(x, given)
	}
}

// A giver is a step whose own words state a value.
type giver struct {
	step *part
	from source
	holding
}

func (p *pass) givers() []giver {
	var all []giver
	for _, x := range p.steps() {
		for _, h := range p.holdings(x.d) {
			a := p.argument(x.reflex(), h.arg)
			all = append(all, giver{x, sourceOf(x.reflex(), *a), h})
		}
	}
	return all
}

// shareWith gives a step the words it lacks: those that may be there are
// written into its words, then those that must are given as an answer would.
func (p *pass) shareWith(x *part, given []giver) {
	if p.rewrite(x, given); p.waits {
		return
	}
	for _, a := range p.lacks(x.d) {
		if a.Required() && p.mayShare(x, a) {
			p.fill(x, a, given)
		}
	}
	slices.SortStableFunc(x.shared, func(a, b Shared) int { return p.place(x, a.Arg) - p.place(x, b.Arg) })
}

// place is an argument's place in its step's manifest.
func (p *pass) place(x *part, arg string) int {
	args := p.cat.Reflex(x.reflex()).Manifest.Args
	return slices.IndexFunc(args, func(a manifest.Argument) bool { return a.Name == arg })
}

// mayShare reports whether a word of an argument's vocabulary may come from
// elsewhere: it is no one reflex's own, and the step's words name none.
func (p *pass) mayShare(x *part, a manifest.Argument) bool {
	return a.Source == manifest.Vocab && !p.owned(a.Vocab) && len(p.listed(x.text.Words, x.reflex(), a)) == 0
}

// owned reports whether just one reflex cannot do without a vocabulary: its
// words are that reflex's own.
func (p *pass) owned(vocab string) bool {
	requires := 0
	for _, x := range p.cat.Reflexes() {
		if slices.ContainsFunc(x.Manifest.Args, func(a manifest.Argument) bool { return a.Vocab == vocab && a.Required() }) {
			requires++
		}
	}
	return requires == 1
}

// saidOnce is who gives the one word of an argument's vocabulary that parts
// state, of which all must be said once where times matters; nil for none.
func (p *pass) saidOnce(parts []*part, x *part, a manifest.Argument, given []giver, times bool) *giver {
	said := p.statedIn(parts, a.Vocab)
	if len(said) == 0 || times && len(said) > 1 || slices.ContainsFunc(said, func(s string) bool { return s != said[0] }) {
		return nil
	}
	i := slices.IndexFunc(given, func(g giver) bool {
		return g.step != x && g.from.vocab == a.Vocab && g.Word == said[0] && slices.Contains(parts, g.step)
	})
	if i < 0 {
		return nil
	}
	return &given[i]
}

// statedIn are the words of a vocabulary that parts state, each time.
func (p *pass) statedIn(parts []*part, vocab string) []string {
	var said []string
	for _, at := range parts {
		for _, word := range p.cat.Words(vocab) {
			for range sentence.WordIn(at.Words.Text, word.Word) {
				said = append(said, word.Word)
			}
		}
	}
	return said
}

// inSentence are the parts whose words count.
func (p *pass) inSentence() []*part {
	return slices.DeleteFunc(slices.Clone(p.parts), func(x *part) bool { return x.Role == sentence.Excluded })
}

// aroundStep are the parts up to a then on both sides of a step.
func (p *pass) aroundStep(x *part) []*part {
	all := p.inSentence()
	from := slices.Index(all, x)
	to := from
	for from > 0 && !after(all[from]) {
		from--
	}
	for to+1 < len(all) && !after(all[to+1]) {
		to++
	}
	return all[from : to+1]
}

// after reports whether the words say that a part comes after what is before it.
func after(x *part) bool { return x.Before != nil && x.Before.Then }

// fill gives a step the one word of its kind the sentence names.
func (p *pass) fill(x *part, a manifest.Argument, given []giver) {
	g := p.saidOnce(p.inSentence(), x, a, given, false)
	if m := missing(x.d, a.Name); g == nil || m == nil || m.Why != "unstated" {
		return
	}
	x.d = gate.Give(p.cat, x.d, g.gift(x, a))
	x.shared = append(x.shared, Shared{Arg: a.Name, Word: g.Word, Fill: true})
}

// gift is the giver's value for an argument of a step, on what it stands on
// there.
func (g *giver) gift(x *part, a manifest.Argument) gate.Gift {
	gift := gate.Gift{Arg: a.Name, Value: g.Value, Basis: reading.Basis{Arg: a.Name}}
	r := g.step.d.Reading
	if b := basisOf(r.Winner, g.arg); b != nil {
		gift.Basis = *b
		gift.Basis.Arg = a.Name
	}
	for _, j := range r.Judgments {
		if !j.Subject.Routes() && j.Subject.Arg == g.arg {
			j.Subject = question.Subject{Kind: question.Arg, Reflex: x.reflex(), Arg: a.Name}
			gift.Judgment = &j
		}
	}
	return gift
}

// rewrite writes words behind a step's own and decides it again; it stays as it
// was where they do not land or another value moves.
func (p *pass) rewrite(x *part, given []giver) {
	var added []Shared
	for _, a := range p.lacks(x.d) {
		if !a.Optional || !p.mayShare(x, a) || missing(x.d, a.Name) != nil {
			continue
		}
		if g := p.saidOnce(p.aroundStep(x), x, a, given, true); g != nil {
			added = append(added, Shared{Arg: a.Name, Word: g.Word})
		}
	}
	if len(added) == 0 {
		return
	}
	t := narrowed(x.text.Words+" "+strings.Join(wordsOf(added), " "), x.reflex())
	if d, ok := p.decide(t); ok && landed(d.Call(), x.d.Call(), added) {
		x.become(t, d, x.repair)
		x.shared = append(x.shared, added...)
	}
}

func wordsOf(added []Shared) []string {
	words := make([]string, len(added))
	for i, s := range added {
		words[i] = s.Word
	}
	return words
}

// landed reports whether a call holds the added words and no other value moved.
func landed(now, before call.Call, added []Shared) bool {
	args := make([]string, len(added))
	for i, s := range added {
		v, has := now.Arg(s.Arg)
		if args[i] = s.Arg; !has || v.Word != s.Word {
			return false
		}
	}
	return sameBut(now, before, args...)
}
