package conformance

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A Flow is what a session's home needs beside the files the data holds, and
// how its lines are compared.
type Flow struct {
	Base         string // the folder whose files the home is, where it is not the flow's own home
	Reflexes     []Planted
	Vocabularies []string          // files of the home that hold the rooms fixture
	Files        map[string]string // more of them, by path in the home
	Programs     map[string]string // scripts on PATH, by name
	Remotes      []Remote
	Piped        bool   // its commands run without a terminal
	Unread       string // the ref of the remote reflex whose tree the session names

	// Later reports whether a command waits for what is not built yet: one that
	// differs is then not yet covered.
	Later func(command string) bool

	// Apart reports whether a command is played and never compared: its session
	// shows another program's own words, or an older form.
	Apart func(command string) bool

	// Newer reports whether a line is printed by now that the session is too old
	// to show.
	Newer func(line string) bool

	// Edit goes over the lines of both sides before they are compared.
	Edit func(line string) string
}

// A Planted is a reflex directory of the home: a manifest from the fixtures or
// of our own, and a body of our own.
type Planted struct {
	Dir     string   // in the home
	Fixture string   // a manifest fixture, or "" where Own is set
	Without []string // settings of the fixture that this home's manifest lacks
	Own     string   // the manifest's text
	From    string   // the folder below transcripts/ whose manifest it has
	Body    string   // the file's name, or "" for a body that is no file
	Code    string
	Cuts    map[string]Cut // pieces of the manual, which Own and Code name after an @
}

// Flows are the sessions whose homes can be rebuilt, by name.
var Flows = map[string]Flow{
	"check": {
		Remotes: []Remote{{Repo: "radhi/home", Versions: []Version{{Tag: "1.2.0", Reflexes: []Planted{lights("lights")}}}}},
		Newer:   isLint,
	},
	"new": {
		Reflexes:     []Planted{lights(".config/evoke/lights", "token"), timer(".config/evoke/timer"), volume(".config/evoke/volume")},
		Vocabularies: []string{".config/evoke/vocab/rooms.toml"},
		Files:        map[string]string{".config/evoke/evoke.toml": newHome},
		Apart:        showsOldOrTemplate,
	},
	"first-reflex": {
		Files: map[string]string{"dev/evoke.toml": "adapter = \"replay\"\n"},
		Apart: showsOldOrTemplate,
	},
	"config": {
		Reflexes: []Planted{
			lights(".config/evoke/lights"),
			timer(".config/evoke/timer"),
			volume(".config/evoke/volume"),
		},
		Vocabularies: []string{".config/evoke/vocab/rooms.toml"},
	},
	"vocabulary": sentences(),
	"use":        sentences(),
	"abstain":    sentences(),
	"ask":        sentences(),
	"try":        sentences(),
	"first-ten":  tenMinutes(),
	"repl":       sentences(),
	"run": {
		Reflexes: append(defaultHome()[:3],
			Planted{Dir: ".config/evoke/power", Own: restarting, Body: "power.mts",
				Code: "export default ({ action }: { action: string }): string => `${action} in 5 seconds`\n"},
			Planted{Dir: ".config/evoke/shout", Own: shouting},
			Planted{Dir: ".config/evoke/fail", Own: ends("fail", `["false"]`)},
			Planted{Dir: ".config/evoke/big", Own: ends("big", `"big.mts"`), Body: "big.mts",
				Code: "export default (): object => ({ text: \"ok\", data: { much: \"x\".repeat(1 << 20) } })\n"},
			Planted{Dir: ".config/evoke/throws", Own: ends("throws", `"throws.mts"`), Body: "throws.mts",
				Code: "export default function body() { throw new Error(\"first line\\nsecond line of the message\") }\n"},
		),
		Vocabularies: []string{".config/evoke/vocab/rooms.toml"},
		Programs:     map[string]string{"whisper": "#!/bin/sh\necho \"$EVOKE_INPUT\"\necho \"$EVOKE_CONFIG_GREETING\"\n"},
		Newer:        isReason,
		Edit:         func(line string) string { return withoutColumn(withoutReason(line)) },
	},
	"cancel": {
		Reflexes: []Planted{
			{Dir: ".config/evoke/wait", Body: "wait.mts", Code: waiting},
			timer(".config/evoke/timer"),
		},
		Files:    map[string]string{"wait.pid": "999999999"}, // no process's
		Programs: map[string]string{"pause": "#!/bin/sh\necho waiting >&2\nsleep 4242\n"},
		Apart:    explains,
		Newer:    isNewerOfSteps,
		Edit:     withoutTrace,
	},
	"contained": {
		Reflexes: []Planted{
			{Dir: ".config/evoke/notes", Body: "notes.mts", Code: noting},
			{Dir: ".config/evoke/nowhere", Body: "nowhere.mts", Code: says("done")},
			{Dir: ".config/evoke/outbox", Body: "outbox.mts", Code: says("done")},
			{Dir: ".config/evoke/tools", Body: "tools.mts", Code: starting},
			{Dir: ".config/evoke/reach", Body: "reach.mts", Code: reaching},
		},
		Files: map[string]string{"notes/today.txt": "first\n"},
		Edit:  withoutProgram,
	},
	"update": {
		Vocabularies: []string{".config/evoke/vocab/rooms.toml"},
		Files: map[string]string{
			".config/evoke/overlays/lights.toml": "[examples]\n\"kill the lights\" = { state = \"off\" }\n",
		},
		Remotes: []Remote{
			{Repo: "radhi/home", Versions: []Version{
				{Tag: "1.2.0", Reflexes: []Planted{lights("lights")}},
				{Tag: "2.0.0", Reflexes: []Planted{poweredLights("lights")}},
			}},
			{Repo: "radhi/tools", Versions: []Version{
				{Tag: "1.0.0", Reflexes: []Planted{bodyAlone("clock"), bodyAlone("note")}},
				{Tag: "1.1.0", Reflexes: []Planted{bodyAlone("clock"), bodyAlone("note")}},
			}},
		},
		Unread: "radhi/tools/clock@1.1.0",
	},
	"joins":          joins(),
	"new-colleague":  newColleague(),
	"orders":         orders(),
	"same-action":    sameAction(),
	"each-value":     eachValue(),
	"no-terminal":    noTerminal(),
	"whole-sentence": wholeSentence(),
	"recent":         recent(),
	"plans":          plans(),
	"clef":           {Edit: withoutCollection},
	"test": {
		Reflexes: []Planted{lights("lights", "token").in(evokeHome), timer("timer").in(evokeHome)},
	},
	"test-nothing": {
		Reflexes: []Planted{{Dir: evokeHome + "/bare", Own: ends("bare", `["true"]`)}},
	},
	"untrusted": {
		Reflexes:     []Planted{lights("app/lights", "token")},
		Vocabularies: []string{"app/vocab/rooms.toml"},
		Edit:         withoutParserWords,
	},
}

// sentences is a flow over the default home whose lines are one sentence each.
func sentences() Flow {
	return Flow{
		Base:         "transcripts/home",
		Reflexes:     defaultHome(),
		Vocabularies: []string{".config/evoke/vocab/rooms.toml"},
		Apart:        explains,
		Newer:        isNewer,
		Edit:         inOlderWords,
	}
}

const evokeHome = ".config/evoke"

func lights(dir string, without ...string) Planted {
	return Planted{
		Dir: dir, Fixture: "fixtures/lights.json", Without: without, Body: "lights.mts",
		Code: "export default ({ room, state }: { room: string, state: string }): string =>\n  `${room} lights ${state}`\n",
	}
}

// defaultHome are the reflexes of the home most flows start from.
func defaultHome() []Planted {
	return []Planted{
		lights(".config/evoke/lights", "token"),
		timer(".config/evoke/timer"),
		volume(".config/evoke/volume"),
		opener().tagged("files").in(".config/evoke"),
	}
}

// in is the reflex in another directory.
func (p Planted) in(dir string) Planted {
	p.Dir = path.Join(dir, p.Dir)
	return p
}

// ends is a reflex without arguments, by what it runs.
func ends(name, run string) string {
	return fmt.Sprintf("reflex = 1\ndescription = \"Stands for %s.\"\neffect = \"read\"\nconfirm = \"Go on with %s?\"\nrun = %s\n", name, name, run)
}

// isReason reports whether a line says why a call waits: sessions older than
// that line lack it.
func isReason(line string) bool {
	return line == "    it cannot be undone, so it always waits for a yes"
}

var reasonMember = regexp.MustCompile(`"reason":"[^"]*",`)

// withoutReason is a JSON line as it was before a prompt had a reason.
func withoutReason(line string) string { return reasonMember.ReplaceAllString(line, "") }

var frameColumn = regexp.MustCompile(`(\(throws\.mts:\d+):\d+\)`)

// withoutColumn is a frame without its column, which is the rebuilt body's own.
func withoutColumn(line string) string { return frameColumn.ReplaceAllString(line, "$1)") }

var traceMember = regexp.MustCompile(`"trace":\[[^\]]*\]`)

// withoutTrace is a JSON line as it is when the answers come from the cache.
func withoutTrace(line string) string { return traceMember.ReplaceAllString(line, `"trace":[]`) }

var firstCollection = regexp.MustCompile(`(  →  evoke add) (?:evoke-build/reflexes|std:)$`)

// withoutCollection is the line of an empty project without the collection it
// offers: each program has its own.
func withoutCollection(line string) string { return firstCollection.ReplaceAllString(line, "$1") }

// withoutProgram is a refused start without its program: newer Nodes name it.
func withoutProgram(line string) string {
	return strings.Replace(line, "true is not in [needs] runs", "[needs] runs names no program", 1)
}

// poweredLights are the lights after their argument state became power.
func poweredLights(dir string) Planted {
	return Planted{
		Dir: dir, Fixture: "fixtures/lights-2.0.0.json", Body: "lights.mts",
		Code: "export default ({ room, power }: { room: string, power: string }): string =>\n  `${room} lights ${power}`\n",
	}
}

// bodyAlone is the body of a reflex whose manifest the data holds.
func bodyAlone(name string) Planted {
	return Planted{Dir: name, Body: name + ".mts", Code: says("done")}
}

func timer(dir string) Planted {
	return Planted{
		Dir: dir, Fixture: "fixtures/timer.json", Body: "timer.mts",
		Code: "export default ({ duration }: { duration: number }): string =>\n  `${duration / 60} minute timer started`\n",
	}
}

func volume(dir string) Planted {
	return Planted{
		Dir: dir, Body: "volume.mts",
		Own: `reflex = 1

description = "Set how loud this machine plays."
effect      = "write"
confirm     = "Set the volume to {level}?"
run         = "volume.mts"

[args.level]
ask   = "How loud, in percent?"
pick  = "number"
range = [0, 100]

[examples]
"set the volume to 40" = { level = "40" }
`,
		Code: "export default ({ level }: { level: number }): string => `volume set to ${level}%`\n",
	}
}

// newHome is a project of the three reflexes that the default home has.
const newHome = `adapter = "replay"

[reflexes]
lights = "./lights"
timer  = "./timer"
volume = "./volume"

[config.lights]
bridge = "10.0.0.2"
`

// isLint reports whether a line is lint: sessions older than a rule lack it.
func isLint(line string) bool { return strings.HasPrefix(line, "  lint  ") }

// showsOldOrTemplate reports whether a command shows a decision in its older
// form, or the text of a template: each program has its own.
func showsOldOrTemplate(command string) bool {
	return strings.Contains(command, "evoke try ") || strings.HasPrefix(command, "sed ")
}

var parserWords = regexp.MustCompile(`^(  (?:reading|parsing) [^:]+: ).*(  →  .*)$`)

// withoutParserWords cuts what a TOML parser says of a text out of a line: no
// two parsers say it alike.
func withoutParserWords(line string) string { return parserWords.ReplaceAllString(line, "$1…$2") }

// Set lays out the flow's home on a stage: the data's files, then the
// reflexes and vocabularies of f, then its remotes and the recording.
func (d *Data) Set(s *Stage, name string, f Flow) error {
	folder := path.Join("transcripts", name)
	if err := d.copyHome(s, cmp.Or(f.Base, path.Join(folder, "home"))); err != nil {
		return err
	}
	if err := d.place(s, f); err != nil {
		return err
	}
	for file, text := range f.Files {
		if err := write(filepath.Join(s.Home, file), text); err != nil {
			return err
		}
	}
	for program, text := range f.Programs {
		if err := os.WriteFile(filepath.Join(s.Bin, program), []byte(text), 0o700); err != nil {
			return err
		}
	}
	if err := d.publish(s, folder, f); err != nil {
		return err
	}
	return d.setAnswers(s, path.Join(folder, "answers.toml"))
}

// copyHome copies a folder of the data into the home. The copies can be
// written, whatever the data's own modes.
func (d *Data) copyHome(s *Stage, home string) error {
	return fs.WalkDir(d.files, home, func(at string, entry fs.DirEntry, err error) error {
		if at == home && errors.Is(err, fs.ErrNotExist) {
			return nil // a home with nothing of the data's
		}
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(d.files, at)
		if err != nil {
			return err
		}
		return write(filepath.Join(s.Home, strings.TrimPrefix(at, home)), string(text))
	})
}

// place lays out the reflexes and vocabularies of f.
func (d *Data) place(s *Stage, f Flow) error {
	for _, reflex := range f.Reflexes {
		if err := d.plant(s, reflex); err != nil {
			return fmt.Errorf("%s: %w", reflex.Dir, err)
		}
	}
	for _, file := range f.Vocabularies {
		rooms, err := d.fixtureText("fixtures/rooms.json", vocabularyTOML)
		if err != nil {
			return err
		}
		if err := write(filepath.Join(s.Home, file), rooms); err != nil {
			return err
		}
	}
	return nil
}

func (d *Data) plant(s *Stage, reflex Planted) error {
	return d.plantIn(reflex, func(name, text string) error {
		return write(filepath.Join(s.Home, reflex.Dir, name), text)
	})
}

// plantIn gives a reflex's files to write, by their names in its directory.
func (d *Data) plantIn(reflex Planted, write func(name, text string) error) error {
	manifest := reflex.Own
	if reflex.Fixture != "" {
		text, err := d.fixtureText(reflex.Fixture, func(o Object) (string, error) {
			return manifestTOML(withoutSettings(o, reflex.Without))
		})
		if err != nil {
			return err
		}
		manifest = text
	}
	if reflex.From != "" {
		text, err := fs.ReadFile(d.files, path.Join("transcripts", reflex.From, "reflex.toml"))
		if err != nil {
			return err
		}
		manifest = string(text)
	}
	if manifest != "" {
		if err := write("reflex.toml", manifest); err != nil {
			return err
		}
	}
	if reflex.Body == "" {
		return nil
	}
	return write(reflex.Body, reflex.Code)
}

func (d *Data) fixtureText(file string, spell func(Object) (string, error)) (string, error) {
	value, err := d.readJSON(file)
	if err != nil {
		return "", err
	}
	object, is := value.(Object)
	if !is {
		return "", fmt.Errorf("%s is no object", file)
	}
	return spell(object)
}

// withoutSettings is a manifest without some keys of its config.
func withoutSettings(manifest Object, without []string) Object {
	config, _ := manifest.Get("config")
	settings, _ := config.(Object)
	kept := Object{}
	for _, m := range settings {
		if !slices.Contains(without, m.Key) {
			kept = append(kept, m)
		}
	}
	changed := make(Object, len(manifest))
	for i, m := range manifest {
		changed[i] = m
		if m.Key == "config" {
			changed[i].Value = kept
		}
	}
	return changed
}

// setAnswers lays the flow's recording beside the home, where there is one.
func (d *Data) setAnswers(s *Stage, file string) error {
	recording, err := fs.ReadFile(d.files, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	s.Answers = filepath.Join(filepath.Dir(s.Home), "answers.toml")
	return write(s.Answers, string(recording))
}

func write(file, text string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o600)
}
