package logdir

import (
	"context"

	"golang.org/x/mod/sumdb/tlog"

	"sinew/pkg/hublog"
)

// A Growth is what a log says beyond an earlier checkpoint.
type Growth struct {
	Checkpoint hublog.Checkpoint
	Lines      []string // the records from the earlier size on, without line feeds
}

// Since reads the records that follow an earlier checkpoint of the log, the
// zero Checkpoint for all of them. The newest checkpoint is proven to extend
// the earlier one, and each record to be the one of its number; no tile is read
// for the records before. What does not hold is a *Refusal. Whether the records
// keep the ledger's rules is for Verify.
func Since(ctx context.Context, s *Source, t Trust, before hublog.Checkpoint) (Growth, error) {
	now, err := s.trusted(ctx, t)
	if err != nil {
		return Growth{}, err
	}
	if before == (hublog.Checkpoint{}) {
		before = hublog.Checkpoint{Origin: now.Origin, Hash: new(hublog.Tree).Hash()}
	}
	if err := s.extends(ctx, before, now); err != nil {
		return Growth{}, err
	}
	lines, err := s.linesFrom(ctx, now, before.Size)
	return Growth{now, lines}, err
}

// linesFrom are the records of a trusted checkpoint from a number on.
func (s *Source) linesFrom(ctx context.Context, now hublog.Checkpoint, from int64) ([]string, error) {
	var all []string
	for first := from / hublog.TileWidth * hublog.TileWidth; first < now.Size; first += hublog.TileWidth {
		t := hublog.DataTile(first/hublog.TileWidth, int(min(now.Size-first, hublog.TileWidth)))
		lines, err := s.provenLines(ctx, now, t)
		if err != nil {
			return nil, err
		}
		all = append(all, lines[max(0, from-first):]...)
	}
	return all, nil
}

// provenLines are the records of a data tile, each of which the checkpoint
// vouches for.
func (s *Source) provenLines(ctx context.Context, now hublog.Checkpoint, t tlog.Tile) ([]string, error) {
	lines, err := s.lines(ctx, t)
	if err != nil {
		return nil, err
	}
	indexes := make([]int64, len(lines))
	for i := range lines {
		indexes[i] = tlog.StoredHashIndex(0, t.N*hublog.TileWidth+int64(i))
	}
	hashes, err := s.proven(ctx, now).ReadHashes(indexes)
	if err != nil {
		return nil, s.unproven(err)
	}
	for i, line := range lines {
		if hublog.LineHash(line) != hashes[i] {
			return nil, refusal(fixCopy, "%s does not lead to the checkpoint", t.Path())
		}
	}
	return lines, nil
}
