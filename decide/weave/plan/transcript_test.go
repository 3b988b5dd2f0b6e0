package plan_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/decide/weave/plan"
	"sinew/pkg/call"
	"sinew/pkg/text"
)

// The reflexes the two flows' plans are made of, as far as a plan reads them.
const (
	readsOps = "description = \"x\"\neffect = \"read\"\nconfirm = \"x?\"\nrun = \"x.mts\"\n"
	service  = "[args.service]\nask = \"Which?\"\nvocab = \"services\"\n"
	person   = "[args.person]\nask = \"Who?\"\nvocab = \"hires\"\n"
)

var flows = map[string]map[string]string{
	"joins": {
		"errors": readsOps + "returns = \"errors\"\n" + service, "deploys": readsOps + "returns = \"deploys\"\n" + service,
		"logs":    readsOps + "returns = \"logs\"\n" + service,
		"suspect": readsOps + "[args.errors]\ntakes = \"errors\"\n[args.deploys]\ntakes = \"deploys\"\n[args.logs]\ntakes = \"logs\"\n",
	},
	"new-colleague": {
		"hire": readsOps + "returns = \"hire\"\n" + person, "team": readsOps + "returns = \"team\"\n[args.team]\nask = \"Which?\"\nvocab = \"teams\"\n",
		"accounts": strings.Replace(readsOps, "read", "write", 1) + "[args.hire]\ntakes = \"hire\"\n",
		"order":    strings.Replace(strings.Replace(readsOps, "read", "destructive", 1), "x?", "Order a laptop for {person}?", 1) + person,
		"onboard":  strings.Replace(readsOps, "read", "write", 1) + "[args.hire]\ntakes = \"hire\"\n[args.team]\ntakes = \"team\"\n",
	},
}

// planLine is the line that `try --json` printed in a flow.
func planLine(t *testing.T, flow string) []byte {
	t.Helper()
	shared := os.Getenv("SINEW_TESTDATA")
	if shared == "" {
		t.Skip("SINEW_TESTDATA is not set")
	}
	session, err := os.ReadFile(filepath.Join(shared, "conformance", "transcripts", flow, "session.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(session)) {
		if strings.Contains(line, `"exclusive":`) {
			return []byte(line)
		}
	}
	t.Fatal("no plan")
	return nil
}

// A told plan is a printed plan, as far as it is read back into a sentence.
type told struct {
	Input  string
	Steps  []toldStep
	Splits []struct {
		Start, End  int
		Word, Order string
		P           float64
	}
}

type toldStep struct {
	Text     string
	End      int
	Refs     []plan.Ref
	Decision struct {
		Reflex string
		Args   map[string]struct{ Word string }
		Basis  map[string]struct {
			By          reading.By
			Ask, Reader float64
		}
		Left []struct {
			Words text.Span
			Does  string
			P     float64
		}
		Whole     *float64
		Judgments []struct {
			Question, Top string
			P             float64
		}
		Contenders []reading.Contender
	}
}

// reading is the reading the step was decided from.
func (s toldStep) reading() reading.Reading {
	d := s.Decision
	r := reading.Reading{Input: s.Text, Ranking: d.Contenders}
	w := &reading.Winner{Reflex: d.Reflex, Whole: d.Whole}
	for _, j := range d.Judgments {
		subject := question.Subject{Kind: question.Route}
		if reflex, arg, ok := strings.Cut(j.Question, "."); ok {
			subject = question.Subject{Kind: question.Arg, Reflex: reflex, Arg: arg}
			w.Args = append(w.Args, call.Arg{Name: arg, Value: call.Value{Kind: call.Word, Word: d.Args[arg].Word}})
			b := d.Basis[arg]
			w.Basis = append(w.Basis, reading.Basis{Arg: arg, By: b.By, Ask: b.Ask, Reader: b.Reader})
		}
		r.Judgments = append(r.Judgments, reading.Judgment{Subject: subject, Top: j.Top, P: j.P})
	}
	for _, l := range d.Left {
		w.Left = append(w.Left, reading.Left{Words: l.Words, Does: l.Does, P: l.P})
	}
	r.Winner = w
	return r
}

func sentenceOf(cat *catalog.Catalog, line told) plan.Sentence {
	s := weave.Sentence{Input: line.Input}
	start, then := 0, false
	for i, step := range line.Steps {
		s.Steps = append(s.Steps, weave.Step{Text: step.Text, From: start, To: step.End, Then: then, Decision: gate.Decide(cat, step.reading())})
		if i < len(line.Splits) {
			start, then = line.Splits[i].End, line.Splits[i].Order == "then"
		}
	}
	for _, p := range line.Splits {
		s.Places = append(s.Places, weave.Place{Start: p.Start, End: p.End, Word: p.Word, Then: p.Order == "then", P: p.P, Cut: true})
	}
	return plan.Of(s)
}

// TestAPlanIsPrintedAsInTheFlows makes the plans two recorded flows print from
// their steps, and compares all of it. What the flows, which are older, do not
// have yet, is left out: where a place is cut, and why a call waits.
func TestAPlanIsPrintedAsInTheFlows(t *testing.T) {
	for flow, sources := range flows {
		raw := planLine(t, flow)
		var line told
		if err := json.Unmarshal(raw, &line); err != nil {
			t.Fatal(err)
		}
		cat := compiled(t, sources)
		s := sentenceOf(cat, line)
		if flow == "new-colleague" {
			s.Parts[3].Shared = []weave.Shared{{Arg: "person", Word: "maria", Fill: true}}
		}
		open, p := plan.Make(cat, s, nil)
		if len(open) > 0 {
			answers := question.Answers{}
			for _, q := range open {
				answers[q.ID()] = question.Answer{"step0": 0.6, "step1": 0.4}
			}
			open, p = plan.Make(cat, s, answers)
		}
		if len(open) > 0 {
			t.Fatalf("%s asks %v", flow, open)
		}
		if got, want := tidy(t, []byte(asJSON(t, p.Wire()))), tidy(t, raw); !reflect.DeepEqual(got, want) {
			a, _ := json.Marshal(got)
			b, _ := json.Marshal(want)
			t.Errorf("%s\n got %s\nwant %s", flow, a, b)
		}
	}
}

func tidy(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	var o map[string]any
	if err := json.Unmarshal(raw, &o); err != nil {
		t.Fatal(err)
	}
	delete(o, "trace")
	for _, s := range o["splits"].([]any) {
		delete(s.(map[string]any), "cut")
	}
	for _, s := range o["steps"].([]any) {
		if prompt, ok := s.(map[string]any)["decision"].(map[string]any)["prompt"].(map[string]any); ok {
			delete(prompt, "reason")
		}
	}
	return o
}
