// Package hublog is the log of the Hub as values: records, the rules a log
// keeps, the tree of hashes over them, and checkpoints. Nothing here touches a
// disk, a network or the clock.
//
// The log is a list that only grows: which commit and which hash each version of
// each listed reflex had when it was first seen, and what was seen of it later.
// A writer asks a Ledger what an observation adds, and signs a Checkpoint of
// the Tree; a client opens the checkpoint, hashes the lines again, and asks
// CheckLater or CheckExtends whether the log it saw before goes on in this one.
//
// # Records
//
// A record is one line of clean UTF-8, ended by a line feed, at most MaxLine
// bytes with it. Its fields stand between single spaces:
//
//	version <name> <version> <commit> <h1> <effect> <needs-digest> <first-seen>
//	alarm <name> <version> <commit> <h1> <seen>
//	signer <name> <version> <identity> <seen>
//	retract <name> <version> <seen> "<reason>"
//	moved <name> <to-name> <seen>
//
// <name> is a Name, <version> is X.Y.Z, <commit> is 40 or 64 lower-case hex
// digits, <h1> and <needs-digest> are a tree.Digest, <effect> is the word of a
// manifest.Effect, <identity> is printable ASCII without a space, at most
// MaxIdentity bytes. A time is RFC 3339 in UTC and whole seconds:
// 2026-11-30T04:00:00Z. <reason> is 1 to MaxReason characters of clean text as
// a JSON string in the one spelling of RFC 8785, where only `"` and `\` are
// escaped. A record has one spelling: Parse refuses a line that String would
// write otherwise.
//
// # The needs-digest
//
// It is `h1:` and the lower-case hex SHA-256 of one line, its line feed
// included, here for a reflex that reads two paths and runs one program:
//
//	needs reads=["a","b"] writes=[] hosts=[] runs=["git"]
//
// Each key stands there, in this order. Its value is a JSON array without white
// space, its entries in byte order, each once, the strings as RFC 8785 writes
// them. So the order of a manifest's entries does not count, and an entry that
// is added or taken away always does.
//
// # The log
//
// The first version line of a name and version wins; what a Ledger lets in
// follows from that. The tree is that of golang.org/x/mod/sumdb/tlog (RFC 6962)
// over the lines, each with its line feed. The lines are published in data
// tiles, TileWidth of them joined; fewer in the last one, which is a file of its
// own for each width. Tiles of hashes have height Height: a full data tile is one
// hash at that level. A Checkpoint is the size and the hash of the tree, with a
// date, signed as a note of golang.org/x/mod/sumdb/note.
//
// docs/hub-log.md says what the log protects, and what it cannot.
package hublog
