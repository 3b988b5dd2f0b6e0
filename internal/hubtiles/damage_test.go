package hubtiles

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestADamagedFileOfTheMirrorHeals(t *testing.T) {
	for name, want := range map[string][]string{ // what the next update asks for
		checkpointName:           {"GET /checkpoint"},
		hashesName:               {"GET /checkpoint"},
		indexName:                {"GET /checkpoint"},
		"tile/8/data/002.p/88":   {"GET /checkpoint", "GET /tile/8/0/000", "GET /tile/8/0/001", "GET /tile/8/0/002.p/88", "GET /tile/8/1/000.p/2", "GET /tile/8/data/002.p/88"},
		"tile/8/data/000":        {"GET /checkpoint"}, // not read by an update
		"hashes tile/8/data/000": {"GET /checkpoint", "GET /tile/8/0/002.p/88", "GET /tile/8/1/000.p/2", "GET /tile/8/data/000"},
	} {
		l := newLog(t).add(600)
		s, cache := serve(t, l), t.TempDir()
		setting := l.setting(s.URL)
		for range 2 { // it heals, and stays healed
			open(t, setting, cache, s.options())
			s.taken()
			for file := range strings.FieldsSeq(name) {
				flipHead(t, filepath.Join(setting.directory(cache), file))
			}
			m := open(t, setting, cache, s.options())
			asked := s.taken()
			if !slices.Equal(withoutHashTiles(asked), withoutHashTiles(want)) {
				t.Errorf("%s: the update asked for %q, want %q", name, asked, want)
			}
			wantLogged(t, m, 0, 255, 256, 599)
			wantNotLogged(t, m, 600)
			open(t, setting, cache, s.options())
			wantHealed(t, setting, cache)
		}
	}
}

// withoutHashTiles: which of them prove a tile is tlog's.
func withoutHashTiles(requests []string) []string {
	return slices.DeleteFunc(slices.Clone(requests), func(r string) bool {
		return strings.HasPrefix(r, "GET /tile/8/0/") || strings.HasPrefix(r, "GET /tile/8/1/")
	})
}

// flipHead changes a bit near the beginning of a file.
func flipHead(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	must(t, err)
	data[20] ^= 4
	must(t, os.WriteFile(path, data, 0o644))
}

// wantHealed opens the mirror without a request, and finds all of it whole.
func wantHealed(t *testing.T, setting Setting, cache string) {
	t.Helper()
	m, err := OpenKept(t.Context(), setting, cache, options())
	must(t, err)
	defer m.Close()
	for n := range m.proof.tiles() {
		if _, err := (*kept)(m.proof).lines(t.Context(), n); err != nil {
			t.Errorf("tile %d: %v", n, err)
		}
	}
	for n := range m.index.pages {
		if _, err := m.index.page(n); err != nil {
			t.Error(err)
		}
	}
}

func TestADamagedCheckpointIsSaid(t *testing.T) {
	_, setting, cache := mirrored(t)
	flipHead(t, filepath.Join(setting.directory(cache), checkpointName))
	m := open(t, setting, cache, options())
	if notes := m.Notes(); len(notes) != 1 || !strings.HasPrefix(notes[0], "the checkpoint kept last does not read, so that a rollback from it cannot be seen: ") {
		t.Errorf("notes are %q", notes)
	}
}

func TestATileDamagedUnderALookupIsAskedForWithAllThatAre(t *testing.T) {
	l := newLog(t).add(1300)
	s, cache := serve(t, l), t.TempDir()
	setting := l.setting(s.URL)
	m := open(t, setting, cache, s.options())
	s.taken()
	for _, number := range []string{"001", "003", "004"} {
		flip(t, filepath.Join(setting.directory(cache), "tile/8/data", number))
	}
	wantLogged(t, m, 800)
	wantStrings(t, "the damage", s.taken(), []string{"GET /tile/8/data/001", "GET /tile/8/data/003", "GET /tile/8/data/004"})
	wantLogged(t, m, 0, 300, 1050, 1299)
	wantStrings(t, "once healed", s.taken(), nil)
	wantHealed(t, setting, cache)
}

func TestATileDamagedWhereTheLogIsNotAskedIsNoAnswer(t *testing.T) {
	l, setting, cache := mirrored(t)
	m, err := OpenKept(t.Context(), setting, cache, options())
	must(t, err)
	defer m.Close()
	flip(t, filepath.Join(setting.directory(cache), "tile/8/data/000"))
	for range 2 {
		_, err = m.Lookup(nameOf(3), versionOf(3))
		wantUnreachable(t, err, "mirror")
	}
	wantLogged(t, m, 299)
	wantLogged(t, open(t, l.setting(l.dir), cache, options()), 3)
}

func TestAnIndexDamagedUnderALookupIsMadeAnew(t *testing.T) {
	for _, wide := range []bool{false, true} { // the mirror has gone on meanwhile, or not
		l := newLog(t).add(1300)
		s, cache := serve(t, l), t.TempDir()
		setting := l.setting(s.URL)
		m := open(t, setting, cache, s.options())
		if wide {
			l.add(1)
			open(t, setting, cache, s.options())
		}
		s.taken()
		path := filepath.Join(setting.directory(cache), indexName)
		data, err := os.ReadFile(path)
		must(t, err)
		for at := pageSize + 5; at < len(data); at += pageSize {
			data[at] ^= 1
		}
		must(t, os.WriteFile(path, data, 0o644))
		wantLogged(t, m, 0, 800, 1299)
		wantNotLogged(t, m, 1300)
		wantStrings(t, "requests", s.taken(), nil)
		wantLogged(t, open(t, setting, cache, s.options()), 0, len(l.lines)-1)
		wantHealed(t, setting, cache)
	}
}

// A run that is stopped at any change of the disk leaves what the next one
// heals. All changes after the first refused one are refused too, so the disk is
// as a kill leaves it; the run itself goes on in memory.
func TestARunStoppedAtAnyChangeLeavesWhatTheNextOneHeals(t *testing.T) {
	for _, sizes := range [][]int{{0, 700}, {300, 400}, {510, 3}, {250, 7}, {700, 0}} {
		for stop := 0; ; stop++ {
			l := newLog(t).add(sizes[0])
			cache := t.TempDir()
			setting := l.setting(l.dir)
			if sizes[0] > 0 {
				open(t, setting, cache, options())
			}
			l.add(sizes[1])
			if stopped := stopAt(t, l, setting, cache, stop); !stopped {
				if least := min(sizes[1], 1) * 3; stop < least {
					t.Errorf("%v: only %d changes", sizes, stop)
				}
				break
			}
			healsTo(t, l, setting, cache, sizes[0])
		}
	}
}

func stopAt(t *testing.T, l *log, setting Setting, cache string, stop int) (stopped bool) {
	t.Helper()
	m := newMirror(t.Context(), setting, cache, options())
	var mu sync.Mutex // tiles are written at the same time
	m.files.step = func(string) error {
		mu.Lock()
		defer mu.Unlock()
		if stop--; stop < 0 {
			stopped = true
			return errors.New("no space left on device")
		}
		return nil
	}
	m, err := openWith(m, directory(l.dir))
	must(t, err)
	defer m.Close()
	wantLogged(t, m, 0, len(l.lines)-1)
	wantNotLogged(t, m, len(l.lines))
	if notes := m.Notes(); stopped != (len(notes) == 1) {
		t.Errorf("stopped is %v, and the notes are %q", stopped, notes)
	}
	return stopped
}

// healsTo wants the old mirror or the new one offline, and the new one online.
func healsTo(t *testing.T, l *log, setting Setting, cache string, old int) {
	t.Helper()
	switch m, err := OpenKept(t.Context(), setting, cache, options()); {
	case err == nil:
		if size := m.Checkpoint().Size; size != int64(old) && size != int64(len(l.lines)) {
			t.Errorf("the kept mirror has %d records", size)
		}
		wantLogged(t, m, 0, int(m.Checkpoint().Size)-1)
		wantNotLogged(t, m, len(l.lines))
		must(t, m.Close())
	case old > 0 || !errors.Is(err, ErrNotKept):
		t.Errorf("kept: %v", err)
	}
	wantLogged(t, open(t, setting, cache, options()), 0, len(l.lines)/2, len(l.lines)-1)
	wantHealed(t, setting, cache)
}

const mirrorEnv = "HUBTILES_TEST_MIRROR" // <key> <log> LF <cache>

func TestMain(m *testing.M) {
	if args := os.Getenv(mirrorEnv); args != "" {
		mirrorForEver(args)
	}
	os.Exit(m.Run())
}

// mirrorForEver is a child that opens the mirror again and again.
func mirrorForEver(args string) {
	hub, cache, _ := strings.Cut(args, "\n")
	setting, err := ParseSetting(variables("SINEW_HUB=" + hub))
	for err == nil {
		fmt.Println("opening")
		var m *Mirror
		if m, err = Open(context.Background(), setting, cache, options()); err == nil {
			err = errors.Join(m.Unreached(), m.Close())
		}
	}
	fmt.Println("failed:", err)
	os.Exit(1)
}

func TestMirrorsKilledAnywhereHeal(t *testing.T) {
	l := newLog(t).add(1500)
	setting, cache := l.setting(l.dir), t.TempDir()
	for kill := range 50 {
		if kill%10 == 0 {
			must(t, os.RemoveAll(filepath.Join(cache, "hublog"))) // a first mirror is long
		}
		if err := mirrorAndKill(l, cache); err != nil {
			t.Fatal(err)
		}
		if kept, err := newFiles(setting.directory(cache)).load(setting); err != nil {
			t.Errorf("after kill %d, the checkpoint: %v", kill, err)
		} else if kept != nil && !kept.holds() {
			t.Errorf("after kill %d, the kept mirror does not hold", kill)
		}
		if kill%3 == 0 { // others start from what the kill left
			wantLogged(t, open(t, setting, cache, options()), 0, 700, len(l.lines)-1)
			wantHealed(t, setting, cache)
		}
	}
	open(t, setting, cache, options())
	err := filepath.WalkDir(setting.directory(cache), func(path string, d os.DirEntry, err error) error {
		if strings.HasPrefix(d.Name(), ".tmp-") && filepath.Dir(path) == setting.directory(cache) {
			t.Errorf("%s is left", path)
		}
		return err
	})
	must(t, err)
}

// mirrorAndKill kills a child somewhere inside an update, for which the log
// grows.
func mirrorAndKill(l *log, cache string) error {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), mirrorEnv+"="+l.key.public+" "+l.dir+"\n"+cache)
	out, err := child.StdoutPipe()
	if err != nil {
		return err
	}
	if err := child.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(out)
	for range 1 + rand.IntN(3) {
		if !lines.Scan() || lines.Text() != "opening" {
			_ = child.Process.Kill()
			return errors.Join(fmt.Errorf("the child says %q", lines.Text()), child.Wait())
		}
		l.add(1 + rand.IntN(90))
	}
	for range rand.IntN(1 << 22) { // somewhere inside
		_ = rand.Uint64()
	}
	_ = child.Process.Kill()
	_ = child.Wait()
	return nil
}

// What lies in the mirror without a checkpoint that proves it is believed no
// more than an answer.
func TestAPlantedTileIsNotBelieved(t *testing.T) {
	for _, hashTiles := range []bool{true, false} {
		l, cache := newLog(t).add(600), t.TempDir()
		setting := l.setting(l.dir)
		forged := newLog(t).addOther(600)
		for _, name := range []string{"tile/8/data/001", "tile/8/data/002.p/88"} {
			data, err := os.ReadFile(filepath.Join(forged.dir, name))
			must(t, err)
			newFiles(setting.directory(cache)).put(name, data)
		}
		if !hashTiles {
			must(t, os.RemoveAll(filepath.Join(l.dir, "tile/8/0")))
		}
		wantLogged(t, open(t, setting, cache, options()), 0, 256, 511, 512, 599)
		wantHealed(t, setting, cache)
	}
}

func TestAMirrorIsUsedByManyAtOnceAlsoWhileItHeals(t *testing.T) {
	_, setting, cache := mirrored(t)
	m := open(t, setting, cache, options())
	flip(t, filepath.Join(setting.directory(cache), "tile/8/data/000"))
	var group sync.WaitGroup
	for n := range 20 {
		group.Go(func() {
			if e, err := m.Lookup(nameOf(n), versionOf(n)); err != nil || e.Version == nil || *e.Version != record(n) {
				t.Errorf("record %d is %+v, %v", n, e, err)
			}
		})
	}
	group.Wait()
}
