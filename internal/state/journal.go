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

// A Journal is what one command changed in a project's lock: the entries as
// they were, and as they became, each as the text of a lock.
type Journal struct {
	Before []byte `json:"before"`
	After  []byte `json:"after"`
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
func (p Paths) Journal(root string) (Journal, error) {
	text, err := readFile(p.journalFile(root))
	if errors.Is(err, fs.ErrNotExist) {
		return Journal{}, fs.ErrNotExist
	}
	var j Journal
	if err == nil {
		err = json.Unmarshal(text, &j)
	}
	if err != nil {
		return Journal{}, failure("reading", p.journalFile(root), err)
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
