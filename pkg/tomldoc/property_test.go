package tomldoc

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	toml "github.com/pelletier/go-toml/v2"
	"pgregory.net/rapid"
)

var (
	someKeys   = []string{"a", "b", "reflexes", "my key", `say "hi"`, "config"}
	someValues = []string{`"x" # note`, `'y'`, `1`, `{ k = "v" }`, `{}`, "[\n  1, # one\n]", "\"\"\"\nlong\n\"\"\"", `true   # yes`}
	someNotes  = []string{"# note", "", "  ", "\t# [fake]", "# a = 1"}
)

// documents generates texts of every shape a person writes, by adding lines
// and keeping those after which the text still reads.
func documents() *rapid.Generator[[]byte] {
	key := rapid.SampledFrom(someKeys)
	path := rapid.Custom(func(t *rapid.T) string {
		keys := rapid.SliceOfN(key, 1, 3).Draw(t, "keys")
		for i := range keys {
			keys[i] = QuoteKey(keys[i])
		}
		return strings.Join(keys, rapid.SampledFrom([]string{".", " . "}).Draw(t, "dot"))
	})
	one := rapid.Custom(func(t *rapid.T) string {
		indent := rapid.SampledFrom([]string{"", "", "  "}).Draw(t, "indent")
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0, 1:
			return rapid.SampledFrom(someNotes).Draw(t, "note")
		case 2, 3:
			return indent + "[" + path.Draw(t, "table") + "] # table"
		case 4:
			return "[[ " + path.Draw(t, "tables") + " ]]"
		}
		return indent + path.Draw(t, "key") + " = " + rapid.SampledFrom(someValues).Draw(t, "value")
	})
	return rapid.Custom(func(t *rapid.T) []byte {
		src := ""
		for _, l := range rapid.SliceOfN(one, 0, 12).Draw(t, "lines") {
			if _, err := Parse([]byte(src + l + "\n")); err == nil {
				src += l + "\n"
			}
		}
		if rapid.Bool().Draw(t, "carriage returns") {
			src = strings.ReplaceAll(src, "\n", "\r\n")
		}
		if rapid.Bool().Draw(t, "cut short") {
			src = strings.TrimSuffix(strings.TrimSuffix(src, "\n"), "\r")
		}
		return []byte(src)
	})
}

// decoded is src through the ordinary decoder, one entry a leaf.
func decoded(t interface{ Fatalf(string, ...any) }, src []byte) map[string]string {
	var m map[string]any
	if err := toml.Unmarshal(src, &m); err != nil {
		t.Fatalf("%q does not decode: %v", src, err)
	}
	leaves := map[string]string{}
	flatten(leaves, "", m)
	return leaves
}

func flatten(into map[string]string, at string, v any) {
	m, ok := v.(map[string]any)
	if !ok {
		out, _ := toml.Marshal(map[string]any{"v": v})
		into[at] = string(out)
		return
	}
	for key, value := range m {
		flatten(into, at+"\x00"+key, value)
	}
}

// untouched reports whether after has every line of before, in order, but
// those of the statements at path.
func untouched(before, after []byte, path []string) bool {
	doc, err := open(before, MaxSize)
	if err != nil {
		return false
	}
	dropped := func(i int) bool {
		return slices.ContainsFunc(doc.found, func(s statement) bool {
			return hasPrefix(s.path, path) && doc.lineOf(s.start) <= i && i <= doc.lineOf(s.end)
		})
	}
	rest := bytes.SplitAfter(after, []byte("\n"))
	for i, l := range bytes.SplitAfter(before, []byte("\n")) {
		if dropped(i) || len(l) == 0 {
			continue
		}
		at := slices.IndexFunc(rest, func(r []byte) bool {
			return bytes.Equal(bytes.TrimRight(r, "\r\n"), bytes.TrimRight(l, "\r\n"))
		})
		if at < 0 {
			return false
		}
		rest = rest[at+1:]
	}
	return true
}

func withoutLeaves(leaves map[string]string, path []string) map[string]string {
	at := "\x00" + strings.Join(path, "\x00")
	rest := maps.Clone(leaves)
	maps.DeleteFunc(rest, func(key, _ string) bool { return key == at || strings.HasPrefix(key, at+"\x00") })
	return rest
}

func TestEveryEditKeepsEveryOtherKeyAndLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := documents().Draw(t, "document")
		path := rapid.SliceOfN(rapid.SampledFrom(append(slices.Clone(someKeys), "new")), 1, 3).Draw(t, "path")
		value := Inline(Pair{"env", Str(rapid.String().Draw(t, "value"))})

		set, err := Set(src, path, value)
		checkEdit(t, src, set, path, err)
		if err == nil {
			if got := mustRead(t, set).Lookup(path...); !equal(got, value.Value()) {
				t.Fatalf("set reads back as %s", Render(got))
			}
			again, err := Set(set, path, value)
			if err != nil || !bytes.Equal(again, set) {
				t.Fatalf("a second time changes:\n%s\n%s", set, again)
			}
		}
		removed, err := Remove(src, path)
		checkEdit(t, src, removed, path, err)
		if err == nil && mustRead(t, removed).Lookup(path...) != nil {
			t.Fatalf("still there:\n%s", removed)
		}
	})
}

func mustRead(t *rapid.T, src []byte) *Value {
	v, err := Parse(src)
	if err != nil {
		t.Fatalf("%q: %v", src, err)
	}
	return v
}

func checkEdit(t *rapid.T, before, after []byte, path []string, err error) {
	if err != nil {
		var no *NotTableError
		var missing *MissingError
		if after != nil || !errors.As(err, &no) && !errors.As(err, &missing) {
			t.Fatalf("at %q in:\n%s\n%v", path, before, err)
		}
		return
	}
	if !untouched(before, after, path) {
		t.Fatalf("at %q other lines changed:\n%s\n----\n%s", path, before, after)
	}
	if !maps.Equal(withoutLeaves(decoded(t, before), path), withoutLeaves(decoded(t, after), path)) {
		t.Fatalf("at %q other keys changed:\n%s\n----\n%s", path, before, after)
	}
	returns := bytes.Count(after, []byte("\r\n"))
	if returns > 0 && returns < bytes.Count(after, []byte("\n")) {
		t.Fatalf("line ends are mixed: %q", after)
	}
}

func FuzzEditsNeverPanicAndAlwaysReadBack(f *testing.F) {
	for _, s := range append(seeds, project) {
		f.Add([]byte(s), "reflexes/lights", "x")
	}
	f.Fuzz(func(t *testing.T, src []byte, path, value string) {
		keys := strings.Split(path, "/")
		if out, err := Set(src, keys, Str(value)); err == nil {
			if got := mustParse(t, string(out)).Lookup(keys...); got == nil || got.Text != value {
				t.Fatalf("set %q reads back as %s", value, Render(got))
			}
		} else if out != nil {
			t.Fatal("an error and a result")
		}
		if out, err := Remove(src, keys); err == nil {
			if got := mustParse(t, string(out)).Lookup(keys...); got != nil {
				t.Fatalf("removed is still %s", Render(got))
			}
		} else if out != nil {
			t.Fatal("an error and a result")
		}
	})
}
