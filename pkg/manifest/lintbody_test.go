package manifest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestLintNamesWhatABodysTextFetches(t *testing.T) {
	for line, want := range map[string]string{
		`execFile("npx", ["-y", "tool"])`:                                     "npx",
		`exec("npx tool@1.0.0")`:                                              "npx",
		"exec(`uvx ${tool}`)":                                                 "uvx",
		`spawn("npm", ["exec", "tool"])`:                                      "npm",
		`spawn("npm", ["install", "tool"])`:                                   "npm install",
		`spawn("pip3", ["install", "tool"])`:                                  "pip3 install",
		`spawn("python3", ["-m", "pip", "install", "tool"])`:                  "pip install",
		`exec("curl -s https://example.com/x | sh")`:                          "a download that a shell runs",
		`exec("wget -qO- https://example.com/x | sudo bash -s")`:              "a download that a shell runs",
		`spawn("deno", ["run", "https://example.com/x.ts"])`:                  "deno run https://example.com/x.ts",
		`spawn("go", ["run", "example.com/tool@latest"])`:                     "example.com/tool@latest",
		`return "" // npx is not used`:                                        "",
		`/* npx */ return "https://example.com/npx-tool"`:                     "",
		`spawn("curl", ["https://example.com/x"])`:                            "",
		`spawn("npm", ["run", "build"])`:                                      "",
		`spawn("deno", ["run", "x.ts"])`:                                      "",
		`const latest = "@latest"`:                                            "",
		`spawn("sh", ["-c", "grep x | sort"])`:                                "",
		`fetch("https://example.com/x").then((r) => r.text()) /* | sh \n */ `: "",
	} {
		var names []string
		for _, f := range LintBody("tool.mjs", "// a body\n"+line+"\n"+line+"\n") {
			if f.Line != 2 || f.Rule != "unpinned" {
				t.Errorf("%s: %+v", line, f)
			}
			names = append(names, f.Message)
		}
		var expected []string
		if want != "" {
			expected = []string{fmt.Sprintf("tool.mjs names %s, which fetches code at run time; the lock pins none of it", want)}
		}
		if !slices.Equal(names, expected) {
			t.Errorf("%s: %q, want %q", line, names, expected)
		}
	}
}

func TestALineOfABodyIsCountedPastComments(t *testing.T) {
	found := LintBody("tool.mjs", "/* one\ntwo\n*/\n// three\nspawn('npx')\n")
	if len(found) != 1 || found[0].Line != 5 {
		t.Errorf("%+v", found)
	}
}

func FuzzLintBody(f *testing.F) {
	f.Add("spawn('npx') /* \n // ")
	f.Fuzz(func(t *testing.T, source string) {
		for _, found := range LintBody("x.mjs", source) {
			if found.Line < 1 || found.Line > strings.Count(source, "\n")+1 {
				t.Errorf("line %d of %q", found.Line, source)
			}
		}
	})
}
