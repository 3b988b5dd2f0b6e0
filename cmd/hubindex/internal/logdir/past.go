package logdir

import (
	"context"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"sinew/pkg/hublog"
)

// A past is a log up to its checkpoint as an append needs it: every hash, and
// a ledger that knows the repositories the append is about.
type past struct {
	checkpoint hublog.Checkpoint
	hashes     hashes
	ledger     *hublog.Ledger
	tail       []string // the records of the partial data tile at the end
}

// replay reads every data tile of s and checks them all against the
// checkpoint. Only the records of the repositories that about names, and of the
// last record's, are parsed and told to the ledger: but for the time, which the
// last record tells, no rule looks from one repository to another.
func (s *Source) replay(ctx context.Context, c hublog.Checkpoint, about map[string]bool) (*past, error) {
	p := &past{checkpoint: c, hashes: newHashes(c.Size), ledger: hublog.NewLedger()}
	if err := s.addLast(ctx, dataTiles(c.Size), about); err != nil {
		return nil, err
	}
	err := s.eachTile(ctx, c.Size, func(t tlog.Tile, lines []string) error { return p.take(t, lines, about) })
	if err != nil {
		return nil, err
	}
	return p, p.rooted()
}

// addLast adds the repository of the last record to about.
func (s *Source) addLast(ctx context.Context, tiles []tlog.Tile, about map[string]bool) error {
	if len(tiles) == 0 {
		return nil
	}
	lines, err := s.lines(ctx, tiles[len(tiles)-1])
	if err != nil {
		return err
	}
	about[repoOf(lines[len(lines)-1])] = true
	return nil
}

// repoOf is the repository of a record's line.
func repoOf(line string) string {
	_, rest, _ := strings.Cut(line, " ")
	name, _, _ := strings.Cut(rest, " ")
	repo, _, _ := strings.Cut(name, "#")
	return repo
}

func (p *past) take(t tlog.Tile, lines []string, about map[string]bool) error {
	if err := p.hashes.addTile(t, lines); err != nil {
		return err
	}
	for i, line := range lines {
		if !about[repoOf(line)] {
			continue
		}
		if _, err := p.ledger.AddLine(line); err != nil {
			return recordRefusal(t, i, err.Error())
		}
	}
	p.tail = nil
	if t.W < hublog.TileWidth {
		p.tail = lines
	}
	return nil
}

// recordRefusal names the i-th record of a data tile, which breaks a rule.
// Records are numbered from 0, as in tlog, and lines from 1.
func recordRefusal(t tlog.Tile, i int, why string) *Refusal {
	return refusal(fixRules, "record %d (line %d of %s): %s", t.N*hublog.TileWidth+int64(i), i+1, t.Path(), why)
}

// rooted checks the data tiles against the checkpoint.
func (p *past) rooted() error {
	root, err := tlog.TreeHash(p.checkpoint.Size, p.hashes)
	if err == nil && root != p.checkpoint.Hash {
		return refusal("hubindex log verify names the wrong file", "the data tiles do not lead to the checkpoint")
	}
	return err
}
