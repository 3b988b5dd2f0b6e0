// Package gitpack reads a git pack that nobody vouches for: bytes in, the
// commit and the tree of one tag out, or one line that says why not. It holds
// no file, no network and no process.
//
// A pack is `PACK`, the version 2, a count and that many entries, then a
// checksum over all of it. An entry is a type and a declared size, for a delta
// also its base, and a zlib stream. A delta opens with two sizes, its base's
// and its target's, and is a list of copies and insertions. An object's id is
// the hash of its type, size and bytes: SHA-1 (with detection of collisions),
// or SHA-256.
//
// Reading has three steps. The scan walks all entries and inflates each into
// nothing, holding every declared size, delta target and their sum against the
// limits, so that a small pack that unfolds to a huge one is refused with no
// memory spent. Only then are the objects unfolded and named by their content.
// Last, a tag is followed to its commit, and the commit's tree is walked: an id
// that is not in the pack, or is of another type, is refused.
//
// # What a tree may hold
//
// The rules hold anywhere in the tree. An entry is a file (100644, 100755 or
// the old 100664) or a directory (40000); entries stand in git's order, none
// twice. Paths keep the rules of pkg/tree. Modes are dropped, and so are
// directories without a file.
//
//	a symbolic link    `<path> is a symbolic link`
//	a submodule        `<path> is a submodule`
//	another mode       `<path> has mode <octal>, which no file has`
//	a git LFS pointer  `<path> is a git LFS pointer: its content is not in the repository`
//	other rules        those of tree.CheckPaths
//
// # Limits
//
//	32 MiB of pack                       `the pack is over 33554432 bytes`
//	100000 objects                       `the pack holds <n> objects, over 100000`
//	16 MiB an object, or a delta target  `an object of <n> bytes is over 16777216`
//	64 MiB unfolded, deltas included     `the pack unfolds to over 67108864 bytes`
//	512 deltas on one another            `a chain of deltas is over 512 long`
//	20000 files and directories          `the tree holds over 20000 files and directories`
//	64 MiB of files, by path             `the files of the tree are over 67108864 bytes`
//	64 directories deep                  `<path> is over 64 directories deep`
//	8 tags that name one another         `the tag is over 8 tags away from a commit`
//
// A path of a tree is over its limit at 1024 bytes (tree.MaxPath).
package gitpack

// Limits bound what a pack may make this machine do. A field that is zero
// means the default that the package comment states.
type Limits struct {
	PackBytes   int64 // of the pack
	Objects     int   // entries of the pack
	ObjectBytes int64 // of one object, and of one delta's target
	TotalBytes  int64 // of all objects and delta targets together
	DeltaDepth  int   // deltas between an object and its base
	Entries     int   // files and directories of the tree, by path
	FileBytes   int64 // of all files of the tree, by path
	TreeDepth   int   // directories above a file
}

// maxTagDepth is how many tag objects may stand before a commit.
const maxTagDepth = 8

// WithDefaults is l with every zero field set to its default.
func (l Limits) WithDefaults() Limits {
	orDefault(&l.PackBytes, 32<<20)
	orDefault(&l.Objects, 100_000)
	orDefault(&l.ObjectBytes, 16<<20)
	orDefault(&l.TotalBytes, 64<<20)
	orDefault(&l.DeltaDepth, 512)
	orDefault(&l.Entries, 20_000)
	orDefault(&l.FileBytes, 64<<20)
	orDefault(&l.TreeDepth, 64)
	return l
}

func orDefault[N int | int64](field *N, value N) {
	if *field == 0 {
		*field = value
	}
}
