package weave_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
)

// whim answers every question by its text, its id and a seed, so that it always
// answers the same.
func whim(seed uint64, r weave.Request) question.Answers {
	answers := question.Answers{}
	for _, q := range r.Questions {
		h := fnv.New64a()
		fmt.Fprintf(h, "%d %s %s %s", seed, r.Words, r.Reflex, q.ID())
		random := rand.New(rand.NewPCG(h.Sum64(), seed))
		a, left := question.Answer{}, 1.0
		keys := q.Keys()
		random.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		for i, key := range keys {
			share := left * random.Float64()
			if random.IntN(2) == 0 {
				share = left * 0.95
			}
			if i == len(keys)-1 {
				share = left
			}
			a[key], left = share, left-share
		}
		answers[q.ID()] = a
	}
	return answers
}

const mostRounds = 200

// byWhim reads a sentence by whim, and how many rounds it took.
func byWhim(t interface{ Fatalf(string, ...any) }, w *weave.Weave, seed uint64) (weave.Sentence, *weave.Memory, int) {
	m := &weave.Memory{}
	for round := range mostRounds {
		open, out := w.Read(m)
		if len(open) == 0 {
			return out, m, round
		}
		asked := map[weave.Text]bool{}
		for _, r := range open {
			if len(r.Questions) == 0 || asked[r.Text] {
				t.Fatalf("a round asks nothing, or twice, of %q", r.Words)
			}
			asked[r.Text] = true
			if r.Optional && seed%3 == 0 {
				m.Lacks(r)
			} else {
				m.Keep(r, whim(seed, r))
			}
		}
	}
	t.Fatalf("it never ends")
	return weave.Sentence{}, nil, 0
}

// clauses are what the generated sentences are made of.
var clauses = []string{
	"kill the lights in the den", "the office", "check the errors for checkout", "payments too", "the same for us-east", "eu-west",
	"refund order 1001", "1002", "2 more", "refund and pay 1003", "pay it", "both of them", "order both a pro", "pull its logs there", "thanks",
	"don't open the desktop", "not in us-east", "before I forget", "if possible", "post in #incident", `start a timer called "tea and cake"`,
	"for 10 minutes", "widgets", "check stock for gadgets", "the last one", "pay both orders", "café", "refund", "pay 1004",
}

var joints = []string{" and ", ", ", ", then ", " n ", "; ", " but ", " & ", " plus ", " ", " before you ", ", and also "}

func sentences() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		said := rapid.SampledFrom(clauses).Draw(t, "clause")
		for range rapid.IntRange(0, 5).Draw(t, "more") {
			said += rapid.SampledFrom(joints).Draw(t, "joint") + rapid.SampledFrom(clauses).Draw(t, "clause")
		}
		return said
	})
}

// Whatever is said and answered: it ends; the same answers give the same, from
// the beginning too; every piece of the sentence is in a step or named as none;
// a step holds no more than its gate lets it.
func TestWhateverIsAnsweredEverythingSaidIsAccountedFor(t *testing.T) {
	cat := set(t)
	rapid.Check(t, func(t *rapid.T) {
		said, seed := sentences().Draw(t, "said"), rapid.Uint64().Draw(t, "seed")
		out, m, _ := byWhim(t, weave.New(cat, cat.Reflexes(), said, reading.Beside{}), seed)
		open, again := weave.New(cat, cat.Reflexes(), said, reading.Beside{}).Read(m)
		if len(open) > 0 || !slices.Equal(show(out), show(again)) {
			t.Fatalf("%q: %v, then %v", said, show(out), show(again))
		}
		accounted(t, out)
		for _, s := range out.Steps {
			checkStep(t, out, s)
		}
	})
}

// accounted fails where words of the sentence are nowhere.
func accounted(t *rapid.T, out weave.Sentence) {
	runes := []rune(out.Text)
	held := make([]bool, len(runes))
	hold := func(from, to int) {
		if from < 0 || to > len(runes) || from > to {
			t.Fatalf("%q: %d to %d", out.Text, from, to)
		}
		for i := from; i < to; i++ {
			held[i] = true
		}
	}
	for _, s := range out.Steps {
		hold(s.From, s.To)
	}
	for _, x := range out.Excluded {
		hold(x.Start, x.End)
	}
	for _, a := range out.Asides {
		hold(a.Words.Start, a.Words.End)
	}
	for _, f := range out.Folded {
		hold(f.Words.Start, f.Words.End)
		if f.Into < 0 || f.Into >= len(out.Steps) {
			t.Fatalf("%q is folded into step %d of %d", f.Words.Text, f.Into, len(out.Steps))
		}
	}
	for _, p := range out.Places {
		hold(p.Start, p.End)
	}
	for i, is := range held {
		if !is && strings.TrimSpace(string(runes[i])) != "" {
			t.Fatalf("%q: %q is lost: %v", out.Text, string(runes[i:]), show(out))
		}
	}
}

func checkStep(t *rapid.T, out weave.Sentence, s weave.Step) {
	d := s.Decision
	permitted, granted := d.Permit().Call()
	runs := d.Outcome == gate.Run
	if runs != granted || runs && (permitted.String() != d.Call().String() || len(d.Because) > 0) {
		t.Fatalf("%q: a step runs that is held: %v", out.Text, show(out))
	}
	if s.Repair == weave.Named && d.Outcome == gate.Run {
		t.Fatalf("%q: a step the sentence named runs: %v", out.Text, show(out))
	}
	if len(d.Reading.Judgments) > 0 && d.Outcome != gate.Abstain && !d.Reading.Judgments[0].Subject.Routes() {
		t.Fatalf("%q: the first judgment is no route: %v", out.Text, d.Reading.Judgments)
	}
}

// FuzzRead holds any text and answers to the same.
func FuzzRead(f *testing.F) {
	for _, said := range []string{"buy and pay 3 of OUT-503 and 2 of BOK-603", "look up ana & maria, order both", "after you’ve, x, then y", "pay the last 2 orders n 1"} {
		f.Add(said, uint64(1))
	}
	for i, clause := range clauses {
		f.Add(clause+joints[i%len(joints)]+clauses[(i*7+3)%len(clauses)], uint64(i))
	}
	cat := set(f)
	f.Fuzz(func(t *testing.T, said string, seed uint64) {
		said = strings.ToValidUTF8(said, "?")
		if len([]rune(said)) > 300 {
			return
		}
		out, m, _ := byWhim(t, weave.New(cat, cat.Reflexes(), said, reading.Beside{}), seed)
		open, again := weave.New(cat, cat.Reflexes(), said, reading.Beside{}).Read(m)
		if len(open) > 0 || !slices.Equal(show(out), show(again)) {
			t.Fatalf("%q: %v, then %v", said, show(out), show(again))
		}
	})
}
