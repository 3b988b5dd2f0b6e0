package schemas_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

func TestTheMappingNamesEverySchemaOnceAndItsFiles(t *testing.T) {
	written, err := os.ReadFile("taplo.toml")
	if err != nil {
		t.Fatal(err)
	}
	var mapping struct {
		Rule []struct {
			Include []string
			Schema  struct{ Path string }
		}
	}
	if err := toml.Unmarshal(written, &mapping); err != nil {
		t.Fatal(err)
	}
	mapped := map[string]bool{}
	for _, r := range mapping.Rule {
		schema := filepath.Base(r.Schema.Path)
		if mapped[schema] || r.Schema.Path != "schemas/"+schema || len(r.Include) != 1 || schemaOf(r.Include[0]) != schema {
			t.Errorf("%+v", r)
		}
		mapped[schema] = true
	}
	if len(mapped) != len(kinds()) {
		t.Errorf("%v are mapped", mapped)
	}
}

// Where taplo is, it judges the collection as an editor would that is set up as
// the README says. Elsewhere the mapping alone is tested.
func TestAnEditorsToolAcceptsTheCollectionAndRefusesASlip(t *testing.T) {
	taplo, err := exec.LookPath("taplo")
	if err != nil {
		return
	}
	root := t.TempDir()
	for name := range kinds() {
		copyTo(t, name, filepath.Join(root, "schemas", name))
	}
	copyTo(t, "taplo.toml", filepath.Join(root, ".taplo.toml"))
	for _, d := range below(t, "../std") {
		write(t, filepath.Join(root, filepath.Base(filepath.Dir(d.where)), "reflex.toml"), d.text)
	}
	for i, d := range ours {
		form := map[string]string{"overlay.json": "overlays/a%d.toml", "vocab.json": "vocab/a%d.toml", "evoke.json": "project%d/evoke.toml"}[d.schema]
		write(t, filepath.Join(root, fmt.Sprintf(form, i)), d.text)
	}
	judge := func() (string, error) {
		check := exec.Command(taplo, "check")
		check.Dir = root
		out, err := check.CombinedOutput()
		return string(out), err
	}
	if out, err := judge(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	write(t, filepath.Join(root, "slip", "reflex.toml"), body+"colour = 1\n")
	if out, err := judge(); err == nil {
		t.Errorf("a slip is accepted\n%s", out)
	}
}

func copyTo(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	write(t, to, string(content))
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
