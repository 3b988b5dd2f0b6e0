package conformance

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
)

// A Flow is what a session's home needs beside the files the data holds, and
// how its lines are compared.
type Flow struct {
	Reflexes     []Planted
	Vocabularies []string // files of the home that hold the rooms fixture

	// Later reports whether a command waits for what is not built yet: one that
	// differs is then not yet covered.
	Later func(command string) bool

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
	Body    string   // the file's name, or "" for a body that is no file
	Code    string
	Cuts    map[string]Cut // pieces of the manual, which Own and Code name after an @
}

// Flows are the sessions whose homes can be rebuilt, by name.
var Flows = map[string]Flow{
	"config": {
		Reflexes: []Planted{
			lights(".config/evoke/lights"),
			timer(".config/evoke/timer"),
			volume(".config/evoke/volume"),
		},
		Vocabularies: []string{".config/evoke/vocab/rooms.toml"},
	},
	"untrusted": {
		Reflexes:     []Planted{lights("app/lights", "token")},
		Vocabularies: []string{"app/vocab/rooms.toml"},
		Edit:         withoutParserWords,
	},
}

func lights(dir string, without ...string) Planted {
	return Planted{
		Dir: dir, Fixture: "fixtures/lights.json", Without: without, Body: "lights.mts",
		Code: "export default ({ room, state }: { room: string, state: string }): string =>\n  `${room} lights ${state}`\n",
	}
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

var sentence = regexp.MustCompile(`(?:^|[;&|] *)evoke "`)

// decidesASentence reports whether a command hands evoke a sentence.
func decidesASentence(command string) bool { return sentence.MatchString(command) }

var parserWords = regexp.MustCompile(`^(  (?:reading|parsing) [^:]+: ).*(  →  .*)$`)

// withoutParserWords cuts what a TOML parser says of a text out of a line: no
// two parsers say it alike.
func withoutParserWords(line string) string { return parserWords.ReplaceAllString(line, "$1…$2") }

// Set lays out the flow's home on a stage: the data's files, then the
// reflexes and vocabularies of f, then the recording.
func (d *Data) Set(s *Stage, name string, f Flow) error {
	folder := path.Join("transcripts", name)
	files, err := fs.Sub(d.files, path.Join(folder, "home"))
	if err != nil {
		return err
	}
	if err := os.CopyFS(s.Home, files); err != nil {
		return err
	}
	if err := d.place(s, f); err != nil {
		return err
	}
	return d.setAnswers(s, path.Join(folder, "answers.toml"))
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
	dir := filepath.Join(s.Home, reflex.Dir)
	if err := write(filepath.Join(dir, "reflex.toml"), manifest); err != nil {
		return err
	}
	if reflex.Body == "" {
		return nil
	}
	return write(filepath.Join(dir, reflex.Body), reflex.Code)
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
