package hublog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sinew/pkg/hublog"
	"sinew/pkg/ref"
)

func parsed(t testing.TB, s string) hublog.Record {
	t.Helper()
	r, err := hublog.Parse(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return r
}

// A step is one record that a ledger is asked to add.
type step struct {
	line    string
	verdict hublog.Verdict
	problem string
}

func TestAddKeepsTheRules(t *testing.T) {
	lights := "github.com/radhi/home#lights"
	ledger := hublog.NewLedger()
	for _, s := range []step{
		{line("retract", lights, "1.0.0", seenA, `"why"`), hublog.Known, "which is not logged"},
		{line("alarm", lights, "1.0.0", commitA, h1A, seenA), hublog.Known, "which is not logged"},
		{line("signer", lights, "1.0.0", "me", seenA), hublog.Known, "which is not logged"},
		{versionLine("1.0.0", commitA, h1A, seenB), hublog.Appended, ""},
		{versionLine("1.0.0", commitA, h1A, seenA), hublog.Known, ""}, // whatever its time
		{strings.Replace(versionLine("1.0.0", commitA, h1A, seenB), "write", "read", 1), hublog.Known, ""},
		{versionLine("1.1.0", commitA, h1A, seenA), hublog.Known, "is before 2026-11-30T05:00:00Z"},
		{versionLine("1.0.0", commitB, h1A, seenB), hublog.Alarmed, ""},
		{versionLine("1.0.0", commitA, h1B, seenB), hublog.Alarmed, ""},
		{line("alarm", lights, "1.0.0", commitA, h1A, seenB), hublog.Known, "the content that is logged"},
		{line("alarm", lights, "1.0.0", commitA, h1B, seenB), hublog.Appended, ""},
		{line("alarm", lights, "1.0.0", commitA, h1B, seenB), hublog.Known, ""},
		{line("alarm", lights, "1.0.0", commitB, h1B, seenB), hublog.Appended, ""},
		{line("alarm", lights, "1.1.0", commitB, h1B, seenB), hublog.Known, "which is not logged"},
		{line("alarm", "h/r", "1.0.0", commitB, h1B, seenB), hublog.Known, "which is not logged"},
		{line("signer", lights, "1.0.0", "me", seenB), hublog.Appended, ""},
		{line("signer", lights, "1.0.0", "me", seenB), hublog.Known, ""},
		{line("signer", lights, "1.0.0", "you", seenB), hublog.Appended, ""},
		{line("retract", lights, "1.0.0", seenB, `"why"`), hublog.Appended, ""},
		{line("retract", lights, "1.0.0", seenA, `"why"`), hublog.Known, ""},
		{line("retract", lights, "1.0.0", seenB, `"why not"`), hublog.Appended, ""},
		{line("moved", "h/a", "h/b", seenB), hublog.Appended, ""},
		{line("moved", "h/a", "h/b", seenB), hublog.Known, ""},
		{line("moved", "h/a", "h/c", seenB), hublog.Appended, ""},
		{line("moved", "h/a", "h/b", seenB), hublog.Appended, ""}, // and back again
		{line("moved", "h/a", "h/x", seenA), hublog.Known, "is before"},
	} {
		before := ledger.Size()
		verdict, err := ledger.Add(parsed(t, s.line))
		if s.problem == "" && err != nil || s.problem != "" && (err == nil || !strings.Contains(err.Error(), s.problem)) || verdict != s.verdict {
			t.Errorf("Add(%s) = %v, %v; want %v, %q", s.line, verdict, err, s.verdict, s.problem)
		}
		if grew := ledger.Size() > before; grew != (s.verdict == hublog.Appended) {
			t.Errorf("Add(%s): the ledger has %d lines after %d", s.line, ledger.Size(), before)
		}
	}
	if !ledger.Last().Equal(at(3600)) {
		t.Errorf("the last time is %v", ledger.Last())
	}
	if _, err := ledger.Add(hublog.Record{Kind: "listing"}); err == nil {
		t.Error("a record of no kind is taken in")
	}
}

func TestNextSaysWhichLineIsWritten(t *testing.T) {
	ledger := hublog.NewLedger()
	for _, s := range []struct {
		line    string
		now     time.Time
		verdict hublog.Verdict
		want    string
	}{
		{versionLine("1.0.0", commitA, h1A, seenB), at(0).Add(999 * time.Millisecond), hublog.Appended, versionLine("1.0.0", commitA, h1A, seenA)},
		{versionLine("1.0.0", commitA, h1A, seenA), at(3600), hublog.Known, ""},
		{versionLine("1.0.0", commitB, h1B, seenA), at(3600), hublog.Alarmed, line("alarm", "github.com/radhi/home#lights", "1.0.0", commitB, h1B, seenB)},
		{versionLine("1.0.0", commitB, h1B, seenA), at(3601), hublog.Known, ""},
		{versionLine("1.1.0", commitB, h1B, seenA), at(-9), hublog.Appended, versionLine("1.1.0", commitB, h1B, seenB)}, // the clock went back
		{line("moved", "h/a", "h/b", seenA), at(3600).In(time.FixedZone("east", 3600)), hublog.Appended, line("moved", "h/a", "h/b", seenB)},
	} {
		got, verdict, err := ledger.Next(parsed(t, s.line), s.now)
		if err != nil || verdict != s.verdict || s.want != "" && got.String() != s.want || s.want == "" && got != (hublog.Record{}) {
			t.Errorf("Next(%s) = %v, %v, %v; want %v, %s", s.line, got, verdict, err, s.verdict, s.want)
		}
	}
	bad := parsed(t, versionLine("2.0.0", commitA, h1A, seenA))
	bad.Reason = "a field of another kind"
	if _, _, err := ledger.Next(bad, at(0)); err == nil || ledger.Size() != 4 {
		t.Errorf("a record that has no line: %v, %d lines", err, ledger.Size())
	}
	retract := parsed(t, line("retract", "h/r", "1.0.0", seenA, `"why"`))
	if _, _, err := ledger.Next(retract, at(9999)); err == nil || ledger.Size() != 4 {
		t.Errorf("a retract of nothing: %v, %d lines", err, ledger.Size())
	}
}

func TestNextAddsNoSignerToAVersionWithAnAlarm(t *testing.T) {
	lights := "github.com/radhi/home#lights"
	ledger := hublog.NewLedger()
	var verdicts []hublog.Verdict
	for _, one := range []string{
		versionLine("1.0.0", commitA, h1A, seenA), line("signer", lights, "1.0.0", "me", seenA),
		versionLine("1.1.0", commitA, h1A, seenA), versionLine("1.0.0", commitB, h1B, seenA),
		line("signer", lights, "1.0.0", "you", seenA), line("signer", lights, "1.1.0", "you", seenA),
	} {
		r, verdict, err := ledger.Next(parsed(t, one), at(0))
		if err != nil || (verdict == hublog.Known) != (r == hublog.Record{}) {
			t.Errorf("Next(%s) = %v, %v, %v", one, r, verdict, err)
		}
		verdicts = append(verdicts, verdict)
	}
	if got := fmt.Sprint(verdicts); got != "[appended appended appended alarmed known appended]" {
		t.Errorf("got %s", got)
	}
}

func TestCheckNamesTheFirstLineThatBreaksARule(t *testing.T) {
	lights := "github.com/radhi/home#lights"
	first := versionLine("1.0.0", commitA, h1A, seenB)
	for want, second := range map[string]string{
		"line 2: a second version line of \"" + lights + "\" 1.0.0":                     first,
		"line 2: a second version line of \"" + lights + "\" 1.0.0, of another content": versionLine("1.0.0", commitB, h1A, seenB),
		"line 2: its time 2026-11-30T04:00:00Z is before 2026-11-30T05:00:00Z":          versionLine("1.1.0", commitA, h1A, seenA),
		"line 2: the alarm is of the content that is logged":                            line("alarm", lights, "1.0.0", commitA, h1A, seenB),
		"line 2: the alarm is of \"h/r\" 1.0.0, which is not logged":                    line("alarm", "h/r", "1.0.0", commitB, h1A, seenB),
		"line 2: the retract is of \"h/r\" 1.0.0, which is not logged":                  line("retract", "h/r", "1.0.0", seenB, `"why"`),
		"line 2: the signer is of \"h/r\" 1.0.0, which is not logged":                   line("signer", "h/r", "1.0.0", "me", seenB),
		"line 2: \"listing\" is no kind of record":                                      "listing h/r",
		"line 2: the record contains a line feed":                                       first + "\n",
	} {
		ledger, err := hublog.Check(slices.Values([]string{first, second, "never read"}))
		if err == nil || !strings.HasPrefix(err.Error(), want) || ledger != nil {
			t.Errorf("Check with %s: %v; want %s", second, err, want)
		}
	}
	again := line("retract", lights, "1.0.0", seenB, `"why"`)
	if _, err := hublog.Check(slices.Values([]string{first, again, again})); err == nil || err.Error() != "line 3: it says again what is logged" {
		t.Errorf("a retract twice: %v", err)
	}
	if l, err := hublog.Check(slices.Values([]string{first, again})); err != nil || l.Size() != 2 {
		t.Errorf("a good log: %v", err)
	}
	if l, err := hublog.Check(slices.Values([]string(nil))); err != nil || l.Size() != 0 || !l.Last().IsZero() {
		t.Errorf("an empty log: %v", err)
	}
}

// An observation of few names, versions and contents, so that they meet.
func observations() *rapid.Generator[hublog.Record] {
	return rapid.Custom(func(t *rapid.T) hublog.Record {
		pick := func(label string, from ...string) string { return rapid.SampledFrom(from).Draw(t, label) }
		r := hublog.Record{Kind: hublog.Kind(pick("kind", "version", "version", "alarm", "signer", "retract", "moved"))}
		r.Name = hublog.Name(pick("name", "h/a", "h/b#d"))
		r.Seen = at(rapid.Int64Range(-5, 5).Draw(t, "seen"))
		if r.Kind == hublog.KindMoved {
			r.To = hublog.Name(pick("to", "h/x", "h/y"))
			return r
		}
		r.Version = ref.Version{Major: rapid.Uint64Range(0, 1).Draw(t, "version")}
		switch r.Kind {
		case hublog.KindVersion:
			r.Commit, r.H1, r.Effect, r.Needs = pick("commit", commitA, commitB), pick("h1", h1A, h1B), pick("effect", "read", "write"), needs
		case hublog.KindAlarm:
			r.Commit, r.H1 = pick("commit", commitA, commitB), pick("h1", h1A, h1B)
		case hublog.KindSigner:
			r.Identity = pick("identity", "me", "you")
		case hublog.KindRetract:
			r.Reason = pick("reason", "why", "why not")
		}
		return r
	})
}

// written is the log that a writer makes of observations.
func written(t *rapid.T, ledger *hublog.Ledger, observed []hublog.Record, clock func() time.Time) (log []hublog.Record) {
	for _, r := range observed {
		got, verdict, err := ledger.Next(r, clock())
		if err == nil && verdict != hublog.Known {
			log = append(log, got)
		}
	}
	return log
}

func lines(log []hublog.Record) (out []string) {
	for _, r := range log {
		out = append(out, r.String())
	}
	return out
}

func TestALogKeepsItsRulesWhateverIsObserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		observed := rapid.SliceOfN(observations(), 0, 40).Draw(t, "observed")
		clock := func() time.Time { return at(rapid.Int64Range(-100, 100).Draw(t, "now")) }
		ledger := hublog.NewLedger()
		log := written(t, ledger, observed, clock)

		checkFirstWins(t, log, observed)
		if !slices.IsSortedFunc(log, func(a, b hublog.Record) int { return a.Seen.Compare(b.Seen) }) {
			t.Fatalf("times decrease in %v", lines(log))
		}
		replayed, err := hublog.Check(slices.Values(lines(log)))
		if err != nil || replayed.Size() != int64(len(log)) {
			t.Fatalf("a new ledger refuses the log: %v", err)
		}
		// The log again, in any order, adds nothing; only moves go back and forth.
		again := slices.DeleteFunc(slices.Clone(log), func(r hublog.Record) bool { return r.Kind == hublog.KindMoved })
		again = rapid.Permutation(again).Draw(t, "again")
		for _, l := range []*hublog.Ledger{ledger, replayed} {
			if more := written(t, l, again, clock); len(more) != 0 {
				t.Fatalf("a second append adds %v", lines(more))
			}
		}
	})
}

// checkFirstWins holds the log to the first observation of each version, and
// asks that every other content of it is an alarm, once.
func checkFirstWins(t *rapid.T, log, observed []hublog.Record) {
	first, alarms := map[string]string{}, map[string]bool{}
	for _, r := range observed {
		if r.Kind != hublog.KindVersion && r.Kind != hublog.KindAlarm {
			continue
		}
		key, content := fmt.Sprint(r.Name, r.Version), r.Commit+r.H1
		if _, ok := first[key]; !ok && r.Kind == hublog.KindVersion {
			first[key] = content
		} else if ok && first[key] != content {
			alarms[key+content] = true
		}
	}
	for _, r := range log {
		switch key, content := fmt.Sprint(r.Name, r.Version), r.Commit+r.H1; r.Kind {
		case hublog.KindVersion:
			if first[key] != content {
				t.Fatalf("%s is logged, and was not seen first", r)
			}
			delete(first, key)
		case hublog.KindAlarm:
			if !alarms[key+content] {
				t.Fatalf("%s is an alarm for nothing, or a second one", r)
			}
			delete(alarms, key+content)
		}
	}
	if len(first)+len(alarms) != 0 {
		t.Fatalf("not logged: %v %v", first, alarms)
	}
}

func TestAppendTwiceIsAppendOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		observed := rapid.SliceOfN(observations(), 0, 20).Draw(t, "observed")
		var twice []hublog.Record
		for _, r := range observed {
			twice = append(twice, r, r)
		}
		now := func() time.Time { return at(0) }
		once, both := written(t, hublog.NewLedger(), observed, now), written(t, hublog.NewLedger(), twice, now)
		if !slices.Equal(once, both) {
			t.Fatalf("twice:\n%v\nonce:\n%v", lines(both), lines(once))
		}
	})
}

// What Add lets in, with times of its own choice, is a log as well.
func TestWhatAddLetsInIsALog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ledger := hublog.NewLedger()
		var log []hublog.Record
		for _, r := range rapid.SliceOfN(observations(), 0, 40).Draw(t, "records") {
			verdict, err := ledger.Add(r)
			if err == nil && verdict == hublog.Appended {
				log = append(log, r)
			}
		}
		if _, err := hublog.Check(slices.Values(lines(log))); err != nil {
			t.Fatal(err)
		}
	})
}
