package hubcopy

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"sinew/internal/atomicfile"
	"sinew/internal/flock"
	"sinew/internal/hubtiles"
	"sinew/pkg/text"
)

const (
	stale     = 7 * 24 * time.Hour // how old an index is when its age is said
	indexTime = 10 * time.Minute   // of the request for an index, where Options name none

	latestName = "latest"
	lockName   = ".lock"
)

// A Copy is the index as it was at one time, held against its hash. It is in
// memory, is not changed, and may be used by several goroutines.
type Copy struct {
	says      latest
	data      []byte
	notes     []string
	unreached error
}

// Date is the time of the log's state that the index was made from.
func (c *Copy) Date() time.Time { return c.says.date }

// Records is how many records that state of the log had.
func (c *Copy) Records() int64 { return c.says.records }

// Unreached is why the newest index was not asked for; nil where this is it.
func (c *Copy) Unreached() error { return c.unreached }

// Notes are lines that a person should read and that stop nobody.
func (c *Copy) Notes() []string { return c.notes }

// Open brings the copy in cacheDir up to date and reads it. s must be on.
//
// Where the index cannot be reached, the kept copy is read instead: Unreached
// says why. The error is a *hubtiles.UnreachableError where none is kept, a
// *hubtiles.RefusedError for an index that is not to be believed, which leaves
// the copy as it was, or that of ctx.
func Open(ctx context.Context, s hubtiles.Setting, cacheDir string, o hubtiles.Options) (*Copy, error) {
	if o.RequestTime == 0 {
		o.RequestTime = indexTime
	}
	from := s.Reader(o)
	defer from.Close()
	d := shelf(filepath.Join(cacheDir, "index", s.ID()))
	release, unlocked := d.lock(ctx)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	defer release()
	kept, _ := d.read()
	c, err := d.update(ctx, from, kept, unlocked)
	if _, unreachable := errors.AsType[*hubtiles.UnreachableError](err); unreachable && kept != nil {
		kept.unreached, c, err = err, kept, nil
	}
	if err != nil {
		return nil, err
	}
	c.noteAge(o)
	return c, nil
}

// OpenKept reads the copy as it is kept, without a request. The error is a
// *hubtiles.UnreachableError where there is none that is whole.
func OpenKept(s hubtiles.Setting, cacheDir string, o hubtiles.Options) (*Copy, error) {
	d := shelf(filepath.Join(cacheDir, "index", s.ID()))
	c, err := d.read()
	if errors.Is(err, fs.ErrNotExist) {
		c, err = d.read() // a writer may have put another in its place
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &hubtiles.UnreachableError{Why: "no copy of the Hub's index is kept", Err: err}
	case err != nil:
		return nil, &hubtiles.UnreachableError{Why: text.Escape("no whole copy of the Hub's index is kept: " + err.Error()), Err: err}
	}
	c.unreached = &hubtiles.UnreachableError{Why: "the Hub was not asked"}
	c.noteAge(o)
	return c, nil
}

func (c *Copy) noteAge(o hubtiles.Options) {
	now := time.Now
	if o.Now != nil {
		now = o.Now
	}
	if now().Sub(c.says.date) > stale {
		c.notes = append(c.notes, "the Hub's index is of "+day(c.says.date)+", over a week old")
	}
}

// A shelf is the directory of a log's copy.
type shelf string

func (d shelf) path(name string) string { return filepath.Join(string(d), name) }

// lock waits for the lock of writers. The error says why the directory cannot be
// written, and release does nothing then.
func (d shelf) lock(ctx context.Context) (release func(), err error) {
	err = os.MkdirAll(string(d), 0o755)
	if err == nil {
		var lock *flock.Lock
		if lock, err = flock.File(ctx, d.path(lockName)); err == nil {
			atomicfile.RemoveLeftovers(string(d))
			return func() { _ = lock.Release() }, nil
		}
	}
	return func() {}, err
}

// read is the kept copy. The error is that of a copy that is missing, or not
// whole.
func (d shelf) read() (*Copy, error) {
	line, err := readFile(d.path(latestName), maxLatest)
	if err != nil {
		return nil, err
	}
	says, err := parseLatest(line)
	if err != nil {
		return nil, fmt.Errorf("its first file %w", err)
	}
	data, err := readFile(d.path(says.file()), says.bytes)
	if err == nil {
		err = says.holds(data)
	}
	if err != nil {
		return nil, err
	}
	return &Copy{says: says, data: data}, nil
}

// holds reports why data is not the index that the line names, or nil.
func (l latest) holds(data []byte) error {
	sum := sha256.Sum256(data)
	switch {
	case int64(len(data)) != l.bytes:
		return fmt.Errorf("it has %d bytes, and is named with %d", len(data), l.bytes)
	case hex.EncodeToString(sum[:]) != l.hash:
		return errors.New("it has another hash than it is named with")
	}
	return nil
}

func readFile(path string, most int64) ([]byte, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > most:
		return nil, errors.New(filepath.Base(path) + " is no regular file of its size")
	}
	return io.ReadAll(io.LimitReader(file, most+1))
}
