package hubtiles

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"

	"golang.org/x/mod/sumdb/tlog"

	"sinew/pkg/hublog"
	"sinew/pkg/ref"
)

// An index says which records are about a name and version. It is an open
// addressing table of pages, each of pageSize bytes, numbers big-endian:
//
//	page 0   sum 8, magic 16, size 8, root 32, pages 8, entries 8, salt 16
//	page 1…  sum 8, count 2, zero 6, then entries: hash 8, record number 8
//
// A key's hash is the first 8 bytes of SHA-256 over the salt and the key: whoever
// writes records cannot choose them. Its first bits choose the page; a full page
// goes on in the next one. A sum is the first 8 bytes of SHA-256 over the salt,
// the page's number and the rest of the page: a damaged page is noticed, and
// never taken for "not in the log". A hash is no proof: who finds a record
// reads it and compares.
//
// size and root are the checkpoint's. Entries of later records may stand in the
// pages, of a run that was killed or is under way: they are passed over.
const (
	pageSize     = 1024
	pageHead     = 16
	entrySize    = 16
	entriesAPage = (pageSize - pageHead) / entrySize
	fill         = entriesAPage / 2 // mean entries a page that a table is made for
	maxPages     = 1 << 26
	indexMagic   = "sinew hub index\x01"
)

type salt [16]byte

// A header is page 0.
type header struct {
	size    int64
	root    tlog.Hash
	pages   int64 // a power of two, without page 0
	entries int64
	salt    salt
}

// is reports whether the index was made for the checkpoint.
func (h header) is(c hublog.Checkpoint) bool { return h.size == c.Size && h.root == c.Hash }

func (h header) encode() []byte {
	p := make([]byte, pageSize)
	copy(p[8:], indexMagic)
	binary.BigEndian.PutUint64(p[24:], uint64(h.size))
	copy(p[32:], h.root[:])
	binary.BigEndian.PutUint64(p[64:], uint64(h.pages))
	binary.BigEndian.PutUint64(p[72:], uint64(h.entries))
	copy(p[80:], h.salt[:])
	seal(salt{}, 0, p)
	return p
}

func decodeHeader(p []byte) (header, error) {
	h := header{
		size: int64(binary.BigEndian.Uint64(p[24:])), pages: int64(binary.BigEndian.Uint64(p[64:])),
		entries: int64(binary.BigEndian.Uint64(p[72:])), root: tlog.Hash(p[32:64]), salt: salt(p[80:96]),
	}
	powerOfTwo := h.pages > 0 && h.pages <= maxPages && h.pages&(h.pages-1) == 0
	bounded := h.size >= 0 && h.size <= hublog.MaxSize && h.entries >= 0 && h.entries <= h.pages*entriesAPage
	if !isSealed(salt{}, 0, p) || string(p[8:24]) != indexMagic || !powerOfTwo || !bounded {
		return header{}, errDamagedIndex
	}
	return h, nil
}

// sum is what the first 8 bytes of a page say of the rest.
func sum(s salt, number int64, page []byte) [8]byte {
	hash := sha256.New()
	hash.Write(s[:])
	hash.Write(binary.BigEndian.AppendUint64(nil, uint64(number)))
	hash.Write(page[8:])
	return [8]byte(hash.Sum(nil))
}

func seal(s salt, number int64, page []byte) {
	is := sum(s, number, page)
	copy(page, is[:])
}

func isSealed(s salt, number int64, page []byte) bool { return [8]byte(page) == sum(s, number, page) }

// A page is one of entries. What reads it has checked its count.
type page []byte

func (p page) count() int { return int(binary.BigEndian.Uint16(p[8:])) }

func (p page) entry(i int) (hash uint64, record int64) {
	at := p[pageHead+i*entrySize:]
	return binary.BigEndian.Uint64(at), int64(binary.BigEndian.Uint64(at[8:]))
}

func (p page) add(hash uint64, record int64) {
	n := p.count()
	at := p[pageHead+n*entrySize:]
	binary.BigEndian.PutUint64(at, hash)
	binary.BigEndian.PutUint64(at[8:], uint64(record))
	binary.BigEndian.PutUint16(p[8:], uint16(n+1))
}

func (p page) has(hash uint64, record int64) bool {
	for i := range p.count() {
		if h, r := p.entry(i); h == hash && r == record {
			return true
		}
	}
	return false
}

func (h header) hash(key string) uint64 {
	all := sha256.Sum256(append(h.salt[:], key...))
	return binary.BigEndian.Uint64(all[:])
}

// first is the page where the entries of a hash begin.
func (h header) first(hash uint64) int64 {
	return int64(hash >> (64 - bits.TrailingZeros64(uint64(h.pages))))
}

func (h header) next(page int64) int64 { return (page + 1) & (h.pages - 1) }

// An index is open to be read, by several goroutines, while others add to it.
type index struct {
	header
	medium medium
}

// openIndex reads the header of an index. On an error the medium is closed.
func openIndex(m medium) (*index, error) {
	x := &index{medium: m}
	if err := x.open(); err != nil {
		_ = m.Close()
		return nil, err
	}
	return x, nil
}

func (x *index) open() error {
	p := make([]byte, pageSize)
	if _, err := x.medium.ReadAt(p, 0); err != nil {
		return errDamagedIndex
	}
	var err error
	if x.header, err = decodeHeader(p); err != nil {
		return err
	}
	if size, err := x.medium.size(); err != nil || size != (x.pages+1)*pageSize {
		return errDamagedIndex
	}
	return nil
}

// reads is how often a page is read until it is damaged: another process may
// be writing it.
const reads = 4

// page is a page that its sum holds for.
func (x *index) page(number int64) (page, error) {
	p := make(page, pageSize)
	for range reads {
		if _, err := x.medium.ReadAt(p, (number+1)*pageSize); err != nil {
			break
		}
		if isSealed(x.salt, number+1, p) && p.count() <= entriesAPage {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%w at page %d", errDamagedIndex, number+1)
}

// find is the numbers of records that may be about the key, below size; they
// are in no order.
func (x *index) find(key string, size int64) ([]int64, error) {
	hash := x.hash(key)
	var found []int64
	number := x.first(hash)
	for range x.pages {
		p, err := x.page(number)
		if err != nil {
			return nil, err
		}
		for i := range p.count() {
			if h, record := p.entry(i); h == hash && record >= 0 && record < size {
				found = append(found, record)
			}
		}
		if p.count() < entriesAPage {
			return found, nil
		}
		number = x.next(number)
	}
	return nil, fmt.Errorf("%w: it is full", errDamagedIndex)
}

// The keys of records. No name and no version holds a space.

func versionKey(name hublog.Name, v ref.Version) string {
	return "version " + string(name) + " " + v.String()
}

func movedKey(name hublog.Name) string { return "moved " + string(name) }

func keyOf(r hublog.Record) string {
	if r.Kind == hublog.KindMoved {
		return movedKey(r.Name)
	}
	return versionKey(r.Name, r.Version)
}
