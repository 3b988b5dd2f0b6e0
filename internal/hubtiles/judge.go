package hubtiles

import (
	"context"
	"fmt"
	"slices"

	"sinew/pkg/hublog"
)

// each gives the records from a number on, in order.
func (g *gathering) each(ctx context.Context, from int64, give func(number int64, line string) error) error {
	for n := from / hublog.TileWidth; n < g.tiles(); n++ {
		lines, err := g.lines(ctx, n)
		if err != nil {
			return err
		}
		for i, line := range lines {
			number := n*hublog.TileWidth + int64(i)
			if number < from {
				continue
			}
			if err := give(number, line); err != nil {
				return err
			}
		}
	}
	return nil
}

// judge holds the records from a number on to the rules of the log, with what
// the ledger knows of those before, and gives each away.
func (g *gathering) judge(ctx context.Context, from int64, ledger *hublog.Ledger, give func(hublog.Record, int64) error) error {
	return g.each(ctx, from, func(number int64, line string) error {
		r, err := ledger.AddLine(line)
		if err != nil {
			return refuse(BadRecord, "record %d of the log breaks its rules: %v", number+1, err)
		}
		return give(r, number)
	})
}

// recall is the ledger as far as the records from a number on need it: the rules
// are about the records of one name and version, and about the time of the
// record before. The index knows the first; it is that of the records before.
func (g *gathering) recall(ctx context.Context, from int64, x *index) (*hublog.Ledger, error) {
	keys, err := g.keysFrom(ctx, from-1)
	if err != nil {
		return nil, err
	}
	numbers := []int64{from - 1}
	for key := range keys {
		found, err := x.find(key, from)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, found...)
	}
	slices.Sort(numbers)
	return g.ledgerOf(ctx, slices.Compact(numbers), keys)
}

// keysFrom are the keys of the records from a number on. One that does not parse
// is left to judge.
func (g *gathering) keysFrom(ctx context.Context, from int64) (map[string]bool, error) {
	keys := map[string]bool{}
	err := g.each(ctx, from, func(_ int64, line string) error {
		if r, err := hublog.Parse(line); err == nil {
			keys[keyOf(r)] = true
		}
		return nil
	})
	return keys, err
}

func (g *gathering) ledgerOf(ctx context.Context, numbers []int64, keys map[string]bool) (*hublog.Ledger, error) {
	ledger, reading := hublog.NewLedger(), reader{from: g}
	for _, number := range numbers {
		r, err := reading.record(ctx, number)
		if err != nil {
			return nil, err
		}
		if !keys[keyOf(r)] {
			continue // the hash of another key is the same
		}
		if verdict, err := ledger.Add(r); err != nil || verdict != hublog.Appended {
			return nil, fmt.Errorf("%w: it lacks records before number %d", errDamagedIndex, number)
		}
	}
	return ledger, nil
}

// A reader reads records by their numbers, and each tile once when they are in
// order.
type reader struct {
	from interface {
		lines(ctx context.Context, tile int64) ([]string, error)
	}
	tile int64
	read []string // nil at first
}

func (r *reader) record(ctx context.Context, number int64) (hublog.Record, error) {
	n := number / hublog.TileWidth
	if r.read == nil || n != r.tile {
		lines, err := r.from.lines(ctx, n)
		if err != nil {
			return hublog.Record{}, err
		}
		r.tile, r.read = n, lines
	}
	return hublog.Parse(r.read[number%hublog.TileWidth])
}
