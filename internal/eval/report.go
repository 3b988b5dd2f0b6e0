package eval

import (
	"fmt"
	"io"

	"sinew/decide/adapter/local/scorer"
)

// Runs is how many runs there are: eight seeds for each of three draws. Runs
// of even seeds hold out one half of the domains, those of odd seeds the other.
const Runs = 24

// settings are the rows of the report.
var settings = []struct {
	classes, examples int
	plan              Plan
}{{15, 3, small}, {15, 5, small}, {15, 10, small}, {50, 5, small}, {150, 5, whole}, {150, 10, whole}}

// A run's draw, half and seed.
func (d *Data) run(n int) (draw, half int, seed uint64) {
	draw, seed = n%len(d.Draws), uint64(n/len(d.Draws))
	return draw, int(seed % 2), seed*100 + uint64(draw)
}

// Report fits and measures as often as runs says, and writes the table. Rows of
// 150 classes are over all domains, half of which the fit has seen.
func (d *Data) Report(w io.Writer, runs int) {
	figures := make([][]Figures, len(settings))
	for n := range runs {
		draw, half, seed := d.run(n)
		weights := Fit(d.drawer(d.half(half), d.fitting(), seed).samples(fitting))
		for i, s := range settings {
			pool := d.half(1 - half)
			if s.classes > len(pool) {
				pool = d.all()
			}
			samples := d.drawer(pool, d.testing(), 50+seed).samples(s.plan.of(s.classes, s.examples, draw))
			figures[i] = append(figures[i], Measure(judge(weights, samples)))
		}
	}
	fmt.Fprintln(w, "| measured, held-out domains | accuracy | AUROC | turned away at 95 % | ECE | run / wrong of run at 0.8 | run / wrong of run at 0.9 |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- |")
	for i, s := range settings {
		fmt.Fprintf(w, "| N=%d, k=%d | %s |\n", s.classes, s.examples, row(figures[i]))
	}
}

func judge(weights scorer.Weights, samples []Sample) []Judged {
	all := make([]Judged, len(samples))
	for i, s := range samples {
		all[i] = Judged{scorer.Shares(weights.Logits(s.Features)), s.Gold}
	}
	return all
}

// row is the mean of each figure over the runs, and its spread.
func row(runs []Figures) string {
	cells := make([]string, len(runs[0].list()))
	for k := range cells {
		var all []float64
		for _, f := range runs {
			all = append(all, f.list()[k])
		}
		mean, deviation := spread(all)
		cells[k] = fmt.Sprintf("%.3f ±%.3f", mean, deviation)
	}
	return fmt.Sprintf("%s | %s | %s | %s | %s / %s | %s / %s",
		cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7])
}
