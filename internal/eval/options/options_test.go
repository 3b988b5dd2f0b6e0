package options

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"sinew/decide/adapter/local/values"
)

func cases(t *testing.T) []argument {
	t.Helper()
	shared := os.Getenv("SINEW_TESTDATA")
	if shared == "" {
		t.Skip("SINEW_TESTDATA is not set")
	}
	all, err := read(filepath.Join(shared, "data", "option_cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestTheEmbeddedWeightsAreThoseOfTheFit(t *testing.T) {
	fitted, embedded := fitModel(training(cases(t), -1)), values.Fitted()
	for name, pair := range map[string][2]values.Weights{"own": {fitted.Own, embedded.Own}, "view": {fitted.View, embedded.View}} {
		for i, w := range pair[0].Choice {
			if math.Abs(w-pair[1].Choice[i]) > 1e-6 {
				t.Errorf("%s: weight %d is %v, embedded %v", name, i, w, pair[1].Choice[i])
			}
		}
		for i, w := range pair[0].Unstated {
			if math.Abs(w-pair[1].Unstated[i]) > 1e-6 {
				t.Errorf("%s: weight %d of unstated is %v, embedded %v", name, i, w, pair[1].Unstated[i])
			}
		}
	}
}

// The figures docs/local-adapter.md gives may not sink below these. A decision
// takes a value that both views have on top, so one view alone may err once
// more.
func TestAnArgumentLeftOutIsAnsweredWell(t *testing.T) {
	all := cases(t)
	got := count(all, all, true, shipped)
	const eight, given = 1, 0.08
	more := []int{1, 1, 0}
	for i, name := range []string{"own", "view", "agreed"} {
		v := got.views[i]
		if v.right < 58 || float64(v.wrong[eight]-more[i]) > given*float64(v.given[eight]) {
			t.Errorf("%s: %d of %d right, %d of %d wrong at %v", name, v.right, got.cases, v.wrong[eight], v.given[eight], bars[eight])
		}
	}
}
