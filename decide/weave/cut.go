package weave

import (
	"slices"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/weave/sentence"
)

// The numbers of reading.md 6.4 and 6.5.
const (
	half = 0.5 // where a yes, a count of one and a thing words do begin to count
)

// run is every phase in its order, until one waits for an answer.
func (p *pass) run() Sentence {
	if c := p.said.Condition(); c != nil {
		return Sentence{Input: p.input, Text: p.said.Text, Condition: c}
	}
	for _, phase := range []func(){
		p.cut, p.countBack, p.twoVerbs, p.lists, p.items, p.continued, p.saidAgain, p.mend, p.corrected, p.shareWords,
		p.verify, p.eachValue, p.point, p.unfold, p.fold, p.hold,
	} {
		if phase(); p.waits {
			return Sentence{}
		}
	}
	return p.result()
}

// cut asks where the sentence parts, cuts it there and decides every part. The
// whole sentence is decided beside them, whatever the answers say.
func (p *pass) cut() {
	if len(p.said.Asked()) > 0 {
		p.consider(alone(p.said.Text))
		p.considerSigns()
		if !p.askPlaces() {
			return
		}
	}
	for _, s := range p.said.Parts(p.shares) {
		p.parts = append(p.parts, newPart(s))
	}
	for _, x := range p.steps() {
		x.d, _ = p.decide(x.text)
	}
	if p.barred && len(p.parts) > 1 {
		p.asOne()
	}
}

// considerSigns decides every part there might be, where a sign typed for and
// may part two.
func (p *pass) considerSigns() {
	if !slices.ContainsFunc(p.said.Asked(), func(at sentence.Place) bool { return at.Sign }) {
		return
	}
	for _, s := range p.said.Everything() {
		if s.Role == sentence.Asks {
			p.consider(alone(s.Words.Text))
		}
	}
}

// askPlaces asks of each place whether it parts two things, and how many things
// there are.
func (p *pass) askPlaces() bool {
	asked := append(p.splits(), question.HowMany())
	answers, ok := p.ask(asked)
	if !ok {
		return false
	}
	for _, q := range asked[:len(asked)-1] {
		p.shares = append(p.shares, answers[q.ID()][question.Yes])
	}
	one := answers[question.HowMany().ID()][question.One]
	p.count, p.barred = &Count{One: one}, one >= half
	return true
}

func (p *pass) splits() []question.Question {
	var asked []question.Question
	pieces := p.said.Everything()
	for i, at := range p.said.Places {
		if !at.Sure {
			asked = append(asked, question.DoesSplit(len(asked), at.Join, pieces[i].Words.Text, pieces[i+1].Words.Text))
		}
	}
	return asked
}

// asOne makes the whole sentence the one step, where it asks for one thing and
// nothing says otherwise (reading.md 6.4).
func (p *pass) asOne() {
	whole := alone(p.said.Text)
	d, ok := p.decide(whole)
	if !ok || p.waits || abstains(d) || p.isPlan(d) || slices.ContainsFunc(p.steps(), func(x *part) bool { return p.isPlan(x.d) }) || p.signParts() {
		return
	}
	one := newPart(sentence.Part{Words: p.said.Span(0, len([]rune(p.said.Text))), Inner: p.said.Places})
	one.d = d
	p.parts, p.count.AsOne = []*part{one}, true
}

// isPlan reports whether a decision is the complete call of a playbook.
func (p *pass) isPlan(d gate.Decision) bool {
	x := p.cat.Reflex(d.Call().Reflex)
	return x != nil && x.Manifest.Playbook() && d.Outcome != gate.Ask
}

// signParts reports whether a sign typed for and was cut in doubt, and its two
// sides ask for different reflexes each alone.
func (p *pass) signParts() bool {
	return slices.ContainsFunc(p.steps(), func(x *part) bool {
		next := p.after(x)
		return next != nil && x.After == next.Before && x.doubtedSign() && !abstains(x.d) && !abstains(next.d) && x.reflex() != next.reflex()
	})
}

// doubtedSign reports whether a part ends at a sign typed for and that was cut
// in doubt.
func (x *part) doubtedSign() bool { return x.After != nil && x.After.Sign && x.After.Doubted() }
