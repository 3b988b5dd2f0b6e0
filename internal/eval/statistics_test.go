package eval

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s: %v, not %v", what, got, want)
	}
}

func TestTheAreaIsHowOftenTheOneLiesAboveTheOther(t *testing.T) {
	near(t, "apart", auroc([]float64{0.8, 0.9}, []float64{0.1, 0.2, 0.3}), 1)
	near(t, "the wrong way", auroc([]float64{0.1}, []float64{0.2, 0.9}), 0)
	near(t, "alike", auroc([]float64{0.5, 0.5}, []float64{0.5}), 0.5)
	near(t, "mixed", auroc([]float64{0.3, 0.7}, []float64{0.3, 0.5}), (0.5+0+1+1)/4)
}

func TestTheTextsBesideAreTurnedAwayBelowTheServed(t *testing.T) {
	var served []float64
	for i := range 100 {
		served = append(served, float64(i)/100) // five lie below 0.05
	}
	near(t, "half", turned(served, []float64{0.01, 0.049, 0.05, 0.9}), 0.5)
}

// judged are two classes and none.
func judged(first, second float64, gold int) Judged {
	return Judged{[]float64{first, second, 1 - first - second}, gold}
}

func TestFiguresOfAHandfulOfTexts(t *testing.T) {
	f := Measure([]Judged{
		judged(0.95, 0.05, 0),       // runs at both bars, rightly
		judged(0.85, 0.10, 0),       // at the lower one
		judged(0.10, 0.90, 0),       // wrongly
		judged(0.30, 0.40, 1),       // leads, and runs nowhere
		judged(0.05, 0.05, noClass), // turned away
		judged(0.85, 0.05, noClass), // wrongly run at the lower bar
	})
	near(t, "accuracy", f.Accuracy, 3.0/4)
	near(t, "run at 0.8", f.At[0].Run, 2.0/4)
	near(t, "wrong of run at 0.8", f.At[0].Wrong, 2.0/4)
	near(t, "run at 0.9", f.At[1].Run, 1.0/4)
	near(t, "wrong of run at 0.9", f.At[1].Wrong, 1.0/2)
	near(t, "area", f.AUROC, 7.0/8)
}

func TestCalibrationIsOfTheWinningShare(t *testing.T) {
	var sure []Judged
	for range 9 {
		sure = append(sure, judged(0.9, 0.05, 0))
	}
	near(t, "kept", ece(append(sure, judged(0.9, 0.05, 1))), 0)
	near(t, "none that wins", ece([]Judged{judged(0, 0, noClass)}), 0)
	near(t, "sure and wrong", ece([]Judged{judged(0, 0, 0)}), 1)
}

func TestSpreadIsOfOneRun(t *testing.T) {
	mean, deviation := spread([]float64{1, 2, 3})
	near(t, "mean", mean, 2)
	near(t, "deviation", deviation, 1)
}
