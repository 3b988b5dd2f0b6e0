package tomldoc

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

const project = `# mine
adapter = "local"   # who decides

[reflexes]
lights  = "radhi/home/lights"   # the den
# pinned on purpose
timer   = "radhi/timer@1.0.1"

# settings
[config.lights]
bridge = "10.0.0.2"
# trailing

[adapters.jev]
gate = { write = 0.95 }
# the end
`

func TestAnEditChangesItsOwnLineAlone(t *testing.T) {
	for _, c := range []struct {
		name, src string
		path      string // keys joined by a slash
		value     Literal
		from, to  string // what changes; from "" means src + to
		want      string // the whole result, when from and to are empty
	}{
		{name: "a replaced value keeps alignment and comment", src: project, path: "reflexes/lights", value: Str("./lights"),
			from: `lights  = "radhi/home/lights"   # the den`, to: `lights  = "./lights"   # the den`},
		{name: "a new key goes behind the last", src: project, path: "reflexes/hello", value: Str("./hello"),
			from: "timer   = \"radhi/timer@1.0.1\"\n", to: "timer   = \"radhi/timer@1.0.1\"\nhello = \"./hello\"\n"},
		{name: "a new table goes behind its family", src: project, path: "config/note/file", value: Str("~/notes.txt"),
			from: "bridge = \"10.0.0.2\"\n", to: "bridge = \"10.0.0.2\"\n\n[config.note]\nfile = \"~/notes.txt\"\n"},
		{name: "a new key of a new family goes before the last comments", src: project, path: "examples/kill the lights", value: Inline(Pair{"state", Str("off")}),
			from: "gate = { write = 0.95 }\n", to: "gate = { write = 0.95 }\n\n[examples]\n\"kill the lights\" = { state = \"off\" }\n"},
		{name: "an environment setting is one inline table", src: project, path: "config/lights/token", value: Inline(Pair{"env", Str("HUE_TOKEN")}),
			from: "bridge = \"10.0.0.2\"\n", to: "bridge = \"10.0.0.2\"\ntoken = { env = \"HUE_TOKEN\" }\n"},
		{name: "a key on top goes behind the last there", src: project, path: "more", value: Truth(true),
			from: "# who decides\n", to: "# who decides\nmore = true\n"},
		{name: "a key on top without another goes before everything", src: "# note\n[a]\nb = 1\n", path: "k", value: Str("v"),
			want: "k = \"v\"\n# note\n[a]\nb = 1\n"},
		{name: "the first key of an empty file", src: "", path: "den", value: Str("The TV room."), want: "den = \"The TV room.\"\n"},
		{name: "the first table of an empty file", src: "", path: "reflexes/hello", value: Str("./hello"), want: "[reflexes]\nhello = \"./hello\"\n"},
		{name: "a file of comments keeps them on top", src: "# words\n", path: "den", value: Str("x"), want: "# words\nden = \"x\"\n"},
		{name: "a table in a file of comments", src: "# words\n", path: "t/den", value: Str("x"), want: "# words\n\n[t]\nden = \"x\"\n"},
		{name: "a header without keys", src: "[reflexes] # none yet\n\n[z]\nq = 1\n", path: "reflexes/a", value: Str("./a"),
			want: "[reflexes] # none yet\na = \"./a\"\n\n[z]\nq = 1\n"},
		{name: "a quoted header", src: "[ \"reflexes\" ]\nb = './b'\n", path: "reflexes/a", value: Str("./a"), want: "[ \"reflexes\" ]\nb = './b'\na = \"./a\"\n"},
		{name: "a header that ends the file", src: "[reflexes]", path: "reflexes/a", value: Str("./a"), want: "[reflexes]\na = \"./a\"\n"},
		{name: "a last line without its line feed", src: "[reflexes]\nb = './b' # c", path: "reflexes/a", value: Str("./a"), want: "[reflexes]\nb = './b' # c\na = \"./a\"\n"},
		{name: "carriage returns stay", src: "[reflexes]\r\nb = './b'\r\n\r\n[z]\r\n", path: "reflexes/a", value: Str("./a"), want: "[reflexes]\r\nb = './b'\r\na = \"./a\"\r\n\r\n[z]\r\n"},
		{name: "a new table in a file of carriage returns", src: "adapter = 'local'\r\n", path: "reflexes/a", value: Str("./a"), want: "adapter = 'local'\r\n\r\n[reflexes]\r\na = \"./a\"\r\n"},
		{name: "dotted keys are extended as dotted keys", src: "config.lights.x = '1'\n[z]\n", path: "config/lights/y", value: Str("2"), want: "config.lights.x = '1'\nconfig.lights.y = \"2\"\n[z]\n"},
		{name: "a new table among dotted keys", src: "config.lights.x = '1'\nz = 1\n", path: "config/note/file", value: Str("f"), want: "config.lights.x = '1'\nconfig.note.file = \"f\"\nz = 1\n"},
		{name: "dotted keys below a header, indented", src: "[config]\n  lights.x = '1'\n", path: "config/lights/y", value: Str("2"), want: "[config]\n  lights.x = '1'\n  lights.y = \"2\"\n"},
		{name: "a table that only had tables below it", src: "[config.lights]\nx = 1\n[z]\n", path: "config/y", value: Str("2"), want: "[config.lights]\nx = 1\n\n[config]\ny = \"2\"\n[z]\n"},
		{name: "a table headed behind its own child", src: "[config.a]\nx = 1\n[config]\ny = 2\n", path: "config/z", value: Str("3"), want: "[config.a]\nx = 1\n[config]\ny = 2\nz = \"3\"\n"},
		{name: "a key of quotes", src: "[examples]\n", path: "examples/say \"hi\" # x", value: Truth(false), want: "[examples]\n'say \"hi\" # x' = false\n"},
		{name: "a quoted key is found", src: "\"den\" = 'x' # c\n", path: "den", value: Str("y"), want: "\"den\" = \"y\" # c\n"},
		{name: "a value of several lines is replaced whole", src: "a = [\n  1, # one\n] # end\nb = 1\n", path: "a", value: Str("y"), want: "a = \"y\" # end\nb = 1\n"},
		{name: "a value in another spelling is left alone", src: "a = '''x'''\n", path: "a", value: Str("x"), want: "a = '''x'''\n"},
		{name: "a table with lines of its own is replaced by one line", src: "den = 'x'\n\n[office]\nwhat = 'y'\n\n[hall]\nwhat = 'z'\n", path: "office", value: Str("new"),
			want: "den = 'x'\noffice = \"new\"\n\n\n[hall]\nwhat = 'z'\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := c.want
			if c.from != "" {
				want = strings.Replace(c.src, c.from, c.to, 1)
			}
			got, err := Set([]byte(c.src), strings.Split(c.path, "/"), c.value)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func TestARemovalTakesItsOwnLinesAlone(t *testing.T) {
	for _, c := range []struct{ name, src, path, want string }{
		{"a pair with its comment", project, "reflexes/lights", strings.Replace(project, "lights  = \"radhi/home/lights\"   # the den\n", "", 1)},
		{"the last pair of a table keeps the header", "[reflexes]\na = 'x'\n\n[z]\n", "reflexes/a", "[reflexes]\n\n[z]\n"},
		{"the last line of the file", "a = 1\nb = 2", "b", "a = 1\n"},
		{"the only line", "a = 1", "a", ""},
		{"a value of several lines", "a = 1\nb = '''\nx\n'''\nc = 3\n", "b", "a = 1\nc = 3\n"},
		{"a dotted key", "a.b = 1\nz = 1\na.c = 2\n", "a/b", "z = 1\na.c = 2\n"},
		{"all of a dotted table", "a.b = 1\nz = 1\na.c = 2\n", "a", "z = 1\n"},
		{"a headed table and what is below", "[a]\nb = 1\n[a.c]\nd = 1\n# kept\n[z]\n", "a", "# kept\n[z]\n"},
		{"an array of tables", "[[a]]\nb = 1\n[z]\n[[a]]\n", "a", "[z]\n"},
		{"with carriage returns", "a = 1\r\nb = 2\r\n", "a", "b = 2\r\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Remove([]byte(c.src), strings.Split(c.path, "/"))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestAnEditThroughWhatIsNoTableIsRefused(t *testing.T) {
	for _, c := range []struct{ src, path, message string }{
		{"reflexes = { a = './a' }", "reflexes/b", "reflexes is not a table"},
		{"reflexes = { a = './a' }", "reflexes/a", "reflexes is not a table"},
		{"reflexes = 1", "reflexes/b", "reflexes is not a table"},
		{"[config]\n'my lights' = 'x'\n", "config/my lights/b", `"my lights" is not a table`},
		{"[[reflexes]]\na = 1\n", "reflexes/a", "reflexes is not a table"},
	} {
		path := strings.Split(c.path, "/")
		_, setErr := Set([]byte(c.src), path, Str("x"))
		_, removeErr := Remove([]byte(c.src), path)
		for _, err := range []error{setErr, removeErr} {
			var no *NotTableError
			if !errors.As(err, &no) || err.Error() != c.message {
				t.Errorf("%q at %s: got %v, want %s", c.src, c.path, err, c.message)
			}
		}
	}
}

func TestAnEditThatCannotBeMadeGivesNoText(t *testing.T) {
	for _, c := range []struct {
		name string
		edit func() ([]byte, error)
	}{
		{"a source that is no TOML", func() ([]byte, error) { return Set([]byte("a ="), []string{"b"}, Str("x")) }},
		{"a removal from a source that is no TOML", func() ([]byte, error) { return Remove([]byte("a ="), []string{"b"}) }},
		{"a key that is not there", func() ([]byte, error) { return Remove([]byte("a = 1"), []string{"b"}) }},
		{"a table that is not there", func() ([]byte, error) { return Remove([]byte("a = 1"), []string{"b", "c"}) }},
		{"no path", func() ([]byte, error) { return Set(nil, nil, Str("x")) }},
		{"no path to remove", func() ([]byte, error) { return Remove(nil, nil) }},
		{"no value", func() ([]byte, error) { return Set(nil, []string{"a"}, Literal{}) }},
		{"bytes no file can hold", func() ([]byte, error) { return Set(nil, []string{"a"}, Str("\xff")) }},
		{"a key no file can hold", func() ([]byte, error) { return Set(nil, []string{"\xff"}, Str("x")) }},
		{"a path too deep", func() ([]byte, error) { return Set(nil, make([]string, MaxDepth+1), Str("x")) }},
		{"a file grown too large", func() ([]byte, error) { return Set(nil, []string{"a"}, Str(strings.Repeat("x", MaxSize))) }},
	} {
		if got, err := c.edit(); err == nil || got != nil {
			t.Errorf("%s: got %q, %v", c.name, got, err)
		}
	}
}

func TestStringsAreQuotedWithAsFewEscapesAsCanBe(t *testing.T) {
	for s, want := range map[string]string{
		"":                 `""`,
		"plain":            `"plain"`,
		`it's`:             `"it's"`,
		`say "hi"`:         `'say "hi"'`,
		`C:\notes`:         `'C:\notes'`,
		`it's "both"`:      `"it's \"both\""`,
		"two\nlines":       `"two\nlines"`,
		"tab\t\"q\"":       `"tab\t\"q\""`,
		"\x00\x1b\u202e":   `"\u0000\u001B\u202E"`,
		"é ok":             `"é ok"`,
		"\r\b\f\\ '":       `"\r\b\f\\ '"`,
		"back\\slash\nand": `"back\\slash\nand"`,
	} {
		got := QuoteString(s)
		if got != want {
			t.Errorf("%q is written %s, want %s", s, got, want)
		}
		if back := mustParse(t, "k = "+got).Get("k").Text; back != s {
			t.Errorf("%s reads back as %q", got, back)
		}
	}
}

func TestKeysAreBareWhenTheyCanBe(t *testing.T) {
	for key, want := range map[string]string{
		"lights": "lights", "A-b_9": "A-b_9", "": `""`, "a b": `"a b"`, "é": `"é"`, "a.b": `"a.b"`, `"`: `'"'`,
	} {
		if got := QuoteKey(key); got != want {
			t.Errorf("%q is written %s, want %s", key, got, want)
		}
	}
	if got := JoinPath([]string{"args", `say "hi" \`, "x"}); got != `args."say \"hi\" \\".x` {
		t.Errorf("a path prints as %s", got)
	}
}

func TestALiteralIsOneLineAndJSON(t *testing.T) {
	l := Inline(Pair{"what", Str("The loft.")}, Pair{"is on", Truth(true)}, Pair{"none", Inline()})
	if got := l.String(); got != `{ what = "The loft.", "is on" = true, none = {} }` {
		t.Errorf("written %s", got)
	}
	got, err := l.MarshalJSON()
	if err != nil || string(got) != `{"what":"The loft.","is on":true,"none":{}}` {
		t.Errorf("JSON %s, %v", got, err)
	}
	if Render(mustParse(t, "a = [1, 'x', {b = 0x1f}]").Get("a")) != `[1, "x", { b = 0x1f }]` {
		t.Error("an array does not render")
	}
}

func ExampleSet() {
	src := []byte("adapter = \"local\"\n\n[reflexes]\nlights = \"radhi/home/lights\"   # the den\n")
	src, err := Set(src, []string{"reflexes", "lights"}, Str("radhi/home/lights@1.2.0"))
	if err != nil {
		fmt.Println(err)
	}
	src, err = Set(src, []string{"config", "lights", "token"}, Inline(Pair{"env", Str("HUE_TOKEN")}))
	if err != nil {
		fmt.Println(err)
	}
	fmt.Print(string(src))
	// Output:
	// adapter = "local"
	//
	// [reflexes]
	// lights = "radhi/home/lights@1.2.0"   # the den
	//
	// [config.lights]
	// token = { env = "HUE_TOKEN" }
}
