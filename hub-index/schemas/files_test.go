package schemas_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sinew/hub-index/schemas"
	"sinew/pkg/manifest"
	"sinew/pkg/tomldoc"
)

func TestTheFilesOnDiskAreWhatTheGeneratorWrites(t *testing.T) {
	files, err := schemas.Files()
	if err != nil {
		t.Fatal(err)
	}
	onDisk, err := filepath.Glob("*.json")
	if err != nil {
		t.Fatal(err)
	}
	if written := slices.Sorted(maps.Keys(files)); !slices.Equal(written, onDisk) {
		t.Errorf("the generator writes %v, and %v are here", written, onDisk)
	}
	for name, content := range files {
		if have, err := os.ReadFile(name); err != nil || !bytes.Equal(have, content) {
			t.Errorf("%s is not what the generator writes: run go generate ./hub-index/schemas (%v)", name, err)
		}
	}
}

func TestNothingHasToBeFetchedAndNoCharacterHides(t *testing.T) {
	files, err := schemas.Files()
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		for i, c := range content {
			if c != '\n' && (c < 0x20 || c > 0x7e) {
				t.Errorf("%s: byte %#x at %d", name, c, i)
			}
		}
		for _, word := range []string{`"$ref"`, `"$id"`, `(?`, `\\s`, `\\d`, `\\w`, `\\p`} {
			if bytes.Contains(content, []byte(word)) {
				t.Errorf("%s holds %s", name, word)
			}
		}
	}
}

// The keys that a schema describes are those of the reader's own table.
func TestAManifestsSchemaHoldsTheKeysOfTheReader(t *testing.T) {
	top := schemaValue("reflex.json")
	inside := func(schema any, keys ...string) any {
		for _, key := range keys {
			schema = schema.(map[string]any)[key]
		}
		return schema
	}
	for path, keys := range map[string][]string{
		"":         {},
		"needs":    {"properties", "needs"},
		"config *": {"properties", "config", "additionalProperties"},
		"args *":   {"properties", "args", "additionalProperties"},
	} {
		described := inside(top, append(keys, "properties")...).(map[string]any)
		want := manifest.Keys(strings.Fields(path)...)
		if got := slices.Sorted(maps.Keys(described)); !slices.Equal(got, want) {
			t.Errorf("under %q the schema holds %v, the reader %v", path, got, want)
		}
		if open := inside(top, append(keys, "additionalProperties")...); open != false {
			t.Errorf("under %q any key may stand", path)
		}
	}
}

func TestEveryKeyAnEditorOffersIsDescribed(t *testing.T) {
	described := 0
	for name := range kinds() {
		eachProperty(schemaValue(name), func(key string, schema map[string]any) {
			text, _ := schema["description"].(string)
			if text == "" || len(text) > 200 {
				t.Errorf("%s: %s is described as %q", name, key, text)
			}
			described++
		})
	}
	if described < 60 {
		t.Errorf("%d keys", described)
	}
}

// eachProperty calls each with every property that says what stands there, as a
// shape rather than as a condition.
func eachProperty(schema any, each func(key string, schema map[string]any)) {
	s, is := schema.(map[string]any)
	if !is {
		return
	}
	properties, _ := s["properties"].(map[string]any)
	for key, below := range properties {
		if shape, is := below.(map[string]any); is {
			each(key, shape)
			eachProperty(shape, each)
		}
	}
	for _, key := range []string{"items", "additionalItems", "additionalProperties"} {
		eachProperty(s[key], each)
	}
}

func TestAnUnknownKeyIsRefusedWhereTheReaderReportsIt(t *testing.T) {
	for _, c := range []struct{ schema, src string }{
		{"reflex.json", body + "colour = 1\n"},
		{"reflex.json", body + "needs.disks = []\n"},
		{"reflex.json", body + "config.key = { about = \"A key.\", default = \"x\" }\n"},
		{"reflex.json", body + "args.x = { ask = \"Which?\", pick = \"date\", type = \"day\" }\n"},
		{"reflex.json", body + "yields.x = { each = {}, many = true }\n"},
		{"overlay.json", "colour = 1\n"},
		{"overlay.json", "args.room.colour = 1\n"},
		{"vocab.json", "den = { what = \"A den.\", also = \"A snug.\" }\n"},
		{"evoke.json", "adapter = \"jev\"\ncolour = 1\n"},
		{"evoke.json", "adapter = \"jev\"\nadapters.mine = {}\n"},
		{"evoke.json", "adapter = \"jev\"\nadapters.jev.gate.speed = 1\n"},
		{"evoke.json", "adapter = \"jev\"\nadapters.replay.gate.read = 1\n"},
		{"evoke.json", "adapter = \"jev\"\nconfig.it.key = { env = \"KEY\", or = \"x\" }\n"},
	} {
		k := kinds()[c.schema]
		v := k.read([]byte(c.src))
		if !v.accepts() || v.unknown+v.skipped != 1 {
			t.Errorf("%s: the reader says %+v\n%s", c.schema, v, indent(c.src))
		}
		if k.schema.Validate(plain(parse(t, c.src))) == nil {
			t.Errorf("%s: the schema accepts\n%s", c.schema, indent(c.src))
		}
	}
}

func TestWhatHoldsBetweenKeysIsHeldWhereASchemaCan(t *testing.T) {
	for _, c := range []struct{ what, schema, src string }{
		{"a playbook has no needs", "reflex.json", head + "steps = [\"mend it\"]\nneeds.hosts = [\"*\"]\n"},
		{"a playbook takes nothing", "reflex.json", head + "steps = [\"mend it\"]\nargs.x.takes = \"it\"\n"},
		{"an argv returns nothing", "reflex.json", head + "run = [\"echo\"]\nreturns = \"it\"\n"},
		{"an argv takes nothing", "reflex.json", head + "run = [\"echo\"]\nargs.x.takes = \"it\"\n"},
		{"a reflex without an effect takes nothing", "reflex.json", strings.Replace(body, "effect = \"read\"\n", "", 1) + "args.x.takes = \"it\"\n"},
		{"the first step has no branch", "reflex.json", head + "steps = [{ say = \"mend it\", when = { a = \"b\" } }]\n"},
		{"a bracket holds a slot", "reflex.json", head + "steps = [\"mend it[ now]\"]\n"},
		{"one source", "reflex.json", body + "args.x = { ask = \"Which?\", pick = \"date\", vocab = \"days\" }\n"},
		{"a duration's range is whole seconds", "reflex.json", body + "args.x = { ask = \"Which?\", pick = \"duration\", range = [0.5, 2] }\n"},
		{"a date has no range", "reflex.json", body + "args.x = { ask = \"Which?\", pick = \"date\", range = [1, 2] }\n"},
		{"an overlay changes no contract", "overlay.json", "run = \"mine.mts\"\n"},
		{"clef's gate gives all three", "evoke.json", "adapter = \"clef\"\nadapters.clef.gate.route = 0.5\n"},
	} {
		k := kinds()[c.schema]
		if k.read([]byte(c.src)).accepts() || k.schema.Validate(plain(parse(t, c.src))) == nil {
			t.Errorf("%s: accepted\n%s", c.what, indent(c.src))
		}
	}
}

func parse(t *testing.T, src string) *tomldoc.Value {
	t.Helper()
	doc, err := tomldoc.Parse([]byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return doc
}

func TestASchemaIsAnObjectOfTheDraft(t *testing.T) {
	files, err := schemas.Files()
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		var schema struct {
			Schema string `json:"$schema"`
			Title  string
		}
		if err := json.Unmarshal(content, &schema); err != nil {
			t.Fatal(err)
		}
		if schema.Schema != "http://json-schema.org/draft-07/schema#" || schema.Title == "" {
			t.Errorf("%s: %+v", name, schema)
		}
	}
}
