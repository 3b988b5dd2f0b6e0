package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"sinew/store"
)

func TestOriginsOfSeveralWritersAreAllRemembered(t *testing.T) {
	s, dir := open(t)
	kept, err := s.Keep(t.Context(), reflex("lights"))
	must(t, err)
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			one := store.Origin{H1: kept.H1, Ref: "o/r", Tag: fmt.Sprintf("1.%d.0", i), Commit: "c"}
			if err := store.Open(dir).Remember(t.Context(), []store.Origin{one, one}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got := s.Origins(); len(got) != 8 {
		t.Errorf("%d are remembered: %v", len(got), got)
	}
	must(t, s.Remember(t.Context(), s.Origins()))
	_, err = s.Prune(t.Context(), naming(), false)
	must(t, err)
	if got := s.Origins(); len(got) != 0 {
		t.Errorf("of what is gone: %v", got)
	}
}

func TestAnOriginThatWouldNotReadIsNotWritten(t *testing.T) {
	s, dir := open(t)
	kept, err := s.Keep(t.Context(), reflex("lights"))
	must(t, err)
	good := store.Origin{H1: kept.H1, Ref: "https://h/r.git#a", Tag: "1.0.0", Commit: "c"}
	must(t, s.Remember(t.Context(), []store.Origin{
		{kept.H1, "o r", "1.0.0", "c"}, {kept.H1, "", "1.0.0", "c"}, {kept.H1, "o/r", "1\n", "c"}, {"h1:x", "o/r", "1.0.0", "c"}, good,
	}))
	if got := s.Origins(); !slices.Equal(got, []store.Origin{good}) {
		t.Errorf("remembered: %v", got)
	}
	must(t, os.WriteFile(filepath.Join(dir, ".origins"), make([]byte, 5<<20), 0o600))
	if got := s.Origins(); len(got) != 0 {
		t.Errorf("a huge file gives %d", len(got))
	}
}
