package weave

import (
	"slices"
	"strings"

	"sinew/decide/gate"
	"sinew/decide/weave/sentence"
	"sinew/pkg/manifest"
	"sinew/pkg/text"
)

// point makes a step for each of several values said before that words like
// both point at, in the words' place. Each waits for a yes.
func (p *pass) point() {
	for _, x := range p.steps() {
		words, ok := sentence.Several(x.Words.Text)
		if !ok || x.typed != "" || x.d.Outcome != gate.Ask {
			continue
		}
		for _, m := range x.d.Reading.Winner.Missing {
			a := p.argument(x.reflex(), m.Arg)
			if values := p.saidBefore(x, *a); a.Source != manifest.Takes && fits(words.Text, len(values)) {
				p.pointAt(x, *a, words, values)
				break
			}
		}
	}
}

// fits reports whether words can point at so many.
func fits(words string, n int) bool {
	two := strings.Contains(strings.ToLower(words), "both") || strings.Contains(strings.ToLower(words), "two")
	return n == 2 || n > 2 && !two
}

// saidBefore are the distinct values the steps before a part hold of an
// argument's source, in order.
func (p *pass) saidBefore(x *part, a manifest.Argument) []string {
	var all []string
	for _, g := range p.givers() {
		if g.step == x {
			break
		}
		if g.from == sourceOf(x.reflex(), a) && !slices.Contains(all, g.Shown()) {
			all = append(all, g.Shown())
		}
	}
	return all
}

// pointAt makes the steps, all or none.
func (p *pass) pointAt(x *part, a manifest.Argument, words text.Span, values []string) {
	var steps []*part
	good := true
	for i, v := range values {
		step := x.oneOf()
		if i == 0 {
			step.Before = x.Before
		}
		t := narrowed(put(x.Words.Text, words, v), x.reflex())
		d, ok := p.decide(t)
		got, has := d.Call().Arg(a.Name)
		good = good && ok && has && got.Shown() == v && sameBut(d.Call(), x.d.Call(), a.Name)
		step.become(t, d, Spliced)
		step.caps = append(step.caps, gate.Pointed(a.Name, words.Text))
		steps = append(steps, step)
	}
	if good {
		p.replace(x, steps...)
	}
}
