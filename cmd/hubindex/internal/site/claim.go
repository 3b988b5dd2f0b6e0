package site

import (
	"fmt"
	"os"
	"slices"

	"sinew/internal/atomicfile"
)

// The claim says that the files of a directory may be replaced and removed. It
// is another in each of the two, so that neither is taken for the other.
const (
	claimFile  = "hubindex.txt"
	siteClaim  = "These files are made by hubindex build, which replaces and removes them.\n"
	stateClaim = "These files are what hubindex build knows of its last run; it replaces and removes them.\n"
)

// The names at the top of the site and of the state that are a build's own.
var (
	siteTops   = []string{"all", "r", "c", "a", "search", "assets", "index"} // whose files are swept
	siteNames  = slices.Concat(siteTops, []string{"index.html", feedFile, claimFile})
	stateNames = slices.Concat(stateDirs, []string{stateName, markName, wantedName, newsName, claimFile})
)

// claim makes sure that both directories are ours to change.
func (b *builder) claim() error {
	if err := b.site.claim(siteClaim, siteNames); err != nil {
		return err
	}
	return b.state.claim(stateClaim, stateNames)
}

// claim refuses a directory that somebody else has files in which a build would
// take for its own. The claim is on the disk before any of a build's files.
func (d *directory) claim(text string, own []string) error {
	if there, err := d.read(claimFile); err != nil || string(there) == text {
		return err
	}
	for _, name := range own {
		if _, err := os.Lstat(d.at(name)); err == nil {
			return fmt.Errorf("%s holds %s, which is of no build: name an empty directory", d.root, name)
		}
	}
	return atomicfile.Write(d.at(claimFile), []byte(text), 0o644)
}
