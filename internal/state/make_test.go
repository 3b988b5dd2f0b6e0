package state

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sinew/pkg/diag"
)

func TestADirectoryBecomesAProjectOnce(t *testing.T) {
	home := t.TempDir()
	paths := Paths{HomeProject: filepath.Join(home, ".config", "evoke"), State: filepath.Join(home, "state")}
	dir := filepath.Join(home, "app")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, want := range []bool{true, false} {
		if made, err := paths.Make(t.Context(), dir, home); made != want || err != nil {
			t.Fatalf("made %v, %v; want %v", made, err, want)
		}
		text, err := os.ReadFile(filepath.Join(dir, ProjectFile))
		if err != nil || string(text) != DefaultProject {
			t.Fatalf("evoke.toml is %q, %v", text, err)
		}
	}
}

func TestTheHomeDirectoryIsNoProjectByWhateverNameItIsReached(t *testing.T) {
	home := t.TempDir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(home, link); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{home, link} {
		_, err := Paths{State: t.TempDir()}.Make(t.Context(), dir, home)
		if _, mended := errors.AsType[diag.Problems](err); !mended {
			t.Errorf("%s: %v, want a problem", dir, err)
		}
	}
	if _, err := os.Lstat(filepath.Join(home, ProjectFile)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("evoke.toml: %v", err)
	}
}

func TestNothingIsMadeThroughALink(t *testing.T) {
	dir, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "made")
	if err := os.Symlink(elsewhere, filepath.Join(dir, ProjectFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := (Paths{State: t.TempDir()}).Make(t.Context(), dir, t.TempDir()); err == nil {
		t.Error("a link that leads nowhere was taken for no file")
	}
	if _, err := os.Lstat(elsewhere); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what the link leads to: %v", err)
	}
}
