package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"sinew/exec/body"
	"sinew/exec/sandbox"
	"sinew/internal/gittest"
)

// A stage is what all contests share: the program, a server, a home directory
// whose git configuration leads to it.
type stage struct {
	dir      string
	binary   string
	server   *gittest.Server
	env      []string
	launcher []string
	node     body.Node // of JavaScript bodies; zero without one
}

// newStage builds the program, unless there is one, and starts the server.
func newStage(ctx context.Context, dir, binary string) (*stage, error) {
	s := &stage{dir: dir, binary: binary}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	s.launcher = []string{self, peakWord}
	if binary == "" {
		s.binary = filepath.Join(dir, "sinew")
		build := exec.CommandContext(ctx, "go", "build", "-o", s.binary, "sinew/cmd/sinew")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return nil, fmt.Errorf("building the program: %w", err)
		}
	}
	for _, below := range []string{"repositories", "home", "projects", "runs"} {
		if err := os.Mkdir(filepath.Join(dir, below), 0o755); err != nil {
			return nil, err
		}
	}
	spread(s.runs())
	if s.server, err = gittest.Serve(filepath.Join(dir, "repositories")); err != nil {
		return nil, err
	}
	home, err := gittest.NewHome(filepath.Join(dir, "home"), s.server)
	if err != nil {
		return nil, err
	}
	s.env = home.Environ()
	return s, nil
}

// findNode takes the node at path, or else the one on PATH, if there is any.
func (s *stage) findNode(ctx context.Context, path string) (err error) {
	if path != "" {
		s.node, err = body.AskNode(ctx, path)
		return err
	}
	s.node, _ = body.FindNode(ctx, os.Getenv("PATH"))
	return nil
}

func (s *stage) close() { s.server.Close() }

// runs is where each run has a directory of its own. All stay until the bench is
// done: ext4 looks for a free inode past every one that was freed within the
// last half minute, and then takes twenty times as long to make a file.
func (s *stage) runs() string { return filepath.Join(s.dir, "runs") }

// spread has ext4 put each directory below dir in a part of the disk of its
// own, away from what others delete meanwhile; see runs. It does no harm where
// it does nothing.
func spread(dir string) { _ = exec.Command("chattr", "+T", dir).Run() }

// describe is the machine and the program, in a line.
func (s *stage) describe() string {
	size := int64(0)
	if info, err := os.Stat(s.binary); err == nil {
		size = info.Size()
	}
	git, _ := exec.Command("git", "--version").Output()
	return fmt.Sprintf("%s, %s %s/%s, %d CPUs, program of %.1f MB, %s, node %s, contained %s",
		time.Now().Format(time.DateOnly), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(),
		float64(size)/(1<<20), strings.TrimSpace(string(git)), cmp.Or(s.node.Version, "none"), sandbox.Kernel().Status().Type)
}

// A job is the repositories of one project.
type job struct {
	name  string
	repos []repository
}

// A repository holds reflexes of three small files each: some directories, or
// just one at its top.
type repository struct {
	name string
	dirs []string // "" is the top
}

const (
	owner     = "bench"
	newestTag = "v1.1.0"
	filesEach = 3
)

// collection is one repository of n directories.
func collection(name string, n int) job {
	r := repository{name: name}
	for i := range n {
		r.dirs = append(r.dirs, fmt.Sprintf("reflex_%04d", i))
	}
	return job{name: name, repos: []repository{r}}
}

// separate is n repositories of one reflex.
func separate(name string, n int) job {
	j := job{name: name}
	for i := range n {
		j.repos = append(j.repos, repository{name: fmt.Sprintf("%s_%03d", name, i), dirs: []string{""}})
	}
	return j
}

func (r repository) reflexes() int { return len(r.dirs) }
func (r repository) url() string   { return "https://github.com/" + r.ref() }
func (r repository) ref() string   { return owner + "/" + r.name }

func (j job) reflexes() int {
	n := 0
	for _, r := range j.repos {
		n += r.reflexes()
	}
	return n
}

func (s *stage) project(j job) string { return filepath.Join(s.dir, "projects", j.name) }

// prepare makes a job's repositories, and a project that has added them.
func (s *stage) prepare(j job) error {
	add := []string{"add"}
	for _, r := range j.repos {
		at := gittest.Path(filepath.Join(s.dir, "repositories"), owner, r.name)
		if _, err := gittest.Build(at, r.script()); err != nil {
			return err
		}
		add = append(add, r.ref())
	}
	if err := os.Mkdir(s.project(j), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(s.project(j), "evoke.toml"), []byte("adapter = \"local\"\n"), 0o644); err != nil {
		return err
	}
	cmd := exec.Command(s.binary, add...)
	cmd.Dir, cmd.Env = s.project(j), s.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("adding %s: %w: %s", j.name, err, out)
	}
	return nil
}

// script makes the repository: two versions, of which the newer one's tag is
// annotated.
func (r repository) script() string {
	var b strings.Builder
	b.WriteString("commit old\ntag v1.0.0\ncommit new\nannotate " + newestTag + "\n")
	for _, version := range []string{"old", "new"} {
		for _, dir := range r.dirs {
			for name, text := range r.files(dir, version) {
				fmt.Fprintf(&b, "-- %s --\n%s", filepath.Join(version, dir, name), text)
			}
		}
	}
	return b.String()
}

// files are the files of one reflex; no two reflexes have one in common.
func (r repository) files(dir, version string) map[string]string {
	is := r.name + " " + dir
	return map[string]string{
		"reflex.toml": strings.ReplaceAll(sample, "THIS", is),
		"README.md":   "# " + is + "\n\nShows the contents of one file, for the " + version + " version.\n",
		"words.txt":   strings.Repeat(is+" "+version+"\n", 10),
	}
}

const sample = `reflex = 1

description = """
Show how THIS is doing.
The one that stands in the hall; others, and what they cost, are not looked at."""
not_for = ["how another one is doing", "changing anything about it"]
tags    = ["machine"]
effect  = "read"
confirm = "Show how THIS is doing?"
run     = ["cat", "words.txt"]

[args.duration]
ask      = "For how long?"
pick     = "duration"
optional = true

[examples]
"how is THIS doing"             = { duration = false }
"show me THIS for two minutes"  = { duration = "two minutes" }
"watch THIS for the next hour"  = { duration = "hour" }
"is THIS well"                  = { duration = false }

[tests]
"what is THIS up to"           = { duration = false }
"what does it cost"            = false
"turn it off in half an hour"  = false
`
