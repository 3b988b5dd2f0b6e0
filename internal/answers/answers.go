// Package answers keeps what an adapter answered, so that a sentence said again
// costs nothing (manual, "The cache"; reading.md 1.5).
//
// An entry is the answers to one round of questions about one text. Its file is
// <dir>/<set>/<key>.json: the set is the digest of everything installed, and
// the key covers the adapter, the text as it is decided, and each question's id
// with its keys. What the answer to a route stood on lies beside it in the same
// way (grounds.go). The files hold answers alone, no text a person typed; only
// the person may read them. All of it can be deleted at any time.
//
// Nothing here fails a decision. An entry that does not read, or is no answer to
// the questions, is a miss; a directory that cannot be written keeps nothing.
// Several processes may use one directory: a file is written whole or not at
// all.
package answers

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"sinew/decide/adapter"
	"sinew/decide/question"
)

// Around is an adapter that remembers its answers below dir, which need not
// exist. set is the digest of the installed set, as the catalog writes it.
func Around(by adapter.Adapter, dir, set string) adapter.Remembering {
	return &kept{Adapter: by, root: dir, dir: filepath.Join(dir, strings.TrimPrefix(set, "h1:")), limits: most}
}

// A kept is an adapter and the directory of its answers over one set.
type kept struct {
	adapter.Adapter
	root, dir string
	limits    limits
}

// Round is where the answers to one round lie.
func (k *kept) Round(text string, asked []question.Question) adapter.Round {
	return &entry{of: k, path: k.path(k.key(text, asked)), asked: asked}
}

func (k *kept) path(key parts) string {
	sum := sha256.Sum256(key)
	return filepath.Join(k.dir, hex.EncodeToString(sum[:])+".json")
}

// An entry is the answers to one round, in a file that need not be there.
type entry struct {
	of    *kept
	path  string
	asked []question.Question
}

// Recall reads the entry and checks it.
func (e *entry) Recall() (question.Answers, bool) {
	var answers question.Answers
	if !e.of.recall(e.path, &answers) || question.Validate(e.asked, answers) != nil {
		return nil, false
	}
	return answers, true
}

// read is a file's bytes. One longer than any entry is none, and nothing but a
// regular file is opened.
func read(path string, most int64) ([]byte, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > most {
		return nil, errors.New("no entry")
	}
	return io.ReadAll(io.LimitReader(file, most))
}

// Keep writes the entry.
func (e *entry) Keep(answers question.Answers) { e.of.keep(e.path, answers) }

// recall reads what an entry's file holds.
func (k *kept) recall(path string, into any) bool {
	data, err := read(path, k.limits.entry)
	return err == nil && json.Unmarshal(data, into) == nil
}

// keep writes an entry's file, and the oldest go where there are too many.
func (k *kept) keep(path string, what any) {
	data, err := json.Marshal(what)
	if err != nil || int64(len(data)) > k.limits.entry {
		return
	}
	if sweeps(filepath.Base(path)) {
		sweep(k.root, k.limits)
	}
	_ = write(path, data)
}

// key covers all that the answers depend on.
func (k *kept) key(text string, asked []question.Question) (all parts) {
	all.add(strconv.Itoa(question.Reader))
	all.add(k.ID())
	if versioned, ok := k.Adapter.(adapter.Versioned); ok {
		all.add(versioned.Version(text))
	}
	all.add(text)
	for _, q := range asked {
		keys := q.Keys()
		all.add(q.ID())
		all.add(strconv.Itoa(len(keys)))
		for _, key := range keys {
			all.add(key)
		}
	}
	return all
}

// parts are texts one after the other, each behind its length, so that no two
// rows of them spell the same.
type parts []byte

func (p *parts) add(s string) {
	*p = append(strconv.AppendInt(*p, int64(len(s)), 10), ' ')
	*p = append(append(*p, s...), '\n')
}

// The modes of what only the person may read.
const (
	privateFile = 0o600
	privateDir  = 0o700
)

// write puts a file in its place whole. It is not synced: a file a crash left
// empty or cut does not read, and is a miss.
func write(path string, data []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, privateDir); err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, tempPrefix+"*") // 0600
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}
