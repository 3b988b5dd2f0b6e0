package site

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"sinew/pkg/hubsearch"
)

func indexSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	written, err := os.ReadFile("../../../../hub-index/schemas/index.json")
	must(t, err)
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(written))
	must(t, err)
	compiler := jsonschema.NewCompiler()
	must(t, compiler.AddResource("index.json", document))
	schema, err := compiler.Compile("index.json")
	must(t, err)
	return schema
}

func TestTheIndexIsLinesOfItsSchemaThatReadBack(t *testing.T) {
	t.Parallel()
	s, _ := grown(t)
	s.publish("github.com/radhi/zoo", "1.0.0", map[string]string{"reflex.toml": "no manifest"})
	at := s.now.Format("2006-01-02T15:04:05Z")
	s.say("signer github.com/ana/many 1.44.0 key:one "+at, "retract github.com/ana/many 1.44.0 "+at+` "lost"`)
	s.all("site")
	files := s.files("site")
	schema := indexSchema(t)
	hash, rest, _ := strings.Cut(files["index/latest"], " ")
	text := files["index/"+hash+".jsonl"]
	if digestOf(text) != hash || strings.Count(text, "\n") != 210 || !strings.HasSuffix(rest, " 257 2026-11-30T06:00:00Z\n") {
		t.Errorf("the index has %d lines, latest is %s", strings.Count(text, "\n"), files["index/latest"])
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		must(t, err)
		if err := schema.Validate(document); err != nil {
			t.Errorf("%v\n%s", err, line)
		}
		if e, err := hubsearch.Parse([]byte(line)); err != nil || e.Line() != line {
			t.Errorf("%v: %s reads as %s", err, line, e.Line())
		}
	}
}

// TestThePiecesAreThoseOfTheIndex holds the pieces of the site to what the
// lines of its index make.
func TestThePiecesAreThoseOfTheIndex(t *testing.T) {
	t.Parallel()
	_, files := grown(t)
	hash, _, _ := strings.Cut(files["index/latest"], " ")
	var entries []hubsearch.Entry
	for line := range strings.Lines(files["index/"+hash+".jsonl"]) {
		e, err := hubsearch.Parse([]byte(strings.TrimSuffix(line, "\n")))
		must(t, err)
		entries = append(entries, e)
	}
	pieces := hubsearch.Pieces(entries)
	for key, piece := range pieces {
		if files[termsFile(key)] != string(piece.Encode()) {
			t.Errorf("%s is %s", termsFile(key), files[termsFile(key)])
		}
	}
	keys, err := hubsearch.ParseKeys([]byte(files[keysFile]))
	must(t, err)
	if len(keys) != len(pieces) {
		t.Errorf("%d keys of %d pieces", len(keys), len(pieces))
	}
}
