package logdir

import (
	"bytes"
	"context"

	"golang.org/x/mod/sumdb/tlog"

	"sinew/pkg/hublog"
	"sinew/pkg/text"
)

// A Verified is what Verify found to be right.
type Verified struct {
	Checkpoint hublog.Checkpoint
	Files      int // tiles that were compared
	Unreached  int // files of an append that did not end; the next one removes them
}

// Verify reads the whole log: every tile of hashes and of data against the
// checkpoint, every record against the grammar and the ledger. In a directory
// it compares the narrower partial tiles of earlier checkpoints too. The first
// wrong file or record is a *Refusal that names it.
//
// It keeps 64 bytes a record, and what the ledger keeps.
func Verify(ctx context.Context, s *Source, t Trust) (Verified, error) {
	v, err := readData(ctx, s, t, nil)
	if err != nil {
		return Verified{}, err
	}
	if err := v.check(ctx); err != nil {
		return Verified{}, err
	}
	return v.found, nil
}

type verifier struct {
	source     *Source
	checkpoint hublog.Checkpoint
	hashes     hashes
	ledger     *hublog.Ledger
	keep       func(hublog.Record) // told of each record that breaks no rule; may be nil
	wrong      error               // of the first record that breaks a rule
	found      Verified
}

// readData reads the data tiles of the newest checkpoint. A record that breaks a
// rule is wrong only once its tile is known to be the log's.
func readData(ctx context.Context, s *Source, t Trust, keep func(hublog.Record)) (*verifier, error) {
	c, err := s.trusted(ctx, t)
	if err != nil {
		return nil, err
	}
	v := &verifier{source: s, checkpoint: c, hashes: newHashes(c.Size), ledger: hublog.NewLedger(), keep: keep}
	return v, s.eachTile(ctx, c.Size, v.take)
}

func (v *verifier) take(t tlog.Tile, lines []string) error {
	for i, line := range lines {
		v.admit(t, i, line)
	}
	v.found.Files++
	return v.hashes.addTile(t, lines)
}

func (v *verifier) admit(t tlog.Tile, i int, line string) {
	if v.wrong != nil {
		return
	}
	r, err := v.ledger.AddLine(line)
	switch {
	case err != nil:
		v.wrong = recordRefusal(t, i, err.Error())
	case r.Seen.After(v.checkpoint.Date):
		v.wrong = recordRefusal(t, i, "it was seen after the date of the checkpoint")
	case v.keep != nil:
		v.keep(r)
	}
}

// check is everything after the data was read.
func (v *verifier) check(ctx context.Context) error {
	if err := v.rooted(ctx); err != nil {
		return err
	}
	if err := v.checkHashTiles(ctx); err != nil {
		return err
	}
	if v.wrong != nil {
		return v.wrong
	}
	v.found.Checkpoint = v.checkpoint
	return v.checkOthers(ctx)
}

// rooted holds the data against the checkpoint.
func (v *verifier) rooted(ctx context.Context) error {
	root, err := tlog.TreeHash(v.checkpoint.Size, v.hashes)
	if err == nil && root != v.checkpoint.Hash {
		return v.blame(ctx)
	}
	return err
}

// checkHashTiles compares the tiles of hashes with what the data makes, which
// leads to the checkpoint.
func (v *verifier) checkHashTiles(ctx context.Context) error {
	for _, t := range tlog.NewTiles(hublog.Height, 0, v.checkpoint.Size) {
		if err := v.compare(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// compare reads a tile, and compares it with what the hashes or the data tile
// that reaches furthest say.
func (v *verifier) compare(ctx context.Context, t tlog.Tile) error {
	have, err := v.source.tile(ctx, t)
	if err != nil {
		return err
	}
	want, err := v.want(ctx, t)
	if err != nil {
		return err
	}
	if !bytes.Equal(have, want) {
		return refusal(fixCopy, "%s does not lead to the checkpoint", t.Path())
	}
	v.found.Files++
	return nil
}

func (v *verifier) want(ctx context.Context, t tlog.Tile) ([]byte, error) {
	if t.L >= 0 {
		return v.hashes.tile(t)
	}
	first := t.N * hublog.TileWidth
	width := min(v.checkpoint.Size-first, hublog.TileWidth)
	lines, err := v.source.lines(ctx, hublog.DataTile(t.N, int(width)))
	if err != nil {
		return nil, err
	}
	return hublog.JoinTile(lines[:t.W]), nil
}

// checkOthers compares the files of a directory that no reader of this
// checkpoint needs: the partial tiles of earlier ones.
func (v *verifier) checkOthers(ctx context.Context) error {
	if v.source.dir == "" {
		return nil
	}
	files, err := tileFiles(v.source.dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := v.checkOther(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

func (v *verifier) checkOther(ctx context.Context, f tileFile) error {
	switch {
	case !f.ok:
		return refusal("remove it", "%s is no tile's name", text.Escape(f.name))
	case end(f.tile) > available(f.tile, v.checkpoint.Size):
		v.found.Unreached++
		return nil
	case v.needed(f.tile):
		return nil // compared already
	}
	return v.compare(ctx, f.tile)
}

// needed reports whether a reader of the checkpoint reads t.
func (v *verifier) needed(t tlog.Tile) bool {
	return t.W == hublog.TileWidth || end(t) == available(t, v.checkpoint.Size)
}
