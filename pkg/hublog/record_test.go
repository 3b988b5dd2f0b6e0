package hublog_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sinew/pkg/hublog"
	"sinew/pkg/ref"
	"sinew/pkg/text"
)

func TestEveryKindReadsAsItsFields(t *testing.T) {
	lights, v := hublog.Name("github.com/radhi/home#lights"), ref.Version{Major: 1, Minor: 2}
	for want, r := range map[string]hublog.Record{
		versionLine("1.2.0", commitA, h1A, seenA):                                   {Kind: hublog.KindVersion, Name: lights, Version: v, Commit: commitA, H1: h1A, Effect: "write", Needs: needs, Seen: at(0)},
		line("alarm", string(lights), "1.2.0", commit64, h1B, seenA):                {Kind: hublog.KindAlarm, Name: lights, Version: v, Commit: commit64, H1: h1B, Seen: at(0)},
		line("signer", string(lights), "1.2.0", "me@h", seenA):                      {Kind: hublog.KindSigner, Name: lights, Version: v, Identity: "me@h", Seen: at(0)},
		line("retract", string(lights), "1.2.0", seenA, `"it \"eats\" C:\\ files"`): {Kind: hublog.KindRetract, Name: lights, Version: v, Reason: `it "eats" C:\ files`, Seen: at(0)},
		line("moved", string(lights), "h.example/x", seenA):                         {Kind: hublog.KindMoved, Name: lights, To: "h.example/x", Seen: at(0)},
	} {
		if got := r.String(); got != want {
			t.Errorf("String:\n%s\nwant\n%s", got, want)
		}
		if got, err := hublog.Parse(want); err != nil || got != r {
			t.Errorf("Parse(%s) = %+v, %v", want, got, err)
		}
	}
}

// refusals maps a line to a part of the error.
func refusals() map[string]string {
	good := versionLine("1.2.0", commitA, h1A, seenA)
	swap := func(old, new string) string { return strings.Replace(good, old, new, 1) }
	retract := func(reason string) string {
		return line("retract", "h/r", "1.2.0", seenA, reason)
	}
	return map[string]string{
		"":                                           "is empty",
		" " + good:                                   "is no kind of record",
		"Version" + good[7:]:                         `"Version" is no kind of record`,
		"listing h/r":                                `"listing" is no kind of record`,
		"version":                                    "has 8 fields between single spaces; this one has 1",
		good + " ":                                   "this one has 9",
		swap(" 1.2.0", "  1.2.0"):                    "this one has 9",
		swap(" 1.2.0", "\t1.2.0"):                    "a control character (U+0009)",
		good + "\r":                                  "a carriage return",
		good + "\n":                                  "a line feed",
		swap("radhi", "ra\x00dhi"):                   "a control character (U+0000)",
		swap("radhi", "ra\u202edhi"):                 "a bidi control (U+202E)",
		swap("radhi", "ra\u2066dhi"):                 "a bidi control (U+2066)",
		swap("radhi", "ra\xffdhi"):                   "bytes that are no UTF-8",
		swap("radhi", "ra\u0085dhi"):                 "a control character (U+0085)",
		swap("radhi", "ra\u00a0dhi"):                 "is no name",
		swap("radhi", "r\u0430dhi"):                  "is no name",
		swap("1.2.0", "v1.2.0"):                      `"v1.2.0" is no version`,
		swap("1.2.0", "1.02.0"):                      "is no version",
		swap("1.2.0", "1.2.0-rc1"):                   "is no version",
		swap(commitA, commitA[1:]):                   "is no commit",
		swap(commitA, commitA+"00"):                  "is no commit",
		swap("89abcdef", "89ABCDEF"):                 "is no commit",
		swap(h1A, h1A[3:]):                           "is no digest",
		swap(h1A, h1A+"0"):                           "is no digest",
		swap("h1:1a", "h1:1A"):                       "is no digest",
		swap("h1:1a", "h2:1a"):                       "is no digest",
		swap(needs, needs[:66]):                      "is no digest",
		swap(" write ", " Write "):                   "is no effect",
		swap(" write ", " none "):                    "is no effect",
		swap(seenA, seenA[:19]):                      "is no time",
		swap("T04", "t04"):                           "is no time",
		swap("T04", " 04"):                           "this one has 9",
		swap("T04:", "T4:"):                          "is no time",
		swap(":00Z", ":00.5Z"):                       "is no time",
		swap(":00Z", ":00,5Z"):                       "is no time",
		swap(":00Z", ":00.0Z"):                       "is no time",
		swap(":00Z", ":00+00:00"):                    "is no time",
		swap(":00Z", ":60Z"):                         "is no time",
		swap(":00Z", ":00z"):                         "is no time",
		swap("-30T", "-31T"):                         "is no time",
		swap("2026", "02026"):                        "is no time",
		swap("T04", "T24"):                           "is no time",
		line("moved", "h/r", "h/r", seenA):           "moved to itself",
		line("moved", "h/r", "H/x", seenA):           "is written",
		line("signer", "h/r", "1.0.0", "", seenA):    "is no identity",
		line("signer", "h/r", "1.0.0", "mé", seenA):  "is no identity",
		line("signer", "h/r", "1.0.0", "a b", seenA): "this one has 6",
		line("signer", "h/r", "1.0.0", strings.Repeat("i", 513), seenA): "is no identity",
		line("retract", "h/r", "1.2.0", seenA):                          "this one has 4",
		retract(`why`):                                                  "is no reason",
		retract(`"`):                                                    "is no reason",
		retract(`""`):                                                   "a reason has 1 to 200 characters; this one has 0",
		retract(`"why" `):                                               "is no reason",
		retract(` "why"`):                                               "is no reason",
		retract(`"a"b"`):                                                "is no reason",
		retract(`"a\"`):                                                 "is no reason",
		retract(`"a\/b"`):                                               "is no reason",
		retract(`"a\nb"`):                                               "is no reason",
		retract(`"\u0061"`):                                             "is no reason",
		retract(`"\u003c"`):                                             "is no reason",
		retract(`"` + strings.Repeat("ü", 201) + `"`):                   "this one has 201",
		retract("\"a\u200fb\""):                                         "a bidi control",
		retract(`"` + strings.Repeat("x", 5000) + `"`):                  "at most 4096 bytes",
		line("moved", "h/r", "h/"+strings.Repeat("x", 2100), seenA): "is no name",
	}
}

func TestParseRefusesWhateverItWouldWriteOtherwise(t *testing.T) {
	for s, want := range refusals() {
		r, err := hublog.Parse(s)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) = %+v, %v; want an error with %q", s, r, err, want)
			continue
		}
		if why := text.Why(err.Error()); why != "" || len(err.Error()) > 1000 {
			t.Errorf("Parse(%q): the error is no clean line of a sane length: %q", s, err)
		}
	}
}

func TestALineHas4096BytesAtMost(t *testing.T) {
	longest := line("moved", "h/"+strings.Repeat("x", 2030), "h/"+strings.Repeat("y", 4096-1-len("moved  "+" "+seenA)-2032-2), seenA)
	if len(longest) != hublog.MaxLine-1 {
		t.Fatalf("the test's line has %d bytes", len(longest))
	}
	if _, err := hublog.Parse(longest); err != nil {
		t.Error(err)
	}
	if _, err := hublog.Parse(strings.Replace(longest, "y", "yy", 1)); err == nil || !strings.Contains(err.Error(), "this one has 4097") {
		t.Errorf("a byte more: %v", err)
	}
}

func TestStringAndParseAreInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := records().Draw(t, "record")
		if err := r.Check(); err != nil {
			t.Fatalf("Check: %v", err)
		}
		if got, err := hublog.Parse(r.String()); err != nil || got != r {
			t.Fatalf("Parse(%q) = %+v, %v; want %+v", r, got, err, r)
		}
	})
}

// One byte of a line changed is an error, or another record: no two lines are
// one record.
func TestNoTwoLinesAreOneRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := records().Draw(t, "record")
		raw := []byte(r.String())
		i := rapid.IntRange(0, len(raw)-1).Draw(t, "at")
		raw[i] ^= rapid.ByteRange(1, 255).Draw(t, "flip")
		if got, err := hublog.Parse(string(raw)); err == nil && (got == r || got.String() != string(raw)) {
			t.Fatalf("%q reads as %+v", raw, got)
		}
	})
}

func TestCheckRefusesWhatNoLineHolds(t *testing.T) {
	good, err := hublog.Parse(versionLine("1.2.0", commitA, h1A, seenA))
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*hublog.Record){
		"whole seconds":          func(r *hublog.Record) { r.Seen = r.Seen.Add(time.Nanosecond) },
		"is no time":             func(r *hublog.Record) { r.Seen = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) },
		"its line has not":       func(r *hublog.Record) { r.Reason = "why" },
		"is no commit":           func(r *hublog.Record) { r.Commit = "HEAD" },
		"is no name":             func(r *hublog.Record) { r.Name = "" },
		"this one has 9":         func(r *hublog.Record) { r.Effect = "read write" },
		"is empty":               func(r *hublog.Record) { r.Kind = "" },
		"contains a line feed":   func(r *hublog.Record) { r.Needs += "\nversion" },
		"fields between single ": func(r *hublog.Record) { r.Kind = hublog.KindMoved; r.To = "a b" },
	} {
		r := good
		change(&r)
		if err := r.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Check: %v; want an error with %q", err, want)
		}
	}
	if good.Seen = good.Seen.In(time.FixedZone("east", 3600)); good.Check() != nil {
		t.Error("the same second in another zone is refused")
	}
}

func FuzzParse(f *testing.F) {
	for s := range refusals() {
		f.Add(s)
	}
	f.Add(versionLine("1.2.0", commitA, h1A, seenA))
	f.Add(line("alarm", "h.example:8443/Team/r.git#dir", "0.0.1", commit64, h1B, seenA))
	f.Add(line("signer", "[2001:db8::1]/r", "1.0.0", "me@example", seenA))
	f.Add(line("retract", "h/r", "1.2.0", seenA, `"it \"eats\" C:\\ files"`))
	f.Add(line("moved", "github.com/a/b", "github.com/c/d", seenA))
	f.Fuzz(func(t *testing.T, s string) {
		r, err := hublog.Parse(s)
		if err != nil {
			if why := text.Why(err.Error()); why != "" {
				t.Fatalf("the error %q %s", err, why)
			}
			return
		}
		if r.String() != s || r.Check() != nil || len(s) >= hublog.MaxLine || text.Why(s) != "" {
			t.Fatalf("Parse(%q) = %+v, which prints %q: %v", s, r, r, r.Check())
		}
	})
}
