package gate

import (
	"bytes"
	"encoding/json"

	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/text"
)

// An Object is a JSON object whose members keep their order.
type Object []Member

// A Member is one member of an Object.
type Member struct {
	Key   string
	Value any
}

// Add appends a member.
func (o *Object) Add(key string, value any) { *o = append(*o, Member{key, value}) }

// MarshalJSON writes the members in order.
func (o Object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		for j, part := range []any{m.Key, m.Value} {
			text, err := Line(part)
			if err != nil {
				return nil, err
			}
			if j > 0 {
				out.WriteByte(':')
			}
			out.Write(text)
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// Line is a value as one line of JSON, with < > and & as they are.
func Line(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimRight(out.Bytes(), "\n"), err
}

// Wire is the decision as the JSON line has it, up to its trace (manual, "The
// JSON line").
func (d Decision) Wire() Object {
	o := Object{{"input", d.Input}, {"outcome", d.Outcome}}
	w := d.Reading.Winner
	if w != nil {
		o.Add("reflex", w.Reflex)
		o.Add("args", wireArgs(w.Args))
		if d.Outcome != Ask {
			o.Add("call", d.Call().String())
			o.Add("effect", d.Effect.String())
		}
		d.wireWinner(&o, w)
	}
	o.Add("judgments", wireJudgments(d.Reading.Judgments))
	d.wireRanking(&o)
	if d.Outcome == Confirm {
		o.Add("prompt", d.Prompt)
		o.Add("because", wireCaps(d.Because))
	}
	if d.Outcome == Ask {
		o.Add("missing", d.wireMissing())
	}
	return o
}

// WireByName is a call a person wrote by name as the JSON line has it, up to its
// trace: the same line with nothing judged. held is the prompt of one that waits
// for a yes, nil for one that does not.
func WireByName(c call.Call, effect manifest.Effect, held *Prompt) Object {
	outcome := Run
	if held != nil {
		outcome = Confirm
	}
	o := Object{{"input", ""}, {"outcome", outcome}, {"reflex", c.Reflex}, {"args", wireArgs(c.Args)}}
	o.Add("call", c.String())
	o.Add("effect", effect.String())
	if held != nil {
		o.Add("prompt", *held)
		o.Add("because", wireCaps([]Cap{{Type: capDestructive}}))
	}
	return o
}

// wireWinner adds what the call stands on, and how sure it is.
func (d Decision) wireWinner(o *Object, w *reading.Winner) {
	if len(w.Basis) > 0 {
		o.Add("basis", wireBasis(w.Basis))
	}
	if len(w.Left) > 0 {
		o.Add("left", wireLeft(w.Left))
	}
	if len(w.Unconsumed) > 0 {
		o.Add("unconsumed", w.Unconsumed)
	} else if d.Outcome == Ask {
		o.Add("unconsumed", []string{})
	}
	if len(w.Quotes) > 0 {
		quotes := make([]any, len(w.Quotes))
		for i, q := range w.Quotes {
			quotes[i] = q.Words
		}
		o.Add("quotes", quotes)
	}
	if w.Whole != nil {
		o.Add("whole", *w.Whole)
	}
	o.Add("confidence", d.Confidence)
	o.Add("weakest", wireJudgment(d.Weakest))
}

func (d Decision) wireRanking(o *Object) {
	contenders := make([]Object, len(d.Reading.Ranking))
	for i, c := range d.Reading.Ranking {
		contenders[i] = Object{{"reflex", c.Reflex}, {"route", c.Route}}
	}
	if d.Reading.Winner != nil && len(contenders) > 1 {
		o.Add("runner_up", contenders[1])
	}
	o.Add("contenders", contenders)
}

func wireArgs(args []call.Arg) Object {
	o := Object{}
	for _, a := range args {
		o.Add(a.Name, a.Value)
	}
	return o
}

func wireJudgments(all []reading.Judgment) []Object {
	list := make([]Object, len(all))
	for i, j := range all {
		list[i] = wireJudgment(j)
	}
	return list
}

func wireJudgment(j reading.Judgment) Object {
	return Object{{"question", j.Subject.ID()}, {"top", j.Top}, {"p", j.P}}
}

func wireBasis(all []reading.Basis) Object {
	o := Object{}
	for _, b := range all {
		one := Object{{"by", b.By}}
		one.addShares(b)
		one.addWords(b)
		o.Add(b.Arg, one)
	}
	return o
}

// addShares adds what a basis has by its kind.
func (o *Object) addShares(b reading.Basis) {
	switch b.By {
	case reading.ByAsk:
		o.Add("p", b.P)
	case reading.ByViews:
		o.Add("ask", b.Ask)
		o.Add("reader", b.Reader)
	case reading.ByView:
		o.Add("view", b.View)
		o.Add("p", b.P)
		o.Add("other", b.Other)
	case reading.ByText:
		o.Add("p", b.P)
		o.Add("others", othersOf(b))
	case reading.BySpelled:
		o.Add("form", b.Form)
	}
}

// addWords adds the words a basis stands on, and what was asked of them.
func (o *Object) addWords(b reading.Basis) {
	if b.Words != nil {
		o.Add("words", b.Words)
	}
	if b.How != "" {
		o.Add("how", b.How)
	}
	if b.Yes != nil {
		o.Add("yes", *b.Yes)
	}
	if b.Shape != "" {
		o.Add("shape", b.Shape)
	}
	if b.Anchored != nil {
		o.Add("anchored", Object{{"words", b.Anchored.Words}, {"p", b.Anchored.P}})
	}
}

// othersOf are what else a text could have been: a list, empty for nothing.
func othersOf(b reading.Basis) []text.Span { return append([]text.Span{}, b.Others...) }

func wireLeft(all []reading.Left) []Object {
	list := make([]Object, len(all))
	for i, l := range all {
		list[i] = Object{{"words", l.Words}, {"does", l.Does}}
		if l.Arg != "" {
			list[i].Add("arg", l.Arg)
		}
		list[i].Add("p", l.P)
		for _, flag := range []struct {
			key string
			set bool
		}{{"cut", l.Cut}, {"again", l.Again}, {"read", l.Read}} {
			if flag.set {
				list[i].Add(flag.key, true)
			}
		}
	}
	return list
}

func wireCaps(all []Cap) []Object {
	list := make([]Object, len(all))
	for i, c := range all {
		list[i] = Object{{"type", c.Type}}
		if c.Judgment != nil {
			list[i].Add("judgment", wireJudgment(*c.Judgment))
			list[i].Add("floor", c.Floor)
		}
		if c.Arg != "" {
			list[i].Add("arg", c.Arg)
		}
		switch {
		case c.Words != nil:
			list[i].Add("words", c.Words)
		case c.Said != "":
			list[i].Add("words", c.Said)
		}
		if c.Type == capWhole || c.Type == capNamed {
			list[i].Add("p", c.P)
		}
		if c.Type == capWhole {
			list[i].Add("floor", c.Floor)
		}
	}
	return list
}

func (d Decision) wireMissing() []Object {
	missing := d.Reading.Winner.Missing
	list := make([]Object, len(missing))
	for i, m := range missing {
		because := Object{{"type", m.Why}}
		if m.Span != nil {
			because.Add("span", m.Span)
			if r := d.Choices[i].Range; r != nil {
				because.Add("range", []float64{r.Min, r.Max})
			}
		}
		list[i] = Object{{"arg", m.Arg}, {"ask", m.Ask}, {"because", because}}
		if m.Words != nil {
			list[i].Add("words", m.Words)
		}
		if m.Likely != "" {
			list[i].Add("likely", m.Likely)
		}
		list[i].Add("choices", wireChoices(d.Choices[i]))
	}
	return list
}

func wireChoices(c Choices) Object {
	switch {
	case c.Pick != "":
		return c.wirePick()
	case c.Vocab != "":
		return Object{{"type", "vocab"}, {"words", wireOptions(c.Words)}}
	}
	options := Object{}
	for _, o := range c.Options {
		options.Add(o.Key, o.Meaning)
	}
	return Object{{"type", "options"}, {"options", options}}
}

// wirePick is a pick, with what it is offered as.
func (c Choices) wirePick() Object {
	o := Object{{"type", "pick"}, {"pick", c.Pick}}
	if len(c.Recent) > 0 {
		o.Add("recent", c.Recent)
	}
	if len(c.Readings) > 0 {
		o.Add("readings", c.Readings)
	}
	return o
}

func wireOptions(all []question.Option) Object {
	o := Object{}
	for _, one := range all {
		o.Add(one.Key, one.Text.What)
	}
	return o
}
