package playbook_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/decide/weave/plan"
	"sinew/decide/weave/playbook"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/text"
)

// The plans of a kitchen: a spill is wiped, and a fire is a spill and more.
var kitchen = map[string]string{
	"spill": `description = "Handle a spill."
effect = "write"
confirm = "Handle the spill in {room}?"
steps = ["look at {room}[ by {door}]", "wipe {room}", { say = "mop {room}", when = { wet = "3" } }, { say = "air {room}", when = { wet = "0" } }]
[args.room]
ask = "Where?"
vocab = "rooms"
[args.door]
ask = "By which door?"
options.back = "To the yard."
options.front = "To the street."
optional = true`,
	"fire": `description = "Handle a fire."
effect = "read"
confirm = "Handle it?"
steps = ["look at {room}", "there is a spill in {room}"]
[args.room]
ask = "Where?"
vocab = "rooms"`,
	"storm": `description = "Handle a storm."
effect = "write"
confirm = "Handle it?"
steps = ["there is a fire in {room}"]
[args.room]
ask = "Where?"
vocab = "rooms"`,
	"look": room("read", "Look at {room}?") + "\n[yields]\nwet = \"number\"",
	"wipe": room("write", "Wipe {room}?"),
	"mop":  room("write", "Mop {room}?"),
	"air":  room("destructive", "Air {room}?"),
}

func room(effect, confirm string) string {
	return fmt.Sprintf("description = \"x\"\neffect = %q\nconfirm = %q\nrun = \"x.mts\"\n[args.room]\nask = \"Where?\"\nvocab = \"rooms\"", effect, confirm)
}

func set(t *testing.T, sources map[string]string) *catalog.Catalog {
	t.Helper()
	var s catalog.Set
	for name, source := range sources {
		m, err := manifest.Parse(name, []byte("reflex = 1\n"+source))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s.Reflexes = append(s.Reflexes, catalog.Reflex{Name: name, Manifest: m, Effect: m.Effect})
	}
	s.Vocabs = map[string]project.Vocabulary{"rooms": {Name: "rooms", Words: []project.Word{{Word: "pantry", What: "Cold."}, {Word: "hall", What: "Long."}}}}
	s.Adapter = catalog.Adapter{Name: "test", ID: "test", Bars: &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9}}
	return catalog.New(s)
}

// decided is a text decided as a reflex in a room, or without one for "".
func decided(cat *catalog.Catalog, said, reflex, room string, more ...call.Arg) gate.Decision {
	r := reading.Reading{Input: said, Judgments: []reading.Judgment{{Top: reflex, P: 0.95}}}
	if reflex == "" {
		r.Judgments[0] = reading.Judgment{Top: question.None, P: 0.9}
		return gate.Decide(cat, r)
	}
	w := &reading.Winner{Reflex: reflex}
	if room != "" {
		w.Args = append(w.Args, call.Arg{Name: "room", Value: call.Value{Kind: call.Word, Word: room}})
	} else {
		w.Missing = append(w.Missing, reading.Missing{Arg: "room", Ask: "Where?", Why: reading.NeverStated})
	}
	w.Args = append(w.Args, more...)
	r.Winner = w
	return gate.Decide(cat, r)
}

func own(said string, at int, d gate.Decision) plan.Part {
	return plan.Part{Step: weave.Step{Text: said, From: at, To: at + len(said), Decision: d}}
}

// expanded is a sentence with its playbooks opened, each step decided by its
// first words.
func expanded(t *testing.T, cat *catalog.Catalog, s plan.Sentence) plan.Sentence {
	t.Helper()
	texts := map[string]gate.Decision{}
	for range 5 {
		need, out := playbook.Expand(cat, s, texts)
		if len(need) == 0 {
			return out
		}
		for _, said := range need {
			texts[said] = byWords(cat, said)
		}
	}
	t.Fatal("expands without end")
	return plan.Sentence{}
}

func byWords(cat *catalog.Catalog, said string) gate.Decision {
	where := "hall"
	if strings.Contains(said, "pantry") {
		where = "pantry"
	}
	for _, name := range []string{"spill", "fire", "storm"} {
		if strings.Contains(said, name) {
			return decided(cat, said, name, where)
		}
	}
	verb, _, _ := strings.Cut(said, " ")
	return decided(cat, said, verb, where)
}

func texts(s plan.Sentence) []string {
	var all []string
	for _, p := range s.Parts {
		all = append(all, p.Text)
	}
	return all
}

func TestAPlaybookIsReplacedByItsSteps(t *testing.T) {
	cat := set(t, kitchen)
	d := decided(cat, "a spill in the pantry", "spill", "pantry", call.Arg{Name: "door", Value: call.Value{Kind: call.Option, Key: "back"}})
	s := expanded(t, cat, plan.Sentence{Parts: []plan.Part{own(d.Input, 0, d)}})
	want := []string{"look at pantry by back", "wipe pantry", "mop pantry", "air pantry"}
	if got := texts(s); !slices.Equal(got, want) {
		t.Fatalf("steps %q", got)
	}
	_, p := plan.Make(cat, s, nil)
	review := p.Reviews[0]
	if review.Prompt.Reason != "a playbook's plan waits for one yes over its steps; its steps reach destructive" {
		t.Errorf("reason %q", review.Prompt.Reason)
	}
	if q, _ := p.Question(); q != "Handle the spill in pantry?" {
		t.Errorf("question %q", q)
	}
	for n, want := range map[int]string{1: "spill 1", 2: `spill 2 · then 3 on "3", 4 on "0"`, 3: `spill 3 · if 2 yields wet "3"`} {
		if got := strings.Join(p.Notes(n), " · "); got != want {
			t.Errorf("step %d: %s", n, got)
		}
	}
	if got := p.Steps[2].Ties(); fmt.Sprint(got) == "" || len(got) != 2 {
		t.Errorf("ties %v", got)
	}
	// The step before the branch is a wipe, which yields nothing.
	if c := p.Verdict.Because[0]; p.Verdict.Outcome != plan.Refuse || c.Type != plan.NoField || c.Step != 3 {
		t.Errorf("%+v", c)
	}
}

func TestABracketGoesWithItsSlot(t *testing.T) {
	cat := set(t, kitchen)
	d := decided(cat, "a spill in the pantry", "spill", "pantry")
	need, _ := playbook.Expand(cat, plan.Sentence{Parts: []plan.Part{own(d.Input, 0, d)}}, nil)
	if want := []string{"look at pantry", "wipe pantry", "mop pantry", "air pantry"}; !slices.Equal(need, want) {
		t.Errorf("need %q", need)
	}
}

func TestAPlaybookThatAsksStaysAStep(t *testing.T) {
	cat := set(t, kitchen)
	d := decided(cat, "a spill", "spill", "")
	need, s := playbook.Expand(cat, plan.Sentence{Parts: []plan.Part{own(d.Input, 0, d)}}, nil)
	if len(need) > 0 || len(s.Parts) != 1 || len(s.Reviews) > 0 {
		t.Fatalf("need %v, %+v", need, s)
	}
	if _, p := plan.Make(cat, s, nil); p.Verdict.Outcome != plan.Ask || p.Notes(1)[0] != "asks room" {
		t.Errorf("%+v", p.Verdict)
	}
}

func TestAPlanInAPlanIsOpenedOnce(t *testing.T) {
	cat := set(t, kitchen)
	fire := decided(cat, "fire in the hall", "fire", "hall")
	s := expanded(t, cat, plan.Sentence{Parts: []plan.Part{own(fire.Input, 0, fire)}})
	if got := texts(s); len(got) != 5 || len(s.Parts[4].Wrote) != 2 || len(s.Reviews) != 1 {
		t.Fatalf("%q, %+v", got, s.Reviews)
	}
	if f := s.Parts[4].Wrote; f[0].Playbook != "fire" || f[0].Step != 2 || f[1].Playbook != "spill" || f[1].Step != 4 {
		t.Errorf("from %+v", f)
	}
	storm := decided(cat, "storm in the hall", "storm", "hall")
	s = expanded(t, cat, plan.Sentence{Parts: []plan.Part{own(storm.Input, 0, storm)}})
	if len(s.Causes) != 1 || s.Causes[0].Type != plan.TooDeep || s.Causes[0].Step != 2 {
		t.Errorf("%+v of %q", s.Causes, texts(s))
	}
}

func TestWhereAPlaybookMayNotStand(t *testing.T) {
	sources := map[string]string{}
	for name, source := range kitchen {
		sources[name] = source
	}
	sources["fire"] = strings.Replace(kitchen["fire"], "spill in", "fire in", 1)
	cat := set(t, sources)
	fire := decided(cat, "fire in the hall", "fire", "hall")
	s := expanded(t, cat, plan.Sentence{Parts: []plan.Part{own(fire.Input, 0, fire)}})
	if len(s.Causes) != 1 || s.Causes[0].Type != plan.Nested || s.Causes[0].Step != 2 {
		t.Errorf("nested: %+v", s.Causes)
	}
	sources["fire"] = strings.Replace(kitchen["fire"], `"there is a spill in {room}"`, `{ say = "there is a spill in {room}", when = { wet = "1" } }`, 1)
	cat = set(t, sources)
	fire = decided(cat, "fire in the hall", "fire", "hall")
	s = expanded(t, cat, plan.Sentence{Parts: []plan.Part{own(fire.Input, 0, fire)}})
	if len(s.Causes) != 1 || s.Causes[0].Type != plan.BranchIntoPlan {
		t.Errorf("branch: %+v", s.Causes)
	}
	if _, p := plan.Make(cat, s, nil); p.Verdict.Outcome != plan.Refuse {
		t.Errorf("%+v", p.Verdict)
	}
}

func TestTheSameSituationSaidTwiceIsOnePlan(t *testing.T) {
	cat := set(t, kitchen)
	one, two := decided(cat, "a spill in the hall", "spill", "hall"), decided(cat, "the hall has a spill", "spill", "hall")
	wipe := decided(cat, "wipe pantry", "wipe", "pantry")
	s := expanded(t, cat, plan.Sentence{
		Parts:    []plan.Part{own(wipe.Input, 0, wipe), own(one.Input, 16, one), own(two.Input, 40, two)},
		Sentence: weave.Sentence{Excluded: []text.Span{{Start: 70, End: 80, Text: "not the hall"}}},
	})
	if len(s.Parts) != 5 || len(s.Folded) != 1 || s.Folded[0].Into != 1 || s.Reviews[0].First != 2 {
		t.Errorf("%q %+v", texts(s), s.Folded)
	}
	if len(s.Causes) != 1 || s.Causes[0].Type != plan.Excluded {
		t.Errorf("%+v", s.Causes)
	}
	_, p := plan.Make(cat, s, nil)
	if q, _ := p.Question(); q != "Run the plan as it stands?" {
		t.Errorf("question %q", q)
	}
}

func TestExpandingAgainOpensOnlyWhatIsNew(t *testing.T) {
	cat := set(t, kitchen)
	one := decided(cat, "a spill in the hall", "spill", "hall")
	s := plan.Sentence{Parts: []plan.Part{own(one.Input, 0, one)}}
	s.Excluded = []text.Span{{Start: 70, End: 80, Text: "not the hall"}}
	s = expanded(t, cat, s)
	again, other := decided(cat, "the hall has a spill", "spill", "hall"), decided(cat, "pantry spill", "spill", "pantry")
	s.Parts = append([]plan.Part{own(again.Input, 80, again)}, append(s.Parts, own(other.Input, 120, other))...)
	s.Reviews[0].First = 2
	s = expanded(t, cat, s)
	if len(s.Parts) != 8 || len(s.Reviews) != 2 || s.Reviews[0].First != 1 || s.Reviews[1].First != 5 {
		t.Errorf("%q %+v", texts(s), s.Reviews)
	}
	if len(s.Folded) != 1 || s.Folded[0].Into != 0 || len(s.Causes) != 1 {
		t.Errorf("%+v %+v", s.Folded, s.Causes)
	}
}

func TestAPartThatRepeatsAStepIsFoldedIntoIt(t *testing.T) {
	cat := set(t, kitchen)
	look, spill := decided(cat, "look around", "look", ""), decided(cat, "a spill in the hall", "spill", "hall")
	mop, other := decided(cat, "mop hall", "mop", "hall"), decided(cat, "wipe pantry", "wipe", "pantry")
	s := plan.Sentence{Parts: []plan.Part{own(look.Input, 0, look), own(spill.Input, 20, spill), own(mop.Input, 50, mop), own(other.Input, 70, other)}}
	s.Parts[1].Then = true
	s = expanded(t, cat, s)
	want := []string{"look at hall", "wipe hall", "mop hall", "air hall", "mop hall", "wipe pantry"}
	if got := texts(s); !slices.Equal(got, want) {
		t.Fatalf("%q", got) // a step that may not run takes no part in
	}
	if len(s.Folded) != 1 || s.Folded[0].Into != 0 || s.Folded[0].Words.Text != "look around" || s.Reviews[0].First != 1 {
		t.Errorf("%+v %+v", s.Folded, s.Reviews)
	}
}

func TestAPlaybookTakesWhatAPartBesideItStates(t *testing.T) {
	cat := set(t, kitchen)
	spill, wipe := decided(cat, "a spill", "spill", ""), decided(cat, "wipe the pantry", "wipe", "pantry")
	s := expanded(t, cat, plan.Sentence{Parts: []plan.Part{own(spill.Input, 0, spill), own(wipe.Input, 20, wipe)}})
	if got := texts(s); !slices.Equal(got, []string{"look at pantry", "wipe pantry", "mop pantry", "air pantry"}) || len(s.Folded) != 1 || s.Folded[0].Into != 1 {
		t.Errorf("%q %+v", got, s.Folded)
	}
	two := decided(cat, "look at the hall", "look", "hall")
	s = expanded(t, cat, plan.Sentence{Parts: []plan.Part{own(spill.Input, 0, spill), own(wipe.Input, 20, wipe), own(two.Input, 50, two)}})
	if got := texts(s); len(got) != 3 || len(s.Reviews) > 0 {
		t.Errorf("of two values: %q", got)
	}
	fire := decided(cat, "a fire", "fire", "")
	mop := decided(cat, "mop the pantry", "mop", "pantry")
	s = expanded(t, cat, plan.Sentence{Parts: []plan.Part{own(fire.Input, 0, fire), own(mop.Input, 20, mop)}})
	if len(s.Parts) != 2 || s.Parts[0].Decision.Outcome != gate.Ask {
		t.Errorf("of a reflex no step reaches: %q", texts(s))
	}
}

func TestAPlanIsNoLongerThanItMayBe(t *testing.T) {
	cat := set(t, kitchen)
	var s plan.Sentence
	for i := range 7 {
		said := fmt.Sprintf("a spill in the hall %d", i)
		d := decided(cat, said, "spill", []string{"hall", "pantry"}[i%2], call.Arg{Name: "door", Value: call.Value{Kind: call.Option, Key: fmt.Sprint(i)}})
		s.Parts = append(s.Parts, own(said, 30*i, d))
	}
	_, p := plan.Make(cat, expanded(t, cat, s), nil)
	if !slices.ContainsFunc(p.Verdict.Because, func(c plan.Cause) bool { return c.Type == plan.TooLong && c.Steps == 28 }) {
		t.Errorf("%d steps: %+v", len(p.Steps), p.Verdict)
	}
}
