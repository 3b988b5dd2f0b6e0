package tomldoc

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	toml "github.com/pelletier/go-toml/v2"
)

func mustParse(t testing.TB, src string) *Value {
	t.Helper()
	v, err := Parse([]byte(src))
	if err != nil {
		t.Fatalf("Parse(%q): %v", src, err)
	}
	return v
}

func TestPositionsAreOfTheKeyTheHeaderAndTheElement(t *testing.T) {
	v := mustParse(t, strings.Join([]string{
		/* 1 */ `adapter = "replay" # who`,
		/* 2 */ `tags = [`,
		/* 3 */ `  "one", # first`,
		/* 4 */ "\t\"two\",",
		/* 5 */ `  ["nested",`,
		/* 6 */ `    "deep"], { a = 1,`,
		/* 7 */ `      b = 2 } ]`,
		/* 8 */ `  dotted.inner = true`,
		/* 9 */ ``,
		/* 10 */ `[ "args" . room ]`,
		/* 11 */ `  ask = """`,
		/* 12 */ `Which?"""`,
		/* 13 */ `[args]`,
		/* 14 */ `x = 1`,
		/* 15 */ `[[list]]`,
		/* 16 */ `n = 1`,
		/* 17 */ `  [[list]]`,
	}, "\n"))
	list := v.Get("list")
	tags := v.Get("tags")
	for _, c := range []struct {
		what         string
		value        *Value
		line, column int
	}{
		{"a pair", v.Get("adapter"), 1, 1},
		{"an array", tags, 2, 1},
		{"an element", tags.Items[0], 3, 3},
		{"an element behind a tab", tags.Items[1], 4, 2},
		{"an array's array", tags.Items[2], 5, 3},
		{"its second element", tags.Items[2].Items[1], 6, 5},
		{"an inline table", tags.Items[3], 6, 5},
		{"its key on the next line", tags.Items[3].Get("b"), 7, 7},
		{"a table of a dotted key", v.Get("dotted"), 8, 3},
		{"a dotted key", v.Lookup("dotted", "inner"), 8, 3},
		{"a header", v.Lookup("args", "room"), 10, 1},
		{"a string of several lines", v.Lookup("args", "room", "ask"), 11, 3},
		{"a table whose header comes later", v.Get("args"), 13, 1},
		{"an array of tables", list, 15, 1},
		{"its second table", list.Items[1], 17, 3},
	} {
		if c.value == nil {
			t.Errorf("%s is missing", c.what)
		} else if c.value.Line != c.line || c.value.Column != c.column {
			t.Errorf("%s is at %d:%d, want %d:%d", c.what, c.value.Line, c.value.Column, c.line, c.column)
		}
	}
}

func TestEntriesKeepFileOrder(t *testing.T) {
	v := mustParse(t, "z = 1\na.q = 1\nm = 1\na.b = 1\n[k.x]\n[b]\n[k]\ny = 1\n")
	var keys []string
	for _, e := range v.Entries {
		keys = append(keys, e.Key)
	}
	if got := strings.Join(keys, " "); got != "z a m k b" {
		t.Errorf("keys are %s", got)
	}
}

func TestScalarsAreReadAsTheyAreWritten(t *testing.T) {
	v := mustParse(t, "hex = 0xff\nbig = 1_000\nless = -7\nhalf = 0.5\nway = -inf\nodd = +nan\nyes = true\nday = 2026-02-28\n")
	if n := v.Get("hex"); n.Kind != Integer || n.Int != 255 || n.Float != 255 || n.Text != "0xff" {
		t.Errorf("hex is %+v", n)
	}
	if n := v.Get("big"); n.Int != 1000 {
		t.Errorf("big is %+v", n)
	}
	if n := v.Get("less"); n.Int != -7 {
		t.Errorf("less is %+v", n)
	}
	if n := v.Get("half"); n.Kind != Float || n.Float != 0.5 {
		t.Errorf("half is %+v", n)
	}
	if n := v.Get("way"); !math.IsInf(n.Float, -1) {
		t.Errorf("way is %+v", n)
	}
	if n := v.Get("odd"); !math.IsNaN(n.Float) {
		t.Errorf("odd is %+v", n)
	}
	if n := v.Get("yes"); n.Kind != Bool || !n.Bool {
		t.Errorf("yes is %+v", n)
	}
	if n := v.Get("day"); n.Kind != Time || n.Text != "2026-02-28" {
		t.Errorf("day is %+v", n)
	}
}

func TestACarriageReturnInsideAStringIsKept(t *testing.T) {
	v := mustParse(t, "a = \"\"\"\r\none\r\ntwo\"\"\"\r\nb = '''x\r\ny'''\r\nc = \"z\"\r\n")
	for key, want := range map[string]string{"a": "one\r\ntwo", "b": "x\r\ny", "c": "z"} {
		if got := v.Get(key).Text; got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
}

func TestATextThatIsNoTOMLIsRefusedAtItsLine(t *testing.T) {
	deep := strings.Repeat("[", 70) + strings.Repeat("]", 70)
	for _, c := range []struct {
		name, src string
		line      int
		message   string // a part of it
	}{
		{"a bare word", "a = 1\nb = word\n", 2, "start of value"},
		{"a key twice", "a = 1\n\na = 2\n", 3, "a is defined twice, first on line 1"},
		{"a key twice in an inline table", "t = { a = 1, a = 2 }", 1, "a is defined twice"},
		{"a table twice", "[a]\n[b]\n[a]\n", 3, "a is defined twice, first on line 1"},
		{"a table over a dotted key", "a.b = 1\n[a]\n", 2, "a is defined twice"},
		{"a dotted key into a headed table", "[a.b]\nx = 1\n[a]\nb.y = 2\n", 4, "b is defined twice"},
		{"a key in a value", "a = 1\na.b = 2\n", 2, "a is defined twice"},
		{"an inline table extended", "a = { b = 1 }\n[a.c]\n", 2, "a is defined twice"},
		{"an inline table extended by a dotted key", "a = { b = 1 }\na.c = 1\n", 2, "a is defined twice"},
		{"an array of tables over an array", "a = []\n[[a]]\n", 2, "a is defined twice"},
		{"an array of tables over a table", "[a]\n[[a]]\n", 2, "a is defined twice"},
		{"a table over an array of tables", "[[a]]\n[a]\n", 2, "a is defined twice"},
		{"a quoted key that is the same", "a = 1\n\"a\" = 2\n", 2, "a is defined twice"},
		{"an unclosed string of lines", "a = 1\nb = \"\"\"\none\ntwo\n", 2, "not terminated"},
		{"an unclosed array", "a = 1\n\n# note\nb = [\n1,\n", 4, "incomplete"},
		{"a byte order mark", "\ufeffa = 1\n", 1, "byte order mark"},
		{"a conflict", "a = 1\n<<<<<<< HEAD\nb = 1\n=======\nb = 2\n>>>>>>> other\n", 2, "merge conflict"},
		{"a number too large", "a = 9223372036854775808\n", 1, "64 bits"},
		{"a date that is none", "a = 2026-02-30\n", 1, "no date"},
		{"arrays nested too deep", "a = " + deep + "\n", 1, "64 deep"},
		{"keys nested too deep", "a = 1\n" + strings.Repeat("b.", 70) + "b = 1\n", 2, "64 deep"},
		{"a file too large", strings.Repeat("#\n", MaxSize/2+1), 1, "larger than 1024 KiB"},
		{"bytes that are no UTF-8", "a = \"\xff\"\n", 1, "UTF-8"},
		{"a lone carriage return", "a = 1\rb = 2\n", 1, "newline"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse([]byte(c.src))
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("got %v, want a *SyntaxError", err)
			}
			if syntax.Line != c.line || syntax.Column < 1 || !strings.Contains(syntax.Message, c.message) {
				t.Errorf("got %d:%d %s, want line %d and %q", syntax.Line, syntax.Column, syntax.Message, c.line, c.message)
			}
		})
	}
}

func TestAProgramsFileMayBeLarger(t *testing.T) {
	src := []byte("a = 1\n" + strings.Repeat("#\n", MaxSize/2))
	if _, err := Parse(src); err == nil {
		t.Error("Parse has no limit")
	}
	if v, err := ParseUpTo(src, 2*MaxSize); err != nil || v.Get("a") == nil {
		t.Errorf("got %v, %v", v, err)
	}
}

func TestADottedTableMayGetATableBelow(t *testing.T) {
	v := mustParse(t, "[fruit]\napple.color = \"red\"\n[fruit.apple.texture]\nsmooth = true\n[[fruit.seeds]]\nn = 1\n[fruit.seeds.shell]\n[[fruit.seeds]]\nn = 2\n[fruit.seeds.shell]\n")
	if v.Lookup("fruit", "apple", "texture", "smooth") == nil || len(v.Lookup("fruit", "seeds").Items) != 2 {
		t.Errorf("the document reads as %v", plain(v))
	}
}

// plain is v as the ordinary decoder gives it.
func plain(v *Value) any {
	switch v.Kind {
	case Table:
		m := map[string]any{}
		for _, e := range v.Entries {
			m[e.Key] = plain(e.Value)
		}
		return m
	case Array:
		list := []any{}
		for _, item := range v.Items {
			list = append(list, plain(item))
		}
		return list
	case String:
		return v.Text
	case Integer:
		return v.Int
	case Float:
		return v.Float
	case Bool:
		return v.Bool
	}
	return "time"
}

func withoutTimes(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			v[key] = withoutTimes(v[key])
		}
	case []any:
		for i := range v {
			v[i] = withoutTimes(v[i])
		}
	case string, int64, float64, bool:
	default:
		return "time"
	}
	return v
}

var seeds = []string{
	"", "\n", "# only a comment", "a = 1", "a.b.c = [1, [2], {x = 3}] # c\r\n[t]\r\n",
	"adapter = \"local\"\n\n[reflexes]\nlights = \"radhi/home/lights\" # mine\n\n[config.lights]\ntoken = { env = \"X\" }\n",
	"[[a]]\nb = 1\n[a.c]\n[[a]]\n[a.c]\n", "'it' = \"\"\"\nx\\\n  y\"\"\"\n\"a b\".c = 1979-05-27T07:32:00Z\n",
	"t = 07:32\nd = 1979-05-27 07:32:00.5-07:00\n", "x = {a.b = 1, a.c = 2,\n d = [\n]}\n", "[ \"reflexes\" ]\na='b'", "a = 0x_1",
	"a = 1979-05-27T25:00:00", "[a]\nb.c=1\n[a.b.d]\n[a.b]", "x=[{},[],\n#]\n]", "\ufeffa=1", "<<<<<<< a\n",
	"a = \"\\u0000\\UFFFFFFFF\"", "a = {", "a = [", "[", "[[", "a", "a =", "=",
}

// FuzzParseAgreesWithTheDecoder holds Parse against the library's own decoder,
// which is strict but not linear.
func FuzzParseAgreesWithTheDecoder(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		before := slices.Clone(src)
		v, err := Parse(src)
		if string(before) != string(src) {
			t.Fatal("Parse changed its input")
		}
		var syntax *SyntaxError
		if err != nil && (!errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1) {
			t.Fatalf("error without a place: %#v", err)
		}
		var want map[string]any
		wantErr := toml.Unmarshal(src, &want)
		if err != nil && (strings.Contains(err.Error(), "64 deep") || strings.Contains(err.Error(), "byte order mark")) {
			return
		}
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("Parse: %v; the decoder: %v", err, wantErr)
		}
		if err == nil {
			if got, want := fmt.Sprint(plain(v)), fmt.Sprint(withoutTimes(anyMap(want))); got != want {
				t.Fatalf("Parse: %s\nthe decoder: %s", got, want)
			}
		}
	})
}

func anyMap(m map[string]any) any {
	if m == nil {
		return map[string]any{}
	}
	return m
}
