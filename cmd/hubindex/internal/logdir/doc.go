// Package logdir keeps the Hub's log as a directory of static files, and reads
// it from there or over HTTP: the one writer, the reader that checks every
// file, the proof that one checkpoint extends another, and the witness.
//
// A log directory holds `checkpoint`, and below `tile/8` the hash tiles and the
// data tiles of golang.org/x/mod/sumdb/tlog, full and partial (docs/hub-log.md).
// No file but the checkpoint ever changes: what an append adds is written and
// synced as new files, and the checkpoint is replaced last, whole. A writer
// that dies before that leaves files the checkpoint does not reach; the next
// one removes them.
//
// There is no second copy of what is logged: each append hashes the data tiles
// against the signed checkpoint, and parses only the records of the
// repositories that its own records are about.
package logdir
