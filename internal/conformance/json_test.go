package conformance

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

func parsed(t *testing.T, text string) any {
	t.Helper()
	value, err := ParseJSON([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

func TestJSONKeepsItsOrder(t *testing.T) {
	const text = `{"b":1,"a":[true,null,"x",{"z":1.50,"y":{}}],"c":[]}`
	again, err := json.Marshal(parsed(t, text))
	if err != nil || string(again) != text {
		t.Errorf("got %s, %v; want %s", again, err, text)
	}
}

func TestJSONThatIsNotOneValueIsRefused(t *testing.T) {
	for _, text := range []string{``, `{`, `[1`, `{"a":1,"a":2}`, `1 2`, `{"a" 1}`, `nul`, strings.Repeat("[", 5000)} {
		if value, err := ParseJSON([]byte(text)); err == nil {
			t.Errorf("%.20q reads as %v", text, value)
		}
	}
}

func TestJSONIsComparedByMeaning(t *testing.T) {
	ordered := Comparison{Ordered: []string{"args"}}
	cases := []struct {
		want, got string
		differ    string // a part of the one difference, "" for none
	}{
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, ""},
		{`1`, `1.0`, ""},
		{`0.3`, `3e-1`, ""},
		{`"1"`, `1`, `the whole: want "1", got 1`},
		{`null`, `{}`, `the whole: want null, got {}`},
		{`{}`, `null`, `the whole: want {}, got null`},
		{`[1,2]`, `[2,1]`, `[0]: want 1, got 2`},
		{`[1,2]`, `[1]`, `[1]: want 2, got nothing`},
		{`[1]`, `[1,{"x":1}]`, `[1]: want nothing, got {"x":1}`},
		{`{"err":[{"at":{"line":3}}]}`, `{"err":[{"at":{"line":4}}]}`, `err[0].at.line: want 3, got 4`},
		{`{"a":null}`, `{}`, `a: want null, got nothing`},
		{`{}`, `{"a":null}`, `a: want nothing, got null`},
		{`{"args":{"x":1,"y":2}}`, `{"args":{"y":2,"x":1}}`, `args.order: want [x y], got [y x]`},
		{`{"args":{"x":{"p":1,"q":2}}}`, `{"args":{"x":{"q":2,"p":1}}}`, ""},
		{`"<&>"`, `"<"`, `want "<&>", got "<"`},
	}
	for _, c := range cases {
		found := ordered.Differences(parsed(t, c.want), parsed(t, c.got))
		if c.differ == "" && len(found) != 0 || c.differ != "" && len(found) == 0 {
			t.Errorf("%s and %s: %q", c.want, c.got, found)
			continue
		}
		if c.differ != "" && !strings.Contains(found[0], c.differ) {
			t.Errorf("%s and %s: %q, want %q", c.want, c.got, found, c.differ)
		}
	}
}

func vectorFiles(extra map[string]string) fstest.MapFS {
	files := fstest.MapFS{}
	for name, text := range extra {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

func openFiles(t *testing.T, files map[string]string) *Data {
	t.Helper()
	data, err := Open(vectorFiles(files))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestFixturesStandWhereverARefDoes(t *testing.T) {
	data := openFiles(t, map[string]string{
		"STALE.txt":            "",
		"vectors/f/one.json":   `{"input":{"list":[{"$ref":"fixtures/outer.json"}]},"expect":{"ok":{"$ref":"fixtures/inner.json"}}}`,
		"fixtures/outer.json":  `{"inner":{"$ref":"fixtures/inner.json"}}`,
		"fixtures/inner.json":  `{"b":1,"a":2}`,
		"vectors/f/ignored.md": "",
	})
	cases, err := data.Cases("f")
	if err != nil || len(cases) != 1 {
		t.Fatalf("%v, %v", cases, err)
	}
	one := cases[0]
	if got := show(one.Input); got != `{"list":[{"inner":{"b":1,"a":2}}]}` {
		t.Errorf("input %s", got)
	}
	if got := show(one.Expect); got != `{"ok":{"b":1,"a":2}}` || one.Name != "one" || one.Family != "f" {
		t.Errorf("expect %s of %s/%s", got, one.Family, one.Name)
	}
}

func TestARefThatCannotBeResolvedFails(t *testing.T) {
	for name, ref := range map[string]string{
		"a missing fixture":         "fixtures/gone.json",
		"a fixture in itself":       "fixtures/loop.json",
		"a path outside the folder": "../secret.json",
	} {
		data := openFiles(t, map[string]string{
			"STALE.txt":          "",
			"vectors/f/one.json": `{"input":{"$ref":"` + ref + `"},"expect":null}`,
			"fixtures/loop.json": `{"again":{"$ref":"fixtures/loop.json"}}`,
		})
		if cases, err := data.Cases("f"); err == nil {
			t.Errorf("%s: %v", name, cases)
		}
	}
}

func TestAVectorHoldsAnInputAndAnExpect(t *testing.T) {
	for _, text := range []string{`{"input":1}`, `{"expect":1}`, `[]`, `null`} {
		data := openFiles(t, map[string]string{"STALE.txt": "", "vectors/f/one.json": text})
		if _, err := data.Cases("f"); err == nil {
			t.Errorf("%s is taken as a vector", text)
		}
	}
}

func TestWhatStaleNamesIsCountedApart(t *testing.T) {
	const prompt = `{"outcome":"confirm","prompt":{"own":"x"}}`
	data := openFiles(t, map[string]string{
		"STALE.txt": "vectors/f/old*\tolder\nvectors/{gate,fill}/*\tsome lack a reason\n" +
			"vectors/{gate,fill,by_name}/*\tsome lack a reason\nvectors/envelope/*\ttwo are bare\nvectors/thieves/*\tpairs\n",
		"vectors/f/old-one.json":       `{"input":{"$ref":"fixtures/gone.json"},"expect":1}`,
		"vectors/f/new.json":           `{"input":1,"expect":1}`,
		"vectors/by_name/old.json":     `{"input":1,"expect":{"ok":` + prompt + `}}`,
		"vectors/by_name/new.json":     `{"input":1,"expect":{"ok":{"prompt":{"own":"x","reason":"y"}}}}`,
		"vectors/fill/any.json":        `{"input":1,"expect":1}`,
		"vectors/envelope/bare.json":   `{"input":1,"expect":{"reflex":"a"}}`,
		"vectors/envelope/result.json": `{"input":1,"expect":{"ok":1}}`,
		"vectors/thieves/pairs.json":   `{"input":{"routed":[[{},"x"]]},"expect":[]}`,
		"vectors/thieves/records.json": `{"input":{"routed":[{}]},"expect":[]}`,
	})
	want := map[string]bool{
		"f/old-one": true, "f/new": false, "by_name/old": true, "by_name/new": false, "fill/any": true,
		"envelope/bare": true, "envelope/result": false, "thieves/pairs": true, "thieves/records": false,
	}
	families, err := data.Families()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, family := range families {
		cases, err := data.Cases(family)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			seen++
			if got := c.Stale != ""; got != want[family+"/"+c.Name] {
				t.Errorf("%s/%s: stale is %q", family, c.Name, c.Stale)
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d cases of %d", seen, len(want))
	}
}

func TestAnAdapterThatPanicsOrRefusesIsADifference(t *testing.T) {
	boom := Family{Answer: func(any) (any, error) { panic("boom") }}
	if got, covered := boom.Judge(Case{}); !covered || len(got) != 1 || !strings.Contains(got[0], "boom") {
		t.Errorf("%q, %v", got, covered)
	}
	typed := Family{Answer: adapter(func(in struct{ Text string }) (any, error) { return in.Text, nil })}
	if got, covered := typed.Judge(Case{Input: "no object", Expect: "x"}); !covered || len(got) != 1 {
		t.Errorf("%q, %v", got, covered)
	}
	if got, covered := typed.Judge(Case{Input: Object{{"text", "x"}}, Expect: "x"}); !covered || got != nil {
		t.Errorf("%q, %v", got, covered)
	}
}

func TestWhatIsNotBuiltIsNotCovered(t *testing.T) {
	later := adapter(func(struct{}) (any, error) { return nil, fmt.Errorf("a date: %w", ErrNotCovered) })
	if got, covered := (Family{Answer: later}).Judge(Case{Input: Object{}, Expect: "x"}); covered || got != nil {
		t.Errorf("%q, %v", got, covered)
	}
}

func FuzzParseJSON(f *testing.F) {
	for _, seed := range []string{`{"a":[1,{"b":null}]}`, `[`, `{"a":1,"a":2}`, `"é"`, `1e400`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		value, err := ParseJSON(data)
		if err != nil {
			return
		}
		again, err := AsJSON(value)
		if err != nil {
			t.Fatal(err)
		}
		if found := (Comparison{}).Differences(value, again); found != nil {
			t.Errorf("%q reads otherwise once written: %q", data, found)
		}
	})
}
