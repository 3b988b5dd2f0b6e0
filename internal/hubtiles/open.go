package hubtiles

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"sinew/pkg/hublog"
	"sinew/pkg/text"
)

// stale is how old a checkpoint is when its age is said.
const stale = 7 * 24 * time.Hour

// Options are what Open and OpenKept need from outside. The zero Options are
// the usual ones.
type Options struct {
	Transport   http.RoundTripper // nil: one of the log's own, through the proxy of the environment
	RequestTime time.Duration     // of one request; 0: half a minute
	Now         func() time.Time  // nil: time.Now
}

// A Mirror is the records of the log at one checkpoint, proven. Its methods may
// be called by several goroutines, and other processes may update the mirror
// under it. Close ends it.
type Mirror struct {
	ctx       context.Context // of Open: also what mends the mirror later ends with it
	setting   Setting
	files     *files
	now       time.Time
	notes     []string
	unreached error

	mu     sync.Mutex // of what follows
	source source     // nil when no request may be made
	proof  *gathering
	index  *index
	healed bool
}

func newMirror(ctx context.Context, s Setting, cacheDir string, o Options) *Mirror {
	m := &Mirror{ctx: ctx, setting: s, files: newFiles(s.directory(cacheDir))}
	if o.Now == nil {
		o.Now = time.Now
	}
	m.now = o.Now()
	return m
}

// Open brings the mirror in cacheDir up to the log's checkpoint of now, and
// opens it; ctx must last as long as the Mirror does. It waits while another
// process does so. s must be on.
//
// Where the log cannot be reached, a mirror that is kept is opened instead:
// Unreached says why. The error is an *UnreachableError where none is kept, a
// *RefusedError for a log that is not to be believed, which leaves the mirror
// as it was, or that of ctx.
func Open(ctx context.Context, s Setting, cacheDir string, o Options) (*Mirror, error) {
	return openWith(newMirror(ctx, s, cacheDir, o), s.source(o))
}

func openWith(m *Mirror, from source) (*Mirror, error) {
	m.source = from
	release, err := m.files.lock(m.ctx)
	if err != nil {
		return nil, errors.Join(err, m.Close())
	}
	defer release()
	kept := m.kept()
	if err = m.update(kept); isUnreachable(err) {
		err = m.stayBehind(kept, err)
	}
	if err != nil {
		_ = m.Close()
		return nil, err
	}
	return m, nil
}

// kept is the kept state, or nil.
func (m *Mirror) kept() *state {
	kept, err := m.files.load(m.setting)
	if err != nil {
		m.note("the checkpoint kept last does not read, so that a rollback from it cannot be seen: %v", err)
	}
	return kept
}

func (m *Mirror) note(format string, args ...any) {
	m.notes = append(m.notes, text.Escape(fmt.Sprintf(format, args...)))
}

// update takes in what is new at the log.
func (m *Mirror) update(kept *state) error {
	note, err := m.source.get(m.ctx, checkpointName, hublog.MaxCheckpoint)
	if err != nil {
		return err
	}
	c, err := hublog.Open(note, m.setting.Log, m.setting.Witnesses, m.setting.Cosigned)
	if err != nil {
		return refuse(BadCheckpoint, "the log at %s: %v", m.setting.At, err)
	}
	if kept != nil {
		err = contradicts(kept.checkpoint, c)
	}
	if err == nil {
		err = m.take(c, note, kept)
	}
	m.keepEvidence(note, err)
	return err
}

// take opens the mirror at the log's checkpoint. Of two dates of one tree the
// later one stays, where the witnesses of now signed it: a mirror that is behind
// takes nothing away. The age that is said is that of what the log shows.
func (m *Mirror) take(c hublog.Checkpoint, note []byte, kept *state) error {
	shown := c
	if kept.isCopy(c) && m.cosigned(kept) == nil {
		c, note = kept.checkpoint, kept.note
	}
	if err := m.settle(c, note, kept); err != nil {
		return err
	}
	m.noteAge(shown)
	return nil
}

// keepEvidence keeps the note that, beside the kept one, shows what the log did.
func (m *Mirror) keepEvidence(note []byte, err error) {
	var refused *RefusedError
	if errors.As(err, &refused) && (refused.Kind == Rollback || refused.Kind == Fork) {
		m.files.put(refusedName, note)
	}
}

// stayBehind opens the kept mirror in place of a log that was not reached.
func (m *Mirror) stayBehind(kept *state, cause error) error {
	m.source.close()
	m.source, m.unreached = nil, cause
	err := m.settleKept(kept)
	if isUnreachable(err) {
		return cause
	}
	return err
}

// settleKept opens the mirror at the kept checkpoint, without a request.
func (m *Mirror) settleKept(kept *state) error {
	if kept == nil {
		return notKept(ErrNotKept.Error())
	}
	if err := m.cosigned(kept); err != nil {
		return err
	}
	if err := m.settle(kept.checkpoint, kept.note, kept); err != nil {
		return err
	}
	m.noteAge(kept.checkpoint)
	return nil
}

// cosigned asks the kept checkpoint for the witnesses of now.
func (m *Mirror) cosigned(kept *state) error {
	if _, err := hublog.Open(kept.note, m.setting.Log, m.setting.Witnesses, m.setting.Cosigned); err != nil {
		return notKept(ErrNotKept.Error() + " as it is asked for: " + err.Error())
	}
	return nil
}

func notKept(why string) error { return &UnreachableError{Why: text.Escape(why), Err: ErrNotKept} }

// OpenKept opens the mirror as it is kept, without a request; no answer of it
// is complete. Where a file of it is damaged it is computed again. The error is
// an *UnreachableError that wraps ErrNotKept, or that of ctx.
func OpenKept(ctx context.Context, s Setting, cacheDir string, o Options) (*Mirror, error) {
	m := newMirror(ctx, s, cacheDir, o)
	m.unreached = &UnreachableError{Why: "the log was not asked"}
	kept := m.kept()
	if kept != nil && m.view(kept) {
		return m, nil
	}
	if err := m.openUnderLock(kept); err != nil {
		if isUnreachable(err) && !errors.Is(err, ErrNotKept) {
			err = notKept(ErrNotKept.Error() + " whole: " + err.Error())
		}
		return nil, err
	}
	return m, nil
}

// view opens the kept mirror without the lock, where all of it fits together.
func (m *Mirror) view(kept *state) bool {
	if m.cosigned(kept) != nil || !kept.holds() {
		return false
	}
	x := m.openIndex()
	if x == nil {
		return false
	}
	if !x.is(kept.checkpoint) {
		_ = x.medium.Close()
		return false
	}
	m.proof, m.index = newGathering(m.files, nil, kept.checkpoint, kept.note, kept), x
	m.proof.tail = kept.tail
	m.noteAge(kept.checkpoint)
	return true
}

// openUnderLock settles what view did not find whole: a writer was at work, or
// something is damaged.
func (m *Mirror) openUnderLock(kept *state) error {
	if kept == nil {
		return m.settleKept(nil)
	}
	release, err := m.files.lock(m.ctx)
	if err != nil {
		return err
	}
	defer release()
	m.notes = nil
	return m.settleKept(m.kept())
}

// settle proves the records of a checkpoint, holds the new ones to the rules,
// and keeps them. The caller holds the lock.
func (m *Mirror) settle(c hublog.Checkpoint, note []byte, kept *state) error {
	if c.Size > maxRecords {
		return refuse(BadCheckpoint, "the log has %d records; this program reads at most %d", c.Size, int64(maxRecords))
	}
	g := newGathering(m.files, m.source, c, note, kept)
	if err := g.prove(m.ctx, kept); err != nil {
		return err
	}
	x, err := m.bringIndex(g, kept)
	if err != nil {
		return err
	}
	g.keep(kept)
	m.proof, m.index = g, x
	return nil
}

func (m *Mirror) noteAge(c hublog.Checkpoint) {
	switch age := m.now.Sub(c.Date); {
	case age > stale:
		m.note("the log's checkpoint is of %s, over a week old", day(c.Date))
	case age < -24*time.Hour:
		m.note("the log's checkpoint is dated %s, ahead of this machine's clock", day(c.Date))
	}
}

// openIndex is the index as it is, or nil.
func (m *Mirror) openIndex() *index {
	medium, err := m.files.open(indexName)
	if err != nil {
		return nil
	}
	x, err := openIndex(medium)
	if err != nil {
		return nil
	}
	return x
}

// bringIndex is the index of the gathered records, all of which then keep the
// rules: as it is, grown, or made anew.
func (m *Mirror) bringIndex(g *gathering, kept *state) (*index, error) {
	x := m.openIndex()
	if x != nil && x.is(g.checkpoint) {
		return x, nil
	}
	if x == nil {
		return m.rebuild(g)
	}
	defer x.medium.Close()
	if g.whole && kept.checkpoint.Size > 0 && x.is(kept.checkpoint) {
		err := m.extend(g, x, kept.checkpoint.Size)
		if grown := m.openIndex(); err == nil && grown != nil {
			return grown, nil
		}
		if err != nil && !errors.Is(err, errDamagedIndex) {
			return nil, err
		}
	}
	return m.rebuild(g)
}

// extend grows the index by the records from a number on.
func (m *Mirror) extend(g *gathering, x *index, from int64) error {
	ledger, err := g.recall(m.ctx, from, x)
	if err != nil {
		return err
	}
	var more []addition
	err = g.judge(m.ctx, from, ledger, func(r hublog.Record, number int64) error {
		more = append(more, addition{r, number})
		return nil
	})
	if err != nil {
		return err
	}
	return m.files.grow(x, more, g.checkpoint)
}

// rebuild makes the index anew, from all records.
func (m *Mirror) rebuild(g *gathering) (*index, error) {
	made, err := m.buildImage(g)
	if err != nil {
		return nil, err
	}
	m.files.put(indexName, made)
	if x := m.openIndex(); x != nil {
		return x, nil
	}
	return openIndex(made)
}

func (m *Mirror) buildImage(g *gathering) (image, error) {
	t := newTable(g.checkpoint.Size)
	err := g.judge(m.ctx, 0, hublog.NewLedger(), t.addRecord)
	if err != nil {
		return nil, err
	}
	return t.image(g.checkpoint), nil
}
