package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// judging is a thousand records judged by one process, held against a thousand
// sentences decided by one.
func judging(s *stage) []contest {
	w := shop{dir: filepath.Join(s.dir, "judged"), things: trades, each: 40}
	return []contest{w.contest(s, "test, 1,000 records", 1, 5)}
}

// trades are what the reflexes of a shop are about.
var trades = strings.Fields(`anvil barrel candle drum easel ferry garden harbour igloo jigsaw kennel lantern mirror
	nursery orchard pantry quarry reservoir sawmill telescope umbrella vineyard windmill xylophone yacht`)

// A shop is a project of one reflex a thing, each with some records.
type shop struct {
	dir    string
	things []string
	each   int
}

func (w shop) contest(s *stage, name string, bar float64, rounds int) contest {
	sentences := strings.Join(w.sentences(), "\n") + "\n"
	return contest{
		name: name, rounds: rounds, stage: s,
		work: func(s *stage) error { return w.open(s) },
		ways: []way{
			{"sinew test", 0, func(ctx context.Context, t *tally, _ string) error {
				said, _, err := t.run(ctx, process{dir: w.dir, args: []string{s.binary, "test"}})
				if passed := strings.Count(string(said), fmt.Sprintf(" %d passed\n", w.each)); err == nil && passed != len(w.things) {
					err = fmt.Errorf("of %d reflexes every record passed, not of %d", passed, len(w.things))
				}
				return err
			}},
			{"sinew try --json, a line each", bar, func(ctx context.Context, t *tally, _ string) error {
				said, _, err := t.run(ctx, process{dir: w.dir, stdin: sentences, args: []string{s.binary, "try", "--json"}})
				if lines := strings.Count(string(said), "\n"); err == nil && lines != w.each*len(w.things) {
					err = fmt.Errorf("%d were decided", lines)
				}
				return err
			}},
		},
	}
}

// open writes the project and trusts it.
func (w shop) open(s *stage) error {
	project := "adapter = \"local\"\n\n[reflexes]\n"
	for _, thing := range w.things {
		project += fmt.Sprintf("%s = \"./%s\"\n", thing, thing)
		if err := os.MkdirAll(filepath.Join(w.dir, thing), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(w.dir, thing, "reflex.toml"), []byte(w.manifest(thing)), 0o644); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(w.dir, "evoke.toml"), []byte(project), 0o644); err != nil {
		return err
	}
	cmd := exec.Command(s.binary, "trust")
	cmd.Dir, cmd.Env = w.dir, s.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("sinew trust: %w: %s", err, out)
	}
	return nil
}

func (w shop) manifest(thing string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "reflex = 1\ndescription = \"Open or close the %s.\"\neffect = \"read\"\nconfirm = \"Go on with the %s?\"\nrun = [\"true\"]\n\n", thing, thing)
	text.WriteString("[args.state]\nask = \"Open or closed?\"\noptions.open = \"Open it.\"\noptions.close = \"Close it.\"\n\n[examples]\n")
	for n := range w.each {
		if n == 3 {
			text.WriteString("\n[tests]\n")
		}
		fmt.Fprintf(&text, "%q = { state = \"open\" }\n", sentence(thing, n))
	}
	return text.String()
}

func (w shop) sentences() []string {
	var all []string
	for _, thing := range w.things {
		for n := range w.each {
			all = append(all, sentence(thing, n))
		}
	}
	return all
}

func sentence(thing string, n int) string { return fmt.Sprintf("open the %s in row %d", thing, n) }
