package judge

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/pkg/manifest"
)

var shipped = &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9}

func withWhole() *catalog.Bars {
	whole, b := 0.3, *shipped
	b.Whole = &whole
	return &b
}

// runAt is a lamp's call that runs, at a confidence.
func runAt(p float64) Decided {
	return Decided{Outcome: gate.Run, Reflex: "lamp", Effect: manifest.Write, Confidence: p, Judgments: []Judgment{{P: p}}}
}

func confirmAt(p float64, caps ...Cap) Decided {
	d := runAt(p)
	d.Outcome, d.Held = gate.Confirm, caps
	return d
}

func lampSays(utterance string, decided ...Decided) Judged {
	return Judged{Case{Reflex: "lamp", Utterance: utterance, From: Tests}, decided}
}

func never(utterance string, decided ...Decided) Judged {
	return Judged{Case{Reflex: "book", Utterance: utterance, Never: true, From: Tests}, decided}
}

func bookSays(utterance string, decided ...Decided) Judged {
	return Judged{Case{Reflex: "book", Utterance: utterance, From: Tests}, decided}
}

func TestTheRecordsOfASentenceAreOneTruth(t *testing.T) {
	abstain := Decided{Outcome: gate.Abstain, Judgments: []Judgment{{P: 0.9}}}
	for name, c := range map[string]struct {
		judged []Judged
		want   truth
	}{
		"the record names the reflex":            {[]Judged{lampSays("a", runAt(0.9))}, right},
		"another one":                            {[]Judged{bookSays("a", runAt(0.9))}, wrong},
		"never, and it is not":                   {[]Judged{never("a", runAt(0.9))}, unknown},
		"never, and another record names it":     {[]Judged{never("a", runAt(0.9)), lampSays("a", runAt(0.9))}, right},
		"never this reflex":                      {[]Judged{{Case{Reflex: "lamp", Utterance: "a", Never: true}, []Decided{runAt(0.9)}}}, wrong},
		"never, and nothing":                     {[]Judged{never("a", abstain)}, right},
		"a record, and nothing":                  {[]Judged{lampSays("a", abstain)}, wrong},
		"never and a record, and nothing":        {[]Judged{never("a", abstain), lampSays("a", abstain)}, wrong},
		"two records, and one names it":          {[]Judged{bookSays("a", runAt(0.9)), lampSays("a", runAt(0.9))}, right},
		"an argument of one record reads others": {[]Judged{lampSays("a", runAt(0.9)), asserting("a", "state", runAt(0.9))}, wrong},
	} {
		in := inputs(c.judged)
		if len(in) != 1 || in[0].truth(in[0].decided[0]) != c.want {
			t.Errorf("%s: %+v, want %d", name, in, c.want)
		}
	}
}

func asserting(utterance, arg string, decided ...Decided) Judged {
	j := lampSays(utterance, decided...)
	j.Case.Asserts = []manifest.Assertion{{Arg: arg, Value: "on"}}
	return j
}

func TestACallThatWaitsWhateverTheBarIsNotCountedAtIt(t *testing.T) {
	low, high := 0.2, 0.9
	left, kept := confirmAt(0.95, Cap{Type: capWhole}), runAt(0.95)
	left.Whole, kept.Whole = &low, &high
	r := Calibrate(shelf(withWhole()), []Judged{
		lampSays("a", kept), lampSays("b", left), lampSays("c", confirmAt(0.95, Cap{Type: "one_view"})),
		lampSays("d", confirmAt(0.7, Cap{Type: capUnderFloor})), bookSays("e", runAt(0.99)), lampSays("f", left),
	})
	if r.Outcomes != (Outcomes{Run: 4, Confirm: 2}) {
		t.Errorf("outcomes %+v", r.Outcomes)
	}
	w := r.Bars.Write
	if w == nil || w.Calls != 2 || w.Wrong != 1 || w.PerThousand != 500 || r.Bars.Read != nil {
		t.Fatalf("bars %+v", w)
	}
	var runs []int
	for _, n := range w.Near {
		runs = append(runs, n.Run)
	}
	if !slices.Equal(runs, []int{2, 2, 2, 2, 0}) {
		t.Errorf("near %+v", w.Near)
	}
	if b := r.Bars.Whole; b == nil || b.Calls != 3 || b.Run != 1 || b.Wrong != 0 || b.HeldRight != 2 {
		t.Errorf("whole %+v", r.Bars.Whole)
	}
	if r.Wrong() != 1 {
		t.Errorf("%d wrong", r.Wrong())
	}
}

func TestADestructiveCallHasNoBar(t *testing.T) {
	d := confirmAt(0.99, Cap{Type: "destructive"})
	d.Effect = manifest.Destructive
	if r := Calibrate(shelf(withWhole()), []Judged{bookSays("a", d)}); r.Bars != (Bars{}) || r.Wrong() != 0 || len(r.Misses) != 1 {
		t.Errorf("%+v", r)
	}
}

func TestABarNearTheEndIsMovedNoFurther(t *testing.T) {
	bars := *shipped
	bars.Write = 0.97
	r := Calibrate(shelf(&bars), []Judged{lampSays("a", runAt(0.98))})
	if n := r.Bars.Write.Near; len(n) != 3 || n[0].At != 0.87 || n[2].At != 0.97 || n[2].Run != 1 {
		t.Errorf("near %+v", n)
	}
}

func TestRepeatsMeasureHowFarADecisionMoves(t *testing.T) {
	abstain := Decided{Outcome: gate.Abstain, Judgments: []Judgment{{P: 0.8}}}
	r := Calibrate(shelf(shipped), []Judged{
		lampSays("still", runAt(0.95), runAt(0.95), runAt(0.95)),
		lampSays("straddles", runAt(0.95), confirmAt(0.85, Cap{Type: capUnderFloor}), runAt(0.92)),
		lampSays("flips", runAt(0.95), abstain, runAt(0.95)),
		bookSays("wrong", runAt(0.91), runAt(0.89), runAt(0.91)),
	})
	v := r.Variance
	if v == nil || v.Flips != 1 || v.VerdictFlips != 1 || v.Straddling != 2 || v.WrongAtBar != 2 || len(v.Moved) != 3 {
		t.Fatalf("%+v", v)
	}
	first := v.Moved[0]
	if first.Utterance != "straddles" || *first.Confidence != [2]float64{0.85, 0.95} || first.Outcomes[gate.Run] != 2 || first.Wrong != 0 {
		t.Errorf("moved most %+v", first)
	}
	if last := v.Moved[2]; last.Utterance != "flips" || last.Winners["none"] != 1 || last.Winners["lamp"] != 2 || last.Wrong != 1 {
		t.Errorf("moved least %+v", last)
	}
	if v.Spread.Median != 0 || v.Spread.P90 != v.Spread.Max || v.Spread.Max != first.spread() {
		t.Errorf("spread %+v", v.Spread)
	}
	if r.Wrong() != 2 || r.Inputs != 4 || r.Outcomes.Run != 4 {
		t.Errorf("%+v", r)
	}
}

func TestABinOfAHundredMayBeOverConfident(t *testing.T) {
	var judged []Judged
	for i := range 100 {
		one := lampSays(strings.Repeat("a", i+1), confirmAt(0.7, Cap{Type: capUnderFloor}))
		if i < 50 {
			one.Case.Reflex = "book"
		}
		judged = append(judged, one)
	}
	r := Calibrate(shelf(shipped), judged)
	if over, proven := r.OverConfident(); over != 1 || proven != 1 || r.Wrong() != 0 {
		t.Errorf("%d of %d, %+v", over, proven, r.Bins)
	}
	r = Calibrate(shelf(shipped), judged[:99])
	if over, proven := r.OverConfident(); over != 0 || proven != 0 {
		t.Errorf("of 99 calls: %d of %d", over, proven)
	}
}

func TestTheCountsOfAReportAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cat, judged := shelf(someBars(t)), someJudged(t)
		r := Calibrate(cat, judged)
		o := r.Outcomes
		if n := o.Run + o.Confirm + o.Ask + o.Abstain; n != r.Inputs {
			t.Errorf("%d outcomes of %d inputs", n, r.Inputs)
		}
		calls, rights := 0, 0
		for _, b := range r.Bins {
			calls, rights = calls+b.Calls, rights+b.Right
		}
		if calls+r.Unknown+r.Abstained.Count != r.Inputs {
			t.Errorf("%d in bins, %d unknown, %d abstained of %d", calls, r.Unknown, r.Abstained.Count, r.Inputs)
		}
		if len(r.Questions) > 0 && r.Questions[0].Judgments != r.Inputs-r.Unknown {
			t.Errorf("%+v of %d inputs, %d unknown", r.Questions[0], r.Inputs, r.Unknown)
		}
		checkBars(t, r, calls, rights)
		checkMisses(t, r, judged)
		if again := Calibrate(cat, judged); !reflect.DeepEqual(r, again) {
			t.Error("the same records are counted another way")
		}
	})
}

func checkBars(t *rapid.T, r Report, calls, rights int) {
	over := 0
	for _, b := range []*Bar{r.Bars.Read, r.Bars.Write} {
		if b == nil {
			continue
		}
		over += b.Calls
		if b.Wrong > b.Calls || b.AtMost < b.PerThousand || b.AtMost > 1000 {
			t.Errorf("bar %+v", *b)
		}
		for i := 1; i < len(b.Near); i++ {
			if b.Near[i].Run > b.Near[i-1].Run || b.Near[i].At <= b.Near[i-1].At {
				t.Errorf("near %+v", b.Near)
			}
		}
	}
	if over > calls || r.Variance == nil && r.Wrong() > calls-rights {
		t.Errorf("%d over a bar of %d, %d wrong of %d", over, calls, r.Wrong(), calls-rights)
	}
	if w := r.Bars.Whole; w != nil && (w.Run > over || w.HeldRight > w.Calls-w.Run || w.Wrong > w.Run) {
		t.Errorf("whole %+v, %d run", *w, over)
	}
}

func checkMisses(t *rapid.T, r Report, judged []Judged) {
	n := 0
	for _, j := range judged {
		missed := slices.ContainsFunc(j.Decided, func(d Decided) bool { return !Judge(j.Case, d).Passed() })
		n += count(missed)
	}
	if n != len(r.Misses) {
		t.Errorf("%d misses, want %d", len(r.Misses), n)
	}
	for _, m := range r.Misses {
		if m.Wrong < 1 || m.Wrong > r.Repeats {
			t.Errorf("%+v", m)
		}
	}
}

func TestAReportIsOneJSONObject(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, err := json.Marshal(Calibrate(shelf(someBars(t)), someJudged(t)))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(strings.ReplaceAll(string(text), `"read":null`, ""), "null") {
			t.Errorf("null in %s", text)
		}
	})
}

func TestALogIsCountedOnceALine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var logged []Logged
		for range rapid.IntRange(0, 20).Draw(t, "lines") {
			logged = append(logged, Logged{
				Input:   rapid.SampledFrom([]string{"Say 1.", "say 2", "another"}).Draw(t, "input"),
				Decided: someDecided(t), Became: Became(rapid.IntRange(0, 3).Draw(t, "became")),
			})
		}
		r := CountLog(shelf(someBars(t)), logged, []Case{someCase(t, "say 1"), someCase(t, "say 2")}, 0)
		if n := r.Ran + r.ConfirmedRan + r.ConfirmedStopped + r.Asked + r.Abstained + r.Failed + r.Skipped; n != r.Decisions || n != len(logged) {
			t.Errorf("%d of %d lines: %+v", n, len(logged), r)
		}
		stopped := 0
		for _, c := range r.StoppedByConfidence {
			stopped += c.Count
		}
		if stopped != r.ConfirmedStopped || r.Records.Right > r.Records.Count {
			t.Errorf("%+v", r)
		}
	})
}
