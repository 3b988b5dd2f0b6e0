package gitpack

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A Refusal is a pack, or an object in it, that is not taken.
type Refusal struct {
	Why string // one line that is safe to print
	// Damaged is a pack that breaks its own format, or is short of an object. No
	// id proves that, as one proves what a tree holds: the same tag may be sent
	// whole the next time.
	Damaged bool
}

// Error is why.
func (r *Refusal) Error() string { return r.Why }

func refuse(format string, args ...any) error {
	return &Refusal{Why: fmt.Sprintf(format, args...)}
}

// malformed is a pack that breaks its own format; where is what broke.
func malformed(where string) error {
	return &Refusal{Why: "the pack is malformed: " + where, Damaged: true}
}

// An entry is what the scan knows of one object of the pack.
type entry struct {
	kind   kind
	size   int64 // of the object, or of the delta itself
	target int64 // of the object that a delta makes
	stream int64 // where the zlib stream stands
	base   int   // of an offset delta: the index of its base
	baseID ID    // of a delta by id
	depth  int   // deltas below this one, as far as offsets tell
}

// A scanner walks the entries of a pack. Nothing that an entry declares is
// allocated: streams inflate into nothing.
type scanner struct {
	pack    *bytes.Reader // without the checksum
	whole   int64         // bytes of pack
	format  Format
	limits  Limits
	inflate inflater
	at      map[int64]int // offset of an entry -> its index
	entries []entry
	total   int64
}

const headerSize = 12

// scan reads the headers of every entry and holds them against the limits.
func scan(pack []byte, format Format, limits Limits) ([]entry, error) {
	if int64(len(pack)) > limits.PackBytes {
		return nil, refuse("the pack is over %d bytes", limits.PackBytes)
	}
	count, err := checkEnds(pack, format, limits)
	if err != nil {
		return nil, err
	}
	body := pack[:len(pack)-format.size()]
	s := &scanner{
		pack: bytes.NewReader(body), whole: int64(len(body)), format: format, limits: limits,
		at: make(map[int64]int),
	}
	if _, err := s.pack.Seek(headerSize, io.SeekStart); err != nil {
		return nil, err
	}
	for range count {
		if err := s.next(); err != nil {
			return nil, err
		}
	}
	if s.pack.Len() != 0 {
		return nil, malformed("bytes follow its last object")
	}
	return s.entries, nil
}

// checkEnds checks the pack's header and checksum: the count of its entries.
func checkEnds(pack []byte, format Format, limits Limits) (uint32, error) {
	if len(pack) < headerSize+format.size() || string(pack[:4]) != "PACK" {
		return 0, malformed("no header")
	}
	if v := binary.BigEndian.Uint32(pack[4:]); v != 2 {
		return 0, malformed(fmt.Sprintf("version %d", v))
	}
	count := binary.BigEndian.Uint32(pack[8:])
	if int64(count) > int64(limits.Objects) {
		return 0, refuse("the pack holds %d objects, over %d", count, limits.Objects)
	}
	end := len(pack) - format.size()
	h := format.new()
	h.Write(pack[:end])
	if id, ok := sum(h); !ok || id != ID(pack[end:]) {
		return 0, malformed("its checksum differs")
	}
	return count, nil
}

// offset is where the next byte is read from.
func (s *scanner) offset() int64 { return s.whole - int64(s.pack.Len()) }

// next scans one entry, its stream included.
func (s *scanner) next() error {
	start := s.offset()
	e, err := s.header(start)
	if err != nil {
		return err
	}
	e.stream = s.offset()
	head, err := s.inflate.skim(s.pack, e.size)
	if err != nil {
		return err
	}
	if e.kind == kindOfsDelta || e.kind == kindRefDelta {
		if e.target, err = deltaTarget(head); err != nil {
			return err
		}
		if err := s.spend(e.target); err != nil {
			return err
		}
	}
	s.at[start] = len(s.entries)
	s.entries = append(s.entries, e)
	return nil
}

// header reads an entry up to its stream, and spends what it declares.
func (s *scanner) header(start int64) (entry, error) {
	kind, size, err := readTypeAndSize(s.pack)
	if err != nil {
		return entry{}, err
	}
	e := entry{kind: kind, size: size}
	if err := s.spend(size); err != nil {
		return entry{}, err
	}
	switch kind {
	case kindCommit, kindTree, kindBlob, kindTag:
		return e, nil
	case kindOfsDelta:
		return s.offsetDelta(e, start)
	case kindRefDelta:
		id := make([]byte, s.format.size())
		if _, err := io.ReadFull(s.pack, id); err != nil {
			return entry{}, malformed("it ends inside a delta")
		}
		e.baseID = ID(id)
		return e, nil
	}
	return entry{}, malformed(fmt.Sprintf("an object of type %d", int(kind)))
}

func (s *scanner) offsetDelta(e entry, start int64) (entry, error) {
	back, err := readOffset(s.pack)
	if err != nil {
		return entry{}, err
	}
	base, ok := s.at[start-back]
	if !ok {
		return entry{}, malformed("a delta whose base is no object before it")
	}
	e.base = base
	e.depth = s.entries[base].depth + 1
	if e.depth > s.limits.DeltaDepth {
		return entry{}, tooDeep(s.limits)
	}
	return e, nil
}

func tooDeep(limits Limits) error {
	return refuse("a chain of deltas is over %d long", limits.DeltaDepth)
}

// spend holds size against the limits on one object and on all of them.
func (s *scanner) spend(size int64) error {
	if size > s.limits.ObjectBytes {
		return refuse("an object of %d bytes is over %d", size, s.limits.ObjectBytes)
	}
	if s.total += size; s.total > s.limits.TotalBytes {
		return refuse("the pack unfolds to over %d bytes", s.limits.TotalBytes)
	}
	return nil
}

// deltaTarget is the size of what a delta makes. head is its beginning.
func deltaTarget(head []byte) (int64, error) {
	_, rest, err := cutSize(head)
	if err != nil {
		return 0, err
	}
	target, _, err := cutSize(rest)
	return target, err
}

// readTypeAndSize reads the first bytes of an entry: three bits of type, and
// the size in groups of 4, 7, 7, … bits, the lowest first.
func readTypeAndSize(r io.ByteReader) (kind, int64, error) {
	c, err := r.ReadByte()
	if err != nil {
		return 0, 0, malformed("it ends before its last object")
	}
	k, size := kind(c>>4&7), int64(c&15)
	for shift := 4; c&0x80 != 0; shift += 7 {
		if c, err = r.ReadByte(); err != nil {
			return 0, 0, malformed("it ends inside a size")
		}
		if shift > 53 {
			return 0, 0, malformed("a size past 60 bits")
		}
		size |= int64(c&0x7f) << shift
	}
	return k, size, nil
}

// readOffset reads how far before its own start a delta's base stands: groups
// of 7 bits, the highest first, each further group adding one.
func readOffset(r io.ByteReader) (int64, error) {
	var offset int64
	for i := 0; ; i++ {
		c, err := r.ReadByte()
		if err != nil {
			return 0, malformed("it ends inside a delta")
		}
		if i > 7 {
			return 0, malformed("a delta's base past 56 bits away")
		}
		offset |= int64(c & 0x7f)
		if c&0x80 == 0 {
			return offset, nil
		}
		offset = (offset + 1) << 7
	}
}

// An inflater reads zlib streams one after the other.
type inflater struct {
	stream io.ReadCloser
	head   [20]byte // two sizes of a delta take at most 18 bytes
	waste  [8 << 10]byte
}

var errPastSize = errors.New("past its declared size")

// open starts the stream that r stands at. r is read no byte past its end, as
// it reads single bytes.
func (f *inflater) open(r *bytes.Reader) (err error) {
	if f.stream == nil {
		f.stream, err = zlib.NewReader(r)
		return err
	}
	return f.stream.(zlib.Resetter).Reset(r, nil)
}

// skim runs through a stream of size bytes and keeps its first ones; they hold
// until the next call.
func (f *inflater) skim(r *bytes.Reader, size int64) ([]byte, error) {
	if err := f.open(r); err != nil {
		return nil, malformed("no zlib stream")
	}
	head := f.head[:min(size, int64(len(f.head)))]
	if _, err := io.ReadFull(f.stream, head); err != nil {
		return nil, streamError(err)
	}
	return head, f.drain(size - int64(len(head)))
}

// read is the size bytes of a stream that the scan has passed.
func (f *inflater) read(r *bytes.Reader, size int64) ([]byte, error) {
	if err := f.open(r); err != nil {
		return nil, malformed("no zlib stream")
	}
	content := make([]byte, size)
	if _, err := io.ReadFull(f.stream, content); err != nil {
		return nil, streamError(err)
	}
	return content, f.drain(0)
}

// drain reads exactly left bytes more and the stream's end, into nothing.
func (f *inflater) drain(left int64) error {
	for {
		n, err := f.stream.Read(f.waste[:])
		if left -= int64(n); left < 0 {
			return streamError(errPastSize)
		}
		if err == io.EOF && left == 0 {
			return nil
		}
		if err == io.EOF {
			return streamError(io.ErrUnexpectedEOF)
		}
		if err != nil {
			return streamError(err)
		}
	}
}

func streamError(err error) error {
	switch {
	case errors.Is(err, errPastSize):
		return malformed("an object inflates to more than its size")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return malformed("an object inflates to less than its size")
	}
	return malformed("a zlib stream is broken")
}
