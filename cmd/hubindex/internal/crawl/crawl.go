package crawl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"sinew/cmd/hubindex/internal/attest"
	"sinew/cmd/hubindex/internal/listing"
	"sinew/internal/atomicfile"
	"sinew/internal/flock"
	"sinew/resolve/remote"
)

// A Config is one crawl. State and Out are two directories, which are made
// where they are missing.
type Config struct {
	Listings fs.FS // the directory of listings itself
	Shard    Shard
	State    string
	Out      string
	Trees    string         // a store for the trees of what was seen, as an absolute path; "" keeps none
	Now      time.Time      // the time of every record, cut to whole seconds in UTC
	Jobs     int            // requests at a time, 0 for 16
	Gap      time.Duration  // between two requests of one host
	Budget   time.Duration  // after which no more is begun, 0 for none
	Client   *remote.Client // one that lists attestations, where Signers is set
	Report   func(Event)    // called by one goroutine at a time; may be nil

	Signers     *attest.Verifier // of attestations; nil looks at none
	SignerGrace time.Duration    // how long after a version was first seen they are looked at, 0 for DefaultSignerGrace
}

const defaultJobs = 16

// Run crawls once. The error is about this machine's disk, which may hold no
// listings, or ctx's: what was written until then stays, and the next Run goes
// on from there. What happens
// to a listing, and a budget that was used up, is no error: Report and the
// Summary tell.
func Run(ctx context.Context, c Config) (Summary, error) {
	return run(ctx, c, clock{now: time.Now, sleep: sleep, jitter: rand.Float64})
}

func run(ctx context.Context, config Config, own clock) (Summary, error) {
	release, err := hold(config.State, config.Out)
	if err != nil {
		return Summary{}, err
	}
	defer release()
	if _, err := fs.ReadDir(config.Listings, "."); err != nil {
		return Summary{}, fmt.Errorf("the directory of listings: %w", err)
	}
	c := newCrawler(config, own)
	ctx, c.stop = context.WithCancelCause(ctx)
	defer c.stop(nil)
	work, done := c.limited(ctx)
	defer done()
	c.all(work, c.lanes())
	return c.sum, context.Cause(ctx) // a disk's that fails once the budget is used up too
}

// hold takes the locks of both directories, and removes what killed crawls left
// there half-written.
func hold(state, out string) (release func(), err error) {
	one, err := holdOne(state)
	if err != nil {
		return nil, err
	}
	other, err := holdOne(out)
	if err != nil {
		one()
		return nil, err
	}
	return func() { one(); other() }, nil
}

// holdOne makes a directory and locks it. A file system that locks none (NFS)
// is no reason to stop, for every file is replaced whole; but what may be half
// of another crawl's file is left alone there.
func holdOne(dir string) (release func(), err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	lock, err := flock.TryDir(dir)
	switch {
	case errors.Is(err, flock.ErrHeld):
		return nil, fmt.Errorf("%s is in use by another crawl, or is given twice", dir)
	case errors.Is(err, errors.ErrUnsupported):
		return func() {}, nil
	case err != nil:
		return nil, err
	}
	removeLeftovers(dir)
	return func() { _ = lock.Release() }, nil // the end of the process does it as well
}

// removeLeftovers also looks into the directories of states. What cannot be
// removed harms nothing.
func removeLeftovers(dir string) {
	atomicfile.RemoveLeftovers(dir)
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() {
			atomicfile.RemoveLeftovers(filepath.Join(dir, e.Name()))
		}
	}
}

// A crawler is one crawl under way.
type crawler struct {
	Config
	clock
	stop  context.CancelCauseFunc // ends the crawl with an error
	slots chan struct{}           // one for each request under way

	mu  sync.Mutex
	sum Summary
}

func newCrawler(config Config, own clock) *crawler {
	config.Now = config.Now.UTC().Truncate(time.Second)
	if config.Jobs < 1 {
		config.Jobs = defaultJobs
	}
	if config.SignerGrace == 0 {
		config.SignerGrace = DefaultSignerGrace
	}
	return &crawler{Config: config, clock: own, slots: make(chan struct{}, config.Jobs)}
}

var errBudget = errors.New("the time is up")

// limited is ctx until the budget is used up.
func (c *crawler) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.Budget <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, c.Budget, errBudget)
}

// A lane is the listings of one host.
type lane struct {
	name  string
	host  *host
	queue chan listing.Listing
	left  int // put off; guarded by the crawler's mu
}

// lanes are the shard's listings by host, each in an order of its own, so that
// a budget that is used up cuts off others each time.
func (c *crawler) lanes() []*lane {
	all, wrong := listing.All(c.Listings)
	for _, err := range wrong {
		c.tellWrong(err)
	}
	byHost := map[string][]listing.Listing{}
	for _, l := range all {
		if c.Shard.Holds(l.Name) {
			host, _, _ := strings.Cut(string(l.Name), "/")
			byHost[host] = append(byHost[host], l)
			c.sum.Listings++
		}
	}
	lanes := make([]*lane, 0, len(byHost))
	for name, own := range byHost {
		lanes = append(lanes, newLane(name, own, c.Gap))
	}
	return lanes
}

func newLane(name string, own []listing.Listing, gap time.Duration) *lane {
	rand.Shuffle(len(own), func(i, j int) { own[i], own[j] = own[j], own[i] })
	l := &lane{name: name, host: &host{gap: gap}, queue: make(chan listing.Listing, len(own))}
	for _, one := range own {
		l.queue <- one
	}
	close(l.queue)
	return l
}

// tellWrong reports a file of the index that does not read. Each shard does: it
// is nobody's.
func (c *crawler) tellWrong(err error) {
	e := Event{Type: BadListing, Reason: err.Error()}
	if wrong, ok := errors.AsType[*listing.Error](err); ok {
		e.Listing, e.Reason = wrong.Path, wrong.Why
	}
	c.tell(e)
}

func (c *crawler) tell(e Event) {
	if c.Report == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Report(e.clean())
}

// all reads every lane, perHost listings of a host at a time.
func (c *crawler) all(ctx context.Context, lanes []*lane) {
	var workers sync.WaitGroup
	for _, l := range lanes {
		for range min(perHost, cap(l.queue)) {
			workers.Go(func() { c.drain(ctx, l) })
		}
	}
	workers.Wait()
	for _, l := range lanes {
		c.tellPutOff(ctx, l)
	}
}

// drain reads the listings of a host until none is left.
func (c *crawler) drain(ctx context.Context, l *lane) {
	for one := range l.queue {
		got := putOff
		if ctx.Err() == nil && l.host.isClosed() == "" {
			got = c.visit(ctx, l.host, one)
		}
		c.count(l, got)
	}
}

// ask does one request of a host in its turn, among the Jobs that are under way;
// a host that waits keeps no other from going on.
func (c *crawler) ask(ctx context.Context, h *host, request func() error) error {
	return c.clock.ask(ctx, h, func() error {
		c.slots <- struct{}{}
		defer func() { <-c.slots }()
		return request()
	})
}

// An outcome is how a listing fared.
type outcome int

const (
	unchanged outcome = iota
	read
	failed
	putOff
)

func (c *crawler) count(l *lane, got outcome) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch got {
	case unchanged:
		c.sum.Unchanged++
	case read:
		c.sum.Read++
	case failed:
		c.sum.Failed++
	case putOff:
		c.sum.PutOff++
		l.left++
	}
}

func (c *crawler) tellPutOff(ctx context.Context, l *lane) {
	if l.left == 0 {
		return
	}
	why := l.host.isClosed()
	if why == "" && ctx.Err() != nil {
		why = context.Cause(ctx).Error()
	}
	c.tell(Event{Type: PutOff, Host: l.name, Reason: fmt.Sprintf("%s: %d not read", why, l.left)})
}
