package judge

import (
	"math"
	"slices"

	"sinew/decide/catalog"
	"sinew/pkg/manifest"
)

// Bars are the calls at or over each bar: of an effect that has a complete
// call, and of `whole` where a call over its bar was read back.
type Bars struct {
	Read  *Bar      `json:"read,omitempty"`
	Write *Bar      `json:"write,omitempty"`
	Whole *WholeBar `json:"whole,omitempty"`
}

// A Bar is the complete calls that an effect's bar lets run: a call that waits
// for another reason, whatever the bar is, is not among them. Rates are per
// thousand; AtMost is the highest rate that 95 % confidence leaves.
type Bar struct {
	Bar         float64 `json:"bar"`
	Wrong       int     `json:"wrong"`
	Calls       int     `json:"calls"`
	PerThousand float64 `json:"per_thousand"`
	AtMost      float64 `json:"at_most"`
	Near        []Near  `json:"near"`
}

// Near is what a bar elsewhere would let run.
type Near struct {
	At    float64 `json:"at"`
	Run   int     `json:"run"`
	Wrong int     `json:"wrong"`
}

// A WholeBar is the calls over their effect's bar that were read back: how many
// of them run, and how many of those that wait were right.
type WholeBar struct {
	Bar         float64 `json:"bar"`
	Calls       int     `json:"calls"`
	Run         int     `json:"run"`
	Wrong       int     `json:"wrong"`
	PerThousand float64 `json:"per_thousand"`
	AtMost      float64 `json:"at_most"`
	HeldRight   int     `json:"held_right"`
}

// A whole is a complete call whose truth is known.
type whole struct {
	Decided
	right bool
}

// overBar reports whether a call is at or over its effect's bar and nothing but
// bars could hold it.
func overBar(bars *catalog.Bars, d Decided) bool {
	if bars == nil || !d.Complete() || d.otherwiseHeld() {
		return false
	}
	bar, has := bars.Effect(d.Effect)
	return has && d.Confidence >= bar
}

// underWhole reports whether a call was read back and holds too little.
func underWhole(bars *catalog.Bars, d Decided) bool {
	return bars.Whole != nil && d.Whole != nil && *d.Whole < *bars.Whole
}

// runs reports whether the bars let a call run.
func runs(bars *catalog.Bars, d Decided) bool { return overBar(bars, d) && !underWhole(bars, d) }

func barsOf(bars *catalog.Bars, calls []whole) Bars {
	if bars == nil {
		return Bars{}
	}
	return Bars{
		Read:  barOf(bars, manifest.ReadOnly, bars.Read, calls),
		Write: barOf(bars, manifest.Write, bars.Write, calls),
		Whole: wholeBar(bars, calls),
	}
}

// barOf is nil for an effect without a complete call.
func barOf(bars *catalog.Bars, effect manifest.Effect, at float64, calls []whole) *Bar {
	mine := slices.DeleteFunc(slices.Clone(calls), func(c whole) bool { return c.Effect != effect })
	if len(mine) == 0 {
		return nil
	}
	mine = slices.DeleteFunc(mine, func(c whole) bool { return c.otherwiseHeld() || underWhole(bars, c.Decided) })
	here := near(mine, at)
	bar := &Bar{Bar: at, Wrong: here.Wrong, Calls: here.Run, PerThousand: 1000 * share(here.Wrong, here.Run), AtMost: 1000 * AtMost(here.Wrong, here.Run)}
	for step := -2; step <= 2; step++ {
		if moved := tidy(at + float64(step)*0.05); moved >= 0 && moved <= 1 {
			bar.Near = append(bar.Near, near(mine, moved))
		}
	}
	return bar
}

// tidy takes a sum's dust away.
func tidy(p float64) float64 { return math.Round(p*1e6) / 1e6 }

func near(calls []whole, at float64) Near {
	n := Near{At: at}
	for _, c := range calls {
		if c.Confidence < at {
			continue
		}
		n.Run++
		if !c.right {
			n.Wrong++
		}
	}
	return n
}

// wholeBar is nil where no call over its bar was read back.
func wholeBar(bars *catalog.Bars, calls []whole) *WholeBar {
	if bars.Whole == nil {
		return nil
	}
	bar := WholeBar{Bar: *bars.Whole}
	for _, c := range calls {
		if c.Whole != nil && overBar(bars, c.Decided) {
			bar.count(underWhole(bars, c.Decided), c.right)
		}
	}
	if bar.Calls == 0 {
		return nil
	}
	bar.PerThousand, bar.AtMost = 1000*share(bar.Wrong, bar.Run), 1000*AtMost(bar.Wrong, bar.Run)
	return &bar
}

func (b *WholeBar) count(held, right bool) {
	b.Calls++
	b.Run += count(!held)
	b.Wrong += count(!held && !right)
	b.HeldRight += count(held && right)
}
