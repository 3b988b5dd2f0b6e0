package remote

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// A program is the git program of this machine, and the environment it gets.
// Every process of it is closed off from the repository around the working
// directory, reads nothing, asks nobody, and is ended with all it started when
// its context is done.
type program struct {
	path string // "" when there is none
	env  []string
}

// findGit looks for git on PATH.
func findGit() program {
	path, err := exec.LookPath("git")
	if err != nil {
		return program{}
	}
	return program{path: path, env: gitEnvironment(os.Environ())}
}

func (p program) found() bool { return p.path != "" }

// local are the variables that bind a git process to one repository, as
// `git rev-parse --local-env-vars` names them, and others that a hook or a
// server exports.
var local = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT",
	"GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE",
	"GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX",
	"GIT_INTERNAL_SUPER_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR",
	"GIT_NAMESPACE", "GIT_QUARANTINE_PATH", "GIT_PROTOCOL", "GIT_DEFAULT_HASH", "GIT_DEFAULT_REF_FORMAT",
}

// overruled are the variables this package sets for every git process.
var overruled = []string{
	"GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "SSH_ASKPASS=", "SSH_ASKPASS_REQUIRE=never",
	"GCM_INTERACTIVE=never", "LC_ALL=C", "LANGUAGE=",
	"GIT_DIR=" + os.DevNull, // no repository is looked for
}

// gitEnvironment is the person's environment as a git process gets it.
func gitEnvironment(environ []string) []string {
	env := slices.DeleteFunc(slices.Clone(environ), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(local, name)
	})
	return append(env, overruled...)
}

// A call is one git process.
type call struct {
	args  []string
	env   []string // after the program's own
	stdin string   // closed when ""
	max   int64    // bytes of standard output
}

// lingering is how long what git has started, such as a shared ssh connection,
// may keep its output open once git itself has ended.
const lingering = 500 * time.Millisecond

// run is the standard output of one git process. Its error is an *Error that
// wraps the *exec.ExitError, or the context's.
func (p program) run(ctx context.Context, c call) ([]byte, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	cmd := exec.CommandContext(ctx, p.path, c.args...)
	cmd.Env = append(slices.Clip(p.env), c.env...)
	cmd.WaitDelay = lingering
	alone(cmd)
	if c.stdin != "" {
		cmd.Stdin = strings.NewReader(c.stdin)
	}
	out := &limitedBuffer{left: c.max, full: func() { cancel(fail(Refused, "git printed over %d bytes", c.max)) }}
	said := &tail{}
	cmd.Stdout, cmd.Stderr = out, said
	err := cmd.Run()
	var over *Error
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay) && ctx.Err() == nil:
		return out.kept.Bytes(), nil
	case errors.As(context.Cause(ctx), &over):
		return nil, over
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return out.kept.Bytes(), gitError(said.String(), err)
}

// A limitedBuffer keeps what is written until it is over its limit; then it
// calls full and refuses more.
type limitedBuffer struct {
	kept bytes.Buffer // no embedding: its ReadFrom would pass Write by
	left int64
	full func()
}

// Write keeps p.
func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		b.full()
		return 0, io.ErrShortBuffer
	}
	return b.kept.Write(p)
}

// A tail keeps the end of what is written.
type tail struct{ kept []byte }

const tailSize = 16 << 10

// Write keeps p, and less of what came before.
func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - tailSize; over > 0 {
		t.kept = slices.Clone(t.kept[over:])
	}
	return len(p), nil
}

// String is what was kept.
func (t *tail) String() string { return string(t.kept) }

// gitError is a failed git process in its own words.
func gitError(stderr string, err error) *Error {
	said := telling(stderr)
	if said == "" {
		said = line(err.Error())
	}
	return &Error{Kind: kindOf(stderr), Why: "git: " + said, Err: err}
}

// hollow are lines of git that name no cause, in the order it prints them.
var hollow = []string{
	"fatal: Could not read from remote repository.",
	"Please make sure you have the correct access rights",
	"and the repository exists.",
}

// telling is the last line of stderr that says something.
func telling(stderr string) string {
	last, hollowOne := "", ""
	for one := range strings.SplitSeq(stderr, "\n") {
		one = line(one)
		if one == "" {
			continue
		}
		if slices.Contains(hollow, one) {
			hollowOne = one
		} else {
			last = one
		}
	}
	if last == "" {
		return hollowOne
	}
	return last
}

// kindOf tells a repository that is not there from other failures.
func kindOf(stderr string) Kind {
	for _, words := range []string{
		"Repository not found", "repository not found", "not found: did you", "does not appear to be a git repository",
		"Authentication failed", "could not read Username", "could not read Password", "Permission denied (", "' not found",
		"The requested URL returned error: 40",
	} {
		if strings.Contains(stderr, words) {
			return NotFound
		}
	}
	for _, words := range []string{"Could not resolve host", "Connection refused", "Connection timed out", "Network is unreachable"} {
		if strings.Contains(stderr, words) {
			return Unreachable
		}
	}
	return GitFailed
}
