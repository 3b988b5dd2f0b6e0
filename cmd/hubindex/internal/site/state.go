package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"sinew/internal/atomicfile"
	"sinew/pkg/hublog"
	"sinew/pkg/tree"
)

// The files at the top of the state.
const (
	stateName  = "state.json"
	markName   = "unfinished" // is there while a build is at work
	wantedName = "wanted"
	newsName   = "news"
)

// stateDirs hold the rest of it.
var stateDirs = []string{"repos", "authors", "letters"}

// A state is what a build that ended leaves for the next.
type state struct {
	Stamp      string         `json:"stamp"`      // of the program's pages and of what they were asked to be
	Checkpoint string         `json:"checkpoint"` // its text
	Index      string         `json:"index"`      // the SHA-256
	Reflexes   int            `json:"reflexes"`
	Versions   int            `json:"versions"`
	Repos      int            `json:"repos"`
	Letters    map[string]int `json:"letters"` // how many reflexes are below each

	checkpoint hublog.Checkpoint
}

// readState is the state of the last build. ok is false where there is none to
// go on from: that build did not end, or was of another stamp.
func readState(d *directory, stamp string) (s state, ok bool, err error) {
	mark, err := d.read(markName)
	if err != nil || mark != nil {
		return state{}, false, err
	}
	data, err := d.read(stateName)
	if err != nil || data == nil {
		return state{}, false, err
	}
	if json.Unmarshal(data, &s) != nil || s.Stamp != stamp {
		return state{}, false, nil
	}
	s.checkpoint, err = hublog.ParseCheckpoint(s.Checkpoint)
	return s, err == nil, nil
}

// begin marks that a build is at work: whoever finds the mark makes everything
// anew. A whole build leaves nothing of the state there was.
func begin(d *directory, whole bool) error {
	if err := atomicfile.Write(d.at(markName), nil, 0o644); err != nil || !whole {
		return err
	}
	for _, dir := range stateDirs {
		if err := os.RemoveAll(d.at(dir)); err != nil {
			return err
		}
	}
	return nil
}

// end writes the state, once all else is on the disk, and takes the mark away.
func (s state) end(d *directory) error {
	s.Checkpoint = s.checkpoint.Text()
	data, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return err
	}
	if err := atomicfile.Write(d.at(stateName), append(data, '\n'), 0o644); err != nil {
		return err
	}
	return os.Remove(d.at(markName))
}

// wanted are the trees that were missing, by the reflex and its repository.
type wanted map[hublog.Name]map[string]bool

func parseWanted(text []byte) (wanted, error) {
	w := wanted{}
	for line := range strings.Lines(string(text)) {
		h1, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if _, err := tree.ParseDigest(h1); err != nil {
			return nil, err
		}
		w.add(hublog.Name(name), h1)
	}
	return w, nil
}

func (w wanted) add(name hublog.Name, h1 string) {
	if w[name] == nil {
		w[name] = map[string]bool{}
	}
	w[name][h1] = true
}

func (w wanted) text() []byte {
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(w)) {
		for _, h1 := range slices.Sorted(maps.Keys(w[name])) {
			fmt.Fprintf(&out, "%s %s\n", h1, name)
		}
	}
	return []byte(out.String())
}

// arrived are the reflexes of which a tree is there now.
func (w wanted) arrived(trees *directory) []hublog.Name {
	var names []hublog.Name
	for name, all := range w {
		for h1 := range all {
			if _, err := os.Stat(trees.at(tree.Digest(h1).Hex())); !errors.Is(err, fs.ErrNotExist) {
				names = append(names, name)
				break
			}
		}
	}
	slices.Sort(names)
	return names
}

// parseNews reads a list of news; nil is an empty one.
func parseNews(data []byte) ([]news, error) {
	if data == nil {
		return nil, nil
	}
	var all []news
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("a list of news: %w: %w", errDamaged, err)
	}
	return all, nil
}
