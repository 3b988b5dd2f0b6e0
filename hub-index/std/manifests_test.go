package std_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sinew/pkg/manifest"
	"sinew/pkg/name"
	"sinew/pkg/text"
)

func TestEveryManifestReadsCleanOfLint(t *testing.T) {
	for reflex, m := range manifests(t) {
		if err := name.Check(reflex, name.Local); err != nil {
			t.Errorf("%s: %v", reflex, err)
		}
		if len(m.Unknown) > 0 {
			t.Errorf("%s: unknown keys %v", reflex, m.Unknown)
		}
		if lint := m.Lint(); len(lint) > 0 {
			t.Errorf("%s: lint %v", reflex, lint)
		}
		if m.Run.File != "" {
			if _, err := os.Stat(filepath.Join(reflex, m.Run.File)); err != nil {
				t.Errorf("%s: %v", reflex, err)
			}
		}
	}
}

func TestTheCollectionHasAllThreeEffectsAndEightReflexesThatNeedNoJavaScript(t *testing.T) {
	effects := map[manifest.Effect]int{}
	argv := 0
	all := manifests(t)
	for _, m := range all {
		effects[m.Effect]++
		if len(m.Run.Argv) > 0 {
			argv++
		}
	}
	if len(all) < 12 || len(effects) != 3 || argv < 8 {
		t.Errorf("%d reflexes, %d argv, effects %v", len(all), argv, effects)
	}
}

// The rules are those of the manual's page "Rules for reflexes, playbooks and
// collections" that a program can check.
func TestEveryManifestKeepsTheRules(t *testing.T) {
	for reflex, m := range manifests(t) {
		check := func(kept bool, rule string, values ...any) {
			t.Helper()
			if !kept {
				t.Errorf("%s: %s", reflex, fmt.Sprintf(rule, values...))
			}
		}
		summary, boundary, _ := strings.Cut(m.Description, "\n")
		check(len([]rune(summary)) <= 100, "the summary is %d characters", len([]rune(summary)))
		check(boundary != "" && !strings.Contains(boundary, "\n"), "the description is not two lines")
		check(len(m.NotFor) > 0 && len(m.NotFor) <= 8, "not_for has %d lines", len(m.NotFor))
		check(m.EffectWritten, "the effect is not written")
		check(asserting(m.Examples) >= 3, "%d examples", asserting(m.Examples))
		check(len(m.Tests)-asserting(m.Tests) >= 2, "fewer than two near neighbours")
		for _, a := range m.Args {
			asked := slices.Contains(manifest.Placeholders(m.Confirm), a.Name)
			check(asked == a.Required(), "confirm and the argument %s", a.Name)
			if a.Source == manifest.Options || a.Source == manifest.Pick {
				check(leavesOut(m, a.Name), "no record leaves out %s", a.Name)
			}
			for _, o := range a.Options {
				check(states(m.Examples, a.Name, o.Key) && states(m.Tests, a.Name, o.Key), "no record of %s %s", a.Name, o.Key)
			}
		}
	}
}

func TestNoTwoReflexesClaimOneSentence(t *testing.T) {
	owners := map[string]string{}
	for reflex, m := range manifests(t) {
		for _, r := range slices.Concat(m.Examples, m.Tests) {
			id := text.Identity(r.Utterance)
			if r.Never {
				continue
			}
			if owner, taken := owners[id]; taken && owner != reflex {
				t.Errorf("%q is of %s and of %s", r.Utterance, owner, reflex)
			}
			owners[id] = reflex
		}
	}
}

func TestANearNeighbourStandsInWordsThatNoExampleUses(t *testing.T) {
	for reflex, m := range manifests(t) {
		for _, r := range m.Tests {
			for _, e := range m.Examples {
				if text.Identity(e.Utterance) == text.Identity(r.Utterance) {
					t.Errorf("%s: the test %q is an example", reflex, r.Utterance)
				}
			}
		}
	}
}

func TestTheReadmeHasARowForEveryReflex(t *testing.T) {
	readme := readFile(t, "README.md")
	for reflex, m := range manifests(t) {
		var cells []string
		for line := range strings.Lines(readme) {
			if rest, ok := strings.CutPrefix(line, "| "+reflex+" |"); ok {
				cells = strings.Split(rest, "|")
			}
		}
		if len(cells) != 7 {
			t.Errorf("%s: %d cells in its row", reflex, len(cells))
			continue
		}
		if got := strings.TrimSpace(cells[1]); got != m.Effect.String() {
			t.Errorf("%s is %s in the table, %s in the manifest", reflex, got, m.Effect)
		}
		for _, a := range m.Args {
			if !strings.Contains(cells[2], a.Name+", ") {
				t.Errorf("%s: the table has no argument %s", reflex, a.Name)
			}
		}
		body := "JavaScript"
		if len(m.Run.Argv) > 0 {
			body = "`" + m.Run.Argv[0] + "`"
		}
		runsOn := "both"
		if slices.Equal(m.Platforms, []string{"linux"}) {
			runsOn = "Linux"
		}
		if got := []string{strings.TrimSpace(cells[4]), strings.TrimSpace(cells[5])}; !slices.Equal(got, []string{body, runsOn}) {
			t.Errorf("%s: the table says %v, want %s on %s", reflex, got, body, runsOn)
		}
	}
}

// manifests are the sources' manifests, by reflex.
func manifests(t *testing.T) map[string]*manifest.Manifest {
	t.Helper()
	files, err := filepath.Glob("*/reflex.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d manifests, %v", len(files), err)
	}
	all := map[string]*manifest.Manifest{}
	for _, file := range files {
		reflex := filepath.Dir(file)
		m, err := manifest.Parse(reflex, []byte(readFile(t, file)))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		all[reflex] = m
	}
	return all
}

func asserting(records []manifest.Record) int {
	n := 0
	for _, r := range records {
		if !r.Never {
			n++
		}
	}
	return n
}

func leavesOut(m *manifest.Manifest, arg string) bool {
	return anyAssertion(slices.Concat(m.Examples, m.Tests), func(a manifest.Assertion) bool { return a.Arg == arg && a.Unstated })
}

func states(records []manifest.Record, arg, value string) bool {
	return anyAssertion(records, func(a manifest.Assertion) bool { return a.Arg == arg && a.Value == value })
}

func anyAssertion(records []manifest.Record, is func(manifest.Assertion) bool) bool {
	return slices.ContainsFunc(records, func(r manifest.Record) bool { return slices.ContainsFunc(r.Asserts, is) })
}
