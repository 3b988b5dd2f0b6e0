package weave

import (
	"slices"
	"strings"

	"sinew/decide/gate"
	"sinew/decide/weave/sentence"
	"sinew/pkg/call"
)

// continued puts a part that holds only values into the words of the nearest
// step before it that holds some.
func (p *pass) continued() {
	for _, x := range p.steps() {
		if x.repair != "" || p.before(x) == nil || !p.valuesAlone(x.Words.Text) {
			continue
		}
		base, held := p.lastHolding(x)
		if base == nil || p.otherKinds(x, base) {
			continue
		}
		at, _ := stretch(held)
		t := narrowed(put(base.text.Words, at, x.Words.Text), base.reflex())
		d, ok := p.decide(t)
		if !ok {
			return
		}
		if p.lands(d, held) {
			x.become(t, d, Spliced)
			p.repeatVerb(x, base)
		}
	}
}

// valuesAlone reports whether a text holds only values, and words that join.
func (p *pass) valuesAlone(words string) bool {
	return sentence.ValuesAlone(words, spans(p.values(words)))
}

// lastHolding is the nearest step before a part whose words hold values.
func (p *pass) lastHolding(x *part) (*part, []holding) {
	for at := p.before(x); at != nil; at = p.before(at) {
		if held := p.holdings(at.d); len(held) > 0 {
			return at, held
		}
	}
	return nil, nil
}

// otherKinds reports whether a part by itself is a call whose values are of
// none of the sources the step's are of.
func (p *pass) otherKinds(x, step *part) bool {
	own, base := p.sources(x.d), p.sources(step.d)
	return len(own) > 0 && !slices.ContainsFunc(own, func(s source) bool { return slices.Contains(base, s) })
}

func (p *pass) sources(d gate.Decision) []source {
	var all []source
	for _, h := range p.holdings(d) {
		all = append(all, sourceOf(d.Call().Reflex, *p.argument(d.Call().Reflex, h.arg)))
	}
	return all
}

// lands reports whether the values of a step in new words are where those of
// the old were, and none is left over.
func (p *pass) lands(d gate.Decision, old []holding) bool {
	if abstains(d) || len(d.Reading.Winner.Unconsumed) > 0 {
		return false
	}
	held := p.holdings(d)
	return len(held) > 0 && !slices.ContainsFunc(held, func(h holding) bool {
		return !slices.ContainsFunc(old, func(o holding) bool { return o.arg == h.arg })
	})
}

// repeatVerb adds the second verb of a step to a step that continues it.
func (p *pass) repeatVerb(x, base *part) {
	if base.verb == nil {
		return
	}
	verb := *base.verb
	verb.verb, x.verb = nil, &verb
	p.insert(x, &verb)
}

// saidAgain repeats the step before a part that asks for the same with other
// values, where all steps before it are of one reflex.
func (p *pass) saidAgain() {
	for _, x := range p.steps() {
		base := p.before(x)
		if x.repair != "" || base == nil || !p.oneReflex(x) {
			continue
		}
		values := p.values(x.Words.Text)
		if !sentence.SaidAgain(x.Words.Text, spans(values)) {
			continue
		}
		words, changed := p.withValues(base, values)
		if len(changed) == 0 {
			continue
		}
		t := narrowed(words, base.reflex())
		d, ok := p.decide(t)
		if !ok {
			return
		}
		if !abstains(d) && sameBut(d.Call(), base.d.Call(), changed...) && differs(d.Call(), base.d.Call(), changed) {
			x.become(t, d, Spliced)
		}
	}
}

// oneReflex reports whether all steps before a part are of one reflex.
func (p *pass) oneReflex(x *part) bool {
	first := p.steps()[0]
	for at := p.before(x); at != nil; at = p.before(at) {
		if abstains(at.d) || at.reflex() != first.reflex() {
			return false
		}
	}
	return true
}

// withValues are a step's words with each value in the place of the step's own
// of its source, and the arguments that change; none where one has no place.
func (p *pass) withValues(base *part, values []value) (words string, changed []string) {
	held := p.holdings(base.d)
	words = base.text.Words
	for i := len(held) - 1; i >= 0; i-- { // from the end, so that offsets stand
		from := sourceOf(base.reflex(), *p.argument(base.reflex(), held[i].arg))
		at := slices.IndexFunc(values, func(v value) bool { return v.source == from })
		if at >= 0 {
			words, changed = put(words, held[i].span, values[at].span.Text), append(changed, held[i].arg)
		}
	}
	return words, changed
}

func differs(a, b call.Call, args []string) bool {
	return !slices.ContainsFunc(args, func(arg string) bool {
		x, _ := a.Arg(arg)
		y, _ := b.Arg(arg)
		return x.Shown() == y.Shown()
	})
}

// holdsExactly reports whether a value is what words say.
func holdsExactly(v call.Value, words string) bool {
	return strings.EqualFold(v.Shown(), words) || strings.EqualFold(v.Said(), words)
}
