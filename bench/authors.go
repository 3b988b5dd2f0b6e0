package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"

	"sinew/internal/gittest"
)

// authors are the contests of whoever writes reflexes: a whole collection
// checked, its contracts held against the newest tag. The bar is 300's; the
// others show that it grows with their number.
func authors(s *stage) []contest {
	return []contest{s.checked(150, 0), s.checked(300, 80), s.checked(600, 0)}
}

func (s *stage) checked(n int, bar float64) contest {
	j := collection(fmt.Sprintf("checked%d", n), n)
	return contest{
		name: fmt.Sprintf("check, %d reflexes", n), rounds: 21, stage: s,
		work: func(s *stage) error { return s.checkOut(j) },
		ways: []way{s.check(j), start("/bin/true", bar, "/bin/true")},
	}
}

// checkOut makes a job's repository, and an author's clone of it.
func (s *stage) checkOut(j job) error {
	r := j.repos[0]
	at := gittest.Path(filepath.Join(s.dir, "repositories"), owner, r.name)
	if _, err := gittest.Build(at, r.script()); err != nil {
		return err
	}
	if out, err := exec.Command("git", "clone", "-q", at, s.project(j)).CombinedOutput(); err != nil {
		return fmt.Errorf("cloning %s: %w: %s", r.name, err, out)
	}
	return nil
}

func (s *stage) check(j job) way {
	return way{"sinew check", 0, func(ctx context.Context, t *tally, _ string) error {
		_, _, err := t.run(ctx, process{dir: s.project(j), args: []string{s.binary, "check"}, unread: true})
		return err
	}}
}
