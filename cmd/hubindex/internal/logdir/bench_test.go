package logdir_test

import (
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"sinew/cmd/hubindex/internal/logdir"
)

// BenchmarkLog is an append of one version, and a whole verification, of logs
// of growing size; cpu-ms/op is the process's own time.
func BenchmarkLog(b *testing.B) {
	for _, size := range []int{1_000, 10_000, 100_000} {
		key, _, _ := keyOf(b, "hub.example.org")
		w := logdir.Writer{Dir: filepath.Join(b.TempDir(), "log"), Key: key}
		_, err := w.Append(b.Context(), records(b, versions(0, size)), start)
		must(b, err)
		next := size
		b.Run(fmt.Sprintf("append/%d", size), func(b *testing.B) {
			timed(b, func() {
				_, err := w.Append(b.Context(), records(b, versions(next, 1)), start)
				must(b, err)
				next++
			})
		})
		b.Run(fmt.Sprintf("verify/%d", size), func(b *testing.B) {
			timed(b, func() {
				_, err := logdir.Verify(b.Context(), open(b, w.Dir), logdir.Trust{Log: key.Verifier})
				must(b, err)
			})
		})
	}
}

func timed(b *testing.B, once func()) {
	before, n := cpu(b), 0
	for b.Loop() {
		once()
		n++
	}
	b.ReportMetric(float64((cpu(b)-before).Microseconds())/1000/float64(n), "cpu-ms/op")
}

func cpu(b *testing.B) time.Duration {
	var used syscall.Rusage
	must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
