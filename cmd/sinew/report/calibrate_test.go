package report

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"sinew/decide/gate"
	"sinew/decide/judge"
	"sinew/decide/question"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
)

func lampCase(text string, asserts ...manifest.Assertion) judge.Case {
	return judge.Case{Reflex: "lamp", Utterance: text, Asserts: asserts}
}

func TestAMismatchSaysWhatWasExpectedAndRead(t *testing.T) {
	on := "on"
	never := lampCase("a")
	never.Never = true
	for want, got := range map[string]string{
		`route: expected lamp, read none`:     Mismatch(lampCase("a"), judge.Mismatch{}),
		`route: expected lamp, read on`:       Mismatch(lampCase("a"), judge.Mismatch{Read: &on}),
		`route: expected not lamp, read on`:   Mismatch(never, judge.Mismatch{Read: &on}),
		`state: expected "off", read "on"`:    Mismatch(lampCase("a", manifest.Assertion{Arg: "state", Value: "off"}), judge.Mismatch{Arg: "state", Read: &on}),
		`state: expected unstated, read "on"`: Mismatch(lampCase("a", manifest.Assertion{Arg: "state", Unstated: true}), judge.Mismatch{Arg: "state", Read: &on}),
		`quick: expected raised, read unstated`: Mismatch(
			lampCase("a", manifest.Assertion{Arg: "state", Value: "off"}, manifest.Assertion{Arg: "quick", Raised: true}), judge.Mismatch{Arg: "quick"}),
		`quick: expected unstated, read raised`: Mismatch(lampCase("a", manifest.Assertion{Arg: "quick", Unstated: true}), judge.Mismatch{Arg: "quick", Raised: true}),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestARecordThatCannotBeDecidedIsNamed(t *testing.T) {
	w := Words{Program: "sinew", Command: "test"}
	for want, why := range map[string]error{
		`  "lamp on": the adapter answered 503  →  sinew test`:               &question.Fault{Kind: question.Status, Code: 503},
		`  "lamp on" is not recorded  →  sinew test`:                         &question.Fault{Kind: question.Unrecorded, Identity: "lamp on"},
		`  "lamp on": the key in KEY was refused  →  export KEY=<value>`:     &question.Fault{Kind: question.Refused, Credential: "KEY"},
		`  "lamp on": the input is empty  →  sinew --help`:                   diag.One("", "the input is empty", diag.Help()),
		`  "lamp on": deciding: did not finish in 30 seconds  →  sinew test`: &diag.Failure{What: "deciding", Why: errors.New("did not finish in 30 seconds")},
		`  "lamp on": it spoke \u{1b}[31m of itself  →  sinew test`:          errors.New("it spoke \x1b[31m of itself"),
	} {
		if got := w.Undecided("lamp on", why); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestWhatIsTestedCannotRepaintTheTerminal(t *testing.T) {
	read := "a\x1b[2J"
	lines := Words{}.Tested([]judge.Tested{{Reflex: "lamp", Results: []judge.Result{{
		Case: lampCase("x\x1b]0;y\a"), Verdict: judge.Verdict{Mismatch: &judge.Mismatch{Read: &read}},
	}}}})
	if strings.ContainsAny(strings.Join(lines, ""), "\x1b\a") || len(lines) != 2 {
		t.Errorf("%q", lines)
	}
}

// crowded is a report in which every part has something to say.
func crowded() judge.Report {
	p := 0.9312
	return judge.Report{
		Adapter: "table", Records: 1250, Reflexes: 1, Inputs: 1249, Repeats: 3,
		Outcomes: judge.Outcomes{Run: 1, Confirm: 2, Ask: 3, Abstain: 4},
		Bins: []judge.Bin{
			{Lo: 0, Hi: 0.5, Calls: 9, Right: 3, Interval: judge.Wilson(3, 9), Claimed: 0.4, Thin: true},
			{Lo: 0.9, Hi: 0.9312, Calls: 120, Right: 90, Interval: judge.Wilson(90, 120), Claimed: 0.92, OverConfident: true},
			{Lo: 0.9312, Hi: 0.9338, Calls: 1101, Right: 1101, Interval: judge.Wilson(1101, 1101), Claimed: 0.93},
		},
		Unknown: 1, Abstained: judge.Share{Count: 18, Right: 17, Interval: judge.Wilson(17, 18)},
		Bars: judge.Bars{
			Read:  &judge.Bar{Bar: 0.8, Wrong: 2, Calls: 1000, PerThousand: 2, AtMost: 6.28, Near: []judge.Near{{At: 0.7, Run: 1000, Wrong: 2}, {At: 0.75, Run: 999, Wrong: 1}}},
			Whole: &judge.WholeBar{Bar: 0.3, Calls: 150, Run: 150, Wrong: 15, PerThousand: 100, AtMost: 149.7},
		},
		Questions: []judge.Question{{Kind: "route", Judgments: 1249, Right: 1240, Interval: judge.Wilson(1240, 1249), Claimed: 0.91}, {Kind: "flag", Judgments: 1, Right: 1, Interval: judge.Wilson(1, 1), Claimed: 1}},
		Brier:     &judge.Brier{Brier: 0.1, Reliability: 0.05, Resolution: 0.02, Uncertainty: 0.07},
		Misses:    []judge.Miss{{Case: lampCase("lamp on"), Outcome: gate.Run, Reflex: "bell", Confidence: &p, Mismatch: judge.Mismatch{Read: &[]string{"bell"}[0]}, Wrong: 2}},
		Variance: &judge.Variance{Flips: 1, VerdictFlips: 2, Spread: judge.Spread{Median: 0.01, P90: 0.1, Max: 0.25}, Straddling: 3, WrongAtBar: 4,
			Moved: slices.Repeat([]judge.Moved{{
				Utterance: "lamp on", Confidence: &[2]float64{0.7, 0.95}, Route: [2]float64{0.8, 0.99},
				Winners: map[string]int{"bell": 1, "lamp": 2}, Outcomes: map[gate.Outcome]int{gate.Run: 1, gate.Confirm: 1, gate.Ask: 1}, Wrong: 1,
			}}, 12)},
		Log: &judge.LogReport{
			Adapter: "table", Decisions: 9, Ran: 2, ConfirmedRan: 1, ConfirmedStopped: 2, Asked: 1, Abstained: 1, Failed: 1, Skipped: 1, Unread: 1,
			StoppedByConfidence: []judge.Counts{{Lo: 0.5, Hi: 0.8, Count: 1}, {Lo: 0.8, Hi: 0.9, Count: 1}},
			Records:             judge.Share{Count: 1, Right: 1, Interval: judge.Wilson(1, 1)},
		},
	}
}

func TestEveryPartOfAReportIsLaidOut(t *testing.T) {
	moved := `    "lamp on"  confidence 0.70–0.95 · route 0.80–0.99 · lamp 2, bell 1 · ask 1, confirm 1, run 1 · wrong in 1`
	want := []string{
		`  table · 1250 records over 1 reflex · 1249 inputs, decided 3 times`,
		`  1 run · 2 confirm · 3 ask · 4 abstain`,
		`  whole call right, by confidence`,
		`    0.00–0.50       9 calls   right    3 ·  33% (12–65) · claimed 0.40 · thin`,
		`    0.90–0.93     120 calls   right   90 ·  75% (67–82) · claimed 0.92 · over-confident`,
		`    0.931–0.934  1101 calls   right 1101 · 100% (100–100) · claimed 0.93`,
		`    abstained      18 inputs  right   17 ·  94% (74–99)`,
		`    unknown         1 call    no record names what it reached`,
		`  wrong at or over read 0.80   2 of 1000 · 2.0 per thousand, at most 6.3`,
		`  near read 0.80   at 0.70 1000 run, 2 wrong · at 0.75 999, 1`,
		`  wrong at or over whole 0.30   15 of 150 run · 100 per thousand, at most 150 · 0 of 150 held for a yes`,
		`  each judgment on its own`,
		`    route 1249 judgments  right  99% (99–100) · claimed 0.91`,
		`    flag     1 judgment   right 100% (21–100) · claimed 1.00`,
		`  Brier 0.100 · reliability 0.050 · resolution 0.020`,
		`  misses`,
		`    "lamp on"  run bell 0.93 · route: expected lamp, read bell · 2 of 3`,
		`  repeats 3 · winner flips 1 of 1249 · verdict flips 2 · spread median 0.01, 90th 0.10, max 0.25 · straddling a bar 3 · wrong at or over a bar 4`,
		moved, moved, moved, moved, moved, moved, moved, moved, moved, moved,
		`    and 2 that moved less`,
		`  the log · 9 decisions under table · 2 ran · 1 confirmed and ran · 2 confirmed and stopped · 1 asked and stopped · 1 abstained · 1 failed · 1 skipped · 1 line not read`,
		`    stopped at confirm, by confidence   0.50–0.80 1 · 0.80–0.90 1`,
		`    1 was a record · right 1 · 100% (21–100)`,
		`  2 bins of a hundred calls or more: 1 over-confident at 95 %`,
	}
	got := Words{}.Calibrated(crowded())
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("line %d is\n%s\nwant\n%s", i+1, strings.Join(got[min(i, len(got)):min(i+1, len(got))], ""), strings.Join(want[min(i, len(want)):min(i+1, len(want))], ""))
		}
	}
}

func TestAReportSaysWhyItFails(t *testing.T) {
	w := Words{Program: "sinew", Command: "calibrate"}
	r := crowded()
	if got := w.Miscalibrated(r); got != "  4 calls wrong at or over their bar · 1 bin of a hundred calls over-confident at 95 %  →  sinew calibrate" {
		t.Error(got)
	}
	r.Variance, r.Bins = nil, r.Bins[2:]
	r.Bars.Read.Wrong = 1
	if got := w.Miscalibrated(r); got != "  1 call wrong at or over its bar  →  sinew calibrate" {
		t.Error(got)
	}
	r.Bars.Read.Wrong = 0
	if got := w.Miscalibrated(r); got != "" {
		t.Error(got)
	}
	if lines := w.Calibrated(r); lines[len(lines)-1] != "  1 bin of a hundred calls or more: none over-confident at 95 %" {
		t.Errorf("%q", lines)
	}
}
