package answers

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// limits bound what is kept below one directory, over all installed sets.
type limits struct {
	entries int
	bytes   int64
	entry   int64 // bytes of one
}

// most is what is kept: the rounds of some hundred sentences.
var most = limits{entries: 1000, bytes: 32 << 20, entry: 1 << 20}

// sweeps reports whether the limits are looked at before an entry is written:
// before one in sixteen, by its name, which is as good as drawn. By some such
// stretches the limits may be passed.
func sweeps(name string) bool { return name[0] == '0' }

const tempPrefix = ".tmp-"

// A stored is one entry's file.
type stored struct {
	path    string
	bytes   int64
	written time.Time
}

// sweep removes the oldest entries until what is left is within the limits,
// what killed writers left, and the directories of sets that hold nothing
// more. What cannot be removed stays.
func sweep(root string, within limits) {
	sets, err := os.ReadDir(root)
	if err != nil {
		return
	}
	var all []stored
	for _, set := range sets {
		if set.IsDir() { // what is none of ours stays
			all = append(all, ofSet(filepath.Join(root, set.Name()))...)
		}
	}
	for _, old := range over(all, within) {
		_ = os.Remove(old.path)
	}
}

// ofSet are the entries of one set, whose directory goes where there are none.
func ofSet(dir string) []stored {
	found := entries(dir)
	if len(found) == 0 {
		_ = os.Remove(dir) // one that is not empty stays
	}
	return found
}

// over are the oldest entries by which the limits are passed.
func over(all []stored, within limits) []stored {
	slices.SortFunc(all, func(a, b stored) int {
		return cmp.Or(b.written.Compare(a.written), cmp.Compare(a.path, b.path))
	})
	bytes := int64(0)
	for i, one := range all {
		if bytes += one.bytes; bytes > within.bytes || i >= within.entries {
			return all[i:]
		}
	}
	return nil
}

// entries are the entries of one set. A temporary file that is old goes; a young
// one is somebody's.
func entries(dir string) []stored {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var all []stored
	for _, f := range files {
		info, err := f.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if strings.HasPrefix(f.Name(), tempPrefix) {
			removeAbandoned(filepath.Join(dir, f.Name()), info)
			continue
		}
		all = append(all, stored{filepath.Join(dir, f.Name()), info.Size(), info.ModTime()})
	}
	return all
}

// abandoned is the age from which a temporary file is nobody's any more.
const abandoned = time.Hour

func removeAbandoned(path string, info fs.FileInfo) {
	if time.Since(info.ModTime()) > abandoned {
		_ = os.Remove(path)
	}
}
