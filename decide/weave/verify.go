package weave

import (
	"cmp"
	"slices"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave/sentence"
	"sinew/pkg/manifest"
)

// verify asks what each part does that matches nothing, and which values one
// part gives another; then which reflex a part asks for, reading the whole
// sentence (reading.md 6.5, 12).
func (p *pass) verify() {
	if len(p.steps()) < 2 {
		return // one step is decided as one input is
	}
	unread := p.unread()
	gifts := p.gifts(p.steps())
	asked := questionsOf(gifts)
	for _, x := range unread {
		asked = append(asked, whatItDoes(x))
	}
	answers, ok := p.ask(asked)
	if !ok {
		return
	}
	p.give(gifts, answers)
	p.name(p.judgeUnread(unread, answers), func(*part) string { return "" })
}

func whatItDoes(x *part) question.Question {
	return question.WhatPartDoes(x.Words.Start, x.Words.End, x.Words.Text)
}

// unread are the parts that match nothing. Words of courtesy are set aside, and
// nobody is asked.
func (p *pass) unread() []*part {
	var all []*part
	for _, x := range p.steps() {
		switch {
		case !abstains(x.d):
		case sentence.CourtesyAlone(x.Words.Text):
			x.gone = true
			p.asides = append(p.asides, Aside{Words: x.Words, Remark: true, By: byCourtesy})
		default:
			all = append(all, x)
		}
	}
	return all
}

// judgeUnread puts the parts that ask for nothing out of the plan, and gives
// those that ask for something. One part stays in any case.
func (p *pass) judgeUnread(unread []*part, answers question.Answers) []*part {
	var asking []*part
	for _, x := range unread {
		a := answers[whatItDoes(x).ID()]
		if a[question.Asks] >= half {
			asking = append(asking, x)
			continue
		}
		if step := p.besideRead(x); step != nil {
			p.setAside(x, step, a)
		}
	}
	return asking
}

// besideRead is the step before a part that was read, or else the one after it.
func (p *pass) besideRead(x *part) *part {
	for at := p.before(x); at != nil; at = p.before(at) {
		if !abstains(at.d) {
			return at
		}
	}
	for at := p.after(x); at != nil; at = p.after(at) {
		if !abstains(at.d) {
			return at
		}
	}
	return nil
}

// setAside puts a part out of the plan: a remark, or words that may add a
// detail to a step, which then waits for a yes.
func (p *pass) setAside(x, step *part, a question.Answer) {
	x.gone = true
	aside := Aside{Words: x.Words, Remark: a[question.Aside] >= half, Aside: a[question.Aside], Detail: a[question.Adds], Asks: a[question.Asks]}
	p.asides = append(p.asides, aside)
	if !aside.Remark {
		step.caps = append(step.caps, gate.Detail(x.Words.Text))
		step.without = append(step.without, x.Words.Text)
	}
}

// name decides parts as the reflex the whole sentence gives their words, where
// that is not the one of `but`. Such a step takes what the sentence shares.
func (p *pass) name(asking []*part, but func(*part) string) {
	answers, ok := p.ask(p.whichOf(asking))
	if !ok || len(asking) == 0 {
		return
	}
	given := p.givers()
	var named []*part
	for _, x := range asking {
		if p.nameOne(x, answers, but(x)) {
			named = append(named, x)
		}
	}
	if p.waits {
		return
	}
	for _, x := range named {
		p.shareWith(x, given)
	}
	gifts := p.gifts(named)
	if answers, ok := p.ask(questionsOf(gifts)); ok && !p.waits {
		p.give(gifts, answers)
	}
}

func (p *pass) whichOf(parts []*part) []question.Question {
	var asked []question.Question
	for _, x := range parts {
		asked = append(asked, question.WhichForPart(x.Words.Start, x.Words.End, x.Words.Text, reading.Offered(p.scope)))
	}
	return asked
}

// nameOne decides one part on the sentence's judgment, where that names another
// reflex than `but`, at the bar a reflex is picked at.
func (p *pass) nameOne(x *part, answers question.Answers, but string) bool {
	q := p.whichOf([]*part{x})[0]
	top, share := q.Top(answers[q.ID()])
	if bars := p.cat.Bars(); top == question.None || top == but || bars != nil && share < bars.Route {
		return false
	}
	t := Text{Words: x.Words.Text, Reflex: top, Given: q.Subject}
	d, ok := p.decideGiven(t, &reading.Judgment{Subject: q.Subject, Top: top, P: share})
	if !ok || p.leavesWord(d) {
		return false
	}
	x.become(t, d, Named)
	x.caps = append(x.caps, gate.Named(x.Words.Text, top, share))
	return true
}

// leavesWord reports whether a text says a word of a vocabulary that its call
// does not hold.
func (p *pass) leavesWord(d gate.Decision) bool {
	held := d.Call().Args
	return slices.ContainsFunc(p.values(d.Input), func(v value) bool {
		return v.vocab != "" && !slices.ContainsFunc(held, func(a callArg) bool { return a.Value.Word == v.key })
	})
}

// An offer is a value one part gives that a step lacks.
type offer struct {
	taker *part
	arg   manifest.Argument
	giver giver
	question.Question
}

// mostOffers is how many distinct values one argument is offered.
const mostOffers = 2

// gifts are what other parts offer these steps.
func (p *pass) gifts(takers []*part) []offer {
	var all []offer
	given := p.givers()
	for _, x := range takers {
		if abstains(x.d) || p.cat.Reflex(x.reflex()).Manifest.Playbook() {
			continue
		}
		for _, a := range p.lacks(x.d) {
			if p.mayTake(x, a) {
				all = append(all, p.offers(x, a, given)...)
			}
		}
	}
	return all
}

// mayTake reports whether a step's words point at what others say, or ask for
// what several reflexes ask for.
func (p *pass) mayTake(x *part, a manifest.Argument) bool {
	switch a.Source {
	case manifest.Vocab:
		return sentence.Points(x.Words.Text) || p.askedBySeveral(a.Vocab)
	case manifest.Pick:
		return sentence.Points(x.Words.Text)
	}
	return sentence.Repeats(x.Words.Text)
}

func (p *pass) askedBySeveral(vocab string) bool {
	n := 0
	for _, x := range p.cat.Reflexes() {
		if !x.Manifest.Playbook() && slices.ContainsFunc(x.Manifest.Args, func(a manifest.Argument) bool { return a.Vocab == vocab }) {
			n++
		}
	}
	return n > 1
}

func (p *pass) offers(x *part, a manifest.Argument, given []giver) []offer {
	var all []offer
	distinct := map[string]bool{}
	for _, g := range given {
		if g.step == x || g.from != sourceOf(x.reflex(), a) || !distinct[g.Shown()] && len(distinct) == mostOffers {
			continue
		}
		distinct[g.Shown()] = true
		s := question.Subject{From: x.Words.Start, To: g.step.Words.Start, Reflex: x.reflex(), Arg: a.Name}
		q := question.IsShared(s, a.Ask, g.Shown(), g.step.Words.Text, x.Words.Text)
		all = append(all, offer{x, a, g, q})
	}
	return all
}

func questionsOf(offers []offer) []question.Question {
	var all []question.Question
	for _, o := range offers {
		all = append(all, o.Question)
	}
	return all
}

// give puts the values in that the answers share, the surest first.
func (p *pass) give(offers []offer, answers question.Answers) {
	yes := func(o offer) float64 { return answers[o.ID()][question.Yes] }
	slices.SortStableFunc(offers, func(a, b offer) int { return cmp.Compare(yes(b), yes(a)) })
	for _, o := range offers {
		if share := yes(o); share >= half {
			o.taker.d = gate.Give(p.cat, o.taker.d, o.gift(share))
		}
	}
}

func (o offer) gift(share float64) gate.Gift {
	words := o.giver.step.Words
	return gate.Gift{
		Arg: o.arg.Name, Value: o.giver.Value,
		Basis:    reading.Basis{Arg: o.arg.Name, By: reading.ByShared, Yes: &share, Words: &words},
		Judgment: &reading.Judgment{Subject: o.Subject, Top: question.Yes, P: share},
	}
}
