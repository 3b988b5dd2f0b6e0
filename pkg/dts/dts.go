// Package dts renders the two generated files of types, whole and byte for
// byte: reflex.d.ts beside a file body, and evoke.d.ts beside evoke.toml.
//
// reflex.d.ts types what a body receives and returns (manual, "The body", "The
// generated types"; behaviour.md 10.1). evoke.d.ts types what a decision's args
// carry, per installed reflex (manual, "Files", "evoke.d.ts"; behaviour.md
// 10.2). Every member carries its ask, or its about, as a comment that an
// editor shows.
//
// Manifests go in and bytes come out: UTF-8, line feeds, two spaces of indent,
// a line feed at the end. Equal manifests have equal bytes. Whether a file is
// to be written, and where, is not asked here.
package dts

import (
	"slices"
	"strings"

	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/text"
)

// A source writes one file.
type source struct{ strings.Builder }

func (s *source) lines(lines ...string) {
	for _, line := range lines {
		s.WriteString(line)
		s.WriteByte('\n')
	}
}

// A member is one property of an interface.
type member struct {
	name     string
	optional bool
	typed    string
	doc      string
}

func (s *source) members(indent string, members []member) {
	for _, m := range members {
		mark := ""
		if m.optional {
			mark = "?"
		}
		s.lines(indent+"/** "+comment(m.doc)+" */", indent+m.name+mark+": "+m.typed)
	}
}

// namedInterface writes an exported interface of the top.
func (s *source) namedInterface(name string, members []member) {
	if len(members) == 0 {
		s.lines("export interface " + name + " {}")
		return
	}
	s.lines("export interface " + name + " {")
	s.members("  ", members)
	s.lines("}")
}

// comment is a text that cannot end the comment it stands in.
func comment(s string) string { return strings.ReplaceAll(text.Escape(s), "*/", `*\/`) }

// asked are the arguments a person states, in the manifest's order.
func asked(m *manifest.Manifest) []manifest.Argument {
	return slices.DeleteFunc(slices.Clone(m.Args), func(a manifest.Argument) bool { return a.Source == manifest.Takes })
}

// taken are the arguments an earlier step hands over.
func taken(m *manifest.Manifest) []manifest.Argument {
	return slices.DeleteFunc(slices.Clone(m.Args), func(a manifest.Argument) bool { return a.Source != manifest.Takes })
}

// union is an argument's option keys as a type.
func union(options []manifest.Option) string {
	keys := make([]string, len(options))
	for i, o := range options {
		keys[i] = call.Quote(o.Key)
	}
	return strings.Join(keys, " | ")
}

const amount = "{ amount: number; currency: string }"
