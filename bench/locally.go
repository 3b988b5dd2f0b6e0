package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// locally are the contests of the local adapter: one sentence decided by a
// fresh process, as reflexes and examples grow, and what a decision is made of.
func locally(s *stage) []contest {
	return []contest{
		encoding(s), scoring(s, 15, 10), scoring(s, 50, 10), scoring(s, 250, 10),
		s.decidingStd(),
		s.decidingLocally(market{15, 5}, 41), s.decidingLocally(market{15, 10}, 41), s.decidingLocally(market{15, 40}, 9),
		s.decidingLocally(market{50, 5}, 9), s.decidingLocally(market{150, 5}, 5), s.decidingLocally(market{250, 5}, 5),
	}
}

// The bars of a decision with a warm cache over fifteen reflexes: so many
// starts of /bin/true, and so much memory.
const (
	starts     = 40
	mostMemory = 60 << 20
)

// decidingLocally is one sentence decided over a market, with the vectors of its
// texts at hand and with none.
func (s *stage) decidingLocally(m market, rounds int) contest {
	dir := filepath.Join(s.dir, "projects", fmt.Sprintf("market%dx%d", m.reflexes, m.examples))
	bar, memory := 0.0, int64(0)
	if m.reflexes == 15 && m.examples <= 10 {
		bar, memory = starts, mostMemory
	}
	cold := way{"sinew try, cold", 0, func(ctx context.Context, t *tally, cache string) error {
		return s.decides(ctx, t, dir, m.sentence(), "XDG_CACHE_HOME="+cache)
	}}
	return contest{
		name: fmt.Sprintf("decide locally, %d × %d", m.reflexes, m.examples), rounds: rounds, stage: s, memory: memory,
		work: func(s *stage) error { return s.trade(m, dir) },
		ways: []way{s.warm(dir, m.sentence()), start("/bin/true", bar, "/bin/true"), cold},
	}
}

// decidingStd is the same over all that is built into the program.
func (s *stage) decidingStd() contest {
	dir := filepath.Join(s.dir, "projects", "std")
	return contest{
		name: "decide locally, std", rounds: 41, stage: s, memory: mostMemory,
		work: func(s *stage) error {
			if err := write(dir, map[string]string{"evoke.toml": "adapter = \"local\"\n"}); err != nil {
				return err
			}
			return firstError(s.forgetful(dir), s.inProject(dir, "add", "std:"), s.inProject(dir, "trust"))
		},
		ways: []way{s.warm(dir, stdSentence), start("/bin/true", starts, "/bin/true")},
	}
}

const stdSentence = "how much space is left on the disk"

// warm is a decision for which the round before kept every vector but the
// sentence's own.
func (s *stage) warm(dir, sentence string) way {
	return way{"sinew try", 0, func(ctx context.Context, t *tally, _ string) error {
		return s.decides(ctx, t, dir, sentence, cacheOf(dir))
	}}
}

// decides decides a sentence in a project. One that no reflex serves was not
// decided as it should be.
func (s *stage) decides(ctx context.Context, t *tally, dir, sentence string, env ...string) error {
	said, _, err := t.run(ctx, process{dir: dir, env: env, args: []string{s.binary, "try", "--json", sentence}})
	if err == nil && !strings.Contains(string(said), `"run"`) {
		err = fmt.Errorf("%q was decided otherwise: %s", sentence, said)
	}
	return err
}

// sentence is what the first reflex of a market is asked, in words that no
// example has in a row.
func (m market) sentence() string {
	deed, thing := m.pair(0)
	return "please " + deed + " the " + thing + " today"
}

// trade makes a market's project and trusts it.
func (s *stage) trade(m market, dir string) error {
	project := "adapter = \"local\"\n\n[reflexes]\n"
	for i := range m.reflexes {
		deed, thing := m.pair(i)
		name := deed + "_" + thing
		project += fmt.Sprintf("%s = \"./%s\"\n", name, name)
		if err := write(filepath.Join(dir, name), map[string]string{"reflex.toml": m.manifest(i)}); err != nil {
			return err
		}
	}
	if err := write(dir, map[string]string{"evoke.toml": project}); err != nil {
		return err
	}
	return firstError(s.forgetful(dir), s.inProject(dir, "trust"))
}

// cacheOf is a cache of a project's own.
func cacheOf(dir string) string { return "XDG_CACHE_HOME=" + dir + "-cache" }

// forgetful makes a cache in which no answer can be kept, for the same sentence
// is decided anew each time: a file stands where their directory would. Vectors
// are kept.
func (s *stage) forgetful(dir string) error {
	return write(filepath.Join(dir+"-cache", filepath.Base(s.binary)), map[string]string{"answers": ""})
}

func (m market) manifest(i int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "reflex = 1\ndescription = %q\neffect = \"read\"\nconfirm = \"Go on?\"\nrun = [\"true\"]\n\n[examples]\n", m.about(i))
	for _, said := range m.said(i) {
		fmt.Fprintf(&text, "%q = {}\n", said)
	}
	return text.String()
}

// inProject runs the program in a project made for the occasion.
func (s *stage) inProject(dir string, args ...string) error {
	cmd := exec.Command(s.binary, args...)
	cmd.Dir, cmd.Env = dir, append(s.env[:len(s.env):len(s.env)], cacheOf(dir))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("sinew %s: %w: %s", strings.Join(args, " "), err, out)
	}
	return nil
}
