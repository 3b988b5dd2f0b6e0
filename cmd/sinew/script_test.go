package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"sinew/cmd/sinew/cli"
	"sinew/internal/gittest"
)

// The program is this test binary under its own name, so that coverage and the
// race detector reach it.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"sinew": anybody, "evoke": anybody, "with": with})
}

// anybody is the program without its line about root, so that a script's output
// is the same whoever runs the tests.
func anybody() {
	cli.SaysRoot = false
	main()
}

// update writes what a script compares with anew, where it differs.
var update = flag.Bool("update", false, "rewrite the expected files of the scripts")

// The scripts share one server. Each has a home of its own, whose git
// configuration takes https://github.com/ for the script's folder of it, and
// $REPOS names that folder.
func TestScripts(t *testing.T) {
	server, root := serve(t)
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Condition:           condition,
		Cmds:                commands(server),
		Setup:               func(env *testscript.Env) error { return settle(env, server, root) },
	})
}

// serve is a server of the repositories below a folder, for one test.
func serve(t *testing.T) (*gittest.Server, string) {
	t.Helper()
	if !gittest.HasGit() {
		t.Skip("needs git")
	}
	root := t.TempDir()
	server, err := gittest.Serve(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server, root
}

// settle gives a script its home, its folder of the server and its variables.
func settle(env *testscript.Env, server *gittest.Server, root string) error {
	name := filepath.Base(env.WorkDir)
	mine := &gittest.Server{URL: server.URL + "/" + name, CA: server.CA}
	home, err := gittest.NewHome(filepath.Join(env.WorkDir, "home"), mine)
	if err != nil {
		return err
	}
	for _, v := range home.Variables() {
		if !strings.HasPrefix(v, "XDG_") { // so that HOME alone says where everything is
			env.Vars = append(env.Vars, v)
		}
	}
	env.Values[takenHere{}] = snapshots{}
	repos := filepath.Join(root, name)
	env.Setenv("REPOS", repos)
	env.Setenv("GORACE", "atexit_sleep_ms=0") // else each program built to detect races ends a second late
	env.Setenv("URL", mine.URL)
	env.Setenv("SINEW_TESTDATA", testdata())
	return os.MkdirAll(repos, 0o755)
}

// condition knows [testdata]: whether there is a folder of shared test data.
func condition(name string) (bool, error) {
	if name == "testdata" {
		return testdata() != "", nil
	}
	return false, fmt.Errorf("no condition %q", name)
}

// testdata is the folder of shared test data, absolute; "" for none.
func testdata() string {
	named := os.Getenv("SINEW_TESTDATA")
	if named == "" {
		return ""
	}
	absolute, err := filepath.Abs(named)
	if err != nil {
		return ""
	}
	return absolute
}
