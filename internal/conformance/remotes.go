package conformance

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"sinew/internal/gittest"
	"sinew/lockfile"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
)

// A Remote is a repository that a flow's home fetches from, rebuilt: each
// version is the data's own files of it, where there are any, with the planted
// reflexes among them.
type Remote struct {
	Repo     string // owner/name
	Versions []Version
}

// A Version is a repository at a tag.
type Version struct {
	Tag      string
	Reflexes []Planted // their directories are in the repository
}

// publish rebuilds the flow's remotes beside the home, whose git configuration
// leads to them. What is rebuilt is not what it was, byte for byte: the home's
// lock is given the rebuilt commits and contents, and the stage remembers what
// the session's lines are to say instead.
func (d *Data) publish(s *Stage, folder string, f Flow) error {
	if f.Remotes == nil {
		return nil
	}
	root := filepath.Join(filepath.Dir(s.Home), "remotes")
	for _, remote := range f.Remotes {
		if err := d.publishOne(filepath.Join(root, remote.Repo), folder, remote); err != nil {
			return fmt.Errorf("%s: %w", remote.Repo, err)
		}
	}
	config := fmt.Sprintf("[url \"file://%s/\"]\n\tinsteadOf = https://github.com/\n[protocol \"file\"]\n\tallow = always\n", root)
	if err := write(filepath.Join(s.Home, ".gitconfig"), config); err != nil {
		return err
	}
	if err := relock(root, filepath.Join(s.Home, homeRoot, "evoke.lock")); err != nil {
		return err
	}
	if f.Unread == "" {
		return nil
	}
	at, err := ref.Parse(f.Unread)
	if err != nil {
		return err
	}
	_, files, err := publishedAt(root, at.Reference, at.Pin.String())
	s.Unread = files.H1().Hex()
	return err
}

func (d *Data) publishOne(dir, folder string, r Remote) error {
	for i, v := range r.Versions {
		files, err := d.versionFiles(path.Join(folder, "remote", r.Repo, v.Tag), v)
		if err != nil {
			return err
		}
		archive := &txtar.Archive{Comment: []byte("commit tree\ntag " + v.Tag + "\n")}
		for _, file := range slices.Sorted(maps.Keys(files)) {
			archive.Files = append(archive.Files, txtar.File{Name: "tree/" + file, Data: files[file]})
		}
		script := string(txtar.Format(archive))
		if i > 0 {
			err = gittest.Repo{Dir: dir}.Append(script)
		} else {
			_, err = gittest.Build(dir, script)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// versionFiles are a version's files: those of the data, then those planted.
func (d *Data) versionFiles(folder string, v Version) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(d.files, folder, func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[strings.TrimPrefix(at, folder+"/")], err = fs.ReadFile(d.files, at)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, reflex := range v.Reflexes {
		if err := d.plantIn(reflex, func(name, text string) error {
			files[path.Join(reflex.Dir, name)] = []byte(text)
			return nil
		}); err != nil {
			return nil, fmt.Errorf("%s: %w", reflex.Dir, err)
		}
	}
	return files, nil
}

// relock gives a lock the commits and contents that its tags name now. No lock
// is none to change.
func relock(root, file string) error {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	lock, err := lockfile.Parse(text)
	if err != nil {
		return err
	}
	for _, e := range lock.Reflexes {
		commit, files, err := publishedAt(root, e.Reference, e.Tag.String())
		if err != nil {
			return err
		}
		e.Commit, e.H1 = commit, files.H1()
		lock.Set(e)
	}
	return os.WriteFile(file, lockfile.Format(lock), 0o600)
}

// publishedAt is what a tag of a rebuilt repository holds of a reference.
func publishedAt(root string, r ref.Reference, tag string) (commit string, files tree.Tree, err error) {
	repo := gittest.Repo{Dir: filepath.Join(root, r.Repo.Owner, r.Repo.Name)}
	if commit, err = repo.Commit(tag); err != nil {
		return "", files, err
	}
	listed, err := repo.Run("", "ls-tree", "-r", "--name-only", tag)
	if err != nil {
		return "", files, err
	}
	var all []tree.File
	for _, name := range strings.Split(listed, "\n") {
		text, err := repo.Run("", "show", tag+":"+name)
		if err != nil {
			return "", files, err
		}
		all = append(all, tree.File{Path: name, Bytes: []byte(text + "\n")}) // Run trims the last line feed
	}
	whole, err := tree.New(all)
	return commit, whole.Reflex(r.Dir), err
}

var storePath = regexp.MustCompile(`/store/[0-9a-f]{64}/`)

// rebuilt is a session's line with the content that was rebuilt in the place of
// the one it names.
func (s *Stage) rebuilt(line string) string {
	if s.Unread == "" {
		return line
	}
	return storePath.ReplaceAllString(line, "/store/"+s.Unread+"/")
}
