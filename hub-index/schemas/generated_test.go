package schemas_test

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/tomldoc"
)

// texts are what strings of the format are like, and what they must not be.
var texts = []string{
	"a", "room", "level", "place", "den", "none", "unstated", "weave", "class", "yield", "Room", "2x", "", " ", " den", "den ",
	"number", "duration", "amount", "quoted", "words", "read", "write", "destructive", "linux", "macos", "*", "local", "clef",
	"Do it.", "Do {room}?", "Do {room", "Do }?", "{room}", "{place}", "{Room}", "{}", "in {level}[ at {room}]", "[it]", "[[{room}]]",
	"[", "]", "mend what=pump", "two\nlines", "\nlate", " \nlate", "tab\there", "\u202eback", "\u0085", "\u00a0", "\u2028", "caf\u00e9",
	"it.mts", "it.mjs", "./it.mjs", "../it.mjs", "/it.mjs", "~/it.mjs", "a..b.mts", ".mts", "a/../it.mts", "it.mts ", "echo",
	"/bin/echo", "bin/echo", "/", "~/", "~/a", "~/a/", "/a//b", "/a/./b", "/a/../b", "/a/.b/...", "/.", "/a{room}", "~a", "TOKEN", "2TOKEN",
	"a/b", "a/b@1.2.3", "a/b@v1.2.3", "a/b@01.2.3", "a/b@1.2", "a/b/c/d", "a/b/../c", "a/.git", "-a/b", "a/b/", "a/.b", "a",
	"https://h/a.git", "https://h:80/a", "https://h:0/a", "https://h:65536/a", "https://u@h/a", "ssh://u@h/a#b/c@1.0.0", "ssh://u:p@h/a",
	"https://h//a", "https://h/a/..", "https://h/a?q", "https://h/%41", "https://h/%4", "https://h", "https://h/", "https://-h/a", "https://h..h/a",
	"https://[::1]/a", "https://h/a#", "https://h/a#../b", "https://h/a#.git", "https://h/.git", "ssh://.u@h/a", "git://h/a", "h:a/b",
	"https://h/caf\u00e9", "https://h/a|b", "https://h/a\\b", "https://h/[a]", "https://h/a^b",
	"std:", "std:clock", "std:clock@1.0.0", "std:..", "std:a/.git", "./it", "../it", ".", "..", "./", ".x/it", "/it", "~/it",
}

// values are any other value, and tables and arrays that hold little.
var values = []any{
	true, false, int64(0), int64(1), int64(-3), int64(1 << 60), 0.5, 1.5, 2.0, nil,
	[]any{}, []any{"a"}, []any{"a", "a"}, []any{"*", "*"}, []any{int64(1), int64(2)}, []any{1.5, int64(2)}, []any{int64(2), int64(1)}, []any{true},
	map[string]any{}, map[string]any{"a": "b"}, map[string]any{"say": "mend it", "when": map[string]any{"state": "on"}}, map[string]any{"env": "TOKEN"},
	map[string]any{"about": "A key.", "secret": true}, map[string]any{"each": map[string]any{"id": "code"}}, map[string]any{"what": "A den.", "value": ""},
	map[string]any{"takes": "report"}, map[string]any{"ask": "What?", "flag": true}, map[string]any{"ask": "What?", "pick": "duration", "range": []any{1.5, int64(2)}},
}

var keysInUse = []string{
	"reflex", "description", "not_for", "tags", "effect", "confirm", "run", "steps", "platforms", "returns", "needs", "config", "args", "yields",
	"examples", "tests", "ask", "options", "vocab", "pick", "flag", "takes", "range", "recent", "optional", "was", "reads", "writes", "hosts", "runs",
	"about", "secret", "each", "say", "when", "what", "value", "adapter", "reflexes", "adapters", "gate", "route", "fits", "read", "write", "whole",
	"env", "jev", "openjev", "replay", "colour",
}

func anyText() *rapid.Generator[string] { return rapid.SampledFrom(texts) }

func anyValue() *rapid.Generator[any] {
	return rapid.OneOf(rapid.SampledFrom(values), rapid.Map(anyText(), func(s string) any { return s }))
}

func anyKey() *rapid.Generator[string] { return rapid.OneOf(rapid.SampledFrom(keysInUse), anyText()) }

// changed is a copy of a value with one thing changed somewhere below it.
func changed(t *rapid.T, value any) any {
	switch v := value.(type) {
	case map[string]any:
		return changedTable(t, v)
	case []any:
		return changedArray(t, v)
	}
	return anyValue().Draw(t, "value")
}

func changedTable(t *rapid.T, table map[string]any) any {
	keys := slices.Sorted(maps.Keys(table))
	out := maps.Clone(table)
	way := rapid.IntRange(0, 9).Draw(t, "way")
	if len(keys) == 0 || way == 0 {
		out[anyKey().Draw(t, "key")] = anyValue().Draw(t, "value")
		return out
	}
	key := rapid.SampledFrom(keys).Draw(t, "at")
	switch way {
	case 1:
		delete(out, key)
	case 2:
		delete(out, key)
		out[anyKey().Draw(t, "key")] = table[key]
	case 3:
		out[key] = anyValue().Draw(t, "value")
	default:
		out[key] = changed(t, table[key])
	}
	return out
}

func changedArray(t *rapid.T, items []any) any {
	way := rapid.IntRange(0, 3).Draw(t, "way")
	if len(items) == 0 || way == 0 {
		return append(slices.Clone(items), anyValue().Draw(t, "value"))
	}
	i := rapid.IntRange(0, len(items)-1).Draw(t, "at")
	out := slices.Clone(items)
	switch way {
	case 1:
		return slices.Delete(out, i, i+1)
	case 2:
		return append(out, items[i])
	}
	out[i] = changed(t, items[i])
	return out
}

func TestSchemaAndReaderAgreeOverWhatPeopleWroteAndThenChanged(t *testing.T) {
	originals := map[string][]document{}
	for _, d := range corpus(t) {
		if kinds()[d.schema].read([]byte(d.text)).accepts() {
			originals[d.schema] = append(originals[d.schema], d)
		}
	}
	agree(t, func(t *rapid.T) (kind, string) {
		// Most is to be said about a manifest.
		of := rapid.SampledFrom([]string{"reflex.json", "reflex.json", "overlay.json", "vocab.json", "evoke.json"}).Draw(t, "schema")
		d := rapid.SampledFrom(originals[of]).Draw(t, "document")
		doc, err := tomldoc.Parse([]byte(d.text))
		if err != nil {
			t.Fatal(err)
		}
		value := plain(doc)
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			// A document stays a table.
			value = changedTable(t, value.(map[string]any))
		}
		return kinds()[d.schema], render(value)
	})
}

// agree holds many documents to both, and asks that both verdicts come up.
func agree(t *testing.T, draw func(*rapid.T) (kind, string)) {
	accepted, refused := map[string]int{}, map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			k, src := draw(t)
			if why := k.disagree([]byte(src)); why != "" {
				t.Fatalf("%s: %s\n%s", k.name, why, src)
			}
			doc, err := tomldoc.Parse([]byte(src))
			if err != nil {
				t.Fatalf("what was rendered is no TOML: %v\n%s", err, src)
			}
			if k.schema.Validate(plain(doc)) == nil {
				accepted[k.name]++
			} else {
				refused[k.name]++
			}
		}
	})
	for name := range kinds() {
		if accepted[name] == 0 || refused[name] == 0 {
			t.Errorf("%s: %d documents accepted, %d refused", name, accepted[name], refused[name])
		}
	}
	t.Logf("the schemas accept %v and refuse %v", accepted, refused)
}

func TestSchemaAndReaderAgreeOverWhatTheSchemaDescribes(t *testing.T) {
	agree(t, func(t *rapid.T) (kind, string) {
		name := rapid.SampledFrom(slices.Sorted(maps.Keys(kinds()))).Draw(t, "schema")
		value, _ := described(t, schemaValue(name), "")
		if rapid.IntRange(0, 3).Draw(t, "changes") == 0 {
			value = changedTable(t, value.(map[string]any))
		}
		return kinds()[name], render(value)
	})
}

// schemaValue is a schema on disk as a value.
func schemaValue(name string) map[string]any {
	written, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(written, &schema); err != nil {
		panic(err)
	}
	return schema
}

// described is a value of the shape a schema describes; ok is false where it
// describes none. It follows what says what there is, and of what says how
// things hold together only dependencies and a choice of what is required.
func described(t *rapid.T, schema any, outer string) (value any, ok bool) {
	s, is := schema.(map[string]any)
	if !is {
		return nil, false
	}
	if one, is := s["const"]; is {
		return asTOML(one), true
	}
	if all, is := s["enum"].([]any); is {
		return asTOML(rapid.SampledFrom(all).Draw(t, "one of")), true
	}
	switch typeOf(t, s) {
	case "string":
		return describedText(t, s), true
	case "boolean":
		return rapid.Bool().Draw(t, "boolean"), true
	case "number":
		return rapid.SampledFrom([]any{int64(0), int64(1), 0.25, 0.5, 1.0, 1.5, int64(7)}).Draw(t, "number"), true
	case "array":
		return describedArray(t, s), true
	case "object":
		return describedTable(t, s), true
	}
	branches, _ := s["anyOf"].([]any)
	return described(t, rapid.SampledFrom(branches).Draw(t, "branch"), outer)
}

func asTOML(value any) any {
	if number, is := value.(float64); is {
		return int64(number)
	}
	return value
}

func typeOf(t *rapid.T, s map[string]any) string {
	if several, is := s["type"].([]any); is {
		return rapid.SampledFrom(several).Draw(t, "type").(string)
	}
	one, _ := s["type"].(string)
	return one
}

func describedText(t *rapid.T, s map[string]any) any {
	patterns := patternsOf(s)
	matches := textsFor(patterns)
	if len(patterns) > 0 && (len(matches) == 0 || rapid.IntRange(0, 3).Draw(t, "new") == 0) {
		return rapid.StringMatching(rapid.SampledFrom(patterns).Draw(t, "pattern")).Draw(t, "text")
	}
	return rapid.SampledFrom(matches).Draw(t, "text")
}

// matching is the texts that match every one of some patterns, once asked for.
var matching = map[string][]string{}

func textsFor(patterns []string) []string {
	key := strings.Join(patterns, "\x00")
	if found, known := matching[key]; known {
		return found
	}
	matching[key] = slices.DeleteFunc(slices.Clone(texts), func(text string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool { return !regexp.MustCompile(p).MatchString(text) })
	})
	return matching[key]
}

// patternsOf is what a string must match; of a choice of forms, nothing.
func patternsOf(s map[string]any) []string {
	var patterns []string
	if p, is := s["pattern"].(string); is {
		patterns = append(patterns, p)
	}
	all, _ := s["allOf"].([]any)
	for _, one := range all {
		patterns = append(patterns, patternsOf(one.(map[string]any))...)
	}
	return patterns
}

func describedArray(t *rapid.T, s map[string]any) any {
	items := []any{}
	for range rapid.IntRange(0, 3).Draw(t, "items") {
		item := s["items"]
		if each, is := item.([]any); is && len(items) < len(each) {
			item = each[len(items)]
		} else if is {
			item = s["additionalItems"]
		}
		if value, ok := described(t, item, ""); ok {
			items = append(items, value)
		}
	}
	return items
}

func describedTable(t *rapid.T, s map[string]any) any {
	table := map[string]any{}
	properties, _ := s["properties"].(map[string]any)
	needed, barred := beside(t, s)
	for _, key := range slices.Sorted(maps.Keys(properties)) {
		wanted := slices.Contains(needed, key)
		if slices.Contains(barred, key) || !wanted && rapid.IntRange(0, 3).Draw(t, "there") > 0 {
			continue
		}
		if value, ok := described(t, properties[key], ""); ok {
			table[key] = value
		}
	}
	if _, open := s["propertyNames"]; !open {
		return table
	}
	for range rapid.IntRange(0, 3).Draw(t, "more") {
		key, _ := described(t, s["propertyNames"], "")
		if value, ok := described(t, s["additionalProperties"], ""); ok {
			table[key.(string)] = value
		}
	}
	return table
}

// beside is the keys a table must have and those it may not, once one of the
// alternatives of what is required is chosen.
func beside(t *rapid.T, s map[string]any) (needed, barred []string) {
	needed = requiredBy(s)
	if alternatives, is := s["anyOf"].([]any); is {
		needed = append(needed, requiredBy(rapid.SampledFrom(alternatives).Draw(t, "alternative").(map[string]any))...)
	}
	dependencies, _ := s["dependencies"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(dependencies)) {
		dependent := dependencies[key].(map[string]any)
		if !slices.Contains(needed, key) {
			barred = append(barred, key)
			continue
		}
		needed = append(needed, requiredBy(dependent)...)
		properties, _ := dependent["properties"].(map[string]any)
		for other, schema := range properties {
			if body, is := schema.(map[string]any); schema == false || is && body["enum"] != nil {
				barred = append(barred, other)
			}
		}
	}
	return needed, barred
}

func requiredBy(s map[string]any) []string {
	var keys []string
	all, _ := s["required"].([]any)
	for _, key := range all {
		keys = append(keys, key.(string))
	}
	return keys
}

func FuzzSchemaAndReaderAgree(f *testing.F) {
	for _, r := range beyond {
		f.Add(r.schema, r.example)
	}
	f.Add("reflex.json", strings.Repeat(body, 2))
	f.Add("reflex.json", body)
	f.Fuzz(func(t *testing.T, name, src string) {
		k, known := kinds()[name]
		if !known {
			return
		}
		if why := k.disagree([]byte(src)); why != "" {
			t.Errorf("%s: %s", name, why)
		}
	})
}
