package gittest

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// The types of a pack's entries.
const (
	Commit      = 1
	Tree        = 2
	Blob        = 3
	Tag         = 4
	OffsetDelta = 6
	IDDelta     = 7
)

// An Entry is one object of a pack, which may lie about itself.
type Entry struct {
	Type    int
	Content []byte // inflated; for a delta, its sizes and instructions
	Zeros   int64  // bytes of zero instead of Content
	Size    int64  // declared; 0 means the true one
	Base    int    // of an offset delta: how many entries before this one
	BaseID  string // of a delta by id, in hex
}

// Pack is a pack of version 2 and SHA-1, with a true checksum.
func Pack(entries ...Entry) []byte {
	out := new(bytes.Buffer)
	out.WriteString("PACK")
	binary.Write(out, binary.BigEndian, uint32(2))
	binary.Write(out, binary.BigEndian, uint32(len(entries)))
	var starts []int
	for i, e := range entries {
		starts = append(starts, out.Len())
		e.head(out)
		switch e.Type {
		case OffsetDelta:
			out.Write(offset(starts[i] - starts[i-e.Base]))
		case IDDelta:
			raw, err := hex.DecodeString(e.BaseID)
			if err != nil {
				panic(err)
			}
			out.Write(raw)
		}
		e.stream(out)
	}
	return Seal(out.Bytes())
}

// Seal is a pack's bytes with the checksum they lack.
func Seal(pack []byte) []byte {
	sum := sha1.Sum(pack)
	return append(pack[:len(pack):len(pack)], sum[:]...)
}

func (e Entry) length() int64 {
	if e.Zeros > 0 {
		return e.Zeros
	}
	return int64(len(e.Content))
}

func (e Entry) head(out *bytes.Buffer) {
	size := e.Size
	if size == 0 {
		size = e.length()
	}
	c := byte(e.Type)<<4 | byte(size&15)
	for size >>= 4; size > 0; size >>= 7 {
		out.WriteByte(c | 0x80)
		c = byte(size & 0x7f)
	}
	out.WriteByte(c)
}

func (e Entry) stream(out *bytes.Buffer) {
	if e.Zeros > 0 {
		zeros(out, e.Zeros)
		return
	}
	z := zlib.NewWriter(out)
	_, _ = z.Write(e.Content) // a bytes.Buffer never fails
	_ = z.Close()
}

// zeros is the zlib stream of n bytes of zero. The stream of a megabyte is
// made once and repeated: no part of it looks back past its own beginning.
func zeros(out *bytes.Buffer, n int64) {
	const chunk = 1 << 20
	part := new(bytes.Buffer)
	z, err := flate.NewWriter(part, flate.BestCompression)
	if err != nil {
		panic(err) // the level is one that is there
	}
	_, _ = z.Write(make([]byte, chunk))
	_ = z.Flush()
	out.Write([]byte{0x78, 0xda})
	for range n / chunk {
		out.Write(part.Bytes())
	}
	z.Reset(out)
	_, _ = z.Write(make([]byte, n%chunk))
	_ = z.Close()
	out.Write(binary.BigEndian.AppendUint32(nil, uint32(n%65521)<<16|1)) // Adler-32 of n zeros
}

// offset is a distance in a delta's head.
func offset(n int) []byte {
	out := []byte{byte(n & 0x7f)}
	for n >>= 7; n > 0; n >>= 7 {
		n--
		out = append([]byte{0x80 | byte(n&0x7f)}, out...)
	}
	return out
}

// Delta is the bytes of a delta: the sizes of its base and its target, then
// instructions as they are.
func Delta(base, target uint64, instructions ...byte) []byte {
	out := binary.AppendUvarint(nil, base)
	out = binary.AppendUvarint(out, target)
	return append(out, instructions...)
}

// ObjectID is the SHA-1 id of an object, in hex; kind is blob, tree, …
func ObjectID(kind string, content []byte) string {
	h := sha1.New()
	fmt.Fprintf(h, "%s %d\x00", kind, len(content))
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}

// TreeContent is a tree object's bytes.
func TreeContent(entries ...TreeEntry) ([]byte, error) {
	var out []byte
	for _, e := range entries {
		raw, err := hex.DecodeString(e.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, e.Mode+" "+e.Name+"\x00"...)
		out = append(out, raw...)
	}
	return out, nil
}

// CommitContent is a commit object's bytes, of a tree and no parent.
func CommitContent(tree string) []byte {
	return fmt.Appendf(nil, "tree %s\nauthor %s %d +0000\ncommitter %s %d +0000\n\na commit\n", tree, author, start, author, start)
}

// TagContent is a tag object's bytes.
func TagContent(kind, id string) []byte {
	return fmt.Appendf(nil, "object %s\ntype %s\ntag v1.0.0\ntagger %s %d +0000\n\na tag\n", id, kind, author, start)
}
