package schemas_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A grammar is what strings of one kind are put together from: how they open,
// so that not all are refused at their first character, and what follows.
type grammar struct{ opens, fragments []string }

var (
	characters = []string{
		"a", "A", "0", "_", "-", " ", "\t", "\n", "\r", "\u00a0", "\u2003", "\u202e", "\u0085", "\u00e9", "\U0001f4a1", "\ufeff", "\"", "\\", "'",
	}
	words = grammar{
		[]string{"", "", "a", "none", "class", "weave", "number"},
		append([]string{"none", "unstated", "class", "weave", "fits", "number", "amount", "1", ".", "{", "[", "/", "="}, characters...),
	}
	slots = grammar{
		[]string{"", "", "mend it", "{a}", "[ in {a}]"},
		append([]string{"{", "}", "{a}", "{b_1}", "{A}", "[", "]", "[a]", "[{a}]", "[ in {a}]", "a=1", "=", ".", "/", "bin/", " "}, characters...),
	}
	paths = grammar{
		[]string{"", "~/", "/", "~/a", "/a", "./", "lib/", "a"},
		append([]string{"/", "/", "//", ".", "..", "/..", "/.", "./", "../", "~", "~/", "{a}", "{", "}", ".mts", ".mjs", ".mts", ".mjs"}, characters...),
	}
	refs = grammar{
		[]string{"", "a/b", "owner/repo/dir", "https://", "https://h", "https://h/a", "https://h.x/a#b", "ssh://u@h/a", "ssh://", "std:", "std:a", ".", "./a"},
		[]string{
			"a", "b", "-", "_", "A", "0", "/", "/", ".", "..", ".git", "/.git", "/..", "#", "#a", "#.git", "@", "@1.2.3", "@v1.2.3", "@01.2.3", "@1.2", "@0.0.0-a",
			":", ":80", ":0", ":65535", ":65536", ":080", "?", "%", "%41", "%4g", "~", "+", "|", "^", "[", "]", "{", "\\", "\"", "<", "`", "u@", "u:p@", ".u@", "h", "h.x", "[::1]", "://",
			" ", "\n", "\u00a0", "\u202e", "\u00e9", "\U0001f4a1",
		},
	}
)

// places are where one string of a document stands.
var places = []struct {
	name, schema, form string
	of                 grammar
}{
	{"a description", "reflex.json", strings.Replace(body, `"Do it."`, "%s", 1), words},
	{"a line", "reflex.json", body + "not_for = [%s]\n", words},
	{"a name", "reflex.json", body + "tags = [%s]\n", words},
	{"a confirm", "reflex.json", strings.Replace(body, `"Do it?"`, "%s", 1), slots},
	{"an entrypoint", "reflex.json", head + "run = %s\n", paths},
	{"a program", "reflex.json", head + "run = [%s]\n", paths},
	{"an argv's element", "reflex.json", head + "run = [\"echo\", %s]\n", slots},
	{"a step", "reflex.json", head + "steps = [%s]\n", slots},
	{"a branch's step", "reflex.json", head + "steps = [\"look\", { say = %s, when = { state = \"on\" } }]\n", slots},
	{"a branch's field", "reflex.json", head + "steps = [\"look\", { say = \"mend it\", when = { %s = \"on\" } }]\n", words},
	{"a needed path", "reflex.json", body + "needs.reads = [%s]\n", paths},
	{"a needed program", "reflex.json", body + "needs.runs = [%s]\n", paths},
	{"an argument's name", "reflex.json", body + "args.%s = { ask = \"Which?\", pick = \"date\" }\n", words},
	{"a former name", "reflex.json", body + "args.x = { ask = \"Which?\", pick = \"date\", was = [%s] }\n", words},
	{"an option's key", "reflex.json", body + "args.x = { ask = \"Which?\", options = { %s = \"One.\" } }\n", words},
	{"a setting", "reflex.json", body + "config = { %s = \"A key.\" }\n", words},
	{"a yield", "reflex.json", body + "yields = { it = %s }\n", words},
	{"an utterance", "reflex.json", body + "examples = { %s = {} }\n", words},
	{"an overlay's confirm", "overlay.json", "confirm = %s\n", slots},
	{"an overlay's record", "overlay.json", "tests.\"do it\" = { label = %s }\n", words},
	{"a word", "vocab.json", "%s = \"A meaning.\"\n", words},
	{"a meaning", "vocab.json", "den = %s\n", words},
	{"a word's value", "vocab.json", "den = { what = \"A den.\", value = %s }\n", words},
	{"a ref", "evoke.json", "adapter = \"jev\"\nreflexes = { it = %s }\n", refs},
	{"a local name", "evoke.json", "adapter = \"jev\"\nreflexes = { %s = \"./it\" }\n", words},
	{"a variable", "evoke.json", "adapter = \"jev\"\nconfig.it = { key = { env = %s } }\n", words},
	{"an adapter", "evoke.json", "adapter = %s\n", words},
}

func TestSchemaAndReaderAgreeOverEveryStringOfAGrammar(t *testing.T) {
	for _, p := range places {
		t.Run(p.name, func(t *testing.T) {
			k := kinds()[p.schema]
			rapid.Check(t, func(t *rapid.T) {
				for range 5 {
					pieces := rapid.SliceOfN(rapid.SampledFrom(p.of.fragments), 0, 5).Draw(t, "pieces")
					s := rapid.SampledFrom(p.of.opens).Draw(t, "opens") + strings.Join(pieces, "")
					src := fmt.Sprintf(p.form, basic(s))
					if why := k.disagree([]byte(src)); why != "" {
						t.Fatalf("%s\n%s", why, src)
					}
				}
			})
		})
	}
}
