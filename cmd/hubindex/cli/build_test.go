package cli

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A mill makes sites from a hub.
type mill struct {
	*hub
	trees string
}

func newMill(t *testing.T) *mill {
	t.Helper()
	h := newHub(t)
	h.home.Apply(t)
	return &mill{h, filepath.Join(h.dir, "trees")}
}

// crawl reads the repositories and appends what is new.
func (m *mill) crawl(now string) {
	m.Helper()
	dir := filepath.Join(m.dir, "crawl")
	m.run(0, "", m.crawlArgs(dir, now, "--trees", m.trees)...)
	stream, _ := m.run(0, "", "merge", filepath.Join(dir, "out"))
	m.run(0, stream, m.appendArgs(now)...)
}

func (m *mill) buildArgs(name string, more ...string) []string {
	return append([]string{"build", "--log", m.log, "--vkey", m.vkey, "--trees", m.trees,
		"--state", filepath.Join(m.dir, name+".state"), "--site", filepath.Join(m.dir, name)}, more...)
}

func TestASiteIsBuiltFromRepositories(t *testing.T) {
	m := newMill(t)
	m.crawl(noon)
	out, said := m.run(0, "", m.buildArgs("site")...)
	if !strings.HasPrefix(out, "the site is made anew, 6 reflexes in 18 versions, 6 reflexes made, ") ||
		!strings.HasSuffix(out, "18 records of "+noon+"\n") || said != "" {
		t.Errorf("build says %q, %q", out, said)
	}
	page := m.read(filepath.Join(m.dir, "site/r/github.com/radhi/home3/index.html"))
	for _, part := range []string{"Say word3 again.", "sinew add radhi/home3<", "no file changed", "say word3 again"} {
		if !strings.Contains(page, part) {
			t.Errorf("there is no %q in\n%s", part, page)
		}
	}
	out, _ = m.run(0, "", m.buildArgs("site")...)
	if !strings.HasPrefix(out, "the site is brought up to date, 6 reflexes in 18 versions, 0 reflexes made, 0 files written, 0 removed: ") {
		t.Errorf("a second build says %q", out)
	}
}

func TestABuildWithoutTreesSaysSo(t *testing.T) {
	m := newMill(t)
	m.crawl(noon)
	kept := m.trees
	m.trees = t.TempDir()
	_, said := m.run(0, "", m.buildArgs("site")...)
	if !strings.HasPrefix(said, "12 trees are not in ") {
		t.Errorf("build says %q", said)
	}
	m.trees = kept
	m.run(0, "", m.buildArgs("site")...)
	m.run(0, "", m.buildArgs("calm")...)
	if !maps.Equal(filesOf(t, filepath.Join(m.dir, "site")), filesOf(t, filepath.Join(m.dir, "calm"))) {
		t.Error("trees that came late make another site")
	}
}

func TestABuildRefusesWhatItCannotTrustOrDo(t *testing.T) {
	m := newMill(t)
	m.crawl(noon)
	foreign := filepath.Join(m.dir, "foreign")
	if err := os.MkdirAll(filepath.Join(foreign, "r"), 0o755); err != nil {
		t.Fatal(err)
	}
	stranger := m.newKey("hub.example.org", filepath.Join(m.dir, "other.key"))
	m.refuses(exitRefused, "not signed", "build", "--log", m.log, "--vkey", stranger, "--trees", m.trees, "--state", foreign+".state", "--site", foreign)
	m.refuses(exitFailed, "empty directory", m.buildArgs("foreign")...)
	m.refuses(exitFailed, "--site is missing", "build", "--log", m.log, "--vkey", m.vkey, "--trees", m.trees, "--state", foreign)
	m.refuses(exitFailed, "no address", m.buildArgs("site", "--address", "hub.example.org")...)
	m.trees = filepath.Join(m.dir, "nowhere")
	m.refuses(exitFailed, "nowhere", m.buildArgs("site")...)
}

// TestTheDocumentedCommandsBuildTheSite runs the commands of the index's README
// as they stand there, in an empty directory.
func TestTheDocumentedCommandsBuildTheSite(t *testing.T) {
	m := newMill(t)
	t.Chdir(t.TempDir())
	if err := os.CopyFS("hub-index/listings", os.DirFS(m.index)); err != nil {
		t.Fatal(err)
	}
	lines := documented(t)
	for _, line := range append(lines, lines[1:]...) {
		m.shell(line)
	}
	page := m.read("site/index.html")
	for _, part := range []string{"6 reflexes of 6 collections, in 18 versions.", "radhi/home4"} {
		if !strings.Contains(page, part) {
			t.Errorf("there is no %q in\n%s", part, page)
		}
	}
}

// documented are the commands of the README's part about the site.
func documented(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(text), "## Build the site")
	_, block, _ := strings.Cut(part, "```\n")
	block, _, _ = strings.Cut(block, "```")
	lines := strings.FieldsFunc(block, func(r rune) bool { return r == '\n' })
	if len(lines) != 4 {
		t.Fatalf("the README has the commands %q", lines)
	}
	return lines
}

// readme is found before a test changes its directory.
var readme, _ = filepath.Abs("../../../hub-index/README.md")

// shell runs a line of the README: commands between pipes, the last of which may
// print to a file.
func (m *mill) shell(line string) {
	m.Helper()
	line, file, _ := strings.Cut(line, " > ")
	stream := ""
	for command := range strings.SplitSeq(line, " | ") {
		words := strings.Fields(strings.ReplaceAll(command, `"$(cat hub.vkey)"`, "VKEY"))
		for i, word := range words {
			if word == "VKEY" {
				words[i] = strings.TrimSpace(m.read("hub.vkey"))
			}
			words[i] = strings.ReplaceAll(words[i], "$SINEW/", "")
		}
		stream, _ = m.run(0, stream, words[1:]...)
	}
	if file == "" {
		return
	}
	if err := os.WriteFile(file, []byte(stream), 0o644); err != nil {
		m.Fatal(err)
	}
}
