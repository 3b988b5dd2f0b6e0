// Package schemas makes the JSON Schemas (draft-07) of the format's four files,
// for editors and other tools that are not sinew: reflex.toml, an overlay, a
// vocabulary and evoke.toml.
//
// What is a closed set in a reader is taken from that reader: the names and the
// words reserved among them, recognizers, sources, effects, platforms, the keys
// of needs and of gates, adapters, which characters are clean. The rest is
// written here, and held to the readers by the tests, in both directions: what
// a schema accepts its reader accepts, apart from rules that no schema can say,
// each of which a test names; and what a reader accepts without unknown keys
// its schema accepts. A schema refuses an unknown key, since an editor's user
// wants to see a slip; a reader reports it.
//
// The schemas hold no $id and no $ref. Every description stands where an editor
// looks for it, and nothing has to be fetched. Patterns keep to what the
// regular expressions of ECMAScript, Go and Rust share: no look-around, and
// characters instead of escapes of a dialect.
//
// Beside them are the schemas of what the index's maintainers generate: the
// verdict of hubindex check, what hubindex crawl prints, the files it writes, and
// a line of the index that hubindex build writes. The tests of that command hold
// what it really gives to them.
//
// Files gives values; the command gen writes them. Nothing here is part of the
// program.
package schemas

//go:generate go run ./gen
