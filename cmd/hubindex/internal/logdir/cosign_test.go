package logdir_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"sinew/cmd/hubindex/internal/logdir"
)

func witnessOf(t *testing.T, l *log, name string) logdir.Witness {
	key, file, _ := keyOf(t, name)
	return logdir.Witness{Log: l.key.Verifier, Key: key, State: file + ".last"}
}

func (l *log) cosignedBy(need int, witnesses ...logdir.Witness) error {
	trust := l.trust()
	trust.Need = need
	for _, w := range witnesses {
		trust.Witnesses = append(trust.Witnesses, w.Key.Verifier)
	}
	_, err := logdir.Verify(l.Context(), l.source(), trust)
	return err
}

func TestWitnessesSignBesideEachOther(t *testing.T) {
	l := grown(t)
	one, two := witnessOf(t, l, "one.example.org"), witnessOf(t, l, "two.example.org")
	for i, w := range []logdir.Witness{one, one, two} {
		done, err := w.Cosign(t.Context(), l.source())
		must(t, err)
		if done.First != (i != 1) || done.Checkpoint.Size != 600 || !bytes.Equal(done.Note, l.checkpoint()) {
			t.Errorf("cosignature %d: %+v", i, done)
		}
	}
	must(t, l.cosignedBy(2, one, two))
	if lines := strings.Count(string(l.checkpoint()), "\n— "); lines != 3 {
		t.Errorf("%d signatures, want 3", lines)
	}
	l.add(start, versions(600, 1)...)
	wantRefusal(t, l.cosignedBy(1, one, two), "cosigned by 0")
	if done, err := one.Cosign(t.Context(), l.source()); err != nil || done.First {
		t.Errorf("the log grew: %+v, %v", done, err)
	}
	must(t, l.cosignedBy(1, one, two))
	wantRefusal(t, l.cosignedBy(2, one, two), "cosigned by 1")
}

func TestAWitnessSignsNoForkNoRollbackAndNothingOfAnotherKey(t *testing.T) {
	l := grown(t)
	w := witnessOf(t, l, "one.example.org")
	_, err := w.Cosign(t.Context(), l.source())
	must(t, err)
	kept, err := os.ReadFile(w.State)
	must(t, err)
	fork, back, older, stranger := newLog(t), newLog(t), newLog(t), newLog(t)
	fork.key, back.key, older.key = l.key, l.key, l.key
	fork.add(start, versions(1, 700)...)
	back.add(start, versions(0, 5)...)
	stranger.add(start, versions(0, 600)...)
	older.forge(start.Add(-time.Hour), strings.Split(strings.TrimSuffix(l.allLines(), "\n"), "\n")...)
	for says, other := range map[string]*log{"forked": fork, "rolled back": back, "which was signed last": older, "not signed": stranger} {
		before := other.checkpoint()
		_, err := w.Cosign(t.Context(), other.source())
		wantRefusal(t, err, says)
		if now, err := os.ReadFile(w.State); err != nil || !bytes.Equal(now, kept) || !bytes.Equal(before, other.checkpoint()) {
			t.Errorf("%s: a refusal changed the state or the checkpoint (%v)", says, err)
		}
	}
}

// allLines is the data of a log of 600 records.
func (l *log) allLines() string {
	return string(l.file("tile/8/data/000")) + string(l.file("tile/8/data/001")) + string(l.file("tile/8/data/002.p/88"))
}

func TestAWitnessOfAURLGetsTheNote(t *testing.T) {
	l := grown(t)
	w := witnessOf(t, l, "one.example.org")
	before := l.checkpoint()
	done, err := w.Cosign(t.Context(), open(t, l.serve()))
	must(t, err)
	if !bytes.Equal(before, l.checkpoint()) || !bytes.HasPrefix(done.Note, before) {
		t.Error("the log changed, or the note is not its checkpoint with one more signature")
	}
	_, err = note.Open(done.Note, note.VerifierList(w.Key.Verifier))
	must(t, err)
}

func TestAWitnessesStateIsItsOwnAndNotPublic(t *testing.T) {
	l := grown(t)
	w := witnessOf(t, l, "one.example.org")
	public := w
	public.State = filepath.Join(l.dir, "last")
	if _, err := public.Cosign(t.Context(), l.source()); err == nil || !strings.Contains(err.Error(), "public") {
		t.Errorf("a state in the log's directory: %v", err)
	}
	must(t, os.WriteFile(w.State, l.checkpoint(), 0o600))
	_, err := w.Cosign(t.Context(), l.source())
	wantRefusal(t, err, w.State)
}

func TestWitnessesAndAWriterAtOnce(t *testing.T) {
	l := grown(t)
	one, two := witnessOf(t, l, "one.example.org"), witnessOf(t, l, "two.example.org")
	var all sync.WaitGroup
	errs := make([]error, 30)
	for i := range 10 {
		for j, w := range []logdir.Witness{one, two} {
			all.Go(func() { _, errs[3*i+j] = w.Cosign(t.Context(), l.source()) })
		}
		all.Go(func() {
			_, errs[3*i+2] = logdir.Writer{Dir: l.dir, Key: l.key}.Append(t.Context(), records(t, versions(1000+i, 1)), start)
		})
	}
	all.Wait()
	must(t, errors.Join(errs...))
	l.whole(610)
}
