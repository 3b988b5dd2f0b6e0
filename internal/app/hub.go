package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"sinew/internal/hubtiles"
	"sinew/lockfile"
	"sinew/pkg/diag"
	"sinew/pkg/hublog"
	"sinew/pkg/ref"
)

// The marks of a row (docs/hub-log.md).
const (
	hubLogged     = "logged"
	hubNotLogged  = "not in the log"
	hubNotChecked = "not checked" // the log could not be reached
	hubSkipped    = "skipped"     // std, local, ssh and SINEW_NOHUB
)

// A Hub is what the Hub's log said in a command: the mark of each reflex by its
// local name, and lines that a person should read. It is empty where no log is
// asked.
type Hub struct {
	Marks map[string]string
	Notes []string
}

// hub is the log in one command; nil where none is asked. young and lookup may
// be called by several goroutines, the rest by one.
type hub struct {
	setting hubtiles.Setting
	mirror  *hubtiles.Mirror // nil: it cannot be reached, and nothing is kept
	now     time.Time
	said    Hub
	refused diag.Problems

	mu     sync.Mutex
	failed error // the first answer that is not to be believed, or the caller gave up
}

// openHub brings the mirror of the log up to date, or offline opens it as it is.
// A log that is not to be believed is a problem; one that cannot be reached is
// not.
func (m *Machine) openHub(ctx context.Context, offline bool) (*hub, error) {
	setting, err := hubtiles.ParseSetting(lookupEnv)
	if err != nil || !setting.On() {
		return nil, err
	}
	open := hubtiles.Open
	if offline {
		open = hubtiles.OpenKept
	}
	h := &hub{setting: setting, now: time.Now(), said: Hub{Marks: map[string]string{}}}
	h.mirror, err = open(ctx, setting, filepath.Join(m.paths.Cache, "hub"), hubtiles.Options{})
	if _, unreachable := errors.AsType[*hubtiles.UnreachableError](err); unreachable {
		h.note(notReached + err.Error())
		return h, nil
	}
	if err != nil {
		return nil, notBelieved(err)
	}
	if why := h.mirror.Unreached(); why != nil && !offline {
		h.note(notReached + why.Error())
	}
	h.said.Notes = append(h.said.Notes, h.mirror.Notes()...)
	return h, nil
}

const notReached = "the Hub's log could not be read: "

func (h *hub) close() {
	if h != nil && h.mirror != nil {
		h.mirror.Close()
	}
}

// answer is what there is to say of the command.
func (h *hub) answer() Hub {
	if h == nil {
		return Hub{}
	}
	return h.said
}

// notBelieved is a refused log as the one line that ends a command.
func notBelieved(err error) error {
	if _, refused := errors.AsType[*hubtiles.RefusedError](err); refused {
		return diag.One("", err.Error(), diag.Fix{Kind: diag.FixNone})
	}
	return err
}

// name is what the log calls a reference, unless it is not asked about it.
func (h *hub) name(r ref.Reference) (name hublog.Name, asked bool) {
	name, public := hublog.NameOf(r)
	return name, public && !h.setting.Skips(name)
}

// lookup is what the log says of a version. What makes the whole log unworthy of
// belief is kept for verdict.
func (h *hub) lookup(name hublog.Name, v ref.Version) hubtiles.Entry {
	if h.mirror == nil {
		return hubtiles.Entry{}
	}
	entry, err := h.mirror.Lookup(name, v)
	if err == nil {
		return entry
	}
	h.fail(err)
	return hubtiles.Entry{}
}

func (h *hub) fail(err error) {
	if _, unreachable := errors.AsType[*hubtiles.UnreachableError](err); unreachable {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.failed == nil {
		h.failed = notBelieved(err)
	}
}

// check marks a reflex that is about to be written, and says how it differs
// from the log, "" where it does not. The effect and the needs do not count.
func (h *hub) check(e lockfile.Entry) (differs string) {
	if h == nil {
		return ""
	}
	name, asked := h.name(e.Reference)
	if !asked {
		h.said.Marks[e.Name] = hubSkipped
		return ""
	}
	entry := h.lookup(name, e.Tag)
	if differs := differing(e, entry.Version); differs != "" {
		return differs
	}
	h.mark(e, markOf(entry))
	h.tell(e, name, entry)
	return ""
}

// remind says what the log knows of a locked reflex that stays as it is. It is
// never refused: the lock holds it.
func (h *hub) remind(e lockfile.Entry) {
	if h == nil {
		return
	}
	name, asked := h.name(e.Reference)
	if !asked {
		return
	}
	entry := h.lookup(name, e.Tag)
	if differs := differing(e, entry.Version); differs != "" {
		h.note(e.Name + ": " + differs)
		return
	}
	h.tell(e, name, entry)
}

// checkOr is check, which refuses the command where the reflex differs.
func (h *hub) checkOr(e lockfile.Entry) {
	if differs := h.check(e); differs != "" {
		h.refuse(e.Name, differs)
	}
}

// differing is the line that shows a version and what the log has in its place.
func differing(e lockfile.Entry, logged *hublog.Record) string {
	if logged == nil || logged.Commit == e.Commit && logged.H1 == string(e.H1) {
		return ""
	}
	return fmt.Sprintf("%s %s differs from the log: commit %s %s here, commit %s %s logged on %s",
		e.Reference, e.Tag, e.Commit, e.H1, logged.Commit, logged.H1, day(logged.Seen))
}

// day is a time as the log writes it.
func day(at time.Time) string { return at.UTC().Format(time.RFC3339) }

func markOf(e hubtiles.Entry) string {
	switch {
	case e.Version != nil:
		return hubLogged
	case e.Complete:
		return hubNotLogged
	}
	return hubNotChecked
}

// mark notes a row's mark; SINEW_HUB_STRICT takes no other than `logged`.
func (h *hub) mark(e lockfile.Entry, mark string) {
	h.said.Marks[e.Name] = mark
	if h.setting.Strict && mark != hubLogged {
		h.refuse(e.Name, fmt.Sprintf("%s %s is %s, and SINEW_HUB_STRICT is set", e.Reference, e.Tag, mark))
	}
}

// skip marks a reflex that is local.
func (h *hub) skip(name string) {
	if h != nil {
		h.said.Marks[name] = hubSkipped
	}
}

func (h *hub) refuse(name, why string) {
	h.refused = append(h.refused, diag.Problem{Reflex: name, Message: why, Fix: diag.Fix{Kind: diag.FixNone}})
}

// tell says what else the log knows: what else was seen at that version, that it
// was retracted and why, and where the repository went.
func (h *hub) tell(e lockfile.Entry, name hublog.Name, entry hubtiles.Entry) {
	for _, r := range entry.Alarms {
		h.note(fmt.Sprintf("%s: the log saw something else at %s %s too: commit %s %s on %s", e.Name, e.Reference, e.Tag, r.Commit, r.H1, day(r.Seen)))
	}
	for _, r := range entry.Retractions {
		h.note(fmt.Sprintf("%s: %s %s is retracted: %s", e.Name, e.Reference, e.Tag, r.Reason))
	}
	if h.mirror == nil {
		return
	}
	to, moved, err := h.mirror.Moved(name.Repo())
	if err != nil {
		h.fail(err)
	} else if moved {
		h.note(fmt.Sprintf("%s: the log says that %s has moved to %s", e.Name, name.Repo(), to.To))
	}
}

func (h *hub) note(line string) { h.said.Notes = append(h.said.Notes, line) }

// verdict is why the command may not write, nil where it may.
func (h *hub) verdict() error {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.failed != nil {
		return h.failed
	}
	return h.refused.Err()
}
