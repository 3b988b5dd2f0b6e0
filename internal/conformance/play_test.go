//go:build unix

package conformance

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// standIn is a program that asks and answers as a session may.
const standIn = `#!/bin/sh
case "$1" in
where) echo "$PWD $HOME $TERM ${XDG_STATE_HOME-none} ${EVOKE_ANSWERS-none}" ;;
terminal) test -t 0 && test -t 1 && test -t 2 && echo all three ;;
both) echo out; echo err >&2; exit 3 ;;
ask)
	printf '  Which?  [1] den  > '
	read -r which || { echo; echo "nothing typed"; exit 2; }
	printf '  Sure of %s?  [y]es [n]o > ' "$which"
	read -r sure
	echo "$which $sure" ;;
hang) exec cat ;;
silent) ;;
esac
`

func stage(t *testing.T) *Stage {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, "program")
	if err := os.WriteFile(program, []byte(standIn), 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := NewStage(dir, program)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestACommandRunsOnATerminalAndItsPromptsAreAnswered(t *testing.T) {
	s := stage(t)
	session, err := ParseSession(`$ evoke terminal
all three
$ evoke both
out
err
[3]
$ evoke ask
  Which?  [1] den  > den
  Sure of den?  [y]es [n]o > y
den y
$ evoke silent
$ mkdir app && cd app && evoke silent; exit 7
[7]
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range session {
		output, exit, err := s.Play(t.Context(), c)
		if err != nil {
			t.Errorf("%s: %v", c.Text, err)
		}
		if d := Difference(c, output, exit, nil); d != "" {
			t.Error(d)
		}
	}
}

func TestACommandSeesOnlyItsStage(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", "/elsewhere")
	s := stage(t)
	s.Answers = "/answers.toml"
	output, _, err := s.Play(t.Context(), Command{Text: "evoke where"})
	home, resolveErr := filepath.EvalSymlinks(s.Home)
	if resolveErr != nil {
		t.Fatal(resolveErr)
	}
	want := home + " " + s.Home + " dumb none /answers.toml"
	if err != nil || len(output) != 1 || output[0] != want {
		t.Errorf("got %q, %v; want %q", output, err, want)
	}
}

func TestAPromptPastTheLastAnswerMeetsTheEndOfTheInput(t *testing.T) {
	output, exit, err := stage(t).Play(t.Context(), Command{Text: "evoke ask"})
	if err != nil || exit != 2 || output[len(output)-1] != "nothing typed" {
		t.Errorf("got %q [%d], %v", output, exit, err)
	}
}

func TestACommandThatHangsIsKilledWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := stage(t).Play(ctx, Command{Text: "evoke hang; true"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestAPipedCommandHasNoTerminal(t *testing.T) {
	piped := Command{Text: "(: < /dev/tty) 2> /dev/null && echo a terminal; cat; echo said >&2; exit 3"}
	output, exit, err := stage(t).Pipe(t.Context(), piped)
	if err != nil || exit != 3 || !slices.Equal(output, []string{"said"}) {
		t.Errorf("got %q, %d, %v", output, exit, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := stage(t).Pipe(ctx, Command{Text: "while :; do :; done"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestADifferenceShowsBothSides(t *testing.T) {
	c := Command{Line: 4, Text: "evoke show", Output: []string{"same", "wanted"}, Exit: 3}
	got := Difference(c, []string{"same", "given"}, 0, nil)
	for _, part := range []string{"line 4: $ evoke show", "\n same", "\n-wanted", "\n-[3]", "\n+given"} {
		if !strings.Contains(got, part) {
			t.Errorf("%q lacks %q", got, part)
		}
	}
	if got := Difference(c, []string{"same", "wanted"}, 3, nil); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestWhatAParserSaysIsNotCompared(t *testing.T) {
	c := Command{Output: []string{"  reading ~/trust.toml: key with no value  →  evoke trust"}, Exit: 1}
	same := []string{"  reading ~/trust.toml: expected = after a key: line 1  →  evoke trust"}
	if d := Difference(c, same, 1, withoutParserWords); d != "" {
		t.Error(d)
	}
	for _, other := range []string{
		"  reading ~/other.toml: key with no value  →  evoke trust",
		"  reading ~/trust.toml: key with no value  →  evoke sync",
	} {
		if d := Difference(c, []string{other}, 1, withoutParserWords); d == "" {
			t.Errorf("%q is taken as the same", other)
		}
	}
}

func TestLinesOfOlderSessionsAreTakenToOneForm(t *testing.T) {
	for newer, older := range map[string]string{
		"  none of them 0.85 · timer 0.10":                                     "  none 0.85 · timer 0.10",
		"  lights 0.45 · a reflex is picked at 0.50 or more":                   "  lights 0.45 · route floor 0.50",
		"  Which room?  [1] den  [+] add one  [0] none of these  > 1":          "  Which room?  [1] den  [+] add one  > 1",
		`{"prompt":{"own":"a","reason":"b","template":"c"},"trace":[{"q":1}]}`: `{"prompt":{"own":"a","template":"c"},"trace":[]}`,
	} {
		if got := inOlderWords(newer); got != older || inOlderWords(older) != older {
			t.Errorf("%q becomes %q", newer, got)
		}
	}
	for line, want := range map[string]bool{
		"    a write runs at 0.90 or more": true, "    it cannot be undone, so it always waits for a yes": true,
		"  a write runs at 0.90": false, "den lights off": false,
	} {
		if isNewer(line) != want {
			t.Errorf("%q: %v", line, !want)
		}
	}
	for command, want := range map[string]bool{
		"evoke why": true, `evoke try "kill the lights"`: true, `evoke try --json "kill the lights"`: false, "evoke -- try": false,
	} {
		if explains(command) != want {
			t.Errorf("%s: %v", command, !want)
		}
	}
}

func TestAHomeIsTheDatasFilesAndOurReflexes(t *testing.T) {
	data, err := Open(fstest.MapFS{
		"STALE.txt":                          {},
		"fixtures/lights.json":               {Data: []byte(`{"description":"Lights.","run":"lights.mts","config":{"bridge":{"about":"b","secret":false},"token":{"about":"t","secret":true}},"args":{"room":{"ask":"Which?","vocab":"rooms","optional":false,"was":[]}},"tests":{"no \"light\"":false},"unknown":[]}`)},
		"fixtures/rooms.json":                {Data: []byte(`{"den":{"what":"The den."},"office":{"what":"The office.","value":"7"}}`)},
		"transcripts/f/home/app/evoke.toml":  {Data: []byte("adapter = \"replay\"\n")},
		"transcripts/f/answers.toml":         {Data: []byte("id = \"replay\"\n")},
		"transcripts/f/session.txt":          {Data: []byte("$ evoke show\n")},
		"transcripts/home/.config/BODIES.md": {},
	})
	if err != nil {
		t.Fatal(err)
	}
	if flows, err := data.Flows(); err != nil || len(flows) != 1 || flows[0] != "f" {
		t.Errorf("flows are %q, %v", flows, err)
	}
	s := stage(t)
	flow := Flow{Reflexes: []Planted{lights("app/lights", "token")}, Vocabularies: []string{"app/vocab/rooms.toml"}}
	if err := data.Set(s, "f", flow); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		s.Answers:                                       "id = \"replay\"\n",
		filepath.Join(s.Home, "app/evoke.toml"):         "adapter = \"replay\"\n",
		filepath.Join(s.Home, "app/vocab/rooms.toml"):   "den = \"The den.\"\noffice = { what = \"The office.\", value = \"7\" }\n",
		filepath.Join(s.Home, "app/lights/lights.mts"):  lights("").Code,
		filepath.Join(s.Home, "app/lights/reflex.toml"): "reflex = 1\ndescription = \"Lights.\"\nrun = \"lights.mts\"\n\n[config]\nbridge = { about = \"b\", secret = false }\n\n[args]\nroom = { ask = \"Which?\", vocab = \"rooms\" }\n\n[tests]\n\"no \\\"light\\\"\" = false\n",
	} {
		got, err := os.ReadFile(file)
		if err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v; want %q", file, got, err, want)
		}
	}
}
