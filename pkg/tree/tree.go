// Package tree is a directory as a value: paths and bytes, the rules a path
// must keep, and h1, the content hash of the format.
//
// Modes, times and empty directories are not part of a tree: they are neither
// kept nor hashed (behaviour.md 3.1). A path is relative, in UTF-8, its
// segments joined by '/'.
//
// h1 is SHA-256 over one line for each file, in byte order of their paths: the
// lower-case hex SHA-256 of its bytes, two spaces, its path, a line feed. It
// equals the manual's shell recipe for every name that sha256sum does not
// escape; a name with a backslash or a line feed is no path of ours.
package tree

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// A File is one file of a tree.
type File struct {
	Path  string
	Bytes []byte
}

// A Tree is a set of files with distinct, clean paths, in byte order of path.
// The zero Tree is empty. A Tree shares its files' bytes with whoever made it:
// nobody may change them.
type Tree struct{ files []File }

// New is the tree of files. It takes ownership of the slice. The error is a
// *PathError naming the first path that breaks a rule.
func New(files []File) (Tree, error) {
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.Path
	}
	if err := CheckPaths(paths); err != nil {
		return Tree{}, err
	}
	return Tree{files: files}, nil
}

// Files are the tree's files in byte order of path. The caller must not change
// the slice.
func (t Tree) Files() []File { return t.files }

// Get is the bytes of the file at path.
func (t Tree) Get(path string) ([]byte, bool) {
	i, found := slices.BinarySearchFunc(t.files, path, func(f File, p string) int { return cmp.Compare(f.Path, p) })
	if !found {
		return nil, false
	}
	return t.files[i].Bytes, true
}

// Sub is the tree below dir, its paths made relative to it. "" is t itself.
func (t Tree) Sub(dir string) Tree {
	if dir == "" {
		return t
	}
	// What is below dir stands together, since the files are in byte order.
	prefix := dir + "/"
	start, _ := slices.BinarySearchFunc(t.files, prefix, func(f File, p string) int { return cmp.Compare(f.Path, p) })
	var sub []File
	for _, f := range t.files[start:] {
		rest, ok := strings.CutPrefix(f.Path, prefix)
		if !ok {
			break
		}
		sub = append(sub, File{Path: rest, Bytes: f.Bytes})
	}
	return Tree{files: sub}
}

// owned are the names of a project an author may keep beside a reflex: they
// are no part of it (manual, "Publishing").
var owned = []string{"evoke.toml", "evoke.lock", "evoke.d.ts", "overlays", "vocab"}

// IsOwned reports whether a first path segment is one of those five names.
func IsOwned(segment string) bool { return slices.Contains(owned, segment) }

// Reflex is the tree below dir as it is fetched and hashed: without the five
// names of a project, where they are the first segment.
func (t Tree) Reflex(dir string) Tree {
	sub := t.Sub(dir)
	kept := make([]File, 0, len(sub.files))
	for _, f := range sub.files {
		first, _, _ := strings.Cut(f.Path, "/")
		if !IsOwned(first) {
			kept = append(kept, f)
		}
	}
	return Tree{files: kept}
}

// H1 is the tree's content hash.
func (t Tree) H1() Digest {
	sums := make([]Sum, len(t.files))
	for i, f := range t.files {
		sums[i] = Sum{Path: f.Path, SHA256: sha256.Sum256(f.Bytes)}
	}
	return H1(sums)
}

// A Sum is the SHA-256 of one file.
type Sum struct {
	Path   string
	SHA256 [sha256.Size]byte
}

// H1 is the content hash over files already hashed, in any order.
func H1(sums []Sum) Digest {
	slices.SortFunc(sums, func(a, b Sum) int { return cmp.Compare(a.Path, b.Path) })
	whole := sha256.New()
	var line []byte
	for _, s := range sums {
		line = hex.AppendEncode(line[:0], s.SHA256[:])
		line = append(append(line, "  "...), s.Path...)
		whole.Write(append(line, '\n'))
	}
	return Digest("h1:" + hex.EncodeToString(whole.Sum(nil)))
}

// A Digest is `h1:` and 64 lower-case hex digits.
type Digest string

// ParseDigest is s as a digest; the error's text is the format's own.
func ParseDigest(s string) (Digest, error) {
	hexits, ok := strings.CutPrefix(s, "h1:")
	if !ok || len(hexits) != 64 || strings.Trim(hexits, "0123456789abcdef") != "" {
		return "", fmt.Errorf("%q is not a digest: h1:<64 hex>", s)
	}
	return Digest(s), nil
}

// Hex is the digest's 64 digits, which name its entry in the store.
func (d Digest) Hex() string { return strings.TrimPrefix(string(d), "h1:") }
