package weave

import (
	"slices"
	"strings"

	"sinew/decide/gate"
	"sinew/decide/question"
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

// shareWith gives a step the words it lacks: those it must have as an answer
// would, the others written into its words.
func (p *pass) shareWith(x *part, given []giver) {
	var words, args []string
	for _, a := range p.lacks(x.d) {
		if a.Source != manifest.Vocab || p.owned(a.Vocab) || len(p.listed(x.text.Words, x.reflex(), a)) > 0 {
			continue
		}
		if a.Required() {
			p.fill(x, a, given)
		} else if word := p.saidOnce(p.aroundStep(x), x, a, given, true); word != nil && missing(x.d, a.Name) == nil {
			words, args = append(words, word.Word), append(args, a.Name)
		}
	}
	if len(words) > 0 {
		p.rewrite(x, words, args)
	}
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
	var said []string
	for _, at := range parts {
		for _, word := range p.cat.Words(a.Vocab) {
			for range sentence.WordIn(at.Words.Text, word.Word) {
				said = append(said, word.Word)
			}
		}
	}
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
	gift := gate.Gift{Arg: a.Name, Value: g.Value}
	r := g.step.d.Reading
	for _, b := range r.Winner.Basis {
		if b.Arg == g.arg {
			gift.Basis = b
			gift.Basis.Arg = a.Name
		}
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
func (p *pass) rewrite(x *part, words, args []string) {
	t := narrowed(x.text.Words+" "+strings.Join(words, " "), x.reflex())
	d, ok := p.decide(t)
	if !ok || abstains(d) || !sameBut(d.Call(), x.d.Call(), args...) {
		return
	}
	for i, arg := range args {
		if v, has := d.Call().Arg(arg); !has || v.Kind != call.Word || v.Word != words[i] {
			return
		}
	}
	x.become(t, d, x.repair)
	for i, arg := range args {
		x.shared = append(x.shared, Shared{Arg: arg, Word: words[i]})
	}
}
