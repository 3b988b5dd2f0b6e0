package gitpack

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
)

func deflate(t testing.TB, content string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zlib.NewWriter(&out)
	if _, err := w.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestALooseObjectIsReadOrRefused(t *testing.T) {
	for _, c := range []struct{ raw, want, why string }{
		{raw: "blob 3\x00abc", want: "abc"},
		{raw: "tree 0\x00"},
		{raw: "blob 3\x00abcd", why: "more than its size"},
		{raw: "blob 4\x00abc", why: "less than its size"},
		{raw: "blob -1\x00", why: "no head"},
		{raw: "blob 99999999999999999999\x00", why: "no head"},
		{raw: "blob 16777217\x00", why: "is over"},
		{raw: "twig 3\x00abc", why: "no head"},
		{raw: "blob 3 abc", why: "no head"},
		{raw: strings.Repeat("x", 10_000), why: "no head"},
	} {
		got, err := ReadLoose(bytes.NewReader(deflate(t, c.raw)), Limits{})
		if c.why != "" {
			if err == nil || !strings.Contains(err.Error(), c.why) {
				t.Errorf("%.20q: %v, want %q", c.raw, err, c.why)
			}
			continue
		}
		if err != nil || string(got.Content) != c.want {
			t.Errorf("%.20q: %q, %v", c.raw, got.Content, err)
		}
	}
	if _, err := ReadLoose(strings.NewReader("no zlib"), Limits{}); err == nil {
		t.Error("what is no zlib stream is read")
	}
}

func TestAnObjectThatIsNotWhatItsIDSaysIsRefused(t *testing.T) {
	id := BlobID(SHA1, []byte("abc"))
	say := func(content string) *Objects {
		return Lazy(SHA1, Limits{}, func(ID) (Object, bool, error) { return Object{"blob", []byte(content)}, true, nil })
	}
	if got, err := say("abc").Blob(id); err != nil || string(got) != "abc" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := say("abd").Blob(id); err == nil || !strings.Contains(err.Error(), "is not what its id says") {
		t.Error(err)
	}
	none := Lazy(SHA1, Limits{}, func(ID) (Object, bool, error) { return Object{}, false, nil })
	if _, err := none.Commit(id); err == nil || !strings.Contains(err.Error(), "is not in the repository") {
		t.Error(err)
	}
}

// indexOf is an index of version 2 of ids, in order, at offsets.
func indexOf(ids []ID, offsets []uint64) []byte {
	out := []byte("\xfftOc\x00\x00\x00\x02")
	for b := range 256 {
		n := uint32(0)
		for _, id := range ids {
			if int(id[0]) <= b {
				n++
			}
		}
		out = binary.BigEndian.AppendUint32(out, n)
	}
	for _, id := range ids {
		out = append(out, id...)
	}
	out = append(out, make([]byte, 4*len(ids))...)
	var long []byte
	for _, offset := range offsets {
		if offset < 1<<31 {
			out = binary.BigEndian.AppendUint32(out, uint32(offset))
			continue
		}
		out = binary.BigEndian.AppendUint32(out, 1<<31|uint32(len(long)/8))
		long = binary.BigEndian.AppendUint64(long, offset)
	}
	return append(out, long...)
}

func idOf(first byte, rest string) ID { return ID(fmt.Sprintf("%c%-19s", first, rest)) }

func TestAnIndexFindsWhatItHoldsAndNothingElse(t *testing.T) {
	ids := []ID{idOf(0, "a"), idOf(0, "b"), idOf('m', "a"), idOf('m', "c"), idOf('z', "z")}
	offsets := []uint64{12, 1 << 31, 99, 1 << 40, 7}
	x, err := OpenIndex(bytes.NewReader(indexOf(ids, offsets)), SHA1)
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range ids {
		if got, found, err := x.Find(id); err != nil || !found || got != int64(offsets[i]) {
			t.Errorf("%q: %d, %v, %v", id, got, found, err)
		}
	}
	for _, id := range []ID{idOf(0, "c"), idOf('m', "b"), idOf('a', "a"), idOf(127, "z"), "", ID(strings.Repeat("m", 32))} {
		if _, found, err := x.Find(id); found || err != nil {
			t.Errorf("%q: %v, %v", id, found, err)
		}
	}
}

func TestABrokenIndexIsRefused(t *testing.T) {
	whole := indexOf([]ID{idOf('m', "a")}, []uint64{1 << 40})
	for cut := range len(whole) {
		x, err := OpenIndex(bytes.NewReader(whole[:cut]), SHA1)
		if err != nil {
			continue
		}
		if _, found, err := x.Find(idOf('m', "a")); found || err == nil {
			t.Errorf("cut at %d: %v, %v", cut, found, err)
		}
	}
	falling := bytes.Clone(whole)
	binary.BigEndian.PutUint32(falling[8:], 9)
	huge := bytes.Clone(whole)
	for b := 'm'; b < 256; b++ {
		binary.BigEndian.PutUint32(huge[8+4*b:], 1<<30)
	}
	if _, err := OpenIndex(bytes.NewReader(falling), SHA1); err == nil {
		t.Error("a fan-out that falls is read")
	}
	x, err := OpenIndex(bytes.NewReader(huge), SHA1)
	if err == nil {
		_, _, err = x.Find(idOf('m', "a"))
	}
	if err == nil {
		t.Error("a bucket of gigabytes is read")
	}
}

// packed is a pack of entries, each its bytes before the stream and the stream,
// and where each stands.
func packed(t testing.TB, entries ...[2]string) ([]byte, []int64) {
	t.Helper()
	out := append([]byte("PACK\x00\x00\x00\x02"), 0, 0, 0, byte(len(entries)))
	var at []int64
	for _, e := range entries {
		at = append(at, int64(len(out)))
		out = append(append(out, e[0]...), deflate(t, e[1])...)
	}
	return append(out, make([]byte, sha1.Size)...), at
}

func head(of kind, content string) string { return string([]byte{byte(of)<<4 | byte(len(content))}) }

func TestADeltaIsAppliedAndACircleRefused(t *testing.T) {
	delta := "\x03\x04\x90\x03\x01!" // of 3 bytes, to 4: copy 3 from 0, insert "!"
	id := BlobID(SHA1, []byte("abc"))
	pack, at := packed(t, [2]string{head(kindBlob, "abc"), "abc"},
		[2]string{head(kindOfsDelta, delta) + "\x0c", delta}, // 12 back, as packed below
		[2]string{head(kindRefDelta, delta) + string(id), delta})
	pack[at[1]+1] = byte(at[1] - at[0])
	p := Packed{Pack: bytes.NewReader(pack), Size: int64(len(pack))}
	p.Base = func(ID, int) (Object, bool, error) { return Object{"blob", []byte("abc")}, true, nil }
	for _, offset := range at[1:] {
		if got, err := p.ReadAt(offset, 0); err != nil || got.Kind != "blob" || string(got.Content) != "abc!" {
			t.Errorf("at %d: %+v, %v", offset, got, err)
		}
	}
	p.Base = func(_ ID, depth int) (Object, bool, error) { // a delta that is its own base, by its id
		o, err := p.ReadAt(at[2], depth)
		return o, err == nil, err
	}
	if _, err := p.ReadAt(at[2], 0); err == nil || !strings.Contains(err.Error(), "a chain of deltas") {
		t.Error(err)
	}
	for _, offset := range []int64{-1, 0, 11, int64(len(pack)), 1 << 50} {
		if _, err := p.ReadAt(offset, 0); err == nil {
			t.Errorf("an object at %d is read", offset)
		}
	}
}

func FuzzPackedObject(f *testing.F) {
	pack, _ := packed(f, [2]string{head(kindBlob, "abc"), "abc"})
	f.Add(pack, int64(12))
	f.Add(deflate(f, "blob 3\x00abc"), int64(0))
	f.Add(indexOf([]ID{idOf('m', "a")}, []uint64{12}), int64(12))
	f.Fuzz(func(t *testing.T, raw []byte, offset int64) {
		p := Packed{Pack: bytes.NewReader(raw), Size: int64(len(raw))}
		p.Base = func(_ ID, depth int) (Object, bool, error) {
			o, err := p.ReadAt(12, depth)
			return o, err == nil, err
		}
		_, _ = p.ReadAt(offset, 0)
		_, _ = ReadLoose(bytes.NewReader(raw), Limits{})
		if x, err := OpenIndex(bytes.NewReader(raw), SHA1); err == nil {
			_, _, _ = x.Find(idOf('m', "a"))
		}
	})
}
