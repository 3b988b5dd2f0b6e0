package hubtiles

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sinew/pkg/hublog"
)

// records are so many, and every seventh is about the same as the one before.
func records(count int) (all []addition) {
	for n := range count {
		all = append(all, addition{record(n - n%7/6), int64(n)})
	}
	return all
}

func buildIndex(t testing.TB, all []addition) *index {
	t.Helper()
	table := newTable(int64(len(all)))
	must(t, table.addAll(all))
	x, err := openIndex(table.image(hublog.Checkpoint{Size: int64(len(all))}))
	must(t, err)
	return x
}

func TestAnIndexFindsEveryRecordOfAKeyAndNoOther(t *testing.T) {
	for _, count := range []int{0, 1, 31, 32, 63, 64, 1000, 20000} {
		all := records(count)
		x := buildIndex(t, all)
		for n, a := range all {
			got, err := x.find(keyOf(a.record), int64(count))
			must(t, err)
			if !slices.Contains(got, int64(n)) || len(got) > 2 {
				t.Fatalf("of %d, record %d is found as %v", count, n, got)
			}
		}
		if got, err := x.find("version nobody 1.0.0", int64(count)); err != nil || len(got) != 0 {
			t.Errorf("of %d, nobody is found as %v, %v", count, got, err)
		}
	}
}

func TestAnIndexPassesOverRecordsAfterItsReadersSize(t *testing.T) {
	x := buildIndex(t, records(20))
	if got, err := x.find(keyOf(record(15)), 15); err != nil || len(got) != 0 {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestManyRecordsOfOneKeySpillIntoTheNextPages(t *testing.T) {
	var all []addition
	for n := range int64(500) {
		all = append(all, addition{record(1), n})
	}
	got, err := buildIndex(t, all).find(keyOf(record(1)), 500)
	must(t, err)
	slices.Sort(got)
	if len(got) != 500 || got[0] != 0 || got[499] != 499 {
		t.Errorf("got %d records: %v", len(got), got)
	}
}

// An index that grew in any steps finds what one made at once does.
func TestAGrownIndexFindsTheSame(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		must(t, err)
		f := newFiles(dir)
		all := records(rapid.IntRange(0, 400).Draw(r, "count"))
		done := rapid.IntRange(0, len(all)).Draw(r, "first")
		first := newTable(int64(done))
		must(t, first.addAll(all[:done]))
		f.put(indexName, first.image(hublog.Checkpoint{Size: int64(done)}))
		for done < len(all) {
			next := rapid.IntRange(done+1, len(all)).Draw(r, "next")
			m, err := f.open(indexName)
			must(t, err)
			x, err := openIndex(m)
			must(t, err)
			must(t, f.grow(x, all[done:next], hublog.Checkpoint{Size: int64(next)}))
			must(t, x.medium.Close())
			done = next
		}
		m, err := f.open(indexName)
		must(t, err)
		x, err := openIndex(m)
		must(t, err)
		defer x.medium.Close()
		want := buildIndex(t, all)
		for _, a := range all {
			got, err := x.find(keyOf(a.record), int64(done))
			must(t, err)
			wanted, err := want.find(keyOf(a.record), int64(done))
			must(t, err)
			slices.Sort(got)
			slices.Sort(wanted)
			if !slices.Equal(got, wanted) {
				r.Fatalf("%v is found as %v, want %v", a.record, got, wanted)
			}
		}
	})
}

func TestNoChangedByteOfAnIndexIsBelieved(t *testing.T) {
	all := records(40)
	x := buildIndex(t, all)
	whole := x.medium.(image)
	for at := range whole {
		changed := image(slices.Clone(whole))
		changed[at] ^= 0x10
		broken, err := openIndex(changed)
		if err != nil {
			continue
		}
		for n, a := range all {
			got, err := broken.find(keyOf(a.record), 40)
			if err == nil && !slices.Contains(got, int64(n)) {
				t.Fatalf("with byte %d changed, record %d is not there", at, n)
			}
		}
	}
	for _, cut := range []int{0, 5, pageSize - 1, pageSize, len(whole) - 1} {
		if _, err := openIndex(whole[:cut]); !errors.Is(err, errDamagedIndex) {
			t.Errorf("cut at %d: %v", cut, err)
		}
	}
	if _, err := openIndex(append(slices.Clone(whole), 0)); !errors.Is(err, errDamagedIndex) {
		t.Errorf("with a byte more: %v", err)
	}
}

// Whatever the index says, a record that is given is the log's of that name and
// version; sealed says that the fuzzer's pages get the right sums.
func FuzzIndex(f *testing.F) {
	l := newLog(f).add(300)
	m := open(f, l.setting(l.dir), f.TempDir(), options())
	_ = m.index.medium.Close()
	for _, count := range []int{0, 5, 70} {
		data := []byte(buildIndex(f, records(count)).medium.(image))
		f.Add(data, true)
		f.Add(data, false)
	}
	f.Add([]byte{}, false)
	f.Fuzz(func(t *testing.T, data []byte, sealed bool) {
		if data = slices.Clone(data); sealed {
			sealAll(data)
		}
		x, err := openIndex(image(data))
		if err != nil {
			return
		}
		m.index = x
		for _, n := range []int{0, 7, 255, 256, 299, 300} {
			found, err := m.find(keyOf(record(n)))
			if err != nil && !errors.Is(err, errDamagedIndex) {
				t.Fatal(err)
			}
			for _, r := range found {
				if n == 300 || r != record(n) {
					t.Fatalf("record %d is %v", n, r)
				}
			}
		}
	})
}

// sealAll makes the sums of an index right, as far as it has pages.
func sealAll(data []byte) {
	if len(data) < pageSize {
		return
	}
	copy(data[8:], indexMagic)
	pages := int64(len(data)/pageSize) - 1
	binary.BigEndian.PutUint64(data[64:], uint64(pages))
	s := salt(data[80:96])
	seal(salt{}, 0, data[:pageSize])
	for n := int64(1); n <= pages; n++ {
		seal(s, n, data[n*pageSize:(n+1)*pageSize])
	}
}

// The scale that the log is built for: what a first mirror and an update cost,
// and that a lookup reads as much at every size.
func TestTheCostsAtAHundredThousandVersions(t *testing.T) {
	l := newLog(t)
	s, cache := serve(t, l), t.TempDir()
	var most []int64
	for _, size := range []int{1000, 10_000, 100_000} {
		l.add(size - len(l.lines))
		o := s.options()
		o.Now = func() time.Time { return record(size).Seen }
		m := open(t, l.setting(s.URL), cache, o)
		most = append(most, mostRead(t, m, size))
		t.Logf("%d versions: a lookup reads at most %d bytes", size, most[len(most)-1])
	}
	if most[2] > most[0]+pageSize {
		t.Errorf("lookups read %v bytes", most)
	}
	s.sent = 0
	s.taken()
	fresh := t.TempDir()
	open(t, l.setting(s.URL), fresh, s.options())
	t.Logf("a first mirror: %d bytes in %d requests", s.sent, len(s.taken()))
	if s.sent > 30_000_000 {
		t.Errorf("a first mirror takes %d bytes", s.sent)
	}
	l.add(hublog.TileWidth - 5 - len(l.lines)%hublog.TileWidth)
	open(t, l.setting(s.URL), fresh, s.options())
	s.taken()
	for range 10 { // over the end of a tile too
		l.addRecords(record(len(l.lines)))
		m := open(t, l.setting(s.URL), fresh, s.options())
		if asked := s.taken(); len(asked) > 3 {
			t.Fatalf("an update asks for %q", asked)
		}
		wantLogged(t, m, 0, len(l.lines)/3, len(l.lines)-1)
	}
	wantHealed(t, l.setting(s.URL), fresh)
	size, err := os.Stat(filepath.Join(l.setting(s.URL).directory(fresh), indexName))
	must(t, err)
	t.Logf("the index has %d bytes", size.Size())
}

// mostRead is the most bytes that one of many lookups reads from the disk.
func mostRead(t *testing.T, m *Mirror, size int) (most int64) {
	for i := range 500 {
		n := i * (size / 500)
		before := m.files.read.Load()
		if i%5 == 4 {
			wantNotLogged(t, m, size+n)
		} else {
			wantLogged(t, m, n)
		}
		most = max(most, m.files.read.Load()-before)
	}
	return most
}
