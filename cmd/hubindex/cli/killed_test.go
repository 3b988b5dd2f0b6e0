package cli

import (
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	kills = 200
	logs  = 4 // each gets its share of them
)

// batch is what the i-th append is given: mostly a few records, now and then
// more than a tile of them, and an alarm.
func batch(i int) string {
	text := observed(1000*i, 1+i%7, "a")
	if i%20 == 7 {
		text = observed(1000*i, 300, "a")
	}
	if i%25 == 24 {
		text += observed(1000*(i-1), 1, "b")
	}
	return text
}

func (d *desk) appendBatch(i int, file string) []string {
	now := time.Date(2025, 12, 1, 3*i, 0, 0, 0, time.UTC)
	return d.appendArgs(now.Format(time.RFC3339), file)
}

// code is what an append of a whole batch ends in.
func code(i int) int {
	if i%25 == 24 {
		return exitRefused
	}
	return exitDone
}

// TestTwoHundredKilledAppendsHeal kills an append at a random moment, runs it
// again, and verifies, again and again on a few logs. In the end each must be,
// file for file, the one that was never killed.
func TestTwoHundredKilledAppendsHeal(t *testing.T) {
	for l := range logs {
		t.Run(strconv.Itoa(l), func(t *testing.T) {
			t.Parallel()
			killAndHeal(t, rand.New(rand.NewPCG(7, uint64(l))))
		})
	}
}

func killAndHeal(t *testing.T, random *rand.Rand) {
	d, calm := newDesk(t), newDesk(t)
	calm.key, calm.vkey = d.key, d.vkey
	left := 0
	for i := range kills / logs {
		before := time.Now()
		calm.run(code(i), "", calm.appendBatch(i, calm.put("batch", batch(i)))...)
		work := time.Since(before)
		left += d.kill(i, time.Duration(random.Int64N(int64(work)*3/2)))
		d.heal(i)
		d.run(0, "", d.verifyArgs()...)
	}
	if got, want := filesOf(t, d.log), filesOf(t, calm.log); !maps.Equal(got, want) {
		t.Errorf("the log that was killed has %d files, the other %d, and they differ", len(got), len(want))
	}
	t.Logf("%d of %d kills left files behind", left, kills/logs)
}

// kill runs the program on a batch, and kills it a while after it began to read
// the batch, which the other end of a pipe tells. It gives 1 when the log was
// left with files that no checkpoint reaches.
func (d *desk) kill(i int, after time.Duration) int {
	d.Helper()
	pipe := filepath.Join(d.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		d.Fatal(err)
	}
	program := exec.Command(os.Args[0], d.appendBatch(i, pipe)...)
	program.Env = append(os.Environ(), "HUBINDEX_RUN_MAIN=1")
	before := filesOf(d.T, d.log)
	if err := program.Start(); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(pipe, []byte(batch(i)), 0); err != nil {
		d.Fatal(err)
	}
	time.Sleep(after)
	_ = program.Process.Kill() // it may have ended
	_ = program.Wait()
	return unfinished(before, filesOf(d.T, d.log))
}

func unfinished(before, after map[string]string) int {
	if before["checkpoint"] == after["checkpoint"] && !maps.Equal(before, after) {
		return 1
	}
	return 0
}

// heal runs the killed append again. Its alarm is said again unless it is in
// the log.
func (d *desk) heal(i int) {
	d.Helper()
	var out, err strings.Builder
	got := Main(d.appendBatch(i, d.put("batch", batch(i))), strings.NewReader(""), &out, &err, func(string) string { return "" })
	if got != exitDone && got != code(i) {
		d.Fatalf("append %d again: exit %d: %s", i, got, err.String())
	}
}

// filesOf are the files below a directory by their paths in it.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path == dir {
			return nil
		}
		if err != nil || entry.IsDir() {
			return err
		}
		inside, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		all[inside] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
