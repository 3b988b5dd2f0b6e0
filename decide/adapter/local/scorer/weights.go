package scorer

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"sync"
)

// Weights weigh the features of a class, and those of none.
type Weights struct {
	Fit   string    `json:"fit"` // which fit they are of
	Class []float64 `json:"class"`
	None  []float64 `json:"none"`
}

// Fit names the fit of the weights in the program: what was fitted, and on what.
const Fit = "clinc-1"

//go:embed weights.json
var file []byte

// Fitted are the weights in the program.
var Fitted = sync.OnceValue(func() Weights {
	var w Weights
	err := json.Unmarshal(file, &w)
	if err == nil && (w.Fit != Fit || len(w.Class) != classCount || len(w.None) != noneCount) {
		err = fmt.Errorf("%d and %d weights of %s", len(w.Class), len(w.None), w.Fit)
	}
	if err != nil {
		panic("weights.json: " + err.Error()) // the file in the binary is not the one it was built of
	}
	return w
})

// Logits are the classes' logits, then that of none.
func (w Weights) Logits(f Features) []float64 {
	logits := make([]float64, 0, len(f.Classes)+1)
	for _, c := range f.Classes {
		logits = append(logits, Product(w.Class, c))
	}
	logits = append(logits, Product(w.None, f.None))
	for i, rows := range f.Against {
		for _, row := range rows {
			Deny(logits, i, Product(w.Class, row))
		}
	}
	return logits
}

// Deny gives none what a class owes to something it is not for, of the logit
// against: the softmax of the two says how much of the class's own share goes
// over. No other class is touched.
func Deny(logits []float64, class int, against float64) {
	none := len(logits) - 1
	kept, lost := -softplus(against-logits[class]), -softplus(logits[class]-against)
	logits[none] = sumOf(logits[none], logits[class]+lost)
	logits[class] += kept
}

// softplus is ln(1+e^x).
func softplus(x float64) float64 { return sumOf(0, x) }

// sumOf is the logarithm of the sum of two numbers given by theirs.
func sumOf(a, b float64) float64 {
	most := max(a, b)
	return most + math.Log1p(math.Exp(min(a, b)-most))
}

// Product is the weighted sum of features.
func Product(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i] * b[i])
	}
	return sum
}

// Shares are the softmax of logits.
func Shares(logits []float64) []float64 {
	most, sum := math.Inf(-1), 0.0
	for _, l := range logits {
		most = max(most, l)
	}
	shares := make([]float64, len(logits))
	for i, l := range logits {
		shares[i] = math.Exp(l - most)
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}
