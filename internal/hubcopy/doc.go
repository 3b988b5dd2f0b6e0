// Package hubcopy keeps a copy of the Hub's search index on this machine, so
// that a search needs no server and tells nobody what was searched for.
//
// At the log's place are two files:
//
//	index/latest           "<sha256> <bytes> <records of the log> <time>" and a line feed
//	index/<sha256>.jsonl   the index: a line for each hubsearch.Entry, by document number
//
// Open asks for the first, and for the second where the copy is another one:
// the same requests whatever is searched, and whatever is installed. They are
// kept under `index/<log>/` of the cache, under the same two names; the line is
// written last, and the hash is checked at each opening, so what a killed run
// left is fetched again. A cache that cannot be written stops nobody.
//
// The index is not signed. It says what there is and where; what a version is,
// and since when it is known, the log says.
package hubcopy
