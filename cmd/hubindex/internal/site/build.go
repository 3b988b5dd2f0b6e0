package site

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"sinew/cmd/hubindex/internal/logdir"
	"sinew/pkg/hublog"
	"sinew/store"
)

// A Config is one build. State and Site are two directories, which are made
// where they are missing.
type Config struct {
	Log     *logdir.Source
	Trust   logdir.Trust
	Trees   string // the store that the crawl kept trees in: an absolute path
	State   string
	Site    string
	Address string // of the site, as https://hub.example.org; "" when it has none yet
}

// A Summary is what a build did.
type Summary struct {
	Checkpoint hublog.Checkpoint
	Whole      bool // everything was made anew
	Reflexes   int  // of the site
	Versions   int
	Missing    int // trees that are not there
	Made       int // reflexes whose pages were made
	Written    int // files of the site that changed
	Removed    int
}

// Build brings the site to what the log says now. The error is a
// *logdir.Refusal where the log is not to be trusted, and otherwise about this
// machine or ctx's; the site may be between two states then, and the next Build
// makes all of it anew.
func Build(ctx context.Context, c Config) (Summary, error) {
	release, err := holdBoth(c.State, c.Site)
	if err != nil {
		return Summary{}, err
	}
	defer release()
	sum, err := build(ctx, c, false)
	if errors.Is(err, errDamaged) {
		return build(ctx, c, true)
	}
	return sum, err
}

// errDamaged says that what the last build left is not as it was: everything is
// made anew.
var errDamaged = errors.New("what the last build left was changed")

func build(ctx context.Context, c Config, anew bool) (Summary, error) {
	b := newBuilder(c)
	if err := b.start(ctx, anew); err != nil {
		return Summary{}, err
	}
	if b.idle() {
		return b.summary(), nil
	}
	if err := b.run(ctx); err != nil {
		return Summary{}, err
	}
	return b.summary(), nil
}

// A builder is one build under way.
type builder struct {
	Config
	state, site *directory
	trees       *store.Store
	was         state
	now         state
	whole       bool

	repos   map[hublog.Name]*repo // those with something new
	wanted  wanted
	news    []news
	authors map[string][]news // of the authors with something new
	letters map[string]*letter
	added   map[string][]listed // by letter
	index   *index
	pieces  *pieces
	pages   *pages
	made    int
}

func newBuilder(c Config) *builder {
	return &builder{
		Config: c, state: &directory{root: c.State}, site: &directory{root: c.Site}, trees: store.Open(c.Trees),
		repos: map[hublog.Name]*repo{}, wanted: wanted{}, authors: map[string][]news{}, letters: map[string]*letter{},
		added: map[string][]listed{}, index: newIndex(), pages: newPages(c.Address),
	}
}

func (b *builder) summary() Summary {
	missing := 0
	for _, all := range b.wanted {
		missing += len(all)
	}
	return Summary{
		Checkpoint: b.now.checkpoint, Whole: b.whole, Reflexes: b.now.Reflexes, Versions: b.now.Versions, Missing: missing,
		Made: b.made, Written: b.site.written, Removed: b.site.removed,
	}
}

// start finds out what is new.
func (b *builder) start(ctx context.Context, anew bool) error {
	if err := b.resume(anew); err != nil {
		return err
	}
	grown, err := logdir.Since(ctx, b.Log, b.Trust, b.was.checkpoint)
	if err != nil {
		return err
	}
	b.now = b.was
	b.now.Stamp, b.now.Letters, b.now.checkpoint = b.pages.stamp, maps.Clone(b.was.Letters), grown.Checkpoint
	return b.steps(func() error { return b.sort(grown.Lines) }, b.late, b.claim)
}

// steps does one after the other until one fails.
func (b *builder) steps(all ...func() error) error {
	for _, step := range all {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// resume reads what the last build left; whatever does not read is made anew.
func (b *builder) resume(anew bool) (err error) {
	was, ok, err := readState(b.state, b.pages.stamp)
	if err != nil {
		return err
	}
	if anew || !ok || !b.resumeFrom(was) {
		b.anew()
	}
	return nil
}

func (b *builder) anew() {
	b.was, b.whole = state{}, true
	b.index, b.wanted, b.news = newIndex(), wanted{}, nil
	b.pieces, _ = newPieces(b.site, true) // nothing is read
	b.site.kept = map[string]bool{}
}

func (b *builder) resumeFrom(was state) bool {
	b.was = was
	data, err := b.site.read(indexFile(was.Index))
	if err != nil {
		return false
	}
	index, ok := parseIndex(data, was.Index)
	if !ok {
		return false
	}
	b.index = index
	return b.resumeLists() == nil
}

func (b *builder) resumeLists() (err error) {
	var missing, news []byte
	if missing, err = b.state.read(wantedName); err != nil {
		return err
	}
	if b.wanted, err = parseWanted(missing); err != nil {
		return err
	}
	if news, err = b.state.read(newsName); err != nil {
		return err
	}
	if b.news, err = parseNews(news); err != nil {
		return err
	}
	b.pieces, err = newPieces(b.site, false)
	return err
}

// sort puts new records to their repositories, and numbers new reflexes.
func (b *builder) sort(lines []string) error {
	number := b.was.checkpoint.Size
	for _, line := range lines {
		record, err := hublog.Parse(line)
		if err != nil {
			return fmt.Errorf("record %d of the log: %w", number, err)
		}
		r, err := b.repo(record.Name.Repo())
		if err != nil {
			return err
		}
		b.take(r, numbered{record, number})
		number++
	}
	return nil
}

func (b *builder) take(r *repo, one numbered) {
	_, known := r.docs[one.Name]
	switch {
	case one.Kind == hublog.KindMoved:
		r.touchAll()
	case one.Kind == hublog.KindVersion && !known:
		b.number(r, one.Name)
	case !known:
		return // a record about a version that is none
	}
	if one.Kind == hublog.KindVersion {
		b.now.Versions++
	}
	r.records = append(r.records, one)
	r.touch(one.Name)
}

// number gives a new reflex its document number.
func (b *builder) number(r *repo, name hublog.Name) {
	if len(r.docs) == 0 {
		b.now.Repos++
	}
	key := letterOf(name)
	r.docs[name] = b.now.Reflexes
	b.added[key] = append(b.added[key], newListed(b.now.Reflexes, name))
	b.now.Reflexes++
	if b.now.Letters == nil {
		b.now.Letters = map[string]int{}
	}
	b.now.Letters[key]++
}

// repo is a repository as the last build knew it, or a new one.
func (b *builder) repo(name hublog.Name) (*repo, error) {
	if r := b.repos[name]; r != nil {
		return r, nil
	}
	r := newRepo(name)
	if !b.whole {
		text, err := b.state.read(r.file())
		if err != nil {
			return nil, err
		}
		if r, err = parseRepo(name, text); err != nil {
			return nil, fmt.Errorf("%s: %w: %w", stateFile("repos", string(name)), errDamaged, err)
		}
	}
	b.repos[name] = r
	return r, nil
}

// late touches the reflexes of which a tree came after its record.
func (b *builder) late() error {
	for _, name := range b.wanted.arrived(&directory{root: b.Trees}) {
		r, err := b.repo(name.Repo())
		if err != nil {
			return err
		}
		r.touch(name)
	}
	return nil
}

// idle reports whether the site is what it should be.
func (b *builder) idle() bool {
	return !b.whole && len(b.repos) == 0 && b.now.checkpoint == b.was.checkpoint
}

// run makes what is new, and then the state.
func (b *builder) run(ctx context.Context) error {
	if err := begin(b.state, b.whole); err != nil {
		return err
	}
	makeRepos := func() error { return b.makeRepos(ctx) }
	return b.steps(makeRepos, b.makeLists, b.makeFeeds, b.makeSearch, b.makeAssets, b.finish)
}

func (b *builder) makeRepos(ctx context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(b.repos)) {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if err := b.makeRepo(b.repos[name]); err != nil {
			return err
		}
	}
	return nil
}
