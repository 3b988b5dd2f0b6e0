package state_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"sinew/internal/state"
	"sinew/internal/testuser"
	"sinew/pkg/diag"
)

func TestDirectoriesFollowTheEnvironmentAndTheInvokedName(t *testing.T) {
	for _, c := range []struct {
		name, invoked string
		env           map[string]string
		want          state.Paths
	}{
		{"defaults", "sinew", map[string]string{"HOME": "/h"},
			state.Paths{HomeProject: "/h/.config/evoke", Cache: "/h/.cache/sinew", State: "/h/.local/state/sinew"}},
		{"another name", "evoke", map[string]string{"HOME": "/h"},
			state.Paths{HomeProject: "/h/.config/evoke", Cache: "/h/.cache/evoke", State: "/h/.local/state/evoke"}},
		{"XDG without HOME", "sinew", map[string]string{"XDG_CONFIG_HOME": "/c", "XDG_CACHE_HOME": "/k/", "XDG_STATE_HOME": "/s"},
			state.Paths{HomeProject: "/c/evoke", Cache: "/k/sinew", State: "/s/sinew"}},
		{"a relative XDG directory", "sinew", map[string]string{"HOME": "/h", "XDG_STATE_HOME": "s", "XDG_CACHE_HOME": "."},
			state.Paths{HomeProject: "/h/.config/evoke", Cache: "/h/.cache/sinew", State: "/h/.local/state/sinew"}},
		{"a name that leads elsewhere", "..", map[string]string{"HOME": "/h"},
			state.Paths{HomeProject: "/h/.config/evoke", Cache: "/h/.cache/sinew", State: "/h/.local/state/sinew"}},
		{"no name", "", map[string]string{"HOME": "/h"},
			state.Paths{HomeProject: "/h/.config/evoke", Cache: "/h/.cache/sinew", State: "/h/.local/state/sinew"}},
	} {
		got, err := state.Locate(c.invoked, func(key string) string { return c.env[key] })
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
	}
}

func TestWithoutAHomeDirectoryTheFixIsToNameOne(t *testing.T) {
	for home, want := range map[string]string{"": "HOME is not set", "here": "HOME is no absolute path"} {
		_, err := state.Locate("sinew", func(key string) string {
			return map[string]string{"HOME": home, "XDG_CONFIG_HOME": "/c"}[key]
		})
		var failed *diag.Failure
		if !errors.As(err, &failed) || err.Error() != "finding the home directory: "+want || failed.Fix.Var != "HOME" {
			t.Errorf("the error is %v", err)
		}
	}
}

func TestTheNearestProjectUpwardIsFound(t *testing.T) {
	paths, home := machine(t)
	app := filepath.Join(home, "app")
	put(t, filepath.Join(app, "evoke.toml"), "")
	must(t, os.MkdirAll(filepath.Join(app, "src", "evoke.toml"), 0o755)) // a directory is no file
	must(t, os.MkdirAll(filepath.Join(app, "linked"), 0o755))
	must(t, os.Symlink("../evoke.toml", filepath.Join(app, "linked", "evoke.toml")))
	for dir, want := range map[string]string{
		app:                                app,
		filepath.Join(app, "src"):          app,
		filepath.Join(app, "gone", "deep"): app,
		filepath.Join(app, "linked"):       filepath.Join(app, "linked"),
		home:                               paths.HomeProject,
		"/":                                paths.HomeProject,
	} {
		got := paths.Find(dir)
		if got.Root != want || got.IsHome != (want == paths.HomeProject) {
			t.Errorf("%s: %+v, want %s", dir, got, want)
		}
	}
}

func TestAFoundProjectIsHomeThroughALinkToo(t *testing.T) {
	paths, home := machine(t)
	dots := filepath.Join(home, "dots")
	put(t, filepath.Join(dots, "evoke.toml"), "")
	must(t, os.MkdirAll(filepath.Dir(paths.HomeProject), 0o755))
	must(t, os.Symlink(dots, paths.HomeProject))
	got := paths.Find(dots)
	if !got.IsHome || got.Root != dots || got.Real != dots {
		t.Errorf("found %+v", got)
	}
}

func TestFirstUseWritesTheHomeProjectOnce(t *testing.T) {
	paths, home := machine(t)
	project, err := paths.Open(t.Context(), home)
	must(t, err)
	if !project.IsHome || project.Root != paths.HomeProject {
		t.Errorf("opened %+v", project)
	}
	file := filepath.Join(paths.HomeProject, "evoke.toml")
	wantFile(t, file, "adapter = \"local\"\n")
	put(t, file, "adapter = \"replay\"\n")
	_, err = paths.Open(t.Context(), home)
	must(t, err)
	wantFile(t, file, "adapter = \"replay\"\n")
	wantNames(t, paths.HomeProject, "evoke.toml")
}

func TestAnotherProjectIsOpenedAsItIs(t *testing.T) {
	paths, home := machine(t)
	app := filepath.Join(home, "app")
	put(t, filepath.Join(app, "evoke.toml"), "")
	_, err := paths.Open(t.Context(), app)
	must(t, err)
	if _, err := os.Lstat(paths.HomeProject); !os.IsNotExist(err) {
		t.Errorf("the home project is there: %v", err)
	}
}

func TestFirstUseInAReadOnlyHomeIsTheDefaultProject(t *testing.T) {
	paths, home := machine(t)
	must(t, os.Chmod(home, 0o555))
	t.Cleanup(func() { os.Chmod(home, 0o755) })
	testuser.Run(t, filepath.Dir(home), func() {
		project, err := paths.Open(t.Context(), home)
		if err != nil || !project.IsHome {
			t.Errorf("opened %+v, %v", project, err)
			return
		}
		owned, err := project.Read()
		if err != nil || string(owned.Project) != state.DefaultProject {
			t.Errorf("read %q, %v", owned.Project, err)
		}
	})
}

func TestTheRuntimeIsRecordedPrivately(t *testing.T) {
	paths, _ := machine(t)
	if node, err := paths.Runtime(); node != "" || err != nil {
		t.Errorf("before: %q, %v", node, err)
	}
	must(t, paths.RecordRuntime("/usr/bin/node"))
	file := filepath.Join(paths.State, "runtime")
	wantFile(t, file, "/usr/bin/node\n")
	wantMode(t, file, 0o600)
	wantMode(t, paths.State, 0o700)
	must(t, os.Chmod(paths.State, 0o500)) // what is recorded already is not written
	t.Cleanup(func() { os.Chmod(paths.State, 0o700) })
	testuser.Run(t, filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(paths.State)))), func() {
		if err := paths.RecordRuntime("/usr/bin/node"); err != nil {
			t.Error(err)
		}
		if node, err := paths.Runtime(); node != "/usr/bin/node" || err != nil {
			t.Errorf("recorded %q, %v", node, err)
		}
		if err := paths.RecordRuntime("/other/node"); err == nil {
			t.Error("a record was written in a read-only directory")
		}
	})
}

func TestARecordThatIsNoPathIsNone(t *testing.T) {
	paths, _ := machine(t)
	for _, bad := range []string{"", "\n", "node\n", "/usr/bin/node\n/bin/sh\n", "/a\x1bb\n", "/a\xff\n"} {
		put(t, filepath.Join(paths.State, "runtime"), bad)
		if node, err := paths.Runtime(); node != "" || err != nil {
			t.Errorf("%q: %q, %v", bad, node, err)
		}
	}
}

func ExampleLocate() {
	paths, _ := state.Locate("sinew", func(key string) string {
		return map[string]string{"HOME": "/home/ada"}[key]
	})
	fmt.Println(paths.HomeProject)
	fmt.Println(paths.Store())
	// Output:
	// /home/ada/.config/evoke
	// /home/ada/.cache/sinew/store
}

// machine is a home directory of its own, empty.
func machine(t *testing.T) (paths state.Paths, home string) {
	t.Helper()
	temp, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	home = filepath.Join(temp, "home")
	must(t, os.Mkdir(home, 0o755))
	paths, err = state.Locate("sinew", func(key string) string { return map[string]string{"HOME": home}[key] })
	must(t, err)
	return paths, home
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, file, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(file), 0o755))
	must(t, os.WriteFile(file, []byte(text), 0o644))
}

func wantFile(t *testing.T, file, want string) {
	t.Helper()
	got, err := os.ReadFile(file)
	must(t, err)
	if string(got) != want {
		t.Errorf("%s holds %q, want %q", file, got, want)
	}
}

func wantMode(t *testing.T, path string, want os.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	if info.Mode().Perm() != want {
		t.Errorf("%s has mode %v, want %v", path, info.Mode().Perm(), want)
	}
}

func wantNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s holds %v, want %v", dir, got, want)
	}
}
