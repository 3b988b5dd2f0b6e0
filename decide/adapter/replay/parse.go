package replay

import (
	"fmt"
	"math"
	"strings"

	"sinew/decide/catalog"
	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
)

// MaxSize is the largest recording that is read, in bytes.
const MaxSize = 64 << 20

// A Problem is one thing wrong with a recording, and where: line and column
// count from 1.
type Problem struct {
	Line, Column int
	Message      string
}

// Problems is everything wrong with a recording, in file order.
type Problems []Problem

// Error is the problems' messages, one a line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, one := range p {
		lines[i] = one.Message
	}
	return strings.Join(lines, "\n")
}

// Parse reads an answers.toml. The error is a Problems; the Recording is nil
// then. Keys the format does not have are passed over. The time it takes is
// linear in len(src), and src is not kept.
func Parse(src []byte) (*Recording, error) {
	doc, err := tomldoc.ParseUpTo(src, MaxSize)
	if err != nil {
		problem := Problem{Line: 1, Column: 1, Message: err.Error()}
		if syntax, ok := err.(*tomldoc.SyntaxError); ok {
			problem.Line, problem.Column = syntax.Line, syntax.Column
		}
		return nil, Problems{problem}
	}
	p := &parser{Recording: New("", nil)}
	if doc.Get("id") == nil {
		p.refuse(doc, "id is required")
	}
	for _, e := range doc.Entries {
		p.top(e)
	}
	if len(p.problems) > 0 {
		return nil, p.problems
	}
	return p.Recording, nil
}

// A parser fills a recording and collects the problems of its file.
type parser struct {
	*Recording
	problems Problems
	reported int // bytes of messages
}

// maxReport keeps a hostile file from a report many times its own size.
const maxReport = 1 << 20

func (p *parser) refuse(at *tomldoc.Value, form string, values ...any) {
	if p.reported > maxReport {
		return
	}
	message := fmt.Sprintf(form, values...)
	p.reported += len(message)
	p.problems = append(p.problems, Problem{Line: at.Line, Column: at.Column, Message: message})
}

func (p *parser) top(e tomldoc.Entry) {
	switch e.Key {
	case "id":
		p.id = p.line(e.Value, "id")
	case "plan":
		p.plan = p.line(e.Value, "plan")
	case "limits":
		p.readLimits(e.Value)
	case "gate":
		p.readGate(e.Value)
	case "answers":
		for _, t := range p.entries(e.Value, "answers") {
			p.readText(t)
		}
	}
}

// line is a string of one clean line. What is wrong with another stands after
// the string itself.
func (p *parser) line(v *tomldoc.Value, key string) string {
	if v.Kind != tomldoc.String {
		p.refuse(v, "%s must be a string", key)
		return ""
	}
	if why := text.Why(v.Text); why != "" {
		p.refuse(v, `"%s" %s`, text.Escape(v.Text), why)
	}
	return v.Text
}

func (p *parser) entries(v *tomldoc.Value, path ...string) []tomldoc.Entry {
	if v.Kind != tomldoc.Table {
		p.refuse(v, "%s must be a table", tomldoc.JoinPath(path))
	}
	return v.Entries
}

func (p *parser) readLimits(v *tomldoc.Value) {
	p.entries(v, "limits")
	p.limits = Limits{Options: p.count(v, "options"), Tokens: p.count(v, "tokens")}
}

func (p *parser) count(limits *tomldoc.Value, key string) int {
	v := limits.Get(key)
	if v == nil {
		return 0
	}
	if v.Kind != tomldoc.Integer || v.Int < 1 || v.Int > math.MaxInt32 {
		p.refuse(v, "limits.%s must be a whole number above 0", key)
		return 0
	}
	return int(v.Int)
}

func (p *parser) readGate(v *tomldoc.Value) {
	if v.Kind != tomldoc.Table {
		p.refuse(v, "gate must be a table")
		return
	}
	before := len(p.problems)
	bars := &catalog.Bars{Route: p.bar(v, "route"), Read: p.bar(v, "read"), Write: p.bar(v, "write")}
	bars.Fits, bars.Whole = p.optionalBar(v, "fits"), p.optionalBar(v, "whole")
	if len(p.problems) > before {
		return
	}
	if err := bars.Check(); err != nil {
		p.refuse(v, "gate: %v", err)
	}
	p.bars = bars
}

func (p *parser) bar(gate *tomldoc.Value, key string) float64 {
	if bar := p.optionalBar(gate, key); bar != nil {
		return *bar
	}
	if gate.Get(key) == nil {
		p.refuse(gate, "gate.%s is required", key)
	}
	return 0
}

func (p *parser) optionalBar(gate *tomldoc.Value, key string) *float64 {
	v := gate.Get(key)
	if v == nil {
		return nil
	}
	bar, ok := p.number(v, "gate", key)
	if ok && !(bar >= 0 && bar <= 1) {
		p.refuse(v, "gate.%s: %s is not a probability", key, number(bar))
		return nil
	}
	return &bar
}

// readText reads the answers about one text. Its key is an identity already; a
// person may have written it as it was said.
func (p *parser) readText(t tomldoc.Entry) {
	identity := text.Identity(t.Key)
	if p.index[identity] != nil {
		p.refuse(t.Value, "%s is recorded twice", tomldoc.JoinPath([]string{"answers", t.Key}))
		return
	}
	of := p.of(identity)
	for _, q := range p.entries(t.Value, "answers", t.Key) {
		a := &answered{id: q.Key}
		for _, s := range p.entries(q.Value, "answers", t.Key, q.Key) {
			if n, ok := p.number(s.Value, "answers", t.Key, q.Key, s.Key); ok {
				a.shares = append(a.shares, share{s.Key, n})
			}
		}
		of.put(a)
	}
}

func (p *parser) number(v *tomldoc.Value, path ...string) (n float64, ok bool) {
	if v.Kind != tomldoc.Float && v.Kind != tomldoc.Integer {
		p.refuse(v, "%s must be a number", tomldoc.JoinPath(path))
		return 0, false
	}
	return v.Float, true
}
