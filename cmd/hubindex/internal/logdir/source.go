package logdir

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"sinew/pkg/hublog"
)

const (
	checkpointFile = "checkpoint"
	tileDir        = "tile"
	fetchTimeout   = 30 * time.Second
)

// A Source is a log that can be read: a directory, or a URL. Nothing it gives
// is trusted before it was checked against a signed checkpoint. It may be used
// by several goroutines.
type Source struct {
	at   string // as it was given, for messages
	read func(ctx context.Context, file string, limit int64) ([]byte, error)
	dir  string // never empty, but for a URL
}

// Open is the log in the directory at, or at the URL at when it begins with
// https:// or http://. Nothing is read yet.
func Open(at string, client *http.Client) (*Source, error) {
	if at == "" {
		return nil, errors.New("the log's directory has no name")
	}
	if !strings.HasPrefix(at, "https://") && !strings.HasPrefix(at, "http://") {
		return openDir(at), nil
	}
	base, err := url.Parse(at)
	if err != nil || base.Host == "" || base.RawQuery != "" || base.Fragment != "" {
		return nil, fmt.Errorf("%q is no URL of a log", at)
	}
	get := func(ctx context.Context, file string, limit int64) ([]byte, error) {
		return fetch(ctx, client, base.JoinPath(file).String(), limit)
	}
	return &Source{at: at, read: get}, nil
}

// openDir is a log that lies in a directory, which need not be there.
func openDir(dir string) *Source {
	read := func(_ context.Context, file string, limit int64) ([]byte, error) {
		return readFile(filepath.Join(dir, filepath.FromSlash(file)), limit)
	}
	return &Source{at: dir, read: read, dir: dir}
}

// Checkpoint is the signed note of the newest checkpoint, as it is published.
// An error that is fs.ErrNotExist says that there is none.
func (s *Source) Checkpoint(ctx context.Context) ([]byte, error) {
	return s.read(ctx, checkpointFile, hublog.MaxCheckpoint)
}

// tile is the bytes of a tile; a *Refusal names one that is not there or has
// another size than its kind allows.
func (s *Source) tile(ctx context.Context, t tlog.Tile) ([]byte, error) {
	limit := int64(t.W) * tlog.HashSize
	if t.L < 0 {
		limit = int64(t.W) * hublog.MaxLine
	}
	data, err := s.read(ctx, t.Path(), limit)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, refusal(fixCopy, "%s is missing", t.Path())
	case errors.Is(err, errTooLong):
		return nil, refusal(fixCopy, "%s is longer than a tile of %d may be", t.Path(), t.W)
	case err != nil:
		return nil, err
	case t.L >= 0 && int64(len(data)) != limit:
		return nil, refusal(fixCopy, "%s has %d bytes, and %d hashes have %d", t.Path(), len(data), t.W, limit)
	}
	return data, nil
}

// lines are the records of a data tile, as text.
func (s *Source) lines(ctx context.Context, t tlog.Tile) ([]string, error) {
	data, err := s.tile(ctx, t)
	if err != nil {
		return nil, err
	}
	lines, err := hublog.SplitTile(data, t.W)
	if err != nil {
		return nil, refusal(fixCopy, "%s: %v", t.Path(), err)
	}
	return lines, nil
}

// eachTile gives the data tiles of the first size records, in order. An error of
// take ends it.
func (s *Source) eachTile(ctx context.Context, size int64, take func(t tlog.Tile, lines []string) error) error {
	for _, t := range dataTiles(size) {
		lines, err := s.lines(ctx, t)
		if err == nil {
			err = take(t, lines)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

var errTooLong = errors.New("is longer than it may be")

// readFile never waits for a pipe and never reads past limit.
func readFile(path string, limit int64) ([]byte, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("is no regular file")}
	}
	return readAll(file, limit)
}

func readAll(from io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(from, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = errTooLong
	}
	return data, err
}

// fetch is one GET. A file that is not there is fs.ErrNotExist.
func fetch(ctx context.Context, client *http.Client, from string, limit int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, from, nil)
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if err := answered(response.StatusCode); err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	return readAll(response.Body, limit)
}

func answered(status int) error {
	switch status {
	case http.StatusOK:
		return nil
	case http.StatusNotFound, http.StatusGone:
		return fs.ErrNotExist
	}
	return fmt.Errorf("the server answers %d %s", status, http.StatusText(status))
}

// IsDir reports whether the log is a directory, and so can be written to.
func (s *Source) IsDir() bool { return s.dir != "" }
