package manifest

import (
	"fmt"
	"strings"
	"testing"
)

// planOf is a playbook whose steps stand at line 6.
func planOf(steps string, rest ...string) string {
	return withKeys(append([]string{"-run", "steps = [" + steps + "]"}, rest...)...)
}

const (
	service = "[args.service]\nask = \"Which service?\"\nvocab = \"services\"\n"
	region  = "[args.region]\nask = \"In which region?\"\nvocab = \"regions\"\noptional = true\n"
)

func TestAPlanIsRefused(t *testing.T) {
	checkRefusals(t, []refusal{
		{"no array", withKeys(`-run`, `steps = "lights on"`), []string{"6: steps must be an array"}},
		{"no step", planOf(``), []string{"6: steps is empty"}},
		{"too many", planOf(strings.Repeat(`"lights on",`, 25)), []string{"6: steps holds 25; 24 is the most"}},
		{"the most", planOf(strings.Repeat(`"lights on",`, 24)), nil},
		{"a number", planOf(`1`), []string{"6: step 1 must be a sentence"}},
		{"no words", planOf(`" "`), []string{"6: step 1 must be a sentence"}},
		{"two lines", planOf("\n\"lights on\",\n\"lights\\noff\""), []string{"6: step 2 contains a line feed (U+000A)"}},
		{"a call", planOf(`"errors service={service}"`, service), []string{"6: step 1 reads as a call: errors service={service}; a step is a sentence"}},
		{"a call with a flag and a text", planOf(`"note text=\"buy milk\" loud"`), []string{`6: step 1 reads as a call: note text="buy milk" loud; a step is a sentence`}},
		{"a call with quotes in its text", planOf(`'note text="say \"hi there\" now"'`), []string{`6: step 1 reads as a call: note text="say \"hi there\" now"; a step is a sentence`}},
		{"a call in a bracket", planOf(`"errors service={service}[ region={region}]"`, service, region),
			[]string{"6: step 1 reads as a call: errors service={service}[ region={region}]; a step is a sentence"}},
		{"a sentence with an equals sign", planOf(`"check whether 2+2=4 holds"`), nil},
		{"a sentence that starts with a reflex", planOf(`"errors of {service}"`, service), nil},
		{"a bracket with no slot", planOf(`"post[ now]"`), []string{"6: step 1 has a bracket with no slot in it"}},
		{"an empty bracket", planOf(`"post[]"`), []string{"6: step 1 has a bracket with no slot in it"}},
		{"a bracket left open", planOf(`"list errors[ in {region}"`, region), []string{"6: step 1 has a bracket that is not closed"}},
		{"a bracket that closes nothing", planOf(`"list errors in {service}]"`, service), []string{"6: step 1 has a ] that closes no bracket"}},
		{"a bracket in a bracket", planOf(`"list errors[ in [the] {region}]"`, region), []string{"6: step 1 has a bracket inside a bracket"}},
		{"a brace that opens nothing", planOf(`"list { errors"`), []string{`6: step 1 has a "{" that opens no {slot}`}},
		{"no argument", planOf(`"list {service}"`), []string{"6: step 1 names {service}, which is not an argument"}},
		{"a flag", planOf(`"list[ {all}]"`, "[args.all]\nask = \"All?\"\nflag = true"), []string{"6: step 1 names {all}, a flag; a flag has no words"}},
		{"an optional argument bare", planOf(`"list errors in {region}"`, region), []string{"6: step 1 names {region}, an optional argument, outside a bracket"}},
		{"a required argument in a bracket", planOf(`"list errors[ of {service}]"`, service), []string{"6: step 1 holds {service}, a required argument, in a bracket"}},
		{"an argument in no step", planOf(`"list errors"`, service), []string{"7: args.service is in no step"}},
		{"a broken argument in a step", planOf(`"list {service}"`, "[args.service]\nvocab = \"services\""), []string{"7: args.service.ask is required"}},
	})
}

func TestABranchIsRefused(t *testing.T) {
	branch := func(second string) string { return planOf(`"check whether it landed", ` + second) }
	checkRefusals(t, []refusal{
		{"another key", branch(`{ say = "go on", when = { landing = "yes" }, otherwise = "stop" }`), []string{"6: step 2 has otherwise, which is neither say nor when"}},
		{"no say", branch(`{ when = { landing = "yes" } }`), []string{"6: step 2 has no say"}},
		{"no when", branch(`{ say = "go on" }`), []string{"6: step 2 has no when; a step that always runs is a sentence"}},
		{"two fields", branch(`{ say = "go on", when = { landing = "yes", lag = "low" } }`), []string{"6: step 2 branches on two fields; one picks"}},
		{"no field", branch(`{ say = "go on", when = {} }`), []string{"6: step 2 has when with no field"}},
		{"no table", branch(`{ say = "go on", when = "landing" }`), []string{"6: step 2 has when = a text; when is { field = value }"}},
		{"the first step", planOf(`{ say = "go on", when = { landing = "yes" } }`), []string{"6: step 1 branches, and no step comes before it"}},
		{"no name", branch(`{ say = "go on", when = { "The landing" = "yes" } }`), []string{`6: step 2 branches on "The landing": "The landing" is not a name: [a-z][a-z0-9_]*`}},
		{"a bool", branch(`{ say = "go on", when = { landing = true } }`), []string{"6: step 2 branches on landing = a boolean; the value is text"}},
		{"a number", branch(`{ say = "go on", when = { landing = 1 } }`), []string{"6: step 2 branches on landing = a number; the value is text"}},
		{"five fields", branch(`{ say = "go on", when = { a = "1", b = "1", c = "1", d = "1", e = "1" } }`), []string{"6: step 2 branches on 5 fields; one picks"}},
		{"an array", branch(`{ say = "go on", when = { landing = ["yes"] } }`), []string{"6: step 2 branches on landing = an array; the value is text"}},
		{"a table", branch(`{ say = "go on", when = { landing = {} } }`), []string{"6: step 2 branches on landing = a table; the value is text"}},
		{"a date", branch(`{ say = "go on", when = { landing = 2026-05-06 } }`), []string{"6: step 2 branches on landing = a date or a time; the value is text"}},
		{"nothing", branch(`{ say = "go on", when = { landing = "" } }`), []string{`6: step 2 branches on landing = "", which is empty`}},
		{"a say that is no text", branch(`{ say = 1, when = { landing = "yes" } }`), []string{"6: step 2 must be a sentence"}},
		{"a branch that reads", branch(`{ say = "go on", when = { landing = "yes" } }`), nil},
	})
}

func TestABodysKeysOnAPlanAreRefused(t *testing.T) {
	has := "%d: %s is a body's; a plan of steps has none"
	checkRefusals(t, []refusal{
		{"each of them", planOf(`"lights on"`, `returns = "lights"`, `platforms = ["linux"]`, "[needs]\nhosts = [\"*\"]",
			"[config]\nbridge = \"Address\"", "[yields]\nlevel = \"number\"", "[args.errors]\ntakes = \"errors\""), []string{
			fmt.Sprintf(has, 7, "returns"), fmt.Sprintf(has, 8, "platforms"), fmt.Sprintf(has, 9, "needs"),
			fmt.Sprintf(has, 11, "config"), fmt.Sprintf(has, 13, "yields"), fmt.Sprintf(has, 16, "args.errors.takes")}},
		{"a slot for a result", planOf(`"find {errors}"`, "[args.errors]\ntakes = \"errors\""), []string{
			"6: step 1 names {errors}, a result the plan hands the body", fmt.Sprintf(has, 8, "args.errors.takes")}},
		{"empty ones say nothing", planOf(`"lights on"`, `platforms = []`, "[needs]\n[config]\n[yields]"), nil},
	})
}

func TestARecordIsRefused(t *testing.T) {
	// The arguments end at line 21; a record stands at line 23.
	args := "[args.state]\nask = \"On or off?\"\noptions.on = \"On.\"\noptions.off = \"Off.\"\n" +
		"[args.room]\nask = \"Which room?\"\nvocab = \"rooms\"\n" +
		"[args.level]\nask = \"How bright?\"\npick = \"number\"\n" +
		"[args.all]\nask = \"All of them?\"\nflag = true\n" +
		"[args.errors]\ntakes = \"errors\"\n[args.bad]\npick = \"number\""
	bad := "21: args.bad.ask is required"
	examples := func(lines ...string) string {
		return withKeys(args, "[examples]\n"+strings.Join(lines, "\n"))
	}
	one := func(name, line, want string) refusal {
		return refusal{name, examples(line), []string{bad, "24: " + want}}
	}
	checkRefusals(t, []refusal{
		one("no argument", `"warm" = { colour = "warm" }`, `"warm" asserts colour, which is not an argument`),
		one("a taken result", `"it" = { errors = "it" }`, `"it" asserts errors, a result the plan hands the body; no sentence states one`),
		one("a word", `"the den" = { room = "den" }`, `"the den" asserts room, a vocab argument; only your own files may`),
		one("a word unstated", `"lights" = { room = false }`, `"lights" asserts room, a vocab argument; only your own files may`),
		one("an option that is raised", `"on" = { state = true }`, `"on" asserts state = true; state takes an option key`),
		one("an option that is a number", `"on" = { state = 1 }`, `"on" asserts state = 1; state takes an option key`),
		one("no option", `"dim it" = { state = "dim" }`, `"dim it" asserts state = "dim"; the options are on, off`),
		one("a span that is not said", `"to 30" = { level = "30 percent" }`, `"to 30" asserts level = "30 percent", which is not in the utterance`),
		one("a span in another case", `"To Ten" = { level = "ten" }`, `"To Ten" asserts level = "ten", which is not in the utterance`),
		one("an empty span", `"to 30" = { level = "" }`, `"to 30" asserts level = "", which is not in the utterance`),
		one("a span that is a number", `"to 30" = { level = 30 }`, `"to 30" asserts level = 30; level takes a span of the utterance`),
		one("a span that is a fraction", `"to 0.5" = { level = 0.5 }`, `"to 0.5" asserts level = 0.5; level takes a span of the utterance`),
		one("a span that is a table", `"to 30" = { level = {} }`, `"to 30" asserts level = a table; level takes a span of the utterance`),
		one("a flag that is text", `"all" = { all = "all" }`, `"all" asserts all = "all"; all takes true or false`),
		one("a record that is true", `"on" = true`, `"on" must be false or a table of what it asserts`),
		one("no utterance", `"" = {}`, `examples."" is empty`),
		one("an utterance that repaints", `"a\u001bb" = {}`, `examples."a\u001Bb" contains a control character (U+001B)`),
		{"what a broken argument is asserted as", examples(`"to 30" = { bad = true }`), []string{bad}},
		{"one utterance twice", examples(`"kill the lights" = {}`, `" KILL  the lights! " = false`),
			[]string{bad, `25: " KILL  the lights! " repeats "kill the lights"`}},
		{"one utterance in both tables", examples(`"lights on" = {}`, "[tests]\n\"Lights on.\" = {}"),
			[]string{bad, `26: "Lights on." repeats "lights on"`}},
		{"tables that are none", withKeys(`examples = []`, `tests = "none"`), []string{"6: examples must be a table", "7: tests must be a table"}},
	})
}
