package hubtiles

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"sinew/pkg/hublog"
	"sinew/pkg/ref"
	"sinew/pkg/text"
)

// An Entry is what the log says of a name and version.
type Entry struct {
	Version     *hublog.Record  // as it was logged first; nil: it is not in the log
	Alarms      []hublog.Record // other contents that were seen later
	Signers     []hublog.Record
	Retractions []hublog.Record
	// Complete reports whether the mirror is at the log's checkpoint of now: only
	// then does a record that is missing here say that it is not in the log.
	Complete bool
}

// FirstSeen is when the log first saw the version; ok is false where it did not.
func (e Entry) FirstSeen() (at time.Time, ok bool) {
	if e.Version == nil {
		return time.Time{}, false
	}
	return e.Version.Seen, true
}

// Checkpoint is the one the mirror is at.
func (m *Mirror) Checkpoint() hublog.Checkpoint { return m.proof.checkpoint }

// Unreached is why the log was not asked, an *UnreachableError; nil when the
// mirror is at the log's checkpoint of now.
func (m *Mirror) Unreached() error { return m.unreached }

// Notes are lines that a person should read and that stop nobody: an old
// checkpoint, a cache that cannot be written.
func (m *Mirror) Notes() []string {
	notes := slices.Clone(m.notes)
	if err := m.files.inMemory(); err != nil {
		notes = append(notes, text.Escape("the mirror of the log is kept in memory alone: "+err.Error()))
	}
	return notes
}

// Close ends the use of the mirror. It is called once.
func (m *Mirror) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.source != nil {
		m.source.close()
	}
	if m.index == nil {
		return nil
	}
	return m.index.medium.Close()
}

// Lookup is what the log says of a version. It reads a page of the index and the
// tiles of the records, whatever the size of the log, and makes no request. Only
// where one of them turns out to be damaged is the mirror mended, which may: see
// the package. The error is an *UnreachableError where that was not possible, a
// *RefusedError where the log gave other records, or that of Open's context.
func (m *Mirror) Lookup(name hublog.Name, v ref.Version) (Entry, error) {
	records, err := m.records(versionKey(name, v))
	e := Entry{Complete: m.unreached == nil}
	for _, r := range records {
		switch r.Kind {
		case hublog.KindVersion:
			e.Version = &r
		case hublog.KindAlarm:
			e.Alarms = append(e.Alarms, r)
		case hublog.KindSigner:
			e.Signers = append(e.Signers, r)
		case hublog.KindRetract:
			e.Retractions = append(e.Retractions, r)
		}
	}
	return e, err
}

// Moved is where the log says that a repository went, by its last such record;
// ok is false where there is none. The error is as Lookup's.
func (m *Mirror) Moved(name hublog.Name) (to hublog.Record, ok bool, err error) {
	records, err := m.records(movedKey(name))
	if err != nil || len(records) == 0 {
		return hublog.Record{}, false, err
	}
	return records[len(records)-1], true, nil
}

// records are those of a key, in the log's order.
func (m *Mirror) records(key string) ([]hublog.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found, err := m.find(key)
	damaged := errors.Is(err, errDamagedTile) || errors.Is(err, errDamagedIndex)
	if damaged && !m.healed {
		m.healed = true
		if err = m.heal(errors.Is(err, errDamagedIndex)); err == nil {
			found, err = m.find(key)
		}
	}
	if errors.Is(err, errDamagedTile) || errors.Is(err, errDamagedIndex) {
		err = &UnreachableError{Why: text.Escape(err.Error()), Err: err}
	}
	if err != nil {
		return nil, err
	}
	return found, nil
}

func (m *Mirror) find(key string) ([]hublog.Record, error) {
	numbers, err := m.index.find(key, m.proof.checkpoint.Size)
	if err != nil {
		return nil, err
	}
	slices.Sort(numbers)
	var found []hublog.Record
	reading := reader{from: (*kept)(m.proof)}
	for _, number := range slices.Compact(numbers) {
		r, err := reading.record(m.ctx, number)
		if err != nil {
			return nil, err
		}
		if keyOf(r) == key {
			found = append(found, r)
		}
	}
	return found, nil
}

// kept is a gathering that asks nobody.
type kept gathering

func (k *kept) lines(_ context.Context, n int64) ([]string, error) {
	g := (*gathering)(k)
	if n >= int64(len(g.hashes)) {
		return g.tail, nil
	}
	lines, err := g.stored(g.tile(n))
	if err != nil || !isTile(lines, g.hashes[n]) {
		return nil, errDamagedTile
	}
	return lines, nil
}

// heal checks every tile of the mirror and asks for the damaged ones again, all
// of them: a request must not tell which one was being read. A damaged index is
// made anew.
func (m *Mirror) heal(index bool) error {
	release, err := m.files.lock(m.ctx)
	if err != nil {
		return err
	}
	defer release()
	for n := range int64(len(m.proof.hashes)) {
		if _, err := m.proof.lines(m.ctx, n); err != nil {
			return err
		}
	}
	if !index {
		return nil
	}
	return m.healIndex()
}

// healIndex leaves the file to the next update where another process has taken
// the mirror further.
func (m *Mirror) healIndex() error {
	made, err := m.buildImage(m.proof)
	if err != nil {
		return err
	}
	x, err := openIndex(made)
	if err != nil {
		return err
	}
	_ = m.index.medium.Close()
	m.index = x
	if now, err := m.files.get(checkpointName, hublog.MaxCheckpoint); err == nil && bytes.Equal(now, m.proof.note) {
		m.files.put(indexName, made)
	} else {
		m.files.remove(indexName)
	}
	return nil
}
