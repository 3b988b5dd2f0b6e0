//go:build linux

package sandbox

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sinew/exec/policy"
)

const firstRow = "| Outside its declaration, a body… |"

// columns are the oldest Landlocks of the table's columns.
var columns = []policy.ABI{0, 1, 2, 3, 4, 5, 6, 9, 10}

// row is r's line of the table, less the tests that back it.
func (r reach) row() string {
	cells := []string{r.does}
	for _, abi := range columns {
		cell := "–"
		if abi >= r.held {
			cell = "held"
		}
		cells = append(cells, cell)
	}
	asRoot := "alike"
	if r.asRoot != r.held {
		asRoot = "held from 0"
	}
	return "| " + strings.Join(append(cells, asRoot), " | ") + " |"
}

// tableRows are the lines of the table below its head.
func tableRows(t *testing.T) []string {
	t.Helper()
	_, table, found := strings.Cut(Security(t), "\n"+firstRow)
	if !found {
		t.Fatalf("the page has no table %q", firstRow)
	}
	table, _, _ = strings.Cut(table, "\n\n")
	return strings.Split(table, "\n")[2:]
}

func TestTheSecurityPagesTableSaysWhatIsTried(t *testing.T) {
	rows := tableRows(t)
	for i, r := range reaches {
		if i >= len(rows) || !strings.HasPrefix(rows[i], r.row()) {
			t.Errorf("line %d of the table must begin\n%s", i+1, r.row())
		}
	}
	if len(rows) != len(reaches) {
		t.Errorf("the table has %d lines, and %d are tried", len(rows), len(reaches))
	}
}

var testName = regexp.MustCompile("`(Test[A-Za-z0-9]+)`")

func TestTheSecurityPageNamesTestsThatThereAre(t *testing.T) {
	there := testsOfTheRepository(t)
	for _, row := range tableRows(t) {
		cells := strings.Split(strings.Trim(row, "| "), "|")
		names := testName.FindAllStringSubmatch(cells[len(cells)-1], -1)
		if len(names) == 0 {
			t.Errorf("no test backs %s", row)
		}
		for _, name := range names {
			if !there[name[1]] {
				t.Errorf("there is no %s", name[1])
			}
		}
	}
}

func testsOfTheRepository(t *testing.T) map[string]bool {
	t.Helper()
	there := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, match := range declared.FindAllSubmatch(source, -1) {
			there[string(match[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return there
}
