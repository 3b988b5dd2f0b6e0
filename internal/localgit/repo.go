// Package localgit reads the git repository an author works in: which tags it
// has, what a commit holds, and what of the work tree is not committed. No git
// program is started, no configuration is carried out, and nothing is written.
//
// The repository is the one that holds the directory, found by walking up; the
// variables a hook exports (GIT_DIR, GIT_INDEX_FILE) name another command's
// repository and count for nothing. A work tree of its own (`git worktree`) and
// a submodule are read through the file `.git`; refs may be loose or packed,
// objects loose, packed or in an alternate; ids are SHA-1 or SHA-256. Refs kept
// as a reftable are refused.
//
// Objects are read by gitpack, each held against its id and its limits. An
// error is a *gitpack.Refusal or a *tree.PathError for what the repository
// holds, or the system's own.
package localgit

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"sinew/resolve/remote/gitpack"
)

// A Repo is one repository. It may be used by several goroutines; Close frees
// what it holds open.
type Repo struct {
	Root   string // the work tree, by its real path
	git    string // of this work tree: HEAD lies here
	common string // of the repository: refs and objects lie here
	format gitpack.Format
	store  *objectStore
}

// Find is the repository that holds dir, and dir's path in it, with slashes, ""
// for the work tree's root. It is nil where there is none.
func Find(dir string) (*Repo, string, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return nil, "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		git, common := gitDirs(filepath.Join(at, ".git"))
		if git != "" {
			r, err := open(at, git, common)
			return r, below(at, dir), err
		}
		if at == filepath.Dir(at) {
			return nil, "", nil
		}
	}
}

func below(root, dir string) string {
	inside, err := filepath.Rel(root, dir)
	if err != nil || inside == "." {
		return ""
	}
	return filepath.ToSlash(inside)
}

// gitDirs are the directories behind a `.git`, which may be a file that names
// another place; "" when it is no repository.
func gitDirs(path string) (git, common string) {
	info, err := os.Stat(path)
	if err != nil {
		return "", ""
	}
	git = path
	if !info.IsDir() {
		to, ok := strings.CutPrefix(firstLine(path), "gitdir: ")
		if !ok {
			return "", ""
		}
		git = from(filepath.Dir(path), to)
	}
	common = git
	if to := firstLine(filepath.Join(git, "commondir")); to != "" {
		common = from(git, to)
	}
	if !exists(filepath.Join(git, "HEAD")) || !exists(filepath.Join(common, "objects")) {
		return "", ""
	}
	return git, common
}

// from is a path that may be relative to dir.
func from(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func open(root, git, common string) (*Repo, error) {
	extensions, err := readExtensions(filepath.Join(common, "config"))
	if err != nil {
		return nil, err
	}
	r := &Repo{Root: root, git: git, common: common}
	switch format := extensions["objectformat"]; format {
	case "", "sha1":
	case "sha256":
		r.format = gitpack.SHA256
	default:
		return nil, &gitpack.Refusal{Why: fmt.Sprintf("the repository names its objects by %q", format)}
	}
	if refs := extensions["refstorage"]; refs != "" && refs != "files" {
		return nil, &gitpack.Refusal{Why: fmt.Sprintf("the repository keeps its refs as %q", refs)}
	}
	r.store = newObjectStore(filepath.Join(common, "objects"), r.format)
	return r, nil
}

// Close frees the packs that were opened.
func (r *Repo) Close() { r.store.close() }

// maxText is the most that is read of a configuration or of packed refs.
const maxText = 64 << 20

// readText is a whole small file; one that is not there is empty.
func readText(path string) (string, error) {
	file, err := openFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxText))
	return string(text), err
}

// openFile opens a regular file, and waits for nothing else that has its name.
func openFile(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: errors.New("is no regular file")}
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// firstLine is the first line of a file, "" where there is none to read.
func firstLine(path string) string {
	text, err := readText(path)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r")
}

// readExtensions are the values of a configuration's section [extensions],
// which says how the repository is kept; keys are in lower case.
func readExtensions(path string) (map[string]string, error) {
	text, err := readText(path)
	if err != nil {
		return nil, err
	}
	values, inside := map[string]string{}, false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			inside = strings.EqualFold(strings.ReplaceAll(line, " ", ""), "[extensions]")
			continue
		}
		if key, value, ok := strings.Cut(line, "="); ok && inside {
			values[strings.ToLower(strings.TrimSpace(key))] = strings.ToLower(strings.Trim(strings.TrimSpace(value), `"`))
		}
	}
	return values, nil
}
