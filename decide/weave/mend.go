package weave

import (
	"slices"

	"sinew/decide/gate"
	"sinew/decide/weave/sentence"
	"sinew/pkg/pick"
)

// mend repairs each part that is no request of its own: it is another item of
// its neighbour's task, or else one request with it. After a change it begins
// anew.
func (p *pass) mend() {
	tried := map[*part]bool{}
	for p.changed = true; p.changed; {
		p.changed = false
		for _, x := range p.steps() {
			if tried[x] || !x.isStep() {
				continue
			}
			tried[x] = true
			if p.mendOne(x); p.waits {
				return
			}
		}
		if p.changed {
			clear(tried)
		}
	}
}

func (p *pass) mendOne(x *part) {
	if x.repair != "" || x.object || sentence.CourtesyAlone(x.Words.Text) {
		return
	}
	if next := p.neighbour(x); next != nil && p.doubtful(x, next) && p.fanOut(x, next) || p.waits || !abstains(x.d) {
		return
	}
	p.merge(x)
}

// doubtful reports whether a part may be an item of a step's task.
func (p *pass) doubtful(x, next *part) bool {
	return abstains(x.d) || (x.Doubted() || sentence.OneNoun(x.Words.Text)) && x.reflex() != next.reflex()
}

// neighbour is the step before a part, or else the one after it, that was read
// as some reflex.
func (p *pass) neighbour(x *part) *part {
	for _, next := range []*part{p.before(x), p.after(x)} {
		if next != nil {
			if abstains(next.d) {
				continue
			}
			return next
		}
	}
	return nil
}

// fanOut reads a part as another item of a step's task: in its own words, or in
// the step's with it in the place of one value.
func (p *pass) fanOut(x, next *part) bool {
	words := x.Words.Text
	t := narrowed(words, next.reflex())
	d, ok := p.decide(t)
	if !ok {
		return false
	}
	if !abstains(d) {
		x.become(t, d, Narrowed)
		return true
	}
	return p.splice(x, next)
}

// splice puts a part in the place of one value of a step. It must be the value
// it stands for, and none that is ruled out.
func (p *pass) splice(x, next *part) bool {
	words := x.Words.Text
	for _, h := range p.holdings(next.d) {
		if h.Read.Kind == pick.Quoted {
			continue
		}
		t := narrowed(put(next.text.Words, h.span, words), next.reflex())
		d, ok := p.decide(t)
		if !ok {
			return false
		}
		v, has := d.Call().Arg(h.arg)
		if has && v.Shown() != h.Shown() && holdsExactly(v, sentence.NounOf(words)) && !p.ruledOut(next, h.arg, v) {
			x.become(t, d, Spliced)
			return true
		}
	}
	return false
}

// merge reads a part together with the step before it, or the first part with
// the one after it.
func (p *pass) merge(x *part) {
	first, second := p.before(x), x
	if first == nil {
		first, second = x, p.after(x)
	}
	if first == nil || second == nil || p.firmBetween(first, second) || sentence.HasPronoun(x.Words.Text) {
		return
	}
	one := p.joinedTo(first, second)
	if d, ok := p.decide(one.text); ok && !abstains(d) && !p.readsExcluded(one, d) {
		one.d = d
		p.putJoined(first, second, one)
	}
}

// joinedTo is what two parts, and all between them, are as one.
func (p *pass) joinedTo(first, second *part) *part {
	return newPart(sentence.Part{Words: p.said.Span(first.Words.Start, second.Words.End), Before: first.Before, After: second.After})
}

// readsExcluded reports whether a value was read from words that say what not to
// do.
func (p *pass) readsExcluded(one *part, d gate.Decision) bool {
	return slices.ContainsFunc(p.holdings(d), func(h holding) bool {
		start, end := one.Words.Start+h.span.Start, one.Words.Start+h.span.End
		return slices.ContainsFunc(p.parts, func(x *part) bool {
			return x.Role == sentence.Excluded && x.Words.Start < end && start < x.Words.End
		})
	})
}

// putJoined puts one part in the place of two, and of all between them.
func (p *pass) putJoined(first, second, one *part) {
	from, to := slices.Index(p.parts, first), slices.Index(p.parts, second)
	one.repair = Merged
	if slices.ContainsFunc(p.parts[from:to+1], func(x *part) bool { return x.Role == sentence.Excluded }) {
		one.repair = Corrected
	}
	p.parts = slices.Replace(p.parts, from, to+1, one)
	p.changed = true
}

// firmBetween reports whether two neighbours were parted for good.
func (p *pass) firmBetween(first, second *part) bool {
	return first.After == second.Before && second.Before != nil && second.Before.Firm()
}

// corrected reads a part that says what not to do together with the step
// beside it, where it names a value that step lacks.
func (p *pass) corrected() {
	for i := 0; i < len(p.parts); i++ {
		x := p.parts[i]
		if x.gone || x.Role != sentence.Excluded {
			continue
		}
		for _, at := range []int{i - 1, i + 1} {
			if at >= 0 && at < len(p.parts) && p.parts[at].isStep() && p.namesLacking(x, p.parts[at]) {
				if p.correct(min(i, at)); p.waits {
					return
				}
				break
			}
		}
	}
}

// namesLacking reports whether a part names a listed word for an argument the
// step lacks.
func (p *pass) namesLacking(x, step *part) bool {
	for _, a := range p.lacks(step.d) {
		if step.repair == "" && len(p.listed(x.Words.Text, step.reflex(), a)) > 0 {
			return true
		}
	}
	return false
}

// correct reads the i-th part and the next as one request.
func (p *pass) correct(i int) {
	first, second := p.parts[i], p.parts[i+1]
	step := first
	if first.Role == sentence.Excluded {
		step = second
	}
	one := p.joinedTo(first, second)
	if d, ok := p.decide(one.text); ok && d.Call().Reflex == step.reflex() && !p.readsExcluded(one, d) {
		one.d = d
		p.putJoined(first, second, one)
	}
}
