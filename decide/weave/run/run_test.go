package run_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/decide/weave/plan"
	"sinew/decide/weave/run"
	"sinew/decide/weave/weavetest"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
)

func callKind(a manifest.Argument) pick.Kind { return pick.Kind(a.Pick) }

var yard = map[string]string{
	"find": `effect = "read"
returns = "stock"
[yields]
address = "email"
crate = "code"
span = "duration"
day = "date"
at = "time"
note = "quoted"
amount = "amount"`,
	"list": `effect = "read"
[yields]
dry = { each = { bed = "number" } }`,
	"send": `effect = "write"
[args.to]
ask = "Whom?"
pick = "email"
[args.copy]
ask = "Whom to copy?"
pick = "email"
optional = true`,
	"water": `effect = "write"
[args.bed]
ask = "Which?"
pick = "number"`,
	"dig": `effect = "destructive"
[args.bed]
ask = "Which?"
pick = "number"`,
	"weigh": `effect = "read"
[args.all]
takes = "stock"`,
	"rest": `effect = "read"
[args.span]
ask = "How long?"
pick = "duration"`,
	"on": `effect = "read"
[args.day]
ask = "When?"
pick = "date"`,
	"tell": `effect = "write"
[args.what]
ask = "What?"
pick = "quoted"
optional = true`,
	"wait": `effect = "read"`,
	"check": `effect = "read"
[yields]
wet = "number"`,
}

func set(t *testing.T) *catalog.Catalog {
	t.Helper()
	s := catalog.Set{Adapter: catalog.Adapter{ID: "test", Bars: &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9}}}
	for name, source := range yard {
		m, err := manifest.Parse(name, []byte("reflex = 1\ndescription = \"Do it.\"\nconfirm = \"Do it?\"\nrun = \"x.mts\"\n"+source))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s.Reflexes = append(s.Reflexes, catalog.Reflex{Name: name, Manifest: m, Effect: m.Effect})
	}
	return catalog.New(s)
}

// parts are texts, each decided as the reflex of its first word, with the first
// value of the right kind it holds.
func parts(cat *catalog.Catalog, said ...string) plan.Sentence {
	s := plan.Sentence{}
	at := 0
	for _, one := range said {
		s.Parts = append(s.Parts, plan.Part{Step: weave.Step{Text: one, From: at, To: at + len(one), Decision: decided(cat, one)}})
		at += len(one) + 5
	}
	return s
}

func decided(cat *catalog.Catalog, said string) gate.Decision {
	verb, _, _ := strings.Cut(said, " ")
	if cat.Reflex(verb) == nil {
		return gate.Decide(cat, reading.Reading{Input: said, Judgments: []reading.Judgment{{Top: question.None, P: 1}}})
	}
	used := map[string]bool{}
	return weavetest.Decided(cat, said, verb, 0.95, func(a manifest.Argument) string {
		for _, c := range pick.Find(said) {
			if string(c.Value.Kind) == string(a.Pick) && !used[c.Span.Text] {
				used[c.Span.Text] = true
				return c.Span.Text
			}
		}
		return ""
	})
}

func machine(t *testing.T, s plan.Sentence, cat *catalog.Catalog) *run.Machine {
	t.Helper()
	answers := question.Answers{}
	open, p := plan.Make(cat, s, answers)
	for _, q := range open {
		answers[q.ID()] = question.Answer{"step0": 1}
	}
	if len(open) > 0 {
		_, p = plan.Make(cat, s, answers)
	}
	return run.New(cat, p, false)
}

// runs begins a step's body and ends it with data.
func runs(t *testing.T, m *run.Machine, n int, data string) run.Start {
	t.Helper()
	start, ok := m.Begin(n)
	if !ok {
		t.Fatalf("step %d does not begin: %+v", n, m.Due())
	}
	m.Finished(n, json.RawMessage(data))
	return start
}

func what(m *run.Machine, n int) string {
	o := m.Outcomes()[n-1]
	line, err := gate.Line(o.Wire())
	if err != nil {
		return err.Error()
	}
	return string(line)
}

func TestAValueIsFilledAtItsStepsTurn(t *testing.T) {
	cat := set(t)
	m := machine(t, parts(cat, "find Ida", "send to them"), cat)
	if due := m.Due(); len(due) != 1 || due[0].Kind != run.Body || due[0].Step != 1 {
		t.Fatalf("due %+v", due)
	}
	runs(t, m, 1, `{"address":"ida@b.example"}`)
	due := m.Due()
	if len(due) != 1 || due[0].Kind != run.Body || !due[0].Changed || due[0].Decision.Call().String() != `send to="ida@b.example"` {
		t.Fatalf("due %+v", due)
	}
	start := runs(t, m, 2, "")
	if c, _ := start.Permit.Call(); c.String() != `send to="ida@b.example"` {
		t.Errorf("permit for %s", c)
	}
	bound, _ := json.Marshal(m.Outcomes()[1].Bound())
	if string(bound) != `[{"arg":"to","from":1,"field":"address","value":"ida@b.example"}]` {
		t.Errorf("bound %s", bound)
	}
	if exit, status := run.Worst(m.Outcomes()); exit != 0 || status != run.Ran || what(m, 2) != `{"status":"ran"}` {
		t.Errorf("exit %d, %s", exit, status)
	}
}

func TestAnOptionalValueIsWrittenIntoTheWords(t *testing.T) {
	cat := set(t)
	m := machine(t, parts(cat, "find Ida", "send a@b.example a note and copy them too"), cat)
	runs(t, m, 1, `{"address":"ida@b.example"}`)
	due := m.Due()
	if len(due) != 1 || due[0].Kind != run.Decide || due[0].Text != "send a@b.example a note and copy ida@b.example too" || due[0].Reflex != "send" {
		t.Fatalf("due %+v", due)
	}
	if _, ok := m.Begin(2); ok {
		t.Error("it begins before it is decided again")
	}
	m.Decided(2, gate.Decision{Input: due[0].Text, Outcome: gate.Abstain})
	if got := what(m, 2); got != `{"status":"refused","why":{"type":"no_reflex"}}` {
		t.Errorf("%s", got)
	}
	m = machine(t, parts(cat, "find Ida", "send a@b.example a note and copy them"), cat)
	runs(t, m, 1, `{"address":"ida@b.example"}`)
	m.Decided(2, decided(cat, "wait"))
	if got := what(m, 2); got != `{"status":"refused","why":{"type":"read_as","reflex":"wait"}}` {
		t.Errorf("%s", got)
	}
}

func TestAStepThatNobodyDecidesAgainFails(t *testing.T) {
	cat := set(t)
	m := machine(t, parts(cat, "find Ida", "send a@b.example a note and copy them too"), cat)
	if m.Undecided(1, "no answer") {
		t.Error("a step that is decided was undecided")
	}
	runs(t, m, 1, `{"address":"ida@b.example"}`)
	if !m.Undecided(2, "no answer") || !m.Over() {
		t.Errorf("due %+v", m.Due())
	}
	if got := what(m, 2); got != `{"status":"failed","why":{"type":"said","message":"no answer"}}` {
		t.Errorf("%s", got)
	}
}

func TestATextIsWrittenInItsQuotes(t *testing.T) {
	cat := set(t)
	for note, want := range map[string]string{`so long`: `tell "so long" to them`, `say "hi"`: `tell “say "hi"” to them`} {
		s := parts(cat, "find Ida", "tell that note to them")
		m := machine(t, s, cat)
		data, _ := json.Marshal(map[string]string{"note": note})
		runs(t, m, 1, string(data))
		if due := m.Due(); len(due) != 1 || due[0].Text != want {
			t.Errorf("%s: %+v", note, due)
		}
	}
}

func TestWhatAValueMayBe(t *testing.T) {
	cat := set(t)
	for _, one := range []struct{ said, data, want string }{
		{"rest that span", `{"span":90}`, `rest span="90 seconds"`},
		{"rest that span", `{"span":"5 minutes"}`, `rest span="5 minutes"`},
		{"rest that span", `{"span":true}`, ""},
		{"rest that span", `{"span":null}`, ""},
		{"rest that span", `{}`, ""},
		{"rest that span", ``, ""},
		{"on that day", `{"day":"2026-05-06"}`, `on day="2026-05-06"`},
		{"on that day", `{"day":"may 6th"}`, ""},
		{"on that day", `{"day":"may 6th 2026"}`, ""},
		{"on that day", `{"day":"tomorrow"}`, ""},
	} {
		m := machine(t, parts(cat, "find Ida", one.said), cat)
		runs(t, m, 1, one.data)
		if one.want == "" {
			if got := what(m, 2); got != `{"status":"skipped","why":{"type":"nothing_to_take","from":1}}` {
				t.Errorf("%s: %s", one.data, got)
			}
			if exit, status := run.Worst(m.Outcomes()); exit != 1 || status != run.Failed {
				t.Errorf("%s: exit %d", one.data, exit)
			}
		} else if due := m.Due(); len(due) != 1 || due[0].Decision.Call().String() != one.want {
			t.Errorf("%s: %+v", one.data, due)
		}
	}
}

func TestAListRunsARoundForEachRecord(t *testing.T) {
	cat := set(t)
	m := machine(t, parts(cat, "list what is dry", "water them", "wait"), cat)
	runs(t, m, 1, `{"dry":[{"bed":3},{"bed":5}]}`)
	for round, want := range []string{`water bed="3"`, `water bed="5"`} {
		due := m.Due()
		if len(due) != 1 || due[0].Round != round+1 || due[0].Decision.Call().String() != want {
			t.Fatalf("round %d: %+v", round+1, due)
		}
		runs(t, m, 2, "")
	}
	if o := m.Outcomes()[1]; o.Status != run.Ran || len(o.Rounds) != 2 {
		t.Errorf("%+v", o)
	}
	if due := m.Due(); len(due) != 1 || due[0].Step != 3 {
		t.Errorf("due %+v", due)
	}
	m = machine(t, parts(cat, "list what is dry", "water them", "wait"), cat)
	runs(t, m, 1, `{"dry":[]}`)
	if got := what(m, 2); got != `{"status":"skipped","why":{"type":"found_nothing"}}` || len(m.Due()) != 1 {
		t.Errorf("%s, due %+v", got, m.Due())
	}
}

func TestAWholeResultIsHandedAsItIs(t *testing.T) {
	cat := set(t)
	m := machine(t, parts(cat, "find Ida", "weigh it all"), cat)
	runs(t, m, 1, `[ ]`)
	if start := runs(t, m, 2, ""); string(start.Taken["stock"]) != `[ ]` {
		t.Errorf("taken %s", start.Taken)
	}
	bound, _ := json.Marshal(m.Outcomes()[1].Bound())
	if string(bound) != `[{"arg":"all","from":1,"field":"stock"}]` {
		t.Errorf("bound %s", bound)
	}
	for data, want := range map[string]string{
		"":     `{"status":"skipped","why":{"type":"nothing_to_take","from":1}}`,
		"null": `{"status":"skipped","why":{"type":"nothing_to_take","from":1}}`,
		`"` + strings.Repeat("x", run.MaxTaken-1) + `"`: `{"status":"skipped","why":{"type":"too_large","from":1}}`,
		`"` + strings.Repeat("x", run.MaxTaken-2) + `"`: `{"status":""}`,
	} {
		m := machine(t, parts(cat, "find Ida", "weigh it all"), cat)
		runs(t, m, 1, data)
		if got := what(m, 2); got != want {
			t.Errorf("%.20s: %s", data, got)
		}
	}
}

func TestADestructiveStepWaitsForItsOwnYesInEveryRound(t *testing.T) {
	cat := set(t)
	m := machine(t, parts(cat, "list what is dry", "dig them up"), cat)
	runs(t, m, 1, `{"dry":[{"bed":3},{"bed":5}]}`)
	for range 2 {
		if _, ok := m.Begin(2); ok || m.Due()[0].Kind != run.Confirm {
			t.Fatalf("it begins without a yes: %+v", m.Due())
		}
		m.Yes(2)
		runs(t, m, 2, "")
	}
	m = machine(t, parts(cat, "list what is dry", "dig them up", "wait"), cat)
	runs(t, m, 1, `{"dry":[{"bed":3},{"bed":5}]}`)
	m.Yes(2)
	runs(t, m, 2, "")
	m.No(2)
	if got := what(m, 2); got != `{"status":"declined","why":{"type":"said","message":"dig bed=\"5\" · destructive · weakest: route 0.95"}}` {
		t.Errorf("%s", got)
	}
	if got := what(m, 3); got != `{"status":"skipped","why":{"type":"earlier_step"}}` {
		t.Errorf("%s", got)
	}
	if exit, status := run.Worst(m.Outcomes()); exit != 2 || status != run.Declined {
		t.Errorf("exit %d %s", exit, status)
	}
}

func TestAStageGoesToItsEndWhenAStepOfItFails(t *testing.T) {
	cat := set(t)
	s := parts(cat, "find Ida", "check it", "wait", "list")
	s.Parts[3].Then = true
	m := machine(t, s, cat)
	m.Yes(0)
	if _, ok := m.Begin(1); !ok {
		t.Fatal("no start")
	}
	if _, ok := m.Begin(3); !ok {
		t.Fatal("a read does not start beside a read")
	}
	m.Failed(1, "no such person")
	m.Finished(3, nil)
	for n, want := range map[int]string{
		1: `{"status":"failed","why":{"type":"said","message":"no such person"}}`, 2: `{"status":"skipped","why":{"type":"earlier_step"}}`,
		3: `{"status":"ran"}`, 4: `{"status":"skipped","why":{"type":"earlier_step"}}`,
	} {
		if got := what(m, n); got != want {
			t.Errorf("step %d: %s", n, got)
		}
	}
}

func TestAResultPicksAmongTheStepsListed(t *testing.T) {
	cat := set(t)
	for data, want := range map[string][2]string{
		`{"wet":3}`:   {`{"status":""}`, `{"status":"skipped","why":{"type":"not_chosen","from":1,"value":"3"}}`},
		`{"wet":"0"}`: {`{"status":"skipped","why":{"type":"not_chosen","from":1,"value":"0"}}`, `{"status":""}`},
		`{"wet":9}`: {`{"status":"skipped","why":{"type":"not_chosen","from":1,"value":"9"}}`,
			`{"status":"skipped","why":{"type":"not_chosen","from":1,"value":"9"}}`},
		`{}`: {`{"status":"skipped","why":{"type":"nothing_to_take","from":1}}`, `{"status":"skipped","why":{"type":"nothing_to_take","from":1}}`},
	} {
		s := parts(cat, "check", "wait 1", "wait 2", "list")
		for i := range s.Parts {
			s.Parts[i].Wrote = []plan.Written{{Playbook: "wet", Step: i + 1}}
		}
		s.Parts[1].Branch, s.Parts[2].Branch = &plan.Branch{Field: "wet", Is: "3"}, &plan.Branch{Field: "wet", Is: "0"}
		m := machine(t, s, cat)
		runs(t, m, 4, "")
		runs(t, m, 1, data)
		if a, b := what(m, 2), what(m, 3); a != want[0] || b != want[1] {
			t.Errorf("%s: %s %s", data, a, b)
		}
	}
}

func TestAYesOverTheWholeComesFirst(t *testing.T) {
	cat := set(t)
	for _, answer := range []struct {
		say  func(*run.Machine) bool
		want string
		exit int
	}{
		{func(m *run.Machine) bool { return m.No(0) }, `{"status":"declined","why":{"type":"said","message":"Run the plan as it stands?"}}`, 2},
		{func(m *run.Machine) bool { return m.Unanswered(0, "a confirm needs a terminal") },
			`{"status":"unanswered","why":{"type":"said","message":"a confirm needs a terminal"}}`, 3},
	} {
		m := machine(t, parts(cat, "find Ida", "wait for them"), cat)
		if due := m.Due(); len(due) != 1 || due[0].Kind != run.Approve {
			t.Fatalf("due %+v", due)
		}
		if _, ok := m.Begin(1); ok {
			t.Fatal("it begins before the yes")
		}
		answer.say(m)
		if exit, _ := run.Worst(m.Outcomes()); exit != answer.exit || what(m, 1) != answer.want || what(m, 2) != answer.want {
			t.Errorf("exit %d, %s, %s", exit, what(m, 1), what(m, 2))
		}
	}
	_, p := plan.Make(cat, parts(cat, "wait", "list"), nil)
	if due := run.New(cat, p, true).Due(); len(due) != 1 || due[0].Kind != run.Approve {
		t.Errorf("a plan from a file: %+v", due)
	}
}

func TestARefusedPlanSaysWhatStandsAgainstIt(t *testing.T) {
	cat := set(t)
	m := machine(t, parts(cat, "wait", "weigh it"), cat)
	want := `{"status":"refused","why":{"type":"said","message":"step 2 takes stock, which no step before it returns"}}`
	if len(m.Due()) > 0 || what(m, 1) != want || what(m, 2) != want {
		t.Errorf("%s %s", what(m, 1), what(m, 2))
	}
	s := parts(cat, "wait", "feed the cat")
	m = machine(t, s, cat)
	if got := what(m, 2); got != `{"status":"refused","why":{"type":"no_reflex"}}` {
		t.Errorf("%s", got)
	}
	if got := what(m, 1); got != `{"status":"refused","why":{"type":"said","message":"step 2 matches no reflex"}}` {
		t.Errorf("%s", got)
	}
}

func TestACancelledWeaveMarksEveryOtherStep(t *testing.T) {
	cat := set(t)
	m := machine(t, parts(cat, "wait", "water bed 3", "wait"), cat)
	runs(t, m, 1, "")
	if _, ok := m.Begin(2); !ok {
		t.Fatal("no start")
	}
	if running := m.Cancel(); len(running) != 1 || running[0] != 2 {
		t.Errorf("running %v", running)
	}
	cancelled := `{"status":"skipped","why":{"type":"cancelled"}}`
	if what(m, 1) != `{"status":"ran"}` || what(m, 2) != cancelled || what(m, 3) != cancelled {
		t.Errorf("%s %s %s", what(m, 1), what(m, 2), what(m, 3))
	}
}

func TestASkippedStepSaysWhatStoppedIt(t *testing.T) {
	cat := set(t)
	list := parts(cat, "list what is dry", "water them")
	found := parts(cat, "find Ida", "send to them")
	whole := parts(cat, "find Ida", "weigh it all")
	branch := parts(cat, "check", "water bed 3", "water bed 4")
	for i := range branch.Parts {
		branch.Parts[i].Wrote = []plan.Written{{Playbook: "wet", Step: i + 1}}
	}
	branch.Parts[1].Branch, branch.Parts[2].Branch = &plan.Branch{Field: "wet", Is: "3"}, &plan.Branch{Field: "wet", Is: "4"}
	for _, one := range []struct {
		s          plan.Sentence
		data, want string
	}{
		{list, `{"dry":[]}`, "nothing was found to do it for"},
		{found, `{}`, "step 1 yielded no address to take"},
		{whole, `"` + strings.Repeat("x", run.MaxTaken) + `"`, "the stock of step 1 is more than a step is handed, 1 MiB"},
		{branch, `{"wet":4}`, `not chosen: step 1 yielded wet "4"`},
		{branch, `{"wet":5}`, `not chosen: step 1 yielded wet "5", which no step lists`},
	} {
		_, p := plan.Make(cat, one.s, nil)
		m := run.New(cat, p, false)
		runs(t, m, 1, one.data)
		if got := run.After(&p, m.Outcomes()[1]); got != one.want {
			t.Errorf("%.20s: %q", one.data, got)
		}
		m.Cancel()
	}
}

func TestAPlanThatCannotTellRunsNothing(t *testing.T) {
	cat := set(t)
	m := machine(t, parts(cat, "list what is dry", "water it"), cat)
	want := `{"status":"unanswered","why":{"type":"said","message":"step 2 takes one bed from step 1, which finds several — which one?"}}`
	if len(m.Due()) > 0 || what(m, 1) != want {
		t.Errorf("%s", what(m, 1))
	}
}
