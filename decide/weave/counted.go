package weave

import (
	"sinew/decide/gate"
	"sinew/decide/reading"
	"sinew/decide/weave/sentence"
	"sinew/pkg/text"
)

// countBack makes a step for each of several earlier results that words count
// and point back at, the newest first.
func (p *pass) countBack() {
	for _, x := range p.steps() {
		if x.d.Reading.Winner == nil {
			continue
		}
		for _, m := range x.d.Reading.Winner.Missing {
			a := p.argument(x.reflex(), m.Arg)
			n, words, ok := sentence.CountedBack(x.text.Words, a.Name, a.Recent)
			if ok && a.Recent != "" && n <= len(m.Recent) {
				p.recall(x, m, n, words)
				break
			}
		}
	}
}

// recall gives the values the words count. The call was read back without them,
// which says nothing of one that holds them.
func (p *pass) recall(x *part, m reading.Missing, n int, words text.Span) {
	asked := x.d
	unread := *asked.Reading.Winner
	unread.Whole = nil
	asked.Reading.Winner = &unread
	last := x
	for i, v := range m.Recent[:n] {
		d := gate.Give(p.cat, asked, gate.Gift{Arg: m.Arg, Value: v, Basis: reading.Basis{Arg: m.Arg, By: reading.ByRecalled, Words: &words}})
		if i == 0 {
			x.d = d
			continue
		}
		next := x.oneOf()
		next.text, next.d = x.text, d
		p.insert(last, next)
		last = next
	}
}
