package cli

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"sinew/cmd/hubindex/internal/crawl"
	"sinew/internal/gittest"
)

const schemas = "../../../hub-index/schemas/"

// schema compiles a schema on disk.
func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	compiled, err := jsonschema.NewCompiler().Compile(schemas + name)
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// holds checks that a text is JSON of a schema.
func holds(t *testing.T, s *jsonschema.Schema, text string) {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err == nil {
		err = s.Validate(value)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

// oddHub lists repositories that a crawl has something to say of.
func oddHub(t *testing.T) (h *hub, home gittest.Repo) {
	t.Helper()
	if !gittest.HasGit() {
		t.Skip("needs git")
	}
	root := t.TempDir()
	server, err := gittest.Serve(root)
	h = &hub{desk: newDesk(t), index: t.TempDir()}
	h.must(err)
	t.Cleanup(server.Close)
	h.home, err = gittest.NewHome(t.TempDir(), server)
	h.must(err)
	h.home.Apply(t)
	server.Use(gittest.Redirect("/radhi/old", server.URL+"/radhi/home"))
	good := gittest.Saying("mirror")
	for name, script := range map[string]string{
		"bad":  "commit a\ntag 1.0.0\n-- a/x/reflex.toml --\nreflex = 1\n-- a/y/reflex.toml --\n" + good,
		"link": "symlink a/link reflex.toml\ncommit a\ntag 1.0.0\n-- a/reflex.toml --\n" + good,
		"none": "commit a\ntag 1.0.0\n-- a/x --\n",
		"two":  "commit a\ntag 1.0.0\ncommit b\ntag v1.0.0\n-- a/reflex.toml --\n" + good + "-- b/reflex.toml --\n" + good,
		"home": "commit a\ntag 1.0.0\ntag 1.1.0\ntag 1.2.0\n-- a/reflex.toml --\n" + good,
	} {
		repo, err := gittest.Build(filepath.Join(root, "radhi", name), script)
		h.must(err)
		h.lists("radhi/"+name, "radhi/"+name)
		if name == "home" {
			home = repo
		}
	}
	h.lists("radhi/gone", "radhi/gone")
	h.lists("radhi/wrong\u202e", "radhi/home@1.0.0")
	h.lists(strings.TrimPrefix(server.URL, "https://")+"/radhi/old", server.URL+"/radhi/old")
	return h, home
}

func (h *hub) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *hub) lists(path, line string) {
	h.Helper()
	at := filepath.Join(h.index, path)
	h.must(os.MkdirAll(filepath.Dir(at), 0o755))
	h.must(os.WriteFile(at, []byte(line+"\n"), 0o644))
}

// said are the types of the lines that a crawl prints, each of which has to be
// as its schema says.
func (h *hub) said(lines *jsonschema.Schema, code int, args []string) map[crawl.EventType]bool {
	h.Helper()
	out, _ := h.run(code, "", args...)
	return typesIn(h.T, lines, out)
}

func typesIn(t *testing.T, lines *jsonschema.Schema, out string) map[crawl.EventType]bool {
	t.Helper()
	types := map[crawl.EventType]bool{}
	for line := range strings.Lines(out) {
		holds(t, lines, line)
		var e crawl.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		types[e.Type] = true
	}
	return types
}

func TestWhatACrawlPrintsAndWritesIsAsTheirSchemasSay(t *testing.T) {
	lines, batch := schema(t, "crawl.json"), schema(t, "batch.json")
	h, home := oddHub(t)
	types := h.said(lines, 0, h.crawlArgs(h.dir, noon))
	_, err := home.Run("", "tag", "-d", "1.1.0")
	h.must(err)
	h.must(home.Append("commit b\ntag 1.0.0\n-- b/reflex.toml --\n" + gittest.Saying("candle")))
	maps.Copy(types, h.said(lines, 0, h.crawlArgs(h.dir, noon)))
	maps.Copy(types, h.said(lines, exitFailed, h.crawlArgs(t.TempDir(), noon, "--time-budget", "1ns")))
	p := newPress(t)
	maps.Copy(types, typesIn(t, lines, p.signedTwice()))
	if want := append(eventTypes(t), "done"); !slices.Equal(slices.Sorted(maps.Keys(types)), slices.Sorted(slices.Values(want))) {
		t.Errorf("crawls printed %v, want every one of %v", types, want)
	}
	kinds := batches(h.desk, filepath.Join(h.dir, "out"), batch)
	maps.Copy(kinds, batches(p.desk, filepath.Join(p.dir, "crawl", "out"), batch))
	if !kinds["version"] || !kinds["moved"] || !kinds["signer"] {
		t.Errorf("the batches hold %v", kinds)
	}
}

// batches are the kinds of records in the batches, each of which has to be as
// its schema says.
func batches(d *desk, dir string, batch *jsonschema.Schema) map[string]bool {
	d.Helper()
	kinds := map[string]bool{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		d.Fatal(err)
	}
	for _, e := range entries {
		text := d.read(filepath.Join(dir, e.Name()))
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		written, err := json.Marshal(lines)
		if err != nil {
			d.Fatal(err)
		}
		holds(d.T, batch, string(written))
		for _, line := range lines {
			kind, _, _ := strings.Cut(line, " ")
			kinds[kind] = true
		}
	}
	return kinds
}

// eventTypes are the values of package crawl's constants of type EventType.
func eventTypes(t *testing.T) []crawl.EventType {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../internal/crawl/event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var all []crawl.EventType
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if ok && fmt.Sprint(spec.Type) == "EventType" {
			word, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, crawl.EventType(word))
		}
		return true
	})
	return all
}

func TestTheSchemasTableOfEventsIsTheCrawls(t *testing.T) {
	written, err := os.ReadFile(schemas + "crawl.json")
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		AnyOf []struct {
			Properties struct {
				Type struct{ Const crawl.EventType }
			}
		}
	}
	if err := json.Unmarshal(written, &table); err != nil {
		t.Fatal(err)
	}
	var have []crawl.EventType
	for _, one := range table.AnyOf {
		have = append(have, one.Properties.Type.Const)
	}
	slices.Sort(have)
	want := slices.Sorted(slices.Values(append(eventTypes(t), "done")))
	if have = slices.Compact(have); !slices.Equal(have, want) {
		t.Errorf("the schema holds %v, and a crawl prints %v", have, want)
	}
}

func TestTheSchemaRefusesWhatNoCrawlPrints(t *testing.T) {
	lines := schema(t, "crawl.json")
	holds(t, lines, `{"type":"put_off","listing":"listings/a/b","reason":"4 are left"}`)
	for _, text := range []string{
		`{}`, `[]`, `{"type":"moved"}`, `{"type":"moved","listing":"listings/a/b"}`, `{"type":"colour","listing":"listings/a/b","reason":"x"}`,
		`{"type":"put_off","reason":"x"}`, `{"type":"put_off","host":"h","listing":"listings/a/b","reason":"x"}`,
		`{"type":"moved","listing":"listings/a/b","reason":"two\nlines"}`, `{"type":"moved","listing":"a/b","reason":"x"}`,
		`{"type":"moved","listing":"listings/a/b","reason":"x","colour":1}`, `{"type":"changed","listing":"listings/a/b","version":"v1.0.0","reason":"x"}`,
		`{"type":"done"}`, `{"type":"done","listings":-1,"unchanged":0,"read":0,"failed":0,"put_off":0,"records":0}`,
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if lines.Validate(value) == nil {
			t.Errorf("accepted: %s", text)
		}
	}
}
