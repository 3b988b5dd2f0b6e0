package judge

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/pkg/manifest"
)

// shelf is a catalog of two reflexes with one argument of each kind.
func shelf(bars *catalog.Bars) *catalog.Catalog {
	set := catalog.Set{Adapter: catalog.Adapter{Name: "table", ID: "table-1", Bars: bars}}
	for name, effect := range map[string]manifest.Effect{"lamp": manifest.Write, "book": manifest.ReadOnly} {
		set.Reflexes = append(set.Reflexes, catalog.Reflex{Name: name, Effect: effect, Manifest: &manifest.Manifest{
			Effect: effect,
			Args: []manifest.Argument{
				{Name: "state", Source: manifest.Options}, {Name: "room", Source: manifest.Vocab},
				{Name: "level", Source: manifest.Pick, Pick: "number"}, {Name: "quick", Source: manifest.Flag},
			},
		}})
	}
	return catalog.New(set)
}

// someBars are any bars, or none.
func someBars(t *rapid.T) *catalog.Bars {
	if rapid.IntRange(0, 4).Draw(t, "bars") == 0 {
		return nil
	}
	p := rapid.Float64Range(0, 1)
	read, write, whole := p.Draw(t, "read"), p.Draw(t, "write"), p.Draw(t, "whole")
	b := &catalog.Bars{Route: p.Draw(t, "route"), Read: min(read, write), Write: max(read, write), Whole: &whole}
	if rapid.Bool().Draw(t, "unread") {
		b.Whole = nil
	}
	return b
}

var (
	reflexes = rapid.SampledFrom([]string{"lamp", "book"})
	// Probabilities often meet, as a classifier's do.
	chances = rapid.Custom(func(t *rapid.T) float64 {
		return float64(rapid.IntRange(0, 20).Draw(t, "twentieths")) / 20
	})
)

func someDecided(t *rapid.T) Decided {
	d := Decided{Read: map[string]Value{}}
	d.Outcome = rapid.SampledFrom([]gate.Outcome{gate.Run, gate.Confirm, gate.Ask, gate.Abstain}).Draw(t, "outcome")
	route := chances.Draw(t, "route")
	d.Judgments = []Judgment{{P: route}}
	if d.Outcome == gate.Abstain {
		return d
	}
	d.Reflex, d.Confidence = reflexes.Draw(t, "reflex"), route
	d.Effect = map[string]manifest.Effect{"lamp": manifest.Write, "book": manifest.ReadOnly}[d.Reflex]
	for _, arg := range []string{"state", "room", "level"} {
		if rapid.Bool().Draw(t, arg) {
			d.Read[arg] = Value{Text: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "value")}
			j := Judgment{arg, d.Read[arg].Text, chances.Draw(t, "p")}
			d.Judgments, d.Confidence = append(d.Judgments, j), min(d.Confidence, j.P)
		}
	}
	if rapid.Bool().Draw(t, "quick") {
		d.Read["quick"] = Value{Raised: true}
	}
	if d.Complete() && rapid.Bool().Draw(t, "read back") {
		p := chances.Draw(t, "whole")
		d.Whole = &p
	}
	if d.Outcome == gate.Confirm {
		d.Held = []Cap{{Type: rapid.SampledFrom([]string{capUnderFloor, capWhole, capNoGate, "one_view", "destructive"}).Draw(t, "cap")}}
	}
	return d
}

func someCase(t *rapid.T, utterance string) Case {
	c := Case{Reflex: reflexes.Draw(t, "owner"), Utterance: utterance, From: rapid.SampledFrom([]Table{Examples, Tests}).Draw(t, "from")}
	if c.Never = rapid.IntRange(0, 3).Draw(t, "never") == 0; c.Never {
		return c
	}
	for _, arg := range []string{"state", "room", "level"} {
		switch rapid.IntRange(0, 3).Draw(t, "asserts") {
		case 0:
			c.Asserts = append(c.Asserts, manifest.Assertion{Arg: arg, Value: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "asserted")})
		case 1:
			c.Asserts = append(c.Asserts, manifest.Assertion{Arg: arg, Unstated: true})
		}
	}
	if rapid.IntRange(0, 3).Draw(t, "raised") == 0 {
		c.Asserts = append(c.Asserts, manifest.Assertion{Arg: "quick", Raised: true})
	}
	return c
}

// someJudged are records, some of one sentence, each sentence decided so often.
func someJudged(t *rapid.T) []Judged {
	repeats := rapid.IntRange(1, 3).Draw(t, "repeats")
	var all []Judged
	for i := range rapid.IntRange(0, 30).Draw(t, "sentences") {
		var decided []Decided
		for range repeats {
			decided = append(decided, someDecided(t))
		}
		for _, spelled := range slices.Repeat([]string{"Say %d", "say %d."}, 2)[:rapid.IntRange(1, 3).Draw(t, "records")] {
			all = append(all, Judged{someCase(t, fmt.Sprintf(spelled, i)), decided})
		}
	}
	return all
}
