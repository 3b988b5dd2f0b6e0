// Package hubtiles is the client of the Hub's log: it mirrors the log's records
// into the cache, proves them, and answers from the mirror. docs/hub-log.md says
// what for; package hublog is the log itself, as values.
//
//	s, err := hubtiles.ParseSetting(os.LookupEnv)
//	m, err := hubtiles.Open(ctx, s, cacheDir, hubtiles.Options{}) // or OpenKept, without a request
//	entry, err := m.Lookup(name, version)
//
// # Requests
//
// A log is a directory or an https address. What is asked of it follows from
// the log and from what is mirrored, never from what is installed or looked up:
// `checkpoint`, then each data tile (256 records) that the mirror lacks, the
// partial one at the end too. Where the tiles do not lead to the checkpoint, the
// hash tiles are asked for as well, to tell which one is wrong or that the log
// forked. Where a tile of the mirror turns out to be damaged, all tiles are
// checked and each damaged one is asked for again.
//
// # What is trusted
//
// A checkpoint that the log's key signed, and as many witnesses as asked for;
// and records whose tree has that checkpoint's hash, after the rules of
// hublog.Ledger held for each.
//
// The checkpoint must not contradict the kept one (hublog.CheckLater), and the
// log must begin with the records that were kept: the hash is computed again over
// the kept tiles' hashes and the new records, and at the kept size it must be the
// kept one. So a client needs no proof from the log: it has every record. A
// smaller log, a larger one of an earlier date and another history are a
// *RefusedError, and leave the mirror as it was. An older signature of the kept
// records, which a server that is behind shows, is not refused: the later one stays.
//
// # The cache
//
// Below `hublog/` each log has a directory, named after its key:
//
//	checkpoint    the signed note, as it was verified; written last
//	hashes        32 bytes a full data tile: the root of its records
//	tile/8/data/… data tiles, under the names they have in the log
//	index         where the records of a name and version are; see index.go
//	refused       the signed note of the last rollback or fork
//	.lock         the lock of writers; readers need none
//
// All of it but the checkpoint can be derived again: a file that is missing or
// damaged, and what a killed run left, is checked like an answer of the log, and
// fetched or computed again where it does not hold. A cache that cannot be
// written never stops anybody: the mirror is then kept in memory, and a note
// says so.
package hubtiles
