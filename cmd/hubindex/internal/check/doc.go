// Package check judges a pull request on a Hub index: what a work tree of the
// index changes since a base revision, and what the repositories it lists hold.
//
// A change is held to owners.md: only listings change, by whoever may. Each
// listing is parsed, its name held against every other one and the built-in
// collection, and its repository read twice by clients that share nothing, as
// `add` reads it. Every version tag that is not in the log is held against the
// tag before it: the contract's level against the version's step, `was`, the
// effect and the needs. What bodies fetch when they run is named. Phrases of
// nearby listed reflexes are tried, as a note.
//
// Nothing that is read is run, and nothing is written. A Verdict holds the
// reasons, each at a Level; the strictest is the verdict's.
package check
