package crawl

import (
	"context"
	"fmt"
)

// A tally is of one visit. What it stops at keeps a repository with any number
// of tags, or a slow one, from taking all of a crawl.
type tally struct {
	tried     int // versions that were dealt with, or tried in vain
	records   int // that were written
	unreached int // versions in a row that were not reached
	unlooked  int // attestations in a row that were not fetched
	left      int // versions for which it was stopped
}

const (
	// batchVersions and batchRecords are how many of them are read before they
	// are written.
	batchVersions = 64
	batchRecords  = 1024
	// mostVersions and mostRecords are how many of them one visit tries, but
	// for the records that the last version goes over.
	mostVersions = 256
	mostRecords  = 4096
)

func (t tally) isFull() bool {
	return t.tried >= mostVersions || t.records >= mostRecords || t.unreached >= patience
}

// tellLeft tells of the versions that the tally left.
func (v *visit) tellLeft() {
	if n := v.count.left; n > 0 {
		v.crawler.tell(Event{Type: PutOff, Listing: v.listing.Path, Reason: fmt.Sprintf("%d of its versions are left to the next crawl", n)})
	}
}

// stops reports whether a version is left to the next crawl.
func (v *visit) stops(ctx context.Context) bool {
	full := v.count.isFull()
	if full {
		v.count.left++
	}
	return full || ctx.Err() != nil || v.host.isClosed() != ""
}
