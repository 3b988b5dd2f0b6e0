package schemas_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/tomldoc"
)

// A kind is one of the four files: its schema, and what its reader says of a
// text.
type kind struct {
	name   string // the schema's file
	schema *jsonschema.Schema
	read   func(src []byte) verdict
}

// A verdict is what a reader says. Unknown counts keys that a schema refuses and
// the reader reports, aside those that the reader skips for reasons of another
// file, which a schema does not see.
type verdict struct {
	problems []string
	unknown  int
	skipped  int
	inert    []string // problems that would count if another adapter were selected
}

func (v verdict) accepts() bool { return len(v.problems) == 0 }

// kinds compiles the schemas on disk.
var kinds = sync.OnceValue(func() map[string]kind {
	all := map[string]kind{}
	for name, read := range map[string]func([]byte) verdict{
		"reflex.json": readReflex, "overlay.json": readOverlay, "vocab.json": readVocabulary, "evoke.json": readProject,
	} {
		all[name] = kind{name: name, schema: compile(name), read: read}
	}
	return all
})

func compile(name string) *jsonschema.Schema {
	written, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(written))
	if err != nil {
		panic(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(name, document); err != nil {
		panic(err)
	}
	return compiler.MustCompile(name)
}

func readReflex(src []byte) verdict {
	m, err := manifest.Parse("it", src)
	if err != nil {
		return verdict{problems: messages(err)}
	}
	return verdict{unknown: len(m.Unknown)}
}

func readOverlay(src []byte) verdict {
	o, err := manifest.ReadOverlay("it", src, shipped())
	if err != nil {
		return verdict{problems: messages(err)}
	}
	return verdict{skipped: len(o.Orphaned)}
}

// shipped has an argument of every source, some under two names.
var shipped = sync.OnceValue(func() *manifest.Manifest {
	m, err := manifest.Parse("it", []byte(`reflex = 1
description = "Set a thing."
effect = "write"
confirm = "Set {room}?"
run = "it.mts"
[args.room]
ask = "Which room?"
options = { den = "The den.", office = "The office." }
was = ["place"]
[args.level]
ask = "How much?"
pick = "number"
[args.label]
ask = "Which label?"
vocab = "labels"
optional = true
[args.loud]
ask = "Loudly?"
flag = true
[args.found]
takes = "found"
`))
	if err != nil {
		panic(err)
	}
	return m
})

func readVocabulary(src []byte) verdict {
	v, err := project.ReadVocabulary("words", src)
	if err != nil {
		return verdict{problems: messages(err)}
	}
	return verdict{unknown: len(v.Unknown)}
}

func readProject(src []byte) verdict {
	p, err := project.Read(src)
	if err != nil {
		return verdict{problems: messages(err)}
	}
	return verdict{unknown: len(p.Unknown), inert: inert(src, p.Adapter)}
}

// inert is what is wrong with the tables of adapters that are not selected.
func inert(src []byte, selected string) []string {
	var wrong []string
	for _, adapter := range project.Adapters {
		if adapter == selected {
			continue
		}
		doc, err := tomldoc.Parse(src)
		if err != nil {
			panic(err)
		}
		doc.Get("adapter").Text = adapter
		if _, err := project.Read([]byte(render(plain(doc)))); err != nil {
			wrong = append(wrong, messages(err)...)
		}
	}
	return wrong
}

func messages(err error) []string {
	problems, ok := errors.AsType[diag.Problems](err)
	if !ok {
		panic(err)
	}
	var all []string
	for _, p := range problems {
		all = append(all, p.Message)
	}
	return all
}

// disagree says where the schema and the reader part over a text, in a way that
// no rule of beyond names, or "". A text that is no TOML is no document of
// either, and in one that holds a date they see two different things.
func (k kind) disagree(src []byte) string {
	doc, err := tomldoc.Parse(src)
	if err != nil || holdsTime(doc) {
		return ""
	}
	why := k.schema.Validate(plain(doc))
	v := k.read(src)
	switch {
	case why == nil && v.unknown > 0:
		return "the schema accepts a key the format does not have"
	case why == nil:
		for _, p := range v.problems {
			if !k.isBeyond(p) {
				return "the schema accepts it, and the reader does not: " + p
			}
		}
	case v.accepts() && v.unknown+v.skipped+len(v.inert) == 0:
		return fmt.Sprintf("the reader accepts it, and the schema does not: %v", why)
	}
	return ""
}

func holdsTime(v *tomldoc.Value) bool {
	return v.Kind == tomldoc.Time || slices.ContainsFunc(v.Items, holdsTime) ||
		slices.ContainsFunc(v.Entries, func(e tomldoc.Entry) bool { return holdsTime(e.Value) })
}

func (k kind) isBeyond(problem string) bool {
	return slices.ContainsFunc(beyond, func(r rule) bool { return r.schema == k.name && r.message.MatchString(problem) })
}

func indent(s string) string { return "\t" + strings.ReplaceAll(s, "\n", "\n\t") }
