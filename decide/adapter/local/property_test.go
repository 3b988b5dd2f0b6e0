package local_test

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/adapter/local"
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// somebody's words: names, values and grammar that reflexes and requests share.
var pool = strings.Fields(`lamp lamps kettle water den office on off dim strong weak 20 3.5 percent minutes "tea" https://a.example
	ana@b.example the a my please not never and then set turn make show how what is to from first second number É ß ’ ' - ? 20-25 İ`)

func sentence(t *rapid.T, name string, most int) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pool), 0, most).Draw(t, name), " ")
}

// said is a sentence of the pool, or anything at all.
func said(t *rapid.T, name string) string {
	if rapid.Bool().Draw(t, name+" from the pool") {
		return sentence(t, name, 14)
	}
	return rapid.String().Draw(t, name)
}

func anyReflex(t *rapid.T, i int) catalog.Reflex {
	m := &manifest.Manifest{
		Description: "Do " + sentence(t, "description", 12), Confirm: "Do it?",
		NotFor: []string{sentence(t, "not for", 5)},
	}
	for range rapid.IntRange(0, 4).Draw(t, "examples") {
		m.Examples = append(m.Examples, manifest.Record{Utterance: sentence(t, "example", 8), Never: rapid.Bool().Draw(t, "never")})
	}
	for n := range rapid.IntRange(0, 4).Draw(t, "args") {
		m.Args = append(m.Args, anyArgument(t, n))
	}
	return catalog.Reflex{Name: fmt.Sprintf("r%d", i), Manifest: m, Effect: manifest.Effect(rapid.IntRange(0, 2).Draw(t, "effect"))}
}

func anyArgument(t *rapid.T, n int) manifest.Argument {
	a := manifest.Argument{Name: fmt.Sprintf("a%d", n), Ask: sentence(t, "ask", 6), Optional: rapid.Bool().Draw(t, "optional")}
	switch a.Source = manifest.Source(rapid.IntRange(1, 4).Draw(t, "source")); a.Source {
	case manifest.Options:
		for _, key := range []string{"on", "off", "dim_down"} {
			a.Options = append(a.Options, manifest.Option{Key: key, Meaning: sentence(t, "meaning", 5)})
		}
	case manifest.Vocab:
		a.Vocab = "rooms"
	case manifest.Pick:
		a.Pick = rapid.SampledFrom([]manifest.Recognizer{"number", "duration", "email", "url", "quoted"}).Draw(t, "pick")
	}
	return a
}

func anySet(t *rapid.T) catalog.Set {
	set := catalog.Set{
		Vocabs: map[string]project.Vocabulary{"rooms": {Name: "rooms", Words: []project.Word{
			{Word: "den", What: sentence(t, "den", 5)}, {Word: "office", What: sentence(t, "office", 5)}, {Word: "20-25", What: "A number."},
		}}},
		Adapter: catalog.Adapter{Name: "local", ID: local.ID, Bars: local.Engine{}.Bars()},
	}
	for i := range rapid.IntRange(0, 6).Draw(t, "reflexes") {
		set.Reflexes = append(set.Reflexes, anyReflex(t, i))
	}
	return set
}

func TestAnyTextOverAnySetIsDecidedOnValidAnswers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cat := catalog.New(anySet(t))
		input := said(t, "input")
		d, err := tryDecide(cat, input)
		if err != nil {
			t.Fatalf("%q: %v", input, err)
		}
		if again, err := tryDecide(cat, input); err != nil || !reflect.DeepEqual(d, again) {
			t.Fatalf("%q is decided otherwise the second time: %+v, %+v", input, d, again)
		}
		if d.Outcome == gate.Run && d.Effect == manifest.Destructive {
			t.Fatalf("%q runs a destructive call unasked", input)
		}
	})
}

func TestSharesSumToOneFarMoreExactlyThanIsAskedFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cat := catalog.New(anySet(t))
		input := said(t, "input")
		asked, _ := reading.Read(cat, cat.Reflexes(), input, question.Answers{})
		answers, err := engine.Answer(context.Background(), input, asked)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range asked {
			sum := 0.0
			for _, p := range answers[q.ID()] {
				sum += p
			}
			if !q.YesNo() && (sum < 1-1e-9 || sum > 1+1e-9) {
				t.Fatalf("%q: %s sums to %v", input, q.ID(), sum)
			}
		}
	})
}

func TestTheOrderOfTheReflexesChangesNoShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := anySet(t)
		input := said(t, "input")
		before := opening(t, set, input)
		set.Reflexes = rapid.Permutation(set.Reflexes).Draw(t, "order")
		after := opening(t, set, input)
		for id, answer := range before {
			for key, p := range answer {
				// What rounding leaves over goes to the first of several that lead.
				if q := after[id][key]; q < p-1e-3 || q > p+1e-3 {
					t.Fatalf("%q: %s of %s was %v and is %v", input, key, id, p, q)
				}
			}
		}
	})
}

func opening(t *rapid.T, set catalog.Set, input string) question.Answers {
	cat := catalog.New(set)
	asked, _ := reading.Read(cat, cat.Reflexes(), input, question.Answers{})
	answers, err := engine.Answer(context.Background(), input, asked)
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

func TestAnySubsetOfTheQuestionsIsAnswered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cat := catalog.New(anySet(t))
		input := said(t, "input")
		asked, _ := reading.Read(cat, cat.Reflexes(), input, question.Answers{})
		asked = slices.DeleteFunc(asked, func(question.Question) bool { return rapid.Bool().Draw(t, "left out") })
		answers, err := engine.Answer(context.Background(), input, asked)
		if err != nil {
			t.Fatal(err)
		}
		if err := question.Validate(asked, answers); err != nil {
			t.Fatalf("%q: %v", input, err)
		}
	})
}

func TestTheEngineMayBeAskedFromSeveralGoroutines(t *testing.T) {
	cat := installed(t)
	const input = "how big is my downloads folder"
	asked, _ := reading.Read(cat, cat.Reflexes(), input, question.Answers{})
	done := make(chan question.Answers)
	for range 4 {
		go func() {
			answers, _ := engine.Answer(context.Background(), input, asked)
			done <- answers
		}()
	}
	first := <-done
	for range 3 {
		if !maps.EqualFunc(first, <-done, maps.Equal[question.Answer, question.Answer]) {
			t.Error("two goroutines were answered otherwise")
		}
	}
}

// A text of the greatest length a program takes, of one kind of word, must
// neither hang nor crash.
func TestLongMonotonousTextsAreDecided(t *testing.T) {
	cat := installed(t)
	for _, word := range []string{"a", "disk ", "1 ", `"`, "'", "’s ", "half ", "https://", "downloads-", "\u0301", "and ", "d"} {
		if d := decide(t, cat, strings.Repeat(word, 2000/len(word))); d.Outcome == gate.Run && d.Effect != manifest.ReadOnly {
			t.Errorf("%q, said over and over, runs %s", word, d.Call())
		}
	}
}

func FuzzDecideOverStd(f *testing.F) {
	cat := installed(f)
	for _, seed := range []string{
		"", "how much disk space is left", `find "x" in downloads`, "set a timer for 20 minutes", "add 3 to 4", "7 ' 7 \" 7",
		"is https://example.com up and reboot", "empty the trash\x00\xff", "\u202e", "what is 20% of 64.50",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		d, err := tryDecide(cat, input)
		if err != nil {
			t.Fatalf("%q: %v", input, err)
		}
		if d.Outcome == gate.Run && d.Effect == manifest.Destructive {
			t.Fatalf("%q runs a destructive call unasked", input)
		}
	})
}
