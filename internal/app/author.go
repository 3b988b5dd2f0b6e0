package app

import (
	_ "embed"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/dts"
	"sinew/pkg/manifest"
)

// The files a new reflex starts from, with its name left open.
var (
	//go:embed templates/reflex.toml
	reflexTemplate string
	//go:embed templates/body.mts
	bodyTemplate string
	//go:embed templates/playbook.toml
	playbookTemplate string
)

// typesName is the file of types beside a body.
const typesName = "reflex.d.ts"

// New makes the directory of a new reflex in the working directory, or of a
// playbook, and gives the files it wrote, from there. A directory that exists
// is left alone (manual, "Your first reflex").
func (m *Machine) New(called string, playbook bool) ([]string, error) {
	files, err := newFiles(called, playbook)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(m.dir, called)
	if err := os.Mkdir(dir, 0o777); errors.Is(err, fs.ErrExist) {
		return nil, diag.One("", called+" already exists", diag.Of(diag.FixNew))
	} else if err != nil {
		return nil, writing(dir, err)
	}
	var written []string
	for _, f := range files {
		at := filepath.Join(dir, f.name)
		if err := os.WriteFile(at, f.text, 0o666); err != nil {
			_ = os.RemoveAll(dir) // made a moment ago, and whole or not at all
			return nil, writing(at, err)
		}
		written = append(written, path.Join(called, f.name))
	}
	return written, nil
}

// A newFile is one file of a new reflex.
type newFile struct {
	name string
	text []byte
}

func newFiles(called string, playbook bool) ([]newFile, error) {
	if playbook {
		return []newFile{{manifestName, []byte(playbookTemplate)}}, nil
	}
	text := []byte(strings.ReplaceAll(reflexTemplate, "@name@", called))
	m, err := manifest.Parse(called, text)
	if err != nil {
		return nil, err
	}
	return []newFile{{manifestName, text}, {m.Run.File, []byte(bodyTemplate)}, {typesName, dts.Reflex(typesProgram, m)}}, nil
}

func writing(path string, err error) error {
	return &diag.Failure{What: "writing " + path, Why: cause(err)}
}

// cause is a system's error without the path, which the line names already.
func cause(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}
