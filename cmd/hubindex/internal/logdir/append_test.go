package logdir_test

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sinew/cmd/hubindex/internal/logdir"
	"sinew/pkg/hublog"
)

func TestAnAppendAddsWhatIsNewAndTheSameAgainChangesNothing(t *testing.T) {
	l := newLog(t)
	if done := l.add(start, versions(0, 300)...); done.Before.Size != 0 || done.After.Size != 300 || done.Known != 0 {
		t.Errorf("the first append: %+v", done)
	}
	before := l.files()
	if done := l.add(start.Add(time.Hour), versions(0, 300)...); done.After.Size != 300 || done.Known != 300 {
		t.Errorf("the same again: %+v", done)
	}
	if !maps.Equal(before, l.files()) {
		t.Error("an append that added nothing changed a file")
	}
	l.whole(300)
}

func TestOnlyTheCheckpointEverChanges(t *testing.T) {
	l := newLog(t)
	size := 0
	before := map[string]string{}
	for _, count := range []int{1, 3, 251, 1, 1, 255, 256, 300} {
		l.add(start.Add(time.Duration(size)*time.Second), versions(size, count)...)
		size += count
		l.whole(int64(size))
		for name, data := range before {
			if name != "checkpoint" && l.files()[name] != data {
				t.Fatalf("%s changed when the log grew to %d", name, size)
			}
		}
		before = l.files()
	}
}

func TestTheLogIsTheSameHoweverItsRecordsCame(t *testing.T) {
	once, often := newLog(t), newLog(t)
	often.key = once.key
	once.add(start, versions(0, 600)...)
	for i := range 6 {
		often.add(start, versions(i*100, 100)...)
	}
	if !bytes.Equal(once.checkpoint(), often.checkpoint()) {
		t.Error("the checkpoints differ")
	}
}

func TestNewLinesHaveTheTimeOfTheAppendAndNeverGoBack(t *testing.T) {
	l := newLog(t)
	l.add(start.Add(time.Hour), versions(0, 1)...)
	l.add(start, versions(1, 1)...)
	lines := strings.Split(string(l.file("tile/8/data/000.p/2")), "\n")
	for _, line := range lines[:2] {
		if !strings.HasSuffix(line, "2026-11-30T05:00:00Z") {
			t.Errorf("the line is %s", line)
		}
	}
	l.whole(2)
}

func TestASecondContentIsLoggedAsAnAlarmOnce(t *testing.T) {
	l := newLog(t)
	l.add(start, versions(0, 3)...)
	moved := version(1, "1.0.0", "b", start)
	var said []string
	w := logdir.Writer{Dir: l.dir, Key: l.key, Alarm: func(r hublog.Record) { said = append(said, r.String()) }}
	for i, want := range []int{1, 0} {
		done, err := w.Append(t.Context(), records(t, []string{moved, moved}), start)
		must(t, err)
		if done.Alarms != want || done.Known != 2-want {
			t.Errorf("append %d: %+v", i, done)
		}
	}
	line := strings.TrimSuffix(strings.SplitAfter(string(l.file("tile/8/data/000.p/4")), "\n")[3], "\n")
	if !slices.Equal(said, []string{line}) || !strings.HasPrefix(line, "alarm github.com/radhi/home1 1.0.0 bbbb") {
		t.Errorf("said %q, logged %q", said, line)
	}
	l.whole(4)
}

func TestEveryKindOfRecordIsAdded(t *testing.T) {
	l := newLog(t)
	l.add(start, version(0, "1.0.0", "a", start),
		`retract github.com/radhi/home0 1.0.0 2026-11-30T04:00:00Z "asks for too much"`,
		"signer github.com/radhi/home0 1.0.0 somebody@example.org 2026-11-30T04:00:00Z",
		"moved github.com/radhi/home0 codeberg.org/radhi/home 2026-11-30T04:00:00Z")
	l.add(start, `retract github.com/radhi/home0 1.0.0 2026-11-30T04:00:00Z "asks for too much"`)
	l.whole(4)
}

// What crawls observed is appended whole each time: two moves in it are no new
// moves there and back.
func TestOfTwoMovesTheLastIsLoggedOnce(t *testing.T) {
	l := newLog(t)
	l.add(start, version(0, "1.0.0", "a", start))
	for range 3 {
		done := l.add(start, "moved github.com/radhi/home0 codeberg.org/radhi/home 2026-11-30T04:00:00Z",
			"moved github.com/radhi/home0 codeberg.org/radhi/house 2026-11-30T05:00:00Z")
		if done.After.Size != 2 {
			t.Errorf("%d records, %d known", done.After.Size, done.Known)
		}
	}
	if data := string(l.file("tile/8/data/000.p/2")); !strings.Contains(data, "moved github.com/radhi/home0 codeberg.org/radhi/house ") {
		t.Errorf("the log holds %q", data)
	}
}

func TestARecordAboutAVersionMayStandBeforeIt(t *testing.T) {
	l := newLog(t)
	retract := `retract github.com/radhi/home1 1.0.0 2026-11-30T04:00:00Z "withdrawn"`
	l.add(start, append([]string{retract}, versions(0, 2)...)...)
	if data := string(l.file("tile/8/data/000.p/3")); !strings.HasSuffix(data, retract+"\n") || !strings.HasPrefix(data, version(0, "1.0.0", "a", start)) {
		t.Errorf("the log holds %q", data)
	}
	l.whole(3)
}

func TestARecordThatBreaksARuleStopsTheWholeAppend(t *testing.T) {
	l := newLog(t)
	l.add(start, versions(0, 3)...)
	before := l.files()
	observed := records(t, append(versions(5, 2), `retract github.com/radhi/home99 1.0.0 2026-11-30T04:00:00Z "why"`))
	_, err := logdir.Writer{Dir: l.dir, Key: l.key}.Append(t.Context(), observed, start)
	wantRefusal(t, err, "home99")
	if !maps.Equal(before, l.files()) {
		t.Error("a refused append changed a file")
	}
}

func TestWhatAKilledAppendLeftIsReplacedOrRemoved(t *testing.T) {
	l := newLog(t)
	l.add(start, versions(0, 300)...)
	for _, name := range []string{"tile/8/data/001.p/45", "tile/8/0/001.p/45", "tile/8/data/001", "tile/8/1/000.p/2",
		"tile/8/data/002.p/7", "tile/8/0/x001/000", ".tmp-ABCDEFGHIJKLMNOPQRSTUVWX23"} {
		l.put(name, []byte("half"))
	}
	if found, err := l.verify(); err != nil || found.Unreached != 6 {
		t.Errorf("before the heal: %+v, %v", found, err)
	}
	l.add(start, versions(300, 1)...)
	found, err := l.verify()
	must(t, err)
	if _, left := l.files()[".tmp-ABCDEFGHIJKLMNOPQRSTUVWX23"]; left || found.Unreached != 0 {
		t.Errorf("left: %v, %+v", left, found)
	}
	l.whole(301)
}

func TestPartialTilesGoADayAfterWiderOnesCame(t *testing.T) {
	l := newLog(t)
	l.add(start, versions(0, 1)...)
	l.add(start.Add(time.Hour), versions(1, 1)...)
	l.add(start.Add(24*time.Hour), versions(2, 1)...)
	has := func(name string) bool { _, ok := l.files()[name]; return ok }
	if !has("tile/8/data/000.p/1") {
		t.Error("a partial tile that was needed within a day is gone")
	}
	l.add(start.Add(26*time.Hour), versions(3, 1)...)
	if has("tile/8/data/000.p/1") || has("tile/8/0/000.p/1") || !has("tile/8/data/000.p/2") {
		t.Errorf("the files are %v", slices.Sorted(maps.Keys(l.files())))
	}
	l.add(start.Add(27*time.Hour), versions(4, 300)...)
	l.add(start.Add(80*time.Hour), versions(400, 1)...)
	if _, err := os.Stat(filepath.Join(l.dir, "tile/8/data/000.p")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory of the partial tiles: %v", err)
	}
	l.whole(305)
}

func TestAnOldDateIsSignedAnew(t *testing.T) {
	l := newLog(t)
	l.add(start, versions(0, 2)...)
	before := l.checkpoint()
	l.add(start.Add(23 * time.Hour))
	if !bytes.Equal(before, l.checkpoint()) {
		t.Error("a checkpoint of today was signed anew")
	}
	l.add(start.Add(24 * time.Hour))
	found, err := l.verify()
	must(t, err)
	if !found.Checkpoint.Date.Equal(start.Add(24 * time.Hour)) {
		t.Errorf("the date is %v", found.Checkpoint.Date)
	}
}

func TestAppendsAtOnceWaitForEachOther(t *testing.T) {
	l := newLog(t)
	var writers sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		writers.Go(func() {
			_, errs[i] = logdir.Writer{Dir: l.dir, Key: l.key}.Append(t.Context(), records(t, versions(i*20, 40)), start)
		})
	}
	writers.Wait()
	must(t, errors.Join(errs...))
	l.whole(7*20 + 40)
}

func TestAnAppendRefusesALogItCannotTrust(t *testing.T) {
	stranger, _, _ := keyOf(t, "hub.example.org")
	for _, c := range []struct {
		name, says string
		harm       func(l *log)
	}{
		{"another key", "not signed by the key", func(l *log) { l.key = stranger }},
		{"a lost checkpoint", "no checkpoint", func(l *log) { must(l, os.Remove(filepath.Join(l.dir, "checkpoint"))) }},
		{"a record that was changed", "do not lead", func(l *log) { l.flip("tile/8/data/000", 30) }},
		{"a missing tile", "tile/8/data/000 is missing", func(l *log) { must(l, os.Remove(filepath.Join(l.dir, "tile/8/data/000"))) }},
		{"a checkpoint that was changed", "signature", func(l *log) { l.flip("checkpoint", 40) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLog(t)
			l.add(start, versions(0, 300)...)
			c.harm(l)
			before := l.files()
			_, err := logdir.Writer{Dir: l.dir, Key: l.key}.Append(t.Context(), records(t, versions(300, 1)), start)
			wantRefusal(t, err, c.says)
			if !maps.Equal(before, l.files()) {
				t.Error("a refused append changed a file")
			}
		})
	}
}

// flip changes one bit of a file.
func (l *log) flip(name string, at int) {
	l.Helper()
	data := l.file(name)
	data[at] ^= 1
	l.put(name, data)
}
