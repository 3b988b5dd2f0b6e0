package hubtiles

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"sinew/pkg/hublog"
)

// BenchmarkMirror is what a log costs its clients as it grows: a first mirror,
// an update after one new version, and a lookup. cpu-ms/op is of this process
// alone, the server's share in it too.
func BenchmarkMirror(b *testing.B) {
	l := newLog(b)
	s, kept := serve(b, l), b.TempDir()
	for _, size := range []int{1000, 10_000, 100_000} {
		l.add(size - len(l.lines))
		b.Run(fmt.Sprintf("first/%d", size), func(b *testing.B) {
			s.measure(b, func() { openAndClose(b, s, l, b.TempDir()) })
		})
		openAndClose(b, s, l, kept)
		b.Run(fmt.Sprintf("lookup/%d", size), func(b *testing.B) { benchLookup(b, open(b, l.setting(s.URL), kept, s.options()), size) })
		b.Run(fmt.Sprintf("update/%d", size), func(b *testing.B) { benchUpdate(b, s, l, kept) })
	}
}

func openAndClose(b *testing.B, s *server, l *log, cache string) {
	b.Helper()
	m, err := Open(b.Context(), l.setting(s.URL), cache, s.options())
	must(b, err)
	must(b, m.Close())
}

// measure repeats once, and reports what each took of the server.
func (s *server) measure(b *testing.B, once func()) {
	s.taken()
	sent, before, n := s.sent, cpu(b), 0
	for b.Loop() {
		once()
		n++
	}
	b.ReportMetric(float64((cpu(b)-before).Microseconds())/1000/float64(n), "cpu-ms/op")
	b.ReportMetric(float64(s.sent-sent)/1e6/float64(n), "MB/op")
	b.ReportMetric(float64(len(s.taken()))/float64(n), "requests/op")
}

// benchUpdate leaves the making of the log's new tiles out of the time, not out
// of the CPU.
func benchUpdate(b *testing.B, s *server, l *log, cache string) {
	s.measure(b, func() {
		b.StopTimer()
		l.addRecords(record(len(l.lines)))
		b.StartTimer()
		openAndClose(b, s, l, cache)
	})
}

// benchLookup asks for versions that are there and, one in five, that are not.
func benchLookup(b *testing.B, m *Mirror, size int) {
	before, n := m.files.read.Load(), 0
	for b.Loop() {
		number := n * 7919 % size
		if n%5 == 4 {
			number += hublog.MaxSize / 2
		}
		_, err := m.Lookup(nameOf(number), versionOf(number))
		must(b, err)
		n++
	}
	b.ReportMetric(float64(m.files.read.Load()-before)/float64(n), "read-B/op")
}

func cpu(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
