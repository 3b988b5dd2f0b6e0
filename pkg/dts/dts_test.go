package dts_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/dts"
	"sinew/pkg/manifest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// every has each source, each recognizer, and a taken result that stands first.
const every = `reflex = 1
description = "Send a parcel."
confirm = "Send it?"
effect = "write"
run = "send.mts"

[config]
token = { about = "The carrier's key", secret = true }
depot = "Where parcels leave; */ ends nothing"

[args.label]
takes = "label"

[args.speed]
ask = "How fast? /* and */ end nothing"
options."next day" = "Tomorrow."
options."by \"air\"" = "By air."
options.'back\slash' = "Either."

[args.to]
ask = "To whom?"
vocab = "people"
optional = true

[args.insured]
ask = "Insured?"
flag = true

[args.count]
ask = "How many?"
pick = "number"

[args.within]
ask = "Within how long?"
pick = "duration"
optional = true

[args.mail]
ask = "Which address?"
pick = "email"

[args.page]
ask = "Which page?"
pick = "url"

[args.note]
ask = "Which note?"
pick = "quoted"

[args.day]
ask = "On which day?"
pick = "date"

[args.hour]
ask = "At what time?"
pick = "time"

[args.price]
ask = "At what price?"
pick = "amount"
optional = true

[args.code]
ask = "Which code?"
pick = "code"
`

const bare = `reflex = 1
description = "Lock the screen."
confirm = "Lock it?"
run = "lock.mts"
`

const playbook = `reflex = 1
description = "Handle an outage."
confirm = "Handle it for {service}?"
steps = ["check {service}'s errors", "find the release behind it"]

[args.service]
ask = "Which service?"
vocab = "services"
`

const onlyTakes = `reflex = 1
description = "Find the suspect."
confirm = "Find it?"
effect = "read"
run = "suspect.mts"

[args.errors]
takes = "errors"
`

func parse(t testing.TB, src string) *manifest.Manifest {
	t.Helper()
	m, err := manifest.Parse("parcel", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func checkGolden(t *testing.T, file string, got []byte) {
	t.Helper()
	file = filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s", file, got)
	}
}

func projectOfAll(t testing.TB) []dts.Entry {
	return []dts.Entry{
		{Name: "parcel", Manifest: parse(t, every)},
		{Name: "unread"},
		{Name: "lock", Manifest: parse(t, bare)},
		{Name: "outage", Manifest: parse(t, playbook)},
		{Name: "suspect", Manifest: parse(t, onlyTakes)},
	}
}

func TestEverySourceAndRecognizerHasItsTypeInABody(t *testing.T) {
	checkGolden(t, "every.reflex.d.ts", dts.Reflex("sinew", parse(t, every)))
}

func TestAReflexWithoutMembersHasEmptyInterfaces(t *testing.T) {
	checkGolden(t, "bare.reflex.d.ts", dts.Reflex("sinew", parse(t, bare)))
}

func TestEverySourceAndRecognizerHasItsTypeInADecision(t *testing.T) {
	checkGolden(t, "all.evoke.d.ts", dts.Project("sinew", projectOfAll(t)))
}

func TestAProjectOfNothingThatReadsHasNoMember(t *testing.T) {
	none := dts.Project("sinew", nil)
	checkGolden(t, "none.evoke.d.ts", none)
	if got := dts.Project("sinew", []dts.Entry{{Name: "unread"}}); !bytes.Equal(got, none) {
		t.Errorf("a reflex that does not read is in\n%s", got)
	}
}

func TestAnOverlaysAskIsTheComment(t *testing.T) {
	shipped := parse(t, playbook)
	overlay, err := manifest.ReadOverlay("outage", []byte(`args.service.ask = "Which one is down?"`), shipped)
	if err != nil {
		t.Fatal(err)
	}
	got := string(dts.Project("sinew", []dts.Entry{{Name: "outage", Manifest: overlay.Over(shipped).Manifest}}))
	if !strings.Contains(got, "/** Which one is down? */\n    service: Word\n") {
		t.Errorf("got\n%s", got)
	}
}

func TestTheProgramsNameStandsInTheCommentsAlone(t *testing.T) {
	m := parse(t, every)
	entries := projectOfAll(t)
	for _, c := range []struct {
		file  string
		under func(program string) []byte
		times int
	}{
		{"reflex.d.ts", func(p string) []byte { return dts.Reflex(p, m) }, 3},
		{"evoke.d.ts", func(p string) []byte { return dts.Project(p, entries) }, 1},
	} {
		if got := strings.Count(string(c.under("xyzzy")), "xyzzy"); got != c.times {
			t.Errorf("%s names its program %d times", c.file, got)
		}
		renamed := bytes.ReplaceAll(c.under("xyzzy"), []byte("xyzzy"), []byte("sinew"))
		if !bytes.Equal(renamed, c.under("sinew")) {
			t.Errorf("%s differs by more than the program's name", c.file)
		}
		hostile := string(c.under("a*/\nb"))
		if strings.Contains(hostile, "\nb") || strings.Contains(hostile, "a*/") {
			t.Errorf("%s: a program's name leaves its comment:\n%s", c.file, hostile)
		}
	}
}

func TestNoAskLeavesItsComment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ask := rapid.OneOf(rapid.StringMatching(`[a*/\\ \n]{1,12}`), rapid.String()).Draw(t, "ask")
		m := &manifest.Manifest{
			Args:   []manifest.Argument{{Name: "x", Ask: ask, Source: manifest.Vocab, Vocab: "xs"}},
			Config: []manifest.Setting{{Key: "y", About: ask}},
		}
		for _, doc := range []struct {
			got   []byte
			count int
		}{
			{dts.Reflex("sinew", m), 7},
			{dts.Project("sinew", []dts.Entry{{Name: "r", Manifest: m}}), 1},
		} {
			if got := bytes.Count(doc.got, []byte("*/")); got != doc.count {
				t.Fatalf("%d comments end in\n%s", got, doc.got)
			}
			for line := range strings.Lines(string(doc.got)) {
				if strings.Contains(line, "/**") != strings.HasSuffix(line, " */\n") {
					t.Fatalf("a comment is not its line: %q", line)
				}
			}
		}
	})
}

func TestAnOptionsKeyIsOneJSONString(t *testing.T) {
	for key, want := range map[string]string{
		"on": `"on"`, `say "hi"`: `"say \"hi\""`, `a\b`: `"a\\b"`, "it's": `"it's"`, "<b>&": `"<b>&"`, "naïve": `"naïve"`,
	} {
		m := &manifest.Manifest{Args: []manifest.Argument{{
			Name: "x", Ask: "Which?", Source: manifest.Options, Options: []manifest.Option{{Key: "first"}, {Key: key}},
		}}}
		if got := string(dts.Reflex("sinew", m)); !strings.Contains(got, "  x: \"first\" | "+want+"\n") {
			t.Errorf("%s: got\n%s", key, got)
		}
		if got := string(dts.Project("sinew", []dts.Entry{{Name: "r", Manifest: m}})); !strings.Contains(got, `Option<"first" | `+want+">\n") {
			t.Errorf("%s: got\n%s", key, got)
		}
	}
}

// uses are a body and an app that hold only when the types say what they are
// to say.
const uses = `import type { Reflex } from "./reflex.d.ts"
import type { Reflexes } from "./evoke.d.ts"

export default (async ({ speed, count, price, label, to, insured }, { input, config, signal }) => {
  const fast: "next day" | "by \"air\"" | "back\\slash" = speed
  const sum: number = count + (price?.amount ?? 0)
  const flag: true | undefined = insured
  const who: string | undefined = to
  const seen: unknown = label
  return { text: [input, config.token, signal.aborted, fast, sum, flag, who, seen].join(" ") }
}) satisfies Reflex

export function days(args: Reflexes["parcel"]): number {
  const day = args.day.value.value
  return day.type === "offset" ? day.days : args.count.value.value
}
// @ts-expect-error a taken result is in no decision
export type Label = Reflexes["parcel"]["label"]
`

func TestTheTypesCompileUnderStrict(t *testing.T) {
	tsc, err := exec.LookPath("tsc")
	if err != nil {
		t.Skip("needs tsc")
	}
	dir := t.TempDir()
	for file, content := range map[string][]byte{
		"reflex.d.ts": dts.Reflex("sinew", parse(t, every)),
		"evoke.d.ts":  dts.Project("sinew", projectOfAll(t)),
		"uses.mts":    []byte(uses),
	} {
		if err := os.WriteFile(filepath.Join(dir, file), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	compile := exec.Command(tsc, "--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom", "--module", "nodenext",
		"--allowImportingTsExtensions", "reflex.d.ts", "evoke.d.ts", "uses.mts")
	compile.Dir = dir
	if out, err := compile.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func ExampleProject() {
	m, err := manifest.Parse("timer", []byte(`reflex = 1
description = "Count down a duration."
confirm = "Start a {duration} timer?"
run = "timer.mts"
args.duration = { ask = "How long?", pick = "duration" }
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	file := dts.Project("sinew", []dts.Entry{{Name: "timer", Manifest: m}})
	fmt.Printf("%s", file[bytes.Index(file, []byte("export interface")):])
	// Output:
	// export interface Reflexes {
	//   timer: {
	//     /** How long? */
	//     duration: Pick<"duration", number>
	//   }
	// }
}
