package replay_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/adapter/replay"
	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/diag"
)

func golden(t testing.TB) []byte {
	t.Helper()
	src, err := os.ReadFile("testdata/kettle.toml")
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func parse(t testing.TB, src string) *replay.Recording {
	t.Helper()
	r, err := replay.Parse([]byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return r
}

func TestARecordingIsReadAndWrittenByteForByte(t *testing.T) {
	src := golden(t)
	if got := parse(t, string(src)).Format(); string(got) != string(src) {
		t.Errorf("got\n%s\nwant\n%s", got, src)
	}
}

func TestARecordingDeclaresItsAdapter(t *testing.T) {
	r := parse(t, string(golden(t)))
	fits, whole := 0.3, 0.3
	want := &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9, Fits: &fits, Whole: &whole}
	if !reflect.DeepEqual(r.Bars(), want) {
		t.Errorf("bars %+v", r.Bars())
	}
	if r.ID() != "kettle-3" || r.Plan() != "h1:00" || r.Limits() != (replay.Limits{Options: 40, Tokens: 6000}) {
		t.Errorf("id %q, plan %q, limits %+v", r.ID(), r.Plan(), r.Limits())
	}
	if bare := parse(t, `id = "a"`); bare.Bars() != nil || bare.Plan() != "" || bare.Limits() != (replay.Limits{}) {
		t.Error("a recording that declares nothing declares something")
	}
}

// The questions of the golden recording's first text.
var (
	route = question.TheRoute([]question.Option{{Key: "kettle"}, {Key: "radio"}})
	view  = question.TheView(question.Subject{Reflex: "radio", Arg: "station"}, "Which station?", []question.Option{{Key: "jazz"}})
	does  = question.Question{
		Subject: question.Subject{Kind: question.Does, Reflex: "kettle", From: 0, To: 2},
		Options: []question.Option{{Key: question.Action}},
	}
	isJazz = question.IsIt(question.Subject{Reflex: "radio", Arg: "station"}, "Which station?", "jazz", "Music.")
)

func ask(r *replay.Recording, text string, asked ...question.Question) (question.Answers, error) {
	return r.Answer(context.Background(), text, asked)
}

func TestOnlyWhatIsAskedIsAnswered(t *testing.T) {
	r := parse(t, string(golden(t)))
	got, err := ask(r, "  Boil some WATER!", route, isJazz)
	want := question.Answers{
		"route":                     {"kettle": 0.9, "radio": 0.02, "none": 0.08},
		"weave.is_radio__station_0": {"yes": 0.05},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	if err := question.Validate([]question.Question{route, isJazz}, got); err != nil {
		t.Error(err)
	}
}

func TestAQuestionIsFoundUnderTheIdItHadBefore(t *testing.T) {
	got, err := ask(parse(t, string(golden(t))), "boil some water", does)
	if err != nil || got[does.ID()]["action"] != 1 {
		t.Errorf("got %v, %v", got, err)
	}
	both := `id = "a"
[answers.x]
"weave.left_kettle_0_2" = { more = 1.0 }
"weave.does_kettle_0_2" = { action = 1.0 }
"" = { courtesy = 1.0 }
`
	if got, _ := ask(parse(t, both), "x", does); got[does.ID()]["action"] != 1 {
		t.Errorf("the current id does not win: %v", got)
	}
	said := question.IsMeant(question.Subject{Reflex: "kettle", Arg: "cups", From: 5, To: 11}, "How many?", "two oh", "20")
	older := "id = \"a\"\n[answers.x]\n\"weave.said_kettle__cups_5_11\" = { yes = 0.9 }\n"
	if got, _ := ask(parse(t, older), "x", said); got[said.ID()]["yes"] != 0.9 {
		t.Errorf("words that spell a value are not found: %v", got)
	}
	if got, _ := ask(parse(t, both), "x", view); len(got) != 0 {
		t.Errorf("a question without an older id was answered: %v", got)
	}
}

func TestAQuestionTheRecordingLacksIsNamedByTheCheck(t *testing.T) {
	asked := []question.Question{route, view}
	got, err := ask(parse(t, string(golden(t))), `Play "late night"`, asked...)
	if err != nil {
		t.Fatal(err)
	}
	fault, ok := question.Validate(asked, got).(*question.Fault)
	if !ok || fault.Kind != question.Unanswered || fault.Question != "weave.view_radio__station" {
		t.Errorf("got %v", fault)
	}
}

func TestATextTheRecordingLacksIsAFault(t *testing.T) {
	_, err := ask(parse(t, string(golden(t))), "What  time is it?", route)
	var fault *question.Fault
	if !errors.As(err, &fault) || *fault != (question.Fault{Kind: question.Unrecorded, Identity: "what time is it"}) {
		t.Errorf("got %v", err)
	}
}

func TestACancelledQuestionIsNotAnswered(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := parse(t, string(golden(t))).Answer(ctx, "boil", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestEveryProblemOfARecordingIsReportedInFileOrder(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"an empty id", "id = \"\"\n[answers]\n", `"" is empty`},
		{"no id", "", "id is required"},
		{"an id that is no string", "id = 4", "id must be a string"},
		{"an id of two lines", "id = \"a\\nb\"", `"a\nb" contains a line feed (U+000A)`},
		{"no TOML", "id = ", "*"},
		{"bars that lack some", "id = \"a\"\n[gate]\nroute = 0.5\nread = \"x\"", "gate.read must be a number\ngate.write is required"},
		{"bars the wrong way round", "id = \"a\"\ngate = { route = 0, read = 0.9, write = 0.8 }", "gate: read 0.9 is above write 0.8"},
		{"a bar that is no probability", "id = \"a\"\ngate = { route = 0, read = 0.5, write = 0.8, whole = nan }", "gate.whole: nan is not a probability"},
		{"a gate that is no table", "id = \"a\"\ngate = 1", "gate must be a table"},
		{"limits that are none", "id = \"a\"\nlimits = { options = 0, tokens = 2.5 }",
			"limits.options must be a whole number above 0\nlimits.tokens must be a whole number above 0"},
		{"answers of other shapes", "answers = { a = 1, b = { route = 2 }, c = { route = { x = true } } }\nid = []",
			"answers.a must be a table\nanswers.b.route must be a table\nanswers.c.route.x must be a number\nid must be a string"},
		{"a text twice", "id = \"a\"\n[answers.\"go on\"]\n[answers.\"Go on!\"]", `answers."Go on!" is recorded twice`},
		{"an id unquoted", "id = \"a\"\n[answers.x]\nlights.room = { den = 1 }", "answers.x.lights.room must be a number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := replay.Parse([]byte(c.src))
			var wrong replay.Problems
			if r != nil || !errors.As(err, &wrong) || c.want != "*" && err.Error() != c.want {
				t.Errorf("got %v, %v", r, err)
			}
		})
	}
}

func TestAReportIsNeverManyTimesItsFile(t *testing.T) {
	long := strings.Repeat("k", 100_000)
	src := "id = \"a\"\nanswers." + long + " = { "
	for i := range 500 {
		src += strings.Repeat("q", i+1) + " = 1, "
	}
	_, err := replay.Parse([]byte(strings.TrimSuffix(src, ", ") + " }"))
	if err == nil || len(err.Error()) > 2<<20 {
		t.Errorf("%d bytes of problems", len(err.Error()))
	}
}

func TestAFileThatCannotBeLoadedSaysWhatMendsIt(t *testing.T) {
	dir := t.TempDir()
	wrong := filepath.Join(dir, "wrong.toml")
	if err := os.WriteFile(wrong, []byte("id = \"a\"\n\nanswers = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	export := diag.Fix{Kind: diag.FixExport, Var: "EVOKE_ANSWERS"}
	for _, c := range []struct {
		path string
		want diag.Problem
	}{
		{"", diag.Problem{Message: "EVOKE_ANSWERS is not set", Fix: export}},
		{filepath.Join(dir, "none.toml"), diag.Problem{Message: "EVOKE_ANSWERS names no file: " + filepath.Join(dir, "none.toml"), Fix: export}},
		{wrong, diag.Problem{Message: wrong + ":3: answers must be a table"}},
	} {
		_, err := replay.Load(c.path)
		var problems diag.Problems
		if !errors.As(err, &problems) || !reflect.DeepEqual(problems, diag.Problems{c.want}) {
			t.Errorf("%q: got %v", c.path, err)
		}
	}
	var failure *diag.Failure
	if _, err := replay.Load(dir); !errors.As(err, &failure) {
		t.Errorf("a directory: got %v", err)
	}
	if r, err := replay.Load("testdata/kettle.toml"); err != nil || r.ID() != "kettle-3" {
		t.Errorf("got %v, %v", r, err)
	}
}

func TestWhatIsRecordedIsAnsweredAgain(t *testing.T) {
	keys := []string{"den", "the office", `"x"`, "ü", "none_"}
	rapid.Check(t, func(t *rapid.T) {
		r := replay.New("made-1", nil)
		q := question.TheArgument(question.Subject{Reflex: "lights", Arg: "room"}, "Where?", options(keys))
		text := rapid.StringN(0, 20, 80).Draw(t, "text")
		answer := question.Answer{}
		for _, o := range q.Options {
			if rapid.Bool().Draw(t, "stated") {
				answer[o.Key] = rapid.Float64().Draw(t, "p")
			}
		}
		r.Add(text, []question.Question{q, route}, question.Answers{q.ID(): answer})
		again, err := replay.Parse(r.Format())
		if err != nil {
			t.Fatalf("%v\n%s", err, r.Format())
		}
		got, err := ask(again, text, q, route)
		if err != nil || !reflect.DeepEqual(got, question.Answers{q.ID(): answer}) {
			t.Fatalf("got %v, %v\n%s", got, err, r.Format())
		}
		if string(again.Format()) != string(r.Format()) {
			t.Fatal("the file changed")
		}
	})
}

func options(keys []string) []question.Option {
	all := make([]question.Option, len(keys))
	for i, key := range keys {
		all[i].Key = key
	}
	return all
}

func TestARecordedAnswerIsReplacedWhereItStands(t *testing.T) {
	r := replay.New("made-1", nil)
	r.Add("go", []question.Question{route, isJazz}, question.Answers{"route": {"kettle": 1}, isJazz.ID(): {"yes": 1}})
	r.Add("Go!", []question.Question{route}, question.Answers{"route": {"none": 0.25, "radio": 0.75}})
	want := `# What the replay adapter answers, keyed by utterance identity.
id = "made-1"

[answers.go]
route                       = { radio = 0.75, none = 0.25 }
"weave.is_radio__station_0" = { yes = 1.0 }
`
	if got := string(r.Format()); got != want {
		t.Errorf("got\n%s", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(golden(f))
	f.Add([]byte("id = \"\"\n[answers]\n"))
	f.Add([]byte("id = 'a'\n[answers.\"a b\"]\nroute = { a = nan, b = -inf, c = 1e300, d = 1 }\n\"\" = {}\n"))
	f.Add([]byte("id='a'\nanswers=[[]]\ngate={route=2}"))
	f.Fuzz(func(t *testing.T, src []byte) {
		r, err := replay.Parse(src)
		if err != nil {
			var wrong replay.Problems
			if !errors.As(err, &wrong) || len(wrong) == 0 || wrong[0].Line < 1 {
				t.Fatalf("no problem with a place: %v", err)
			}
			return
		}
		again, err := replay.Parse(r.Format())
		if err != nil || string(again.Format()) != string(r.Format()) {
			t.Fatalf("%v\n%s", err, r.Format())
		}
		_, _ = ask(r, string(src), route, view, does)
	})
}
