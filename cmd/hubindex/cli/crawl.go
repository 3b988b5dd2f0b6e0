package cli

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"sinew/cmd/hubindex/internal/attest"
	"sinew/cmd/hubindex/internal/crawl"
	"sinew/resolve/remote"
)

const crawlUsage = `crawl --listings DIR --state DIR --out DIR [--trees DIR] [--shard I/N] [--now TIME]
      [--jobs N] [--gap DURATION] [--time-budget DURATION] [--trusted-root FILE]
      [--signer-grace DURATION]
    reads the repositories that are listed below DIR, or the part I (from 0) of N,
    and writes what is new as records to --out, and the trees they are of to
    --trees; who signed a version is told by the trusted root, in at most the
    grace after it was first seen; each line it prints is a JSON object about a
    listing, the last one counts; exit 1 when it reached none
`

// defaultGap is between two requests of one host.
const defaultGap = 100 * time.Millisecond

// crawlFlags are what crawl was asked for.
type crawlFlags struct {
	*flag.FlagSet
	config   crawl.Config
	listings string
	shard    string
	now      string
	trusted  string
}

func newCrawlFlags() *crawlFlags {
	f := &crawlFlags{FlagSet: flag.NewFlagSet("crawl", flag.ContinueOnError)}
	f.SetOutput(io.Discard)
	f.StringVar(&f.listings, "listings", "", "")
	f.StringVar(&f.config.State, "state", "", "")
	f.StringVar(&f.config.Out, "out", "", "")
	f.StringVar(&f.config.Trees, "trees", "", "")
	f.StringVar(&f.shard, "shard", "0/1", "")
	f.StringVar(&f.now, "now", "", "")
	f.StringVar(&f.trusted, "trusted-root", "", "")
	f.DurationVar(&f.config.SignerGrace, "signer-grace", crawl.DefaultSignerGrace, "")
	f.Func("jobs", "", func(s string) (err error) { f.config.Jobs, err = positive(s); return err })
	f.DurationVar(&f.config.Gap, "gap", defaultGap, "")
	f.DurationVar(&f.config.Budget, "time-budget", 0, "")
	return f
}

func positive(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, errors.New("it is no number from 1 up")
	}
	return n, nil
}

func parseCrawl(args []string) (crawl.Config, error) {
	f := newCrawlFlags()
	err := f.Parse(args)
	if err == nil {
		err = f.check()
	}
	if err == nil {
		f.config.Shard, err = crawl.ParseShard(f.shard)
	}
	if err == nil {
		f.config.Signers, err = f.signers()
	}
	if err == nil && f.config.Trees != "" {
		f.config.Trees, err = filepath.Abs(f.config.Trees)
	}
	if err != nil {
		return crawl.Config{}, usageError("%v", printable("crawl: ", err)).fixed("hubindex crawl --help")
	}
	f.config.Listings = os.DirFS(f.listings)
	f.config.Now, err = timeOf("crawl", f.now, time.Now())
	return f.config, err
}

func (f *crawlFlags) check() error {
	switch {
	case f.NArg() > 0:
		return fmt.Errorf("it takes no word %q", f.Arg(0))
	case f.listings == "" || f.config.State == "" || f.config.Out == "":
		return errors.New("it needs --listings, --state and --out")
	case f.config.Gap < 0 || f.config.Budget < 0:
		return errors.New("--gap and --time-budget are no less than 0")
	case f.config.SignerGrace <= 0:
		return errors.New("--signer-grace is more than 0")
	}
	return nil
}

// maxTrusted is above every trusted root.
const maxTrusted = 4 << 20

// signers trusts the file that is given, or the pinned root.
func (f *crawlFlags) signers() (*attest.Verifier, error) {
	if f.trusted == "" {
		return attest.New(nil)
	}
	file, err := os.Open(f.trusted)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	trusted, err := io.ReadAll(io.LimitReader(file, maxTrusted))
	if err != nil {
		return nil, err
	}
	v, err := attest.New(trusted)
	if err != nil {
		return nil, fmt.Errorf("--trusted-root %s: %w", f.trusted, err)
	}
	return v, nil
}

func runCrawl(s *session, args []string) error {
	config, err := parseCrawl(args)
	if err != nil {
		return err
	}
	client := remote.New(remote.Options{Attestations: true})
	defer client.Close()
	out := json.NewEncoder(s.stdout)
	out.SetEscapeHTML(false)
	config.Client = client
	config.Report = func(e crawl.Event) { _ = out.Encode(e) } // the last line tells whether printing works
	sum, err := crawl.Run(s.ctx, config)
	if err != nil {
		return failed(printable("", err), "run it again once the cause is gone: it goes on from there")
	}
	return crawled(out, sum)
}

// crawled prints what was done. A crawl that reached nothing at all is no
// success, whatever the reason.
func crawled(out *json.Encoder, sum crawl.Summary) error {
	err := out.Encode(struct {
		Type string `json:"type"`
		crawl.Summary
	}{"done", sum})
	if err != nil {
		return failed(err, "")
	}
	if sum.Listings > 0 && sum.Records == 0 && sum.Failed+sum.PutOff == sum.Listings {
		return failed(errors.New("no listing was read"), "look at the lines above, and run it again")
	}
	return nil
}
