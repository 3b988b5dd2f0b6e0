package schemas_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"sinew/pkg/hublog"
)

const (
	aVersion = "version github.com/radhi/home#lights 1.2.0 0123456789012345678901234567890123456789 " +
		"h1:0123456789012345678901234567890123456789012345678901234567890123 read " +
		"h1:0123456789012345678901234567890123456789012345678901234567890123 2026-11-30T04:00:00Z"
	aMove   = "moved git.example.org:8443/ana/clocks git.example.org:8443/ana/time 2026-11-30T04:00:00Z"
	aSigner = "signer github.com/radhi/home 1.2.0 key:sha256:0123456789012345678901234567890123456789012345678901234567890123 2026-11-30T04:00:00Z"
)

var batchSchema = sync.OnceValue(func() *jsonschema.Schema { return compile("batch.json") })

// isBatch reports whether lines are a batch by the schema.
func isBatch(lines ...any) bool { return batchSchema().Validate(lines) == nil }

// A line that the log's own reader takes, and a crawl may write, is one by the
// schema, however it came about.
func TestTheSchemaTakesWhateverACrawlMayWrite(t *testing.T) {
	pieces := []string{
		"github.com/radhi/home", "git.example.org/a/b/c.git#x/y", "[2001:db8::1]:8443/r", "h.example.org/caf\u00e9", "h.example.org/a%20b", "10.0.0.1/-",
		"0.0.0", "1.2.3", "18446744073709551615.0.1", strings.Repeat("a", 40), strings.Repeat("0", 64), "h1:" + strings.Repeat("f", 64),
		"read", "write", "destructive", "2000-02-29T23:59:59Z", "version", "moved", "signer", "alarm", "", "x",
	}
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		fields := strings.Split(rapid.SampledFrom([]string{aVersion, aMove, aSigner}).Draw(t, "line"), " ")
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			fields[rapid.IntRange(0, len(fields)-1).Draw(t, "at")] = rapid.SampledFrom(pieces).Draw(t, "piece")
		}
		line := strings.Join(fields, " ")
		r, err := hublog.Parse(line)
		if err != nil || r.Kind != hublog.KindVersion && r.Kind != hublog.KindMoved && r.Kind != hublog.KindSigner {
			return
		}
		accepted++
		if !isBatch(line) {
			t.Fatalf("the schema refuses %q", line)
		}
	})
	if accepted == 0 {
		t.Error("no line was taken")
	}
}

func TestTheSchemaRefusesWhatIsNoBatch(t *testing.T) {
	if !isBatch(aMove, aSigner, aVersion) {
		t.Fatal("a batch is refused")
	}
	for _, lines := range [][]any{
		{}, {""}, {aVersion, aVersion}, {aVersion + "\n"}, {1}, {aVersion + " "}, {" " + aVersion}, {strings.Replace(aVersion, "read", "often", 1)},
		{strings.Replace(aVersion, "1.2.0", "v1.2.0", 1)}, {strings.Replace(aVersion, "h1:", "h2:", 1)}, {strings.Replace(aVersion, "version", "alarm", 1)},
		{strings.Replace(aVersion, "github.com", "GitHub.com", 1)}, {strings.Replace(aVersion, "lights", strings.Repeat("a", hublog.MaxLine), 1)},
		{`retract github.com/radhi/home 1.2.0 2026-11-30T04:00:00Z "why"`}, {strings.Replace(aMove, "Z", "+01:00", 1)}, {"moved github.com/a/b 2026-11-30T04:00:00Z"},
		{strings.Replace(aSigner, "key:", "a key:", 1)},
	} {
		if isBatch(lines...) {
			t.Errorf("accepted: %q", lines)
		}
	}
}
