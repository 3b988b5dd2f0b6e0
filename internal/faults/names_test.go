package faults

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sinew/internal/gittest"
)

func TestTheProgramsOwnNamesAsLinksAreRefusedAndLeadNowhere(t *testing.T) {
	w := newWorld(t)
	victim := filepath.Join(t.TempDir(), "victim")
	write(t, victim, "mine")
	p := w.somebody(t)
	for _, name := range []string{".lock", ".origins", ".tmp-AAAAAAAAAAAAAAAAAAAAAAAAAA", "evoke.lock", "evoke.toml", "evoke.d.ts", "overlays", "lib/text"} {
		repo := "links/" + strings.NewReplacer("/", "", ".", "").Replace(name)
		w.publish(repo, "symlink tree/lamp/"+name+" "+victim+"\n"+version("1.0.0", "lamp"))
		p.refused(1, name+" is a symbolic link", "add", repo)
	}
	if p.files().lock != "" || read(t, victim) != "mine" {
		t.Error("something was written")
	}
}

// In a project that came from somewhere, whatever stands at the name of a file
// we write may lead to any file of the person's.
func TestALinkInAProjectThatCameFromSomewhereLeadsNoWriteOut(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{"evoke.lock", "evoke.d.ts", "vocab/rooms.toml"} {
		p := w.somebody(t)
		clone := filepath.Join(p.home.Dir, "clone")
		write(t, filepath.Join(clone, "evoke.toml"), "adapter = \"local\"\n")
		victim := filepath.Join(p.home.Dir, "victim") // which is not there yet
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(clone, name)), 0o755))
		must(t, os.Symlink(victim, filepath.Join(clone, name)))
		p.dir = clone
		args := []string{"add", "std:disk"}
		if strings.HasPrefix(name, "vocab/") {
			args = []string{"vocab", "rooms", "add", "den", "The den."}
		}
		got := p.run(args...)
		if _, err := os.Lstat(victim); err == nil {
			t.Errorf("%s: was written through to %q", name, read(t, victim))
		}
		if got.code == 0 || strings.Count(got.said, "\n") != 1 {
			t.Errorf("%s: exit %d, said %q", name, got.code, got.said)
		}
	}
}

func TestASubmoduleInTheLockedTagIsRefusedAndTheLockStays(t *testing.T) {
	w := newWorld(t)
	repo := w.publish("radhi/home", version("v1.0.0", "lamp"))
	p := w.somebody(t)
	p.exits(0, "add", "radhi/home")
	must(t, repo.Append("submodule tree/vendor/lib\n"+version("v1.1.0", "lamp")))
	commit, err := repo.Commit("v1.1.0")
	must(t, err)
	// As if another tool had locked it.
	locked := p.locked("lamp")
	lock := strings.NewReplacer(locked.Commit, commit, `"1.0.0"`, `"1.1.0"`).Replace(read(t, p.file("evoke.lock")))
	write(t, p.file("evoke.lock"), lock)
	must(t, os.RemoveAll(p.store()))
	p.refused(1, "vendor/lib is a submodule", "sync")
	if read(t, p.file("evoke.lock")) != lock {
		t.Error("the lock changed")
	}
	unchanged(t, "", p.store())
}

func TestANameThatLeadsElsewhereIsRefusedBeforeAnythingIsTouched(t *testing.T) {
	w := newWorld(t)
	w.publish("radhi/home", version("v1.0.0", "lamp"))
	p := w.somebody(t)
	p.exits(0, "add", "radhi/home")
	write(t, filepath.Join(p.home.Dir, ".config", "x", "file"), "mine")
	write(t, filepath.Join(p.home.Dir, ".config", "x.toml"), "mine = 1\n")
	before := snapshot(t, p.home.Dir)
	for _, bad := range []string{"../x", "..", ".", "/x", `..\x`, "x/../../x", "lamp/../../x", "lamp\x00", ""} {
		for _, args := range [][]string{
			{"remove", bad}, {"update", bad}, {"update", "--accept", bad}, {"config", bad, "key", "value"}, {"vocab", bad, "add", "den", "The den."},
			{"show", bad}, {"run", bad}, {"add", "radhi/home/lamp", "--as", bad},
		} {
			if strings.Contains(bad, "\x00") {
				continue // no argument holds it
			}
			if got := p.run(args...); got.code != 3 {
				t.Errorf("%q: exit %d, said %s", args, got.code, got.said)
			}
		}
	}
	for _, ref := range []string{"radhi/home/../..", "radhi/..", "../home", "radhi/home/../../x", "radhi/home/.git", `radhi/home\lamp`, "std:../x"} {
		p.exits(3, "add", ref)
	}
	unchanged(t, before, p.home.Dir)
}

func TestAFileThatNamesAPlaceElsewhereIsRefusedBeforeAnythingIsTouched(t *testing.T) {
	w := newWorld(t)
	w.publish("radhi/home", version("v1.0.0", "lamp"))
	p := w.somebody(t)
	p.exits(0, "add", "radhi/home")
	sound := p.files()
	for _, bad := range []struct{ toml, lock string }{
		{strings.Replace(sound.toml, "lamp =", `"../lamp" =`, 1), sound.lock},
		{strings.Replace(sound.toml, "radhi/home/lamp", "radhi/home/../../lamp", 1), sound.lock},
		{sound.toml, strings.Replace(sound.lock, "reflexes.lamp", `reflexes."../lamp"`, 1)},
		{sound.toml, strings.Replace(sound.lock, "radhi/home/lamp", "radhi/home/../lamp", 1)},
		{sound.toml, strings.Replace(sound.lock, `"h1:`, `"h1:../../`, 1)},
	} {
		if bad.toml == sound.toml && bad.lock == sound.lock {
			t.Fatal("nothing was made bad")
		}
		write(t, p.file("evoke.toml"), bad.toml)
		write(t, p.file("evoke.lock"), bad.lock)
		before := snapshot(t, p.home.Dir)
		for _, args := range [][]string{{"remove", "lamp"}, {"sync"}, {"update"}, {"show"}, {"run", "lamp"}} {
			p.exits(3, args...)
		}
		unchanged(t, before, p.home.Dir)
	}
}

func TestANameInATreeThatLeadsElsewhereIsRefused(t *testing.T) {
	w := newWorld(t)
	repo, err := gittest.Create(filepath.Join(w.root, "bad", "names"), "sha1")
	must(t, err)
	p := w.somebody(t)
	manifest, err := repo.Blob(gittest.Saying("lamp"))
	must(t, err)
	for _, name := range []string{"..", ".", ".git", ".GIT", "git~1", `a\b`, "a\nb", "\x1b[2J"} {
		tree, err := repo.RawTree(gittest.TreeEntry{Mode: "100644", Name: name, ID: manifest}, gittest.TreeEntry{Mode: "100644", Name: "reflex.toml", ID: manifest})
		must(t, err)
		commit, err := repo.CommitTree(tree)
		must(t, err)
		_, err = repo.Run("", "tag", "--force", "v1.0.0", commit)
		must(t, err)
		got := p.exits(1, "add", "bad/names", "--as", "lamp")
		if strings.Count(got.said, "\n") != 1 || strings.Contains(got.said, "\x1b") {
			t.Errorf("%q: said %q", name, got.said)
		}
	}
	unchanged(t, "", p.store())
}

func TestNoVariableOfACIMachineIsTrust(t *testing.T) {
	w := newWorld(t)
	p := w.somebody(t)
	for _, name := range []string{"CI", "GITHUB_ACTIONS", "GITLAB_CI", "CONTINUOUS_INTEGRATION", "BUILDKITE"} {
		p.home.Set(name, "true")
	}
	p.dir = filepath.Join(p.home.Dir, "clone")
	write(t, filepath.Join(p.dir, "evoke.toml"), "adapter = \"local\"\n")
	p.exits(0, "add", "std:disk")
	p.exits(0, "sync")
	for _, args := range [][]string{{"run", "disk"}, {"how full is the disk"}, {"try", "how full is the disk"}} {
		p.refused(3, "is not trusted", args...)
	}
}

func TestAnEditByACommandChangesItsOwnLineAlone(t *testing.T) {
	const mine = `# Radhi's reflexes.
adapter = "local"   # offline

reflexes.lamp = "radhi/home/lamp"     # the lamp
reflexes."heat"="radhi/home/heat"

[config]
other = { a = "one", b = { env = "TWO" } }  # inline
`
	w := newWorld(t)
	w.publish("radhi/home", version("v1.0.0", "lamp", "heat", "wind"))
	p := w.somebody(t)
	p.exits(0, "add", "radhi/home/lamp", "radhi/home/heat")
	write(t, p.file("evoke.toml"), mine)
	p.exits(0, "add", "radhi/home/wind")
	added := read(t, p.file("evoke.toml"))
	lines := strings.Split(added, "\n")
	var rest []string
	for _, line := range lines {
		if !strings.Contains(line, "wind") {
			rest = append(rest, line)
		}
	}
	if strings.Join(rest, "\n") != mine || len(lines) != strings.Count(mine, "\n")+2 {
		t.Errorf("the file is now\n%s", added)
	}
	p.exits(0, "remove", "wind")
	if got := read(t, p.file("evoke.toml")); got != mine {
		t.Errorf("the file is now\n%s", got)
	}
	p.exits(0, "remove", "heat")
	if got, want := read(t, p.file("evoke.toml")), strings.Replace(mine, "reflexes.\"heat\"=\"radhi/home/heat\"\n", "", 1); got != want {
		t.Errorf("the file is now\n%s", got)
	}
}
