package logdir

import (
	"cmp"
	"slices"
	"time"

	"sinew/pkg/hublog"
)

// A plan is what an append would add.
type plan struct {
	lines  []string
	alarms []hublog.Record
	known  int
}

// plan asks the ledger, observation by observation, what each adds: versions
// first, since other records are about versions that are logged. The ledger
// takes what is planned for logged.
func (p *past) plan(observed []hublog.Record, now time.Time) (plan, error) {
	asked := lastMoves(versionsFirst(observed))
	made := plan{known: len(observed) - len(asked)}
	for _, r := range asked {
		line, verdict, err := p.ledger.Next(r, now)
		switch {
		case err != nil:
			return plan{}, refusal("leave the record out", "%s %s %s: %v", r.Kind, r.Name, r.Version, err)
		case verdict == hublog.Known:
			made.known++
			continue
		case verdict == hublog.Alarmed:
			made.alarms = append(made.alarms, line)
		}
		made.lines = append(made.lines, line.String())
	}
	return made, nil
}

// versionsFirst is a copy whose order stays but for that.
func versionsFirst(observed []hublog.Record) []hublog.Record {
	return slices.SortedStableFunc(slices.Values(observed), func(a, b hublog.Record) int {
		return cmp.Compare(rank(a), rank(b))
	})
}

func rank(r hublog.Record) int {
	if r.Kind == hublog.KindVersion {
		return 0
	}
	return 1
}

// lastMoves leaves of the moves of one repository those to where the last one
// leads: an earlier one would be logged as a move back, each time that the same
// observations are appended. It takes over the slice.
func lastMoves(observed []hublog.Record) []hublog.Record {
	last := map[hublog.Name]hublog.Name{}
	for _, r := range observed {
		if r.Kind == hublog.KindMoved {
			last[r.Name] = r.To
		}
	}
	return slices.DeleteFunc(observed, func(r hublog.Record) bool { return r.Kind == hublog.KindMoved && last[r.Name] != r.To })
}
