package manifest

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"sinew/pkg/name"
	"sinew/pkg/tomldoc"
)

// Runs says what a reflex runs, as its row does: `runs lights.mts`, `runs
// osascript` for an argv's program, `a plan of 7 steps`, and "" for a reflex
// whose body is an application's own.
func (m *Manifest) Runs() string {
	switch {
	case m.Playbook() && len(m.Steps) == 1:
		return "a plan of 1 step"
	case m.Playbook():
		return fmt.Sprintf("a plan of %d steps", len(m.Steps))
	case m.Run.File != "":
		return "runs " + m.Run.File
	case len(m.Run.Argv) > 0:
		return "runs " + m.Run.Argv[0]
	}
	return ""
}

// body reads run or steps, of which a manifest has one, and holds what depends
// on which it is.
func (r *reader) body(doc *tomldoc.Value) {
	run, steps := doc.Get("run"), doc.Get("steps")
	if run != nil && steps != nil {
		r.refuse(steps, "steps and run are two bodies; a manifest has one")
	}
	if run == nil && steps == nil && r.placed {
		r.refuse(nil, "run is required")
	}
	if run != nil {
		r.run(run)
	}
	if steps != nil {
		r.steps(steps)
	}
	if run != nil && run.Kind == tomldoc.Array {
		r.argvHasNoResult(doc)
	}
	if steps != nil && run == nil {
		r.planHasNoBody(doc)
	}
}

func (r *reader) argvHasNoResult(doc *tomldoc.Value) {
	for _, key := range dataKeys {
		if v := doc.Get(key); declares(v) {
			r.refuse(v, "%s needs a file body: an argv body returns no data", key)
		}
	}
}

func (r *reader) planHasNoBody(doc *tomldoc.Value) {
	for _, key := range bodyKeys {
		if v := doc.Get(key); declares(v) {
			r.refuse(v, "%s is a body's; a plan of steps has none", key)
		}
	}
	for _, a := range r.m.Args {
		if a.Source == Takes {
			r.refuse(r.named[a.Name].at.Get("takes"), "%s.takes is a body's; a plan of steps has none", keyPath("args", a.Name))
		}
	}
}

// declares reports whether a key says anything: it is there, and no empty
// table or array.
func declares(v *tomldoc.Value) bool {
	return v != nil && (v.Kind != tomldoc.Table && v.Kind != tomldoc.Array || len(v.Entries)+len(v.Items) > 0)
}

func (r *reader) run(v *tomldoc.Value) {
	switch v.Kind {
	case tomldoc.String:
		r.m.Run.File = r.entrypoint(v)
	case tomldoc.Array:
		r.m.Run.Argv = r.argv(v)
	default:
		r.refuse(v, "run must be an entrypoint or an argv")
	}
}

// entrypoint reads a path inside the reflex's directory, in its shortest form:
// ./x.mts is x.mts.
func (r *reader) entrypoint(v *tomldoc.Value) string {
	file, ok := r.line(v, "run")
	switch {
	case !ok:
		return ""
	case !strings.HasSuffix(file, ".mts") && !strings.HasSuffix(file, ".mjs"):
		r.refuse(v, "run: %s must end in .mts or .mjs", quote(file))
	case !inside(file):
		r.refuse(v, "run: %s is not a path inside the reflex's directory", quote(file))
	}
	return path.Clean(file)
}

func inside(file string) bool {
	return !strings.HasPrefix(file, "/") && !strings.HasPrefix(file, "~/") &&
		!slices.Contains(strings.Split(file, "/"), "..")
}

// argv reads a program and its arguments. What is wrong with the program
// stands at the key's line, the rest at its element's.
func (r *reader) argv(v *tomldoc.Value) []string {
	if len(v.Items) == 0 {
		r.refuse(v, "run must name a program")
	}
	var argv []string
	for i, item := range v.Items {
		if i == 0 {
			atKey := *item
			atKey.Line, atKey.Column = v.Line, v.Column
			item = &atKey
		}
		argv = append(argv, r.element(item, i))
	}
	return argv
}

func (r *reader) element(item *tomldoc.Value, i int) string {
	if i == 0 && item.Kind == tomldoc.String && item.Text == "" {
		r.refuse(item, "run must name a program")
		return ""
	}
	e, ok := r.line(item, fmt.Sprintf("run.%d", i))
	if !ok {
		return ""
	}
	x, whole := name.Placeholder(e)
	switch {
	case whole && i == 0:
		r.refuse(item, "run's first element must be a literal, not %s", e)
	case whole:
		if why := r.blame(x, inArgv); why != "" {
			r.refuse(item, "run names %s, %s", e, why)
		}
	case strings.ContainsAny(e, "{}"):
		r.refuse(item, "run element %s is neither a literal nor a {placeholder}", quote(e))
	case i == 0 && relative(e):
		r.refuse(item, "run's program %s is a relative path; name one on PATH or by its absolute path", quote(e))
	}
	return e
}

// inArgv says why an argv cannot carry an argument, or "".
func inArgv(a Argument) string {
	switch {
	case a.Source == Flag:
		return "a flag; flags need a file body"
	case a.Source == Takes:
		return "a result the plan hands the body; an argv cannot carry it"
	case a.Pick == "amount":
		return "an amount; an amount needs a file body"
	}
	return ""
}

// relative reports whether a program is a path, but no absolute one.
func relative(program string) bool {
	return strings.Contains(program, "/") && !strings.HasPrefix(program, "/")
}
