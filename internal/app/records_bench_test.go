package app

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"sinew/decide/judge"
	"sinew/internal/turn"
)

// aThousand is a project of reflexes whose records are a thousand, decided by
// the built-in adapter.
func aThousand(b *testing.B) (*Decider, []judge.Case) {
	b.Helper()
	dir := b.TempDir()
	for name, value := range map[string]string{"HOME": dir, "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "", "XDG_STATE_HOME": "", "EVOKE_PLATFORM": "linux"} {
		b.Setenv(name, value)
	}
	b.Chdir(dir)
	root := filepath.Join(dir, ".config", "evoke")
	project := "adapter = \"local\"\n\n[reflexes]\n"
	for n := range 25 {
		project += fmt.Sprintf("pump%d = \"./pump%d\"\n", n, n)
		put(b, filepath.Join(root, fmt.Sprintf("pump%d", n), "reflex.toml"), pump(n))
	}
	put(b, filepath.Join(root, "evoke.toml"), project)
	m, err := NewMachine("sinew", "linux")
	if err != nil {
		b.Fatal(err)
	}
	p, err := m.Open(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	d, cases, err := p.records("")
	if err != nil || len(cases) != 1000 {
		b.Fatalf("%d records, %v", len(cases), err)
	}
	return d, cases
}

// pump is a reflex with forty records.
func pump(n int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "reflex = 1\ndescription = \"Set pump number %d of the garden.\"\neffect = \"write\"\nconfirm = \"Set it {state}?\"\nrun = [\"true\"]\n", n)
	fmt.Fprintf(&text, "\n[args.state]\nask = \"On or off?\"\noptions.on = \"It pumps.\"\noptions.off = \"It rests.\"\n\n[examples]\n")
	for i := range 3 {
		fmt.Fprintf(&text, "\"turn pump %d on in bed %d\" = { state = \"on\" }\n", n, i)
	}
	text.WriteString("\n[tests]\n")
	for i := range 37 {
		fmt.Fprintf(&text, "\"please switch pump %d off by row %d\" = { state = \"off\" }\n", n, i)
	}
	return text.String()
}

func BenchmarkTestOfAThousandRecords(b *testing.B) {
	d, cases := aThousand(b)
	for b.Loop() {
		if _, err := d.test(b.Context(), cases); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAThousandDecisions(b *testing.B) {
	d, cases := aThousand(b)
	for b.Loop() {
		for _, c := range cases {
			if _, err := turn.Decide(b.Context(), d.cat, d.by, c.Utterance, nil); err != nil {
				b.Fatal(err)
			}
		}
	}
}
