package manifest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sinew/pkg/diag"
	"sinew/pkg/tomldoc"
)

// base is a manifest that reads, one key a line.
var base = []string{
	`reflex = 1`,
	`description = "Turn the lights of one room on or off."`,
	`effect = "write"`,
	`confirm = "Set the lights?"`,
	`run = "lights.mts"`,
}

// withKeys is base with some of its lines replaced, by key; what is no key of
// base follows from line 6 on. `-run` empties a line.
func withKeys(changes ...string) string {
	lines := slices.Clone(base)
	var rest []string
	for _, change := range changes {
		key, _, _ := strings.Cut(strings.TrimPrefix(change, "-"), " ")
		i := slices.IndexFunc(base, func(line string) bool { return strings.HasPrefix(line, key+" ") })
		switch {
		case i < 0 || strings.Contains(change, "\n"):
			rest = append(rest, change)
		case strings.HasPrefix(change, "-"):
			lines[i] = ""
		default:
			lines[i] = change
		}
	}
	return strings.Join(append(lines, rest...), "\n") + "\n"
}

// problemsOf are the problems of a text as `line: message`.
func problemsOf(t *testing.T, src string) []string {
	t.Helper()
	m, err := Parse("lights", []byte(src))
	if err == nil {
		return nil
	}
	if m != nil {
		t.Error("a refused text gives a manifest")
	}
	var problems diag.Problems
	if !errors.As(err, &problems) {
		t.Fatalf("%T is no diag.Problems", err)
	}
	var said []string
	for _, p := range problems {
		if p.Reflex != "lights" || p.At == nil || p.Fix.Kind != diag.FixEditLine || *p.Fix.At != *p.At {
			t.Errorf("%+v is no problem at a line of lights", p)
			continue
		}
		said = append(said, fmt.Sprintf("%d: %s", p.At.Line, p.Message))
	}
	return said
}

const pickNumber = "[args.level]\nask = \"How bright?\"\npick = \"number\"\n"

// arg is an argument called level with an ask and the lines given; its table
// is line 6 and its ask line 7.
func arg(lines ...string) string {
	return withKeys("[args.level]\nask = \"How bright?\"\n" + strings.Join(lines, "\n"))
}

type refusal struct {
	name string
	src  string
	want []string
}

func checkRefusals(t *testing.T, cases []refusal) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := problemsOf(t, c.src)
			if !slices.Equal(got, c.want) {
				t.Errorf("problems of\n%s\n got %q\nwant %q", c.src, got, c.want)
			}
		})
	}
}

func TestTheKeysOfTheTopAreRefused(t *testing.T) {
	checkRefusals(t, []refusal{
		{"the base reads", withKeys(), nil},
		{"an empty file", "", []string{
			"1: reflex = 1 is required", "1: description is required", "1: confirm is required", "1: run is required"}},
		{"a later format", withKeys(`reflex = 2`), []string{"1: reflex = 1 is required"}},
		{"a format that is text", withKeys(`reflex = "1"`), []string{"1: reflex = 1 is required"}},
		{"no description", withKeys(`-description`), []string{"1: description is required"}},
		{"a description that is no text", withKeys(`description = 1`), []string{"2: description must be a string"}},
		{"an empty description", withKeys(`description = ""`), []string{"2: description's first line, the summary, is empty"}},
		{"a blank summary", withKeys(`description = "  \nSet lights."`), []string{"2: description's first line, the summary, is empty"}},
		{"a description that repaints", withKeys(`description = "Set\u001b[2J."`), []string{"2: description contains a control character (U+001B)"}},
		{"a description saved with CRLF", withKeys(`description = "Set.\r\nAll."`),
			[]string{"2: description contains a carriage return (U+000D); save the file with LF line endings"}},
		{"not_for that is no array", withKeys(`not_for = "scenes"`), []string{"6: not_for must be an array"}},
		{"not_for with no text", withKeys("not_for = [\n  \"scenes\",\n  2,\n]"), []string{"8: not_for.1 must be a string"}},
		{"not_for over two lines", withKeys(`not_for = ["a\nb"]`), []string{"6: not_for.0 contains a line feed (U+000A)"}},
		{"not_for with an empty line", withKeys(`not_for = [""]`), []string{"6: not_for.0 is empty"}},
		{"a tag twice", withKeys(`tags = ["home", "home"]`), []string{`6: tags repeats "home"`}},
		{"a tag that is no name", withKeys(`tags = ["At Home"]`), []string{`6: tags: "At Home" is not a name: [a-z][a-z0-9_]*`}},
		{"an unknown effect", withKeys(`effect = "delete"`), []string{"3: effect must be read, write or destructive"}},
		{"an effect that is no text", withKeys(`effect = true`), []string{"3: effect must be read, write or destructive"}},
		{"platforms", withKeys(`platforms = ["windows", "macos", "macos"]`), []string{
			`6: platforms: "windows" is not a platform: linux, macos`, `6: platforms repeats "macos"`}},
		{"returns that is no name", withKeys(`returns = "Deploys"`), []string{`6: returns: "Deploys" is not a name: [a-z][a-z0-9_]*`}},
		{"returns that is no text", withKeys(`returns = ["deploys"]`), []string{"6: returns must be a string"}},
	})
}

func TestConfigAndYieldsAreRefused(t *testing.T) {
	checkRefusals(t, []refusal{
		{"config that is no table", withKeys(`config = "bridge"`), []string{"6: config must be a table"}},
		{"a setting that is no name", withKeys("[config]\nBridge = \"Address\""), []string{`7: config.Bridge: "Bridge" is not a name: [a-z][a-z0-9_]*`}},
		{"a setting that is a number", withKeys("[config]\nbridge = 1"), []string{"7: config.bridge must be a string or { about, secret }"}},
		{"a setting without about", withKeys("[config]\nbridge = { secret = true }"), []string{"7: config.bridge.about is required"}},
		{"a setting with a table of its own", withKeys("[config.bridge]\nsecret = true"), []string{"6: config.bridge.about is required"}},
		{"secret that is no bool", withKeys("[config]\nbridge = { about = \"Address\", secret = 1 }"), []string{"7: config.bridge.secret must be true or false"}},
		{"about that is empty", withKeys("[config]\nbridge = { about = \"\" }"), []string{"7: config.bridge.about is empty"}},
		{"a yield that is no name", withKeys("[yields]\nClient = \"email\""), []string{`7: yields.Client: "Client" is not a name: [a-z][a-z0-9_]*`}},
		{"a yield of no known kind", withKeys("[yields]\npath = \"file\""),
			[]string{"7: yields.path must be number, duration, email, url, quoted, date, time, amount or code"}},
		{"a yield that is a list", withKeys("[yields]\npath = [\"quoted\"]"),
			[]string{"7: yields.path must be a recognizer's name or { each = { … } }"}},
		{"records without each", withKeys("[yields]\njobs = { every = { id = \"number\" } }"), []string{"7: yields.jobs.each is required"}},
		{"each that is no table", withKeys("[yields]\njobs = { each = \"number\" }"), []string{"7: yields.jobs.each must be a table"}},
		{"fields of each", withKeys("[yields.jobs.each]\nid = \"count\"\nID = \"number\""), []string{
			"7: yields.jobs.each.id must be number, duration, email, url, quoted, date, time, amount or code",
			`8: yields.jobs.each.ID: "ID" is not a name: [a-z][a-z0-9_]*`}},
	})
}

func TestAnArgumentIsRefused(t *testing.T) {
	checkRefusals(t, []refusal{
		{"args that is no table", withKeys(`args = 1`), []string{"6: args must be a table"}},
		{"an argument that is no table", withKeys("[args]\nlevel = \"number\""), []string{"7: args.level must be a table"}},
		{"a name", withKeys("[args.\"the level\"]\nask = \"How bright?\"\npick = \"number\""),
			[]string{`6: args."the level": "the level" is not a name: [a-z][a-z0-9_]*`}},
		{"a reserved word", withKeys("[args.for]\nask = \"For how long?\"\npick = \"duration\""),
			[]string{`6: args.for: "for" is a JavaScript reserved word`}},
		{"no ask", withKeys("[args.level]\npick = \"number\""), []string{"6: args.level.ask is required"}},
		{"an ask over two lines", withKeys("[args.level]\nask = \"How\\nbright?\"\npick = \"number\""),
			[]string{"7: args.level.ask contains a line feed (U+000A)"}},
		{"no source", arg(), []string{"6: args.level has no source: options, vocab, pick or flag"}},
		{"two sources", arg(`pick = "number"`, `options.low = "Low."`), []string{"8: args.level has two sources: options and pick"}},
		{"three sources", arg(`options.low = "Low."`, `vocab = "levels"`, `pick = "number"`),
			[]string{"10: args.level has three sources: options, vocab and pick"}},
		{"four sources", arg(`options.low = "Low."`, `vocab = "levels"`, `pick = "number"`, `flag = true`),
			[]string{"11: args.level has four sources: options, vocab, pick and flag"}},
		{"a flag that is off", arg(`flag = false`), []string{"8: args.level.flag must be true; omit it otherwise"}},
		{"an optional flag", arg(`flag = true`, `optional = true`), []string{"9: args.level is a flag, which takes no optional"}},
		{"optional that is no bool", arg(`pick = "number"`, `optional = "yes"`), []string{"9: args.level.optional must be true or false"}},
		{"options that are no table", arg(`options = ["on"]`), []string{"8: args.level.options must be a table"}},
		{"no options", arg(`options = {}`), []string{"8: args.level has no options"}},
		{"reserved option keys", arg(`options.none = "None."`, `options.unstated = "Not said."`), []string{
			`8: option key "none" is reserved`, `9: option key "unstated" is reserved`}},
		{"option keys that are no clean line", arg(`options."" = "Nothing."`, `options."a\u202eb" = "Turned."`), []string{
			`8: option key "" is empty`, "9: option key \"a\u202eb\" contains a bidi control (U+202E)"}},
		{"a meaning that is no text", arg(`options.on = true`), []string{"8: args.level.options.on must be a string"}},
		{"a vocabulary that is no name", arg(`vocab = "My rooms"`), []string{`8: args.level.vocab: "My rooms" is not a name: [a-z][a-z0-9_]*`}},
		{"a pick of no known kind", arg(`pick = "colour"`, `range = [1, 2]`),
			[]string{"8: args.level.pick must be number, duration, email, url, quoted, date, time, amount or code"}},
		{"recent that is no name", arg(`pick = "number"`, `recent = "Level"`), []string{`9: args.level.recent: "Level" is not a name: [a-z][a-z0-9_]*`}},
		{"recent on options", arg(`options.on = "On."`, `recent = "level"`), []string{"9: args.level has recent, which only a pick takes"}},
	})
}

func TestARangeIsRefused(t *testing.T) {
	numbers := "9: args.level.range must be [min, max], two numbers"
	seconds := "9: args.level.range must be [min, max], two whole numbers of seconds"
	checkRefusals(t, []refusal{
		{"one number", arg(`pick = "number"`, `range = [1]`), []string{numbers}},
		{"words", arg(`pick = "number"`, `range = ["1", "2"]`), []string{numbers}},
		{"no array", arg(`pick = "number"`, `range = 3`), []string{numbers}},
		{"no number at all", arg(`pick = "number"`, `range = [0, nan]`), []string{numbers}},
		{"no end", arg(`pick = "number"`, `range = [0, inf]`), []string{numbers}},
		{"half seconds", arg(`pick = "duration"`, `range = [0.5, 60]`), []string{seconds}},
		{"reversed", arg(`pick = "number"`, `range = [100, 1]`), []string{"9: args.level.range has min above max"}},
		{"a date", arg(`pick = "date"`, `range = [1, 31]`), []string{"9: args.level has range, which only number and duration take"}},
		{"options", arg(`options.on = "On."`, `range = [1, 31]`), []string{"9: args.level has range, which only number and duration take"}},
		{"fractions of a number are fine", arg(`pick = "number"`, `range = [0.5, 2]`), nil},
		{"one value is fine", arg(`pick = "duration"`, `range = [60, 60]`), nil},
	})
}

func TestAFormerNameIsRefused(t *testing.T) {
	power := "[args.power]\nask = \"On or off?\"\noptions.on = \"On.\"\n"
	checkRefusals(t, []refusal{
		{"one twice", withKeys(power + `was = ["state", "state"]`), []string{"9: args.power.was repeats state"}},
		{"one of two arguments", withKeys(power + "was = [\"state\"]\n" + pickNumber + `was = ["state"]`),
			[]string{"13: state is a former name of both power and level"}},
		{"a live one", withKeys(power + "was = [\"level\"]\n" + pickNumber), []string{"9: args.power.was names level, a live argument"}},
		{"its own", withKeys(power + `was = ["power"]`), []string{"9: args.power.was names power, a live argument"}},
		{"no name", withKeys(power + `was = ["The State"]`), []string{`9: args.power.was: "The State" is not a name: [a-z][a-z0-9_]*`}},
		{"no array", withKeys(power + `was = "state"`), []string{"9: args.power.was must be an array"}},
	})
}

func TestATakenResultIsRefused(t *testing.T) {
	taken := func(lines ...string) string {
		return withKeys("[args.errors]\ntakes = \"errors\"\n" + strings.Join(lines, "\n"))
	}
	checkRefusals(t, []refusal{
		{"it stands alone", taken(`ask = "Which?"`, `options.a = "A."`, `range = [1, 2]`, `optional = true`, `was = ["old"]`), []string{
			"8: args.errors takes a result, which no one is asked for: remove ask",
			"9: args.errors takes a result, which has its source: remove options",
			"10: args.errors takes a result, which has no range: remove range",
			"11: args.errors takes a result, which is required: remove optional",
			"12: args.errors takes a result, which no file names: remove was"}},
		{"it has its source", taken(`vocab = "services"`, `pick = "code"`, `flag = true`), []string{
			"8: args.errors takes a result, which has its source: remove vocab",
			"9: args.errors takes a result, which has its source: remove pick",
			"10: args.errors takes a result, which has its source: remove flag"}},
		{"it is no pick", taken(`recent = "errors"`), []string{"8: args.errors has recent, which only a pick takes"}},
		{"a name", withKeys("[args.errors]\ntakes = \"The errors\""), []string{`7: args.errors.takes: "The errors" is not a name: [a-z][a-z0-9_]*`}},
		{"taken twice", taken("[args.more]\ntakes = \"errors\""), []string{"9: args.more takes errors, which args.errors takes already"}},
		{"returned as well", withKeys("returns = \"errors\"\n[args.errors]\ntakes = \"errors\""),
			[]string{"8: args.errors takes errors, which this reflex also returns: return a new name, so a later step has one source"}},
		{"an argv body", withKeys(`run = ["grep"]`, "[args.errors]\ntakes = \"errors\""),
			[]string{"7: args.errors takes a result, which an argv body cannot receive: use a file body"}},
		{"a destructive reflex", withKeys(`effect = "destructive"`, "[args.errors]\ntakes = \"errors\""),
			[]string{"7: args.errors takes a result, and the reflex is destructive: a destructive step takes what it acts on as a field its confirm can show"}},
		{"a reflex with a broken effect", withKeys(`effect = "worst"`, "[args.errors]\ntakes = \"errors\""),
			[]string{"3: effect must be read, write or destructive"}},
		{"taken well", taken(), nil},
	})
}

func TestAConfirmIsRefused(t *testing.T) {
	checkRefusals(t, []refusal{
		{"none", withKeys(`-confirm`), []string{"1: confirm is required"}},
		{"two lines", withKeys(`confirm = "Set\nthem?"`), []string{"4: confirm contains a line feed (U+000A)"}},
		{"no argument", withKeys(`confirm = "Set {level}, {level}?"`), []string{"4: confirm names {level}, which is not an argument"}},
		{"a flag", withKeys(`confirm = "Set {all}?"`, "[args.all]\nask = \"All?\"\nflag = true"), []string{"4: confirm names {all}, a flag"}},
		{"an optional argument", withKeys(`confirm = "Set {level}?"`, pickNumber+"optional = true"), []string{"4: confirm names {level}, an optional argument"}},
		{"a taken result", withKeys(`confirm = "Set {errors}?"`, "[args.errors]\ntakes = \"errors\""),
			[]string{"4: confirm names {errors}, a result the plan hands the body, which a confirm cannot show"}},
		{"a brace that opens nothing", withKeys(`confirm = "Set { them?"`), []string{`4: confirm has a "{" that opens no {placeholder}`}},
		{"a brace that closes nothing", withKeys(`confirm = "Set them}?"`), []string{`4: confirm has a "}" that closes no {placeholder}`}},
		{"no name in braces", withKeys(`confirm = "Set {The level}?"`), []string{`4: confirm holds {The level}, which is no {placeholder}: [a-z][a-z0-9_]*`}},
		{"an argument broken elsewhere", withKeys(`confirm = "Set {level}?"`, "[args.level]\npick = \"number\"\noptional = true"),
			[]string{"6: args.level.ask is required"}},
		{"arguments that do not read at all", withKeys(`confirm = "Set {level}?"`, `args = 1`), []string{"6: args must be a table"}},
	})
}

func TestARunIsRefused(t *testing.T) {
	checkRefusals(t, []refusal{
		{"none", withKeys(`-run`), []string{"1: run is required"}},
		{"two bodies", withKeys("steps = [\n  \"turn the lights on\"\n]"), []string{"6: steps and run are two bodies; a manifest has one"}},
		{"a number", withKeys(`run = 1`), []string{"5: run must be an entrypoint or an argv"}},
		{"another language", withKeys(`run = "lights.py"`), []string{`5: run: "lights.py" must end in .mts or .mjs`}},
		{"an absolute file", withKeys(`run = "/lights.mts"`), []string{`5: run: "/lights.mts" is not a path inside the reflex's directory`}},
		{"a file above", withKeys(`run = "a/../../lights.mts"`), []string{`5: run: "a/../../lights.mts" is not a path inside the reflex's directory`}},
		{"a file under the home", withKeys(`run = "~/lights.mts"`), []string{`5: run: "~/lights.mts" is not a path inside the reflex's directory`}},
		{"an unclean file", withKeys(`run = "li\u0007ghts.mts"`), []string{"5: run contains a control character (U+0007)"}},
		{"an empty argv", withKeys(`run = []`), []string{"5: run must name a program"}},
		{"an empty program", withKeys(`run = [""]`), []string{"5: run must name a program"}},
		{"a program from an argument", withKeys("-run", "run = [\n  \"{level}\",\n]\n"+pickNumber),
			[]string{"6: run's first element must be a literal, not {level}"}},
		{"a relative program", withKeys(`run = ["bin/hue"]`), []string{`5: run's program "bin/hue" is a relative path; name one on PATH or by its absolute path`}},
		{"a stray brace", withKeys("-run", "run = [\n  \"hue\",\n  \"level={level}\",\n]\n"+pickNumber),
			[]string{`8: run element "level={level}" is neither a literal nor a {placeholder}`}},
		{"an element that is no text", withKeys("-run", "run = [\n  \"hue\",\n  1,\n]\n"), []string{"8: run.1 must be a string"}},
		{"no argument", withKeys(`run = ["hue", "{level}"]`), []string{"5: run names {level}, which is not an argument"}},
		{"a flag", withKeys(`run = ["hue", "{all}"]`, "[args.all]\nask = \"All?\"\nflag = true"), []string{"5: run names {all}, a flag; flags need a file body"}},
		{"an amount", withKeys(`run = ["pay", "{fare}"]`, "[args.fare]\nask = \"How much?\"\npick = \"amount\""),
			[]string{"5: run names {fare}, an amount; an amount needs a file body"}},
		{"a taken result", withKeys(`run = ["grep", "{errors}"]`, "[args.errors]\ntakes = \"errors\""), []string{
			"5: run names {errors}, a result the plan hands the body; an argv cannot carry it",
			"7: args.errors takes a result, which an argv body cannot receive: use a file body"}},
		{"an argv with results", withKeys(`run = ["weigh"]`, `returns = "weight"`, "[yields]\nweight = \"number\""), []string{
			"6: returns needs a file body: an argv body returns no data", "7: yields needs a file body: an argv body returns no data"}},
	})
}

func TestNeedsAreRefused(t *testing.T) {
	needs := func(line string, rest ...string) string {
		return withKeys("[needs]\n" + line + "\n" + strings.Join(rest, "\n"))
	}
	checkRefusals(t, []refusal{
		{"no table", withKeys(`needs = ["~/a"]`), []string{"6: needs must be a table"}},
		{"no array", needs(`reads = "~/a"`), []string{"7: needs.reads must be an array"}},
		{"no text", needs(`reads = [1]`), []string{"7: needs.reads.0 must be a string"}},
		{"an unclean path", needs(`reads = ["~/a\u0000"]`), []string{"7: needs.reads: \"~/a\x00\" contains a control character (U+0000)"}},
		{"a relative path", needs(`reads = ["Downloads"]`), []string{`7: needs.reads: "Downloads" is neither ~/…, an absolute path nor a {name}`}},
		{"the home itself", needs(`writes = ["~/"]`), []string{`7: needs.writes: "~/" is not a plain path under your home`}},
		{"a way out of the home", needs(`writes = ["~/a/../b"]`), []string{`7: needs.writes: "~/a/../b" is not a plain path under your home`}},
		{"a name inside a path", needs(`writes = ["~/{level}"]`), []string{`7: needs.writes: "~/{level}" is not a plain path under your home`}},
		{"the root", needs(`writes = ["/"]`), []string{`7: needs.writes: "/" is not a plain absolute path`}},
		{"two slashes", needs(`writes = ["/a//b"]`), []string{`7: needs.writes: "/a//b" is not a plain absolute path`}},
		{"neither argument nor setting", needs(`reads = ["{nowhere}"]`), []string{"7: needs.reads names {nowhere}, which is neither an argument nor a config key"}},
		{"both", needs(`reads = ["{level}"]`, "[config]\nlevel = \"A level\"", pickNumber),
			[]string{"7: needs.reads names {level}, which is both an argument and a config key"}},
		{"a flag", needs(`reads = ["{all}"]`, "[args.all]\nask = \"All?\"\nflag = true"), []string{"7: needs.reads names {all}, a flag, which has no value"}},
		{"a taken result", needs(`reads = ["{errors}"]`, "[args.errors]\ntakes = \"errors\""),
			[]string{"7: needs.reads names {errors}, a result the plan hands the body, which is no path"}},
		{"one twice", needs(`reads = ["~/a", "~/a"]`), []string{`7: needs.reads repeats "~/a"`}},
		{"a host", needs(`hosts = ["example.com"]`), []string{`7: needs.hosts names "example.com"; hosts takes "*" or nothing`}},
		{"every host twice", needs(`hosts = ["*", "*"]`), []string{`7: needs.hosts repeats "*"`}},
		{"a relative program", needs(`runs = ["bin/open"]`), []string{`7: needs.runs: "bin/open" is a relative path; name a program on PATH or by its absolute path`}},
		{"a program from an argument", needs(`runs = ["{tool}"]`),
			[]string{`7: needs.runs: "{tool}" is not a program; runs takes a name on PATH or an absolute path`}},
	})
}

func TestASyntaxErrorIsOneProblemAtItsLine(t *testing.T) {
	got := problemsOf(t, "reflex = 1\nconfirm = = 2\nrun = 3\n")
	if len(got) != 1 || !strings.HasPrefix(got[0], "2: ") {
		t.Errorf("got %q", got)
	}
}

func TestProblemsStandInFileOrder(t *testing.T) {
	src := "[args.level]\npick = \"colour\"\n\n[needs]\nhosts = [\"a\"]\n  runs = [\"b/c\"]\n"
	want := []string{
		"1: reflex = 1 is required", "1: description is required", "1: args.level.ask is required", "1: confirm is required", "1: run is required",
		"2: args.level.pick must be number, duration, email, url, quoted, date, time, amount or code",
		`5: needs.hosts names "a"; hosts takes "*" or nothing`,
		`6: needs.runs: "b/c" is a relative path; name a program on PATH or by its absolute path`,
	}
	if got := problemsOf(t, src); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	_, err := Parse("lights", []byte(src))
	problems := err.(diag.Problems)
	if column := problems[len(problems)-1].At.Column; column != 3 {
		t.Errorf("an indented line's column is %d, want 3", column)
	}
}

func TestADocumentFromCodeHasProblemsInNoFile(t *testing.T) {
	doc := &tomldoc.Value{Kind: tomldoc.Table, Entries: []tomldoc.Entry{
		{Key: "reflex", Value: &tomldoc.Value{Kind: tomldoc.Integer, Int: 1}},
		{Key: "description", Value: &tomldoc.Value{Kind: tomldoc.String, Text: "\nLights."}},
		{Key: "confirm", Value: &tomldoc.Value{Kind: tomldoc.String, Text: "Lights?"}},
	}}
	_, err := Read("lights", doc)
	problems, _ := err.(diag.Problems)
	if len(problems) != 1 || problems[0].At != nil || problems[0].Fix.Kind != diag.FixCheck {
		t.Fatalf("got %+v", err)
	}
	doc.Entries[1].Value.Text = "Lights."
	m, err := Read("lights", doc)
	if err != nil || m.Runs() != "" {
		t.Errorf("a manifest from code needs no run: %v", err)
	}
	for _, no := range []*tomldoc.Value{nil, {Kind: tomldoc.Array}} {
		if _, err := Read("lights", no); err == nil || err.Error() != "lights: the document must be a table" {
			t.Errorf("got %v", err)
		}
	}
}

func TestAReportIsNeverFarLongerThanTheFile(t *testing.T) {
	long := strings.Repeat("word ", 20_000)
	src := withKeys("[examples]\n\"" + long + "\" = { " + assertions(5000) + " }\n")
	_, err := Parse("lights", []byte(src))
	if err == nil || len(err.Error()) > 2*maxReport {
		t.Errorf("a report of %d bytes", len(err.Error()))
	}
}

func assertions(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("a%d = true", i)
	}
	return strings.Join(all, ", ")
}
