package state_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sinew/internal/state"
	"sinew/pkg/diag"
)

func TestTrustIsGivenAndLostWithTheContent(t *testing.T) {
	for name, change := range map[string]func(app string) error{
		"evoke.toml":     func(app string) error { return os.WriteFile(app+"/evoke.toml", []byte("x"), 0o644) },
		"a lock appears": func(app string) error { return os.WriteFile(app+"/evoke.lock", nil, 0o644) },
		"an overlay":     func(app string) error { return os.WriteFile(app+"/overlays/lights.toml", []byte("x"), 0o644) },
		"a new overlay":  func(app string) error { return os.WriteFile(app+"/overlays/timer.toml", nil, 0o644) },
		"a new vocabulary": func(app string) error {
			return errors.Join(os.Mkdir(app+"/vocab", 0o755), os.WriteFile(app+"/vocab/rooms.toml", nil, 0o644))
		},
		"a renamed file": func(app string) error { return os.Rename(app+"/overlays/lights.toml", app+"/overlays/light.toml") },
	} {
		t.Run(name, func(t *testing.T) {
			paths, project := app(t)
			wantProblem(t, check(t, paths, project), project.Root+" is not trusted")
			must(t, paths.Trust(t.Context(), project))
			must(t, check(t, paths, project))
			must(t, change(project.Root))
			wantProblem(t, check(t, paths, project), project.Root+" changed since you trusted it")
			must(t, paths.Trust(t.Context(), project))
			must(t, check(t, paths, project))
		})
	}
}

func TestWhatIsNotOwnedDoesNotCount(t *testing.T) {
	paths, project := app(t)
	must(t, paths.Trust(t.Context(), project))
	for _, other := range []string{"evoke.d.ts", "README", "hello/reflex.toml", "overlays/none.toml", "overlays/Big.toml", "overlays/notes.txt", "overlays/.tmp-x"} {
		put(t, filepath.Join(project.Root, other), "x")
	}
	must(t, os.MkdirAll(filepath.Join(project.Root, "overlays", "dir.toml"), 0o755))
	must(t, os.Symlink("gone", filepath.Join(project.Root, "overlays", "dangling.toml")))
	must(t, check(t, paths, project))
}

// The digest is the manual's shell recipe over the owned files.
func TestTheDigestIsTheShellRecipe(t *testing.T) {
	if _, err := exec.LookPath("sha256sum"); err != nil {
		t.Skip("needs sha256sum")
	}
	_, project := app(t)
	put(t, filepath.Join(project.Root, "evoke.lock"), "lock = 1\n")
	put(t, filepath.Join(project.Root, "vocab", "rooms.toml"), "den = \"x\"\n")
	owned, err := project.Read()
	must(t, err)
	recipe := exec.Command("sh", "-c", `find . -type f | sed 's|^\./||' | LC_ALL=C sort | xargs sha256sum | sha256sum`)
	recipe.Dir = project.Root
	out, err := recipe.Output()
	must(t, err)
	if hex, _, _ := strings.Cut(string(out), " "); owned.Digest().Hex() != hex {
		t.Errorf("the digest is %s, want %s", owned.Digest(), hex)
	}
}

func TestTheHomeProjectNeedsNoTrust(t *testing.T) {
	paths, home := machine(t)
	project, err := paths.Open(t.Context(), home)
	must(t, err)
	must(t, check(t, paths, project))
	must(t, paths.Trust(t.Context(), project))
	if _, err := os.Lstat(paths.State); !os.IsNotExist(err) {
		t.Errorf("state was written: %v", err)
	}
}

func TestTrustIsOnePrivateLineUnderTheRealPath(t *testing.T) {
	paths, project := app(t)
	file := filepath.Join(paths.State, "trust.toml")
	put(t, file, "# mine\n\"/other\" = \"h1:00\" # kept\n")
	link := filepath.Join(filepath.Dir(project.Root), "link")
	must(t, os.Symlink(project.Root, link))
	linked := paths.At(link)
	must(t, paths.Trust(t.Context(), linked))
	must(t, check(t, paths, project))
	owned, err := project.Read()
	must(t, err)
	wantFile(t, file, "# mine\n\"/other\" = \"h1:00\" # kept\n\""+project.Root+"\" = \""+string(owned.Digest())+"\"\n")

	must(t, os.Remove(file))
	must(t, paths.Trust(t.Context(), project))
	wantMode(t, file, 0o600)
}

func TestATrustFileThatDoesNotReadNamesItselfAndIsWrittenAfresh(t *testing.T) {
	paths, project := app(t)
	file := filepath.Join(paths.State, "trust.toml")
	put(t, file, "not toml")
	err := check(t, paths, project)
	var failed *diag.Failure
	if !errors.As(err, &failed) || failed.What != "reading "+file || failed.Why == nil || failed.Fix.Kind != diag.FixTrust {
		t.Fatalf("the error is %#v", err)
	}
	must(t, paths.Trust(t.Context(), project))
	must(t, check(t, paths, project))
	text, err := os.ReadFile(file)
	must(t, err)
	if strings.Contains(string(text), "not toml") {
		t.Errorf("the file holds %q", text)
	}
}

func TestAnEntryThatIsNoDigestIsNoTrust(t *testing.T) {
	paths, project := app(t)
	for _, value := range []string{`""`, `"h1:"`, `1`, `true`, `{}`, `["h1:00"]`, `"no digest"`} {
		put(t, filepath.Join(paths.State, "trust.toml"), "\""+project.Real+"\" = "+value+"\n")
		wantProblem(t, check(t, paths, project), project.Root+" changed since you trusted it")
	}
	must(t, paths.Trust(t.Context(), project))
	must(t, check(t, paths, project))
}

func TestAHostileProjectIsReadWithinLimits(t *testing.T) {
	for name, plant := range map[string]func(app string) error{
		"a pipe":   func(app string) error { return syscall.Mkfifo(app+"/evoke.lock", 0o600) },
		"a device": func(app string) error { return os.Symlink("/dev/zero", app+"/evoke.lock") },
		"a big file": func(app string) error {
			return errors.Join(os.WriteFile(app+"/evoke.lock", nil, 0o644), os.Truncate(app+"/evoke.lock", 1<<40))
		},
		"a loop":                 func(app string) error { return os.Symlink("evoke.lock", app+"/evoke.lock") },
		"a file for a directory": func(app string) error { return os.WriteFile(app+"/vocab", nil, 0o644) },
		"a pipe as an overlay":   func(app string) error { return syscall.Mkfifo(app+"/overlays/x.toml", 0o600) },
		"one file many times": func(app string) error {
			err := os.Mkdir(app+"/vocab", 0o755)
			err = errors.Join(err, os.WriteFile(app+"/big", make([]byte, 3<<20), 0o644))
			for _, stem := range strings.Fields("a b c d e f g") {
				err = errors.Join(err, os.Symlink("../big", app+"/vocab/"+stem+".toml"))
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, project := app(t)
			must(t, plant(project.Root))
			_, err := project.Read()
			var failed *diag.Failure
			if !errors.As(err, &failed) || !strings.HasPrefix(failed.What, "reading "+project.Root+"/") {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

// app is a project beside the home, with an overlay.
func app(t *testing.T) (state.Paths, state.Project) {
	t.Helper()
	paths, home := machine(t)
	root := filepath.Join(home, "app")
	put(t, filepath.Join(root, "evoke.toml"), state.DefaultProject)
	put(t, filepath.Join(root, "overlays", "lights.toml"), "[examples]\n")
	return paths, paths.Find(root)
}

func check(t *testing.T, paths state.Paths, project state.Project) error {
	t.Helper()
	owned, err := project.Read()
	must(t, err)
	return paths.CheckTrust(project, owned)
}

func wantProblem(t *testing.T, err error, message string) {
	t.Helper()
	var problems diag.Problems
	if !errors.As(err, &problems) || len(problems) != 1 || problems[0].Message != message || problems[0].Fix.Kind != diag.FixTrust {
		t.Errorf("the error is %v, want %s", err, message)
	}
}
