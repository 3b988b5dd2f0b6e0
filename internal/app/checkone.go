package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	gosync "sync"

	"sinew/exec"
	"sinew/exec/body"
	"sinew/exec/policy"
	"sinew/internal/atomicfile"
	"sinew/pkg/diag"
	"sinew/pkg/dts"
	"sinew/pkg/manifest"
	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
)

// maxManifest is the most of a reflex.toml that is read.
const maxManifest = 4 << 20

// one looks at the reflex of one directory.
func (c *checking) one(ctx context.Context, dir string) Checked {
	full := filepath.Join(c.m.dir, dir)
	r := &reflexCheck{checking: c, full: full, Checked: Checked{
		Name: localNameOf(full), Dir: dir, File: filepath.Join(full, manifestName),
	}}
	if err := r.look(ctx); err != nil {
		r.refuse(err)
	}
	return r.Checked
}

// A reflexCheck is the look at one reflex.
type reflexCheck struct {
	*checking
	Checked
	full string // its directory
	text []byte
	doc  *tomldoc.Value
}

// refuse files an error where it belongs.
func (r *reflexCheck) refuse(err error) {
	if problems, ok := errors.AsType[diag.Problems](err); ok {
		r.Refused = problems
		return
	}
	if _, ok := errors.AsType[*diag.Failure](err); !ok {
		err = &diag.Failure{What: "checking " + r.Name, Why: err}
	}
	r.Failed = err
}

func (r *reflexCheck) look(ctx context.Context) error {
	if r.ask.At != nil {
		return r.lookAtTag()
	}
	if err := r.read(); err != nil {
		return err
	}
	if err := r.body(ctx); err != nil {
		return err
	}
	r.remark()
	if err := r.types(); err != nil {
		return err
	}
	return r.contract()
}

// lookAtTag reads the manifest at Check.At, for its contract alone.
func (r *reflexCheck) lookAtTag() error {
	m, err := r.history.manifest(r.history.at, *r.ask.At, r.Name, r.Dir)
	if err != nil || m == nil {
		return err
	}
	r.Manifest = m
	return r.contract()
}

func (r *reflexCheck) read() error {
	var err error
	if r.text, err = readUpTo(r.File, maxManifest); err != nil {
		return &diag.Failure{What: "reading " + r.File, Why: cause(err)}
	}
	if r.doc, err = tomldoc.Parse(r.text); err != nil {
		_, err = manifest.Parse(r.Name, r.text) // the same, as a problem
		return err
	}
	r.Manifest, err = manifest.Read(r.Name, r.doc)
	return err
}

func readUpTo(path string, most int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("is over %d bytes", most)
	}
	return data, err
}

// body refuses a body that is not there, that the machine cannot hold to its
// declaration, that does not load, or that is no function.
func (r *reflexCheck) body(ctx context.Context) error {
	run := r.Manifest.Run
	if run.File != "" {
		if why := notAFile(filepath.Join(r.full, run.File)); why != "" {
			return r.badBody("runs " + run.File + ", which " + why)
		}
	}
	if r.Manifest.Playbook() {
		return nil
	}
	if err := r.lacking(); err != nil || run.File == "" {
		return err
	}
	return r.load(ctx)
}

// notAFile says why a path is no file a fetch would take, or "".
func notAFile(path string) string {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return "does not exist"
	case info.Mode()&fs.ModeSymlink != 0:
		return "is a symbolic link"
	case !info.Mode().IsRegular():
		return "is not a file"
	}
	return ""
}

// badBody is a problem of the body, at the line that names it.
func (r *reflexCheck) badBody(message string) diag.Problems {
	at := r.position("run")
	return diag.Problems{{Reflex: r.Name, At: &at, Message: message, Fix: diag.Of(diag.FixCheck)}}
}

// lacking is what the declaration names and this machine has not.
func (r *reflexCheck) lacking() error {
	found, err := exec.Lacking(r.declared(), r.m.home, r.programs.has)
	if err != nil {
		return err
	}
	var all diag.Problems
	for _, l := range found {
		if l.Key == "runs" && !slices.Contains(r.Manifest.Needs.Runs, l.Program) {
			all = append(all, r.badBody("runs "+l.Program+", which "+l.Why)...)
			continue
		}
		problem := l.Problem(r.Name, r.Manifest, r.declared().Origin, r.m.home)
		at := r.position("needs", l.Key)
		problem.At = &at
		all = append(all, problem)
	}
	return all.Err()
}

func (r *reflexCheck) declared() exec.Body {
	at := manifest.DeclaredAt(r.Name, r.doc)
	return exec.Body{Manifest: r.Manifest, Needs: r.Manifest.Needs, Origin: policy.Origin{At: &at}, Dir: r.full}
}

func (r *reflexCheck) load(ctx context.Context) error {
	file := r.Manifest.Run.File
	node, err := r.node.find(ctx, r.m)
	if _, human := errors.AsType[diag.Problems](err); human {
		return r.badBody("needs node on PATH to load " + file)
	} else if err != nil {
		return err
	}
	export, err := exec.Probe(ctx, r.declared(), exec.Machine{Home: r.m.home, Node: node, Stderr: r.stderr})
	switch {
	case err != nil:
		return r.unloaded(err)
	case export == body.None:
		return r.badBody(file + " has no default export")
	case export != body.Function:
		return r.badBody("the default export of " + file + " is not a function")
	}
	return nil
}

// unloaded is a body that does not load, where it is the body's doing.
func (r *reflexCheck) unloaded(err error) error {
	exit, ended := errors.AsType[*body.Exit](err)
	_, thrown := errors.AsType[*body.Thrown](err)
	why := err.Error()
	switch {
	case thrown:
	case ended && !exit.Killed:
		why = "it ends the process"
	case errors.Is(err, body.ErrDeadline):
		why = fmt.Sprintf("it has not loaded after %d seconds", int(exec.Deadline.Seconds()))
	default:
		return &diag.Failure{What: "loading " + r.Manifest.Run.File, Why: err}
	}
	return r.badBody(text.Escape(r.Manifest.Run.File) + " does not load: " + why)
}

// remark gathers what never refuses.
func (r *reflexCheck) remark() {
	for _, path := range r.Manifest.Unknown {
		message := tomldoc.JoinPath(path) + " is not a key this evoke reads"
		r.Unknown = append(r.Unknown, Remark{"unknown", path, message, r.place(path...)})
	}
	for _, f := range r.Manifest.Lint() {
		r.Lint = append(r.Lint, Remark{f.Rule, f.Path, f.Message, r.place(f.Path...)})
	}
	file := r.Manifest.Run.File
	if file == "" {
		return
	}
	source, err := readUpTo(filepath.Join(r.full, file), maxManifest)
	if err != nil {
		return // it has loaded: it is too large to be read through
	}
	for _, f := range manifest.LintBody(file, string(source)) {
		r.Lint = append(r.Lint, Remark{f.Rule, f.Path, f.Message, Place{file, f.Line, 1}})
	}
}

// position is where a key stands, or the nearest table above it.
func (r *reflexCheck) position(path ...string) diag.Position {
	at := r.place(path...)
	return diag.Position{File: diag.File{Kind: diag.ManifestFile, Name: r.Name}, Line: at.Line, Column: at.Column}
}

func (r *reflexCheck) place(path ...string) Place {
	at := Place{manifestName, 1, 1}
	v := r.doc
	for _, key := range path {
		if v = step(v, key); v == nil {
			break
		}
		if v.Line > 0 {
			at.Line, at.Column = v.Line, v.Column
		}
	}
	return at
}

// step is what stands under a key of a table, or at an index of an array.
func step(v *tomldoc.Value, key string) *tomldoc.Value {
	if v.Kind != tomldoc.Array {
		return v.Get(key)
	}
	if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(v.Items) {
		return v.Items[i]
	}
	return nil
}

// types writes the file of types next to a file body, when it says something
// else (manual, "The body").
func (r *reflexCheck) types() error {
	file := r.Manifest.Run.File
	if file == "" {
		return nil
	}
	inside := path.Join(path.Dir(file), typesName)
	at := filepath.Join(r.full, inside)
	want := dts.Reflex(typesProgram, r.Manifest)
	if got, err := readUpTo(at, maxManifest); err == nil && bytes.Equal(got, want) {
		return nil
	}
	if why := notAFile(at); why != "" && why != "does not exist" {
		return r.badBody(inside + " " + why)
	}
	if err := atomicfile.Write(at, want, 0o644); err != nil {
		return writing(at, err)
	}
	r.Types = path.Join(filepath.ToSlash(r.Dir), inside)
	return nil
}

// contract holds the manifest against the one at the tag before it. There may
// be none.
func (r *reflexCheck) contract() error {
	if r.history == nil || r.history.base == nil {
		return nil
	}
	var err error
	r.Contract, err = r.history.contract(r.Name, r.Dir, r.text, r.Manifest)
	return err
}

// programsOnPath are the programs that were looked for, each once.
type programsOnPath struct {
	mu    gosync.Mutex
	known map[string]bool
}

func (p *programsOnPath) has(program string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	found, asked := p.known[program]
	if !asked {
		found = body.HasProgram(program, os.Getenv("PATH"))
		if p.known == nil {
			p.known = map[string]bool{}
		}
		p.known[program] = found
	}
	return found
}

// A nodeOnPath is the runtime on PATH, looked for once.
type nodeOnPath struct {
	once gosync.Once
	node body.Node
	err  error
}

func (n *nodeOnPath) find(ctx context.Context, m *Machine) (body.Node, error) {
	n.once.Do(func() { n.node, n.err = m.nodeOnPath(ctx) })
	return n.node, n.err
}

// nodeOnPath is the node on PATH, never the recorded one (behaviour.md 11.2).
// One that was asked before is not asked again.
func (m *Machine) nodeOnPath(ctx context.Context) (body.Node, error) {
	search := os.Getenv("PATH")
	if _, program, err := body.FindProgram("node", search); err == nil {
		if version := m.paths.RuntimeVersion(program.Path); version != "" {
			return body.Node{Path: program.Path, Version: version}, nil
		}
	}
	node, err := body.FindNode(ctx, search)
	if err == nil {
		m.paths.KeepRuntimeVersion(node.Path, node.Version)
	}
	return node, err
}
