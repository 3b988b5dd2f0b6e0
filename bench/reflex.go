package main

import (
	"context"
	"fmt"
	"io"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"

	"sinew/decide/gate"
	"sinew/exec"
	"sinew/exec/body"
	"sinew/exec/policy"
	"sinew/exec/sandbox"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
)

// A reflex is one that lies beside the project that has it.
type reflex struct {
	name  string
	files map[string]string // of its directory, reflex.toml among them
	node  body.Node         // what runs its file; zero for an argv
	text  string            // what it answers

	body   exec.Body
	permit gate.Permit
	hold   policy.Hold // of an argv
}

// parse makes the reflex's directory, and all that a run in this process needs.
// Several contests may be about one reflex.
func (r *reflex) parse(s *stage) error {
	dir, err := filepath.EvalSymlinks(s.dir)
	if err != nil {
		return err
	}
	dir = filepath.Join(dir, "projects", r.name, r.name)
	if err := write(dir, r.files); err != nil {
		return err
	}
	m, err := manifest.Parse(r.name, []byte(r.files["reflex.toml"]))
	if err != nil {
		return err
	}
	r.body = exec.Body{Manifest: m, Needs: m.Needs, Dir: dir}
	r.permit, _, _ = gate.ByName(call.Call{Reflex: r.name}, m.Effect, m)
	return r.makeHold()
}

// makeHold is the hold that a run of an argv makes, the project's directory
// standing for the private folder.
func (r *reflex) makeHold() error {
	home := os.Getenv("HOME")
	p, err := policy.Resolve(r.body.Needs, r.body.Manifest, call.Call{}, nil, home)
	if err != nil {
		return err
	}
	facts := policy.Facts{
		BodyDir: r.body.Dir, Tmp: filepath.Dir(r.body.Dir), Home: home, Programs: map[string]policy.Program{},
	}
	if real, _ := filepath.EvalSymlinks("/etc/resolv.conf"); !strings.HasPrefix(real, "/etc/") {
		facts.Resolver = real
	}
	for _, name := range p.Runs {
		_, program, err := body.FindProgram(name, os.Getenv("PATH"))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		facts.Programs[name] = program
	}
	r.hold = p.Hold(facts)
	return nil
}

// start starts the program alone, held, and waits for it.
func (r *reflex) start(context.Context) error {
	cmd := osexec.Command(r.body.Manifest.Run.Argv[0])
	if err := sandbox.Start(cmd, r.hold); err != nil {
		return err
	}
	return cmd.Wait()
}

// run is one run of the reflex, from its permit to its text.
func (r *reflex) run(ctx context.Context) error {
	result, err := exec.Run(ctx, r.permit, r.body, exec.Machine{Home: os.Getenv("HOME"), Node: r.node, Stderr: io.Discard})
	if err == nil && result.Text != r.text {
		err = fmt.Errorf("the text is %q", result.Text)
	}
	return err
}

// install makes a project of the reflex that the program may run.
func (r *reflex) install(s *stage) error {
	if err := r.parse(s); err != nil {
		return err
	}
	project := fmt.Sprintf("adapter = \"local\"\n\n[reflexes]\n%s = \"./%s\"\n", r.name, r.name)
	if err := write(filepath.Dir(r.body.Dir), map[string]string{"evoke.toml": project}); err != nil {
		return err
	}
	if err := r.offerNode(); err != nil {
		return err
	}
	for _, word := range []string{"trust", "sync"} {
		cmd := osexec.Command(s.binary, word)
		cmd.Dir, cmd.Env = filepath.Dir(r.body.Dir), append(s.env[:len(s.env):len(s.env)], r.env()...)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("sinew %s: %w: %s", word, err, out)
		}
	}
	return nil
}

// offerNode puts the reflex's node where the program looks first, under the name
// it looks for.
func (r *reflex) offerNode() error {
	if r.node.Path == "" {
		return nil
	}
	if err := os.Mkdir(r.bin(), 0o755); err != nil {
		return err
	}
	return os.Symlink(r.node.Path, filepath.Join(r.bin(), "node"))
}

func (r *reflex) bin() string { return filepath.Join(filepath.Dir(r.body.Dir), "bin") }

// env is what the program that runs the reflex gets besides.
func (r *reflex) env() []string {
	if r.node.Path == "" {
		return nil
	}
	return []string{"PATH=" + r.bin() + string(filepath.ListSeparator) + os.Getenv("PATH")}
}

// running is the program called with the reflex's name.
func (s *stage) running(r *reflex) way {
	return way{"sinew run", 0, func(ctx context.Context, t *tally, _ string) error {
		out, _, err := t.run(ctx, process{dir: filepath.Dir(r.body.Dir), env: r.env(), args: []string{s.binary, "run", r.name}})
		if err == nil && strings.TrimSuffix(string(out), "\n") != r.text {
			err = fmt.Errorf("the text is %q", out)
		}
		return err
	}}
}

// write writes files into dir, which it makes.
func write(dir string, files map[string]string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
