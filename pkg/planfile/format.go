package planfile

import (
	"bytes"
	"encoding/json"

	"sinew/decide/catalog"
)

// Format is the file's bytes: JSON, two spaces a level, a line feed at the end.
// Equal files have equal bytes. The error is for a Plan that Canonical refuses.
func Format(f *File) ([]byte, error) {
	line, err := Canonical(f.Plan)
	if err != nil {
		return nil, err
	}
	plan, err := read(line)
	if err != nil {
		return nil, err
	}
	n := object(member{"note", str(note)}, member{"plan", num(Version)}, member{"input", str(f.Input)})
	if len(f.Tags) > 0 {
		n.add("tags", *list(f.Tags))
	}
	n.add("weave", plan)
	pinsNode(&n, f.Pins)
	n.add("answers", answersNode(f.Answers))
	var out bytes.Buffer
	err = json.Indent(&out, n.line(), "", "  ")
	out.WriteByte('\n')
	return out.Bytes(), err
}

func list(all []string) *node {
	n := node{kind: anArray}
	for _, s := range all {
		n.items = append(n.items, str(s))
	}
	return &n
}

func pinsNode(n *node, p Pins) {
	n.add("evoke", str(p.Evoke))
	n.add("adapter", object(member{"name", str(p.Adapter.Name)}, member{"id", str(p.Adapter.ID)}))
	if p.Gate != nil {
		n.add("gate", gateNode(*p.Gate))
	}
	n.add("set", str(p.Set))
	reflexes := object()
	for _, r := range p.Reflexes {
		reflexes.add(r.Name, reflexNode(r))
	}
	n.add("reflexes", reflexes)
	n.add("vocab", hashesNode(p.Vocabs))
	if len(p.Packs) > 0 {
		n.add("packs", hashesNode(p.Packs))
	}
}

func gateNode(b catalog.Bars) node {
	n := object()
	for _, bar := range bars(&b) {
		if bar.p != nil {
			n.add(bar.name, num(*bar.p))
		}
	}
	return n
}

// A bar is one of a gate's; p is nil when the gate has none of it.
type bar struct {
	name string
	p    *float64
}

// bars are a gate's, in the order the manual gives them.
func bars(b *catalog.Bars) []bar {
	if b == nil {
		return []bar{{"route", nil}, {"fits", nil}, {"read", nil}, {"write", nil}, {"whole", nil}}
	}
	return []bar{{"route", &b.Route}, {"fits", b.Fits}, {"read", &b.Read}, {"write", &b.Write}, {"whole", b.Whole}}
}

func reflexNode(r Reflex) node {
	n := object(member{"item", str(r.Item)})
	switch {
	case r.Remote != nil:
		n.add("ref", str(r.Remote.Reference.String()))
		n.add("tag", str(r.Remote.Tag.String()))
		n.add("h1", str(string(r.Remote.H1)))
	case r.Path != "":
		n.add("path", str(r.Path))
	}
	return n
}

func hashesNode(all []catalog.Hash) node {
	n := object()
	for _, h := range all {
		n.add(h.Name, str(h.Digest))
	}
	return n
}

func answersNode(all []Answered) node {
	n := node{kind: anArray}
	for _, a := range all {
		raw := object()
		for _, one := range a.Raw {
			shares := object()
			for _, s := range one.Shares {
				shares.add(s.Key, num(s.P))
			}
			raw.add(one.ID, shares)
		}
		n.items = append(n.items, object(member{"text", str(a.Text)}, member{"raw", raw}))
	}
	return n
}
