package state

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sinew/internal/atomicfile"
	"sinew/pkg/text"
)

// Runtime is the recorded real path of node, "" when none is recorded or the
// record is no absolute path on one line (behaviour.md 12). Nothing says that
// the program is still there.
func (p Paths) Runtime() (string, error) {
	record, err := readFile(p.runtimeFile())
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", failure("reading", p.runtimeFile(), err)
	}
	return runtimeIn(record), nil
}

func runtimeIn(record []byte) string {
	path := strings.TrimSuffix(string(record), "\n")
	if _, unclean := text.FirstUnclean(path); unclean || !filepath.IsAbs(path) {
		return ""
	}
	return path
}

// RecordRuntime records the real path of node, an absolute path. A record that
// says so already is not written again.
func (p Paths) RecordRuntime(node string) error {
	if known, err := p.Runtime(); err == nil && known == node {
		return nil
	}
	if err := atomicfile.WriteWithParent(p.runtimeFile(), []byte(node+"\n"), privateFile, privateDir); err != nil {
		return failure("writing", p.runtimeFile(), err)
	}
	return nil
}

// A knownRuntime is what is known of a runtime's binary, as long as the file is
// the one that was asked.
type knownRuntime struct {
	Path     string `json:"path"`
	Size     int64  `json:"size"`
	Modified int64  `json:"modified"` // in nanoseconds
	Version  string `json:"version"`
}

func (p Paths) runtimeCache() string { return filepath.Join(p.Cache, "runtime.json") }

// RuntimeVersion is the version the runtime at path was once found to have, ""
// when it was not asked or its file has changed since. It is a cache: whatever
// is wrong with it, the answer is "".
func (p Paths) RuntimeVersion(path string) string {
	text, err := readFile(p.runtimeCache())
	var known knownRuntime
	if err != nil || json.Unmarshal(text, &known) != nil {
		return ""
	}
	if now, ok := stamp(path); !ok || now.Size != known.Size || now.Modified != known.Modified || path != known.Path {
		return ""
	}
	return known.Version
}

// KeepRuntimeVersion remembers the version of the runtime at path. A cache that
// cannot be written is no failure: the runtime is asked again.
func (p Paths) KeepRuntimeVersion(path, version string) {
	known, ok := stamp(path)
	if !ok {
		return
	}
	known.Version = version
	if text, err := json.Marshal(known); err == nil {
		_ = atomicfile.WriteWithParent(p.runtimeCache(), append(text, '\n'), privateFile, privateDir)
	}
}

func stamp(path string) (knownRuntime, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return knownRuntime{}, false
	}
	return knownRuntime{Path: path, Size: info.Size(), Modified: info.ModTime().UnixNano()}, true
}
