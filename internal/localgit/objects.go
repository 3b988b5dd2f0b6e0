package localgit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"sinew/resolve/remote/gitpack"
)

// An objectStore is where a repository's objects lie: its own directory, then
// its alternates.
type objectStore struct {
	format  gitpack.Format
	dirs    []string
	objects *gitpack.Objects

	packsOnce sync.Once
	packs     []*pack
	packsErr  error

	refsOnce sync.Once
	refs     map[string]gitpack.ID
	refsErr  error
}

// A pack is one pack that is open, with its index.
type pack struct {
	index  *gitpack.Index
	packed gitpack.Packed
	files  [2]*os.File
}

func newObjectStore(dir string, format gitpack.Format) *objectStore {
	s := &objectStore{format: format}
	s.addDir(dir, 0)
	s.objects = gitpack.Lazy(format, gitpack.Limits{}, func(id gitpack.ID) (gitpack.Object, bool, error) { return s.load(id, 0) })
	return s
}

// maxAlternates is how many object directories may name one another, and how
// many there may be.
const maxAlternates = 5

// addDir adds an object directory and those its alternates name.
func (s *objectStore) addDir(dir string, depth int) {
	if depth > maxAlternates || len(s.dirs) > maxAlternates*maxAlternates {
		return
	}
	s.dirs = append(s.dirs, dir)
	alternates, err := readText(filepath.Join(dir, "info", "alternates"))
	if err != nil {
		return // objects that lie there are then missing, and said to be
	}
	for line := range strings.Lines(alternates) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			s.addDir(from(dir, line), depth+1)
		}
	}
}

// load is one object, from wherever it lies; depth is how many deltas wait for
// it.
func (s *objectStore) load(id gitpack.ID, depth int) (gitpack.Object, bool, error) {
	name := id.String()
	for _, dir := range s.dirs {
		o, err := readLoose(filepath.Join(dir, name[:2], name[2:]))
		if !errors.Is(err, fs.ErrNotExist) {
			return o, err == nil, err
		}
	}
	s.packsOnce.Do(s.openPacks)
	if s.packsErr != nil {
		return gitpack.Object{}, false, s.packsErr
	}
	for _, p := range s.packs {
		offset, found, err := p.index.Find(id)
		if err != nil {
			return gitpack.Object{}, false, err
		}
		if found {
			o, err := p.packed.ReadAt(offset, depth)
			return o, err == nil, err
		}
	}
	return gitpack.Object{}, false, nil
}

func readLoose(path string) (gitpack.Object, error) {
	file, err := openFile(path)
	if err != nil {
		return gitpack.Object{}, err
	}
	defer file.Close()
	return gitpack.ReadLoose(file, gitpack.Limits{})
}

func (s *objectStore) openPacks() {
	for _, dir := range s.dirs {
		indexes, err := filepath.Glob(filepath.Join(globbed(dir), "pack", "pack-*.idx"))
		if err != nil {
			s.packsErr = err
			return
		}
		for _, index := range indexes {
			p, err := s.openPack(index)
			if errors.Is(err, fs.ErrNotExist) {
				continue // removed by a repack meanwhile
			}
			if err != nil {
				s.packsErr = err
				return
			}
			s.packs = append(s.packs, p)
		}
	}
}

// globbed is a directory in which no character is a pattern.
func globbed(dir string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(dir)
}

func (s *objectStore) openPack(index string) (*pack, error) {
	idx, err := openFile(index)
	if err != nil {
		return nil, err
	}
	data, err := openFile(strings.TrimSuffix(index, ".idx") + ".pack")
	if err != nil {
		idx.Close()
		return nil, err
	}
	p := &pack{files: [2]*os.File{idx, data}}
	info, err := data.Stat()
	if err == nil {
		p.packed = gitpack.Packed{Pack: data, Size: info.Size(), Format: s.format, Base: s.load}
		p.index, err = gitpack.OpenIndex(idx, s.format)
	}
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *pack) close() {
	for _, file := range p.files {
		_ = file.Close()
	}
}

func (s *objectStore) close() {
	for _, p := range s.packs {
		p.close()
	}
}
