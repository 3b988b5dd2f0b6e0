package scorer

import (
	"math"
	"slices"
	"testing"

	"sinew/decide/adapter/local/likeness"
)

func texts(said ...string) []*likeness.Text {
	var all []*likeness.Text
	for _, s := range said {
		all = append(all, likeness.Of(s))
	}
	return all
}

var (
	water = Class{Examples: texts("boil some water", "heat the water to 90 degrees", "make hot water"), About: likeness.Of("Boil water in the kettle.")}
	music = Class{Examples: texts("play the radio", "put on the jazz station"), About: likeness.Of("Play a radio station.")}
)

func sharesOf(said string, classes ...Class) []float64 {
	return Shares(Fitted().Logits(Prepare(classes).Features(likeness.Of(said))))
}

func TestTheClassThatMeansItGetsTheGreatestShare(t *testing.T) {
	for said, want := range map[string]int{
		"get the water boiling": 0, "turn on a radio station": 1, "what is the capital of peru": 2,
	} {
		shares := sharesOf(said, water, music)
		if got := slices.Index(shares, slices.Max(shares)); got != want {
			t.Errorf("%q: %v", said, shares)
		}
	}
}

func TestNormsAreThoseOfEveryPairOfExamples(t *testing.T) {
	s := Prepare([]Class{water, music})
	for i := range s.classes {
		var want [kernels]float64
		for _, a := range s.classes[i].examples {
			for _, b := range s.classes[i].examples {
				for k, alike := range s.alike(a, b) {
					want[k] += alike
				}
			}
		}
		for k, square := range want {
			if got := s.classes[i].norms[k]; math.Abs(got-math.Sqrt(square)) > 1e-4 {
				t.Errorf("class %d, kernel %d: %v, not %v", i, k, got, math.Sqrt(square))
			}
		}
	}
}

func TestWhatAClassIsNotForCostsThatClassAlone(t *testing.T) {
	const said = "boil three eggs"
	before := sharesOf(said, water, music)
	denied := water
	denied.Against = texts("boiling eggs")
	after := sharesOf(said, denied, music)
	if after[0] >= before[0] || after[2] <= before[2] {
		t.Errorf("%v, then %v", before, after)
	}
	if math.Abs(after[1]-before[1]) > 1e-9 {
		t.Errorf("the other class had %v and has %v", before[1], after[1])
	}
}

func TestDenyMovesWhatTheSoftmaxOfTheTwoSays(t *testing.T) {
	logits := []float64{2, 1, 0}
	before := Shares(logits)
	Deny(logits, 0, 2)
	after := Shares(logits)
	if math.Abs(after[0]-before[0]/2) > 1e-12 || math.Abs(after[1]-before[1]) > 1e-12 {
		t.Errorf("%v, then %v", before, after)
	}
	Deny(logits, 0, 800)
	if got := Shares(logits); got[0] > 1e-12 || math.IsNaN(got[2]) {
		t.Errorf("against all odds: %v", got)
	}
}

func TestAClassWithoutExamplesOrDescriptionIsScored(t *testing.T) {
	for _, c := range []Class{{}, {About: water.About}, {Examples: water.Examples[:1]}} {
		sum := 0.0
		for _, p := range sharesOf("boil some water", c, music) {
			sum += p
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%d examples: shares sum to %v", len(c.Examples), sum)
		}
	}
}

func TestTheGroundsAreTheNearestExampleAndTheSharedWords(t *testing.T) {
	s := Prepare([]Class{music, water})
	asked := likeness.Of("please heat water to 70 degrees")
	near := s.Nearest(asked, 1)
	if near[0].Example != "heat the water to 90 degrees" || near[0].Alike <= near[1].Alike || len(near) != 3 {
		t.Errorf("%+v", near)
	}
	if got := s.Shared(asked, 1); !slices.Equal(got, []string{"heat", "water", "degrees"}) {
		t.Errorf("%q", got)
	}
}

func BenchmarkFifteenReflexesWithTenExamples(b *testing.B) {
	var all []Class
	for range 15 {
		c := Class{About: water.About}
		for i := range 10 {
			c.Examples = append(c.Examples, water.Examples[i%3])
		}
		all = append(all, c)
	}
	asked := likeness.Of("get the water boiling in the old kettle please")
	for b.Loop() {
		Shares(Fitted().Logits(Prepare(all).Features(asked)))
	}
}
