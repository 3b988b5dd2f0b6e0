package schemas_test

import (
	"regexp"
	"strings"
	"testing"

	"sinew/pkg/tomldoc"
)

// A rule is one a reader holds a file to and no schema can say. The message is
// the reader's, and the example breaks this rule alone.
type rule struct {
	schema, name string
	message      *regexp.Regexp
	example      string
}

// breaks is a rule with its example, that of one schema.
func breaks(schema, name, message, example string) rule {
	return rule{schema, name, regexp.MustCompile(message), example}
}

const (
	head = "reflex = 1\ndescription = \"Do it.\"\neffect = \"read\"\nconfirm = \"Do it?\"\n"
	body = head + "run = \"it.mts\"\n"
)

// beyond is every rule that keeps a document the schema accepts from its
// reader. The list stands in the README too.
var beyond = []rule{
	breaks("reflex.json", "the version is written as an integer", `^reflex = 1 is required$`, strings.Replace(body, "= 1", "= 1.0", 1)),
	breaks("reflex.json", "a date is no text", `^not_for\.0 must be a string$`, body+"not_for = [1979-05-27]\n"),
	breaks("reflex.json", "a range's ends are in order", `^args\.\S+\.range has min above max$`,
		body+"args.n = { ask = \"How many?\", pick = \"number\", range = [2, 1] }\n"),
	breaks("reflex.json", "a former name is one argument's, and not live", `^\S+ is a former name of both|^args\.\S+\.was names \S+, a live argument$`,
		body+"args.n = { ask = \"How many?\", pick = \"number\", was = [\"m\"] }\nargs.m = { ask = \"Which?\", pick = \"date\" }\n"),
	breaks("reflex.json", "a confirm names required arguments that a person states", `^confirm names \{`,
		strings.Replace(body, "Do it?", "Do {it}?", 1)),
	breaks("reflex.json", "an argv names arguments it can carry", `^run names \{`, head+"run = [\"echo\", \"{it}\"]\n"),
	breaks("reflex.json", "a path of needs names an argument or a setting", `^needs\.(reads|writes) names \{`, body+"needs.reads = [\"{it}\"]\n"),
	breaks("reflex.json", "a slot names an argument, in a bracket when it is optional", `^step \d+ (names|holds) \{`, head+"steps = [\"mend {it}\"]\n"),
	breaks("reflex.json", "every argument is in a step", `^args\.\S+ is in no step$`,
		head+"steps = [\"mend it\"]\nargs.it = { ask = \"What?\", vocab = \"things\" }\n"),
	breaks("reflex.json", "a step is no call", `^step \d+ reads as a call: `, head+"steps = [\"mend what=pump\"]\n"),
	breaks("reflex.json", "a result is taken once, and not by what returns it", `^args\.\S+ takes \S+, which `,
		body+"returns = \"it\"\nargs.x = { takes = \"it\" }\n"),
	breaks("reflex.json", "a record asserts what its argument can be", `^"(?s:.*)" asserts `, body+"examples.\"do it\" = { it = true }\n"),
	breaks("reflex.json", "an utterance stands once, by identity", `^"(?s:.*)" repeats "(?s:.*)"$`,
		body+"examples.\"do it\" = {}\ntests.\"Do it!\" = false\n"),

	breaks("overlay.json", "a date is no text", `^not_for\.0 must be a string$`, "not_for = [1979-05-27]\n"),
	breaks("overlay.json", "an effect tightens", `^effect "\w+" loosens `, "effect = \"read\"\n"),
	breaks("overlay.json", "no reflex that takes a result becomes destructive", `^args\.found takes a result, and the reflex is destructive`,
		"effect = \"destructive\"\n"),
	breaks("overlay.json", "an option is the shipped reflex's", `is new; an overlay rewords existing options$`,
		"args.room.options.attic = \"The attic.\"\n"),
	breaks("overlay.json", "options are worded where the argument has options", `^args\.\S+\.options is contract, not wording; `,
		"args.level.options.low = \"A little.\"\n"),
	breaks("overlay.json", "one argument is worded under one of its names", ` repeats .*; they are one argument$`,
		"args.room.ask = \"Which?\"\nargs.place.ask = \"Where?\"\n"),
	breaks("overlay.json", "a confirm names required arguments that a person states", `^confirm names \{`, "confirm = \"Do {label}?\"\n"),
	breaks("overlay.json", "a record asserts what its argument can be", `^"(?s:.*)" asserts `, "tests.\"do it\" = { loud = \"very\" }\n"),
	breaks("overlay.json", "an utterance stands once, by identity", `^"(?s:.*)" repeats "(?s:.*)"$`, "tests = { \"do it\" = {}, \"Do it\" = false }\n"),

	breaks("vocab.json", "a date is no text", `^day must be a string or \{ what, value \}$`, "day = 1979-05-27\n"),
	breaks("vocab.json", "a word stands once, by identity", `^word "(?s:.*)" repeats "(?s:.*)"$`, "den = \"The den.\"\nDEN = \"The other.\"\n"),

	breaks("evoke.json", "a date is no text", `^config\.it\.day must be a string or `, "adapter = \"jev\"\nconfig.it.day = 1979-05-27\n"),
	breaks("evoke.json", "read is not above write", `^adapters\.\w+\.gate: read \S+ is above write \S+$`,
		"adapter = \"jev\"\nadapters.jev.gate = { read = 0.9, write = 0.1 }\n"),
	breaks("evoke.json", "a version's numbers have 64 bits", `@v?[0-9.]*[1-9][0-9]{18}[0-9.]*": what follows @ must be a version, \[v\]X\.Y\.Z$`,
		"adapter = \"jev\"\nreflexes.it = \"a/b@99999999999999999999.0.0\"\n"),
	breaks("evoke.json", "a URL's address between brackets is one", `"\[[0-9A-Fa-f:.]+\]" is not a host: a name of `,
		"adapter = \"jev\"\nreflexes.it = \"https://[1:2]/a\"\n"),
	breaks("evoke.json", "a URL decodes to plain printable parts", `"(?s:.*)(%|\\[uU]|[^\x00-\x7f])(?s:.*)" is no part of a repository's URL$`,
		"adapter = \"jev\"\nreflexes.it = \"https://h/%2e%2e/a\"\n"),
	breaks("evoke.json", "a ref's length is counted in bytes", `^reflexes\.\S+: a ref of \d+ bytes is no ref: `,
		"adapter = \"jev\"\nreflexes.it = \"./"+strings.Repeat("\u00e9", 1100)+"\"\n"),
}

func TestEveryRuleBeyondASchemaIsOneThatTheSchemaAcceptsAndTheReaderRefuses(t *testing.T) {
	for _, r := range beyond {
		doc, err := tomldoc.Parse([]byte(r.example))
		if err != nil {
			t.Fatalf("%s: %s: %v", r.schema, r.name, err)
		}
		k := kinds()[r.schema]
		if err := k.schema.Validate(plain(doc)); err != nil {
			t.Errorf("%s: %s: the schema says so too: %v", r.schema, r.name, err)
		}
		v := k.read([]byte(r.example))
		if v.accepts() {
			t.Errorf("%s: %s: the reader accepts\n%s", r.schema, r.name, indent(r.example))
		}
		for _, p := range v.problems {
			if !r.message.MatchString(p) {
				t.Errorf("%s: %s: the reader says %s", r.schema, r.name, p)
			}
		}
	}
}

func TestTheSchemaAlsoHoldsTheTablesOfAdaptersNotSelected(t *testing.T) {
	src := []byte("adapter = \"local\"\nadapters.clef.gate.route = 2\n")
	k := kinds()["evoke.json"]
	v := k.read(src)
	doc, err := tomldoc.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	if !v.accepts() || len(v.inert) == 0 || k.schema.Validate(plain(doc)) == nil {
		t.Errorf("the reader says %v, inert %v", v.problems, v.inert)
	}
}
