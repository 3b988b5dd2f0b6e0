package faults

import (
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// kills is how often each command is killed on its way: two hundred times in
// all, three in four at a change of the file system, the others after a time.
var kills = map[string]int{"add": 68, "update": 68, "sync": 64}

func TestACommandKilledAnywhereLeavesEverythingWhole(t *testing.T) {
	w := newWorld(t)
	for name, s := range w.scenes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(quickDir(t), "home")
			struck, most := 0, 4*kills[name] // where it ends before the kill comes, once more
			for round := 0; struck < kills[name] && round < most; round++ {
				p := w.set(t, s, dir)
				if p.killed(s, uint64(round)) {
					struck++
				}
				p.checkHealed(s)
				if t.Failed() {
					t.Fatalf("in round %d", round)
				}
			}
			if struck < kills[name] {
				t.Errorf("killed %d times on the way, want %d", struck, kills[name])
			}
		})
	}
}

// killed runs the scene's command and kills it at a place that the round says.
// It reports whether the kill came before the end.
func (p *person) killed(s *scene, round uint64) bool {
	p.t.Helper()
	chance := rand.New(rand.NewPCG(uint64(len(s.args)), round))
	cmd := p.command(s.args...)
	var once sync.Once
	reached := make(chan struct{})
	if s.changes > 0 && round%4 != 0 {
		left := int64(chance.IntN(s.changes))
		watch := watchDir(p.t, p.home.Dir, func() {
			if left--; left < 0 {
				once.Do(func() { close(reached) })
			}
		})
		defer watch.close(p.t)
	} else {
		timer := time.AfterFunc(time.Duration(chance.Int64N(int64(s.time)/2)), func() { close(reached) })
		defer timer.Stop()
	}
	must(p.t, cmd.Start())
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-reached:
		_ = cmd.Process.Kill()
		<-ended
	}
	return cmd.ProcessState.ExitCode() < 0
}

func TestTwentySyncsAtOnceFillOneStore(t *testing.T) {
	w := newWorld(t)
	s := w.scenes()["sync"]
	p := w.set(t, s, filepath.Join(quickDir(t), "home"))
	p.atOnce(20, func(int) { p.exits(0, s.args...) })
	p.checkStore()
	p.checkFull()
	p.checkHealed(s)
}

func TestSyncsAtOnceOutliveThoseThatAreKilled(t *testing.T) {
	w := newWorld(t)
	s := w.scenes()["sync"]
	p := w.set(t, s, filepath.Join(quickDir(t), "home"))
	p.atOnce(20, func(n int) {
		if n%2 == 0 {
			p.killed(s, uint64(n))
			return
		}
		p.exits(0, s.args...)
	})
	p.checkStore()
	p.checkFull()
	p.checkHealed(s)
}

func TestAddsUpdatesAndSyncsAtOnceLoseNothing(t *testing.T) {
	w := newWorld(t)
	s := w.scenes()["update"]
	w.publish("zoe/more", version("1.0.0", "m0", "m1", "m2", "m3"))
	p := w.set(t, s, filepath.Join(quickDir(t), "home"))
	p.atOnce(12, func(n int) {
		switch n % 3 {
		case 0:
			p.exits(0, "add", "zoe/more/m"+string(rune('0'+n/3)))
		case 1:
			p.exits(0, "sync")
		case 2:
			p.exits(0, "update")
		}
	})
	p.checkStore()
	p.exits(0, "sync")
	p.checkFull()
	for _, name := range []string{"m0", "m1", "m2", "m3", "lamp", "one"} {
		p.exits(0, "run", name)
	}
	p.refused(0, "up to date", "update")
}

func (p *person) atOnce(n int, do func(int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { do(i) })
	}
	all.Wait()
}
