package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"sinew/cmd/sinew/report"
	"sinew/pkg/diag"
	"sinew/pkg/ref"
)

// A syncLine is what the command line of sync says.
type syncLine struct {
	check, prune, dry, offline, json bool
	mirror                           string // a directory; "" for none
	jobs                             int    // 0 when it was not said
}

// maxJobs is how many repositories may be fetched at a time.
const maxJobs = 64

// sync places what the lock names and the store lacks; or checks that all agree,
// writes a mirror, or prunes the store.
func sync(ctx context.Context, s *session, args []string) error {
	line, err := syncArgs(args)
	if err != nil {
		return err
	}
	var said synced
	switch {
	case line.check:
		said, err = s.syncCheck(line)
	case line.prune:
		said, err = s.syncPrune(ctx, line)
	case line.mirror != "":
		said, err = s.syncMirror(ctx, line)
	default:
		said, err = s.syncStore(ctx, line)
	}
	if line.json {
		said.UpToDate = err == nil && said.UpToDate
		said.Problems = s.words.Mendables(err)
		return s.object(said.SyncV1, err)
	}
	s.note(said.lines...)
	if said.UpToDate && err == nil && said.Pruned == nil {
		s.note(s.words.Note("up to date"))
	}
	return err
}

// synced is what came of a sync: as JSON, and as the lines of it.
type synced struct {
	report.SyncV1
	lines []string
}

func newSynced() synced {
	return synced{SyncV1: report.SyncV1{Version: 1, Placed: []report.ReflexV1{}}}
}

// syncStore fetches what the lock names and the store lacks.
func (s *session) syncStore(ctx context.Context, line syncLine) (synced, error) {
	said := newSynced()
	p, err := s.open(ctx)
	if err != nil {
		return said, err
	}
	how, done := s.fetching(line.offline, line.jobs)
	got, err := p.Sync(ctx, how)
	done()
	if err != nil {
		return said, err
	}
	said.Placed, said.UpToDate = s.reflexes(got.Placed), len(got.Placed) == 0
	for n := range said.Placed {
		said.Placed[n].Log = got.Hub.Marks[said.Placed[n].Name]
	}
	said.Notes = got.Hub.Notes
	said.lines = append(s.words.Rows("+", marked(rows(got.Placed), got.Hub)), s.hubLines(got.Hub)...)
	said.lines = append(said.lines, s.movedLines(got.Moved)...)
	if said.UpToDate && got.Runtime != nil { // it says so, and then what is missing
		said.lines = append(said.lines, s.words.Note("up to date"))
	}
	return said, got.Runtime
}

// syncCheck says in what evoke.toml, the lock, the store and the runtime disagree.
func (s *session) syncCheck(line syncLine) (synced, error) {
	said := newSynced()
	m, err := s.here()
	if err != nil {
		return said, err
	}
	p, err := m.Look()
	s.words.File = p.Where
	if err == nil {
		err = p.Disagreements().Err()
	}
	said.UpToDate = true
	if problems, human := errors.AsType[diag.Problems](err); human && !line.json && s.inActions {
		s.print(s.annotations(problems)...)
	}
	return said, err
}

// annotations are problems as commands to a runner of GitHub Actions, which
// shows each at its line.
func (s *session) annotations(problems diag.Problems) []string {
	var lines []string
	for _, p := range problems {
		file := ""
		if p.At != nil {
			file = inWorkspace(s.words.File(p.At.File), os.Getenv("GITHUB_WORKSPACE"))
		}
		lines = append(lines, s.words.Annotation(file, p))
	}
	return lines
}

// inWorkspace is a file's path below the workspace, "" when it lies elsewhere.
func inWorkspace(file, workspace string) string {
	if workspace == "" {
		return ""
	}
	if real, err := filepath.EvalSymlinks(workspace); err == nil {
		workspace = real
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(file))
	if err != nil {
		return ""
	}
	below, err := filepath.Rel(workspace, filepath.Join(dir, filepath.Base(file)))
	if err != nil || !filepath.IsLocal(below) {
		return ""
	}
	return filepath.ToSlash(below)
}

// syncPrune removes from the store what nobody names.
func (s *session) syncPrune(ctx context.Context, line syncLine) (synced, error) {
	said := newSynced()
	p, err := s.open(ctx)
	if err != nil {
		return said, err
	}
	got, err := p.Prune(ctx, line.dry)
	said.Pruned = &report.PrunedV1{
		DryRun: line.dry, Entries: got.Entries, Leftovers: got.Leftovers, InUse: got.InUse, Bytes: got.Bytes,
	}
	said.UpToDate = got.Entries+got.Leftovers == 0
	if err == nil || !said.UpToDate {
		said.lines = s.words.Pruned(*said.Pruned)
	}
	return said, err
}

// syncMirror writes what the lock names into a mirror.
func (s *session) syncMirror(ctx context.Context, line syncLine) (synced, error) {
	said := newSynced()
	p, err := s.open(ctx)
	if err != nil {
		return said, err
	}
	how, done := s.fetching(false, line.jobs)
	written, moved, err := p.Mirror(ctx, line.mirror, how)
	done()
	for _, m := range written {
		repository := ref.Reference{Repo: m.Repo}.String()
		said.Mirrored = append(said.Mirrored, report.TagV1{Repository: repository, Tag: m.Tag.String()})
		said.lines = append(said.lines, s.words.Written("+", line.mirror+"  "+repository+" "+m.Tag.String()))
	}
	said.lines = append(said.lines, s.movedLines(moved)...)
	said.UpToDate = written == nil
	return said, err
}

func syncArgs(args []string) (syncLine, error) {
	var line syncLine
	rest, mirror, mirrors, missing := flagValue(args, "--mirror")
	if missing {
		return line, usage("--mirror needs a directory")
	}
	line.mirror = mirror
	rest, jobs, parallel, missing := flagValue(rest, "--jobs")
	if line.jobs, _ = strconv.Atoi(jobs); missing || parallel && (line.jobs < 1 || line.jobs > maxJobs) {
		return line, usage("--jobs takes a number from 1 to %d", maxJobs)
	}
	for flag, set := range map[string]*bool{
		"--check": &line.check, "--prune": &line.prune, "--dry-run": &line.dry, "--offline": &line.offline, "--json": &line.json,
	} {
		rest, *set = cutFlag(rest, flag)
	}
	if err := noArguments("sync", rest); err != nil {
		return line, err
	}
	return line, line.conflict(mirrors, parallel)
}

// conflict refuses flags that do not go together.
func (line syncLine) conflict(mirrors, parallel bool) error {
	ways := 0
	for _, way := range []bool{line.check, line.prune, mirrors} {
		if way {
			ways++
		}
	}
	switch {
	case ways > 1:
		return usage("--check, --prune and --mirror are three ways; take one")
	case line.dry && !line.prune:
		return usage("--dry-run goes with --prune")
	case line.offline && mirrors:
		return usage("--mirror asks git, and --offline asks nobody; take one")
	case parallel && (line.check || line.prune):
		return usage("--jobs says how much is fetched at a time; --check and --prune fetch nothing")
	case strings.Contains(line.mirror, "://"):
		return usage("--mirror takes a directory, which any web server can serve")
	}
	return nil
}
