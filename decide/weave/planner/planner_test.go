package planner_test

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
	"sinew/decide/weave/planner"
	"sinew/decide/words"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/project"
)

const (
	service = "[args.service]\nask = \"Which service?\"\nvocab = \"services\"\n"
	region  = "[args.region]\nask = \"Where?\"\nvocab = \"regions\"\noptional = true\n"
)

// incidents are the reflexes the manual's playbooks reach, as far as a plan
// reads them, and the two playbooks themselves.
var incidents = map[string]string{
	"errors":  "effect = \"read\"\nreturns = \"errors\"\n" + service + region,
	"deploys": "effect = \"read\"\nreturns = \"deploys\"\n" + service + region,
	"logs":    "effect = \"read\"\nreturns = \"logs\"\n" + service + region,
	"suspect": "effect = \"read\"\n[args.errors]\ntakes = \"errors\"\n[args.deploys]\ntakes = \"deploys\"\n[args.logs]\ntakes = \"logs\"\n[yields]\nrelease = \"code\"\n",
	"rollback": "effect = \"destructive\"\n" + service + region +
		"[args.release]\nask = \"From which release?\"\npick = \"code\"\nrecent = \"release\"\n",
	"post":     "effect = \"write\"\n[args.channel]\nask = \"Where?\"\nvocab = \"channels\"\n",
	"status":   "effect = \"write\"\n[args.component]\nask = \"Of what?\"\nvocab = \"services\"\n",
	"drain":    "effect = \"write\"\n",
	"failover": "effect = \"destructive\"\n",
	"verify":   "effect = \"read\"\n[yields]\nlanding = \"quoted\"\n",
	"tell":     "effect = \"write\"\n[args.channel]\nask = \"Where?\"\nvocab = \"channels\"\n",
	"failback": "effect = \"destructive\"\n",
	"outage": `effect = "destructive"
steps = [
  "check {service}'s errors[ in {region}]",
  "list {service}'s deploys[ in {region}]",
  "search {service}'s logs[ in {region}]",
  "find the suspect behind it",
  "roll {service} back from that release[ in {region}]",
  "post to the #incident channel",
  "update the status page for {service}",
]
` + service + region,
	"runbook": `effect = "destructive"
steps = [
  "drain connections off the primary",
  "fail over to the replica",
  "verify that writes land",
  { say = "tell the #ops channel it is done", when = { landing = "yes" } },
  { say = "fail back to the old primary", when = { landing = "no" } },
]
`,
}

// asked are the words a reflex is told by; the first that a text holds counts.
var asked = [][2]string{
	{"is failing", "outage"}, {"outage", "outage"}, {"runbook", "runbook"}, {"errors", "errors"}, {"error rate", "errors"}, {"deploys", "deploys"},
	{"logs", "logs"}, {"suspect", "suspect"}, {"roll", "rollback"}, {"post", "post"}, {"status", "status"}, {"drain", "drain"},
	{"fail over", "failover"}, {"verify", "verify"}, {"tell", "tell"}, {"fail back", "failback"},
}

func set(t testing.TB) *catalog.Catalog {
	t.Helper()
	s := catalog.Set{Vocabs: map[string]project.Vocabulary{}, Adapter: catalog.Adapter{ID: "told", Bars: &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9}}}
	names := make([]string, 0, len(incidents))
	for name := range incidents {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		confirm := "Go on with " + name + "?"
		if name == "outage" {
			confirm = "Run the outage plan for {service}?"
		}
		m, err := manifest.Parse(name, fmt.Appendf(nil, "reflex = 1\ndescription = %q\nconfirm = %q\n%s%s", "Does "+name+".", confirm, runs(name), incidents[name]))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s.Reflexes = append(s.Reflexes, catalog.Reflex{Name: name, Manifest: m, Effect: m.Effect})
	}
	for name, list := range map[string]string{"services": "checkout payments search", "regions": "eu-west us-east", "channels": "#incident #ops"} {
		v := project.Vocabulary{Name: name}
		for word := range strings.FieldsSeq(list) {
			v.Words = append(v.Words, project.Word{Word: word, What: "One of them."})
		}
		s.Vocabs[name] = v
	}
	return catalog.New(s)
}

func runs(name string) string {
	if strings.Contains(incidents[name], "steps") {
		return ""
	}
	return "run = \"x.mts\"\n"
}

// answer says what the words of a text say plainly, surely.
func answer(said string, q question.Question) question.Answer {
	if q.Subject.Kind == question.Span {
		said = q.About.Words
	}
	switch q.Subject.Kind {
	case question.Route, question.Span:
		if reflexOf(said) == question.None {
			return question.Answer{question.None: 1}
		}
		return question.Answer{reflexOf(said): 0.95, question.None: 0.05}
	case question.Arg, question.View, question.Named:
		return stated(said, q)
	case question.Does:
		return question.Answer{question.Action: 1}
	case question.Against:
		return question.Answer{question.Whole: 1}
	case question.Count:
		return question.Answer{question.Several: 1}
	case question.Part:
		return question.Answer{question.Asks: 1}
	case question.Ref:
		return question.Answer{q.Options[len(q.Options)-1].Key: 1}
	case question.Again:
		return question.Answer{question.Nothing: 1}
	case question.Share:
		return question.Answer{question.Yes: 0}
	}
	if q.YesNo() {
		return question.Answer{question.Yes: 1}
	}
	return question.Answer{q.Otherwise: 1}
}

func reflexOf(said string) string {
	for _, one := range asked {
		if strings.Contains(said, one[0]) {
			return one[1]
		}
	}
	return question.None
}

func stated(said string, q question.Question) question.Answer {
	for _, o := range q.Options {
		if strings.Contains(said, o.Key) {
			return question.Answer{o.Key: 0.96, question.Unstated: 0.04}
		}
	}
	return question.Answer{question.Unstated: 1}
}

// drive plans to the end of the questions.
func drive(t *testing.T, p *planner.Planner, m *weave.Memory) plan.Plan {
	t.Helper()
	for range 30 {
		open, out := p.Read(m)
		if len(open) == 0 {
			return out
		}
		for _, r := range open {
			answers := question.Answers{}
			for _, q := range r.Questions {
				answers[q.ID()] = answer(r.Words, q)
			}
			if err := question.Validate(r.Questions, answers); err != nil {
				t.Fatal(err)
			}
			m.Keep(r, answers)
		}
	}
	t.Fatal("it never ends")
	return plan.Plan{}
}

func planned(t *testing.T, said string) plan.Plan {
	t.Helper()
	cat := set(t)
	return drive(t, planner.New(cat, cat.Reflexes(), said, reading.Beside{}), &weave.Memory{})
}

func lines(p plan.Plan) []string {
	var all []string
	for i := range p.Steps {
		s := &p.Steps[i]
		line := s.Line()
		switch s.Decision.Outcome {
		case gate.Run:
			line += "  " + words.P(s.Decision.Confidence)
		case gate.Confirm:
			line = s.Decision.Prompt.Own
		}
		all = append(all, strings.Join(append([]string{line}, p.Notes(s.N)...), " · "))
	}
	return all
}

func check(t *testing.T, p plan.Plan, want ...string) {
	t.Helper()
	if got := lines(p); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestAPlaybooksPlanReadsAsTheManualPrintsIt(t *testing.T) {
	p := planned(t, "checkout is failing in eu-west")
	check(t, p,
		`errors service="checkout" region="eu-west"  0.95 · outage 1`,
		`deploys service="checkout" region="eu-west"  0.95 · outage 2`,
		`logs service="checkout" region="eu-west"  0.95 · outage 3`,
		`suspect  0.95 · takes errors from 1, deploys from 2, logs from 3 · outage 4`,
		`rollback service="checkout" region="eu-west" · takes release from 4 · outage 5`,
		`post channel="#incident"  0.95 · outage 6`,
		`status component="checkout"  0.95 · outage 7 · service as component`)
	if q, of := p.Question(); q != "Run the outage plan for checkout?" || of.Prompt.Own != `outage service="checkout" region="eu-west" · destructive · weakest: route 0.95` {
		t.Errorf("%q %+v", q, of)
	}
	if p.Verdict.Outcome != plan.Confirm || len(p.Verdict.Because) != 1 {
		t.Errorf("%+v", p.Verdict)
	}
}

func TestABranchReadsAsTheManualPrintsIt(t *testing.T) {
	check(t, planned(t, "run the runbook"),
		`drain  0.95 · runbook 1`,
		`failover · destructive · weakest: route 0.95 · runbook 2`,
		`verify  0.95 · runbook 3 · then 4 on "yes", 5 on "no"`,
		`tell channel="#ops"  0.95 · runbook 4 · if 3 yields landing "yes"`,
		`failback · destructive · weakest: route 0.95 · runbook 5 · if 3 yields landing "no"`)
}

func TestASlotIsAskedBeforeThePlanIsMade(t *testing.T) {
	cat := set(t)
	p := planner.New(cat, cat.Reflexes(), "we have an outage", reading.Beside{})
	var m weave.Memory
	out := drive(t, p, &m)
	check(t, out, `outage · asks service`)
	if out.Verdict.Outcome != plan.Ask || p.Answer(2, nil) {
		t.Errorf("%+v", out.Verdict)
	}
	if !p.Answer(1, map[string]call.Value{"service": {Kind: call.Word, Word: "payments"}}) {
		t.Fatal("it took no answer")
	}
	out = drive(t, p, &m)
	if got := lines(out); len(got) != 7 || got[0] != `errors service="payments"  0.95 · outage 1` {
		t.Errorf("%q", got)
	}
	if len(p.Sentence().Parts) != 7 || len(out.Reviews) != 1 {
		t.Errorf("%+v", out.Reviews)
	}
}

func TestAPartThatSaysAStepAgainIsFolded(t *testing.T) {
	p := planned(t, "checkout is failing in eu-west and show me the error rate")
	if got := p.Unplaced(); !slices.Equal(got, []string{`folded "show me the error rate" into 1`}) || len(p.Steps) != 7 {
		t.Errorf("%q, %q", got, lines(p))
	}
	p = planned(t, "we have an outage, check the errors for payments")
	if got := lines(p); len(got) != 7 || got[0] != `errors service="payments"  0.95 · outage 1` {
		t.Errorf("%q", got)
	}
}

func TestWhatRefusesASentenceWithAPlaybook(t *testing.T) {
	for said, want := range map[string]plan.CauseType{
		"if it is bad, checkout is failing":            plan.Conditional,
		"checkout is failing, don't post to #incident": plan.Excluded,
		"checkout is failing and feed the cat":         plan.NoReflex,
	} {
		p := planned(t, said)
		if p.Verdict.Outcome != plan.Refuse || !slices.ContainsFunc(p.Verdict.Because, func(c plan.Cause) bool { return c.Type == want }) {
			t.Errorf("%q: %+v", said, p.Verdict)
		}
	}
}

func TestASentenceWithoutPlaybooksIsTiedTogether(t *testing.T) {
	p := planned(t, "check the errors for checkout, list the checkout deploys and pull the checkout logs, then find the suspect, then roll search back from that release")
	got := lines(p)
	if len(got) != 5 || got[4] != `rollback service="search" · takes release from 4 · after 1, 2, 3` {
		t.Errorf("%q", got)
	}
	if b := p.Into(5); len(b) != 1 || b[0].Kind != pick.Code || b[0].Via != plan.Fill {
		t.Errorf("%+v", b)
	}
}

func TestASentenceOfSeveralStepsTakesNothingFromTheSession(t *testing.T) {
	cat := set(t)
	var returned reading.Memory
	returned.Remember([]manifest.Yield{{Field: "release", Pick: "code"}}, []byte(`{"release":"4.12.0"}`))
	for said, want := range map[string]string{
		"roll search back from that release":                           `rollback service="search" release="4.12.0" · destructive · weakest: route 0.95`,
		"roll search back from that release and check payments errors": `rollback service="search" · asks release`,
	} {
		p := drive(t, planner.New(cat, cat.Reflexes(), said, reading.Beside{Memory: returned}), &weave.Memory{})
		if got := lines(p)[0]; got != want {
			t.Errorf("%s: %s", said, got)
		}
	}
}
