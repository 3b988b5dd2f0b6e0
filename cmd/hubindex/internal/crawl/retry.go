package crawl

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	githttp "github.com/go-git/go-git/v5/plumbing/transport/http"

	"sinew/resolve/remote"
)

const (
	tries     = 3
	firstWait = time.Second
	// longestWait is what a host may ask for before it is put off.
	longestWait = 2 * time.Minute
)

// isPassing reports whether a failure may be over soon: the host said so, or
// was not reached in time. What was not found or is refused stays so.
func isPassing(err error) bool {
	failed, ok := errors.AsType[*remote.Error](err)
	if !ok {
		return false
	}
	if status := answer(err); status != nil {
		return status.StatusCode == http.StatusTooManyRequests || status.StatusCode >= 500
	}
	return failed.Kind == remote.Unreachable || failed.Kind == remote.TimedOut
}

// answer is the http answer that an error is about, or nil.
func answer(err error) *http.Response {
	if failed, ok := errors.AsType[*remote.Error](err); ok {
		err = failed.Err
	}
	if hidden, ok := errors.AsType[*plumbing.UnexpectedError](err); ok { // it does not unwrap by itself
		err = hidden.Err
	}
	if status, ok := errors.AsType[*githttp.Err](err); ok {
		return status.Response
	}
	return nil
}

// retryAfter is the wait that an answer asks for, in seconds or until a date; 0
// when it asks for none. Seconds beyond a lifetime are one.
func retryAfter(res *http.Response, now time.Time) time.Duration {
	if res == nil {
		return 0
	}
	asked := strings.TrimSpace(res.Header.Get("Retry-After"))
	seconds, err := strconv.ParseUint(asked, 10, 31)
	if err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(asked); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}

// backOff is the wait after the nth failure, from 0: it doubles, is spread by
// half, and is never under what the host asked for.
func backOff(n int, jitter float64, asked time.Duration) time.Duration {
	grown := float64(firstWait<<n) * (0.5 + jitter)
	return max(time.Duration(grown), asked)
}

// ask does one request of a host, in its turn, and again after a failure that
// may pass. The error is the last one, or ctx's.
func (c clock) ask(ctx context.Context, h *host, request func() error) error {
	for n := 0; ; n++ {
		if err := c.wait(ctx, h); err != nil {
			return err
		}
		err := request()
		if err == nil || !isPassing(err) {
			return err
		}
		if !c.mayTryAgain(h, n, err) {
			return err
		}
	}
}

// mayTryAgain makes the host wait after its nth failure, from 0, and reports
// whether to ask it once more.
func (c clock) mayTryAgain(h *host, n int, err error) bool {
	asked := retryAfter(answer(err), c.now())
	if asked > longestWait {
		h.close(fmt.Sprintf("it asks to come back in %s", asked.Round(time.Second)))
	}
	if h.isClosed() != "" {
		return false
	}
	last := n+1 == tries
	if last {
		h.pause(c.now().Add(asked))
	} else {
		h.pause(c.now().Add(backOff(n, c.jitter(), asked)))
	}
	return !last
}
