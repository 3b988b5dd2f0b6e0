package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"sinew/decide/adapter/local"
	"sinew/decide/adapter/replay"
	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/manifest"
)

// offline are the contests that touch no network: a decision, a list, a sync
// with nothing to do. Each is held against a start of /bin/true, which is the
// least any program costs here.
func offline(s *stage) []contest {
	return []contest{
		s.deciding("decide on a recording, 15 reflexes", 15, 12),
		s.deciding("decide on a recording, 250 reflexes", 250, 40),
		s.idle("75 installed", 75),
		s.idle("150 installed", 150),
		s.idle("300 installed", 300),
	}
}

// deciding is a decision of one sentence over n reflexes. Each run has a
// recording of its own, so that it is asked; then the sentence is said again,
// and the cache answers.
func (s *stage) deciding(name string, n int, bar float64) contest {
	j := collection(fmt.Sprintf("decided%d", n), n)
	const rounds = 41
	run := 0
	fresh := func(ctx context.Context, t *tally, _ string) error {
		run++
		_, _, err := t.run(ctx, process{
			dir: s.project(j), env: s.answers(j, run-1), args: []string{s.binary, "try", sentenceOf(j)}, unread: true,
		})
		return err
	}
	return contest{
		name: name, rounds: rounds, stage: s,
		work: func(s *stage) error { return s.record(j, rounds+1) },
		ways: []way{
			{"sinew try", 0, fresh}, start("/bin/true", bar, "/bin/true"), s.inside(j, "sinew try, again", "try", sentenceOf(j)),
		},
	}
}

// idle is what a project of n reflexes costs when there is nothing to do. The
// bar is 150's; the others show that it grows with their number.
func (s *stage) idle(name string, n int) contest {
	j := collection(fmt.Sprintf("idle%d", n), n)
	bar := 0.0
	if n == 150 {
		bar = 20
	}
	return contest{
		name: name, rounds: 21, stage: s,
		work: func(s *stage) error {
			if err := s.prepare(j); err != nil {
				return err
			}
			return s.call(j, "sync")
		},
		ways: []way{
			s.inside(j, "sinew show", "show"), start("/bin/true", bar, "/bin/true"), s.inside(j, "sinew sync", "sync"),
		},
	}
}

// inside is the program called in a job's project.
func (s *stage) inside(j job, name string, args ...string) way {
	return way{name, 0, func(ctx context.Context, t *tally, _ string) error {
		_, _, err := t.run(ctx, process{
			dir: s.project(j), env: s.answers(j, 0), args: append([]string{s.binary}, args...), unread: true,
		})
		return err
	}}
}

// call runs the program once in a job's project.
func (s *stage) call(j job, args ...string) error {
	cmd := exec.Command(s.binary, args...)
	cmd.Dir, cmd.Env = s.project(j), append(s.env, s.answers(j, 0)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("sinew %s: %w: %s", args[0], err, out)
	}
	return nil
}

// answers names one of a job's recordings.
func (s *stage) answers(j job, n int) []string {
	return []string{replay.Variable + "=" + s.recording(j, n)}
}

func (s *stage) recording(j job, n int) string {
	return filepath.Join(s.dir, fmt.Sprintf("%s-%d.toml", j.name, n))
}

// sentenceOf is what the first reflex of a job is asked.
func sentenceOf(j job) string {
	return "how is " + j.repos[0].name + " " + j.repos[0].dirs[0] + " doing"
}

// record makes a job's project decide the one sentence from one of so many
// recordings, no two of which answer quite alike.
func (s *stage) record(j job, recordings int) error {
	if err := s.prepare(j); err != nil {
		return err
	}
	set, err := j.set()
	if err != nil {
		return err
	}
	recording := replay.New("bench", set.Adapter.Bars)
	if err := answer(recording, catalog.New(set), sentenceOf(j)); err != nil {
		return err
	}
	for n := range recordings {
		recording.Add(sentenceOf(j), unasked, question.Answers{unasked[0].ID(): {question.Yes: float64(n) / 1000}})
		if err := os.WriteFile(s.recording(j, n), recording.Format(), 0o644); err != nil {
			return err
		}
	}
	return s.replays(j)
}

// replays makes a job's project, which decides locally, decide from a recording.
func (s *stage) replays(j job) error {
	file := filepath.Join(s.project(j), "evoke.toml")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, append([]byte("adapter = \"replay\"\n"), text[len("adapter = \"local\"\n"):]...), 0o644); err != nil {
		return err
	}
	return s.call(j, "trust")
}

// unasked is a question no decision asks.
var unasked = []question.Question{{Subject: question.Subject{Kind: question.Fits, Reflex: "nothing"}}}

// set is a job's reflexes as the program compiles them.
func (j job) set() (catalog.Set, error) {
	set := catalog.Set{Adapter: catalog.Adapter{Name: "replay", ID: "bench", Bars: local.Engine{}.Bars()}}
	for _, r := range j.repos {
		for _, dir := range r.dirs {
			m, err := manifest.Parse(dir, []byte(r.files(dir, "new")["reflex.toml"]))
			if err != nil {
				return set, err
			}
			set.Reflexes = append(set.Reflexes, catalog.Reflex{Name: dir, Manifest: m, Effect: m.Effect})
		}
	}
	return set, nil
}

// answer records every question the sentence opens, as the local adapter
// answers it.
func answer(recording *replay.Recording, cat *catalog.Catalog, sentence string) error {
	answers := question.Answers{}
	for {
		open, _ := reading.Read(cat, cat.Tagged(nil), sentence, answers)
		if len(open) == 0 {
			return nil
		}
		got, err := local.Engine{}.Answer(context.Background(), sentence, open)
		if err != nil {
			return err
		}
		recording.Add(sentence, open, got)
		for id, a := range got {
			answers[id] = a
		}
	}
}
