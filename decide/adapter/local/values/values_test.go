package values_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/likeness"
	"sinew/decide/adapter/local/values"
)

// source reads every text once.
type source struct {
	texts   map[string]*likeness.Text
	vectors map[string]*encoder.Vector
}

var from = source{map[string]*likeness.Text{}, map[string]*encoder.Vector{}}

func (s source) Text(of string) *likeness.Text {
	if s.texts[of] == nil {
		s.texts[of] = likeness.With(of, encoder.Vector{})
	}
	return s.texts[of]
}

func (s source) Vector(of string) *encoder.Vector {
	if s.vectors[of] == nil {
		v := encoder.Embed(of)
		s.vectors[of] = &v
	}
	return s.vectors[of]
}

// blinds is an argument no case of the fit has.
var blinds = values.List{
	Name:  "blinds",
	About: []string{"Move the blinds of a window.", "What should the blinds do?"},
	Choices: []values.Choice{
		{Key: "raise", What: "Open them to let the sun in.", Examples: []string{"open the blinds"}},
		{Key: "lower", What: "Close them against the sun.", Examples: []string{"close the blinds", "blinds shut please"}},
		{Key: "half_way", What: "Leave a gap at the bottom."},
	},
}

// stated is the place of what a text states most likely; that of none is last.
func stated(l values.List, said string, w *values.Weights) (at int, share float64) {
	for i, p := range w.Shares(values.Of(l, said, from)) {
		if p > share {
			at, share = i, p
		}
	}
	return at, share
}

func TestAValueIsStatedByItsKeyItsMeaningOrAnExample(t *testing.T) {
	for said, want := range map[string]int{
		"raise the blinds":              0,
		"please lower them":             1,
		"shut the blinds":               1,
		"the blinds half way":           2,
		"halfway down with the blinds":  2,
		"leave the blinds with a gap":   2,
		"move the blinds of the window": 3,
		"what do the blinds do":         3,
	} {
		for name, w := range map[string]*values.Weights{"own": &values.Fitted().Own, "view": &values.Fitted().View} {
			if at, p := stated(blinds, said, w); at != want {
				t.Errorf("%q, %s: %d at %v", said, name, at, p)
			}
		}
	}
}

func TestASlipInAKeyIsStillTheKey(t *testing.T) {
	for _, said := range []string{"raise the blinds", "riase the blinds"} {
		if at, p := stated(blinds, said, &values.Fitted().Own); at != 0 || p < 0.5 {
			t.Errorf("%q: %d at %v", said, at, p)
		}
	}
}

func TestTheReflexNameIsNoValue(t *testing.T) {
	named := blinds
	named.Choices = []values.Choice{{Key: "raise", What: "Blinds up."}, {Key: "lower", What: "Close them."}}
	if at, p := stated(named, "move the blinds", &values.Fitted().Own); at != 2 {
		t.Errorf("%d at %v", at, p)
	}
}

func TestFewWordsAreHeldByAKeyASlipOrAMeaning(t *testing.T) {
	for said, want := range map[string]int{"raise": 0, "riase": 0, "gap": 2, "window": -1, "sun": -1} {
		for i, held := range values.Held(blinds, said, from) {
			if (held > 0) != (i == want) {
				t.Errorf("%q holds %d at %v", said, i, held)
			}
		}
	}
}

var pool = strings.Fields("raise lower half way blinds sun gap open close them the a 20 it é ' please window")

func TestSharesOfAnyTextSumToOneInAnyOrderOfTheList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pool), 0, 7).Draw(t, "said"), " ")
		l := blinds
		l.Choices = rapid.Permutation(blinds.Choices).Draw(t, "order")[:rapid.IntRange(0, 3).Draw(t, "choices")]
		shares, sum := values.Fitted().Own.Shares(values.Of(l, said, from)), 0.0
		for _, p := range shares {
			sum += p
		}
		if len(shares) != len(l.Choices)+1 || math.Abs(sum-1) > 1e-9 {
			t.Fatalf("%q: %v", said, shares)
		}
		back := values.List{Name: l.Name, About: l.About}
		for i := range l.Choices {
			back.Choices = append(back.Choices, l.Choices[len(l.Choices)-1-i])
		}
		again := values.Fitted().Own.Shares(values.Of(back, said, from))
		for i := range l.Choices {
			if math.Abs(again[len(l.Choices)-1-i]-shares[i]) > 1e-9 {
				t.Fatalf("%q: %v and %v", said, shares, again)
			}
		}
	})
}
