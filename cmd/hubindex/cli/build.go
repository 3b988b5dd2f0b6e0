package cli

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"sinew/cmd/hubindex/internal/site"
)

const buildUsage = `build --log DIR|URL --vkey KEY --trees DIR --state DIR --site DIR [--address URL]
      [--witness KEY]... [--need N]
    makes the site from the log and the trees that crawl kept: pages, feeds, the
    search and the index; the next build makes only what is new, by what this one
    leaves in --state
`

func runBuild(s *session, args []string) error {
	config, err := parseBuild(args)
	if err != nil {
		return err
	}
	sum, err := site.Build(s.ctx, config)
	if err != nil {
		return logError(err)
	}
	if sum.Missing > 0 {
		fmt.Fprintf(s.stderr, "%s not in %s: of their versions no details are shown\n", missing(sum.Missing), config.Trees)
	}
	return say(s.stdout, built(sum))
}

func parseBuild(args []string) (site.Config, error) {
	f := newLogFlags("build")
	f.withTrust()
	var c site.Config
	f.StringVar(&c.Trees, "trees", "", "")
	f.StringVar(&c.State, "state", "", "")
	f.StringVar(&c.Site, "site", "", "")
	f.StringVar(&c.Address, "address", "", "")
	if err := f.parseFlags(args, "log", "vkey", "trees", "state", "site"); err != nil {
		return c, err
	}
	var err error
	if c.Log, c.Trust, err = f.trusted(); err != nil {
		return c, err
	}
	if err = f.checkAddress(c.Address); err != nil {
		return c, err
	}
	c.Trees, err = treesAt(c.Trees)
	return c, err
}

// treesAt is the directory of trees as an absolute path. One that is not there
// is a slip: a site without any details would follow.
func treesAt(dir string) (string, error) {
	at, err := filepath.Abs(dir)
	if err == nil {
		_, err = os.Stat(at)
	}
	if err != nil {
		return "", failed(err, "name the directory that crawl --trees kept them in")
	}
	return at, nil
}

// checkAddress refuses what is no plain address of a site.
func (f *logFlags) checkAddress(address string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return f.wrong(fmt.Sprintf("--address %q is no address as https://hub.example.org", address))
	}
	return nil
}

func built(sum site.Summary) string {
	how := "brought up to date"
	if sum.Whole {
		how = "made anew"
	}
	return strings.Join([]string{
		"the site is " + how, reflexes(sum.Reflexes) + " in " + plural(int64(sum.Versions), "version"),
		reflexes(sum.Made) + " made", plural(int64(sum.Written), "file") + " written", fmt.Sprint(sum.Removed) + " removed",
	}, ", ") + ": " + describe(sum.Checkpoint)
}

func reflexes(n int) string {
	if n == 1 {
		return "1 reflex"
	}
	return fmt.Sprint(n) + " reflexes"
}

func missing(trees int) string {
	if trees == 1 {
		return "1 tree is"
	}
	return plural(int64(trees), "tree") + " are"
}
