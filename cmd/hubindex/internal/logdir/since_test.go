package logdir_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sinew/cmd/hubindex/internal/logdir"
	"sinew/pkg/hublog"
)

func (l *log) since(before hublog.Checkpoint) (logdir.Growth, error) {
	return logdir.Since(l.Context(), l.source(), l.trust(), before)
}

func TestWhatALogSaysSinceACheckpoint(t *testing.T) {
	l := newLog(t)
	var before []hublog.Checkpoint
	size := 0
	for _, count := range []int{0, 1, 254, 1, 1, 300, 70} {
		l.add(start.Add(time.Duration(size)*time.Second), versions(size, count)...)
		size += count
		all, err := l.since(hublog.Checkpoint{})
		must(t, err)
		if len(all.Lines) != size || all.Checkpoint.Size != int64(size) {
			t.Fatalf("%d records of %d, want %d", len(all.Lines), all.Checkpoint.Size, size)
		}
		for i, line := range all.Lines {
			if want := fmt.Sprintf("version github.com/radhi/home%d ", i); !strings.HasPrefix(line, want) {
				t.Fatalf("record %d is %s", i, line)
			}
		}
		for _, c := range append(before, all.Checkpoint) {
			got, err := l.since(c)
			must(t, err)
			if !slices.Equal(got.Lines, all.Lines[c.Size:]) {
				t.Errorf("since %d of %d there are %d records", c.Size, size, len(got.Lines))
			}
		}
		before = append(before, all.Checkpoint)
	}
}

func TestSinceRefusesAForkARollbackAndWrongTiles(t *testing.T) {
	l := newLog(t)
	l.add(start, versions(0, 300)...)
	old, err := l.since(hublog.Checkpoint{})
	must(t, err)
	l.add(start.Add(time.Hour), versions(300, 300)...)
	now, err := l.since(old.Checkpoint)
	must(t, err)
	fork := old.Checkpoint
	fork.Hash[3] ^= 1
	_, err = l.since(fork)
	wantRefusal(t, err, "forked")
	later := now.Checkpoint
	later.Size++
	_, err = l.since(later)
	wantRefusal(t, err, "rolled back")
	l.flip("tile/8/data/002.p/88", 30)
	_, err = l.since(old.Checkpoint)
	wantRefusal(t, err, "tile/8/data/002.p/88 does not lead")
	l.flip("tile/8/data/002.p/88", 30)
	l.flip("tile/8/0/002.p/88", 5)
	_, err = l.since(old.Checkpoint)
	wantRefusal(t, err, "do not lead")
}
