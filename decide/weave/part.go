package weave

import (
	"slices"

	"sinew/decide/gate"
	"sinew/decide/weave/sentence"
	"sinew/pkg/call"
	"sinew/pkg/text"
)

// A part is one piece of the sentence while it is read: a step to be, or what
// is set apart.
type part struct {
	sentence.Part
	text    Text   // as it is decided
	typed   string // as the person typed it, where that is not it
	d       gate.Decision
	repair  Repair
	caps    []gate.Cap
	shared  []Shared
	without []string
	object  bool          // it takes the object of the step before it
	verb    *part         // the second verb before this step's object
	whole   gate.Decision // of an item: the joint it was read in as one thing
	asked   *part         // as it was, while it is read for the first of several values
	gone    bool          // it is no part of the plan any more
}

// newPart is a part of the sentence, to be decided alone.
func newPart(s sentence.Part) *part { return &part{Part: s, text: alone(s.Words.Text)} }

// isStep reports whether the part may become a step.
func (x *part) isStep() bool { return !x.gone && x.Role == sentence.Asks }

// reflex is the reflex the part was decided as, or "".
func (x *part) reflex() string {
	if x.d.Reading.Winner == nil {
		return ""
	}
	return x.d.Reading.Winner.Reflex
}

func abstains(d gate.Decision) bool { return d.Outcome == gate.Abstain }

// become makes the part another text, decided. What was shared with the old one
// is gone.
func (x *part) become(t Text, d gate.Decision, how Repair) {
	if x.typed == "" && t.Words != x.Words.Text {
		x.typed = x.Words.Text
	}
	x.text, x.d, x.repair, x.shared = t, d, how, nil
}

// steps are the parts that may become steps, in order.
func (p *pass) steps() []*part {
	var all []*part
	for _, x := range p.parts {
		if x.isStep() {
			all = append(all, x)
		}
	}
	return all
}

// before and after are the steps beside a part; nil for none.
func (p *pass) before(x *part) *part {
	steps := p.steps()
	if i := slices.Index(steps, x); i > 0 {
		return steps[i-1]
	}
	return nil
}

func (p *pass) after(x *part) *part {
	steps := p.steps()
	if i := slices.Index(steps, x); i >= 0 && i+1 < len(steps) {
		return steps[i+1]
	}
	return nil
}

// insert puts parts behind another.
func (p *pass) insert(behind *part, more ...*part) {
	i := slices.Index(p.parts, behind)
	p.parts = slices.Insert(p.parts, i+1, more...)
}

// replace puts parts in the place of another.
func (p *pass) replace(old *part, by ...*part) {
	i := slices.Index(p.parts, old)
	p.parts = slices.Replace(p.parts, i, i+1, by...)
}

// piece is a part of its own that stands where a span of the sentence does,
// with the cuts of the part it is in where it shares its ends.
func (x *part) piece(words text.Span) *part {
	piece := sentence.Part{Words: words}
	if words.Start == x.Words.Start {
		piece.Before = x.Before
	}
	if words.End == x.Words.End {
		piece.After = x.After
	}
	return newPart(piece)
}

// oneOf is a step of its own for the same words, none said to come after the
// others.
func (x *part) oneOf() *part { return newPart(sentence.Part{Words: x.Words}) }

// sameCall reports whether two calls hold the same values.
func sameCall(a, b call.Call) bool { return a.String() == b.String() }

// sameBut reports whether two calls hold the same values, but for some
// arguments.
func sameBut(a, b call.Call, but ...string) bool { return sameCall(without(a, but), without(b, but)) }

func without(c call.Call, args []string) call.Call {
	c.Args = slices.DeleteFunc(slices.Clone(c.Args), func(a call.Arg) bool { return slices.Contains(args, a.Name) })
	return c
}
