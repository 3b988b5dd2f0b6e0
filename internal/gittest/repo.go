package gittest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// The person every commit and tag is by, and when the first one is.
const (
	author = "Radhi <radhi@example.invalid>"
	start  = 1700000000
)

// A Repo is a bare repository in a directory.
type Repo struct{ Dir string }

// HasGit reports whether there is a git program.
func HasGit() bool {
	_, err := exec.LookPath("git")
	return err == nil
}

// Create makes an empty bare repository; format is sha1 or sha256.
func Create(dir, format string) (Repo, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return Repo{}, err
	}
	r := Repo{Dir: dir}
	_, err := r.Run("", "init", "--quiet", "--bare", "--initial-branch=main", "--object-format="+format, ".")
	return r, err
}

// Build makes a repository from a script.
func Build(dir, script string) (Repo, error) {
	archive := txtar.Parse([]byte(script))
	format := "sha1"
	if rest, ok := strings.CutPrefix(string(archive.Comment), "object-format "); ok {
		format, _, _ = strings.Cut(rest, "\n")
	}
	r, err := Create(dir, format)
	if err != nil {
		return r, err
	}
	if err := r.Append(script); err != nil {
		return r, err
	}
	_, err = r.Run("", "pack-refs", "--all") // thousands of small files are slow to list
	return r, err
}

// Append runs a script on a repository that may hold commits already.
func (r Repo) Append(script string) error {
	archive := txtar.Parse([]byte(script))
	b := &builder{repo: r, files: archive.Files, modes: make(map[string]string), links: make(map[string]string)}
	if err := b.resume(); err != nil {
		return err
	}
	for line := range strings.Lines(string(archive.Comment)) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") || words[0] == "object-format" {
			continue
		}
		if err := b.command(words); err != nil {
			return fmt.Errorf("%s: %w", strings.TrimSpace(line), err)
		}
	}
	return b.flush()
}

// Run is the output of a git process in the repository, trimmed.
func (r Repo) Run(stdin string, args ...string) (string, error) {
	return r.runAt(start, stdin, args...)
}

func (r Repo) runAt(when int, stdin string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = r.Dir
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Env = pinned(when)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, said.String())
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

// pinned is an environment in which nothing of this machine's git counts.
func pinned(when int) []string {
	name, mail, _ := strings.Cut(strings.TrimSuffix(author, ">"), " <")
	date := fmt.Sprintf("%d +0000", when)
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + os.DevNull, "TMPDIR=" + os.TempDir(), "LC_ALL=C",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_TERMINAL_PROMPT=0",
		"GIT_AUTHOR_NAME=" + name, "GIT_AUTHOR_EMAIL=" + mail, "GIT_AUTHOR_DATE=" + date,
		"GIT_COMMITTER_NAME=" + name, "GIT_COMMITTER_EMAIL=" + mail, "GIT_COMMITTER_DATE=" + date,
	}
}

// Commit is the commit a revision names, in hex.
func (r Repo) Commit(revision string) (string, error) {
	return r.Run("", "rev-parse", "--verify", "--end-of-options", revision+"^{commit}")
}

// A TreeEntry is one entry of a raw tree.
type TreeEntry struct{ Mode, Name, ID string }

// RawTree writes a tree object with entries as they are given, however wrong:
// a name may be `..`, and order is the caller's.
func (r Repo) RawTree(entries ...TreeEntry) (string, error) {
	content, err := TreeContent(entries...)
	if err != nil {
		return "", err
	}
	return r.Run(string(content), "hash-object", "-t", "tree", "-w", "--literally", "--stdin")
}

// CommitTree commits a tree that is there already, without a parent.
func (r Repo) CommitTree(tree string) (string, error) {
	return r.Run("", "commit-tree", "-m", "a tree as it is", tree)
}

// Blob writes a blob.
func (r Repo) Blob(content string) (string, error) {
	return r.Run(content, "hash-object", "-w", "--stdin")
}

// A builder turns commands into one stream of git fast-import, and into git
// processes where that has no word for them.
type builder struct {
	repo   Repo
	files  []txtar.File
	modes  map[string]string // path in the archive -> mode
	links  map[string]string // path -> target; "" for a submodule
	stream bytes.Buffer
	when   int    // of the newest commit
	parent string // of the next commit: an id, or a mark of the stream
	marks  int
}

// resume takes up the history that is there.
func (b *builder) resume() error {
	count, err := b.repo.Run("", "rev-list", "--count", "--all")
	if err != nil {
		return err
	}
	var n int
	if _, err := fmt.Sscan(count, &n); err != nil {
		return err
	}
	b.when = start + 60*(n-1)
	if n > 0 {
		b.parent, err = b.repo.Commit("refs/heads/main")
	}
	return err
}

func (b *builder) command(words []string) error {
	args := append(words[1:], "", "")
	switch words[0] {
	case "commit":
		b.commit(args[0])
	case "tag":
		b.point("refs/tags/" + args[0])
	case "branch":
		b.point("refs/heads/" + args[0])
	case "executable":
		b.modes[args[0]] = "100755"
	case "symlink":
		b.links[args[0]] = args[1]
	case "submodule":
		b.links[args[0]] = ""
	case "annotate":
		return b.annotate(args[0], args[1], "version "+args[0]+"\n")
	case "sign":
		return b.annotate(args[0], "", "version "+args[0]+"\n-----BEGIN PGP SIGNATURE-----\n\nnone\n-----END PGP SIGNATURE-----\n")
	default:
		return errors.New("unknown command")
	}
	return nil
}

func (b *builder) commit(dir string) {
	b.when += 60
	b.marks++
	fmt.Fprintf(&b.stream, "commit refs/heads/main\nmark :%d\nauthor %s %d +0000\ncommitter %s %d +0000\n", b.marks, author, b.when, author, b.when)
	b.data("commit " + dir)
	if b.parent != "" {
		fmt.Fprintf(&b.stream, "from %s\n", b.parent)
	}
	b.parent = fmt.Sprintf(":%d", b.marks)
	b.stream.WriteString("deleteall\n")
	for _, f := range b.files {
		if path, ok := strings.CutPrefix(f.Name, dir+"/"); ok {
			b.put(f.Name, path, string(f.Data))
		}
	}
	for at, target := range b.links {
		if path, ok := strings.CutPrefix(at, dir+"/"); ok && target != "" {
			fmt.Fprintf(&b.stream, "M 120000 inline %s\n", path)
			b.data(target)
		} else if ok {
			fmt.Fprintf(&b.stream, "M 160000 %040x %s\n", 1, path)
		}
	}
}

func (b *builder) put(at, path, content string) {
	mode := b.modes[at]
	if mode == "" {
		mode = "100644"
	}
	fmt.Fprintf(&b.stream, "M %s inline %s\n", mode, path)
	b.data(content)
}

func (b *builder) data(s string) { fmt.Fprintf(&b.stream, "data %d\n%s\n", len(s), s) }

func (b *builder) point(ref string) {
	fmt.Fprintf(&b.stream, "reset %s\nfrom %s\n\n", ref, b.parent)
}

func (b *builder) annotate(name, on, message string) error {
	if err := b.flush(); err != nil {
		return err
	}
	target := "refs/heads/main"
	if on != "" {
		target = "refs/tags/" + on
	}
	_, err := b.repo.runAt(b.when, "", "-c", "advice.nestedTag=false", "tag", "-a", "-m", message, "--cleanup=verbatim", name, target)
	return err
}

// flush runs what the stream holds.
func (b *builder) flush() error {
	if b.stream.Len() == 0 {
		return nil
	}
	stream := b.stream.String()
	b.stream.Reset()
	if _, err := b.repo.Run(stream, "fast-import", "--quiet", "--force", "--date-format=raw"); err != nil {
		return err
	}
	var err error
	b.parent, err = b.repo.Commit("refs/heads/main")
	return err
}

// Path is where a repository stands below a server's root.
func Path(root, owner, name string) string { return filepath.Join(root, owner, name) }
