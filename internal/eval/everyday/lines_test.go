package everyday

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/pick/spoken"
	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
)

// counts are the lines of each collection, both halves, as README.md says them.
var counts = map[string]struct{ in, near, far int }{
	"std":        {180, 80, 40},
	"collection": {120, 50, 30},
}

// seed is what the split hashes before each utterance (README.md).
const seed = "everyday 1"

func load(t *testing.T, collection string, half Half) *Set {
	t.Helper()
	set, err := Load(collection, half)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// both are the lines of a collection, the development half first.
func both(t *testing.T, collection string) []Line {
	t.Helper()
	return slices.Concat(load(t, collection, Development).Lines, load(t, collection, HeldOut).Lines)
}

// eachCollection runs a test over the manifests of every collection that is
// at hand: the second is test data that stands outside of the repository.
func eachCollection(t *testing.T, f func(t *testing.T, collection string, installed map[string]*manifest.Manifest)) {
	for _, collection := range Collections() {
		t.Run(collection, func(t *testing.T) { f(t, collection, manifests(t, collection)) })
	}
}

// manifests are all of a collection's, by reflex.
func manifests(t *testing.T, collection string) map[string]*manifest.Manifest {
	t.Helper()
	folder := "../../../hub-index/std"
	if collection != "std" {
		shared := os.Getenv("SINEW_TESTDATA")
		if shared == "" {
			t.Skip("SINEW_TESTDATA is not set")
		}
		folder = filepath.Join(shared, "data", collection)
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*", "reflex.toml"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no manifests in %s: %v", folder, err)
	}
	all := map[string]*manifest.Manifest{}
	for _, path := range paths {
		reflex := filepath.Base(filepath.Dir(path))
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if all[reflex], err = manifest.Parse(reflex, src); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestAllOfACollectionIsInstalled(t *testing.T) {
	eachCollection(t, func(t *testing.T, collection string, installed map[string]*manifest.Manifest) {
		var names []string
		for name := range installed {
			names = append(names, name)
		}
		slices.Sort(names)
		if got := load(t, collection, Development).Installed; !slices.Equal(got, names) {
			t.Errorf("installed are %q, the collection has %q", got, names)
		}
	})
}

func TestTheHalvesAssumeTheSame(t *testing.T) {
	for _, collection := range Collections() {
		a, b := load(t, collection, Development), load(t, collection, HeldOut)
		if a.Collection != collection || b.Collection != collection || a.Half != Development || b.Half != HeldOut {
			t.Errorf("%s: the halves say they are %s of %s and %s of %s", collection, a.Half, a.Collection, b.Half, b.Collection)
		}
		if !slices.Equal(a.Installed, b.Installed) || !reflect.DeepEqual(a.Vocabularies, b.Vocabularies) {
			t.Errorf("%s: the halves do not assume the same reflexes and words", collection)
		}
	}
}

// TestEveryLineIsARecordOfItsReflex has the format's own reader judge the
// arguments, as a person's overlay, which may name vocabulary words.
func TestEveryLineIsARecordOfItsReflex(t *testing.T) {
	eachCollection(t, func(t *testing.T, collection string, installed map[string]*manifest.Manifest) {
		for _, line := range both(t, collection) {
			if !line.InScope() {
				continue
			}
			m := installed[line.Reflex]
			overlay, err := manifest.ReadOverlay(line.Reflex, []byte(record(line)), m)
			if err != nil || len(overlay.Orphaned) > 0 {
				t.Errorf("%q: %v %v", line.Utterance, err, overlay)
			}
			checkStatesAll(t, line, m)
		}
	})
}

// record is a line as a record of an overlay.
func record(line Line) string {
	var args []tomldoc.Pair
	for _, a := range line.Args {
		value := tomldoc.Str(a.Value)
		if a.Raised || a.Unstated {
			value = tomldoc.Truth(a.Raised)
		}
		args = append(args, tomldoc.Pair{Key: a.Arg, Value: value})
	}
	return fmt.Sprintf("[tests]\n%s = %s\n", tomldoc.QuoteKey(line.Utterance), tomldoc.Inline(args...))
}

func checkStatesAll(t *testing.T, line Line, m *manifest.Manifest) {
	t.Helper()
	if len(line.Args) != len(m.Args) {
		t.Errorf("%q states %d of the %d arguments of %s", line.Utterance, len(line.Args), len(m.Args), line.Reflex)
	}
	for _, a := range line.Args {
		if a.Raised && m.Arg(a.Arg).Source != manifest.Flag {
			t.Errorf("%q raises %s, which is no flag", line.Utterance, a.Arg)
		}
	}
}

func TestEveryWordIsInItsVocabulary(t *testing.T) {
	eachCollection(t, func(t *testing.T, collection string, installed map[string]*manifest.Manifest) {
		words := map[string]bool{}
		for _, v := range load(t, collection, Development).Vocabularies {
			for _, w := range v.Words {
				words[v.Name+" "+w.Word] = true
			}
		}
		for _, line := range both(t, collection) {
			for _, a := range line.Args {
				arg := installed[line.Reflex].Arg(a.Arg)
				if arg.Source == manifest.Vocab && !a.Unstated && !words[arg.Vocab+" "+a.Value] {
					t.Errorf("%q: %q is no word of %s", line.Utterance, a.Value, arg.Vocab)
				}
			}
		}
	})
}

// TestEveryPickIsRead holds the spans to what the recognizers find, as typed or
// said aloud. A quoted text may stand without its quotes.
func TestEveryPickIsRead(t *testing.T) {
	eachCollection(t, func(t *testing.T, collection string, installed map[string]*manifest.Manifest) {
		for _, line := range both(t, collection) {
			for _, a := range line.Args {
				arg := installed[line.Reflex].Arg(a.Arg)
				if arg.Source != manifest.Pick || a.Unstated || arg.Pick == "quoted" && !strings.Contains(line.Utterance, `"`) {
					continue
				}
				if !slices.Contains(spans(line.Utterance, pick.Kind(arg.Pick)), a.Value) {
					t.Errorf("%q: no %s reads %q", line.Utterance, arg.Pick, a.Value)
				}
			}
		}
	})
}

func spans(utterance string, kind pick.Kind) []string {
	heard := spoken.Read(utterance, spoken.Argument{Kind: kind})
	var all []string
	for _, c := range pick.Find(utterance) {
		if c.Value.Kind == kind && !slices.Contains(heard.Withdrawn, c.Span) {
			all = append(all, c.Span.Text)
		}
	}
	for _, s := range heard.Said {
		all = append(all, s.Span.Text)
	}
	return all
}

func TestNoUtteranceStandsTwice(t *testing.T) {
	seen := map[string]bool{}
	for _, collection := range Collections() {
		for _, line := range both(t, collection) {
			identity := text.Identity(line.Utterance)
			if seen[identity] {
				t.Errorf("%q stands twice", line.Utterance)
			}
			seen[identity] = true
		}
	}
}

func TestNoLineIsARecordOfAManifest(t *testing.T) {
	eachCollection(t, func(t *testing.T, collection string, installed map[string]*manifest.Manifest) {
		for _, line := range slices.Concat(both(t, "std"), both(t, "collection")) {
			for _, m := range installed {
				for _, r := range slices.Concat(m.Examples, m.Tests) {
					if text.Identity(r.Utterance) == text.Identity(line.Utterance) || alike(r.Utterance, line.Utterance) {
						t.Errorf("%q is, or nearly is, the record %q", line.Utterance, r.Utterance)
					}
				}
			}
		}
	})
}

// alike reports whether two texts share more than two thirds of their words.
func alike(a, b string) bool {
	x, y := wordsOf(a), wordsOf(b)
	shared := 0
	for w := range x {
		if y[w] {
			shared++
		}
	}
	return 3*shared > 2*(len(x)+len(y)-shared)
}

func wordsOf(s string) map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune(" \"'.,:;!?", r) }) {
		words[w] = true
	}
	return words
}

// TestMostLinesAreHard counts the lines in scope of which no example of their
// reflex has more than half of the words.
func TestMostLinesAreHard(t *testing.T) {
	eachCollection(t, func(t *testing.T, collection string, installed map[string]*manifest.Manifest) {
		hard := 0
		for _, line := range both(t, collection) {
			if line.InScope() && isHard(line, installed[line.Reflex].Examples) {
				hard++
			}
		}
		if hard < counts[collection].in/2 {
			t.Errorf("%d of %d lines are hard", hard, counts[collection].in)
		}
	})
}

func isHard(line Line, examples []manifest.Record) bool {
	words := wordsOf(line.Utterance)
	return !slices.ContainsFunc(examples, func(r manifest.Record) bool {
		shared, taught := 0, wordsOf(r.Utterance)
		for w := range words {
			if taught[w] {
				shared++
			}
		}
		return 2*shared > len(words)
	})
}

// stratum is the part of a set that the split halves: a reflex, near or far.
func stratum(line Line) string {
	return cmp.Or(line.Reflex, map[bool]string{true: "(near)", false: "(far)"}[line.Near != ""])
}

func strata(lines []Line) map[string][]Line {
	parts := map[string][]Line{}
	for _, line := range lines {
		parts[stratum(line)] = append(parts[stratum(line)], line)
	}
	return parts
}

func TestTheCountsAreAsSaid(t *testing.T) {
	for _, collection := range Collections() {
		set := load(t, collection, Development)
		parts, got := strata(both(t, collection)), counts[collection]
		if len(parts["(near)"]) != got.near || len(parts["(far)"]) != got.far {
			t.Errorf("%s: %d near, %d far", collection, len(parts["(near)"]), len(parts["(far)"]))
		}
		in := 0
		for _, reflex := range set.Installed {
			in += len(parts[reflex])
			if len(parts[reflex]) < 5 {
				t.Errorf("%s: %d lines of %s", collection, len(parts[reflex]), reflex)
			}
		}
		if in != got.in {
			t.Errorf("%s: %d in scope", collection, in)
		}
	}
}

// TestTheHalvesAreTheDrawnOnes repeats the draw: in each stratum, the half of
// the lines whose hash comes first is the one to develop against.
func TestTheHalvesAreTheDrawnOnes(t *testing.T) {
	for _, collection := range Collections() {
		development := strata(load(t, collection, Development).Lines)
		for name, lines := range strata(both(t, collection)) {
			slices.SortFunc(lines, func(a, b Line) int { return cmp.Compare(draw(a), draw(b)) })
			if want := lines[:len(lines)/2]; len(lines)%2 != 0 || !reflect.DeepEqual(development[name], want) {
				t.Errorf("%s: the development half of %s is not the first half of its %d lines", collection, name, len(lines))
			}
		}
	}
}

func draw(line Line) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(seed+"\n"+text.Identity(line.Utterance))))
}
