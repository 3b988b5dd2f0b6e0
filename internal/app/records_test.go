package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/judge"
	"sinew/decide/question"
	"sinew/internal/turn"
)

const lamp = `reflex = 1
description = "Turn a lamp on or off."
effect = "write"
confirm = "Turn it {state}?"
run = ["true"]

[args.state]
ask = "On or off?"
options.on = "It shines."
options.off = "It is dark."

[examples]
"lamp on" = { state = "on" }
"no more light" = { state = "off" }

[tests]
"shine a little" = {}
"what is a lamp" = false
`

const bell = `reflex = 1
description = "Ring a bell."
effect = "read"
confirm = "Ring?"
run = ["true"]

[examples]
"ring the bell" = {}
"Lamp on!" = false
`

// A bench is an adapter of a table: what each sentence is about, and what is
// read of the lamp's argument. It counts how often each is asked about.
type bench struct {
	mu     sync.Mutex
	routes map[string]question.Answer
	states map[string]question.Answer
	asked  map[string]int
	before func(ctx context.Context, text string) error // called at each sentence's route
}

func (*bench) ID() string { return "bench-1" }

func (*bench) Bars() *catalog.Bars {
	whole := 0.3
	return &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9, Whole: &whole}
}

func (b *bench) Answer(ctx context.Context, text string, asked []question.Question) (question.Answers, error) {
	if asked[0].Subject.Kind == question.Route {
		b.mu.Lock()
		b.asked[text]++
		b.mu.Unlock()
		if b.before != nil {
			if err := b.before(ctx, text); err != nil {
				return nil, err
			}
		}
	}
	answers := question.Answers{}
	for _, q := range asked {
		answers[q.ID()] = b.answer(text, q)
	}
	return answers, nil
}

func (b *bench) answer(text string, q question.Question) question.Answer {
	b.mu.Lock()
	defer b.mu.Unlock()
	var table question.Answer
	switch q.Subject.Kind {
	case question.Route:
		table = b.routes[text]
	case question.Arg, question.View:
		table = b.states[text]
	case question.Is:
		return question.Answer{question.Yes: 0.95}
	case question.Does:
		return question.Answer{question.Action: 1}
	case question.Against:
		if text == "no more light" {
			return question.Answer{question.Whole: 0.2, question.Less: 0.8}
		}
		return question.Answer{question.Whole: 1}
	}
	if table == nil && q.YesNo() {
		return question.Answer{question.Yes: 0.05}
	}
	if table == nil {
		return question.Answer{q.Otherwise: 1}
	}
	return table
}

// roomOf is a machine whose home project has the lamp and the bell, decided by
// an adapter of a table in which every record passes.
func roomOf(t *testing.T) (*Machine, *bench) {
	t.Helper()
	m := machine(t, map[string]string{"lamp": lamp, "bell": bell})
	return m, &bench{
		routes: map[string]question.Answer{
			"lamp on": {"lamp": 0.95, "none": 0.05}, "shine a little": {"lamp": 0.95, "none": 0.05}, "no more light": {"lamp": 0.95, "none": 0.05},
			"Lamp on!": {"lamp": 0.95, "none": 0.05}, "ring the bell": {"bell": 0.97, "none": 0.03},
		},
		states: map[string]question.Answer{
			"lamp on": {"on": 0.96, "unstated": 0.04}, "Lamp on!": {"on": 0.96, "unstated": 0.04},
			"no more light": {"off": 0.94, "unstated": 0.06},
		},
		asked: map[string]int{},
	}
}

// machine is one whose home project has reflexes of these manifests, in the
// order of their names.
func machine(t *testing.T, manifests map[string]string) *Machine {
	t.Helper()
	dir := t.TempDir()
	for name, value := range map[string]string{
		"HOME": dir, "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "", "XDG_STATE_HOME": "", "SINEW_MIRROR": "", "EVOKE_PLATFORM": "linux",
	} {
		t.Setenv(name, value)
	}
	t.Chdir(dir)
	root := filepath.Join(dir, ".config", "evoke")
	var lines []string
	for name, text := range manifests {
		lines = append(lines, fmt.Sprintf("%s = \"./%s\"\n", name, name))
		put(t, filepath.Join(root, name, "reflex.toml"), text)
	}
	slices.Sort(lines)
	put(t, filepath.Join(root, "evoke.toml"), "adapter = \"local\"\n\n[reflexes]\n"+strings.Join(lines, ""))
	m, err := NewMachine("sinew", "linux")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func put(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// recordsBy is records, decided by another adapter than evoke.toml names.
func (p *Project) recordsBy(by *bench, only string) (*Decider, []judge.Case, error) {
	d, cases, err := p.records(only)
	if err != nil {
		return nil, nil, err
	}
	set, _, err := p.set()
	set.Adapter = catalog.Adapter{Name: "bench", ID: by.ID(), Bars: by.Bars()}
	d.by, d.cat = by, catalog.New(set)
	return d, cases, err
}

// test is the project's records judged by the table.
func (b *bench) test(t *testing.T, m *Machine, only string) ([]judge.Tested, error) {
	t.Helper()
	p, err := m.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d, cases, err := p.recordsBy(b, only)
	if err != nil {
		t.Fatal(err)
	}
	return d.test(t.Context(), cases)
}

// told is what a test says of each record that does not simply pass.
func told(tested []judge.Tested) []string {
	var all []string
	for _, one := range tested {
		for _, r := range one.Results {
			what := ""
			if _, _, waits := r.Waits(); waits {
				what = "waits"
			}
			if !r.Verdict.Passed() {
				what = "fails"
			}
			if r.Regressed {
				what += ", regressed"
			}
			if what != "" {
				all = append(all, one.Reflex+" "+r.Case.Utterance+": "+what)
			}
		}
	}
	return all
}

func same(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestEveryRecordIsDecidedOverTheWholeSetAndJudged(t *testing.T) {
	m, by := roomOf(t)
	tested, err := by.test(t, m, "")
	if err != nil {
		t.Fatal(err)
	}
	same(t, told(tested), "lamp no more light: waits")
	if len(tested) != 2 || tested[0].Reflex != "bell" || len(tested[0].Results) != 2 || len(tested[1].Results) != 4 {
		t.Errorf("tested %+v", tested)
	}
	if by.asked["lamp on"] != 1 || by.asked["Lamp on!"] != 1 { // a record of each reflex
		t.Errorf("asked %v", by.asked)
	}
	tested, err = by.test(t, m, "bell")
	if err != nil || len(tested) != 1 || len(tested[0].Results) != 2 {
		t.Errorf("of one reflex: %+v, %v", tested, err)
	}
}

func TestARecordThatPassedAndFailsNowIsDecidedTwiceMore(t *testing.T) {
	m, by := roomOf(t)
	if _, err := by.test(t, m, ""); err != nil {
		t.Fatal(err)
	}
	good := by.routes["ring the bell"]
	by.routes["ring the bell"] = nil
	by.asked = map[string]int{}
	tested, err := by.test(t, m, "")
	if err != nil {
		t.Fatal(err)
	}
	same(t, told(tested), "bell ring the bell: fails, regressed", "lamp no more light: waits")
	if by.asked["ring the bell"] != judge.Tries || by.asked["no more light"] != 1 {
		t.Errorf("asked %v", by.asked)
	}
	tested, _ = by.test(t, m, "bell")
	same(t, told(tested), "bell ring the bell: fails") // said once
	by.routes["ring the bell"] = good
	tested, _ = by.test(t, m, "")
	same(t, told(tested), "lamp no more light: waits")
}

func TestARecordThatFailsOnceInThreeStillPasses(t *testing.T) {
	m, by := roomOf(t)
	if _, err := by.test(t, m, ""); err != nil {
		t.Fatal(err)
	}
	good := by.routes["ring the bell"]
	by.routes["ring the bell"] = question.Answer{"none": 1}
	by.before = func(_ context.Context, text string) error {
		by.mu.Lock()
		defer by.mu.Unlock()
		if text == "ring the bell" && by.asked[text] > 2 {
			by.routes[text] = good
		}
		return nil
	}
	by.asked = map[string]int{"ring the bell": 1}
	tested, err := by.test(t, m, "bell")
	if err != nil {
		t.Fatal(err)
	}
	same(t, told(tested))
	if by.asked["ring the bell"] != 1+judge.Tries {
		t.Errorf("asked %v", by.asked)
	}
}

func TestAFaultNamesItsRecordAndKeepsNoVerdict(t *testing.T) {
	m, by := roomOf(t)
	by.before = func(ctx context.Context, text string) error {
		if text == "no more light" {
			return &question.Fault{Kind: question.Status, Code: 503}
		}
		return nil
	}
	tested, err := by.test(t, m, "")
	undecided, is := errors.AsType[*Undecided](err)
	if !is || undecided.Utterance != "no more light" || tested != nil {
		t.Errorf("%+v, %v", tested, err)
	}
	if _, fault := errors.AsType[*question.Fault](err); !fault {
		t.Errorf("%v is no fault", err)
	}
	if _, err := os.Stat(filepath.Join(m.paths.Cache, "baselines")); !os.IsNotExist(err) {
		t.Errorf("verdicts were kept: %v", err)
	}
}

func TestAnInterruptEndsEveryDecision(t *testing.T) {
	m, by := roomOf(t)
	p, err := m.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	by.before = func(ctx context.Context, _ string) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}
	d, cases, err := p.recordsBy(by, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.test(ctx, cases); !errors.Is(err, ErrInterrupted) {
		t.Errorf("it ended in %v", err)
	}
	if _, err := os.Stat(filepath.Join(m.paths.Cache, "baselines")); !os.IsNotExist(err) {
		t.Errorf("verdicts were kept: %v", err)
	}
}

func TestNoMoreThanAFewRecordsAreDecidedAtOnce(t *testing.T) {
	m, by := roomOf(t)
	var now, most atomic.Int64
	by.before = func(context.Context, string) error {
		n := now.Add(1)
		for {
			old := most.Load()
			if n <= old || most.CompareAndSwap(old, n) {
				break
			}
		}
		now.Add(-1)
		return nil
	}
	p, err := m.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d, cases, err := p.recordsBy(by, "")
	if err != nil {
		t.Fatal(err)
	}
	many := slices.Repeat(utterances(cases), 50)
	decided, err := d.decideAll(t.Context(), many)
	if err != nil || len(decided) != len(many) {
		t.Fatalf("%d of %d, %v", len(decided), len(many), err)
	}
	for i, one := range decided { // in the order they came
		if again := decided[i%len(cases)]; one.Reflex != again.Reflex || one.Outcome != again.Outcome {
			t.Fatalf("%d: %+v", i, one)
		}
	}
	if most.Load() > casesAtOnce {
		t.Errorf("%d at once", most.Load())
	}
}

func TestABaselineThatDoesNotReadIsNone(t *testing.T) {
	m, by := roomOf(t)
	if _, err := by.test(t, m, ""); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(m.paths.Cache, "baselines", "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, text := range []string{"", "{", "[]", `{"bell": {"ring the bell": {"type": "perhaps"}}}`, `{"bell": 1}`} {
		put(t, files[0], text)
		by.routes["ring the bell"] = nil
		tested, err := by.test(t, m, "bell")
		if err != nil {
			t.Fatal(err)
		}
		same(t, told(tested), "bell ring the bell: fails")
	}
}

func TestASentenceOfSeveralRecordsIsDecidedOnceInACalibration(t *testing.T) {
	m, by := roomOf(t)
	p, err := m.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d, cases, err := p.recordsBy(by, "")
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.calibrate(t.Context(), cases, 3)
	if err != nil {
		t.Fatal(err)
	}
	if r.Records != 6 || r.Reflexes != 2 || r.Inputs != 5 || r.Repeats != 3 || r.Variance == nil || r.Variance.Flips != 0 {
		t.Errorf("%+v", r)
	}
	if by.asked["lamp on"]+by.asked["Lamp on!"] != 3 {
		t.Errorf("asked %v", by.asked)
	}
}

func TestTheLogIsCountedUnderItsAdapterAlone(t *testing.T) {
	m, by := roomOf(t)
	p, err := m.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d, cases, err := p.recordsBy(by, "")
	if err != nil {
		t.Fatal(err)
	}
	for text, fate := range map[string]turn.Fate{"lamp on": turn.Ran, "no more light": turn.Declined, "what is a lamp": turn.Abstained} {
		decided, err := turn.Decide(t.Context(), d.cat, by, text, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Log(turn.Outcome{Turn: decided, Fate: fate}); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{
		`{"input":"lamp on","outcome":"abstain","trace":[{"adapter":"another"}]}`,
		`{"input":"lamp on","outcome":"abstain","trace":[]}`,
		`{"input":"lamp on","outcome":"abstain","trace":[],"explained":{"adapter":"another"}}`,
		`{"input":"lamp on","outcome":"perhaps","trace":[]}`, `no JSON`, `{}`,
	} {
		if err := m.paths.Log([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	l, err := d.countLog(cases)
	if err != nil {
		t.Fatal(err)
	}
	if l.Decisions != 4 || l.Ran != 1 || l.ConfirmedStopped != 1 || l.Abstained != 2 || l.Unread != 3 || l.Records.Count != 4 || l.Records.Right != 3 {
		t.Errorf("%+v", l)
	}
}

func TestARecordOfAPlaybookIsJudged(t *testing.T) {
	const opening = `reflex = 1
description = "Open the shop."
effect = "write"
confirm = "Open?"
steps = ["ring the bell", "lamp on"]

[examples]
"open the shop" = {}
`
	m := machine(t, map[string]string{"opening": opening})
	by := &bench{routes: map[string]question.Answer{"open the shop": {"opening": 1}}, asked: map[string]int{}}
	tested, err := by.test(t, m, "")
	if err != nil || len(tested) != 1 || !tested[0].Results[0].Verdict.Passed() {
		t.Fatalf("%+v, %v", tested, err)
	}
	if got := tested[0].Results[0].Decided; got.Reflex != "opening" || got.Outcome == gate.Abstain {
		t.Errorf("decided %+v", got)
	}
}

func TestAReflexThatIsNotToBeDecidedIsRefusedByName(t *testing.T) {
	m, _ := roomOf(t)
	put(t, filepath.Join(m.paths.HomeProject, "bell", "reflex.toml"), strings.Replace(bell, "run =", "platforms = [\"macos\"]\nrun =", 1))
	p, err := m.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, inactive, err := p.Test(t.Context(), ""); err != nil || !slices.Equal(inactive, []string{"bell"}) {
		t.Errorf("inactive are %q, %v", inactive, err)
	}
	for only, want := range map[string]string{"bell": "runs on macOS only", "horn": "is not installed"} {
		if _, _, err := p.Test(t.Context(), only); err == nil || err.Error() != only+": "+want {
			t.Errorf("a test of %s: %v", only, err)
		}
		if _, _, err := p.Calibrate(t.Context(), only, 1); err == nil || err.Error() != only+": "+want {
			t.Errorf("a calibration of %s: %v", only, err)
		}
	}
}
