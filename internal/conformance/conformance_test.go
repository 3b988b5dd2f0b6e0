package conformance

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// manualSessions is what done.txt calls the manual's sessions.
const manualSessions = "manual:sessions"

// openData is the conformance data; the test skips where there is none.
func openData(t *testing.T) (*Data, string) {
	t.Helper()
	folder := os.Getenv("SINEW_TESTDATA")
	if folder == "" {
		t.Skip("needs SINEW_TESTDATA")
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join("..", "..", folder)
	}
	folder = filepath.Join(folder, "conformance")
	data, err := Open(os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	return data, folder
}

// done are the names in done.txt: families, flows after `transcript:`, and
// manualSessions.
func done(t *testing.T) []string {
	t.Helper()
	file, err := os.Open("done.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var names []string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if line := strings.TrimSpace(lines.Text()); line != "" && !strings.HasPrefix(line, "#") {
			names = append(names, line)
		}
	}
	return names
}

// A tally counts what became of the cases of one family, or of the commands
// of one flow.
type tally struct {
	name                              string
	passed, failed, stale, notCovered int
}

func printTable(to io.Writer, title string, rows []tally) {
	fmt.Fprintf(to, "%-26s %7s %7s %7s %16s\n", title, "passed", "failed", "stale", "not yet covered")
	sum := tally{name: "all"}
	for _, row := range rows {
		row.print(to)
		sum.passed += row.passed
		sum.failed += row.failed
		sum.stale += row.stale
		sum.notCovered += row.notCovered
	}
	sum.print(to)
}

func (c tally) print(to io.Writer) {
	fmt.Fprintf(to, "%-26s %7d %7d %7d %16d\n", c.name, c.passed, c.failed, c.stale, c.notCovered)
}

func TestTheVectorsAgree(t *testing.T) {
	data, _ := openData(t)
	families, err := data.Families()
	if err != nil {
		t.Fatal(err)
	}
	listed := done(t)
	var rows []tally
	for _, family := range families {
		t.Run(family, func(t *testing.T) {
			rows = append(rows, judgeFamily(t, data, family, slices.Contains(listed, family)))
		})
	}
	printTable(t.Output(), "family", rows)
}

// judgeFamily counts a family's cases. The cases of a family that is done must
// agree; of another the differences are only told.
func judgeFamily(t *testing.T, data *Data, family string, mustAgree bool) tally {
	t.Helper()
	cases, err := data.Cases(family)
	if err != nil {
		t.Fatal(err)
	}
	count := tally{name: family}
	ours, known := Families[family]
	for _, one := range cases {
		if one.Stale != "" {
			count.stale++
			continue
		}
		if !known {
			count.notCovered++
			continue
		}
		switch differences, covered := ours.Judge(one); {
		case !covered:
			count.notCovered++
		case len(differences) == 0:
			count.passed++
		default:
			count.failed++
			tell(t, mustAgree, "%s/%s\n  %s", family, one.Name, strings.Join(differences, "\n  "))
		}
	}
	if mustAgree && count.passed == 0 {
		t.Errorf("%s is listed as done and no case of it passes", family)
	}
	return count
}

// tell reports a difference, as an error where it is one.
func tell(t *testing.T, isError bool, format string, args ...any) {
	t.Helper()
	if isError {
		t.Errorf(format, args...)
		return
	}
	t.Logf(format, args...)
}

func TestDoneNamesOnlyWhatTheDataHolds(t *testing.T) {
	data, _ := openData(t)
	families, err := data.Families()
	if err != nil {
		t.Fatal(err)
	}
	flows, err := data.Flows()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range done(t) {
		known := slices.Contains(families, name) || name == manualSessions
		if flow, is := strings.CutPrefix(name, "transcript:"); is {
			known = slices.Contains(flows, flow)
		}
		if !known {
			t.Errorf("done.txt lists %s, which the data does not hold", name)
		}
	}
}
