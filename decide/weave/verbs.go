package weave

import (
	"sinew/decide/weave/sentence"
	"sinew/pkg/text"
)

// twoVerbs reads two verbs before one object as two steps: the second takes
// what the first makes.
func (p *pass) twoVerbs() {
	if p.barred {
		return
	}
	for _, x := range p.steps() {
		if next := p.after(x); next != nil && x.After == next.Before && x.After != nil && x.After.And && sentence.Words(x.text.Words) == 1 {
			p.cutVerbs(x, next)
		} else if run := action(x.d); run != nil {
			p.keptVerbs(x, *run)
		}
	}
}

// keptVerbs reads `verb and verb` within one step.
func (p *pass) keptVerbs(x *part, run text.Span) {
	second, joined, ok := sentence.TwoVerbs(run.Text)
	if !ok || len(p.values(second.Text)) > 0 {
		return
	}
	runes := []rune(x.text.Words)
	first := narrowed(string(runes[:run.Start+joined.Start])+string(runes[run.Start+joined.End:]), x.reflex())
	verb, _ := p.decide(alone(second.Text))
	d, _ := p.decide(first)
	if p.waits || abstains(verb) || verb.Call().Reflex == x.reflex() {
		return
	}
	if !abstains(d) && sameCall(d.Call(), x.d.Call()) {
		x.become(first, d, First)
	}
	at := x.Words.Start + run.Start + second.Start
	step := x.piece(text.Span{Start: at, End: at + len([]rune(second.Text)), Text: second.Text})
	step.d, step.repair, step.object, x.verb = verb, Verb, true, step
	p.insert(x, step)
}

// cutVerbs reads a bare verb that was cut from `verb values`.
func (p *pass) cutVerbs(x, next *part) {
	second, object, more := sentence.FirstWord(next.text.Words)
	if !more || !p.valuesAlone(object.Text) || abstains(x.d) {
		return
	}
	first := narrowed(x.text.Words+" "+object.Text, x.reflex())
	verb, _ := p.decide(alone(second.Text))
	d, _ := p.decide(first)
	if p.waits || abstains(verb) || verb.Call().Reflex == x.reflex() || abstains(d) || len(d.Call().Args) == 0 {
		return
	}
	x.become(first, d, Spliced)
	next.become(alone(second.Text), verb, Verb)
	next.object, x.verb = true, next
}
