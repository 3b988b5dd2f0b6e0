package site

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// BenchmarkBuild builds a site of SINEW_BENCH_REFLEXES (200 unless it is set) of
// ten versions each, five in a repository: all of it, and again and again what
// one new version asks for. It reports processor time, which waiting for a disk
// is not.
func BenchmarkBuild(b *testing.B) {
	reflexes, _ := strconv.Atoi(os.Getenv("SINEW_BENCH_REFLEXES"))
	if reflexes == 0 {
		reflexes = 200
	}
	s := crowded(b, reflexes)
	b.Run("whole", func(b *testing.B) { s.wholeBuilds(b) })
	s.build("site")
	b.Run("one version", func(b *testing.B) { s.builds(b, reflexes) })
}

// builds builds again and again, each time after one more version.
func (s *scene) builds(b *testing.B, reflexes int) {
	spent := time.Duration(0)
	for range b.N {
		b.StopTimer()
		s.added++
		s.version(s.added*37%reflexes, 10+s.added/reflexes, "write")
		s.keep()
		s.log()
		b.StartTimer()
		spent += s.timed("site")
	}
	report(b, spent)
}

// crowded is a log of so many reflexes, with their trees.
func crowded(b *testing.B, reflexes int) *scene {
	b.Helper()
	s := newScene(b)
	for n := range reflexes {
		s.ten(n)
		if len(s.kept) >= 1000 {
			s.keep()
		}
	}
	s.keep()
	s.log()
	return s
}

func (s *scene) wholeBuilds(b *testing.B) {
	spent := time.Duration(0)
	for i := range b.N {
		name := fmt.Sprintf("whole%d", i)
		spent += s.timed(name)
		must(b, os.RemoveAll(filepath.Join(s.dir, name)))
		must(b, os.RemoveAll(filepath.Join(s.dir, name+".state")))
	}
	report(b, spent)
}

// timed builds, and gives the processor time of it.
func (s *scene) timed(name string) time.Duration {
	before := processorTime(s)
	s.build(name)
	return processorTime(s) - before
}

func report(b *testing.B, spent time.Duration) {
	b.ReportMetric(float64(spent.Microseconds())/1000/float64(b.N), "cpu-ms/op")
}

func processorTime(t testing.TB) time.Duration {
	var u syscall.Rusage
	must(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func (s *scene) ten(n int) {
	for v := range 10 {
		effect := "read"
		if v > 5 {
			effect = "write"
		}
		s.version(n, v, effect)
	}
}

// version is a reflex's n-th version: a body of some lines, and a manifest with
// words of its own.
func (s *scene) version(n, v int, effect string) {
	body := strings.Repeat(fmt.Sprintf("line of %d\n", n), 30) + strings.Repeat(fmt.Sprintf("version %d\n", v), 3+v)
	text := greet(fmt.Sprintf("Do the thing %s of %s.\nIt was changed %d times.", coined(n), coined(n/7), v), effect, "")
	text = strings.Replace(text, "[examples]\n", fmt.Sprintf("[examples]\n\"please %s the %s now\" = false\n", coined(n*31), coined(n*17)), 1)
	s.publish(fmt.Sprintf("github.com/owner%d/repo%d#reflex%d", n/10, n/5, n), fmt.Sprintf("1.%d.0", v), map[string]string{
		"reflex.toml": text, "body.mts": body, "lib/more.mts": body,
	})
}

// coined is a word of letters for a number.
func coined(n int) string {
	var out strings.Builder
	for n = n*2654435761%100_000_007 + 30; n > 0; n /= 23 {
		out.WriteByte(byte('a' + n%23))
	}
	return out.String()
}
