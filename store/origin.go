package store

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"sinew/internal/atomicfile"
	"sinew/internal/flock"
	"sinew/pkg/text"
	"sinew/pkg/tree"
)

// An Origin is where an entry was fetched from: the commit was proven to hold it,
// and its tag to name it was the word of whom it was fetched from. An entry may
// have several: content knows no owner.
type Origin struct {
	H1          tree.Digest
	Ref         string // `owner/repo/dir`, as a lock has it
	Tag, Commit string
}

const (
	originsName = ".origins"
	maxOrigins  = 4 << 20 // bytes of the file
)

// Remember notes origins, so that a lock can be held against them without the
// network. They are a convenience, never a proof: what cannot be written is not
// remembered. The error is ctx's.
func (s *Store) Remember(ctx context.Context, all []Origin) error {
	root, err := s.realDir()
	if err != nil || len(all) == 0 || len(missingOrigins(readOrigins(root), all)) == 0 {
		return ctx.Err()
	}
	lock, err := flock.File(ctx, filepath.Join(root, lockName))
	if err != nil {
		return ctx.Err()
	}
	defer lock.Release()
	known := readOrigins(root) // once more: others wrote meanwhile
	writeOrigins(root, append(known, missingOrigins(known, all)...))
	return nil
}

// Origins are the origins that are remembered, in no order that means anything.
func (s *Store) Origins() []Origin {
	root, err := s.realDir()
	if err != nil {
		return nil
	}
	return readOrigins(root)
}

func missingOrigins(known, all []Origin) []Origin {
	return slices.DeleteFunc(slices.Clone(all), func(o Origin) bool { return slices.Contains(known, o) })
}

// readOrigins reads the file; whatever is wrong with it, nothing is remembered.
func readOrigins(root string) []Origin {
	file, err := os.OpenFile(filepath.Join(root, originsName), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(file, maxOrigins+1))
	if err != nil || len(data) > maxOrigins {
		return nil
	}
	return parseOrigins(data)
}

// parseOrigins reads the lines `<64 hex> <ref> <tag> <commit>`. A line of
// another form is none.
func parseOrigins(data []byte) []Origin {
	var all []Origin
	for line := range bytes.Lines(data) {
		parts := strings.Split(strings.TrimSuffix(string(line), "\n"), " ")
		if len(parts) != 4 || slices.ContainsFunc(parts, func(p string) bool { return text.Why(p) != "" }) {
			continue
		}
		if h1, err := tree.ParseDigest("h1:" + parts[0]); err == nil {
			all = append(all, Origin{h1, parts[1], parts[2], parts[3]})
		}
	}
	return all
}

func (o Origin) line() string {
	return o.H1.Hex() + " " + o.Ref + " " + o.Tag + " " + o.Commit + "\n"
}

// writeOrigins replaces the file, in byte order of its lines. The store is
// locked. What would not be read again is left out.
func writeOrigins(root string, all []Origin) {
	path := filepath.Join(root, originsName)
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return
	}
	var lines []string
	for _, o := range all {
		if line := o.line(); slices.Equal(parseOrigins([]byte(line)), []Origin{o}) {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	if data := strings.Join(slices.Compact(lines), ""); len(data) <= maxOrigins {
		_ = atomicfile.Write(path, []byte(data), 0o666)
	}
}
