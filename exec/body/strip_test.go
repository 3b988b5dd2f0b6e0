package body

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// stripIn strips body.mts of files for a Node, and gives what was made of it.
func stripIn(t *testing.T, version string, files map[string]string) (string, error) {
	t.Helper()
	j := Job{Dir: t.TempDir(), Tmp: t.TempDir()}
	for name, source := range files {
		path := filepath.Join(j.Dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	made, err := j.strip(Script{Node: Node{Version: version}, Run: "body.mts"})
	if err != nil {
		return "", err
	}
	code, err := os.ReadFile(made)
	return string(code), err
}

// What the library would go too deep in, look for anywhere on the disk, or not
// find, is refused where it stands.
func TestASourceTheLibraryIsNotGivenIsRefused(t *testing.T) {
	long := "const a = [" + strings.Repeat("1,\n", maxSource/3) + "]\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"deep": {map[string]string{"body.mts": "const a = " + strings.Repeat("[", 2*maxDepth)}, "body.mts opens more than 1000 brackets within one another"},
		"long": {map[string]string{"body.mts": long}, "body.mts is over 64 KiB; write a bundle as .mjs"},
		"put together": {map[string]string{"body.mts": "export default (n: string) =>\n  import(`./lib/${n}.mts`)\n"},
			"body.mts:2:3: " + noComputed},
		"joined": {map[string]string{"body.mts": `export default (n: string) => import("../private/" + n)`}, "body.mts:1:31: " + noComputed},
		"one of two": {map[string]string{"body.mts": `import "./a.mts"; export default (n: string) => import(n ? "./a.mts" : "./" + n)`, "a.mts": ""},
			"body.mts:1:49: " + noComputed},
		"in another module": {map[string]string{"body.mts": `import "./a.mts"`, "a.mts": "export const x = 1\nexport const y = import((\"./b\" + x))"},
			"a.mts:2:18: " + noComputed},
		"absent":           {map[string]string{}, "body.mts is not there"},
		"an absent module": {map[string]string{"body.mts": "\nimport x from \"./none.mts\"\nexport default x"}, "body.mts:2:15: ./none.mts is not there"},
	} {
		if _, err := stripIn(t, "20.11.0", c.files); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if _, err := stripIn(t, "24.0.0", map[string]string{"body.mts": long}); err != nil {
		t.Errorf("a Node that takes types out itself: %v", err)
	}
}

func TestAnImportThatLeadsSomewhereIsKept(t *testing.T) {
	code, err := stripIn(t, "24.0.0", map[string]string{
		"body.mts": `import data from "./data.json" with { type: "json" }
import { help } from "./help.mjs"
import { own } from "./lib/own.mts"
export default async (n: string) => [data, help, own, await import(n), await import("./lib/late.mts")]`,
		"help.mjs": "export const help = 1", "lib/own.mts": "export const own: number = 2", "lib/late.mts": "export default 3 as number",
		"data.json": "{}",
	})
	for _, kept := range []string{"data.json", "help.mjs", "own = 2", "import(n)", "late_default = 3"} {
		if err != nil || !strings.Contains(code, kept) {
			t.Fatalf("%s is missing: %v\n%s", kept, err, code)
		}
	}
	if strings.Contains(code, "help = 1") {
		t.Errorf("JavaScript was brought in:\n%s", code)
	}
}

// A source whose types take long to take out does not outlive its run.
func TestALongWorkOnASourceEndsWithTheRun(t *testing.T) {
	j := Job{Dir: t.TempDir(), Tmp: t.TempDir()}
	source := strings.Repeat("a=>", maxSource/4) + "1"
	if err := os.WriteFile(filepath.Join(j.Dir, "body.mts"), []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := j.module(ctx, Script{Node: Node{Version: "20.11.0"}, Run: "body.mts"}); !errors.Is(err, ErrDeadline) {
		t.Errorf("%v", err)
	}
}
