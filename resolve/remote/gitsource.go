package remote

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sinew/resolve/remote/gitpack"
)

// A gitSource is a remote that the git program reads. It fetches into a
// private, empty repository, and hands over the pack it received: objects are
// read by gitpack alone, with its limits and rules.
type gitSource struct {
	route  route
	limits Limits
	refs   []string // the prefixes that are read
	git    program
	ssh    bool // the person has set no ssh command: ssh itself is told not to ask
}

func newGitSource(r route, s settings, git program, limits Limits, prefixes []string) (*gitSource, error) {
	if !git.found() {
		return nil, fail(NeedsGit, "%s needs the git program, and there is none on PATH", reason(r))
	}
	set := s.sshCommand || os.Getenv("GIT_SSH_COMMAND") != "" || os.Getenv("GIT_SSH") != ""
	return &gitSource{route: r, limits: limits, refs: prefixes, git: git, ssh: !set}, nil
}

func reason(r route) string {
	if r.protocol == "https" {
		return "this server"
	}
	return "protocol " + r.protocol
}

// list is one git ls-remote.
func (s *gitSource) list(ctx context.Context) ([]listed, error) {
	out, err := s.git.run(ctx, s.call("", s.limits.ListingBytes, s.listArgs()...))
	if err != nil {
		return nil, err
	}
	return parseListing(out, newListing(s.limits, s.refs))
}

// listArgs ask for tags in the way that a server may use to list nothing else;
// git has no such way for other refs, and drops what the patterns do not name.
func (s *gitSource) listArgs() []string {
	if len(s.refs) == 1 && s.refs[0] == tagPrefix {
		return []string{"ls-remote", "--tags", "--end-of-options", s.route.asked}
	}
	args := []string{"ls-remote", "--end-of-options", s.route.asked}
	for _, prefix := range s.refs {
		args = append(args, prefix+"*")
	}
	return args
}

// call is a git process that may speak the route's protocol alone. It is given
// the address as asked, since git rewrites it again.
func (s *gitSource) call(dir string, most int64, args ...string) call {
	c := call{max: most, env: []string{"GIT_ALLOW_PROTOCOL=" + s.route.protocol}}
	if dir != "" {
		c.env = append(c.env, "GIT_DIR="+dir)
	}
	if s.ssh {
		c.env = append(c.env, "GIT_SSH_COMMAND=ssh -o BatchMode=yes")
	}
	c.args = append([]string{
		"-c", "protocol.allow=never", "-c", "protocol." + s.route.protocol + ".allow=always",
		"-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false", "-c", "credential.interactive=false",
		"-c", "http.followRedirects=false", "-c", "gc.auto=0", "-c", "maintenance.auto=false",
		"-c", "fetch.unpackLimit=1", "-c", "fetch.recurseSubmodules=false", "-c", "fetch.writeCommitGraph=false",
	}, args...)
	return c
}

// fetch is one git fetch; the pack it received.
func (s *gitSource) fetch(ctx context.Context, want listed, most int64) ([]byte, error) {
	if !isRefName(want.name) {
		return nil, fail(Refused, "%s is no name for a tag", line(want.name))
	}
	dir, err := bareRepository(gitpack.FormatOf(want.id))
	if err != nil {
		return nil, &Error{Kind: GitFailed, Why: line(err.Error()), Err: err}
	}
	defer os.RemoveAll(dir)
	ctx, stop := s.watch(ctx, dir, most)
	defer stop()
	ref := want.ref()
	_, err = s.git.run(ctx, s.call(dir, maxConfig, "fetch", "--quiet", "--depth", "1", "--no-tags",
		"--no-write-fetch-head", "--end-of-options", s.route.asked, ref+":"+ref))
	if err != nil {
		return nil, s.limits.settle(ctx, err)
	}
	return readPack(dir, most)
}

// bareRepository is a new empty repository, readable by this user alone.
func bareRepository(format gitpack.Format) (string, error) {
	dir, err := os.MkdirTemp("", "sinew-fetch-")
	if err != nil {
		return "", err
	}
	config := "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
	if format == gitpack.SHA256 {
		config = "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n"
	}
	err = errors.Join(
		os.Mkdir(filepath.Join(dir, "objects"), 0o700),
		os.Mkdir(filepath.Join(dir, "refs"), 0o700),
		os.WriteFile(filepath.Join(dir, "HEAD"), []byte("ref: refs/heads/none\n"), 0o600),
		os.WriteFile(filepath.Join(dir, "config"), []byte(config), 0o600))
	if err != nil {
		os.RemoveAll(dir)
		return "", err
	}
	return dir, nil
}

// watchEvery is how often the growing repository is measured, and indexSpare
// what may stand beside the pack in it.
const (
	watchEvery = 20 * time.Millisecond
	indexSpare = 8 << 20
)

// watch ends the context once dir holds more than a pack may be: git itself
// has no such limit on a fetch.
func (s *gitSource) watch(ctx context.Context, dir string, most int64) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if sizeOf(dir) > most+indexSpare {
					cancel(overPack(most))
				}
			}
		}
	}()
	return ctx, func() { cancel(nil); <-done }
}

// sizeOf is the bytes of all files below dir. Files come and go meanwhile.
func sizeOf(dir string) (total int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		if info, err := d.Info(); err == nil {
			total += info.Size()
		}
		return nil
	})
	return total
}

// readPack is the one pack of a repository that has fetched once.
func readPack(dir string, most int64) ([]byte, error) {
	packs, err := filepath.Glob(filepath.Join(dir, "objects", "pack", "*.pack"))
	if err != nil || len(packs) != 1 {
		return nil, fail(Refused, "the remote sent no pack")
	}
	f, err := os.Open(packs[0])
	if err != nil {
		return nil, &Error{Kind: GitFailed, Why: line(err.Error()), Err: err}
	}
	defer f.Close()
	return readAll(f, most)
}

// isRefName reports whether a name can stand in a refspec below refs/tags/:
// git's own rules for refs, less the name itself being split by a colon.
func isRefName(name string) bool {
	if name == "" || strings.ContainsAny(name, " ~^:?*[\\\x7f") || strings.Contains(name, "..") || strings.Contains(name, "@{") {
		return false
	}
	for _, c := range name {
		if c < 0x20 {
			return false
		}
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || strings.HasPrefix(part, ".") || strings.HasSuffix(part, ".lock") || strings.HasSuffix(part, ".") {
			return false
		}
	}
	return true
}
