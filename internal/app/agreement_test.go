package app

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sinew/pkg/diag"
)

// home is a machine whose home project has two reflexes of the collection and a
// local one, with what was written for them.
func home(t *testing.T) (*Machine, string) {
	t.Helper()
	dir := t.TempDir()
	for name, value := range map[string]string{
		"HOME": dir, "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "", "XDG_STATE_HOME": "", "SINEW_MIRROR": "", "EVOKE_PLATFORM": "linux",
	} {
		t.Setenv(name, value)
	}
	t.Chdir(dir)
	m, err := NewMachine("sinew", "linux")
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Add(t.Context(), []string{"std:disk", "std:size"}, "", Fetching{Offline: true}); err != nil {
		t.Fatal(err)
	}
	return m, filepath.Join(dir, ".config", "evoke")
}

// said are the disagreements, each as `<file>:<line> <text> → <fix>`.
func said(problems diag.Problems) []string {
	var lines []string
	for _, p := range problems {
		lines = append(lines, fmt.Sprintf("%s:%d %s → %s", p.At.File.Kind, p.At.Line, p.Error(), p.Fix.Kind))
	}
	return lines
}

// replaced is a file with text in the place of other text, which must be there.
func replaced(t *testing.T, file, old, text string) {
	t.Helper()
	now, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(now), old) {
		t.Fatalf("%s holds %q, %v", file, now, err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(now), old, text, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestEachFieldThatIsEditedDisagrees(t *testing.T) {
	for name, c := range map[string]struct {
		file, old, text string
		want            []string
	}{
		"nothing":              {"evoke.toml", "adapter", "adapter", nil},
		"a comment":            {"evoke.toml", "adapter", "# mine\nadapter", nil},
		"a pin":                {"evoke.toml", `"std:disk"`, `"std:disk@9.9.9"`, []string{"project:4 disk: pin is 9.9.9 in evoke.toml and tag is 0.1.0 in evoke.lock → update"}},
		"the pin it has":       {"evoke.toml", `"std:disk"`, `"std:disk@0.1.0"`, nil},
		"a ref":                {"evoke.toml", `"std:disk"`, `"std:load"`, []string{"project:4 disk: ref is std:load in evoke.toml and std:disk in evoke.lock → add_ref"}},
		"a new name":           {"evoke.toml", "disk =", "room =", []string{"project:4 room: is not locked → add_ref", "lock:9 disk: is in evoke.lock and not in evoke.toml → remove"}},
		"the adapter":          {"evoke.toml", `"local"`, `"jev"`, []string{`lock:6 adapter is jev in evoke.toml and "local" in evoke.lock → edit_line`}},
		"the adapter's lock":   {"evoke.lock", `name = "local"`, `name = "replay"`, []string{`lock:6 adapter is local in evoke.toml and "replay" in evoke.lock → edit_line`}},
		"a locked ref":         {"evoke.lock", `"std:disk"`, `"std:load"`, []string{"project:4 disk: ref is std:disk in evoke.toml and std:load in evoke.lock → add_ref"}},
		"a commit":             {"evoke.lock", `commit = "7b8043`, `commit = "000000`, []string{"lock:12 disk: commit of 0.1.0 is 7b8043…, and 000000… in evoke.lock → update"}},
		"a hash":               {"evoke.lock", `h1     = "h1:d7aa43`, `h1     = "h1:000000`, []string{"lock:13 disk: h1:000000… is not in the store → sync"}},
		"an effect, tightened": {"evoke.lock", `effect = "read"`, `effect = "write"`, nil},
		"needs, widened":       {"evoke.lock", "effect = \"read\"\n", "effect = \"read\"\nneeds  = { hosts = [\"*\"] }\n", []string{"lock:15 disk: needs in evoke.lock has hosts *, and its manifest has not → edit_line"}},
		"the types":            {"evoke.d.ts", "export interface Reflexes", "export interface Reflexes // mine", []string{"types:10 evoke.d.ts is not what the reflexes say, from line 10 → update"}},
		"a local one, missing": {"evoke.toml", `"std:disk"`, `"./disk"`, []string{"lock:9 disk: ref is ./disk in evoke.toml and std:disk in evoke.lock → edit_line", "project:4 disk: <dir>/disk/reflex.toml is missing → remove"}},
	} {
		t.Run(name, func(t *testing.T) {
			m, dir := home(t)
			replaced(t, filepath.Join(dir, c.file), c.old, c.text)
			p, err := m.Look()
			if err != nil {
				t.Fatal(err)
			}
			got := said(p.Disagreements())
			for n := range got {
				got[n] = shortened(strings.ReplaceAll(got[n], dir, "<dir>"))
			}
			if name == "the types" || strings.HasPrefix(name, "a local") { // what else follows from it is not this test's
				got = got[:min(len(got), len(c.want))]
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("it says\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// shortened is a line with its hashes cut to six digits.
func shortened(line string) string {
	words := strings.Fields(line)
	for n, w := range words {
		if prefix, hex, _ := strings.Cut(w, ":"); strings.HasPrefix(w, "h1:") && len(hex) == 64 {
			words[n] = prefix + ":" + hex[:6] + "…"
		} else if digits := strings.TrimSuffix(w, ","); len(digits) == 40 {
			words[n] = digits[:6] + "…" + strings.TrimPrefix(w, digits)
		}
	}
	return strings.Join(words, " ")
}

func TestALockedEffectIsNeverLooserThanItsManifest(t *testing.T) {
	m, dir := home(t)
	p, err := m.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Add(t.Context(), []string{"std:timer"}, "", Fetching{}); err != nil {
		t.Fatal(err)
	}
	replaced(t, filepath.Join(dir, "evoke.lock"), `effect = "write"`, `effect = "read"`)
	if p, err = m.Look(); err != nil {
		t.Fatal(err)
	}
	got := said(p.Disagreements())
	if len(got) == 0 || !strings.HasSuffix(got[0], "timer: effect is write in its manifest and read in evoke.lock → edit_line") {
		t.Errorf("it says %q", got)
	}
}

// A commit is held against what was fetched: the same content under another
// commit of the same tag is no agreement, and of another tag it is none to
// speak of.
func TestALockedCommitIsHeldAgainstWhatWasFetched(t *testing.T) {
	m, dir := home(t)
	lock := filepath.Join(dir, "evoke.lock")
	for _, each := range []string{"evoke.toml", "evoke.lock"} {
		text, err := os.ReadFile(filepath.Join(dir, each))
		if err != nil {
			t.Fatal(err)
		}
		moved := strings.ReplaceAll(string(text), "std:disk", "radhi/home/disk")
		if err := os.WriteFile(filepath.Join(dir, each), []byte(moved), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want int) {
		t.Helper()
		p, err := m.Look()
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Disagreements(); len(got) != want {
			t.Errorf("it says %q, want %d", said(got), want)
		}
	}
	check(0) // nothing is known of where it came from
	p, err := m.Look()
	if err != nil {
		t.Fatal(err)
	}
	if err := m.remember(t.Context(), p.lock.Reflexes[:1]); err != nil {
		t.Fatal(err)
	}
	check(0)
	replaced(t, lock, `commit = "7b8043`, `commit = "000000`)
	check(1)
	replaced(t, lock, `tag    = "0.1.0"`, `tag    = "0.2.0"`)
	check(0)
}
