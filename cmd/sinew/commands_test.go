package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"

	"sinew/internal/gittest"
)

// scriptCommand is one command of the scripts beside those of testscript.
type scriptCommand = func(ts *testscript.TestScript, neg bool, args []string)

// commands are the commands of the scripts, each with how it is written.
func commands(server *gittest.Server) map[string]scriptCommand {
	lie := func(ts *testscript.TestScript, args []string) { liar(ts, server, args) }
	serve := func(ts *testscript.TestScript, args []string) { hubServe(ts, server, args) }
	return map[string]scriptCommand{
		"record":    command(3, "record project said recording", record),
		"exits":     command(2, "exits code program [argument...]", exits),
		"publish":   command(2, "publish owner/repo dir [tag...]", publish),
		"liar":      command(3, "liar owner/repo tags says", lie),
		"reflex":    command(1, "reflex dir...", reflex),
		"snapshot":  command(1, "snapshot path...", snapshot),
		"unchanged": command(1, "unchanged path...", unchanged),
		"give":      command(1, "give path...", give),
		"hublog":    command(2, "hublog dir records [witness...]", hublogDir),
		"hubserve":  command(2, "hubserve dir requests", serve),
		"hubkey":    command(2, "hubkey variable name", hubPublic),
		"hubindex":  command(2, "hubindex dir entries", hubIndex),
	}
}

// command checks what every command wants of its line.
func command(least int, usage string, run func(ts *testscript.TestScript, args []string)) scriptCommand {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) < least {
			ts.Fatalf("usage: %s", usage)
		}
		run(ts, args)
	}
}

// exits runs a program that must end with a code:
//
//	exits 3 sinew sync
func exits(ts *testscript.TestScript, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if ended, ok := errors.AsType[*exec.ExitError](err); ok {
		got = fmt.Sprint(codeOf(ended.ProcessState))
	} else if err != nil {
		got = err.Error()
	}
	if got != args[0] {
		ts.Fatalf("exit %s, want %s", got, args[0])
	}
}

// codeOf is how a process ended, as a shell says it.
func codeOf(ended *os.ProcessState) int {
	if by, ok := ended.Sys().(syscall.WaitStatus); ok && by.Signaled() {
		return 128 + int(by.Signal())
	}
	return ended.ExitCode()
}

// reflex writes reflexes that pass every check and say the name of their
// directory.
func reflex(ts *testscript.TestScript, args []string) {
	for _, dir := range args {
		dir = ts.MkAbs(dir)
		ts.Check(os.MkdirAll(dir, 0o755))
		ts.Check(os.WriteFile(filepath.Join(dir, "reflex.toml"), []byte(gittest.Saying(filepath.Base(dir))), 0o644))
	}
}

// publish makes the files below a directory the next commit of a repository's
// main, which is made when it is not there, and tags it. A tag written
// `annotated:<name>` is an annotated one; `symlink:<path>=<target>` and
// `submodule:<path>` are added beside the files.
//
//	publish radhi/home tree v1.0.0
func publish(ts *testscript.TestScript, args []string) {
	script, err := commitOf(ts.MkAbs(args[1]), args[2:])
	ts.Check(err)
	dir := filepath.Join(ts.Getenv("REPOS"), args[0])
	if _, err := os.Stat(dir); err == nil {
		ts.Check(gittest.Repo{Dir: dir}.Append(script))
		return
	}
	_, err = gittest.Build(dir, script)
	ts.Check(err)
}

// commitOf is a gittest script of one commit.
func commitOf(dir string, extras []string) (string, error) {
	var before, after strings.Builder
	for _, extra := range extras {
		kind, rest, special := strings.Cut(extra, ":")
		switch {
		case !special:
			fmt.Fprintf(&after, "tag %s\n", extra)
		case kind == "annotated":
			fmt.Fprintf(&after, "annotate %s\n", rest)
		default:
			fmt.Fprintf(&before, "%s tree/%s\n", kind, strings.Replace(rest, "=", " ", 1))
		}
	}
	files, err := filesBelow(dir)
	if err != nil {
		return "", err
	}
	archive := &txtar.Archive{Comment: []byte(before.String() + "commit tree\n" + after.String())}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		archive.Files = append(archive.Files, txtar.File{Name: "tree/" + path, Data: files[path]})
	}
	return string(txtar.Format(archive)), nil
}

// filesBelow are the files below a directory by their paths in it, and a file
// alone as ".". A directory that is not there has none.
func filesBelow(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		inside, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(inside)], err = os.ReadFile(path)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return files, err
}

// liar serves a repository whose tags are the lines of a file, and which says
// a file's text instead of its pack.
func liar(ts *testscript.TestScript, server *gittest.Server, args []string) {
	var refs []gittest.Ref
	for tag := range strings.Lines(ts.ReadFile(args[1])) {
		refs = append(refs, gittest.Ref{Name: "refs/tags/" + strings.TrimSuffix(tag, "\n"), ID: strings.Repeat("1", 40)})
	}
	folder := filepath.Base(ts.Getenv("REPOS"))
	server.Mount("/"+folder+"/"+args[0], &gittest.Fake{Refs: refs, Error: ts.ReadFile(args[2])})
}

// snapshots are the files below paths, as they were when they were taken;
// takenHere is the key of a script's own.
type (
	snapshots map[string]map[string][]byte
	takenHere struct{}
)

// snapshot remembers every file below the paths, byte for byte.
func snapshot(ts *testscript.TestScript, args []string) {
	for _, path := range args {
		path = ts.MkAbs(path)
		files, err := filesBelow(path)
		ts.Check(err)
		ts.Value(takenHere{}).(snapshots)[path] = files
	}
}

// unchanged fails when a file below the paths came, went or changed since its
// snapshot.
func unchanged(ts *testscript.TestScript, args []string) {
	for _, path := range args {
		path = ts.MkAbs(path)
		before, ok := ts.Value(takenHere{}).(snapshots)[path]
		if !ok {
			ts.Fatalf("no snapshot of %s was taken", path)
		}
		now, err := filesBelow(path)
		ts.Check(err)
		for _, file := range slices.Sorted(maps.Keys(union(before, now))) {
			if was, is := before[file], now[file]; !bytes.Equal(was, is) || (was == nil) != (is == nil) {
				ts.Fatalf("%s changed\nbefore:\n%s\nnow:\n%s", filepath.Join(path, file), was, is)
			}
		}
	}
}

func union(a, b map[string][]byte) map[string][]byte {
	both := maps.Clone(b)
	if both == nil {
		both = map[string][]byte{}
	}
	maps.Copy(both, a)
	return both
}

// give makes everything below the paths nobody's, the temporary directory too,
// and lets nobody reach the script's files and the programs.
func give(ts *testscript.TestScript, args []string) {
	if os.Geteuid() != 0 {
		return
	}
	program, err := exec.LookPath("sinew")
	ts.Check(err)
	for _, dir := range []string{filepath.Dir(ts.Getenv("WORK")), filepath.Dir(filepath.Dir(program))} {
		ts.Check(os.Chmod(dir, 0o755))
	}
	for _, path := range append(args, ts.Getenv("TMPDIR")) {
		ts.Check(filepath.WalkDir(ts.MkAbs(path), func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return os.Lchown(path, nobody, nobody)
		}))
	}
}
