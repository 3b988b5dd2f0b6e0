package report

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"sinew/pkg/diag"
)

func TestASizeHasThreeDigitsAtMost(t *testing.T) {
	for bytes, want := range map[int64]string{
		0: "0 B", 1: "1 B", 999: "999 B", 1000: "1.0 KB", 9949: "9.9 KB", 9951: "10 KB", 123_456: "123 KB", 999_499: "999 KB",
		999_501: "1.0 MB", 5_500_000_000: "5.5 GB", 1 << 62: "4611686 TB",
	} {
		if got := Size(bytes); got != want {
			t.Errorf("%d is %s, want %s", bytes, got, want)
		}
	}
}

func TestAPruneSaysWhatWentAndWhatStays(t *testing.T) {
	for _, c := range []struct {
		pruned PrunedV1
		want   []string
	}{
		{PrunedV1{}, []string{"  nothing to prune"}},
		{PrunedV1{Entries: 1, Bytes: 5}, []string{"- 1 entry, 5 B"}},
		{PrunedV1{Entries: 2, Leftovers: 1, InUse: 2, Bytes: 2000}, []string{"- 2 entries and 1 leftover, 2.0 KB", "  2 entries are in use"}},
		{PrunedV1{Leftovers: 3, InUse: 1, DryRun: true}, []string{"  would remove 3 leftovers, 0 B", "  1 entry is in use"}},
	} {
		if got := (Words{}).Pruned(c.pruned); !slices.Equal(got, c.want) {
			t.Errorf("%+v is %q", c.pruned, got)
		}
	}
}

func TestWhatFailedIsAProblemToo(t *testing.T) {
	w := Words{Program: "sinew", Command: "sync"}
	got := w.Mendables(&diag.Failure{What: "fetching x", Why: errors.New("\u202eno")})
	line, err := CleanJSONLine(got)
	if want := `[{"message":"fetching x: \u202eno","fix":{"type":"rerun"},"command":"sinew sync"}]`; err != nil || line != want {
		t.Errorf("it is %s, %v", line, err)
	}
	if line, _ := CleanJSONLine(w.Mendables(nil)); line != "[]" {
		t.Errorf("nothing is %s", line)
	}
}

func FuzzJSONIsOneCleanLineThatReadsBack(f *testing.F) {
	f.Add("::x ##[y] \u202e \x7f \x00 \n <&>")
	f.Fuzz(func(t *testing.T, message string) {
		message = strings.ToValidUTF8(message, "")
		line, err := CleanJSONLine(MendableV1{Reflex: "r", ProblemV1: ProblemV1{Message: message}})
		if err != nil || strings.ContainsAny(line, "\n\x1b\x7f\u202e") {
			t.Fatalf("%q is %q, %v", message, line, err)
		}
		var back struct{ Message string }
		if err := json.Unmarshal([]byte(line), &back); err != nil || back.Message != message {
			t.Errorf("%q reads back as %q, %v", message, back.Message, err)
		}
	})
}
