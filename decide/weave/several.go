package weave

import (
	"slices"

	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave/sentence"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

type callArg = call.Arg

// A series is one argument of a step whose words name several values for it.
type series struct {
	step   *part
	arg    manifest.Argument
	held   call.Value
	own    text.Span // the value the call holds
	others []text.Span
	at     text.Span // all of them
}

// eachValue makes a step for each other value that an action is asked for
// (reading.md 6.5, 13).
func (p *pass) eachValue() {
	for _, x := range p.steps() {
		p.readFirst(x)
	}
	if p.waits {
		return
	}
	var all []series
	for _, x := range p.steps() {
		if s, ok := p.seriesOf(x); ok {
			all = append(all, s)
		}
	}
	if answers, ok := p.ask(p.others(all)); ok {
		for _, s := range all {
			p.repeat(s, answers)
		}
	}
	for _, x := range p.steps() {
		if x.asked != nil {
			*x = *x.asked // nobody wants the others: it asks which
		}
	}
}

// others asks for each other value of some series.
func (p *pass) others(all []series) []question.Question {
	var asked []question.Question
	for _, s := range all {
		for _, other := range s.others {
			asked = append(asked, p.wantedAgain(s, other))
		}
	}
	return asked
}

// readFirst reads a call that asks for an argument its words name several
// values for, from the first of them.
func (p *pass) readFirst(x *part) {
	if x.d.Reading.Winner == nil || x.typed != "" {
		return
	}
	for _, m := range x.d.Reading.Winner.Missing {
		a := p.argument(x.reflex(), m.Arg)
		values := p.listed(x.text.Words, x.reflex(), *a)
		slices.SortFunc(values, func(a, b value) int { return a.span.Start - b.span.Start })
		if len(values) < 2 || !joinedOnly(x.text.Words, spans(values)) {
			continue
		}
		at := text.Span{Start: values[0].span.Start, End: values[len(values)-1].span.End}
		t := narrowed(put(x.text.Words, at, values[0].span.Text), x.reflex())
		d, ok := p.decide(t)
		if v, has := d.Call().Arg(a.Name); ok && has && v.Shown() == values[0].key {
			before := *x
			x.become(t, d, Apart)
			x.asked = &before
			return
		}
	}
}

// joinedOnly reports whether nothing but joining words and marks stands between
// spans of a text.
func joinedOnly(words string, spans []text.Span) bool {
	runes := []rune(words)
	for i, s := range spans[1:] {
		from := spans[i].End
		if from > s.Start || !sentence.Joins(string(runes[from:s.Start])) {
			return false
		}
	}
	return true
}

// seriesOf is the one argument a step's words name other values for.
func (p *pass) seriesOf(x *part) (one series, ok bool) {
	if x.d.Reading.Winner == nil || x.object || x.typed != "" && x.repair != Apart {
		return one, false
	}
	for _, a := range p.cat.Reflex(x.reflex()).Manifest.Args {
		v, has := x.d.Call().Arg(a.Name)
		if !has {
			continue
		}
		if own, others := p.named(x, a, v); own != nil && len(others) > 0 {
			if ok {
				return one, false // of two arguments
			}
			one, ok = series{step: x, arg: a, held: v, own: *own, others: others}, true
		}
	}
	return one, ok && one.layOut()
}

// layOut finds where all values of a series stand; false where they are no
// list.
func (s *series) layOut() bool {
	all := slices.Concat([]text.Span{s.own}, s.others)
	slices.SortFunc(all, func(a, b text.Span) int { return a.Start - b.Start })
	s.at = text.Span{Start: all[0].Start, End: all[len(all)-1].End}
	return joinedOnly(s.step.Words.Text, all)
}

// named is where a step's words, as typed, say the value it holds, and the
// others they say for the same argument: none that another step holds, and none
// that is ruled out.
func (p *pass) named(x *part, a manifest.Argument, held call.Value) (own *text.Span, others []text.Span) {
	for _, v := range p.choices(x, a) {
		switch {
		case v.key == held.Key+held.Word && v.key != "" || v.key == "" && v.span.Text == held.Span.Text:
			own = &v.span
		case !p.holdsElsewhere(x, a, v) && !p.ruledOut(x, a.Name, call.Value{Key: v.key}):
			others = append(others, v.span)
		}
	}
	return own, others
}

// choices are what a step's words say that its argument could take: listed
// words, or what a recognizer reads and nothing else consumed.
func (p *pass) choices(x *part, a manifest.Argument) []value {
	if a.Source != manifest.Pick {
		return p.listed(x.Words.Text, x.reflex(), a)
	}
	if x.typed != "" {
		return nil // its words were written anew
	}
	var all []value
	for _, c := range pick.Find(x.Words.Text) {
		held, _ := x.d.Call().Arg(a.Name)
		if c.Value.Kind == pick.Kind(a.Pick) && (c.Span == held.Span || slices.Contains(x.d.Reading.Winner.Unconsumed, c.Span)) {
			all = append(all, value{span: c.Span, source: sourceOf(x.reflex(), a)})
		}
	}
	return all
}

func (v value) shown() string {
	if v.key != "" {
		return v.key
	}
	return v.span.Text
}

func (p *pass) holdsElsewhere(x *part, a manifest.Argument, v value) bool {
	return slices.ContainsFunc(p.steps(), func(o *part) bool {
		held, has := o.d.Call().Arg(a.Name)
		return o != x && o.reflex() == x.reflex() && has && held.Shown() == v.shown()
	})
}

// ruledOut reports whether a part says not to take a listed word.
func (p *pass) ruledOut(x *part, arg string, held call.Value) bool {
	a := p.argument(x.reflex(), arg)
	return slices.ContainsFunc(p.parts, func(o *part) bool {
		return a != nil && o.Role == sentence.Excluded && slices.ContainsFunc(p.listed(o.Words.Text, x.reflex(), *a), func(said value) bool {
			return said.key == held.Key+held.Word
		})
	})
}

func (p *pass) wantedAgain(s series, other text.Span) question.Question {
	from := s.step.Words.Start
	subject := question.Subject{Reflex: s.step.reflex(), Arg: s.arg.Name, From: from + other.Start, To: from + other.End}
	told := reading.Told(p.cat.Reflex(s.step.reflex()).Manifest, s.step.d.Call())
	return question.WantedAgain(subject, s.arg.Ask, other.Text, other.Text, told)
}

// repeat makes the steps of one series.
func (p *pass) repeat(s series, answers question.Answers) {
	var more []*part
	for _, other := range s.others {
		q := p.wantedAgain(s, other)
		if also := answers[q.ID()][question.Also]; also >= half {
			if step := p.repeatFor(s, other, q.Subject, also); step != nil {
				more = append(more, step)
			}
		}
	}
	if p.apart(s, len(more) > 0 || p.waits); !p.waits && len(more) > 0 {
		p.insert(s.step, more...)
		s.step.asked = nil
	}
}

// repeatFor is the step for another value of a series, on the judgment that it
// is wanted; nil where it does not read as that.
func (p *pass) repeatFor(s series, other text.Span, by question.Subject, also float64) *part {
	call := s.step.d.Call()
	t := Text{Words: put(s.step.Words.Text, s.at, other.Text), Reflex: call.Reflex, Given: by}
	d, ok := p.decideGiven(t, &reading.Judgment{Subject: by, Top: call.Reflex, P: also})
	v, has := d.Call().Arg(s.arg.Name)
	if !ok || !has || v.Shown() == s.held.Shown() || !sameBut(d.Call(), call, s.arg.Name) {
		return nil
	}
	step := s.step.piece(p.said.Span(by.From, by.To))
	step.become(t, d, Again)
	return step
}

// apart reads the step of a series for its own value.
func (p *pass) apart(s series, wanted bool) {
	if !wanted {
		return
	}
	t := narrowed(put(s.step.Words.Text, s.at, s.own.Text), s.step.reflex())
	d, ok := p.decide(t)
	if ok && !abstains(d) && sameCall(d.Call(), s.step.d.Call()) {
		s.step.become(t, d, Apart)
	}
}
