package state

import (
	"errors"
	"io/fs"
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
