package weave

import (
	"slices"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave/sentence"
)

// unfold asks of each part about to be folded whose words say what to do,
// beside a step that does too, whether it is another thing.
func (p *pass) unfold() {
	var asking []*part
	for _, x := range p.steps() {
		if into, _, _ := p.sameAs(x); into != nil && action(x.d) != nil && p.besideAction(x) {
			asking = append(asking, x)
		}
	}
	p.name(asking, (*part).reflex)
}

// besideAction reports whether a step beside a part says what to do, or what is
// wanted.
func (p *pass) besideAction(x *part) bool {
	return slices.ContainsFunc([]*part{p.before(x), p.after(x)}, func(o *part) bool {
		return o != nil && o.d.Reading.Winner != nil && slices.ContainsFunc(o.d.Reading.Winner.Left, func(l reading.Left) bool {
			return l.P >= half && (l.Does == question.Action || l.Does == question.Result)
		})
	})
}

// fold joins each part into the earlier step whose call it repeats.
func (p *pass) fold() {
	for _, x := range p.steps() {
		if into, picked, ok := p.sameAs(x); ok {
			p.foldInto(x, into, picked)
		}
	}
}

// sameAs is the earlier step a part repeats, and the word that picks it among
// several. Without such a word several are none, and ok is false.
func (p *pass) sameAs(x *part) (into *part, picked string, ok bool) {
	all := p.steps()
	all = all[:slices.Index(all, x)]
	all = slices.DeleteFunc(all, func(y *part) bool { return !repeats(x, y) })
	switch len(all) {
	case 0:
		return nil, "", false
	case 1:
		return all[0], "", true
	}
	which, word, ok := sentence.Picks(x.Words.Text, len(all))
	if !ok {
		return nil, "", false
	}
	return all[which], word, true
}

// repeats reports whether two steps are one call: no value of one differs from
// the other's, and neither holds what the other asks for otherwise than as
// never stated. A second verb and a value read apart are steps of their own.
func repeats(x, y *part) bool {
	own := x.reflex() != "" && x.reflex() == y.reflex() && !x.object && !y.object
	return own && x.repair != Again && x.repair != Named && agrees(x.d, y.d) && agrees(y.d, x.d)
}

func agrees(a, b gate.Decision) bool {
	for _, arg := range a.Call().Args {
		if v, has := b.Call().Arg(arg.Name); has && v.Shown() != arg.Value.Shown() {
			return false
		}
		if m := missing(b, arg.Name); m != nil && m.Why != reading.NeverStated {
			return false
		}
	}
	return true
}

func (p *pass) foldInto(x, into *part, picked string) {
	var gave []string
	for _, g := range p.givers() {
		if _, has := into.d.Call().Arg(g.arg); g.step == x && !has {
			a := p.argument(into.reflex(), g.arg)
			into.d = gate.Give(p.cat, into.d, g.gift(into, *a))
			gave = append(gave, g.arg)
		}
	}
	x.gone = true
	p.folds = append(p.folds, folding{x, into, gave, picked})
}

// A folding is one part joined into a step.
type folding struct {
	x, into *part
	gave    []string
	picked  string
}
