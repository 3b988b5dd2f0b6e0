package gitpack

import (
	"bufio"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// An Object is one object as a repository keeps it: what it is (commit, tree,
// blob or tag) and its bytes, which nobody may change.
type Object struct {
	Kind    string
	Content []byte
}

// Lazy are the objects of a repository that load gives one at a time, by id.
// found is false for one that is not there. Each is held against its id. The
// result may be read by several goroutines when load may be called by them.
func Lazy(format Format, limits Limits, load func(ID) (o Object, found bool, err error)) *Objects {
	o := &Objects{format: format, limits: limits.WithDefaults()}
	o.load = func(id ID) (object, bool, error) {
		got, found, err := load(id)
		if err != nil || !found {
			return object{}, false, err
		}
		of := kindNamed(got.Kind)
		if is, ok := name(format.new(), of, got.Content); !ok || is != id {
			return object{}, false, refuse("the object %s is not what its id says", id)
		}
		return object{of, got.Content}, true, nil
	}
	return o
}

// BlobID is the id a file's bytes have in a repository.
func BlobID(format Format, content []byte) ID {
	id, _ := name(format.new(), kindBlob, content)
	return id
}

// An Entry is one name of a directory. Plain is false for what is neither a
// file nor a directory.
type Entry struct {
	Name       string
	ID         ID
	Dir, Plain bool
}

// Root is the tree of a commit.
func (o *Objects) Root(commit ID) (ID, error) {
	content, err := o.get(commit, kindCommit, "the commit")
	if err != nil {
		return "", err
	}
	return parseCommit(content, o.format)
}

// List are the names of one directory, in git's order.
func (o *Objects) List(tree ID) ([]Entry, error) {
	content, err := o.get(tree, kindTree, "the tree")
	if err != nil {
		return nil, err
	}
	entries, err := parseTree(content, o.format)
	all := make([]Entry, len(entries))
	for i, e := range entries {
		all[i] = Entry{Name: e.name, ID: e.id, Dir: e.isDir(), Plain: whyNot(e.mode) == ""}
	}
	return all, err
}

// Blob is the bytes of a file.
func (o *Objects) Blob(id ID) ([]byte, error) { return o.get(id, kindBlob, "the file") }

// ReadLoose reads an object that stands in a file of its own: a zlib stream of
// its type, its size and its bytes.
func ReadLoose(r io.Reader, limits Limits) (Object, error) {
	limits = limits.WithDefaults()
	stream, free, err := inflating(r)
	if err != nil {
		return Object{}, refuse("a loose object is no zlib stream")
	}
	defer free()
	in := bufio.NewReader(stream)
	head, err := in.ReadSlice(0) // no longer than the reader's buffer
	if err != nil {
		return Object{}, refuse("a loose object has no head")
	}
	of, digits, _ := strings.Cut(strings.TrimSuffix(string(head), "\x00"), " ")
	size, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || size < 0 || kindNamed(of) == 0 {
		return Object{}, refuse("a loose object has no head")
	}
	content, err := exactly(in, size, limits)
	return Object{Kind: of, Content: content}, err
}

// streams are readers that have read a stream, and can read another: each is
// tens of kilobytes.
var streams sync.Pool

// inflating reads a zlib stream until free is called.
func inflating(r io.Reader) (stream io.Reader, free func(), err error) {
	used, ok := streams.Get().(io.ReadCloser)
	if !ok {
		used, err = zlib.NewReader(r)
	} else {
		err = used.(zlib.Resetter).Reset(r, nil)
	}
	return used, func() { streams.Put(used) }, err
}

// exactly is the size bytes a stream has left.
func exactly(r io.Reader, size int64, limits Limits) ([]byte, error) {
	if size > limits.ObjectBytes {
		return nil, refuse("an object of %d bytes is over %d", size, limits.ObjectBytes)
	}
	content := make([]byte, size)
	if _, err := io.ReadFull(r, content); err != nil {
		return nil, refuse("an object inflates to less than its size")
	}
	if n, err := r.Read(make([]byte, 1)); n > 0 || err != io.EOF {
		return nil, refuse("an object inflates to more than its size")
	}
	return content, nil
}

// An Index finds objects in a pack of this machine (git's index version 2).
type Index struct {
	file   io.ReaderAt
	format Format
	fanout [256]uint32
}

// Where the parts of an index stand.
const (
	indexHead   = 8
	indexFanout = 256 * 4
	maxBucket   = 8 << 20 // bytes of ids that begin with one byte
)

// OpenIndex reads an index's head and its fan-out. It keeps file.
func OpenIndex(file io.ReaderAt, format Format) (*Index, error) {
	var head [indexHead + indexFanout]byte
	if _, err := file.ReadAt(head[:], 0); err != nil {
		return nil, refuse("an index of a pack is cut short")
	}
	if string(head[:indexHead]) != "\xfftOc\x00\x00\x00\x02" {
		return nil, refuse("an index of a pack is not of version 2")
	}
	x := &Index{file: file, format: format}
	last := uint32(0)
	for i := range x.fanout {
		x.fanout[i] = binary.BigEndian.Uint32(head[indexHead+4*i:])
		if x.fanout[i] < last {
			return nil, refuse("an index of a pack is out of order")
		}
		last = x.fanout[i]
	}
	return x, nil
}

// Find is where in its pack an object stands.
func (x *Index) Find(id ID) (offset int64, found bool, err error) {
	size := int64(x.format.size())
	if len(id) != int(size) {
		return 0, false, nil
	}
	first, end := uint32(0), x.fanout[id[0]]
	if id[0] > 0 {
		first = x.fanout[id[0]-1]
	}
	bytes := int64(end-first) * size
	if bytes > maxBucket {
		return 0, false, refuse("an index of a pack holds over %d bytes of ids under one byte", maxBucket)
	}
	ids := make([]byte, bytes)
	names := int64(indexHead + indexFanout)
	if _, err := x.file.ReadAt(ids, names+int64(first)*size); err != nil {
		return 0, false, refuse("an index of a pack is cut short")
	}
	at, found := searchIDs(ids, id)
	if !found {
		return 0, false, nil
	}
	offset, err = x.offset(int64(first) + at)
	return offset, err == nil, err
}

// searchIDs is the place of id among sorted ids that follow one another.
func searchIDs(ids []byte, id ID) (at int64, found bool) {
	size := len(id)
	low, high := 0, len(ids)/size
	for low < high {
		middle := (low + high) / 2
		switch here := string(ids[middle*size : (middle+1)*size]); {
		case here == string(id):
			return int64(middle), true
		case here < string(id):
			low = middle + 1
		default:
			high = middle
		}
	}
	return 0, false
}

// offset reads the offset of the n-th object: 31 bits, or the place of 64 bits.
func (x *Index) offset(n int64) (int64, error) {
	count, size := int64(x.fanout[255]), int64(x.format.size())
	short := indexHead + indexFanout + count*(size+4)
	var at [8]byte
	if _, err := x.file.ReadAt(at[:4], short+4*n); err != nil {
		return 0, refuse("an index of a pack is cut short")
	}
	offset := int64(binary.BigEndian.Uint32(at[:4]))
	if offset&0x80000000 == 0 {
		return offset, nil
	}
	if _, err := x.file.ReadAt(at[:], short+4*count+8*(offset&0x7fffffff)); err != nil {
		return 0, refuse("an index of a pack is cut short")
	}
	if offset = int64(binary.BigEndian.Uint64(at[:])); offset < 0 {
		return 0, refuse("an index of a pack has an offset past 63 bits")
	}
	return offset, nil
}

// A Packed reads single objects out of a pack of this machine.
type Packed struct {
	Pack   io.ReaderAt
	Size   int64 // of the pack, in bytes
	Format Format
	Limits Limits

	// Base is the object of an id that a delta names as its base; depth is how
	// many deltas lie on it, to be handed to ReadAt.
	Base func(id ID, depth int) (Object, bool, error)
}

// ReadAt is the object whose entry stands at an offset, with every delta below
// it applied. depth is how many deltas wait for it: 0, or what Base was given.
func (p Packed) ReadAt(offset int64, depth int) (Object, error) {
	limits := p.Limits.WithDefaults()
	var deltas [][]byte
	for depth+len(deltas) <= limits.DeltaDepth {
		e, content, err := p.entry(offset, limits)
		if err != nil {
			return Object{}, err
		}
		switch e.kind {
		case kindOfsDelta:
			deltas, offset = append(deltas, content), offset-e.stream
		case kindRefDelta:
			base, found, err := p.Base(e.baseID, depth+len(deltas)+1)
			if err == nil && !found {
				err = refuse("the object %s is not in the repository", e.baseID)
			}
			if err != nil {
				return Object{}, err
			}
			return unfold(base, append(deltas, content), limits)
		default:
			return unfold(Object{Kind: e.kind.String(), Content: content}, deltas, limits)
		}
	}
	return Object{}, tooDeep(limits)
}

// entry reads one entry and its stream. Of an offset delta, stream is how far
// back its base stands.
func (p Packed) entry(offset int64, limits Limits) (entry, []byte, error) {
	if offset < headerSize || offset >= p.Size {
		return entry{}, nil, malformed("an object outside of it")
	}
	in := bufio.NewReader(io.NewSectionReader(p.Pack, offset, p.Size-offset))
	of, size, err := readTypeAndSize(in)
	if err != nil {
		return entry{}, nil, err
	}
	e := entry{kind: of, size: size}
	switch of {
	case kindCommit, kindTree, kindBlob, kindTag:
	case kindOfsDelta:
		if e.stream, err = readOffset(in); err != nil {
			return entry{}, nil, err
		}
		if e.stream <= 0 {
			return entry{}, nil, malformed("a delta that is its own base")
		}
	case kindRefDelta:
		id := make([]byte, p.Format.size())
		if _, err := io.ReadFull(in, id); err != nil {
			return entry{}, nil, malformed("it ends inside a delta")
		}
		e.baseID = ID(id)
	default:
		return entry{}, nil, malformed(fmt.Sprintf("an object of type %d", int(of)))
	}
	stream, free, err := inflating(in)
	if err != nil {
		return entry{}, nil, malformed("no zlib stream")
	}
	defer free()
	content, err := exactly(stream, size, limits)
	return e, content, err
}

// unfold applies deltas to their base, the last one first.
func unfold(base Object, deltas [][]byte, limits Limits) (Object, error) {
	for i := len(deltas) - 1; i >= 0; i-- {
		target, err := deltaTarget(deltas[i])
		if err != nil {
			return Object{}, err
		}
		if target > limits.ObjectBytes {
			return Object{}, refuse("an object of %d bytes is over %d", target, limits.ObjectBytes)
		}
		if base.Content, err = applyDelta(base.Content, deltas[i], target); err != nil {
			return Object{}, err
		}
	}
	return base, nil
}
