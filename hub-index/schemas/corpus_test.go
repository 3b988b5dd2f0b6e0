package schemas_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"sinew/pkg/tomldoc"
)

// A document is a text somebody wrote, as one of the four files.
type document struct{ where, schema, text string }

// schemaOf is the schema of a file by its path, or "".
func schemaOf(path string) string {
	path = filepath.ToSlash(path)
	switch parent := filepath.Base(filepath.Dir(path)); {
	case filepath.Ext(path) != ".toml":
		return ""
	case filepath.Base(path) == "reflex.toml":
		return "reflex.json"
	case filepath.Base(path) == "evoke.toml":
		return "evoke.json"
	case parent == "overlays":
		return "overlay.json"
	case parent == "vocab":
		return "vocab.json"
	}
	return ""
}

// corpus is the std collection, the files in the scripts of the command line,
// the manifests and projects that other tests write out, and, where SINEW_TESTDATA names them, the collection, the vectors, the
// transcripts' projects and what the manual prints.
func corpus(t *testing.T) []document {
	t.Helper()
	all := append(below(t, "../std"), scripts(t)...)
	all = append(all, literals(t)...)
	all = append(all, ours...)
	if len(all) < 100 {
		t.Fatalf("%d documents of the tree's own", len(all))
	}
	shared := os.Getenv("SINEW_TESTDATA")
	if shared == "" {
		return all
	}
	own := len(all)
	all = append(all, below(t, filepath.Join(shared, "data", "collection"))...)
	all = append(all, below(t, filepath.Join(shared, "conformance"))...)
	all = append(all, vectors(t, shared)...)
	printed := manual(t, filepath.Join(shared, "seeds", "001-manual.txt"))
	if len(printed) < 6 {
		t.Errorf("the manual prints %d files", len(printed))
	}
	t.Logf("%d documents of the tree's own, %d from elsewhere", own, len(all)-own+len(printed))
	return append(all, printed...)
}

// ours are files of a person, which the tree holds few of otherwise.
var ours = []document{
	{"ours", "overlay.json", "description = \"\"\"\nSet a thing in a room.\nThe den too.\"\"\"\nnot_for = []\ntags = [\"home\"]\neffect = \"write\"\nconfirm = \"Really set {room}?\"\n"},
	{"ours", "overlay.json", "[args.room]\nask = \"Where?\"\noptions.den = \"The room with the television.\"\n[args.label]\nask = \"What is on it?\"\n"},
	{"ours", "overlay.json", "[examples]\n\"set den\" = { place = \"den\", label = \"blue\", loud = true }\n[tests]\n\"set 5\" = { level = \"5\", room = false }\n\"hi\" = false\n"},
	{"ours", "vocab.json", "den = \"The room downstairs.\"\noffice = { what = \"The study.\", value = \"group 7\" }\n\"the attic\" = { what = \"The loft.\", value = \"\" }\n"},
	{"ours", "evoke.json", "adapter = \"clef\"\n[reflexes]\nlights = \"owner/home/lights@1.2.0\"\nnote = \"std:note\"\nmine = \"./mine\"\nwork = \"ssh://git@h.example/team/work.git#deploy@v0.3.1\"\n" +
		"[config.lights]\nbridge = \"10.0.0.2\"\ntoken = { env = \"TOKEN\" }\n[adapters.clef.gate]\nroute = 0.5\nread = 0.8\nwrite = 1\nwhole = 0\n"},
}

// below is every file of the format in a directory.
func below(t *testing.T, dir string) []document {
	t.Helper()
	var all []document
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		schema := schemaOf(path)
		if err != nil || d.IsDir() || schema == "" {
			return err
		}
		content, err := os.ReadFile(path)
		all = append(all, document{path, schema, string(content)})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func scripts(t *testing.T) []document {
	t.Helper()
	paths, err := filepath.Glob("../../cmd/sinew/testdata/script/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []document
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if schema := schemaOf(f.Name); schema != "" {
				all = append(all, document{filepath.Base(path) + ": " + f.Name, schema, string(f.Data)})
			}
		}
	}
	return all
}

// literals are the manifests and the projects in the source of other tests:
// every string that opens as one does and is TOML.
func literals(t *testing.T) []document {
	t.Helper()
	var all []document
	err := filepath.WalkDir("../..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(source, func(n ast.Node) bool {
			if d, is := literalDocument(n); is {
				d.where = path
				all = append(all, d)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func literalDocument(n ast.Node) (document, bool) {
	basic, is := n.(*ast.BasicLit)
	if !is || basic.Kind != token.STRING {
		return document{}, false
	}
	content, err := strconv.Unquote(basic.Value)
	if err != nil {
		return document{}, false
	}
	d := document{text: content}
	switch {
	case strings.HasPrefix(content, "reflex = 1\n"):
		d.schema = "reflex.json"
	case strings.HasPrefix(content, "adapter = "):
		d.schema = "evoke.json"
	}
	_, err = tomldoc.Parse([]byte(content))
	return d, err == nil && d.schema != ""
}

// vectors are the documents that conformance vectors put to a reader.
func vectors(t *testing.T, shared string) []document {
	t.Helper()
	schemas := map[string]string{"manifest": "reflex.json", "overlay": "overlay.json", "vocab": "vocab.json", "project": "evoke.json"}
	paths, err := filepath.Glob(filepath.Join(shared, "conformance", "vectors", "*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []document
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var vector struct {
			Input struct {
				Doc struct {
					File struct{ Type string }
					TOML string
				}
			}
		}
		// An input of another shape holds no document.
		if json.Unmarshal(content, &vector) != nil {
			continue
		}
		if schema := schemas[vector.Input.Doc.File.Type]; schema != "" {
			all = append(all, document{path, schema, vector.Input.Doc.TOML})
		}
	}
	return all
}

// manual is every file that the manual prints, under a comment with its path or
// from its first key on, down to the first line that is no TOML.
func manual(t *testing.T, path string) []document {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.ReplaceAll(string(content), "\u00a0", " "), "\n")
	var all []document
	for i, line := range lines {
		schema := printedAs(line)
		if schema == "" {
			continue
		}
		for end := min(i+120, len(lines)); end > i; end-- {
			text := strings.Join(lines[i:end], "\n") + "\n"
			if _, err := tomldoc.Parse([]byte(text)); err == nil {
				all = append(all, document{line, schema, text})
				break
			}
		}
	}
	return all
}

func printedAs(line string) string {
	path, commented := strings.CutPrefix(line, "# ")
	switch {
	case commented:
		return schemaOf(path)
	case strings.HasPrefix(line, "reflex = 1"):
		return "reflex.json"
	case strings.HasPrefix(line, `adapter = "`):
		return "evoke.json"
	}
	return ""
}

func TestSchemaAndReaderAgreeOverWhatPeopleWrote(t *testing.T) {
	accepted, refused := map[string]int{}, map[string]int{}
	for _, d := range corpus(t) {
		k, known := kinds()[d.schema]
		if !known {
			t.Errorf("%s: no schema %q", d.where, d.schema)
			continue
		}
		if why := k.disagree([]byte(d.text)); why != "" {
			t.Errorf("%s: %s", d.where, why)
		}
		if k.read([]byte(d.text)).accepts() {
			accepted[d.schema]++
		} else {
			refused[d.schema]++
		}
	}
	for name := range kinds() {
		if accepted[name] == 0 {
			t.Errorf("%s: no document its reader accepts", name)
		}
	}
	t.Logf("the readers accept %v and refuse %v", accepted, refused)
}

func TestEveryManifestOfTheCollectionSatisfiesItsSchema(t *testing.T) {
	all := below(t, "../std")
	if shared := os.Getenv("SINEW_TESTDATA"); shared != "" {
		all = append(all, below(t, filepath.Join(shared, "data", "collection"))...)
	}
	if len(all) < 12 {
		t.Fatalf("%d manifests", len(all))
	}
	for _, d := range all {
		doc, err := tomldoc.Parse([]byte(d.text))
		if err != nil {
			t.Fatalf("%s: %v", d.where, err)
		}
		if err := kinds()["reflex.json"].schema.Validate(plain(doc)); err != nil {
			t.Errorf("%s: %v", d.where, err)
		}
	}
}
