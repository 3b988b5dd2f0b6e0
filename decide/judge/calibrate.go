package judge

import (
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/pkg/manifest"
)

// A Report is what the confidence of the calls meant on the records (manual,
// "Calibrating"). Its JSON is the object of `calibrate --json`. All but
// Variance counts each input once, by its first decision.
type Report struct {
	Adapter   string     `json:"adapter"`
	Records   int        `json:"records"`
	Reflexes  int        `json:"reflexes"` // that own them
	Inputs    int        `json:"inputs"`   // distinct sentences
	Repeats   int        `json:"repeats"`  // decisions of each
	Outcomes  Outcomes   `json:"outcomes"`
	Bins      []Bin      `json:"bins"`
	Unknown   int        `json:"unknown"` // calls no record says anything about
	Abstained Share      `json:"abstained"`
	Bars      Bars       `json:"bars"`
	Questions []Question `json:"questions"`
	Brier     *Brier     `json:"brier,omitempty"`
	Misses    []Miss     `json:"misses"`
	Variance  *Variance  `json:"variance,omitempty"`
	Log       *LogReport `json:"log,omitempty"`
}

// Outcomes counts the inputs by what became of each. A call that only the words
// it leaves out make wait counts as run: the bar of those words has a count of
// its own (Bars.Whole).
type Outcomes struct {
	Run     int `json:"run"`
	Confirm int `json:"confirm"`
	Ask     int `json:"ask"`
	Abstain int `json:"abstain"`
}

// A Share is how many of a count are right.
type Share struct {
	Count    int      `json:"count"`
	Right    int      `json:"right"`
	Interval Interval `json:"interval"`
}

// A Question is the judgments of one kind: "route", or an argument's source,
// "options", "vocab", "pick" or "flag". Claimed is their average probability.
type Question struct {
	Kind      string   `json:"kind"`
	Judgments int      `json:"judgments"`
	Right     int      `json:"right"`
	Interval  Interval `json:"interval"`
	Claimed   float64  `json:"claimed"`
}

// A Miss is a record that a decision missed: the first that did, and how many
// repeats missed it the same way.
type Miss struct {
	Case       Case         `json:"case"`
	Outcome    gate.Outcome `json:"outcome"`
	Reflex     string       `json:"reflex,omitempty"`
	Confidence *float64     `json:"confidence,omitempty"`
	Mismatch   Mismatch     `json:"mismatch"`
	Wrong      int          `json:"wrong"`
}

// Calibrate counts what was decided about the records of a catalog. Every case
// holds as many decisions as any other.
func Calibrate(cat *catalog.Catalog, judged []Judged) Report {
	all := inputs(judged)
	r := Report{Adapter: cat.AdapterName(), Records: len(judged), Reflexes: owners(judged), Inputs: len(all), Misses: misses(judged)}
	if len(judged) > 0 {
		r.Repeats = len(judged[0].Decided)
	}
	t := tally{asked: map[string][]claim{}}
	for _, in := range all {
		t.count(cat, in)
	}
	r.Outcomes, r.Unknown, r.Abstained = t.outcomes, t.unknown, t.abstained
	r.Abstained.Interval = Wilson(t.abstained.Right, t.abstained.Count)
	r.Bins = bins(cat.Bars(), t.calls)
	r.Brier = brier(t.calls, r.Bins)
	r.Bars = barsOf(cat.Bars(), t.complete)
	r.Questions = t.questions()
	if r.Repeats > 1 {
		r.Variance = variance(cat.Bars(), all)
	}
	return r
}

func owners(judged []Judged) int {
	names := map[string]bool{}
	for _, j := range judged {
		names[j.Case.Reflex] = true
	}
	return len(names)
}

func misses(judged []Judged) []Miss {
	all := []Miss{}
	for _, j := range judged {
		var first *Miss
		for _, d := range j.Decided {
			v := Judge(j.Case, d)
			switch {
			case v.Passed():
			case first == nil:
				first = missed(j.Case, d, *v.Mismatch)
			case first.Mismatch.Same(*v.Mismatch):
				first.Wrong++
			}
		}
		if first != nil {
			all = append(all, *first)
		}
	}
	return all
}

func missed(c Case, d Decided, at Mismatch) *Miss {
	m := &Miss{Case: c, Outcome: d.Outcome, Reflex: d.Reflex, Mismatch: at, Wrong: 1}
	if d.Reflex != "" {
		m.Confidence = &d.Confidence
	}
	return m
}

// A tally is the counts of the first decisions on their way.
type tally struct {
	outcomes  Outcomes
	unknown   int
	abstained Share
	calls     []claim // complete or not
	complete  []whole
	asked     map[string][]claim // by kind
}

func (t *tally) count(cat *catalog.Catalog, in *input) {
	d := in.decided[0]
	t.outcomes.add(d)
	truth := in.truth(d)
	switch {
	case truth == unknown:
		t.unknown++
		return
	case d.Reflex == "":
		t.abstained.Count++
		if truth == right {
			t.abstained.Right++
		}
	default:
		t.calls = append(t.calls, claim{d.Confidence, truth == right})
		if d.Complete() {
			t.complete = append(t.complete, whole{d, truth == right})
		}
	}
	t.judgments(cat, in, d)
}

func (o *Outcomes) add(d Decided) {
	switch {
	case d.Outcome == gate.Abstain:
		o.Abstain++
	case d.Outcome == gate.Ask:
		o.Ask++
	case d.Outcome == gate.Run, len(d.Held) == 1 && d.Held[0].Type == capWhole:
		o.Run++
	default:
		o.Confirm++
	}
}

// kinds are the kinds of judgments in the order they are reported.
var kinds = []string{"route", "options", "vocab", "pick", "flag"}

// kindOf is the kind of an argument's judgments, "" for one that is read from
// nothing said.
func kindOf(cat *catalog.Catalog, reflex, arg string) string {
	x := cat.Reflex(reflex)
	if x == nil {
		return ""
	}
	a := x.Manifest.Arg(arg)
	if a == nil {
		return ""
	}
	return map[manifest.Source]string{
		manifest.Options: "options", manifest.Vocab: "vocab", manifest.Pick: "pick", manifest.Flag: "flag",
	}[a.Source]
}

// judgments takes each judgment that a record names: the route, and of the
// records of its reflex every argument asserted.
func (t *tally) judgments(cat *catalog.Catalog, in *input, d Decided) {
	named := in.named(d)
	for _, j := range d.Judgments {
		kind, isRight := "route", in.routed(d) == right
		if j.Arg != "" {
			asserted := false
			if isRight, asserted = named[j.Arg]; !asserted {
				continue
			}
			kind = kindOf(cat, d.Reflex, j.Arg)
		}
		t.asked[kind] = append(t.asked[kind], claim{j.P, isRight})
	}
}

// named are the arguments that the records of a decision's reflex assert, and
// whether all that is asserted of each holds.
func (in *input) named(d Decided) map[string]bool {
	named := map[string]bool{}
	for _, c := range in.cases {
		if c.Reflex != d.Reflex {
			continue
		}
		for _, a := range c.Asserts {
			so, before := named[a.Arg]
			named[a.Arg] = (so || !before) && holds(a, d)
		}
	}
	return named
}

func (t *tally) questions() []Question {
	all := []Question{}
	for _, kind := range kinds {
		claims := t.asked[kind]
		if len(claims) == 0 {
			continue
		}
		rights, claimed := sum(claims)
		all = append(all, Question{kind, len(claims), rights, Wilson(rights, len(claims)), claimed})
	}
	return all
}

// Wrong is how many calls were wrong at or over their bar, in any repeat.
func (r Report) Wrong() int {
	if r.Variance != nil {
		return r.Variance.WrongAtBar
	}
	n := 0
	for _, b := range []*Bar{r.Bars.Read, r.Bars.Write} {
		if b != nil {
			n += b.Wrong
		}
	}
	return n
}

// OverConfident is how many bins hold enough calls to prove something, and how
// many of those claim more than their interval leaves.
func (r Report) OverConfident() (over, proven int) {
	for _, b := range r.Bins {
		if b.Thin {
			continue
		}
		proven++
		if b.OverConfident {
			over++
		}
	}
	return over, proven
}
