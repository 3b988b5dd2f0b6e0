package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"sinew/internal/gittest"
	"sinew/pkg/hublog"
	"sinew/pkg/manifest"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/store"
)

const (
	buildKills = 200
	mills      = 4  // each gets its share of the kills
	perHeal    = 10 // kills, and then a build that ends
)

// A works is a log whose trees are kept, and the sites that are made of it.
type works struct {
	*desk
	*rand.Rand
	trees string
}

func newWorks(t *testing.T, random *rand.Rand) *works {
	d := newDesk(t)
	return &works{d, random, filepath.Join(d.dir, "trees")}
}

// release logs a new version of some of five reflexes.
func (w *works) release(n int) {
	w.Helper()
	var lines strings.Builder
	for i := range 1 + w.IntN(5) {
		word := fmt.Sprintf("word%d", w.IntN(20))
		files, err := tree.New([]tree.File{{Path: "reflex.toml", Bytes: []byte(gittest.Saying(word))}})
		w.must(err)
		_, err = store.Open(w.trees).Keep(w.Context(), files)
		w.must(err)
		v := ref.Version{Major: 1, Minor: uint64(n)}
		lines.WriteString(hublog.Record{
			Kind: hublog.KindVersion, Name: hublog.Name(fmt.Sprintf("github.com/radhi/home#r%d", i)), Version: v, Commit: strings.Repeat("a", 40),
			H1: string(files.H1()), Effect: "read", Needs: hublog.NeedsDigest(manifest.Needs{}), Seen: time.Unix(0, 0).UTC(),
		}.String() + "\n")
	}
	at := time.Date(2025, 12, 1, n, 0, 0, 0, time.UTC)
	w.run(0, lines.String(), w.appendArgs(at.Format(time.RFC3339))...)
}

func (w *works) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *works) buildArgs(name string) []string {
	return []string{"build", "--log", w.log, "--vkey", w.vkey, "--trees", w.trees, "--state", w.state(name), "--site", filepath.Join(w.dir, name)}
}

func (w *works) state(name string) string { return filepath.Join(w.dir, name+".state") }

// kill runs a build and kills it at a random moment, mostly once it began to
// write. It gives 1 when that build left its mark.
func (w *works) kill(name string, work time.Duration) int {
	w.Helper()
	mark := filepath.Join(w.state(name), "unfinished")
	before, marked := modified(mark)
	program := exec.Command(os.Args[0], w.buildArgs(name)...)
	program.Env = append(os.Environ(), "HUBINDEX_RUN_MAIN=1", "GORACE=atexit_sleep_ms=0") // the race detector would sleep a second at the end
	w.must(program.Start())
	ended := make(chan struct{})
	go func() { _ = program.Wait(); close(ended) }()
	w.await(ended, func() bool { now, there := modified(mark); return there && (!marked || now != before) })
	time.Sleep(time.Duration(w.Int64N(int64(work))))
	_ = program.Process.Kill() // it may have ended
	<-ended
	if _, left := modified(mark); left {
		return 1
	}
	return 0
}

// await waits until something happened, or the program ended; one time in eight
// it does not wait.
func (w *works) await(ended chan struct{}, happened func() bool) {
	if w.IntN(8) == 0 {
		return
	}
	for !happened() {
		select {
		case <-ended:
			return
		case <-time.After(time.Millisecond):
		}
	}
}

func modified(path string) (time.Time, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}, false
	}
	return info.ModTime(), true
}

// TestTwoHundredKilledBuildsHeal kills builds while the log grows. A build that
// ends after them makes what one that was never killed makes, file for file.
func TestTwoHundredKilledBuildsHeal(t *testing.T) {
	for m := range mills {
		t.Run(strconv.Itoa(m), func(t *testing.T) {
			t.Parallel()
			killBuilds(newWorks(t, rand.New(rand.NewPCG(11, uint64(m)))))
		})
	}
}

func killBuilds(w *works) {
	left := 0
	for round := range buildKills / mills / perHeal {
		w.release(round)
		before := time.Now()
		w.run(0, "", w.buildArgs("calm")...)
		work := time.Since(before)
		for range perHeal {
			left += w.kill("site", work)
		}
		w.run(0, "", w.buildArgs("site")...)
		w.sameSite(round)
	}
	w.Logf("%d of %d kills left a build unfinished", left, buildKills/mills)
}

// sameSite compares the site with the one that was never killed, and the states.
func (w *works) sameSite(round int) {
	w.Helper()
	for _, suffix := range []string{"", ".state"} {
		got, want := filesOf(w.T, filepath.Join(w.dir, "site"+suffix)), filesOf(w.T, filepath.Join(w.dir, "calm"+suffix))
		for name, text := range want {
			if got[name] != text {
				w.Fatalf("round %d: %s%s differs:\n%s\nwant\n%s", round, name, suffix, got[name], text)
			}
			delete(got, name)
		}
		for name := range got {
			w.Fatalf("round %d: %s%s should not be there", round, name, suffix)
		}
	}
}
