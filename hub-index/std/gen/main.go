// Command gen writes std.pack and std.refs from the sources beside them. It
// runs in the directory of package std.
//
// A version of release.List that is not yet in std.refs is added. The newest
// one, while nobody has it yet, is written anew with -again.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"

	"sinew/hub-index/std"
	"sinew/hub-index/std/release"
)

const (
	packFile = "std.pack"
	refsFile = "std.refs"
)

func main() {
	again := flag.Bool("again", false, "write the newest version anew; only before it is published")
	flag.Parse()
	if err := run(*again); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(again bool) error {
	repository, err := read()
	if err != nil {
		return err
	}
	if again {
		repository = release.WithoutLast(repository)
	}
	newest := release.List[len(release.List)-1]
	switch carried := len(std.ParseRefs(repository.Refs)); len(release.List) - carried {
	case 0:
		fmt.Printf("%s is released; to release what changed, add a version to release.List\n", newest.Tag)
		return nil
	case 1:
	default:
		return fmt.Errorf("%s holds %d versions of the %d listed; add one at a time", refsFile, carried, len(release.List))
	}
	sources, err := release.Sources(os.DirFS("."))
	if err != nil {
		return err
	}
	repository, err = release.Add(repository, newest, sources)
	if err != nil {
		return err
	}
	return write(repository)
}

func read() (release.Repository, error) {
	pack, err := os.ReadFile(packFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return release.Repository{}, err
	}
	refs, err := os.ReadFile(refsFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return release.Repository{}, err
	}
	return release.Repository{Pack: pack, Refs: string(refs)}, nil
}

func write(r release.Repository) error {
	if err := os.WriteFile(packFile, r.Pack, 0o644); err != nil {
		return err
	}
	return os.WriteFile(refsFile, []byte(r.Refs), 0o644)
}
