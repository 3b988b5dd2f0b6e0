package gitpack_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sinew/internal/gittest"
	"sinew/resolve/remote/gitpack"
)

// readsPack names, in a child's environment, a pack to read.
const readsPack = "GITPACK_TEST_READS"

func TestMain(m *testing.M) {
	if path := os.Getenv(readsPack); path != "" {
		os.Exit(readAndMeasure(path))
	}
	os.Exit(m.Run())
}

// readAndMeasure prints the error of reading a pack, and the most memory this
// process ever had, in kB.
func readAndMeasure(path string) int {
	pack, err := os.ReadFile(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	_, err = gitpack.Read(pack, gitpack.SHA1, gitpack.Limits{})
	kB, _ := gittest.PeakMemory()
	fmt.Printf("%v\n%d\n", err, kB)
	return 0
}

func TestAPackThatUnfoldsToMuchIsRefusedWithLittleMemory(t *testing.T) {
	if _, ok := gittest.PeakMemory(); !ok {
		t.Skip("needs /proc/self/status")
	}
	many := make([]gittest.Entry, 40)
	for i := range many {
		many[i] = gittest.Entry{Type: gittest.Blob, Zeros: 10 << 20}
	}
	for name, c := range map[string]struct {
		pack  []byte
		bytes int
		why   string
	}{
		"one object of 400 MB":  {bomb(400 << 20), 520 << 10, "an object of 419430400 bytes is over 16777216"},
		"many objects of 10 MB": {gittest.Pack(many...), 520 << 10, "the pack unfolds to over 67108864 bytes"},
		"a delta to 415 MB":     {deltaBomb(415 << 20), 1 << 10, "an object of 435159040 bytes is over 16777216"},
		"a lie about an object": {gittest.Pack(gittest.Entry{Type: gittest.Blob, Zeros: 400 << 20, Size: 100}), 520 << 10, "inflates to more than its size"},
		"a lie about a delta":   {deltaBomb(100), 1 << 10, "copies from outside its base"},
		"deltas of 15 MB each":  {deltaBombs(100, 15<<20), 4 << 10, "the pack unfolds to over 67108864 bytes"},
	} {
		if len(c.pack) > c.bytes {
			t.Errorf("%s: the pack itself is of %d bytes", name, len(c.pack))
		}
		why, kB := measured(t, c.pack)
		if !strings.Contains(why, c.why) {
			t.Errorf("%s: got %s, want %s", name, why, c.why)
		}
		if kB <= 0 || kB > 128<<10 && !gittest.Race {
			t.Errorf("%s: took %d kB", name, kB)
		}
	}
}

// deltaBombs is many deltas, each of a target within the limit on one.
func deltaBombs(n int, target uint64) []byte {
	entries := []gittest.Entry{{Type: gittest.Blob, Content: []byte("base")}}
	for i := range n {
		entries = append(entries, gittest.Entry{Type: gittest.OffsetDelta, Base: i + 1, Content: gittest.Delta(4, target, 0x90, 4)})
	}
	return gittest.Pack(entries...)
}

func measured(t *testing.T, pack []byte) (why string, kB int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pack")
	if err := os.WriteFile(path, pack, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), readsPack+"="+path)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if kB, err = strconv.Atoi(lines[len(lines)-1]); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d kB", lines[0], kB)
	return lines[0], kB
}
