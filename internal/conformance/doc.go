// Package conformance plays the format's conformance data against this
// module: vectors, which are single calls of a pure function as JSON,
// transcripts, which are whole sessions at a terminal, and the sessions that
// the manual shows.
//
// The data belongs to the format's first implementation and is no part of this
// module. It lies in conformance/ in the folder that the environment variable
// SINEW_TESTDATA names, and the manual in seeds/ beside it; a relative one
// counts from the module's root. Its files are read and never written, and
// nothing of it is kept here.
//
// A vector is vectors/<family>/<case>.json: an input, what is expected of it,
// and {"$ref": "fixtures/…"} wherever a fixture stands. A family's adapter
// (Families) turns the input into a call of one of our packages and its result
// into JSON. Two JSON values are equal when their meaning is: numbers as
// numbers, objects without order, except where the family's order is meaning.
//
// A transcript is transcripts/<flow>/session.txt. Its commands run under a
// pseudo-terminal in a home rebuilt from the flow's files, fixtures and bodies
// of our own (Flows), by the built program, linked as evoke.
//
// A session of the manual is found by its page and its command (ManualPages),
// and plays in a home of our own (Homes) over a recording made on the spot
// (Record): every question the reader asks, answered from the shares that the
// session prints.
//
// STALE.txt names what is older than the manual: it is counted, not judged.
// done.txt names what must agree. Only tests import this package.
package conformance
