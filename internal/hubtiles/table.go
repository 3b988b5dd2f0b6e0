package hubtiles

import (
	"crypto/rand"
	"errors"
	"os"
	"syscall"

	"sinew/pkg/hublog"
)

// A table is an index that entries are being added to. Its pages are read when
// they are needed, and changed in memory alone until they are written.
type table struct {
	header
	load    func(number int64) (page, error)
	pages   map[int64]page // that were read
	changed map[int64]bool
}

// An addition is a record that an index is to know.
type addition struct {
	record hublog.Record
	number int64
}

// newTable is an empty table for so many entries.
func newTable(entries int64) *table {
	t := emptyTable(entries)
	_, _ = rand.Read(t.salt[:]) // never fails
	return t
}

func emptyTable(entries int64) *table {
	t := &table{pages: map[int64]page{}, changed: map[int64]bool{}}
	for t.header.pages = 1; t.header.pages*fill < entries; {
		t.header.pages *= 2
	}
	t.load = func(int64) (page, error) { return make(page, pageSize), nil }
	return t
}

func (t *table) page(number int64) (page, error) {
	if p, ok := t.pages[number]; ok {
		return p, nil
	}
	p, err := t.load(number)
	if err == nil {
		t.pages[number] = p
	}
	return p, err
}

// add puts an entry where find looks, once.
func (t *table) add(hash uint64, record int64) error {
	number := t.first(hash)
	for range t.header.pages {
		p, err := t.page(number)
		switch {
		case err != nil:
			return err
		case p.has(hash, record):
			return nil
		case p.count() < entriesAPage:
			p.add(hash, record)
			t.changed[number] = true
			t.entries++
			return nil
		}
		number = t.next(number)
	}
	return errDamagedIndex // all its pages are full: no table of ours is
}

func (t *table) addAll(more []addition) error {
	for _, a := range more {
		if err := t.addRecord(a.record, a.number); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) addRecord(r hublog.Record, number int64) error {
	return t.add(t.hash(keyOf(r)), number)
}

// sealed is a page that was read, as it is written.
func (t *table) sealed(number int64) []byte {
	p := t.pages[number]
	seal(t.salt, number+1, p)
	return p
}

// image is the whole of a table that emptyTable made.
func (t *table) image(c hublog.Checkpoint) image {
	t.size, t.root = c.Size, c.Hash
	out := make(image, 0, (t.header.pages+1)*pageSize)
	out = append(out, t.encode()...)
	for number := range t.header.pages {
		_, _ = t.page(number) // made when missing
		out = append(out, t.sealed(number)...)
	}
	return out
}

// grow adds to the index x, which is for an older checkpoint: in place, or,
// where it gets too full or lies in memory, by a larger one in its stead.
func (f *files) grow(x *index, more []addition, c hublog.Checkpoint) error {
	if x.entries+int64(len(more)) > x.pages*fill*3/2 || !f.isOnDisk(indexName) || f.inMemory() != nil {
		return f.regrow(x, more, c)
	}
	t := &table{header: x.header, load: x.page, pages: map[int64]page{}, changed: map[int64]bool{}}
	if err := t.addAll(more); err != nil {
		return err
	}
	t.size, t.root = c.Size, c.Hash
	if err := f.writeChanges(t); err != nil {
		f.leaveDisk(err)
		return f.regrow(x, more, c)
	}
	return nil
}

// regrow copies the entries of x into a new table with room for twice as many.
func (f *files) regrow(x *index, more []addition, c hublog.Checkpoint) error {
	t := emptyTable(2 * (x.entries + int64(len(more))))
	t.salt = x.salt
	for number := range x.pages {
		p, err := x.page(number)
		if err != nil {
			return err
		}
		if err := t.copy(p, x.size); err != nil {
			return err
		}
	}
	if err := t.addAll(more); err != nil {
		return err
	}
	f.put(indexName, t.image(c))
	return nil
}

func (t *table) copy(p page, size int64) error {
	for i := range p.count() {
		hash, record := p.entry(i)
		if record < 0 || record >= size {
			continue
		}
		if err := t.add(hash, record); err != nil {
			return err
		}
	}
	return nil
}

// writeChanges writes the pages, and the header once they last: until then the
// index is that of the older checkpoint.
func (f *files) writeChanges(t *table) (err error) {
	file, err := os.OpenFile(f.path(indexName), os.O_WRONLY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	for number := range t.changed {
		if err := f.writePage(file, number+1, t.sealed(number)); err != nil {
			return err
		}
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if err := f.writePage(file, 0, t.encode()); err != nil {
		return err
	}
	return file.Sync()
}

func (f *files) writePage(file *os.File, number int64, data []byte) error {
	if err := f.change("write a page of the " + indexName); err != nil {
		return err
	}
	_, err := file.WriteAt(data, number*pageSize)
	return err
}
