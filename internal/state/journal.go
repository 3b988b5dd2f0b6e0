package state

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"sinew/internal/atomicfile"
)

// A Journal is what one command changed in a project: the entries of the lock
// as they were, and as they became, each as the text of a lock; and the ref of
// evoke.toml as it was, where the command wrote that of its one reflex.
type Journal struct {
	Before []byte `json:"before"`
	After  []byte `json:"after"`
	Ref    string `json:"ref,omitempty"`
}

// journalFile is one file a project, named by its path's hash.
func (p Paths) journalFile(root string) string {
	sum := sha256.Sum256([]byte(root))
	return filepath.Join(p.State, "updates", hex.EncodeToString(sum[:16])+".json")
}

// KeepJournal remembers a change of the project at root, in place of the one
// before it.
func (p Paths) KeepJournal(root string, j Journal) error {
	text, err := json.Marshal(j)
	if err != nil {
		return failure("writing", p.journalFile(root), err)
	}
	if err := atomicfile.WriteWithParent(p.journalFile(root), append(text, '\n'), privateFile, privateDir); err != nil {
		return failure("writing", p.journalFile(root), err)
	}
	return nil
}

// Journal is the last change of the project at root; fs.ErrNotExist when there
// is none.
func (p Paths) Journal(root string) (Journal, error) { return readJournal(p.journalFile(root)) }

func readJournal(file string) (Journal, error) {
	text, err := readFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return Journal{}, fs.ErrNotExist
	}
	var j Journal
	if err == nil {
		err = json.Unmarshal(text, &j)
	}
	if err != nil {
		return Journal{}, failure("reading", file, err)
	}
	return j, nil
}

// ForgetJournal drops the last change of the project at root.
func (p Paths) ForgetJournal(root string) error {
	if err := os.Remove(p.journalFile(root)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return failure("removing", p.journalFile(root), err)
	}
	return nil
}

// Journals are the last changes of every project. One that does not read is a
// *diag.Failure.
func (p Paths) Journals() ([]Journal, error) {
	dir := filepath.Join(p.State, "updates")
	names, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, failure("reading", dir, err)
	}
	var all []Journal
	for _, n := range names {
		if filepath.Ext(n.Name()) != ".json" {
			continue
		}
		j, err := readJournal(filepath.Join(dir, n.Name()))
		if err == nil {
			all = append(all, j)
		} else if !errors.Is(err, fs.ErrNotExist) { // else forgotten since the directory was listed
			return nil, err
		}
	}
	return all, nil
}
