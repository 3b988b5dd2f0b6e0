package site

import (
	"fmt"
	"strings"
	"testing"
)

func TestTheCodeOfTwoTrees(t *testing.T) {
	before := treeOf(t, map[string]string{"a": "1\n2\n3\n", "b": "x\n", "same": "s", "bin": "a\x00b", "z/gone": "1\n2"})
	after := treeOf(t, map[string]string{"a": "1\ntwo\n3\n4\n", "b": "x\n", "same": "s", "bin": "a\x00c", "c/new": "1\n2\n3\n"})
	c := compareTrees(before, after)
	want := codeDiff{Added: 1, Removed: 1, Changed: 2, Plus: 5, Minus: 3, Files: []fileRow{
		{"a", "changed", 2, 1, true}, {"bin", "changed", 0, 0, false}, {"c/new", "added", 3, 0, true}, {"z/gone", "removed", 0, 2, true},
	}}
	if fmt.Sprint(c) != fmt.Sprint(want) {
		t.Errorf("got %+v, want %+v", c, want)
	}
	if compareTrees(before, before).Any() {
		t.Error("a tree differs from itself")
	}
}

func TestWhatIsShownOfAChangeIsBounded(t *testing.T) {
	many, large := map[string]string{}, map[string]string{}
	for i := range 100 {
		many[fmt.Sprintf("f%03d", i)] = "x\n"
	}
	c := compareTrees(treeOf(t, nil), treeOf(t, many))
	if len(c.Files) != maxFileRows || c.More != 100-maxFileRows || c.Added != 100 || c.Plus != 100 {
		t.Errorf("got %+v", c)
	}
	for i := range 20 {
		large[fmt.Sprintf("f%d", i)] = strings.Repeat("line\n", maxDiffFile/5)
	}
	large["f0"] += strings.Repeat("more\n", maxDiffFile)
	c = compareTrees(treeOf(t, nil), treeOf(t, large))
	if c.Files[0].Counted || !c.Files[1].Counted || c.Files[11].Counted {
		t.Errorf("counted: %+v", c.Files)
	}
}

func TestTheContractsOfLargeManifestsAreNotCompared(t *testing.T) {
	s := newScene(t)
	const name = "github.com/radhi/house#greet"
	large := greet("Greet.", "read", "[needs]\nreads = [\"~/"+strings.Repeat("a", 200)+strings.Repeat("\", \"~/b", maxCompared/8)+"\"]\n")
	for i, text := range []string{greet("Greet.", "read", ""), large, large, greet("Greet.", "write", "")} {
		s.publish(name, fmt.Sprintf("1.%d.0", i), map[string]string{"reflex.toml": text})
	}
	s.all("site")
	page := s.page("site", "r/github.com/radhi/house/-/greet/index.html")
	if n := strings.Count(page, "contract not compared"); n != 3 {
		t.Errorf("%d are not compared in\n%.5000s", n, page)
	}
}
