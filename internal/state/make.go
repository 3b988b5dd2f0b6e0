package state

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"sinew/pkg/diag"
)

// Make makes dir, an absolute path, a project where it is none: it writes
// DefaultProject. made is false where there was one. home is the person's own
// directory, which is refused: a project there would stand above every
// directory below it that is none.
func (p Paths) Make(ctx context.Context, dir, home string) (made bool, err error) {
	file := filepath.Join(dir, ProjectFile)
	if isFile(file) {
		return false, nil
	}
	if filepath.IsAbs(home) && resolved(dir) == resolved(home) {
		return false, diag.One("", "the working directory is your home directory; it is no place for a project", diag.Help())
	}
	// What a stranger's link leads to is not made through it.
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return false, diag.One("", file+" is not a file", diag.Rerun())
	}
	return true, p.firstUse(ctx, file)
}
