package crawl

import (
	"context"
	"sync"
	"time"
)

// A host keeps the manners that one host is owed. Its listings are read by at
// most perHost goroutines, one connection each, which share it.
type host struct {
	gap time.Duration

	mu     sync.Mutex
	next   time.Time // no request starts before it
	failed int       // listings that were not reached since the last that was
	closed string    // why the host is put off; "" while it is not
}

const (
	perHost = 2
	// patience is how many listings in a row a host may fail before it is put
	// off.
	patience = 8
)

// turn is when the next request may start. Nobody else gets the same moment.
func (h *host) turn(now time.Time) time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	at := h.next
	if at.Before(now) {
		at = now
	}
	h.next = at.Add(h.gap)
	return at
}

// pause lets no request start before a moment.
func (h *host) pause(until time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.next.Before(until) {
		h.next = until
	}
}

// close puts off what is left of the host.
func (h *host) close(why string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed == "" {
		h.closed = why
	}
}

// isClosed is why the host is put off, or "".
func (h *host) isClosed() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.closed
}

// reached counts a listing that was reached, or not.
func (h *host) reached(ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.failed++; ok {
		h.failed = 0
	}
	if h.failed >= patience && h.closed == "" {
		h.closed = "it failed several listings in a row"
	}
}

// A clock is what time is read from and waited by. Tests have their own.
type clock struct {
	now    func() time.Time
	sleep  func(context.Context, time.Duration) error
	jitter func() float64 // from 0 to 1
}

// wait lets a request of a host start: it returns at its turn, or when ctx is
// done.
func (c clock) wait(ctx context.Context, h *host) error {
	now := c.now()
	if d := h.turn(now).Sub(now); d > 0 {
		return c.sleep(ctx, d)
	}
	return ctx.Err()
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
