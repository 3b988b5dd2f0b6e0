package logdir

import (
	"context"

	"sinew/pkg/hublog"
)

// Read gives the records of the log's newest checkpoint, in their order, once
// all of them are known to be the log's: t is content with the checkpoint, the
// data tiles lead to it, and every record keeps the rules of the ledger. A
// *Refusal names the first wrong file or record otherwise, and no record is
// given.
//
// The tiles of hashes are read only to name what is wrong: Verify compares them.
// The caller owns the records.
func Read(ctx context.Context, s *Source, t Trust) ([]hublog.Record, error) {
	var all []hublog.Record
	v, err := readData(ctx, s, t, func(r hublog.Record) { all = append(all, r) })
	if err == nil {
		err = v.rooted(ctx)
	}
	if err == nil {
		err = v.wrong
	}
	if err != nil {
		return nil, err
	}
	return all, nil
}
