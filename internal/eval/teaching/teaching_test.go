package teaching

import (
	"slices"
	"strings"
	"testing"

	"sinew/internal/eval/everyday"
	"sinew/pkg/manifest"
)

func opened(t *testing.T) (*class, []sentence) {
	t.Helper()
	c, said, err := open(everyday.Development)
	if err != nil {
		t.Fatal(err)
	}
	return c, said
}

// The figures docs/local-adapter.md gives may not sink far below these. A few
// trials stand for the hundred, which take minutes.
func TestWhatIsTaughtHappensAndMovesLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("it decides two thousand records")
	}
	c, said := opened(t)
	r, err := c.try(t.Context(), said, 2)
	if err != nil {
		t.Fatal(err)
	}
	all := r.count(everydayLine, stdTest)
	if all.taught != 2 || all.runs < 1 || all.still < 2 || r.right*10 < r.records*9 {
		t.Errorf("%+v of %d records, %d right", all, r.records, r.right)
	}
}

func TestALessonIsTheLineThatTeachWrites(t *testing.T) {
	c, _ := opened(t)
	asserts := []manifest.Assertion{{Arg: "duration", Value: "3 minutes"}, {Arg: "label", Unstated: true}}
	s := c.sentence(everydayLine, "timer", "egg in 3 minutes", asserts)
	set, err := c.teach(s)
	if err != nil {
		t.Fatal(err)
	}
	taught, bare := set.Reflex("timer").Manifest.Examples, c.Manifest("timer").Examples
	if len(taught) != len(bare)+1 {
		t.Fatalf("%d examples, %d before", len(taught), len(bare))
	}
	got := taught[len(taught)-1]
	if got.Utterance != s.text || got.Never || !slices.Equal(got.Asserts, asserts[:1]) {
		t.Errorf("the example is %+v", got)
	}
	if set.Digest() == c.Catalog("", nil).Digest() {
		t.Error("the set is the same as before")
	}
}

func TestASentenceMayAskForWhatItLeavesOutAlone(t *testing.T) {
	c, _ := opened(t)
	for said, want := range map[string]bool{"what changed last in downloads": false, "what does the videos directory weigh": true} {
		if s := c.sentence(stdTest, "size", said, nil); s.mayAsk != want {
			t.Errorf("%q may ask: %v", said, s.mayAsk)
		}
	}
	if s := c.sentence(stdTest, "size", "what changed last in downloads", nil); len(s.asserts) != 1 || s.asserts[0] != (manifest.Assertion{Arg: "place", Value: "downloads"}) {
		t.Errorf("it states %+v", s.asserts)
	}
	left := []manifest.Assertion{{Arg: "duration", Unstated: true}}
	if !c.sentence(everydayLine, "timer", "a timer please", left).mayAsk {
		t.Error("no duration is stated, and none may be asked for")
	}
	if c.sentence(everydayLine, "timer", "an hour", []manifest.Assertion{{Arg: "duration", Value: "an hour"}}).mayAsk {
		t.Error("a duration is stated, and may be asked for")
	}
}

func TestSentencesStandInTheOrderOfAHash(t *testing.T) {
	_, said := opened(t)
	_, again := opened(t)
	for i, s := range said {
		if s.text != again[i].text || i > 0 && s.place() <= said[i-1].place() {
			t.Errorf("%q stands out of order", s.text)
		}
	}
}

func TestATrialThatMovesARecordIsNotCountedAsStill(t *testing.T) {
	r := &report{records: 3, right: 3, said: [sources]int{4, 1}, missed: [sources]int{3}, trials: []trial{
		{said: sentence{text: "fine"}},
		{said: sentence{text: "takes"}, moved: []string{"clock: \"x\""}},
		{said: sentence{text: "fails"}, after: "abstains", gained: 2},
	}}
	want := count{said: 5, missed: 3, taught: 3, runs: 2, still: 2, both: 1, moved: 1, gained: 2}
	if got := r.count(everydayLine, stdTest); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	var b strings.Builder
	r.print(&b, true)
	for _, line := range []string{"| all | 5 | 3 | 3 | 2 | 2 | 1 | 1 | 2 |", "to wrong: clock", "is:  abstains"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("no %q in\n%s", line, &b)
		}
	}
	if strings.Contains(b.String(), `"fine"`) {
		t.Error("a trial that did well is printed")
	}
}
