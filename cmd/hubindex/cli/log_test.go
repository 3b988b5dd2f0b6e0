package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain makes the test binary the program itself where it is asked to, for
// the tests that kill it.
func TestMain(m *testing.M) {
	if os.Getenv("HUBINDEX_RUN_MAIN") != "" {
		os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
	}
	os.Exit(m.Run())
}

// A desk is where a maintainer works: a log, its key, and a witness's.
type desk struct {
	*testing.T
	dir, log, key, vkey string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	dir := t.TempDir()
	d := &desk{T: t, dir: dir, log: filepath.Join(dir, "log"), key: filepath.Join(dir, "hub.key")}
	d.vkey = d.newKey("hub.example.org", d.key)
	return d
}

func (d *desk) newKey(name, file string) string {
	d.Helper()
	out, _ := d.run(0, "", "log", "key", name, "--key", file)
	return strings.TrimSpace(out)
}

// run runs a command line that must end with a code.
func (d *desk) run(code int, stdin string, args ...string) (stdout, stderr string) {
	d.Helper()
	var out, err strings.Builder
	got := Main(args, strings.NewReader(stdin), &out, &err, func(string) string { return "" })
	if got != code {
		d.Fatalf("hubindex %q: exit %d, want %d:\n%s%s", args, got, code, out.String(), err.String())
	}
	return out.String(), err.String()
}

// refuses runs a command line that must end with a code and one line that has
// a word and a fix in it.
func (d *desk) refuses(code int, word string, args ...string) {
	d.Helper()
	out, err := d.run(code, "", args...)
	if out != "" || strings.Count(err, "\n") != 1 || !strings.Contains(err, word) || !strings.Contains(err, " (fix: ") {
		d.Errorf("hubindex %q says %q, %q; want one line with %q and a fix", args, out, err, word)
	}
}

const noon = "2025-11-30T12:00:00Z"

func (d *desk) appendArgs(now string, more ...string) []string {
	return append([]string{"log", "append", "--log", d.log, "--key", d.key, "--now", now}, more...)
}

func (d *desk) verifyArgs(more ...string) []string {
	return append([]string{"log", "verify", "--log", d.log, "--vkey", d.vkey}, more...)
}

// observed are lines as merge writes them.
func observed(from, count int, commit string) string {
	var lines strings.Builder
	for n := from; n < from+count; n++ {
		fmt.Fprintf(&lines, "version github.com/radhi/home%d 1.0.0 %s h1:%s read h1:%s %s\n", n,
			strings.Repeat(commit, 40), strings.Repeat(commit, 64), strings.Repeat("c", 64), noon)
	}
	return lines.String()
}

func (d *desk) put(name, text string) string {
	d.Helper()
	path := filepath.Join(d.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		d.Fatal(err)
	}
	return path
}

func (d *desk) read(path string) string {
	d.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		d.Fatal(err)
	}
	return string(text)
}

func TestALogIsMadeGrownVerifiedAndAudited(t *testing.T) {
	d := newDesk(t)
	out, _ := d.run(0, observed(0, 3, "a"), d.appendArgs(noon)...)
	if out != "3 records added, 0 known: 3 records of 2025-11-30T12:00:00Z\n" {
		t.Errorf("append says %q", out)
	}
	old := d.put("old", d.read(filepath.Join(d.log, "checkpoint")))
	one, two := d.put("one", observed(1, 300, "a")), d.put("two", observed(300, 2, "a"))
	out, _ = d.run(0, "", d.appendArgs("2025-11-30T13:00:00Z", one, two)...)
	if out != "299 records added, 3 known: 302 records of 2025-11-30T13:00:00Z\n" {
		t.Errorf("append of files says %q", out)
	}
	if out, _ = d.run(0, "", d.verifyArgs()...); !strings.HasSuffix(out, "302 records of 2025-11-30T13:00:00Z\n") {
		t.Errorf("verify says %q", out)
	}
	out, _ = d.run(0, "", "log", "audit", "--log", d.log, "--vkey", d.vkey, "--old", old)
	if out != "old: 3 records of 2025-11-30T12:00:00Z\nnew: 302 records of 2025-11-30T13:00:00Z\nthe new one extends the old one\n" {
		t.Errorf("audit says %q", out)
	}
}

func TestAHostileFileNameIsEscaped(t *testing.T) {
	d := newDesk(t)
	d.run(0, observed(0, 3, "a"), d.appendArgs(noon)...)
	if err := os.WriteFile(filepath.Join(d.log, "tile", "8", "\x1b[2J"), nil, 0o644); err != nil {
		d.Fatal(err)
	}
	if _, said := d.run(3, "", d.verifyArgs()...); strings.Contains(said, "\x1b") || !strings.Contains(said, "is no tile's name") {
		t.Errorf("verify says %q", said)
	}
}

func TestAnAlarmIsLoggedAndEndsInThree(t *testing.T) {
	d := newDesk(t)
	d.run(0, observed(0, 3, "a"), d.appendArgs(noon)...)
	_, err := d.run(3, observed(2, 1, "b"), d.appendArgs(noon)...)
	if lines := strings.Split(err, "\n"); len(lines) != 3 || !strings.HasPrefix(lines[0], "alarm github.com/radhi/home2 1.0.0 bbbb") {
		t.Errorf("it says %q", err)
	}
	if out, _ := d.run(0, "", d.verifyArgs()...); !strings.Contains(out, "4 records") {
		t.Errorf("verify says %q", out)
	}
	d.run(0, observed(2, 1, "b"), d.appendArgs(noon)...)
}

func TestAVersionIsRetracted(t *testing.T) {
	d := newDesk(t)
	d.run(0, observed(0, 1, "a"), d.appendArgs(noon)...)
	retract := []string{"log", "retract", "--log", d.log, "--key", d.key, "--now", noon, "github.com/radhi/home0"}
	d.run(0, "", append(retract, "1.0.0", `it said "yes" \ too often`)...)
	if data := d.read(filepath.Join(d.log, "tile/8/data/000.p/2")); !strings.HasSuffix(data,
		`retract github.com/radhi/home0 1.0.0 2025-11-30T12:00:00Z "it said \"yes\" \\ too often"`+"\n") {
		t.Errorf("the log holds %q", data)
	}
	d.refuses(3, "1.0.1", append(retract, "1.0.1", "why")...)
	d.refuses(1, `"v1"`, append(retract, "v1", "why")...)
	d.refuses(1, "reason", append(retract, "1.0.0", "")...)
	d.refuses(1, "reason", append(retract, "1.0.0", "a\x1b[2Jb")...)
	d.run(0, "", d.verifyArgs()...)
}

func TestWhatIsWrongIsOneLineWithAFix(t *testing.T) {
	d := newDesk(t)
	d.run(0, observed(0, 300, "a"), d.appendArgs(noon)...)
	stranger := d.newKey("hub.example.org", filepath.Join(d.dir, "stranger.key"))
	witness := d.newKey("witness.example.org", filepath.Join(d.dir, "witness.key"))
	older := d.put("older", d.read(filepath.Join(d.log, "checkpoint")))
	fork := &desk{T: t, dir: d.dir, log: filepath.Join(d.dir, "fork"), key: d.key, vkey: d.vkey}
	d.run(0, observed(500, 400, "a"), fork.appendArgs(noon)...)
	audit := []string{"log", "audit", "--vkey", d.vkey, "--old"}
	d.refuses(3, "forked", append(audit, older, "--log", fork.log)...)
	d.refuses(3, "rolled back", append(audit, filepath.Join(fork.log, "checkpoint"), "--log", d.log)...)
	d.refuses(3, "not signed", "log", "verify", "--log", d.log, "--vkey", stranger)
	d.refuses(3, "cosigned by 0", d.verifyArgs("--witness", witness)...)
	d.refuses(1, "--need 2 of 1", d.verifyArgs("--witness", witness, "--need", "2")...)
	d.refuses(3, "not signed", "log", "append", "--log", d.log, "--key", filepath.Join(d.dir, "stranger.key"), os.DevNull)
	d.harm("tile/8/data/000")
	d.refuses(3, "tile/8/data/000 does not lead", d.verifyArgs()...)
}

// harm flips one bit of a file of the log.
func (d *desk) harm(name string) {
	path := filepath.Join(d.log, name)
	data := []byte(d.read(path))
	data[len(data)/3] ^= 4
	if err := os.WriteFile(path, data, 0o644); err != nil {
		d.Fatal(err)
	}
}

func TestAWitnessCosigns(t *testing.T) {
	d := newDesk(t)
	d.run(0, observed(0, 3, "a"), d.appendArgs(noon)...)
	key := filepath.Join(d.dir, "witness.key")
	witness := d.newKey("witness.example.org", key)
	cosign := []string{"log", "cosign", "--log", d.log, "--vkey", d.vkey, "--key", key}
	if out, err := d.run(0, "", cosign...); out != "signed: 3 records of 2025-11-30T12:00:00Z\n" || !strings.Contains(err, "the first checkpoint") {
		t.Errorf("cosign says %q, %q", out, err)
	}
	d.run(0, "", d.verifyArgs("--witness", witness)...)
	if _, err := d.run(0, "", cosign...); err != "" {
		t.Errorf("the second time it says %q", err)
	}
	other := &desk{T: t, dir: d.dir, log: filepath.Join(d.dir, "fork"), key: d.key}
	d.run(0, observed(9, 9, "a"), other.appendArgs(noon)...)
	d.refuses(3, "forked", "log", "cosign", "--log", other.log, "--vkey", d.vkey, "--key", key)
}

func TestTheSecretIsNeverPrinted(t *testing.T) {
	d := newDesk(t)
	file := filepath.Join(d.dir, "another.key")
	out, err := d.run(0, "", "log", "key", "hub.example.org", "--key", file)
	secret := strings.TrimSpace(d.read(file))
	fields := strings.SplitN(secret, "+", 5) // PRIVATE, KEY, the name, the hash, and the seed, which may have a + itself
	seed := fields[len(fields)-1]
	if strings.Contains(out+err, seed) || !strings.HasPrefix(out, "hub.example.org+") || !strings.Contains(err, file) {
		t.Errorf("it says %q, %q", out, err)
	}
	d.refuses(3, "never replaced", "log", "key", "hub.example.org", "--key", file)
	d.refuses(1, "can name no key", "log", "key", "a b", "--key", file+"2")
}

func TestWordsThatAreNotUnderstood(t *testing.T) {
	d := newDesk(t)
	for word, args := range map[string][]string{
		"needs a command":      {},
		`no command "publish"`: {"publish"},
		"log needs a command":  {"log"},
		`log has no command`:   {"log", "rewrite"},
		"--log is missing":     {"log", "append", "--key", d.key},
		"--key is missing":     {"log", "append", "--log", d.log},
		"no time as":           d.appendArgs("yesterday"),
		"-loud":                d.appendArgs(noon, "--loud"),
		"no verifier key":      {"log", "verify", "--log", d.log, "--vkey", "x"},
		"one word too many":    d.verifyArgs("again"),
		"no such file":         d.appendArgs(noon, filepath.Join(d.dir, "nothing")),
		"holds no log":         d.verifyArgs(),
		"no URL of a log":      {"log", "verify", "--log", "https://", "--vkey", d.vkey},
		"line 1: ":             d.appendArgs(noon, d.put("bad", "version\n")),
		"line 2: ":             d.appendArgs(noon, d.put("worse", observed(1, 1, "a")+strings.Repeat("x", 1<<20))),
		"takes one name":       {"log", "key"},
	} {
		d.refuses(1, word, args...)
	}
}

func TestHelpNamesEveryCommand(t *testing.T) {
	d := newDesk(t)
	all, _ := d.run(0, "", "--help")
	logs, _ := d.run(0, "", "log", "--help")
	one, _ := d.run(0, "", "log", "append", "--help")
	for _, word := range []string{"check", "crawl", "merge", "log key", "log append", "log cosign"} {
		if !strings.Contains(all, word) {
			t.Errorf("help does not name %s:\n%s", word, all)
		}
	}
	if !strings.Contains(logs, "log retract --log DIR") || !strings.HasPrefix(one, "log append --log DIR") {
		t.Errorf("help of log:\n%s\n%s", logs, one)
	}
}

func TestAnAppendWithoutATimeUsesTheClock(t *testing.T) {
	d := newDesk(t)
	before := time.Now().UTC().Truncate(time.Second)
	d.run(0, observed(0, 1, "a"), "log", "append", "--log", d.log, "--key", d.key)
	line := strings.TrimSpace(d.read(filepath.Join(d.log, "tile/8/data/000.p/1")))
	seen, err := time.Parse(time.RFC3339, line[strings.LastIndexByte(line, ' ')+1:])
	if err != nil || seen.Before(before) || seen.After(time.Now()) {
		t.Errorf("first seen %v (%v)", seen, err)
	}
}
