package hublog_test

import (
	"fmt"
	"strings"
	"time"

	"pgregory.net/rapid"

	"sinew/pkg/hublog"
	"sinew/pkg/ref"
)

const (
	commitA = "0123456789abcdef0123456789abcdef01234567"
	commitB = "76543210fedcba9876543210fedcba9876543210"
	seenA   = "2026-11-30T04:00:00Z"
	seenB   = "2026-11-30T05:00:00Z"
)

var (
	commit64 = strings.Repeat("ab", 32)
	h1A      = "h1:" + strings.Repeat("1a", 32)
	h1B      = "h1:" + strings.Repeat("2b", 32)
	needs    = "h1:" + strings.Repeat("3c", 32)
)

// line is fields between spaces.
func line(fields ...string) string { return strings.Join(fields, " ") }

// versionLine is a version line of radhi/home's lights.
func versionLine(version, commit, h1, seen string) string {
	return line("version", "github.com/radhi/home#lights", version, commit, h1, "write", needs, seen)
}

func at(seconds int64) time.Time {
	return time.Date(2026, 11, 30, 4, 0, 0, 0, time.UTC).Add(time.Duration(seconds) * time.Second)
}

func digests() *rapid.Generator[string] {
	return rapid.Map(rapid.StringMatching(`[0-9a-f]{64}`), func(hex string) string { return "h1:" + hex })
}

func names() *rapid.Generator[hublog.Name] {
	return rapid.Custom(func(t *rapid.T) hublog.Name {
		s := rapid.SampledFrom([]string{"github.com/radhi/home", "github.com/a-1/b.c_d", "code.example:8443/Team/Sub/repo.git", "[2001:db8::1]/r", "h/ü"}).Draw(t, "repo")
		return hublog.Name(s + rapid.SampledFrom([]string{"", "#lights", "#Deep/er.x", "#_"}).Draw(t, "dir"))
	})
}

func versions() *rapid.Generator[ref.Version] {
	return rapid.Custom(func(t *rapid.T) ref.Version {
		return ref.Version{Major: rapid.Uint64().Draw(t, "X"), Minor: rapid.Uint64().Draw(t, "Y"), Patch: rapid.Uint64().Draw(t, "Z")}
	})
}

// reasons are clean texts with everything JSON could escape.
func reasons() *rapid.Generator[string] {
	clean := []rune{'a', ' ', '"', '\\', '/', 'ü', '漢', '<', '&', '\u2028', '😀', '\ufffd'}
	return rapid.Map(rapid.SliceOfN(rapid.SampledFrom(clean), 1, hublog.MaxReason), func(r []rune) string { return string(r) })
}

// records generates records of every kind that Check passes.
func records() *rapid.Generator[hublog.Record] {
	return rapid.Custom(func(t *rapid.T) hublog.Record {
		r := hublog.Record{Name: names().Draw(t, "name"), Seen: time.Unix(rapid.Int64Range(-62135596800, 253402300799).Draw(t, "seen"), 0).UTC()}
		r.Kind = rapid.SampledFrom([]hublog.Kind{hublog.KindVersion, hublog.KindAlarm, hublog.KindSigner, hublog.KindRetract, hublog.KindMoved}).Draw(t, "kind")
		fill(t, &r)
		return r
	})
}

func fill(t *rapid.T, r *hublog.Record) {
	if r.Kind == hublog.KindMoved {
		r.To = names().Filter(func(n hublog.Name) bool { return n != r.Name }).Draw(t, "to")
		return
	}
	r.Version = versions().Draw(t, "version")
	switch r.Kind {
	case hublog.KindVersion:
		r.Effect = rapid.SampledFrom([]string{"read", "write", "destructive"}).Draw(t, "effect")
		r.Needs = digests().Draw(t, "needs")
		fallthrough
	case hublog.KindAlarm:
		r.Commit = rapid.StringMatching(`[0-9a-f]{40}|[0-9a-f]{64}`).Draw(t, "commit")
		r.H1 = digests().Draw(t, "h1")
	case hublog.KindSigner:
		r.Identity = rapid.StringMatching(`[!-~]{1,60}`).Draw(t, "identity")
	case hublog.KindRetract:
		r.Reason = reasons().Draw(t, "reason")
	}
}

// someLines are n different lines, of lengths that vary.
func someLines(n int) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = fmt.Sprintf("line %d%s", i, strings.Repeat(".", i%7))
	}
	return lines
}
