package state_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sinew/internal/state"
	"sinew/internal/testuser"
	"sinew/pkg/diag"
)

// editEnv makes the test binary a child that adds lines to the evoke.toml of
// that directory.
const editEnv = "STATE_TEST_EDIT"

func TestMain(m *testing.M) {
	if root := os.Getenv(editEnv); root != "" {
		addLines(root)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const linesPerChild = 25

func addLines(root string) {
	paths, err := state.Locate("sinew", os.Getenv)
	for i := 0; i < linesPerChild && err == nil; i++ {
		err = paths.Edit(context.Background(), paths.At(root), appending("evoke.toml", fmt.Sprintf("# %d %d\n", os.Getpid(), i)))
		fmt.Println("added")
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func appending(path, line string) state.Edit {
	return state.Edit{Path: path, Apply: func(old []byte) ([]byte, error) {
		return append(bytes.Clone(old), line...), nil
	}}
}

func TestEditsOfSeveralProcessesAllCount(t *testing.T) {
	paths, project := app(t)
	must(t, paths.Trust(t.Context(), project))
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			child := editor(paths, project)
			if out, err := child.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	group.Wait()
	text, err := os.ReadFile(filepath.Join(project.Root, "evoke.toml"))
	must(t, err)
	if got := strings.Count(string(text), "# "); got != 6*linesPerChild {
		t.Errorf("%d lines of %d are there", got, 6*linesPerChild)
	}
	must(t, check(t, paths, project))
	wantNames(t, project.Root, "evoke.toml", "overlays")
}

func TestAKilledEditorLeavesOneWholeTextAndNoLock(t *testing.T) {
	paths, project := app(t)
	for i := range 8 {
		child := editor(paths, project)
		out, err := child.StdoutPipe()
		must(t, err)
		must(t, child.Start())
		lines := bufio.NewScanner(out)
		for range i + 1 {
			lines.Scan()
		}
		must(t, child.Process.Kill())
		_ = child.Wait()
		text, err := os.ReadFile(filepath.Join(project.Root, "evoke.toml"))
		must(t, err)
		if !strings.HasPrefix(string(text), state.DefaultProject) || !strings.HasSuffix(string(text), "\n") {
			t.Fatalf("the file holds %q", text)
		}
	}
	must(t, paths.Edit(t.Context(), project, appending("evoke.toml", "# last\n")))
}

func editor(paths state.Paths, project state.Project) *exec.Cmd {
	child := exec.Command(os.Args[0])
	home := filepath.Dir(filepath.Dir(paths.HomeProject))
	child.Env = []string{editEnv + "=" + project.Root, "HOME=" + home}
	if races := os.Getenv("GORACE"); races != "" {
		child.Env = append(child.Env, "GORACE="+races)
	}
	return child
}

func TestOurOwnWritesRenewTheTrustThatWasThere(t *testing.T) {
	paths, project := app(t)
	edits := []state.Edit{
		appending("evoke.toml", "# one\n"), appending("evoke.lock", "lock = 1\n"), appending("evoke.toml", "# two\n"),
		appending("vocab/rooms.toml", "den = \"x\"\n"), appending("overlays/lights.toml", "# x\n"),
		appending("overlays/a.toml", ""), appending("evoke.d.ts", "// types\n"),
	}
	must(t, paths.Edit(t.Context(), project, edits...))
	wantFile(t, filepath.Join(project.Root, "evoke.toml"), state.DefaultProject+"# one\n# two\n")
	wantFile(t, filepath.Join(project.Root, "vocab", "rooms.toml"), "den = \"x\"\n")
	wantProblem(t, check(t, paths, project), project.Root+" is not trusted") // never created

	must(t, paths.Trust(t.Context(), project))
	must(t, paths.Edit(t.Context(), project, edits...))
	must(t, check(t, paths, project))
}

func TestOurOwnWritesBlessNoChangeOfSomebodyElse(t *testing.T) {
	paths, project := app(t)
	must(t, paths.Trust(t.Context(), project))
	put(t, filepath.Join(project.Root, "overlays", "lights.toml"), "\"lights out\" = {}\n")
	must(t, paths.Edit(t.Context(), project, appending("evoke.toml", "# ours\n")))
	wantProblem(t, check(t, paths, project), project.Root+" changed since you trusted it")
}

func TestARefusedEditWritesNothing(t *testing.T) {
	paths, project := app(t)
	refused := errors.New("no longer reads")
	err := paths.Edit(t.Context(), project, appending("evoke.toml", "x"), state.Edit{
		Path:  "evoke.lock",
		Apply: func([]byte) ([]byte, error) { return []byte("half"), refused },
	})
	if err != refused {
		t.Errorf("the error is %v", err)
	}
	wantFile(t, filepath.Join(project.Root, "evoke.toml"), state.DefaultProject)
	wantNames(t, project.Root, "evoke.toml", "overlays")
}

func TestNothingBesideTheFilesOfAProjectIsWritten(t *testing.T) {
	paths, project := app(t)
	for _, path := range []string{
		"", ".", "..", "../evoke.toml", "/evoke.toml", "README", "overlays/../evoke.toml", "overlays/x/y.toml", "overlays/.toml",
		"overlays/X.toml", "overlays/none.toml", "vocab/../../x.toml", "vocab//x.toml", "overlays/x", ".git/config",
	} {
		if err := paths.Edit(t.Context(), project, appending(path, "x")); err == nil {
			t.Errorf("%q was written", path)
		}
	}
	wantNames(t, project.Root, "evoke.toml", "overlays")
}

func TestWhatStaysTheSameIsNotWritten(t *testing.T) {
	paths, project := app(t)
	must(t, paths.Trust(t.Context(), project))
	must(t, os.Chmod(project.Root, 0o555))
	t.Cleanup(func() { os.Chmod(project.Root, 0o755) })
	testuser.Run(t, filepath.Dir(filepath.Dir(project.Root)), func() {
		same := state.Edit{Path: "evoke.toml", Apply: func(old []byte) ([]byte, error) { return old, nil }}
		none := state.Edit{Path: "evoke.lock", Apply: func([]byte) ([]byte, error) { return nil, nil }}
		if err := paths.Edit(t.Context(), project, same, none); err != nil {
			t.Error(err)
		}
		err := paths.Edit(t.Context(), project, appending("evoke.lock", "x"))
		if want := "writing " + filepath.Join(project.Root, "evoke.lock") + ": permission denied"; err == nil || err.Error() != want {
			t.Errorf("the error is %v, want %s", err, want)
		}
	})
}

func TestALinkIsWrittenThroughWhereThePersonAnswersForIt(t *testing.T) {
	link := func(t *testing.T, root, file string) (victim string) {
		victim = filepath.Join(t.TempDir(), "victim")
		put(t, victim, "mine\n")
		must(t, os.RemoveAll(filepath.Join(root, file)))
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(root, file)), 0o755))
		must(t, os.Symlink(victim, filepath.Join(root, file)))
		return victim
	}
	t.Run("home", func(t *testing.T) {
		paths, home := machine(t)
		project, err := paths.Open(t.Context(), home)
		must(t, err)
		for _, file := range []string{"evoke.toml", "evoke.lock", "evoke.d.ts", "overlays/x.toml"} {
			target := link(t, project.Root, file)
			must(t, paths.Edit(t.Context(), project, appending(file, "ours\n")))
			wantFile(t, target, "mine\nours\n")
		}
	})
	for _, file := range []string{"evoke.toml", "evoke.lock", "evoke.d.ts", "overlays/lights.toml", "vocab/new.toml"} {
		t.Run(file, func(t *testing.T) {
			paths, project := app(t)
			target := link(t, project.Root, file)
			var refused diag.Problems
			if err := paths.Edit(t.Context(), project, appending(file, "ours\n")); !errors.As(err, &refused) || !strings.Contains(err.Error(), " is a symbolic link") {
				t.Errorf("the error is %v", err)
			}
			wantFile(t, target, "mine\n")

			must(t, paths.Trust(t.Context(), project))
			err := paths.Edit(t.Context(), project, appending(file, "ours\n"))
			if file == "evoke.d.ts" { // trust says nothing of it
				if !errors.As(err, &refused) {
					t.Errorf("the error is %v", err)
				}
				wantFile(t, target, "mine\n")
				return
			}
			must(t, err)
			wantFile(t, target, "mine\nours\n")
			must(t, check(t, paths, project))
		})
	}
}

func TestADirectoryThatIsALinkCountsAsOne(t *testing.T) {
	paths, project := app(t)
	elsewhere := t.TempDir()
	must(t, os.Symlink(elsewhere, filepath.Join(project.Root, "vocab")))
	var refused diag.Problems
	if err := paths.Edit(t.Context(), project, appending("vocab/rooms.toml", "x = \"y\"\n")); !errors.As(err, &refused) {
		t.Errorf("the error is %v", err)
	}
	wantNames(t, elsewhere)
}
