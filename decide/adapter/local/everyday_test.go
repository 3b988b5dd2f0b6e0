package local_test

import (
	"os"
	"strings"
	"testing"

	"sinew/decide/gate"
)

// lines are a file's lines without comments.
func lines(t testing.TB, path string) []string {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for line := range strings.Lines(string(src)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			kept = append(kept, line)
		}
	}
	return kept
}

func TestEverydayTalkRunsNothing(t *testing.T) {
	cat := installed(t)
	everyday := lines(t, "testdata/everyday.txt")
	if len(everyday) < 100 {
		t.Errorf("only %d lines", len(everyday))
	}
	outcomes := map[gate.Outcome]int{}
	for _, line := range everyday {
		d := decide(t, cat, line)
		outcomes[d.Outcome]++
		if d.Outcome == gate.Run {
			t.Errorf("%q runs %s (%v)", line, d.Call(), d.Reading.Ranking[:2])
		} else if d.Outcome != gate.Abstain {
			t.Logf("%-50q %s %s %.2f whole %v %s", line, d.Outcome, d.Call(), d.Reading.Judgments[0].P, d.Reading.Winner.Whole, gate.Reason(d.Because))
		}
	}
	t.Logf("%d lines: %v", len(everyday), outcomes)
}
