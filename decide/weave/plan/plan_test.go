package plan_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/weave"
	"sinew/decide/weave/plan"
	"sinew/pkg/text"
)

func TestARequiredValueIsTakenByReference(t *testing.T) {
	cat := set(t)
	p := made(t, cat, sentence([]plan.Part{
		part(t, cat, "look up Ida", "person", "who=Ida"),
		part(t, cat, "write to them", "letter"),
	}), nil)
	want := []plan.Bind{{From: 1, To: 2, Arg: "to", Field: "address", Kind: "email", Via: plan.Fill}}
	if !reflect.DeepEqual(p.Binds, want) {
		t.Errorf("binds %+v", p.Binds)
	}
	if p.Verdict.Outcome != plan.Run || !p.Exclusive || asJSON(t, p.Stages) != "[[1],[2]]" {
		t.Errorf("%+v, exclusive %v, stages %v", p.Verdict, p.Exclusive, p.Stages)
	}
	if got := p.Notes(2); !slices.Equal(got, []string{"takes address from 1"}) {
		t.Errorf("notes %q", got)
	}
}

func TestAnOptionalValueIsTakenByWritingItIn(t *testing.T) {
	cat := set(t)
	p := made(t, cat, sentence([]plan.Part{
		part(t, cat, "look up Ida", "person", "who=Ida"),
		part(t, cat, "write to a@b.example and copy them", "letter", "to=a@b.example"),
	}), nil)
	if len(p.Binds) != 1 || p.Binds[0].Via != plan.Rewrite || p.Binds[0].Arg != "copy" {
		t.Errorf("binds %+v", p.Binds)
	}
	if ref := p.Steps[1].Refs[0]; ref.Span != spanAt("write to a@b.example and copy them", "them") {
		t.Errorf("reference %+v", ref)
	}
}

func TestANounNamesTheFieldThatIsTaken(t *testing.T) {
	cat := compiled(t, map[string]string{
		"rack": "description = \"A rack.\"\neffect = \"read\"\nconfirm = \"Go?\"\nrun = \"x.mts\"\n[yields]\ncrate = \"code\"\npallet = \"code\"",
		"lift": "description = \"Lift.\"\neffect = \"read\"\nconfirm = \"Lift {crate}?\"\nrun = \"x.mts\"\n[args.crate]\nask = \"Which?\"\npick = \"code\"",
	})
	for said, want := range map[string]string{
		"lift that pallet":          "pallet",
		"lift the resulting pallet": "pallet",
		"lift it":                   "several",
	} {
		p := made(t, cat, sentence([]plan.Part{part(t, cat, "show a rack", "rack"), part(t, cat, said, "lift")}), nil)
		got := strings.Join(because(p), " ")
		if len(p.Binds) == 1 {
			got = p.Binds[0].Field
		}
		if got != want {
			t.Errorf("%s: %s, want %s", said, got, want)
		}
	}
}

func TestAValueThatCouldGoToTwoPlacesGoesToTheOneOfItsName(t *testing.T) {
	route := "description = \"Route.\"\neffect = \"read\"\nconfirm = \"Go?\"\nrun = \"x.mts\"\n[args.%s]\nask = \"a?\"\npick = \"number\"\n[args.stop]\nask = \"b?\"\npick = \"number\""
	for first, want := range map[string]string{"desk": "desk of 1 asks stop", "start": "stops: step 2 could take the desk of step 1 as its start, and as another of the kind"} {
		cat := compiled(t, map[string]string{"person": garden["person"], "route": fmt.Sprintf(route, first)})
		p := made(t, cat, sentence([]plan.Part{part(t, cat, "look up Ida", "person", "who=Ida"), part(t, cat, "find the way to it", "route")}), nil)
		got := ""
		for _, b := range p.Binds {
			got += fmt.Sprintf("%s of %d asks stop", b.Arg, b.From)
		}
		for _, c := range p.Verdict.Because {
			if c.Type == plan.Several {
				got += "stops: " + c.Message()
			}
		}
		if got != want || p.Verdict.Outcome != plan.Ask {
			t.Errorf("%s: %s", first, got)
		}
	}
}

func TestAListGivesARoundToMany(t *testing.T) {
	cat := set(t)
	first := part(t, cat, "list what is dry", "beds")
	p := made(t, cat, sentence([]plan.Part{first, part(t, cat, "water them", "water")}), nil)
	if len(p.Binds) != 1 || p.Binds[0].Each != "dry" || !p.PerRecord(2) {
		t.Errorf("binds %+v", p.Binds)
	}
	p = made(t, cat, sentence([]plan.Part{first, part(t, cat, "water it", "water")}), nil)
	if got := because(p); !slices.Equal(got, []string{"one_of_many"}) || p.Verdict.Outcome != plan.Ask {
		t.Errorf("because %v", got)
	}
	if got := p.Verdict.Because[0].Message(); got != "step 2 takes one bed from step 1, which finds several — which one?" {
		t.Errorf("%q", got)
	}
}

func TestNothingIsTakenFromAStepThatRunsPerRecord(t *testing.T) {
	cat := compiled(t, map[string]string{
		"beds": garden["beds"],
		"near": "description = \"Find the next bed.\"\neffect = \"read\"\nconfirm = \"Near {bed}?\"\nrun = \"x.mts\"\nreturns = \"rain\"\n[args.bed]\nask = \"Which?\"\npick = \"number\"\n[yields]\nbed = \"number\"",
		"dig":  garden["dig"], "advise": garden["advise"],
	})
	list, near := part(t, cat, "list what is dry", "beds"), part(t, cat, "find the next to each of them", "near")
	p := made(t, cat, sentence([]plan.Part{list, near, part(t, cat, "dig it up", "dig")}), map[string]string{"weave.ref_2_0": "step1"})
	if got := because(p); !slices.Contains(got, "several_sources") || p.Verdict.Outcome != plan.Refuse {
		t.Errorf("a field: %v", p.Verdict)
	}
	p = made(t, cat, sentence([]plan.Part{list, near, part(t, cat, "advise", "advise")}), nil)
	if got := because(p); !slices.Equal(got, []string{"several_sources"}) {
		t.Errorf("a whole result: %v", got)
	}
}

func TestWholeResultsAreTakenByName(t *testing.T) {
	cat := set(t)
	beds, rain := part(t, cat, "list dry beds", "beds"), part(t, cat, "rain at north", "rain", "shed=north")
	advise := part(t, cat, "say what to water", "advise")
	p := made(t, cat, sentence([]plan.Part{beds, rain, advise}, "and", "then"), nil)
	if p.Verdict.Outcome != plan.Run || asJSON(t, p.Stages) != "[[1,2],[3]]" || p.Exclusive {
		t.Errorf("%+v %v", p.Verdict, p.Stages)
	}
	if got := strings.Join(p.Notes(3), " · "); got != "takes beds from 1, rain from 2" {
		t.Errorf("notes %q", got)
	}
	if got := strings.Join(p.Notes(2), " · "); got != "with 1" {
		t.Errorf("notes %q", got)
	}
	p = made(t, cat, sentence([]plan.Part{beds, advise}), nil)
	problems := p.Verdict.Problems()
	if len(problems) != 1 || problems[0].Message != "step 2 takes rain, which no step before it returns" || problems[0].Fix.Reflex != "rain" {
		t.Errorf("problems %+v", problems)
	}
	p = made(t, cat, sentence([]plan.Part{beds, beds, rain, advise}), nil)
	if got := p.Verdict.Problems(); len(got) != 1 || got[0].Message != "step 4 takes one beds, and steps 1 and 2 each return one" || got[0].Fix.Reflex != "advise" {
		t.Errorf("problems %+v", got)
	}
}

func TestAReferenceThatTakesNothingAsksForOneYes(t *testing.T) {
	cat := set(t)
	p := made(t, cat, sentence([]plan.Part{part(t, cat, "look up Ida", "person", "who=Ida"), part(t, cat, "wait for them", "wait")}), nil)
	if p.Verdict.Outcome != plan.Confirm || len(p.Verdict.Because) != 1 {
		t.Fatalf("%+v", p.Verdict)
	}
	if got := p.Verdict.Because[0].Message(); got != "step 2 refers to step 1, but takes nothing from it" {
		t.Errorf("%q", got)
	}
	if got := strings.Join(p.Notes(2), " · "); got != "after 1" {
		t.Errorf("notes %q", got)
	}
	if q, of := p.Question(); q != "Run the plan as it stands?" || of != nil {
		t.Errorf("question %q of %v", q, of)
	}
}

func TestAnItThatStandsForNothingRefersToNothing(t *testing.T) {
	cat := set(t)
	for said, refers := range map[string]bool{
		"wait for it": true, "wait and say how big it is": true, "is it done": true,
		"wait and say what time it is": false, "how late is it": false, "what day is it": false, "is it monday": false,
	} {
		p := made(t, cat, sentence([]plan.Part{part(t, cat, "look up Ida", "person", "who=Ida"), part(t, cat, said, "wait")}), nil)
		if got := len(p.Steps[1].Refs) > 0; got != refers {
			t.Errorf("%q refers to something: %v", said, got)
		}
	}
}

func TestAWeakReferenceOrdersNothing(t *testing.T) {
	cat := set(t)
	p := made(t, cat, sentence([]plan.Part{part(t, cat, "list the dry beds", "beds"), part(t, cat, "wait by the beds", "wait")}), nil)
	if p.Verdict.Outcome != plan.Run || len(p.Steps[1].After) != 0 || len(p.Steps[1].Refs) != 1 {
		t.Errorf("%+v %+v", p.Verdict, p.Steps[1])
	}
	if got := asJSON(t, p.Wire()); !strings.Contains(got, `"refs":[{"span":{"start":8,"end":16,"text":"the beds"},"from":[0],"how":"phrase","weak":true,"noun":"beds"}]`) {
		t.Errorf("%s", got)
	}
}

func TestWhatPointsAtOneOfSeveralStepsIsAsked(t *testing.T) {
	cat := set(t)
	s := sentence([]plan.Part{
		part(t, cat, "look up Ida", "person", "who=Ida"), part(t, cat, "look up Nils", "person", "who=Nils"), part(t, cat, "show where it is", "seat"),
	})
	open, _ := plan.Make(cat, s, nil)
	if len(open) != 1 || open[0].ID() != "weave.ref_2_0" || !slices.Equal(open[0].Keys(), []string{"step0", "step1"}) {
		t.Fatalf("open %+v", open)
	}
	p := made(t, cat, s, map[string]string{"weave.ref_2_0": "step0"})
	if len(p.Binds) != 1 || p.Binds[0].From != 1 || p.Steps[2].Refs[0].How != plan.HowEngine {
		t.Errorf("binds %+v, refs %+v", p.Binds, p.Steps[2].Refs)
	}
}

func TestTheSecondOfTwoVerbsTakesFromTheFirst(t *testing.T) {
	cat := set(t)
	second := part(t, cat, "seat", "seat")
	second.Repair, second.Object = weave.Verb, true
	p := made(t, cat, sentence([]plan.Part{part(t, cat, "look up Ida", "person", "who=Ida"), second}), nil)
	if len(p.Binds) != 1 || p.Binds[0].Field != "desk" {
		t.Errorf("binds %+v", p.Binds)
	}
	if got := asJSON(t, p.Wire()); !strings.Contains(got, `"repair":"verb","refs":[{"from":[0],"how":"verb"}],"after":[1]`) {
		t.Errorf("%s", got)
	}
}

func TestADayOfTheMonthIsReadBesideAnotherStepsDay(t *testing.T) {
	cat := set(t)
	for said, want := range map[string]string{"the 20th": "october 20", "the 3rd": "november 3"} {
		s := "move those visits to " + said
		p := made(t, cat, sentence([]plan.Part{
			part(t, cat, "visits of october 12th", "visit", "day=october 12th"), part(t, cat, s, "move", "to="+said),
		}), nil)
		if got, _ := p.Steps[1].Decision.Call().Arg("to"); got.Shown() != want {
			t.Errorf("%s is read as %q", said, got.Shown())
		}
		if got := asJSON(t, p.Wire()); !strings.Contains(got, `"beside":{"to":1}`) {
			t.Errorf("%s", got)
		}
	}
}

func TestThenPutsWhatComesBeforeItFirst(t *testing.T) {
	cat := set(t)
	all := []plan.Part{part(t, cat, "list dry beds", "beds"), part(t, cat, "wait", "wait"), part(t, cat, "look up Ida", "person", "who=Ida")}
	p := made(t, cat, sentence(all, "and", "then"), nil)
	if asJSON(t, p.Stages) != "[[1,2],[3]]" || asJSON(t, p.Steps[2].After) != "[1,2]" {
		t.Errorf("stages %v, after %v", p.Stages, p.Steps[2].After)
	}
	if got := strings.Join(p.Notes(3), " · "); got != "after 1, 2" {
		t.Errorf("notes %q", got)
	}
}

func TestTheReasonsStandInTheirOrder(t *testing.T) {
	cat := set(t)
	s := sentence([]plan.Part{
		part(t, cat, "look up Ida", "person", "who=Ida"), part(t, cat, "feed the cat", ""), part(t, cat, "water", "water"),
		part(t, cat, "wait for it", "wait"), part(t, cat, "say", "advise"),
	})
	s.Causes = []plan.Cause{{Type: plan.Conditional, Text: "if it rains"}, {Type: plan.TooDeep, Step: 3, Playbook: "a"}, {Type: plan.Nested, Step: 1, Playbook: "b"}}
	s.Reviews = []plan.Review{{First: 1, Playbook: "b", Text: "spring", Prompt: gate.Prompt{Own: "b", Template: "Go?"}}}
	p := made(t, cat, s, map[string]string{"weave.ref_3_0": "step2"})
	want := []string{"nested", "too_deep", "conditional", "no_source", "no_source", "no_reflex", "needs", "takes_nothing", "reviewed"}
	if got := because(p); !slices.Equal(got, want) || p.Verdict.Outcome != plan.Refuse {
		t.Errorf("%v", got)
	}
	if got := p.Verdict.Because[6]; got.Step != 3 || got.Arg != "bed" {
		t.Errorf("%+v", got)
	}
}

func TestNothingToDoIsRefused(t *testing.T) {
	p := made(t, set(t), plan.Of(weave.Sentence{Input: "don't water", Excluded: []text.Span{text.Whole("don't water")}}), nil)
	if got := asJSON(t, p.Wire()); got != `{"input":"don't water","steps":[],"binds":[],"stages":[],"verdict":{"outcome":"refuse","because":[{"type":"nothing_to_do"}]},"exclusive":false,"excluded":[{"start":0,"end":11,"text":"don't water"}],"splits":[]}` {
		t.Errorf("%s", got)
	}
	if got := p.Unplaced(); !slices.Equal(got, []string{`left out "don't water"`}) {
		t.Errorf("%q", got)
	}
}

func TestWhatIsNoStepIsPrintedBesideThePlan(t *testing.T) {
	cat := set(t)
	s := sentence([]plan.Part{part(t, cat, "wait and see", "wait"), part(t, cat, "look up Ida", "person", "who=Ida")})
	s.Places = append([]weave.Place{{Start: 4, End: 9, Word: "and", P: 0.1}}, s.Places...)
	s.Count = &weave.Count{One: 0.25}
	s.Folded = []weave.Folded{{Words: text.Whole("wait"), Into: 0, Gave: []string{"who"}, Picked: "first"}}
	s.Asides = []weave.Aside{{Words: text.Whole("thanks"), Remark: true, Aside: 0.8, Detail: 0.1, Asks: 0.1},
		{Words: text.Whole("at noon"), Detail: 0.9, Aside: 0.1}, {Words: text.Whole("before I go"), Remark: true, By: "own"}}
	s.Parts[1].Without = []string{"at noon"}
	p := made(t, cat, s, nil)
	want := `"splits":[{"start":4,"end":9,"word":"and","order":"and","p":0.1},{"start":12,"end":17,"word":"and","order":"and","p":0.9,"cut":true}],"count":{"one":0.25},` +
		`"folded":[{"text":"wait","into":1,"gave":["who"],"picked":"first"}],"asides":[{"text":"thanks","remark":true,"does":{"aside":0.8,"detail":0.1,"asks":0.1}},` +
		`{"text":"at noon","remark":false,"does":{"aside":0.1,"detail":0.9,"asks":0}},{"text":"before I go","remark":true,"by":"own"}]}`
	if got := asJSON(t, p.Wire()); !strings.HasSuffix(got, want) {
		t.Errorf("%s", got)
	}
	lines := []string{`folded "wait" into 1`, `set aside "thanks"`, `set aside "before I go"`, `not in the plan "at noon"`}
	if got := p.Unplaced(); !slices.Equal(got, lines) {
		t.Errorf("%q", got)
	}
	if got := strings.Join(p.Notes(2), " · "); got != `with 1 · without "at noon"` {
		t.Errorf("%s", got)
	}
}

func TestAConditionRefusesTheSentence(t *testing.T) {
	words := text.Whole("if it rains")
	p := made(t, set(t), plan.Of(weave.Sentence{Input: "if it rains, wait", Condition: &words}), nil)
	if got := because(p); !slices.Equal(got, []string{"conditional"}) || p.Verdict.Outcome != plan.Refuse {
		t.Errorf("%v", got)
	}
}

func TestSharedWordsArePrinted(t *testing.T) {
	cat := set(t)
	second := part(t, cat, "water bed 3 north", "water", "bed=3", "shed=north")
	second.Typed, second.Shared = "water bed 3", []weave.Shared{{Arg: "shed", Word: "north"}}
	p := made(t, cat, sentence([]plan.Part{part(t, cat, "rain at north", "rain", "shed=north"), second}), nil)
	if got := asJSON(t, p.Wire()); !strings.Contains(got, `"shared":{"shed":{"word":"north","via":"rewrite"}}`) || !strings.Contains(got, `"typed":"water bed 3"`) {
		t.Errorf("%s", got)
	}
}

func TestTheSameSentenceGivesTheSameBytes(t *testing.T) {
	cat := set(t)
	s := sentence([]plan.Part{part(t, cat, "look up Ida", "person", "who=Ida"), part(t, cat, "write to them", "letter")})
	_, a := plan.Make(cat, s, question.Answers{})
	_, b := plan.Make(cat, s, question.Answers{})
	one, _ := gate.Line(a.Wire())
	two, _ := gate.Line(b.Wire())
	if string(one) != string(two) {
		t.Errorf("%s\n%s", one, two)
	}
}
