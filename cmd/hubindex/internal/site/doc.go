// Package site makes the Hub's site from the log and the trees of the reflexes
// that it names: pages, feeds, the pieces of the search and the index.
//
// What stands in the log is read as package logdir proves it; what a reflex
// says of itself is read from its tree, by the h1 that the log has, with package
// manifest; what changes between two versions is what package contractdiff says.
// Nothing in a manifest is believed: it is shown as text, cleaned by
// hubsearch.Clean, escaped by html/template, and in no attribute.
//
// # Files
//
//	index.html                        the newest versions, the search, the letters
//	all/<letter>/index.html, 2.html…  every reflex, by the first letter of its name
//	r/<path>/index.html               a reflex, with its newest versions
//	r/<path>/versions.html            its older versions, where it has more than 20
//	c/<repository>/index.html         a collection: the reflexes of a repository
//	a/<author>/feed.xml, feed.xml     Atom: an author's newest versions, and all authors'
//	search/…, assets/…                see package hubsearch; the stylesheet and the scripts
//	index/latest                      `<sha256> <bytes> <log size> <checkpoint date>`
//	index/<sha256>.jsonl              a line of package hubsearch for each reflex
//
// A path is the name's segments, with `-` between the repository and the dir:
// r/github.com/radhi/home/-/notes. In a segment every byte but a-z, 0-9, `.`, `_`
// and `-` is written ~ and two hex digits, as is what would make it one of the
// names above; a path that is too long for a disk is the SHA-256 of the name.
// No two names have one path, also where a disk ignores case.
//
// There is no clock: a date is that of a record or of the checkpoint. The same
// log and the same trees are the same bytes, however many builds they took.
//
// # The state
//
// It is what the next build needs so as not to read the log and the trees
// again: the checkpoint, the records of each repository, the newest versions of
// each author, which reflexes stand below each letter, and the trees that were
// missing. A build that ends early leaves a mark there, and the next one makes
// everything anew; so does one of a program with other templates, and one that
// finds a file of the last build damaged. Both directories are locked while a
// build is at work.
//
// A tree that was there and is taken away is still shown until something
// changes in its repository. A tree that comes late is shown by the next build.
package site
