package cli

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestATimeAfterTheClockIsRefused(t *testing.T) {
	clock := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for given, want := range map[string]string{
		"":                          "2026-11-30T12:00:00Z",
		"2020-01-01T00:00:00Z":      "2020-01-01T00:00:00Z",
		"2026-11-30T12:05:00Z":      "2026-11-30T12:05:00Z",
		"2026-11-30T14:04:00+02:00": "2026-11-30T12:04:00Z",
		"2026-11-30T12:05:01Z":      "after this machine's clock, 2026-11-30T12:00:00Z",
		"2026-11-30T12:00:00-01:00": "after this machine's clock",
		"9999-12-31T23:59:59Z":      "after this machine's clock",
		"tomorrow":                  "no time as",
	} {
		at, err := timeOf("log append", given, clock)
		got := at.UTC().Format(time.RFC3339)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) || err != nil && (!strings.HasPrefix(got, "log append: ") || !strings.Contains(got, " (fix: ")) {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
}

// Every command with --now refuses one that would pin the times of all later
// records, and leaves the log as it was.
func TestNoCommandTakesATimeFarAhead(t *testing.T) {
	d := newDesk(t)
	d.run(0, observed(0, 1, "a"), d.appendArgs(noon)...)
	before := d.read(filepath.Join(d.log, "checkpoint"))
	const far = "2999-01-01T00:00:00Z"
	h := &hub{desk: d, index: d.dir}
	for _, args := range [][]string{
		d.appendArgs(far, d.put("more", observed(1, 1, "a"))),
		{"log", "retract", "--log", d.log, "--key", d.key, "--now", far, "github.com/radhi/home0", "1.0.0", "why"},
		h.crawlArgs(filepath.Join(d.dir, "crawl"), far),
	} {
		d.refuses(1, "after this machine's clock", args...)
	}
	if d.read(filepath.Join(d.log, "checkpoint")) != before {
		t.Error("the log changed")
	}
}

// A time before the last record's is no reason to lose what was seen: the new
// record gets the last one's time.
func TestATimeBeforeTheLastRecordBecomesTheLastRecords(t *testing.T) {
	d := newDesk(t)
	d.run(0, observed(0, 1, "a"), d.appendArgs(noon)...)
	out, _ := d.run(0, observed(1, 1, "a"), d.appendArgs("2025-11-30T11:00:00Z")...)
	if !strings.HasSuffix(out, "2 records of "+noon+"\n") {
		t.Errorf("append says %q", out)
	}
	if data := d.read(filepath.Join(d.log, "tile/8/data/000.p/2")); strings.Count(data, " "+noon+"\n") != 2 {
		t.Errorf("the log holds %q", data)
	}
	d.run(0, "", d.verifyArgs()...)
}
