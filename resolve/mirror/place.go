package mirror

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"sinew/pkg/text"
	"sinew/resolve/remote"
)

// A place is where a mirror's files are. Several goroutines may read it.
type place interface {
	// read is one file, by its path from the mirror's top with slashes, of at
	// most so many bytes. The error is a *remote.Error, of the kind NotFound
	// when there is no such file, or ctx's own.
	read(ctx context.Context, path string, most int64) ([]byte, error)
}

// online is a place that a web server serves.
type online struct{ files *remote.Files }

func (o online) read(ctx context.Context, path string, most int64) ([]byte, error) {
	return o.files.Get(ctx, path, most)
}

// A directory is a place on a disk. A link is followed within it alone, and
// nothing but a regular file is read.
type directory string

func (d directory) read(ctx context.Context, path string, most int64) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	data, err := d.file(path, most)
	switch known := (*remote.Error)(nil); {
	case err == nil, errors.As(err, &known):
		return data, err
	case errors.Is(err, fs.ErrNotExist):
		return nil, &remote.Error{Kind: remote.NotFound, Why: "there is no such file", Err: err}
	}
	return nil, &remote.Error{Kind: remote.Unreachable, Why: text.Escape(cause(err).Error()), Err: err}
}

func (d directory) file(path string, most int64) ([]byte, error) {
	root, err := os.OpenRoot(string(d))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := root.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe would wait for its other end
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, refuse("it is no regular file")
	case info.Size() > most:
		return nil, refuse("the file is over %d bytes", most)
	}
	data := make([]byte, info.Size())
	n, err := io.ReadFull(f, data)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) { // it shrank meanwhile, and proves nothing
		err = nil
	}
	return data[:n], err
}

// cause is err without the operation and the path it happened on.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// refuse is what the mirror holds and is not taken.
func refuse(format string, args ...any) *remote.Error {
	return &remote.Error{Kind: remote.Refused, Why: fmt.Sprintf(format, args...)}
}

// isAbsent reports whether err is a file that is not there.
func isAbsent(err error) bool {
	var e *remote.Error
	return errors.As(err, &e) && e.Kind == remote.NotFound
}
