package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// contests are all there are, in the order of the table.
func contests(s *stage) []contest {
	fetched := []contest{
		{
			name: "start", rounds: 101, stage: s,
			work: func(*stage) error { return nil },
			ways: []way{start("sinew --version", 0, s.binary, "--version"), start("/bin/true", 5, "/bin/true")},
		},
		syncing("sync, 15 directories", 0.3, 15, collection("fifteen", 15), s),
		syncing("sync, 1,000 directories", 0.6, 9, collection("thousand", 1000), s),
		syncing("sync, 100 repositories", 0.2, 3, separate("single", 100), s),
	}
	return slices.Concat(fetched, offline(s), locally(s), authors(s), held(s), javascript(s), judging(s), weaving(s))
}

func start(name string, bar float64, args ...string) way {
	return way{name, bar, func(ctx context.Context, t *tally, _ string) error {
		_, _, err := t.run(ctx, process{args: args, unread: true})
		return err
	}}
}

// syncing is the sync of a locked project into an empty store, held against
// the git program getting the same files.
func syncing(name string, bar float64, rounds int, j job, s *stage) contest {
	return contest{
		name: name, rounds: rounds, stage: s,
		work: func(s *stage) error { return s.prepare(j) },
		ways: []way{
			{"sinew sync", 0, j.sync(s)},
			{"git, five commands", bar, j.each(writeByGit)},
			{"git, five commands, nothing written", 0, j.each(readByGit)},
			{"git clone --depth 1 --branch", 0, j.each(clone)},
		},
	}
}

// sync is this program's way: one process, an empty cache.
func (j job) sync(s *stage) func(context.Context, *tally, string) error {
	return func(ctx context.Context, t *tally, dir string) error {
		_, said, err := t.run(ctx, process{
			dir: s.project(j), env: []string{"XDG_CACHE_HOME=" + dir}, args: []string{s.binary, "sync"},
		})
		if rows := strings.Count(string(said), "+ "); err == nil && rows != j.reflexes() {
			err = fmt.Errorf("%d reflexes were placed, not %d", rows, j.reflexes())
		}
		return err
	}
}

// atOnce is how many repositories git fetches at a time.
const atOnce = 8

// A fetching gets one repository's newest version, with dir, which is not there
// yet, to work in.
type fetching func(ctx context.Context, t *tally, r repository, dir string) error

// each does one repository after the other, or eight at a time.
func (j job) each(do fetching) func(context.Context, *tally, string) error {
	return func(ctx context.Context, t *tally, dir string) error {
		errs := make([]error, len(j.repos))
		slots := make(chan struct{}, atOnce)
		var workers sync.WaitGroup
		for i, repo := range j.repos {
			slots <- struct{}{}
			workers.Go(func() {
				defer func() { <-slots }()
				errs[i] = do(ctx, t, repo, filepath.Join(dir, repo.name))
			})
		}
		workers.Wait()
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// readByGit has the files of a repository's newest version in hand.
func readByGit(ctx context.Context, t *tally, r repository, dir string) error {
	_, err := fetchByGit(ctx, t, r, dir)
	return err
}

// writeByGit puts them into a directory, as `sinew sync` does.
func writeByGit(ctx context.Context, t *tally, r repository, dir string) error {
	files, err := fetchByGit(ctx, t, r, dir)
	if err != nil {
		return err
	}
	for path, text := range files {
		to := filepath.Join(dir, "files", path)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// fetchByGit is what a script does to get the files of a repository's newest
// version: five processes.
func fetchByGit(ctx context.Context, t *tally, r repository, dir string) (map[string][]byte, error) {
	git := func(stdin string, args ...string) (string, error) {
		out, _, err := t.run(ctx, process{stdin: stdin, args: append([]string{"git"}, args...)})
		return string(out), err
	}
	listing, err := git("", "ls-remote", "--quiet", "--tags", r.url())
	if err != nil {
		return nil, err
	}
	tag := newest(listing)
	if _, err := git("", "init", "--quiet", "--bare", "--template=", dir); err != nil {
		return nil, err
	}
	if _, err := git("", "-C", dir, "-c", "maintenance.auto=false", "fetch", "--quiet", "--no-tags",
		"--no-write-fetch-head", "--depth", "1", r.url(), "+"+tag+":"+tag); err != nil {
		return nil, err
	}
	tree, err := git("", "-C", dir, "ls-tree", "-r", "-z", tag)
	if err != nil {
		return nil, err
	}
	ids, paths := blobs(tree)
	batch, err := git(ids, "-C", dir, "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	files, err := contents(batch, paths)
	if err == nil && len(files) != r.reflexes()*filesEach {
		err = fmt.Errorf("%d files were read", len(files))
	}
	return files, err
}

// newest is the last tag of a listing: these are in the order of their
// versions.
func newest(listing string) string {
	last := ""
	for line := range strings.Lines(listing) {
		_, ref, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !strings.HasSuffix(ref, "^{}") {
			last = ref
		}
	}
	return last
}

// blobs are the ids of what ls-tree lists, a line each, and the paths.
func blobs(tree string) (ids string, paths []string) {
	var b strings.Builder
	for entry := range strings.SplitSeq(strings.TrimSuffix(tree, "\x00"), "\x00") {
		head, path, _ := strings.Cut(entry, "\t")
		b.WriteString(head[strings.LastIndexByte(head, ' ')+1:] + "\n")
		paths = append(paths, path)
	}
	return b.String(), paths
}

// contents are the files that cat-file --batch printed, by path.
func contents(batch string, paths []string) (map[string][]byte, error) {
	r := bufio.NewReader(strings.NewReader(batch))
	files := make(map[string][]byte, len(paths))
	for _, path := range paths {
		head, err := r.ReadString('\n')
		if err != nil {
			return nil, err
		}
		size, err := strconv.Atoi(strings.TrimSpace(head[strings.LastIndexByte(head, ' ')+1:]))
		if err != nil {
			return nil, err
		}
		data := make([]byte, size+1)
		if _, err := io.ReadFull(r, data); err != nil {
			return nil, err
		}
		files[path] = data[:size]
	}
	return files, nil
}

// clone is a working copy of the newest version, the name of which is known.
func clone(ctx context.Context, t *tally, r repository, dir string) error {
	_, _, err := t.run(ctx, process{args: []string{
		"git", "-c", "advice.detachedHead=false", "clone", "--quiet", "--depth", "1", "--branch", newestTag, r.url(), dir,
	}})
	return err
}
