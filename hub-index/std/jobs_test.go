package std_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"sinew/pkg/call"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// A job is one call of a reflex and what it must come to.
type job struct {
	name   string // a sentence
	reflex string
	args   []call.Arg
	config map[string]string
	fake   string // a program put first on PATH: its name
	want   string // a pattern of the whole result
	fails  string // a pattern of the error instead
	after  func(t *testing.T, home string)
}

// jobs are calls over a home that furnish has filled.
func jobs(t *testing.T, home string) []job {
	docs := filepath.Join(home, "docs")
	notes := map[string]string{"file": filepath.Join(home, "notes.txt")}
	return []job{
		{name: "disk shows the main disk", reflex: "disk", want: `(?s)^Filesystem.*Avail.*\n.+%.* /$`},
		{name: "size measures a place", reflex: "size", args: args(place(docs)), want: `^ *[0-9.]+[KMB]?\t` + regexp.QuoteMeta(docs) + `$`},
		{name: "newest lists the last change first", reflex: "newest", args: args(place(docs)), want: `(?s)^total .*new\.txt\n.*old\.txt`},
		{name: "clock tells the day and the time", reflex: "clock", want: `^\p{L}+ \d\d \p{L}+ \d{4}, \d\d:\d\d \S+$`},
		{name: "load shows the averages", reflex: "load", want: `up .*load average: [0-9]`},
		{name: "memory shows the total", reflex: "memory", want: `(?s)total.*free.*\nMem: +[0-9]`},
		{name: "system shows the kernel", reflex: "system", want: `^(Linux|Darwin) \S+ \S+ \S+$`},
		{name: "whoami shows the user", reflex: "whoami", want: `^uid=[0-9]+`},
		{name: "updates lists packages", reflex: "updates", want: `^Listing\.\.\.`},

		{name: "calc takes a percentage", reflex: "calc", args: args(number("first", "15 percent", 15), option("operation", "percentage"), number("second", "80", 80)), want: `^15% of 80 = 12$`},
		{name: "calc adds decimals exactly", reflex: "calc", args: args(number("first", "0.1", 0.1), option("operation", "sum"), number("second", "0.2", 0.2)), want: `^0\.1 \+ 0\.2 = 0\.3$`},
		{name: "calc subtracts below zero", reflex: "calc", args: args(number("first", "1", 1), option("operation", "difference"), number("second", "1.25", 1.25)), want: `^1 - 1\.25 = -0\.25$`},
		{name: "calc multiplies past what a float holds", reflex: "calc", args: args(number("first", "9007199254740991", 9007199254740991), option("operation", "product"), number("second", "9007199254740991", 9007199254740991)), want: `^9007199254740991 × 9007199254740991 = 81129638414606663681390495662081$`},
		{name: "calc divides exactly", reflex: "calc", args: args(number("first", "-7", -7), option("operation", "quotient"), number("second", "8", 8)), want: `^-7 ÷ 8 = -0\.875$`},
		{name: "calc says when a fraction does not end", reflex: "calc", args: args(number("first", "2", 2), option("operation", "quotient"), number("second", "3", 3)), want: `^2 ÷ 3 ≈ 0\.66666666666666666667$`},
		{name: "calc reads small numbers", reflex: "calc", args: args(number("first", "0.0000001", 1e-7), option("operation", "product"), number("second", "3", 3)), want: `^0\.0000001 × 3 = 0\.0000003$`},
		{name: "calc refuses to divide by zero", reflex: "calc", args: args(number("first", "1", 1), option("operation", "quotient"), number("second", "0", 0)), fails: `nothing can be divided by zero`},
		{name: "calc refuses digits it cannot know", reflex: "calc", args: args(number("first", "12345678901234567891", 12345678901234567891), option("operation", "sum"), number("second", "1", 1)), fails: `too many digits`},

		{name: "find finds lines in capitals or not", reflex: "find", args: args(quoted("text", "invoice"), place(docs)),
			want: `^2 lines hold "invoice"\ndeep/letter\.txt:2: An INVOICE is due\nnew\.txt:1: invoice 42$`},
		{name: "find cannot repaint a terminal", reflex: "find", args: args(quoted("text", "escape"), place(docs)), want: `^1 line holds "escape"\nold\.txt:2: an escape  \[2J$`},
		{name: "find says when nothing holds the text", reflex: "find", args: args(quoted("text", "unwritten"), place(docs)), want: `^no line holds "unwritten"$`},
		{name: "note adds a line", reflex: "note", args: args(quoted("text", "water the plants")), config: notes, want: `^noted "water the plants" in notes\.txt$`,
			after: func(t *testing.T, home string) {
				wantFile(t, filepath.Join(home, "notes.txt"), `^first\nsecond\n\d{4}-\d\d-\d\d \d\d:\d\d  water the plants\n$`)
			}},
		{name: "notes reads them back", reflex: "notes", config: notes, want: `^2 notes\nfirst\nsecond$`},
		{name: "trash is emptied", reflex: "trash", want: `^deleted the 2 items of the trash$`,
			after: func(t *testing.T, home string) {
				for _, dir := range []string{"files", "info"} {
					if left, err := os.ReadDir(filepath.Join(home, ".local/share/Trash", dir)); err != nil || len(left) > 0 {
						t.Errorf("%s holds %v, %v", dir, left, err)
					}
				}
				wantFile(t, filepath.Join(home, "docs/new.txt"), `^invoice 42\n$`)
			}},
		{name: "power asks for a reboot", reflex: "power", args: args(option("action", "restart")), fake: "systemctl", fails: `the system refused: asked for --no-ask-password reboot`},
		{name: "power asks for a shutdown", reflex: "power", args: args(option("action", "shutdown")), fake: "systemctl", fails: `the system refused: asked for --no-ask-password poweroff`},
		{name: "site reaches an address", reflex: "site", args: args(address(served(t))), want: `^http://127\.0\.0\.1:\d+/ answers 204 in \d+ ms$`},
		{name: "site says what does not answer", reflex: "site", args: args(address(closed(t))), want: `^http://127\.0\.0\.1:\d+/ does not answer: ECONNREFUSED$`},
	}
}

func args(all ...call.Arg) []call.Arg { return all }

func option(name, key string) call.Arg {
	return call.Arg{Name: name, Value: call.Value{Kind: call.Option, Key: key}}
}

func place(path string) call.Arg {
	return call.Arg{Name: "place", Value: call.Value{Kind: call.Word, Word: "docs", Bound: &path}}
}

func number(name, span string, n float64) call.Arg {
	return call.Arg{Name: name, Value: call.Value{Kind: call.Pick, Span: text.Span{Text: span}, Read: pick.Value{Kind: pick.Number, Number: n}}}
}

func seconds(name, span string, n float64) call.Arg {
	return call.Arg{Name: name, Value: call.Value{Kind: call.Pick, Span: text.Span{Text: span}, Read: pick.Value{Kind: pick.Duration, Number: n}}}
}

func quoted(name, words string) call.Arg {
	return call.Arg{Name: name, Value: call.Value{Kind: call.Pick, Span: text.Span{Text: words}, Read: pick.Value{Kind: pick.Quoted, Text: words}}}
}

func address(url string) call.Arg {
	return call.Arg{Name: "url", Value: call.Value{Kind: call.Pick, Span: text.Span{Text: url}, Read: pick.Value{Kind: pick.URL, Text: url}}}
}

// furnish makes home anew, with what the jobs are about.
func furnish(t *testing.T, home string) {
	t.Helper()
	if err := os.RemoveAll(home); err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string]string{
		"docs/new.txt":                             "invoice 42\n",
		"docs/old.txt":                             "nothing here\nan escape \x1b[2J\n",
		"docs/deep/letter.txt":                     "Dear Ana,\nAn INVOICE is due\n",
		"docs/.git/invoice":                        "invoice\n",
		"docs/picture.bin":                         "\x00\x01 invoice\n",
		"notes.txt":                                "first\nsecond",
		".local/share/Trash/files/a.txt":           "gone",
		".local/share/Trash/files/dir/deep/b.txt":  "gone",
		".local/share/Trash/info/a.txt.trashinfo":  "[Trash Info]\n",
		".local/share/Trash/info/dir.trashinfo":    "[Trash Info]\n",
		".local/share/Trash/info/orphan.trashinfo": "[Trash Info]\n",
		".local/share/Trash/directorysizes":        "1 1 dir\n",
	} {
		path = filepath.Join(home, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(home, "docs/new.txt"), filepath.Join(home, ".local/share/Trash/files/dir/link")); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"picture.bin", "deep", ".git", "old.txt", "new.txt"} {
		age(t, filepath.Join(home, "docs", name), 9-i)
	}
}

// pretend puts a program before all others: it says what it was asked for on
// its error output, and fails.
func pretend(t *testing.T, home, name string) {
	t.Helper()
	dir := filepath.Join(home, "programs")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\necho \"asked for $*\" >&2\nexit 1\n"
	if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// served is an address that answers.
func served(t *testing.T) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodHead {
			t.Errorf("asked with %s", r.Method)
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// closed is an address where nothing listens any more.
func closed(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	return server.URL + "/"
}

func wantFile(t *testing.T, path, pattern string) {
	t.Helper()
	if got := readFile(t, path); !regexp.MustCompile(pattern).MatchString(got) {
		t.Errorf("%s holds %q, want %s", filepath.Base(path), got, pattern)
	}
}
