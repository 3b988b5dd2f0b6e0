package project_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/ref"
)

func location(t testing.TB, s string) ref.Location {
	t.Helper()
	l, err := ref.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func setting(t testing.TB, s project.Setting, secret bool) project.Edit {
	t.Helper()
	edit, err := project.SetConfig("note", "file", s, manifest.Setting{Key: "file", Secret: secret})
	if err != nil {
		t.Fatal(err)
	}
	return edit
}

func TestAnEditSaysItselfAndGoesIntoTheFile(t *testing.T) {
	value := "group-9"
	for _, c := range []struct {
		edit      project.Edit
		said      string
		src, want string
	}{
		{project.AddEntry("hello", location(t, "./hello")), `evoke.toml  [reflexes] hello = "./hello"`,
			"adapter = 'jev' # me\n", "adapter = 'jev' # me\n\n[reflexes]\nhello = \"./hello\"\n"},
		{project.AddEntry("timer", location(t, "radhi/timer@v1.0.1")), `evoke.toml  [reflexes] timer = "radhi/timer@1.0.1"`,
			"adapter = 'jev'\n[reflexes]\ntimer = 'radhi/timer'  # mine\n", "adapter = 'jev'\n[reflexes]\ntimer = \"radhi/timer@1.0.1\"  # mine\n"},
		{project.RemoveEntry("hello"), `evoke.toml  [reflexes] hello`,
			"adapter = 'jev'\n[reflexes]\nhello = './hello' # x\n", "adapter = 'jev'\n[reflexes]\n"},
		{setting(t, project.Setting{Value: "~/notes.txt"}, false), `evoke.toml  [config.note] file = "~/notes.txt"`,
			"adapter = 'jev'\n", "adapter = 'jev'\n\n[config.note]\nfile = \"~/notes.txt\"\n"},
		{setting(t, project.Setting{Var: "NOTE_FILE"}, true), `evoke.toml  [config.note] file = { env = "NOTE_FILE" }`,
			"adapter = 'jev'\n[config.note]\nfile = 'x'\n", "adapter = 'jev'\n[config.note]\nfile = { env = \"NOTE_FILE\" }\n"},
		{project.AddWord("rooms", project.Word{Word: "attic", What: "The loft upstairs.", Value: &value}),
			`vocab/rooms.toml  attic = { what = "The loft upstairs.", value = "group-9" }`,
			"", "attic = { what = \"The loft upstairs.\", value = \"group-9\" }\n"},
		{project.AddWord("rooms", project.Word{Word: "living room", What: `With the "sofa".`}), `vocab/rooms.toml  "living room" = 'With the "sofa".'`,
			"den = 'x'\n", "den = 'x'\n\"living room\" = 'With the \"sofa\".'\n"},
		{project.RemoveWord("rooms", "attic"), `vocab/rooms.toml  attic`, "attic = 'x'\nden = 'y'\n", "den = 'y'\n"},
	} {
		if got := c.edit.String(); got != c.said {
			t.Errorf("said %s\nwant %s", got, c.said)
		}
		got, err := project.Apply([]byte(c.src), c.edit)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n%s\nwant:\n%s", c.said, err, got, c.want)
		}
	}
}

func TestAnEditIsJSON(t *testing.T) {
	for want, edit := range map[string]project.Edit{
		`{"type":"set","file":{"type":"project"},"path":["config","note","file"],"value":{"env":"X"}}`: setting(t, project.Setting{Var: "X"}, true),
		`{"type":"remove","file":{"type":"vocab","name":"rooms"},"path":["den"]}`:                      project.RemoveWord("rooms", "den"),
	} {
		if got, err := json.Marshal(edit); err != nil || string(got) != want {
			t.Errorf("got %s, %v\nwant %s", got, err, want)
		}
	}
}

func TestASettingThatMayNotStandIsRefused(t *testing.T) {
	secret := manifest.Setting{Key: "token", Secret: true}
	_, err := project.SetConfig("lights", "token", project.Setting{Value: "hue-example"}, secret)
	if got := lines(err); !slices.Equal(got, []string{`- lights: config "token" is a secret; it is set from a variable -> config_env`}) {
		t.Errorf("got %q", got)
	}
	if strings.Contains(fmt.Sprint(err), "hue-example") {
		t.Error("the refusal shows the secret")
	}
	_, err = project.SetConfig("lights", "token", project.Setting{Var: "HUE-TOKEN"}, secret)
	if got := lines(err); !slices.Equal(got, []string{`- lights: "HUE-TOKEN" is not a variable: [A-Za-z_][A-Za-z0-9_]* -> config_env`}) {
		t.Errorf("got %q", got)
	}
}

func TestAnEditThatCannotStandGivesNoText(t *testing.T) {
	fail := func(err error) string {
		var failure *diag.Failure
		if errors.As(err, &failure) {
			return "failure " + failure.Error()
		}
		return strings.Join(lines(err), "; ")
	}
	for _, c := range []struct {
		name, src string
		edit      project.Edit
		want      string
	}{
		{"no TOML", "adapter = 'jev'\n= 1\n", project.RemoveEntry("a"), "failure parsing evoke.toml: invalid character at start of key: U+003D '='"},
		{"an inline table", "adapter = 'jev'\nreflexes = {}\n", project.AddEntry("a", location(t, "./a")), "failure editing evoke.toml: reflexes is not a table"},
		{"a name that is none", "adapter = 'jev'\n", project.AddEntry("A", location(t, "./a")), `4:1 reflexes.A: "A" is not a name: [a-z][a-z0-9_]* -> edit_line`},
		{"a project that did not read before", "reflexes.a = 'x'\n", project.AddEntry("b", location(t, "./b")),
			`1:1 adapter is required -> edit_line; 1:1 reflexes.a: "x" is not a ref: owner/repo[/dir][@tag] or <url>[#dir][@tag] -> edit_line`},
		{"a reflex that is not there", "adapter = 'jev'\n", project.RemoveEntry("a"), "- a: is not installed -> show"},
		{"a word that is not there", "", project.RemoveWord("rooms", "attic"), `- "attic" is not in vocabulary "rooms" -> vocab`},
		{"a reserved word", "", project.AddWord("rooms", project.Word{Word: "none", What: "x"}), `1:1 word "none" is reserved -> edit_line`},
		{"a word that is there in another case", "den = 'x'\n", project.AddWord("rooms", project.Word{Word: "Den", What: "x"}), `2:1 word "Den" repeats "den" -> edit_line`},
		{"bytes no file can hold", "", project.AddWord("rooms", project.Word{Word: "den", What: "\xff"}), "failure editing vocab/rooms.toml: den would not read back as it was set"},
	} {
		got, err := project.Apply([]byte(c.src), c.edit)
		if got != nil || fail(err) != c.want {
			t.Errorf("%s: got %q, %s\nwant %s", c.name, got, fail(err), c.want)
		}
	}
}

func TestAWordAndItsMeaningAreCheckedBeforehand(t *testing.T) {
	if project.CheckWord("living room") != "" || project.CheckMeaning("With the sofa.") != "" {
		t.Error("a good word is refused")
	}
	if got := project.CheckMeaning(""); got != `"" is empty` {
		t.Errorf("got %s", got)
	}
}

func TestEntriesComeAndGoWithoutATrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z][a-z0-9_]{0,5}x`), 1, 5, rapid.ID).Draw(t, "names")
		src := []byte(home)
		for _, name := range names {
			edited, err := project.Apply(src, project.AddEntry(name, ref.Location{Local: "./" + name}))
			if err != nil {
				t.Fatal(err)
			}
			src = edited
		}
		p, err := project.Read(src)
		if err != nil || len(p.Reflexes) != 3+len(names) || p.Reflexes[3].Name != names[0] {
			t.Fatalf("reads as %+v, %v", p, err)
		}
		for _, i := range rapid.Permutation(names).Draw(t, "order") {
			if src, err = project.Apply(src, project.RemoveEntry(i)); err != nil {
				t.Fatal(err)
			}
		}
		if string(src) != home {
			t.Fatalf("left behind:\n%s", src)
		}
	})
}

func TestEveryPlainValueReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.String().Draw(t, "value")
		edit, err := project.SetConfig("note", "file", project.Setting{Value: value}, manifest.Setting{Key: "file"})
		if err != nil {
			t.Fatal(err)
		}
		src, err := project.Apply([]byte(home), edit)
		if err != nil {
			t.Fatal(err)
		}
		p, err := project.Read(src)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := p.Setting("note", "file"); !ok || got.Value != value {
			t.Fatalf("%q reads back as %q", value, got.Value)
		}
	})
}

func ExampleApply() {
	edit := project.AddEntry("hello", ref.Location{Local: "./hello"})
	src, err := project.Apply([]byte(project.DefaultText), edit)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println("+ " + edit.String())
	fmt.Print(string(src))
	// Output:
	// + evoke.toml  [reflexes] hello = "./hello"
	// adapter = "local"
	//
	// [reflexes]
	// hello = "./hello"
}
