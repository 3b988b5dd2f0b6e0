package conformance

import (
	"io/fs"
	"strings"
	"testing"

	"sinew/pkg/manifest"
	"sinew/pkg/tomldoc"
)

// readsAsItself writes a manifest fixture as TOML, reads that, and compares.
func readsAsItself(t *testing.T, name string, fixture Object) {
	t.Helper()
	text, err := manifestTOML(fixture)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	read, err := manifest.Parse("sample", []byte(text))
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	got, err := AsJSON(manifestJSON(read))
	if err != nil {
		t.Fatal(err)
	}
	for _, difference := range Families["manifest"].Compare.Differences(fixture, got) {
		t.Errorf("%s: %s", name, difference)
	}
}

func TestAManifestFixtureReadsAsItselfOnceWritten(t *testing.T) {
	for name, text := range map[string]string{
		"a file body": `{
			"description": "Send a \"note\".\nOne at a time.", "not_for": ["a letter"], "tags": ["post"], "effect": "write",
			"confirm": "Send it to {who}?", "run": "send.mts", "returns": "receipt", "platforms": ["linux"],
			"needs": {"reads": ["/etc/hosts"], "hosts": ["*"]},
			"config": {"key": {"about": "The key", "secret": true}, "from": {"about": "Who sends", "secret": false}},
			"takes": {"letter": "letters"},
			"args": {
				"who": {"ask": "To whom?", "vocab": "people", "optional": false, "was": ["to"]},
				"text": {"ask": "What?", "pick": "quoted", "optional": true, "was": []},
				"copies": {"ask": "How many?", "pick": "number", "range": [1, 2.5], "optional": true, "was": []},
				"how": {"ask": "How?", "options": {"fast": "Now.", "slow": "Later."}, "optional": true, "was": []},
				"loud": {"ask": "Aloud?", "flag": true, "was": []}
			},
			"yields": {"number": "code", "parts": {"each": {"day": "date"}}},
			"examples": {"send \"hi\"": {"text": "hi", "loud": false}, "send it fast": {"how": "fast", "loud": true}},
			"tests": {"what time is it": false, "send": {}}, "unknown": []}`,
		"an argv body": `{
			"description": "Say it.", "not_for": [], "tags": [], "effect": "destructive", "effect_absent": true,
			"confirm": "Say it?", "run": ["say", "it"], "config": {}, "args": {}, "yields": {}, "examples": {}, "tests": {},
			"unknown": []}`,
		"a playbook": `{
			"description": "Do both.", "not_for": [], "tags": [], "effect": "write", "confirm": "Do both?",
			"steps": ["do one", {"say": "do the other", "when": {"state": "off"}}],
			"config": {}, "args": {}, "yields": {}, "examples": {}, "tests": {}, "unknown": []}`,
	} {
		fixture, is := parsed(t, text).(Object)
		if !is {
			t.Fatalf("%s is no object", name)
		}
		readsAsItself(t, name, fixture)
	}
}

func TestTheDatasManifestsReadAsThemselvesOnceWritten(t *testing.T) {
	data, _ := openData(t)
	names, err := fs.Glob(data.files, "fixtures/*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("%q, %v", names, err)
	}
	seen := 0
	for _, name := range names {
		value, err := data.readJSON(name)
		if err != nil {
			t.Fatal(err)
		}
		fixture, _ := value.(Object)
		if _, is := fixture.Get("description"); is {
			readsAsItself(t, name, fixture)
			seen++
		}
	}
	if seen == 0 {
		t.Error("no fixture is a manifest")
	}
}

func TestWhatTOMLCannotHoldIsRefused(t *testing.T) {
	if text, err := documentTOML(Object{{"a", []any{nil}}}); err == nil || !strings.Contains(err.Error(), "a: ") {
		t.Errorf("%q, %v", text, err)
	}
}

func TestAStringComesBackFromTOML(t *testing.T) {
	for _, s := range []string{"", "plain", "a\tb\n\"c\" \\", "\x00\x1f\x7f", "é …\u2028", "<&>"} {
		doc, err := tomldoc.Parse([]byte(stringTOML(s) + " = " + stringTOML(s)))
		if err != nil || doc.Entries[0].Key != s || doc.Entries[0].Value.Text != s {
			t.Errorf("%q: %v, %v", s, doc, err)
		}
	}
}

func TestAJSONDocumentIsATOMLValueOfNoFile(t *testing.T) {
	value, err := tomlValue(parsed(t, `{"b":[1,2.5,true],"a":{"s":"x"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := tomldoc.Render(value); got != `{ b = [1, 2.5, true], a = { s = "x" } }` || value.Line != 0 {
		t.Errorf("%s at %d", got, value.Line)
	}
	if n := value.Get("b").Items[0]; n.Kind != tomldoc.Integer || n.Int != 1 || n.Float != 1 {
		t.Errorf("%+v", n)
	}
	if _, err := tomlValue(parsed(t, `{"a":null}`)); err == nil {
		t.Error("null is taken as TOML")
	}
}
