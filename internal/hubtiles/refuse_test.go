package hubtiles

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"sinew/pkg/hublog"
)

// A first mirror is of 300 records; tests change the log after it.
func mirrored(t *testing.T) (l *log, setting Setting, cache string) {
	l = newLog(t).add(300)
	setting, cache = l.setting(l.dir), t.TempDir()
	open(t, setting, cache, options())
	return l, setting, cache
}

// wantRefusal opens and wants the refusal, twice, and that the kept mirror stays.
func wantRefusal(t *testing.T, l *log, setting Setting, cache string, kind Kind, words string) {
	t.Helper()
	setting.At = l.dir
	for range 2 {
		_, err := Open(t.Context(), setting, cache, options())
		wantRefused(t, err, kind, words)
	}
	m, err := OpenKept(t.Context(), setting, cache, options())
	must(t, err)
	defer m.Close()
	wantLogged(t, m, 0, 255, 256, 299)
	wantNotLogged(t, m, 300)
}

func TestARolledBackLogIsRefused(t *testing.T) {
	l, setting, cache := mirrored(t)
	shorter := l.fork(200).publish()
	wantRefusal(t, shorter, setting, cache, Rollback, "the log is rolled back: it has 200 records now, and had 300 on 2026-11-01T00:05:00Z")
	wantRefusal(t, l.fork(0).publish(), setting, cache, Rollback, "the log is rolled back: it has 0 records now, and had 300 on 2026-11-01T00:05:00Z")
	evidence, err := os.ReadFile(filepath.Join(setting.directory(cache), refusedName))
	must(t, err)
	if c, err := hublog.Open(evidence, setting.Log, nil, 0); err != nil || c.Size != 0 {
		t.Errorf("the evidence is %v, %v", c, err)
	}
	longer := l.fork(300)
	for range 5 {
		longer.append(record(len(longer.lines)).String())
	}
	longer.publish().sign(start)
	wantRefusal(t, longer, setting, cache, Rollback,
		"the log is dated back: its checkpoint of 305 records is of 2026-11-01T00:00:00Z, and that of 300 was of 2026-11-01T00:05:00Z")
}

func TestAForkedLogIsRefused(t *testing.T) {
	l, setting, cache := mirrored(t)
	wantRefusal(t, l.fork(10).addOther(290), setting, cache, Fork, "the log is forked: its 300 records had the hash ")
	for _, c := range []struct{ first, more int }{
		{10, 291}, {10, 600}, {255, 100}, {256, 100}, {299, 2}, {299, 213}, {299, 700}, {0, 2000},
	} {
		fork := l.fork(c.first).addOther(c.more)
		wantRefusal(t, fork, setting, cache, Fork, "the log is forked: up to record 300 it is not what was seen on 2026-11-01")
	}
	l.add(400) // the honest log goes on, over what the forks left in the cache
	wantLogged(t, open(t, setting, cache, options()), 0, 299, 300, 699)
}

func TestAForkIsRefusedWhereTheKeptHashesAreDamaged(t *testing.T) {
	for _, damaged := range []string{hashesName, "tile/8/data/000", "tile/8/data/001.p/44"} {
		l, setting, cache := mirrored(t)
		flip(t, filepath.Join(setting.directory(cache), damaged))
		setting.At = l.fork(10).addOther(600).dir
		_, err := Open(t.Context(), setting, cache, options())
		wantRefused(t, err, Fork, "the log is forked: up to record 300 it is not what was seen on 2026-11-01")
		l.add(100)
		setting.At = l.dir
		wantLogged(t, open(t, setting, cache, options()), 0, 299, 300, 399)
	}
}

// A mirror that is behind shows an older signature of the same records.
func TestAnOlderDateOfTheSameRecordsIsNoRollback(t *testing.T) {
	l, setting, cache := mirrored(t)
	kept := l.checkpoint(record(300).Seen)
	l.sign(start)
	o := options()
	o.Now = func() time.Time { return start.Add(7*24*time.Hour + time.Minute) }
	m := open(t, setting, cache, o)
	wantLogged(t, m, 0, 299)
	if m.Checkpoint() != kept || m.Unreached() != nil {
		t.Errorf("the mirror is at %v, %v; want %v", m.Checkpoint(), m.Unreached(), kept)
	}
	wantStrings(t, "notes", m.Notes(), []string{"the log's checkpoint is of 2026-11-01, over a week old"})
	wantRefusal(t, l.fork(200).publish(), setting, cache, Rollback, "and had 300 on 2026-11-01T00:05:00Z") // the later date stays

	ana := newKey(t, "ana.example")
	strict := l.setting(l.dir, "SINEW_HUB_WITNESSES=1 "+ana.public)
	l.sign(start, ana.signer)
	open(t, strict, cache, options())
	m, err := OpenKept(t.Context(), strict, cache, options()) // but not where its witnesses are too few
	must(t, err)
	defer m.Close()
	if m.Checkpoint() != l.checkpoint(start) {
		t.Errorf("the mirror is at %v", m.Checkpoint())
	}
}

func TestALogOfAnotherKeyIsRefused(t *testing.T) {
	l := newLog(t).add(3)
	setting := l.setting(l.dir)
	for name, words := range map[string]string{
		"log.example": `not signed by the key of "log.example"`, "other.example": "not signed by the key",
	} {
		l.key = newKey(t, name)
		c := l.checkpoint(start)
		c.Origin = hublog.Origin(verifier(t, l.key))
		signed, err := hublog.Sign(c, l.key.signer)
		must(t, err)
		must(t, os.WriteFile(filepath.Join(l.dir, checkpointName), signed, 0o644))
		_, err = Open(t.Context(), setting, t.TempDir(), options())
		wantRefused(t, err, BadCheckpoint, words)
	}
}

func verifier(t *testing.T, k keyPair) note.Verifier {
	t.Helper()
	v, err := note.NewVerifier(k.public)
	must(t, err)
	return v
}

func TestACheckpointThatIsNoneIsRefused(t *testing.T) {
	l := newLog(t).add(300)
	path := filepath.Join(l.dir, checkpointName)
	signed, err := os.ReadFile(path)
	must(t, err)
	for _, data := range [][]byte{
		nil, []byte("<html>sign in to this network</html>\n"), signed[:len(signed)/2], signed[:len(signed)-3],
		bytes.Replace(signed, []byte("300"), []byte("301"), 1), append(signed, 'x'),
	} {
		must(t, os.WriteFile(path, data, 0o644))
		_, err := Open(t.Context(), l.setting(l.dir), t.TempDir(), options())
		wantRefused(t, err, BadCheckpoint, "checkpoint")
	}
	for i := range signed {
		changed := slices.Clone(signed)
		changed[i] ^= 1
		must(t, os.WriteFile(path, changed, 0o644))
		m, err := Open(t.Context(), l.setting(l.dir), t.TempDir(), options())
		if err != nil {
			continue
		}
		if string(m.proof.note) != string(changed) || m.Checkpoint() != l.checkpoint(record(300).Seen) { // a bit of padding may change
			t.Errorf("with byte %d changed, %q is read as %v", i, changed, m.Checkpoint())
		}
		must(t, m.Close())
	}
}

func TestAMissingCosignatureIsRefused(t *testing.T) {
	l := newLog(t).add(3)
	ana, bo, eve := newKey(t, "ana.example"), newKey(t, "bo.example"), newKey(t, "eve.example")
	two := "SINEW_HUB_WITNESSES=2 " + ana.public + " " + bo.public
	one := "SINEW_HUB_WITNESSES=1 " + ana.public + " " + bo.public
	cache := t.TempDir()
	for _, c := range []struct {
		cosigners []note.Signer
		setting   string
		refused   string
	}{
		{nil, one, "is cosigned by 0 of the witnesses; 1 are asked for"},
		{[]note.Signer{eve.signer}, one, "is cosigned by 0"},
		{[]note.Signer{bo.signer}, one, ""},
		{[]note.Signer{bo.signer}, two, "is cosigned by 1"},
		{[]note.Signer{bo.signer, ana.signer}, two, ""},
	} {
		l.publish(c.cosigners...)
		m, err := Open(t.Context(), l.setting(l.dir, c.setting), cache, options())
		if c.refused != "" {
			wantRefused(t, err, BadCheckpoint, c.refused)
			continue
		}
		must(t, err)
		wantLogged(t, m, 2)
		must(t, m.Close())
	}
}

func TestAKeptCheckpointIsUsedOnlyAsTheWitnessesOfNowHaveSigned(t *testing.T) {
	l := newLog(t).add(3)
	ana, cache := newKey(t, "ana.example"), t.TempDir()
	open(t, l.setting(l.dir), cache, options())
	strict := l.setting(l.dir, "SINEW_HUB_WITNESSES=1 "+ana.public)
	_, err := OpenKept(t.Context(), strict, cache, options())
	wantUnreachable(t, err, "is cosigned by 0 of the witnesses")
	must(t, os.Rename(l.dir, l.dir+"-away"))
	_, err = Open(t.Context(), strict, cache, options())
	wantUnreachable(t, err, "checkpoint: is not there")
	must(t, os.Rename(l.dir+"-away", l.dir))
	l.fork(2).publish() // another directory: the log itself shrinks below
	shorter := l.fork(2).publish(ana.signer)
	strict.At = shorter.dir
	_, err = Open(t.Context(), strict, cache, options())
	wantRefused(t, err, Rollback, "it has 2 records now, and had 3")
}

func TestAFlippedBitInATileOfTheLogIsRefused(t *testing.T) {
	for _, name := range []string{"tile/8/data/000", "tile/8/data/001", "tile/8/data/002.p/88"} {
		l := newLog(t).add(600)
		l.flip(name)
		cache := t.TempDir()
		for range 2 {
			_, err := Open(t.Context(), l.setting(l.dir), cache, options())
			wantRefused(t, err, BadTile, "the log's "+name+" does not lead to its checkpoint")
		}
		l.flip(name)
		wantLogged(t, open(t, l.setting(l.dir), cache, options()), 0, 256, 599)
	}
}

func TestAFlippedBitIsRefusedWhereTheHashTilesAreWrongToo(t *testing.T) {
	for _, hashes := range []string{"tile/8/0/000", "tile/8/1/000.p/2", ""} {
		l := newLog(t).add(600)
		l.flip("tile/8/data/001")
		if hashes != "" {
			l.flip(hashes)
		} else {
			must(t, os.RemoveAll(filepath.Join(l.dir, "tile/8/0")))
			must(t, os.RemoveAll(filepath.Join(l.dir, "tile/8/1")))
		}
		cache := t.TempDir()
		_, err := Open(t.Context(), l.setting(l.dir), cache, options())
		wantRefused(t, err, BadTile, "to its checkpoint")
		l.flip("tile/8/data/001")
		wantLogged(t, open(t, l.setting(l.dir), cache, options()), 0, 256, 599)
	}
	l := newLog(t).add(600) // a wrong hash tile alone harms nobody: it is not read
	l.flip("tile/8/0/000")
	wantLogged(t, open(t, l.setting(l.dir), t.TempDir(), options()), 0, 599)
}

func TestATileOfTheWrongLengthIsRefused(t *testing.T) {
	for name, change := range map[string]func([]byte) []byte{
		"cut":       func(b []byte) []byte { return b[:len(b)-10] },
		"a line":    func(b []byte) []byte { return b[bytes.IndexByte(b, '\n')+1:] },
		"empty":     func([]byte) []byte { return nil },
		"more":      func(b []byte) []byte { return append(b, b[:bytes.IndexByte(b, '\n')+1]...) },
		"oversized": func([]byte) []byte { return make([]byte, 256*hublog.MaxLine+1) },
	} {
		l := newLog(t).add(300)
		path := filepath.Join(l.dir, "tile/8/data/000")
		data, err := os.ReadFile(path)
		must(t, err)
		must(t, os.WriteFile(path, change(slices.Clone(data)), 0o644))
		cache := t.TempDir()
		_, err = Open(t.Context(), l.setting(l.dir), cache, options())
		wantRefused(t, err, BadTile, "tile/8/data/000")
		if t.Failed() {
			t.Fatal(name)
		}
		must(t, os.WriteFile(path, data, 0o644))
		wantLogged(t, open(t, l.setting(l.dir), cache, options()), 0, 299)
	}
}

func TestARecordThatBreaksTheRulesIsRefusedByItsNumber(t *testing.T) {
	early := record(5)
	early.Name, early.Seen = "github.com/late/comer", start
	other := record(5)
	other.H1, other.Seen = record(6).H1, time.Time{}
	again := record(5)
	again.Seen = time.Time{}
	unlogged := hublog.Record{Kind: hublog.KindRetract, Name: "github.com/not/logged", Version: versionOf(1), Reason: "why"}
	for want, r := range map[string]hublog.Record{
		"its time 2026-11-01T00:00:00Z is before 2026-11-01T00:04:59Z":                         early,
		`a second version line of "github.com/owner0/reflexes#part" 1.5.0, of another content`: other,
		`a second version line of "github.com/owner0/reflexes#part" 1.5.0`:                     again,
		`which is not logged`: unlogged,
	} {
		l, setting, cache := mirrored(t)
		l.addRecords(r)
		wantRefusal(t, l, setting, cache, BadRecord, "record 301 of the log breaks its rules: ")
		wantRefusal(t, l, setting, cache, BadRecord, want)
		_, err := Open(t.Context(), setting, t.TempDir(), options()) // a first mirror sees the same
		wantRefused(t, err, BadRecord, "record 301 of the log breaks its rules: ")
		l.add(300)
		wantRefusal(t, l, setting, cache, BadRecord, want)
	}
	l := newLog(t)
	l.append("no record at all")
	l.publish()
	_, err := Open(t.Context(), l.setting(l.dir), t.TempDir(), options())
	wantRefused(t, err, BadRecord, `record 1 of the log breaks its rules: "no" is no kind of record`)
}

func TestAServerThatMisbehavesIsRefusedOrUnreachable(t *testing.T) {
	l := newLog(t).add(300)
	s := serve(t, l)
	at := func(name string, h http.HandlerFunc) error {
		s.on(func(w http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, name) {
				h(w, r)
				return true
			}
			return false
		})
		_, err := Open(t.Context(), l.setting(s.URL), t.TempDir(), s.options())
		return err
	}
	for _, name := range []string{"checkpoint", "data/000", "data/001.p/44"} {
		wantRefused(t, at(name, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://elsewhere.example"+r.URL.Path, http.StatusFound)
		}), BadTile, "redirects to another host: elsewhere.example")
		wantRefused(t, at(name, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://"+r.Host+r.URL.Path, http.StatusFound)
		}), BadTile, "redirects to another host")
		wantRefused(t, at(name, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
		}), BadTile, "redirects more than 3 times")
		wantRefused(t, at(name, func(w http.ResponseWriter, _ *http.Request) {
			for range 3000 {
				_, _ = w.Write(make([]byte, 1024))
			}
		}), BadTile, name+" is over ")
		wantUnreachable(t, at(name, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = w.Write([]byte("sinew"))
		}), "unexpected EOF")
		wantUnreachable(t, at(name, http.NotFound), "is not there")
		wantUnreachable(t, at(name, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(429) }), "the server answers 429")
	}
	hops := 0
	must(t, at("checkpoint", func(w http.ResponseWriter, r *http.Request) {
		if hops++; hops <= 3 {
			http.Redirect(w, r, "/a/"+r.URL.Path, http.StatusFound)
			return
		}
		http.ServeFile(w, r, filepath.Join(l.dir, checkpointName))
	}))
}

func TestAFileOfADirectoryThatIsNoFileIsNotRead(t *testing.T) {
	l := newLog(t).add(300)
	path := filepath.Join(l.dir, "tile/8/data/000")
	outside := filepath.Join(t.TempDir(), "outside")
	must(t, os.Rename(path, outside))
	must(t, os.Symlink(outside, path))
	_, err := Open(t.Context(), l.setting(l.dir), t.TempDir(), options())
	wantUnreachable(t, err, "path escapes from parent")
	must(t, os.Remove(path))
	must(t, os.Mkdir(path, 0o755))
	_, err = Open(t.Context(), l.setting(l.dir), t.TempDir(), options())
	wantUnreachable(t, err, "is no regular file")
	_, err = Open(t.Context(), l.setting(filepath.Join(l.dir, "nowhere")), t.TempDir(), options())
	wantUnreachable(t, err, "nowhere/checkpoint: is not there")
}

func TestALogOfTooManyRecordsIsRefused(t *testing.T) {
	l := newLog(t).add(1)
	c := l.checkpoint(start)
	c.Size = hublog.MaxSize
	signed, err := hublog.Sign(c, l.key.signer)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(l.dir, checkpointName), signed, 0o644))
	_, err = Open(t.Context(), l.setting(l.dir), t.TempDir(), options())
	wantRefused(t, err, BadCheckpoint, "the log has 1099511627776 records; this program reads at most 268435456")
}
