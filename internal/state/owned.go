package state

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"sinew/pkg/name"
	"sinew/pkg/tree"
)

const (
	overlayDir = "overlays"
	vocabDir   = "vocab"

	// Far above any project's; one that came from somewhere is read before it
	// is trusted.
	maxFileBytes = 4 << 20  // of one file
	maxDirBytes  = 16 << 20 // of all in overlays/ or vocab/
	maxNames     = 10_000   // in overlays/ or vocab/
)

// Owned is the text of a project's owned files.
type Owned struct {
	Project  []byte      // evoke.toml; DefaultProject where there is none
	Lock     []byte      // evoke.lock; nil where there is none
	Overlays []OwnedFile // by name
	Vocabs   []OwnedFile // by name
}

// An OwnedFile is overlays/<Name>.toml or vocab/<Name>.toml.
type OwnedFile struct {
	Name string
	Text []byte
}

// Read reads the owned files of the project: beside the two at the top every
// `<stem>.toml` whose stem is a name of its kind; other files are not looked
// at (behaviour.md 5.4). They may be links. The error is a *diag.Failure.
func (p Project) Read() (Owned, error) {
	owned := Owned{Project: []byte(DefaultProject)}
	text, err := p.read(ProjectFile)
	if err != nil {
		return Owned{}, err
	}
	if text != nil {
		owned.Project = text
	}
	if owned.Lock, err = p.read(LockFile); err != nil {
		return Owned{}, err
	}
	if owned.Overlays, err = p.readAll(overlayDir, name.Local); err != nil {
		return Owned{}, err
	}
	owned.Vocabs, err = p.readAll(vocabDir, name.Vocab)
	return owned, err
}

// read is the text of an owned file, nil where there is none.
func (p Project) read(file string) ([]byte, error) {
	text, err := readFile(filepath.Join(p.Root, file))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, failure("reading", filepath.Join(p.Root, file), err)
	}
	return text, nil
}

// Lock is the text of evoke.lock, nil where there is none and where the project
// is no more.
func (p Project) Lock() ([]byte, error) {
	text, err := p.read(LockFile)
	if errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	return text, err
}

// Types is the text of evoke.d.ts, which is written and never read for what it
// says; nil where there is none.
func (p Project) Types() ([]byte, error) { return p.read(TypesFile) }

func (p Project) readAll(dir string, kind name.Kind) ([]OwnedFile, error) {
	stems, err := p.stems(dir, kind)
	if err != nil {
		return nil, failure("reading", filepath.Join(p.Root, dir), err)
	}
	var files []OwnedFile
	total := 0
	for _, stem := range stems {
		text, err := p.read(path.Join(dir, stem+".toml"))
		if err != nil {
			return nil, err
		}
		if total += len(text); total > maxDirBytes {
			return nil, failure("reading", filepath.Join(p.Root, dir), fmt.Errorf("holds over %d MB", maxDirBytes>>20))
		}
		if text != nil { // else removed since the directory was listed, or a link to nothing
			files = append(files, OwnedFile{stem, text})
		}
	}
	return files, nil
}

// stems are the names of dir's files that count, sorted.
func (p Project) stems(dir string, kind name.Kind) ([]string, error) {
	listed, err := os.Open(filepath.Join(p.Root, dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer listed.Close()
	entries, err := listed.ReadDir(maxNames + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(entries) > maxNames {
		return nil, fmt.Errorf("holds more than %d files", maxNames)
	}
	var stems []string
	for _, e := range entries {
		stem, isTOML := strings.CutSuffix(e.Name(), ".toml")
		if isTOML && !e.IsDir() && name.Check(stem, kind) == nil {
			stems = append(stems, stem)
		}
	}
	slices.Sort(stems)
	return stems, nil
}

// readFile is a regular file's content, never nil. It never waits for a pipe
// and never reads past maxFileBytes.
func readFile(path string) ([]byte, error) {
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
		return nil, errors.New("is no regular file")
	}
	text, err := io.ReadAll(io.LimitReader(file, maxFileBytes+1))
	if err == nil && len(text) > maxFileBytes {
		err = fmt.Errorf("is over %d MB", maxFileBytes>>20)
	}
	return text, err
}

// Digest is what trust binds to: h1 over the owned files (behaviour.md 6).
func (o Owned) Digest() tree.Digest {
	sums := []tree.Sum{{Path: ProjectFile, SHA256: sha256.Sum256(o.Project)}}
	if o.Lock != nil {
		sums = append(sums, tree.Sum{Path: LockFile, SHA256: sha256.Sum256(o.Lock)})
	}
	for _, f := range o.Overlays {
		sums = append(sums, tree.Sum{Path: overlayPath(f.Name), SHA256: sha256.Sum256(f.Text)})
	}
	for _, f := range o.Vocabs {
		sums = append(sums, tree.Sum{Path: vocabPath(f.Name), SHA256: sha256.Sum256(f.Text)})
	}
	return tree.H1(sums)
}

func overlayPath(stem string) string { return overlayDir + "/" + stem + ".toml" }
func vocabPath(stem string) string   { return vocabDir + "/" + stem + ".toml" }

// with is o after text was written to the file at path, one that isOurs
// allows. o itself stays as it is.
func (o Owned) with(file string, text []byte) Owned {
	switch dir, base := path.Split(file); {
	case file == ProjectFile:
		o.Project = text
	case file == LockFile:
		o.Lock = text
	case dir == overlayDir+"/":
		o.Overlays = placed(o.Overlays, OwnedFile{strings.TrimSuffix(base, ".toml"), text})
	case dir == vocabDir+"/":
		o.Vocabs = placed(o.Vocabs, OwnedFile{strings.TrimSuffix(base, ".toml"), text})
	}
	return o
}

func placed(files []OwnedFile, f OwnedFile) []OwnedFile {
	i, found := slices.BinarySearchFunc(files, f.Name, func(have OwnedFile, stem string) int {
		return strings.Compare(have.Name, stem)
	})
	files = slices.Clone(files)
	if found {
		files[i] = f
		return files
	}
	return slices.Insert(files, i, f)
}

// isOurs reports whether file is one of those we write in a project.
func isOurs(file string) bool {
	if file == ProjectFile || file == LockFile || file == TypesFile {
		return true
	}
	dir, base := path.Split(file)
	stem, isTOML := strings.CutSuffix(base, ".toml")
	return isTOML && (dir == overlayDir+"/" && name.Check(stem, name.Local) == nil ||
		dir == vocabDir+"/" && name.Check(stem, name.Vocab) == nil)
}

func same(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }
