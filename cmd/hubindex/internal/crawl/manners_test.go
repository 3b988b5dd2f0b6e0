package crawl

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"sinew/internal/gittest"
	"sinew/resolve/remote"
)

var noOptions remote.Options

func TestAHostThatIsBusyIsAskedAgainAfterTheWaitItWants(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer http.HandlerFunc
		want   []time.Duration // beside the gap
	}{
		{"seconds", status(http.StatusTooManyRequests, "Retry-After", "7"), []time.Duration{7 * time.Second, 7 * time.Second}},
		{"a date", status(http.StatusServiceUnavailable, "Retry-After", noon.Add(20*time.Second).Format(http.TimeFormat)), []time.Duration{20 * time.Second, 2 * time.Second}},
		{"no word", status(http.StatusTooManyRequests), []time.Duration{time.Second, 2 * time.Second}},
		{"nonsense", status(http.StatusBadGateway, "Retry-After", "soon"), []time.Duration{time.Second, 2 * time.Second}},
		{"a lost connection", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, []time.Duration{time.Second, 2 * time.Second}},
	} {
		for _, which := range []func(*http.Request) bool{isListing, isFetch} {
			s := newScene(t)
			s.good("radhi/home", "1.0.0")
			s.server.Use(answering(2, which, c.answer))
			if sum := s.crawl(); sum != (Summary{Listings: 1, Read: 1, Records: 1}) || len(s.events) != 0 {
				t.Errorf("%s: %+v, %+v", c.name, sum, s.events)
			}
			if fmt.Sprint(s.slept) != fmt.Sprint(c.want) {
				t.Errorf("%s: it waited %v, want %v", c.name, s.slept, c.want)
			}
		}
	}
}

func TestAListingThatFailsIsTriedAgainByTheNextCrawl(t *testing.T) {
	s := newScene(t)
	s.good("radhi/home", "1.0.0")
	s.server.Use(answering(tries, isListing, status(http.StatusInternalServerError)))
	if sum := s.crawl(); sum != (Summary{Listings: 1, Failed: 1}) || s.said() != "failed listings/radhi/home" {
		t.Errorf("%+v, %+v", sum, s.events)
	}
	if sum := s.crawl(); sum != (Summary{Listings: 1, Read: 1, Records: 1}) {
		t.Errorf("%+v", sum)
	}
}

func TestAVersionThatFailsIsTriedAgainAlone(t *testing.T) {
	s := newScene(t)
	good := gittest.Saying("mirror")
	s.build("radhi/home", "commit a\ntag 1.0.0\ncommit b\ntag 1.1.0\n-- a/reflex.toml --\n"+good+"-- b/x/reflex.toml --\n"+good)
	s.server.Use(answering(tries, isFetch, status(http.StatusInternalServerError)))
	if sum := s.crawl(); sum != (Summary{Listings: 1, Failed: 1, Records: 1}) || s.said() != "failed listings/radhi/home 1.1.0" {
		t.Errorf("%+v, %+v", sum, s.events)
	}
	asked := len(s.server.Requests())
	if sum := s.crawl(); sum != (Summary{Listings: 1, Read: 1, Records: 1}) {
		t.Errorf("%+v", sum)
	}
	s.want("the requests", s.since(asked), "GET /radhi/home/info/refs\nPOST /radhi/home/git-upload-pack")
	s.want("the records", s.names(), "github.com/radhi/home 1.0.0\ngithub.com/radhi/home#x 1.1.0")
	if sum := s.crawl(); sum.Unchanged != 1 {
		t.Errorf("%+v", sum)
	}
}

func TestWhatARemoteSaysThisTimeIsNoLastWord(t *testing.T) {
	s := newScene(t)
	repo := s.good("radhi/home", "1.0.0")
	commit, err := repo.Commit("1.0.0")
	s.must(err)
	s.server.Mount("/radhi/busy", &gittest.Fake{Refs: []gittest.Ref{{Name: "refs/tags/1.0.0", ID: commit}}, Error: "not now"})
	s.list("radhi/busy", "radhi/busy")
	for range 2 {
		if sum := s.crawl(); sum.Failed != 1 || s.said() != "failed listings/radhi/busy 1.0.0" {
			t.Errorf("%+v, %+v", sum, s.events)
		}
	}
}

// many lists so many repositories that all answer alike.
func (s *scene) many(n int, h http.Handler) {
	for i := range n {
		name := fmt.Sprintf("many/r%d", i)
		s.list(name, name)
	}
	s.server.Mount("/many", h)
}

func TestAHostThatWantsALongWaitIsPutOff(t *testing.T) {
	s := newScene(t)
	s.many(50, status(http.StatusTooManyRequests, "Retry-After", "3600"))
	sum := s.crawl()
	if asked := len(s.server.Requests()); asked > perHost || sum.Failed+sum.PutOff != 50 || sum.Failed != asked {
		t.Errorf("%d requests, %+v", asked, sum)
	}
	last := s.events[len(s.events)-1]
	if last.Type != PutOff || last.Host != "github.com" || last.Reason != fmt.Sprintf("it asks to come back in 1h0m0s: %d not read", sum.PutOff) {
		t.Errorf("%+v", last)
	}
}

func TestAHostThatFailsAndFailsIsPutOff(t *testing.T) {
	s := newScene(t)
	s.many(50, status(http.StatusInternalServerError))
	sum := s.crawl()
	if sum.Failed < patience || sum.Failed > patience+1 || sum.Failed+sum.PutOff != 50 {
		t.Errorf("%+v", sum)
	}
	if asked := len(s.server.Requests()); asked > (patience+1)*tries {
		t.Errorf("%d requests", asked)
	}
}

func TestRepositoriesThatAreGoneDoNotCloseTheirHost(t *testing.T) {
	s := newScene(t)
	s.many(3*patience, status(http.StatusNotFound))
	s.good("radhi/home", "1.0.0")
	if sum := s.crawl(); sum != (Summary{Listings: 3*patience + 1, Read: 1, Failed: 3 * patience, Records: 1}) {
		t.Errorf("%+v", sum)
	}
}

func TestAHostGetsTwoRequestsAtATime(t *testing.T) {
	s := newScene(t)
	fake := &gittest.Fake{}
	var mu sync.Mutex
	now, most := 0, 0
	both := make(chan struct{})
	s.many(40, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		now++
		if most = max(most, now); now == perHost {
			select {
			case <-both:
			default:
				close(both)
			}
		}
		mu.Unlock()
		<-both // until two are there
		fake.ServeHTTP(w, r)
		mu.Lock()
		now--
		mu.Unlock()
	}))
	s.crawl()
	if most != perHost || s.server.Connections() > perHost {
		t.Errorf("%d requests at a time over %d connections", most, s.server.Connections())
	}
}

func TestRequestsOfAHostKeepTheirGap(t *testing.T) {
	h := &host{gap: 100 * time.Millisecond}
	var got []time.Duration
	for _, now := range []time.Duration{0, 10, 20, 1000, 1050} {
		at := noon.Add(now * time.Millisecond)
		got = append(got, h.turn(at).Sub(at))
	}
	if want := "[0s 90ms 180ms 0s 50ms]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	h.pause(noon.Add(time.Minute))
	if at := h.turn(noon); at != noon.Add(time.Minute) {
		t.Errorf("got %v", at)
	}
}

func TestEveryRequestOfACrawlHasItsTurn(t *testing.T) {
	s := newScene(t)
	s.good("radhi/home", "1.0.0", "1.1.0")
	s.config.Gap = time.Minute
	s.crawl()
	if fmt.Sprint(s.slept) != "[1m0s 1m0s]" { // one listing and two fetches
		t.Errorf("%v", s.slept)
	}
}

func TestABackOffGrowsAndIsSpread(t *testing.T) {
	for _, c := range []struct {
		n      int
		jitter float64
		asked  time.Duration
		want   time.Duration
	}{
		{0, 0, 0, 500 * time.Millisecond}, {0, 1, 0, 1500 * time.Millisecond}, {1, 0.5, 0, 2 * time.Second},
		{0, 0, time.Minute, time.Minute}, {1, 1, time.Second, 3 * time.Second},
	} {
		if got := backOff(c.n, c.jitter, c.asked); got != c.want {
			t.Errorf("%+v: got %s", c, got)
		}
	}
}

// A server that never answers is held until the budget of the crawl is used up.
func TestABudgetEndsACrawlAndTheNextGoesOn(t *testing.T) {
	s := newScene(t)
	s.good("radhi/home", "1.0.0")
	s.good("ana/garden", "1.0.0")
	s.server.Use(answering(1, isFetch, hang))
	s.config.Budget = time.Second
	sum := s.crawl()
	if sum.PutOff == 0 || sum.PutOff+sum.Read != 2 || !strings.Contains(s.said(), "put_off github.com") {
		t.Errorf("%+v, %+v", sum, s.events)
	}
	s.config.Budget = 0
	s.crawl()
	s.want("the records", s.names(), "github.com/ana/garden 1.0.0\ngithub.com/radhi/home 1.0.0")
}

func TestACrawlThatIsInterruptedSaysSo(t *testing.T) {
	s := newScene(t)
	s.good("radhi/home", "1.0.0")
	ctx, cancel := context.WithCancel(t.Context())
	s.server.Use(answering(1, isFetch, func(w http.ResponseWriter, r *http.Request) { cancel(); hang(w, r) }))
	if sum, err := s.try(ctx, noOptions); err != context.Canceled || sum.PutOff != 1 {
		t.Errorf("%+v, %v", sum, err)
	}
	if sum := s.crawl(); sum.Records != 1 {
		t.Errorf("%+v", sum)
	}
}

func TestATimeOutIsTriedAgain(t *testing.T) {
	s := newScene(t)
	s.good("radhi/home", "1.0.0")
	s.server.Use(answering(1, isListing, hang))
	var sum Summary
	for limit := time.Second; sum.Records == 0 && limit < time.Minute; limit *= 2 { // a busy machine needs more
		var err error
		if sum, err = s.try(t.Context(), remote.Options{Limits: remote.Limits{Time: limit}}); err != nil {
			t.Fatal(err)
		}
		if limit == time.Second && (len(s.slept) == 0 || s.slept[0] != firstWait) {
			t.Errorf("it waited %v", s.slept)
		}
	}
	if sum.Records != 1 {
		t.Errorf("%+v", sum)
	}
}
