package app

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	gosync "sync"
	"sync/atomic"

	"sinew/contractdiff"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/name"
	"sinew/pkg/ref"
)

// A Check is what an author asks of the reflex in the working directory, or of
// the collection there (manual, "Publishing"; behaviour.md 13.3).
type Check struct {
	// Against is the version the contract is held against; nil for the newest
	// tag, or for the newest one below Tag.
	Against *ref.Version

	// At is the version whose manifest is held against it, in the work tree's
	// stead; nil for the work tree. Nothing but the contract is then looked at.
	At *ref.Version

	// Tag is the version whose tag is to be published; nil for none.
	Tag *ref.Version

	Stderr io.Writer // where a body that is loaded writes its messages
}

// A Checked is what was found of one reflex. With Refused, nothing after it was
// looked at.
type Checked struct {
	Name     string
	Dir      string             // its directory, from the working directory: "" for that one
	File     string             // its manifest, absolute
	Manifest *manifest.Manifest // nil when it does not read
	Refused  diag.Problems
	Unknown  []Remark
	Lint     []Remark
	Types    string    // the file of types that was written, from the working directory; "" for none
	Contract *Contract // nil when there is nothing to hold it against
	Failed   error     // a *diag.Failure that kept the rest from being found
}

// A Remark is one line that never refuses. Rule and Path are as a
// manifest.Finding's.
type Remark struct {
	Rule    string
	Path    []string
	Message string
	At      Place
}

// A Place is in a file of the reflex's directory; lines and columns count from
// 1.
type Place struct {
	File         string
	Line, Column int
}

// A Contract is how a manifest differs from the one at a tag.
type Contract struct {
	From ref.Version
	To   ref.Version // what the changes ask for
	Diff contractdiff.Diff
}

// Problems are what refuses the reflex, the breaches of `was` included.
func (c Checked) Problems() diag.Problems {
	all := slices.Clone(c.Refused)
	if c.Contract != nil {
		all = append(all, c.Contract.Diff.Problems(c.Name)...)
	}
	return all
}

// Check looks at the reflex of the working directory; where that is none, and
// in a git repository, at every reflex directly below it. each is called for one after the other, in
// byte order of their directories; collection says whether there may be more
// than one.
//
// The Release is nil without Check.Tag. The error is about no one reflex: no
// manifest here, no such tag, a repository that cannot be read.
func (m *Machine) Check(ctx context.Context, o Check, each func(c Checked, collection bool)) (*Release, error) {
	if err := CheckToday(); err != nil {
		return nil, err
	}
	history, historyErr := openHistory(m.dir, o)
	if history != nil {
		defer history.close()
	}
	if historyErr != nil && (o.Against != nil || o.Tag != nil) {
		return nil, historyErr
	}
	dirs, collection, err := m.reflexDirs(history, o)
	switch {
	case err != nil && historyErr != nil:
		return nil, historyErr // a collection may well be here
	case err != nil:
		return nil, err
	}
	c := &checking{m: m, ask: o, history: history, stderr: &locked{to: o.Stderr}}
	all := c.run(ctx, dirs, func(one Checked) { each(one, collection) })
	if ctx.Err() != nil {
		return nil, ErrInterrupted
	}
	if historyErr != nil || o.Tag == nil {
		return nil, historyErr
	}
	return c.release(dirs, collection, all)
}

// reflexDirs are the directories to look at, from the working directory.
func (m *Machine) reflexDirs(h *history, o Check) (dirs []string, collection bool, err error) {
	holds := func(dir string) (bool, error) {
		info, err := os.Stat(filepath.Join(m.dir, dir, manifestName))
		return err == nil && !info.IsDir(), nil
	}
	children := m.children
	if o.At != nil {
		holds, children = h.holdsReflex, h.dirs
	}
	if here, err := holds(""); here || err != nil {
		return []string{""}, false, err
	}
	if h == nil {
		return nil, false, diag.One("", "no reflex.toml here", diag.Of(diag.FixNew)) // a collection is a repository
	}
	names, err := children()
	for _, child := range names {
		here, err := holds(child)
		if err != nil {
			return nil, false, err
		}
		if here {
			dirs = append(dirs, child)
		}
	}
	if err == nil && dirs == nil {
		err = diag.One("", "no reflex.toml here", diag.Of(diag.FixNew))
	}
	return dirs, true, err
}

// children are the directories directly below the working directory.
func (m *Machine) children() ([]string, error) {
	entries, err := os.ReadDir(m.dir)
	if err != nil {
		return nil, &diag.Failure{What: "reading " + m.dir, Why: cause(err)}
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() { // a link is refused by a fetch
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// checking is one check on its way.
type checking struct {
	m        *Machine
	ask      Check
	history  *history // nil when there is nothing to hold a contract against
	stderr   io.Writer
	node     nodeOnPath
	programs programsOnPath
}

// run looks at every directory, several at a time, and gives what it found in
// their order.
func (c *checking) run(ctx context.Context, dirs []string, each func(Checked)) []Checked {
	found := make([]chan Checked, len(dirs))
	for i := range found {
		found[i] = make(chan Checked, 1)
	}
	var next atomic.Int64
	for range min(len(dirs), runtime.GOMAXPROCS(0)) {
		go func() {
			for i := next.Add(1) - 1; i < int64(len(dirs)); i = next.Add(1) - 1 {
				found[i] <- c.one(ctx, dirs[i])
			}
		}()
	}
	all := make([]Checked, len(dirs))
	for i := range dirs {
		all[i] = <-found[i]
		if ctx.Err() == nil {
			each(all[i])
		}
	}
	return all
}

// localNameOf is what a reflex is called by its directory (behaviour.md 13.3).
func localNameOf(dir string) string {
	if called := filepath.Base(dir); name.Check(called, name.Local) == nil {
		return called
	}
	return "reflex"
}

// locked lets one writer at a time through.
type locked struct {
	mu gosync.Mutex
	to io.Writer
}

// Write hands b on.
func (l *locked) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.to == nil {
		return len(b), nil
	}
	return l.to.Write(b)
}
