package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sinew/internal/testuser"
	"sinew/pkg/diag"
	"sinew/pkg/tree"
	"sinew/store"
)

// naming wants exactly these trees kept.
func naming(trees ...tree.Tree) func() (map[tree.Digest]bool, error) {
	return func() (map[tree.Digest]bool, error) {
		wanted := map[tree.Digest]bool{}
		for _, t := range trees {
			wanted[t.H1()] = true
		}
		return wanted, nil
	}
}

func TestPruneRemovesWhatNobodyNamesAndNothingElse(t *testing.T) {
	s, dir := open(t)
	lights, timer := reflex("lights"), reflex("timer")
	_, err := s.KeepAll(t.Context(), []tree.Tree{lights, timer})
	must(t, err)
	must(t, os.Mkdir(filepath.Join(dir, ".tmp-killed"), 0o700))
	must(t, os.WriteFile(filepath.Join(dir, ".tmp-killed", "half"), make([]byte, 100), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "README"), []byte("mine"), 0o600))
	size := int64(100)
	for _, f := range timer.Files() {
		size += int64(len(f.Bytes))
	}
	want := store.Pruned{Entries: 1, Leftovers: 1, Bytes: size}

	would, err := s.Prune(t.Context(), naming(lights), true)
	must(t, err)
	if would != want {
		t.Errorf("a dry run counts %+v, want %+v", would, want)
	}
	wantNames(t, dir, ".lock", ".tmp-killed", "README", lights.H1().Hex(), timer.H1().Hex())

	did, err := s.Prune(t.Context(), naming(lights), false)
	must(t, err)
	if did != want {
		t.Errorf("it removed %+v, want %+v", did, want)
	}
	wantNames(t, dir, ".lock", "README", lights.H1().Hex())
	if again, err := s.Prune(t.Context(), naming(lights), false); err != nil || again != (store.Pruned{}) {
		t.Errorf("once more: %+v, %v", again, err)
	}
}

func TestAStoreNobodyMadeIsPrunedAlready(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache", "store")
	if got, err := store.Open(dir).Prune(t.Context(), naming(), false); err != nil || got != (store.Pruned{}) {
		t.Errorf("it gives %+v, %v", got, err)
	}
	if _, err := os.Lstat(filepath.Dir(dir)); !os.IsNotExist(err) {
		t.Errorf("it was made: %v", err)
	}
}

func TestWithoutAnAnswerNothingIsPruned(t *testing.T) {
	s, dir := open(t)
	kept, err := s.Keep(t.Context(), reflex("lights"))
	must(t, err)
	unread := errors.New("a lock does not read")
	_, err = s.Prune(t.Context(), func() (map[tree.Digest]bool, error) { return nil, unread }, false)
	if err != unread {
		t.Errorf("the error is %v", err)
	}
	wantNames(t, dir, ".lock", kept.H1.Hex())
}

func TestAnEntryInUseStaysUntilItIsNot(t *testing.T) {
	s, dir := open(t)
	kept, err := s.Keep(t.Context(), reflex("lights"))
	must(t, err)
	body, other := s.Use(t.Context(), kept.H1), store.Open(dir).Use(t.Context(), kept.H1)
	for _, dry := range []bool{true, false} {
		if got, err := s.Prune(t.Context(), naming(), dry); err != nil || got != (store.Pruned{InUse: 1}) {
			t.Errorf("dry %v: %+v, %v", dry, got, err)
		}
	}
	body()
	if got, err := s.Prune(t.Context(), naming(), false); err != nil || got.InUse != 1 {
		t.Errorf("with one body left: %+v, %v", got, err)
	}
	other()
	if got, err := s.Prune(t.Context(), naming(), false); err != nil || got.Entries != 1 {
		t.Errorf("with none left: %+v, %v", got, err)
	}
	wantNames(t, dir, ".lock")
	s.Use(t.Context(), kept.H1)() // what is not there is nobody's to keep
	s.Use(t.Context(), "h1:..")()
}

func TestPruneWaitsForWhoeverHoldsTheStore(t *testing.T) {
	s, dir := open(t)
	release, err := s.Hold(t.Context())
	must(t, err)
	again, err := s.Hold(t.Context())
	must(t, err)
	lights := reflex("lights")
	_, err = s.Keep(t.Context(), lights)
	must(t, err)

	named := naming() // until the holder has written its lock
	var writing sync.Mutex
	pruned := make(chan error)
	go func() {
		_, err := store.Open(dir).Prune(context.Background(), func() (map[tree.Digest]bool, error) {
			writing.Lock()
			defer writing.Unlock()
			return named()
		}, false)
		pruned <- err
	}()
	again()
	writing.Lock()
	named = naming(lights)
	writing.Unlock()
	release()
	must(t, <-pruned)
	if _, err := s.Get(lights.H1()); err != nil {
		t.Errorf("the entry went before its lock was read: %v", err)
	}

	hold, err := s.Hold(t.Context())
	must(t, err)
	defer hold()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Open(dir).Prune(gone, naming(), false); !errors.Is(err, context.Canceled) {
		t.Errorf("called off while it waits: %v", err)
	}
}

func TestAStoreThatIsMadeWhileItIsHeldIsHeld(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache", "store")
	s := store.Open(dir)
	release, err := s.Hold(t.Context())
	must(t, err)
	_, err = s.Keep(t.Context(), reflex("lights"))
	must(t, err)
	pruned := make(chan error)
	go func() {
		_, err := store.Open(dir).Prune(context.Background(), naming(reflex("lights")), false)
		pruned <- err
	}()
	select {
	case err := <-pruned:
		t.Errorf("it did not wait: %v", err)
	default:
	}
	release()
	must(t, <-pruned)
}

func TestPruningFollowsNoLink(t *testing.T) {
	s, dir := open(t)
	victim := t.TempDir()
	must(t, os.WriteFile(filepath.Join(victim, "file"), []byte("mine"), 0o600))
	must(t, os.Symlink(victim, filepath.Join(dir, strings.Repeat("a", 64))))
	must(t, os.Symlink(victim, filepath.Join(dir, ".tmp-planted")))
	must(t, os.Symlink(filepath.Join(victim, "file"), filepath.Join(dir, ".origins")))
	kept, err := s.Keep(t.Context(), reflex("lights"))
	must(t, err)
	must(t, s.Remember(t.Context(), []store.Origin{{kept.H1, "o/r", "1.0.0", "c"}}))
	_, err = s.Prune(t.Context(), naming(), false)
	must(t, err)
	wantNames(t, dir, ".lock", ".origins")
	wantNames(t, victim, "file")
	if text, _ := os.ReadFile(filepath.Join(victim, "file")); string(text) != "mine" {
		t.Errorf("the victim holds %q", text)
	}
}

func TestAReadOnlyStoreIsNotPrunedAndIsUsed(t *testing.T) {
	s, dir := open(t)
	kept, err := s.Keep(t.Context(), reflex("lights"))
	must(t, err)
	must(t, os.Chmod(dir, 0o555))
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	testuser.Run(t, filepath.Dir(dir), func() {
		s := store.Open(dir)
		release, err := s.Hold(t.Context())
		if err != nil {
			t.Error(err)
			return
		}
		release()
		s.Use(t.Context(), kept.H1)()
		if got, err := s.Prune(t.Context(), naming(), true); err != nil || got.Entries != 1 {
			t.Errorf("a dry run: %+v, %v", got, err)
		}
		var failed *diag.Failure
		if got, err := s.Prune(t.Context(), naming(), false); !errors.As(err, &failed) || got.Entries != 0 {
			t.Errorf("it gives %+v, %v", got, err)
		}
		if err := s.Remember(t.Context(), []store.Origin{{kept.H1, "o/r", "1.0.0", "c"}}); err != nil {
			t.Errorf("remembering: %v", err)
		}
	})
	wantNames(t, dir, ".lock", kept.H1.Hex())
}

func TestKeepersReadersAndPrunersAtOnceAgree(t *testing.T) {
	_, dir := open(t)
	always := crashTrees()[0]
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			s := store.Open(dir)
			mine := reflex(fmt.Sprint(i))
			for range 10 {
				release, err := s.Hold(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := s.KeepAll(t.Context(), []tree.Tree{always, mine}); err != nil {
					t.Error(err)
				}
				if _, err := s.Get(mine.H1()); err != nil {
					t.Errorf("held and gone: %v", err)
				}
				release()
				if got, err := s.Get(always.H1()); err != nil || got.Tree.H1() != always.H1() {
					t.Errorf("what is always named: %v", err)
				}
			}
		})
	}
	for range 3 {
		group.Go(func() {
			for range 10 {
				if _, err := store.Open(dir).Prune(t.Context(), naming(always), false); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	_, err := store.Open(dir).Prune(t.Context(), naming(always), false)
	must(t, err)
	wantNames(t, dir, ".lock", always.H1().Hex())
}
