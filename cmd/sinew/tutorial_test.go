package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	program "sinew/exec"
	"sinew/exec/policy"
	"sinew/internal/gittest"
)

// tutorial is the document that TestTheTutorialIsWhatHappens replays.
var tutorial = filepath.Join("..", "..", "docs", "tutorial.md")

// namedFile is the file a block is to be written to, in the line before it.
var namedFile = regexp.MustCompile("`([^`]+\\.toml)`[^`]*:$")

// A replay runs a document, command by command, and writes down what it says.
type replay struct {
	t        *testing.T
	home     *gittest.Home
	dir      string   // where the next command runs
	before   string   // the last line of prose
	open     bool     // within a block
	language string   // of the block
	body     []string // of the block
	happens  []string // the document, with what was printed here
}

// With -update, the document is rewritten where it differs.
func TestTheTutorialIsWhatHappens(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("needs node") // for the body that new writes
	}
	if program.Contained().Type != policy.Full {
		t.Skip("needs a kernel that holds all of a declaration") // else lines that run a body say so
	}
	r := newReplay(t)
	said := readLines(t, tutorial)
	happens := r.document(said)
	if *update {
		writeFile(t, tutorial, strings.Join(happens, "\n"))
	} else if difference := firstDifference(said, happens); difference != "" {
		t.Errorf("%s:%s", tutorial, difference)
	}
	r.installs("greet", "2.0.0")
	r.installs("shopping", "2.0.0")
}

func TestATutorialThatSaysOtherwiseIsCaughtAtItsLine(t *testing.T) {
	t.Parallel()
	said := []string{"Said:", "```console", "$ mkdir x && cd x", "$ basename \"$PWD\"", "y", "```", ""}
	happens := newReplay(t).document(said)
	if got, want := firstDifference(said, happens), "5: said\n  y\nhappens\n  x"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// newReplay is a replay in a new home, where pushing to GitHub and fetching
// from it reach one empty repository of this machine.
func newReplay(t *testing.T) *replay {
	t.Helper()
	server, root := serve(t)
	if _, err := gittest.Create(gittest.Path(root, "you", "house"), "sha1"); err != nil {
		t.Fatal(err)
	}
	home, err := gittest.NewHome(t.TempDir(), server)
	if err != nil {
		t.Fatal(err)
	}
	const config = "[url %q]\n\tpushInsteadOf = https://github.com/\n[user]\n\tname = You\n\temail = you@example.invalid\n"
	if err := home.Configure(fmt.Sprintf(config, root+"/")); err != nil {
		t.Fatal(err)
	}
	home.Set("GORACE", "atexit_sleep_ms=0") // as in settle
	return &replay{t: t, home: home, dir: home.Dir}
}

// document replays the lines of one, and is what they would be if each block
// said what happens.
func (r *replay) document(lines []string) []string {
	for _, line := range lines {
		r.line(line)
	}
	if r.open {
		r.t.Fatal("the last block is not closed")
	}
	return r.happens
}

// line takes one line: prose, a fence, or a line within a block.
func (r *replay) line(line string) {
	language, fence := strings.CutPrefix(line, "```")
	switch {
	case fence && r.open:
		r.block()
		r.open = false
	case fence:
		r.open, r.language, r.body = true, language, nil
	case r.open:
		r.body = append(r.body, line)
		return
	case line != "":
		r.before = line
	}
	r.happens = append(r.happens, line)
}

// block runs the commands of a console, or writes a file.
func (r *replay) block() {
	if r.language != "console" {
		r.file(r.body)
		r.happens = append(r.happens, r.body...)
		return
	}
	for _, line := range r.body {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			r.happens = append(append(r.happens, line), r.run(command)...)
		}
	}
}

// file writes a block to the file that the line before it names.
func (r *replay) file(lines []string) {
	named := namedFile.FindStringSubmatch(r.before)
	if named == nil {
		r.t.Fatalf("no file is named before a block: %q", r.before)
	}
	path := filepath.Join(r.dir, named[1])
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	writeFile(r.t, path, strings.Join(lines, "\n")+"\n")
}

// run is what a command prints, its errors too. The next one runs where it
// went.
func (r *replay) run(command string) []string {
	went := filepath.Join(r.t.TempDir(), "went")
	cmd := exec.Command("sh", "-c", command+"\npwd >"+went)
	cmd.Dir, cmd.Env = r.dir, r.home.Environ()
	var printed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &printed, &printed
	if err := cmd.Run(); err != nil {
		r.t.Fatalf("%s: %v\n%s", command, err, &printed)
	}
	r.dir = strings.Join(readLines(r.t, went)[:1], "")
	if printed.Len() == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(printed.String(), "\n"), "\n")
}

// installs requires a reflex in the lock, at a version.
func (r *replay) installs(name, version string) {
	r.t.Helper()
	lock := strings.Join(readLines(r.t, filepath.Join(r.home.Dir, ".config", "evoke", "evoke.lock")), "\n")
	_, entry, found := strings.Cut(lock, "[reflexes."+name+"]\n")
	entry, _, _ = strings.Cut(entry, "\n[")
	if !found || !regexp.MustCompile(`(?m)^tag *= "`+regexp.QuoteMeta(version)+`"$`).MatchString(entry) {
		r.t.Errorf("%s is not installed at %s:\n%s", name, version, lock)
	}
}

// firstDifference is the line where two documents part, and what each of them
// has from there to the next command; "" for nowhere.
func firstDifference(said, happens []string) string {
	i := 0
	for i < len(said) && i < len(happens) && said[i] == happens[i] {
		i++
	}
	if i == len(said) && i == len(happens) {
		return ""
	}
	return fmt.Sprintf("%d: said\n%s\nhappens\n%s", i+1, untilCommand(said[i:]), untilCommand(happens[i:]))
}

// untilCommand is the lines before the next command or the block's end,
// indented.
func untilCommand(lines []string) string {
	var shown []string
	for _, line := range lines {
		if strings.HasPrefix(line, "$ ") || strings.HasPrefix(line, "```") {
			break
		}
		shown = append(shown, "  "+line)
	}
	return strings.Join(shown, "\n")
}

func readLines(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(text), "\n")
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
