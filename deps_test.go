package sinew

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rooms is the order of imports: a package may import only packages of lines
// above its own. A room is a package and what lies below it, unless a longer
// line names the part. "pure" rooms touch no disk, network, clock, process or
// environment: values in, values out.
const rooms = `
pure pkg/diag
pure pkg/text
pure pkg/name
pure pkg/ref
pure pkg/tomldoc
pure pkg/tree
pure pkg/pick
pure pkg/givenname
pure pkg/manifest
pure pkg/project
pure pkg/call
pure pkg/dts
pure lockfile
pure contractdiff
pure resolve
pure internal/sidebyside
pure decide/question
pure decide/catalog
pure decide/reading
pure decide/words
pure decide/gate
pure decide/judge
pure decide/weave
pure decide/weave/plan
pure decide/weave/playbook
pure decide/weave/planner
pure decide/weave/run
pure pkg/planfile
pure exec/policy
pure pkg/hublog
pure pkg/hubsearch
host internal/atomicfile
host internal/flock
host internal/dirtree
host internal/state
pure resolve/remote/gitpack
host internal/localgit
host hub-index/std
host resolve/remote
host resolve/mirror
host store
host internal/hubtiles
host internal/hubcopy
host decide/adapter
host internal/vectorcache
host exec/sandbox
host exec/body
host exec
host internal/answers
pure internal/lineedit
top  internal/turn
top  internal/app
pure cmd/sinew/report
top  cmd/sinew/cli
top  cmd/sinew
top  cmd/hubindex
test internal/gittest
test internal/testuser
test internal/conformance
test internal/faults
test internal/eval/setfile
test internal/eval/everyday
test decide/weave/weavetest
test internal/eval/weaves
test hub-index/ci
test hub-index/schemas
test internal/eval
test bench
test tools
`

// banned is what no pure room may import.
var banned = []string{"os", "os/exec", "os/signal", "os/user", "io/ioutil", "net", "net/http", "syscall", "golang.org/x/sys/unix"}

type room struct {
	path string
	pure bool
	test bool
}

func order() []room {
	var all []room
	for line := range strings.Lines(rooms) {
		if kind, path, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			all = append(all, room{path: strings.TrimSpace(path), pure: kind == "pure", test: kind == "test"})
		}
	}
	return all
}

// roomOf is the index of the longest room that holds the package, or -1.
func roomOf(all []room, pkg string) int {
	found := -1
	for i, r := range all {
		if pkg != r.path && !strings.HasPrefix(pkg, r.path+"/") {
			continue
		}
		if found < 0 || len(r.path) > len(all[found].path) {
			found = i
		}
	}
	return found
}

func TestImportsPointOnlyToRoomsListedHigher(t *testing.T) {
	all := order()
	for _, file := range goFiles(t) {
		pkg := filepath.ToSlash(filepath.Dir(file))
		mine := roomOf(all, pkg)
		if mine < 0 {
			if pkg != "." {
				t.Errorf("%s: the package %s is in no room: list it in deps_test.go", file, pkg)
			}
			continue
		}
		for _, imported := range imports(t, file) {
			checkEdge(t, all, file, all[mine], mine, imported)
		}
	}
}

func checkEdge(t *testing.T, all []room, file string, from room, mine int, imported string) {
	t.Helper()
	isTest := strings.HasSuffix(file, "_test.go")
	if from.pure && !isTest && slices.Contains(banned, imported) {
		t.Errorf("%s: a pure room imports %s", file, imported)
	}
	inner, ours := strings.CutPrefix(imported, "sinew/")
	if !ours || isTest {
		return
	}
	switch to := roomOf(all, inner); {
	case to < 0:
		t.Errorf("%s imports %s, which is in no room", file, imported)
	case to > mine:
		t.Errorf("%s: %s imports %s, a room listed lower", file, from.path, imported)
	case all[to].test && !from.test:
		t.Errorf("%s: %s imports %s, which is for tests", file, from.path, imported)
	}
}

func TestPureRoomsNeverReadTheClock(t *testing.T) {
	all := order()
	for _, file := range goFiles(t) {
		mine := roomOf(all, filepath.ToSlash(filepath.Dir(file)))
		if mine < 0 || !all[mine].pure || strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, word := range []string{"time.Now", "time.Since", "time.Sleep"} {
			if strings.Contains(read(t, file), word+"(") {
				t.Errorf("%s: a pure room calls %s", file, word)
			}
		}
	}
}

func goFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != "." && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") {
			files = append(files, path)
		}
		return nil
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("walking the module: %v, %d files", err, len(files))
	}
	return files
}

func imports(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, spec := range parsed.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
