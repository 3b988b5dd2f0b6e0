package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sinew/cmd/sinew/cli"
	"sinew/internal/gittest"
)

// actAsSinew makes the test binary the program that is measured.
const actAsSinew = "BENCH_TEST_IS_SINEW"

func TestMain(m *testing.M) {
	if os.Getenv(actAsSinew) != "" {
		os.Exit(cli.Main())
	}
	os.Exit(m.Run())
}

func TestEveryWayDoesItsWork(t *testing.T) {
	if !gittest.HasGit() {
		t.Skip("needs git")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s, err := newStage(t.Context(), t.TempDir(), self)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	s.launcher = nil // the test binary is none
	s.env = append(s.env, actAsSinew+"=1")
	if err := s.findNode(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	for _, c := range slices.Concat([]contest{
		syncing("a collection", 1, 1, collection("few", 3), s),
		syncing("repositories", 1, 1, separate("some", 2), s),
		shop{dir: filepath.Join(s.dir, "judged"), things: trades[:3], each: 5}.contest(s, "records", 1, 1),
		s.decidingLocally(market{reflexes: 3, examples: 2}, 1), s.decidingStd(), scoring(s, 3, 2),
		planning(s, "few steps", 3, 3, 8), growing(s, "growing", 3),
	}, held(s), javascript(s)) {
		c.rounds = 1
		results, err := c.measure(t.Context())
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for i, r := range results {
			if r.wall <= 0 || r.cpu <= 0 {
				t.Errorf("%s, %s: took %v, %v of CPU", c.name, c.ways[i].name, r.wall, r.cpu)
			}
		}
	}
}

func TestAReflexThatAnswersOtherwiseIsAnError(t *testing.T) {
	s := &stage{dir: t.TempDir()}
	manifest := strings.Replace(nothingText, nothing, `/bin/sh", "-c", "true`, 1)
	r := &reflex{name: "nothing", files: map[string]string{"reflex.toml": manifest}, text: "something"}
	if err := r.parse(s); err != nil {
		t.Fatal(err)
	}
	if err := r.run(t.Context()); err == nil || !strings.Contains(err.Error(), `the text is ""`) {
		t.Errorf("the error is %v", err)
	}
}

func TestANodeThatIsAskedForMustBeThere(t *testing.T) {
	s := &stage{}
	if err := s.findNode(t.Context(), filepath.Join(t.TempDir(), "node")); err == nil {
		t.Errorf("a node was found: %+v", s.node)
	}
	t.Setenv("PATH", t.TempDir())
	if err := s.findNode(t.Context(), ""); err != nil || len(javascript(s)) > 0 {
		t.Errorf("without one: %v, %d contests", err, len(javascript(s)))
	}
}

func TestEveryTextOfAMarketIsAnother(t *testing.T) {
	m := market{reflexes: len(deeds) * len(trades), examples: 40}
	seen := map[string]bool{}
	for i := range m.reflexes {
		for _, said := range append(m.said(i), m.about(i)) {
			if seen[said] {
				t.Errorf("%q is said twice", said)
			}
			seen[said] = true
		}
	}
	if len(seen) != 250*41 || seen[m.sentence()] {
		t.Errorf("%d texts, the sentence among them: %v", len(seen), seen[m.sentence()])
	}
}

func TestTheEncodersThatAreComparedBothAnswer(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs go")
	}
	c := encoding(&stage{dir: t.TempDir()})
	if err := c.work(c.stage); err != nil {
		t.Fatal(err)
	}
	for _, w := range c.ways {
		if err := w.do(t.Context(), nil, ""); err != nil {
			t.Errorf("%s: %v", w.name, err)
		}
	}
}

func TestTheBodyIsOfTheSizeItIsNamedFor(t *testing.T) {
	if size := len(rota(5 << 10)); size < 5<<10 || size > 6<<10 {
		t.Errorf("it is of %d bytes", size)
	}
}

func TestAWayThatGetsTooLittleIsAnError(t *testing.T) {
	if _, err := contents("aa blob 3\nabc\nbb blob 2\nx", []string{"a", "b"}); err == nil {
		t.Error("half a file was taken")
	}
	files, err := contents("aa blob 3\na\nc\nbb blob 0\n\n", []string{"a", "d/b"})
	if err != nil || len(files) != 2 || string(files["a"]) != "a\nc" || string(files["d/b"]) != "" {
		t.Errorf("the files are %q, %v", files, err)
	}
}

func TestTheNewestTagIsTheLastThatIsNoPeeledOne(t *testing.T) {
	listing := "1\trefs/tags/v1.0.0\n2\trefs/tags/v1.1.0\n3\trefs/tags/v1.1.0^{}\n"
	if got := newest(listing); got != "refs/tags/v1.1.0" {
		t.Errorf("the newest is %q", got)
	}
}

func TestAContestSaysWhichBarIsPassed(t *testing.T) {
	c := contest{name: "work", ways: []way{{name: "ours"}, {name: "theirs", bar: 0.5}, {name: "others"}}}
	c.memory = 2 << 20
	if rows := c.rows([]result{{wall: 1, peak: 3 << 20}, {wall: 2}, {wall: 1}}); !strings.Contains(rows, "3.0 |                |   2.0 | over") {
		t.Errorf("over the bar of memory: %s", rows)
	}
	rows := strings.Split(c.rows([]result{{wall: 6 * time.Second}, {wall: 10 * time.Second}, {wall: 20 * time.Second}}), "\n")
	for i, want := range []string{"work", "0.60 |   0.5 | over", "0.30 |       |"} {
		if !strings.Contains(rows[i], want) {
			t.Errorf("line %d is %s, without %q", i, rows[i], want)
		}
	}
	if rows := c.rows([]result{{wall: 1}, {wall: 2}, {wall: 1}}); !strings.Contains(rows, "0.50 |   0.5 | ok") {
		t.Errorf("at the bar: %s", rows)
	}
}
