package app

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/internal/atomicfile"
	"sinew/internal/turn"
	"sinew/pkg/diag"
	"sinew/pkg/planfile"
)

// longestPlan is the longest plan file read, in bytes. The longest there is, of
// the most steps over a few hundred reflexes, is far shorter.
const longestPlan = 64 << 20

// planMode is a plan file's: it is made to be read by others.
const planMode = 0o644

// pins are what the project decides under (manual, "The plan file").
func (d *Decider) pins() planfile.Pins {
	paths := map[string]string{}
	for _, e := range d.p.file.Reflexes {
		if e.Location.IsLocal() {
			paths[e.Name] = e.Location.Local
		}
	}
	return planfile.Take(d.cat, d.p.lock, paths, nil)
}

// SavePlan writes a sentence's plan as a file. A path that begins with ~/ lies
// in the home.
func (d *Decider) SavePlan(s *turn.Sentence, path string) error {
	f, err := s.File()
	if err != nil {
		return &diag.Failure{What: "writing the plan", Why: err}
	}
	f.Pins = d.pins()
	text, err := planfile.Format(f)
	if err != nil {
		return &diag.Failure{What: "writing the plan", Why: err}
	}
	if err := atomicfile.Write(d.p.m.located(path), text, planMode); err != nil {
		return &diag.Failure{What: "writing " + path, Why: plain(err)}
	}
	return nil
}

// located is a path a person wrote, absolute.
func (m *Machine) located(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && m.home != "" {
		return filepath.Join(m.home, rest)
	}
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(m.dir, path)
}

// plain is an error of a path without the path, which is named already.
func plain(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

// OpenPlan reads a plan file, checks its pins against the project, and makes its
// plan again from the file's answers. shown is the file as it is shown. The
// error says which pin moved first, or what reads otherwise, with the command
// that makes the plan again.
func (d *Decider) OpenPlan(ctx context.Context, path, shown string) (*turn.Sentence, *turn.Pinned, error) {
	text, err := d.p.m.readPlan(path, shown)
	if err != nil {
		return nil, nil, err
	}
	f, err := planfile.Parse(text, shown)
	if err != nil {
		return nil, nil, err
	}
	if err := planfile.Check(f, d.pinned(), shown); err != nil {
		return nil, nil, err
	}
	s, err := d.remake(ctx, f, shown)
	return s, &turn.Pinned{File: shown, ID: planfile.ID(text)}, err
}

// pinned is the project as a file's pins are checked against it.
func (d *Decider) pinned() planfile.Here {
	here := planfile.Here{Pins: d.pins(), Inactive: map[string]diag.Problem{}}
	for _, i := range d.inactive {
		here.Inactive[i.Name] = i.Problems[0]
	}
	return here
}

func (d *Decider) remake(ctx context.Context, f *planfile.File, shown string) (*turn.Sentence, error) {
	s, err := turn.Remake(ctx, d.cat, f)
	if _, lacks := errors.AsType[*question.Fault](err); lacks {
		return nil, diag.Problems{{Message: "the plan does not read the same as the file", Fix: diag.Save(shown, f.Input)}}
	}
	if err != nil {
		return nil, err
	}
	s.By(d.kept())
	line, err := gate.Line(s.Plan.Wire())
	if err != nil {
		return nil, &diag.Failure{What: "reading the plan", Why: err}
	}
	return s, planfile.Same(f, line, shown)
}

// readPlan reads a plan file's bytes.
func (m *Machine) readPlan(path, shown string) ([]byte, error) {
	file, err := os.Open(m.located(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, diag.Problems{{Message: "no plan file at " + shown, Fix: diag.Save(shown, "")}}
	}
	if err != nil {
		return nil, &diag.Failure{What: "reading " + shown, Why: plain(err)}
	}
	defer file.Close()
	if about, err := file.Stat(); err == nil && about.IsDir() {
		return nil, diag.Problems{{Message: shown + " is a directory, and no plan file", Fix: diag.Save(shown, "")}}
	}
	text, err := io.ReadAll(io.LimitReader(file, longestPlan+1))
	if err == nil && len(text) > longestPlan {
		err = errors.New("it is over 64 MiB")
	}
	if err != nil {
		return nil, &diag.Failure{What: "reading " + shown, Why: plain(err)}
	}
	return text, nil
}
