package site

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sinew/cmd/hubindex/internal/logdir"
	"sinew/pkg/hublog"
	"sinew/pkg/manifest"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/store"
)

var start = time.Date(2026, 11, 30, 4, 0, 0, 0, time.UTC)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A scene is a log with its writer, the trees of its records, and where sites
// are built.
type scene struct {
	testing.TB
	dir     string
	key     logdir.Key
	now     time.Time
	trees   *store.Store
	pending []hublog.Record
	kept    []tree.Tree
	added   int // versions of a benchmark
}

func newScene(t testing.TB) *scene {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "key")
	_, err := logdir.NewKey("hub.example.org", file)
	must(t, err)
	key, err := logdir.ReadKey(file)
	must(t, err)
	return &scene{TB: t, dir: dir, key: key, now: start, trees: store.Open(filepath.Join(dir, "trees"))}
}

// treeOf is a tree of files; what stands under reflex.toml is the manifest.
func treeOf(t testing.TB, files map[string]string) tree.Tree {
	t.Helper()
	var all []tree.File
	for path, text := range files {
		all = append(all, tree.File{Path: path, Bytes: []byte(text)})
	}
	made, err := tree.New(all)
	must(t, err)
	return made
}

// record is the version record of a tree.
func (s *scene) record(name, version string, files tree.Tree) hublog.Record {
	s.Helper()
	v, ok := ref.ParseVersion(version)
	if !ok {
		s.Fatalf("%q is no version", version)
	}
	effect, needs := "read", manifest.Needs{}
	if text, ok := files.Get(manifestName); ok {
		if m, err := manifest.Parse("x", text); err == nil {
			effect, needs = m.Effect.String(), m.Needs
		}
	}
	return hublog.Record{
		Kind: hublog.KindVersion, Name: hublog.Name(name), Version: v, Commit: digestOf(name + version)[:40], H1: string(files.H1()),
		Effect: effect, Needs: hublog.NeedsDigest(needs), Seen: s.now,
	}
}

// publish has a version observed, with its tree.
func (s *scene) publish(name, version string, files map[string]string) hublog.Record {
	s.Helper()
	made := treeOf(s, files)
	r := s.record(name, version, made)
	s.pending, s.kept = append(s.pending, r), append(s.kept, made)
	return r
}

// say has the log hold lines, given without their kind's time.
func (s *scene) say(lines ...string) {
	s.Helper()
	for _, line := range lines {
		r, err := hublog.Parse(line)
		must(s, err)
		s.pending = append(s.pending, r)
	}
}

// keep puts the trees of what was observed into the store.
func (s *scene) keep() {
	s.Helper()
	_, err := s.trees.KeepAll(context.Background(), s.kept)
	must(s, err)
	s.kept = nil
}

// log puts what was observed into the log, an hour after the last time.
func (s *scene) log() {
	s.Helper()
	s.now = s.now.Add(time.Hour)
	_, err := logdir.Writer{Dir: filepath.Join(s.dir, "log"), Key: s.key}.Append(context.Background(), s.pending, s.now)
	must(s, err)
	s.pending = nil
}

func (s *scene) config(name string) Config {
	s.Helper()
	source, err := logdir.Open(filepath.Join(s.dir, "log"), nil)
	must(s, err)
	return Config{
		Log: source, Trust: logdir.Trust{Log: s.key.Verifier}, Trees: filepath.Join(s.dir, "trees"),
		State: filepath.Join(s.dir, name+".state"), Site: filepath.Join(s.dir, name),
	}
}

// build brings a site to what the log says.
func (s *scene) build(name string) Summary {
	s.Helper()
	sum, err := Build(context.Background(), s.config(name))
	must(s, err)
	return sum
}

// all keeps, logs and builds.
func (s *scene) all(name string) Summary {
	s.Helper()
	s.keep()
	s.log()
	return s.build(name)
}

func (s *scene) page(site, file string) string {
	s.Helper()
	data, err := os.ReadFile(filepath.Join(s.dir, site, file))
	must(s, err)
	return string(data)
}

// files are the files below a directory, by their paths.
func (s *scene) files(dir string) map[string]string {
	s.Helper()
	all := map[string]string{}
	root := filepath.Join(s.dir, dir)
	must(s, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		inside, err := filepath.Rel(root, path)
		must(s, err)
		data, err := os.ReadFile(path)
		all[inside] = string(data)
		return err
	}))
	return all
}

// same checks that two sites are the same files.
func (s *scene) same(what, got, want string) {
	s.Helper()
	one, other := s.files(got), s.files(want)
	for path, text := range other {
		if one[path] != text {
			s.Errorf("%s: %s differs:\n%s\nwant\n%s", what, path, one[path], text)
			return
		}
		delete(one, path)
	}
	for path := range one {
		s.Errorf("%s: %s should not be there", what, path)
	}
}

func (s *scene) has(text string, parts ...string) {
	s.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			s.Errorf("there is no %q in\n%s", part, text)
			return
		}
	}
}

// greet is a manifest.
func greet(does, effect, more string) string {
	return fmt.Sprintf(`reflex = 1
description = %q
not_for = ["saying goodbye"]
tags = ["people"]
effect = %q
confirm = "Greet {who}?"
run = ["echo", "Hello,", "{who}"]

[args.who]
ask = "Who is to be greeted?"
pick = "quoted"
%s
[examples]
'greet "Mary"' = { who = "Mary" }
'give "Alan" a warm hello' = { who = "Alan" }
"greet the newcomer" = { who = false }
"say goodbye" = false

[tests]
'hello to "Ann"' = { who = "Ann" }
`, does, effect, more)
}

func (s *scene) greets() {
	s.Helper()
	const home = "github.com/radhi/house#greet"
	s.publish(home, "1.0.0", map[string]string{"reflex.toml": greet("Greet a person.\nOne line is printed.", "read", ""), "a.txt": "one\ntwo\n"})
	second := greet("Greet a person or a room.", "write", `
[args.room]
ask = "Which room?"
optional = true
options = { den = "The small room.", hall = "The large room." }

[needs]
reads = ["~/guests"]
hosts = ["*"]
`)
	s.publish(home, "2.0.0", map[string]string{"reflex.toml": second, "a.txt": "one\n2\nthree\n", "b.bin": "\x00\x01"})
	s.publish("github.com/radhi/house#wave", "1.0.0", map[string]string{"reflex.toml": greet("Wave.", "destructive", "")})
	s.publish("git.example.org:8443/Ana/$(date);x", "0.1.0", map[string]string{"reflex.toml": greet("Clock.", "read", "")})
}
