package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"sinew/cmd/hubindex/internal/listing"
	"sinew/decide/adapter/local"
	"sinew/decide/question"
	"sinew/internal/vectorcache"
	"sinew/resolve/remote"
)

// Options are what is checked, and by what.
type Options struct {
	Index  string // the index's root, in a git work tree
	Base   string // the revision it is held against; "" for HEAD
	Author string // the login of who asks; "" when nobody said

	// Log is the log that says which tags were seen before; nil where none is
	// asked: then every tag is new.
	Log *Log

	// Client makes one of the two clients that read each repository; nil for
	// clients that share nothing.
	Client func() *remote.Client

	answer answering // of the test of thefts; nil for the local engine's
}

// keptVectors is for more texts than one check reads.
const keptVectors = 20_000

// An answering is what engine.Answer is of an engine.
type answering func(ctx context.Context, utterance string, asked []question.Question) (question.Answers, error)

// Run checks what the work tree changes since the base. The error is the
// machine's, or the index's own checkout: nothing was found out then.
func Run(ctx context.Context, o Options) (Verdict, error) {
	c, err := newChecking(o)
	if err != nil {
		return Verdict{}, err
	}
	defer c.close()
	changed, err := c.index.changes()
	if err != nil {
		return Verdict{}, fmt.Errorf("comparing with %s: %w", o.Base, err)
	}
	some := false
	for _, one := range changed {
		if listing.IsPath(one.path) {
			some = true
			c.listing(ctx, one)
		} else {
			c.add(c.rights.other(one.path))
		}
	}
	if !some {
		c.add(Reason{Type: NothingChanged, Verdict: Refuse, Message: "no listing differs from the base", Fix: "hubindex check --base <revision>"})
	}
	return c.verdict(), ctx.Err()
}

// A checking is one check on its way.
type checking struct {
	Options
	reasons
	index      *index
	rights     rights
	listed     []listing.Listing
	clients    [2]*remote.Client
	neighbours sync.Map // by a listing's path: what newestOf found
}

func newChecking(o Options) (*checking, error) {
	o = o.withDefaults()
	at, err := openIndex(o.Index, o.Base)
	if err != nil {
		return nil, err
	}
	maintainers, err := at.committed(at.prefix + maintainersFile)
	if err != nil {
		return nil, err
	}
	c := &checking{Options: o, index: at, rights: newRights(o.Author, maintainers)}
	if c.listed, err = readListings(filepath.Join(o.Index, listing.Dir)); err != nil {
		return nil, err
	}
	c.clients = [2]*remote.Client{c.Client(), c.Client()}
	return c, nil
}

func (o Options) withDefaults() Options {
	if o.Base == "" {
		o.Base = "HEAD"
	}
	if o.Client == nil {
		o.Client = func() *remote.Client { return remote.New(remote.Options{}) }
	}
	if o.answer == nil {
		o.answer = local.With(vectorcache.Open("", keptVectors)).Answer
	}
	return o
}

func (c *checking) close() {
	for _, client := range c.clients {
		client.Close()
	}
}

// listing checks one listing that changed.
func (c *checking) listing(ctx context.Context, changed change) {
	if why, ok := c.rights.listing(changed); !ok {
		c.add(why)
	}
	if changed.gone {
		c.add(Reason{Type: Removed, Verdict: Human, Listing: changed.path, Message: "the listing is taken out", Fix: "a maintainer reads why"})
		return
	}
	l, wrong := changed.listed()
	if wrong != nil {
		c.add(Reason{Type: Grammar, Verdict: Refuse, Listing: changed.path, At: changed.path + ":1", Message: wrong.Why, Fix: wrong.Fix})
		return
	}
	was := change{path: changed.path, now: changed.was}
	before, wrong := was.listed()
	c.known(wrong == nil && before.Name == l.Name, l)
	c.names(l, changed.was == nil)
	c.source(ctx, l, wrong == nil && before.Ref.Dir != l.Ref.Dir)
}

// known says whether the source is: a new name waits.
func (c *checking) known(is bool, l listing.Listing) {
	if is {
		c.add(Reason{Type: KnownSource, Listing: l.Path, Message: l.Ref.String() + " is listed already"})
		return
	}
	c.add(Reason{Type: NewName, Verdict: Wait, Listing: l.Path, Message: l.Ref.String() + " is a new name", Fix: "it may be merged after 72 hours"})
}

// listed reads the file as it now is.
func (c change) listed() (listing.Listing, *listing.Error) {
	if c.odd {
		return listing.Listing{}, listing.NoPlainFile(c.path)
	}
	l, err := listing.Parse(c.path, string(c.now))
	if wrong, ok := errors.AsType[*listing.Error](err); ok {
		return l, wrong
	}
	return l, nil
}

// readListings are the listings of an index, of which there may be none. One
// that does not read is passed over: where it changed, it is refused by itself.
func readListings(dir string) ([]listing.Listing, error) {
	all, wrong := listing.Every(os.DirFS(dir))
	for _, err := range wrong {
		if _, bad := errors.AsType[*listing.Error](err); !bad && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return all, nil
}
