package state

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"sinew/internal/atomicfile"
	"sinew/internal/flock"
	"sinew/pkg/project"
)

// The files at the top of a project.
const (
	ProjectFile = "evoke.toml"
	LockFile    = "evoke.lock"
	TypesFile   = "evoke.d.ts"
)

// DefaultProject is the text of evoke.toml where there is none, and what first
// use writes.
const DefaultProject = project.DefaultText

// A Project is where a project lies.
type Project struct {
	Root   string // absolute, as it was found: for people
	Real   string // Root with every link resolved: what trust is given to
	IsHome bool   // the home project, trusted by construction
}

// At is the project at root, an absolute path.
func (p Paths) At(root string) Project {
	project := Project{Root: filepath.Clean(root), Real: resolved(root)}
	project.IsHome = project.Real == resolved(p.HomeProject)
	return project
}

// resolved is dir without links, or as it is when it does not exist.
func resolved(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	return filepath.Clean(dir)
}

// Find is the project of the working directory dir, an absolute path: the
// nearest directory upward that holds a file evoke.toml, else the home project
// (behaviour.md 5.4). It writes nothing.
func (p Paths) Find(dir string) Project {
	for dir = filepath.Clean(dir); ; dir = filepath.Dir(dir) {
		if isFile(filepath.Join(dir, ProjectFile)) {
			return p.At(dir)
		}
		if dir == filepath.Dir(dir) {
			return p.At(p.HomeProject)
		}
	}
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Open is Find for a command that works with the project: on first use it
// writes the home project. Where nothing may be written there, that is no
// failure, since a missing evoke.toml means DefaultProject.
func (p Paths) Open(ctx context.Context, dir string) (Project, error) {
	project := p.Find(dir)
	file := filepath.Join(project.Root, ProjectFile)
	if !project.IsHome || isFile(file) {
		return project, nil
	}
	err := p.firstUse(ctx, file)
	if mayNotWrite(err) {
		return project, nil
	}
	if err != nil {
		return Project{}, err
	}
	return p.At(project.Root), nil
}

// mayNotWrite reports whether err says that nothing may be written there.
func mayNotWrite(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

func (p Paths) firstUse(ctx context.Context, file string) error {
	if err := os.MkdirAll(filepath.Dir(file), privateDir); err != nil {
		return failure("writing", file, err)
	}
	lock, err := p.lock(ctx, p.At(filepath.Dir(file)))
	if err != nil {
		return err
	}
	defer lock.Release()
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		return nil // another process was first, or reading it will say what is wrong
	}
	if err := atomicfile.Write(file, []byte(DefaultProject), 0o666); err != nil {
		return failure("writing", file, err)
	}
	return nil
}

// lock keeps every other process of ours from changing the project. It is the
// directory's own lock, so nothing of it lies among the person's files.
func (p Paths) lock(ctx context.Context, project Project) (*flock.Lock, error) {
	lock, err := flock.Dir(ctx, project.Real)
	if errors.Is(err, errors.ErrUnsupported) {
		lock, err = p.lockState(ctx, "project.lock")
	}
	if err != nil && ctx.Err() == nil {
		return nil, failure("locking", project.Root, err)
	}
	return lock, err
}

// lockState takes a lock beside the state files. Where a project's own
// directory cannot be locked, one of them stands for every project.
func (p Paths) lockState(ctx context.Context, name string) (*flock.Lock, error) {
	if err := os.MkdirAll(p.State, privateDir); err != nil {
		return nil, err
	}
	return flock.File(ctx, filepath.Join(p.State, name))
}
