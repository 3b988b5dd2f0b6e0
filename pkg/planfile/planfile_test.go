package planfile_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/diag"
	"sinew/pkg/planfile"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
)

func format(t testing.TB, f *planfile.File) []byte {
	t.Helper()
	src, err := planfile.Format(f)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func TestAPlanFileIsPrintedByteForByte(t *testing.T) {
	got := format(t, month())
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile("testdata/month.plan.json", got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(got, golden(t)) {
		t.Errorf("got\n%s", got)
	}
}

func TestAPlanFileReadsIntoWhatItSays(t *testing.T) {
	got, err := planfile.Parse(golden(t), shown)
	if err != nil {
		t.Fatal(err)
	}
	if want := month(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestTheFileStartsAsItsReadersExpect(t *testing.T) {
	lines := strings.Split(string(golden(t)), "\n")
	want := []string{
		"{",
		`  "note": "Written by evoke try --save: the sentence and the classifier's answers, in clear. evoke run runs it exactly, or says which pin moved.",`,
		`  "plan": 1,`,
	}
	if !slices.Equal(lines[:3], want) {
		t.Errorf("got %q", lines[:3])
	}
	if !slices.Contains(lines, `          "call": "bank month=\"september\"",`) {
		t.Error("a step's call is not on a line of its own")
	}
}

func TestAFileOfNothingMuchLeavesOutWhatItHasNot(t *testing.T) {
	f := month()
	f.Tags, f.Pins.Gate, f.Pins.Vocabs, f.Pins.Packs, f.Pins.Reflexes, f.Answers = nil, nil, nil, nil, nil, nil
	src := format(t, f)
	for _, key := range []string{`"tags"`, `"gate"`, `"packs"`} {
		if bytes.Contains(src, []byte(key)) {
			t.Errorf("%s stands in\n%s", key, src)
		}
	}
	if got, err := planfile.Parse(src, shown); err != nil || !reflect.DeepEqual(got, f) {
		t.Errorf("reads back as %+v, %v", got, err)
	}
}

// edit is the golden file with one text in the place of another.
func edit(t testing.TB, old, new string) []byte {
	t.Helper()
	src := golden(t)
	if !bytes.Contains(src, []byte(old)) {
		t.Fatalf("the file does not hold %q", old)
	}
	return bytes.Replace(src, []byte(old), []byte(new), 1)
}

func TestAProblemOfAFileIsNamed(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"\"plan\": 1,\n", "", "plan = 1 is required"},
		{`"plan": 1`, `"plan": 2, "news": []`, "plan must be 1, not 2"},
		{`"plan": 1`, `"plan": 0`, "plan must be 1, not 0"},
		{`"plan": 1`, `"plan": 1.5`, "plan must be 1, not 1.5"},
		{`"plan": 1`, `"plan": "1"`, `plan must be 1, not "1"`},
		{`"plan": 1`, `"plan": null`, "plan must be 1, not null"},
		{`"plan": 1`, `"plan": {"a": 1}`, "plan must be 1, not an object"},
		{`"plan": 1`, `"plan": "` + strings.Repeat("1", 40) + `"`, "plan must be 1, not a string"},
		{`"plan": 1,`, `"plan": 1, "plan": 1,`, "plan stands twice"},
		{`"plan": 1,`, "\"plan\": 1\n,,", "the file is no JSON at line 4: invalid character ',' looking for beginning of object key string"},
		{`"note": "W`, `"note": 1, "notes": "W`, "note must be a string\nnotes is not a key of a plan file: note, plan, input, tags, weave, evoke, adapter, gate, set, reflexes, vocab, packs, answers"},
		{`"books",`, `7, "",`, "tags.0 must be a string\ntags.1 is empty"},
		{`"weave": {`, `"weave": {"trace": [],`, "weave.trace is no part of a plan file"},
		{`"steps": [`, `"step": [`, "weave.steps is required"},
		{`"n": 2`, `"n": 3`, "weave.steps.1.n must be 2, not 3"},
		{`"playbook"`, `"book"`, "weave.steps.0.from.0.playbook is required"},
		{`"reflex": "ledger"`, `"reflex": null`, "weave.steps.1.reflex must be a string"},
		{`"evoke": "0.21.0"`, `"evoke": ""`, "evoke is empty"},
		{`"evoke": "0.21.0"`, `"evoke": "\u001b[2J"`, "evoke contains a control character (U+001B)"},
		{`"name": "local"`, `"names": "local"`, "adapter.names is not a key of adapter: name, id\nadapter.name is required"},
		{`"route": 0.5`, `"route": 1.5`, "gate.route: 1.5 is not a probability"},
		{`"route": 0.5`, `"route": 1e999`, "gate.route: 1e999 is out of range"},
		{`"route": 0.5,`, ``, "gate.route is required"},
		{`"fits": 0.3`, `"fits": null`, "gate.fits must be a number"},
		{`"write": 0.9`, `"write": 0.7`, "gate: read 0.8 is above write 0.7"},
		{`"set": "h1:a`, `"set": "h2:a`, `set: "h2:` + strings.Repeat("a", 64) + `" is not a digest: h1:<64 hex>`},
		{`"bank": {`, `"Bank": {`, `reflexes.Bank: "Bank" is not a name: [a-z][a-z0-9_]*`},
		{`"path": "./bank"`, `"paths": "./bank"`, "reflexes.bank.paths is not a key of reflexes.bank: item, path"},
		{`"tag": "1.2.0",`, ``, "reflexes.ledger.tag is required"},
		{`"tag": "1.2.0"`, `"tag": "1.2"`, `reflexes.ledger.tag: "1.2" is not a version: X.Y.Z`},
		{`"acme/books/ledger"`, `"./ledger"`, `reflexes.ledger.ref: "./ledger" is no ref without its tag`},
		{`"acme/books/ledger"`, `"acme"`, `reflexes.ledger.ref: "acme" is not a ref: owner/repo[/dir][@tag] or <url>[#dir][@tag]`},
		{`"months": "`, `"months": 1, "x": "`, "vocab.months must be a string"},
		{`"vocab": {`, `"vocabs": {}, "vocab": {`, "vocabs is not a key of a plan file: note, plan, input, tags, weave, evoke, adapter, gate, set, reflexes, vocab, packs, answers"},
		{`"yes": 0.9`, `"yes": -0.1`, `answers.0.raw."weave.split_34".yes: -0.1 is not a probability`},
		{`"yes": 0.9`, `"yes": true`, `answers.0.raw."weave.split_34".yes must be a number`},
		{`"text": "close the books",` + "\n      \"raw\"", `"said": "x", "raw"`, "answers.1.said is not a key of answers.1: text, raw\nanswers.1.text is required"},
	} {
		f, err := planfile.Parse(edit(t, c.old, c.new), shown)
		if got := said(t, err); got != c.want || f != nil {
			t.Errorf("with %s:\n got %s\nwant %s", c.new, got, c.want)
		}
	}
}

// said is every problem of err, one a line.
func said(t testing.TB, err error) string {
	t.Helper()
	problems, ok := err.(diag.Problems)
	if !ok {
		return fmt.Sprint(err)
	}
	for _, p := range problems {
		if p.Fix.Kind == diag.FixSave && p.Fix.File != shown {
			t.Errorf("%s: the fix is %+v", p.Message, p.Fix)
		}
	}
	return problems.Error()
}

func TestTheFixOfABadFileSaysTheSentenceWhereItCan(t *testing.T) {
	for _, c := range []struct{ src, message, input string }{
		{string(edit(t, `"plan": 1`, `"plan": 2`)), "plan must be 1, not 2", month().Input},
		{`{"plan": 1, "input": 5}`, "", ""},
		{`{}`, "plan = 1 is required", ""},
		{``, "", ""},
		{`[]`, "a plan file is a JSON object, not an array", ""},
		{"{\"plan\": 1, \"input\": \"\xff\"}", "the file is not UTF-8", ""},
		{strings.Repeat("[", 100) + strings.Repeat("]", 100), "0.0.0 is nested deeper than 64", ""},
	} {
		_, err := planfile.Parse([]byte(c.src), shown)
		problems, ok := err.(diag.Problems)
		if !ok || !reflect.DeepEqual(problems[0].Fix, diag.Save(shown, c.input)) {
			t.Fatalf("%.40s: %+v", c.src, err)
		}
		if c.message != "" && problems.Error() != c.message {
			t.Errorf("%.40s: %s", c.src, problems)
		}
	}
}

func TestAPlanIsKeptInOneSpelling(t *testing.T) {
	one, err := planfile.Canonical([]byte(`{ "b": 1.0, "a": [0.0, -0, 12345678901234567890, 5e-1, "<\u0061>", {}, null, true], "trace": [1] }`))
	if want := `{"b":1,"a":[0,0,12345678901234567890,0.5,"<a>",{},null,true]}`; err != nil || string(one) != want {
		t.Errorf("got %s, %v", one, err)
	}
	if again, err := planfile.Canonical(one); err != nil || !bytes.Equal(again, one) {
		t.Errorf("again %s, %v", again, err)
	}
	for _, bad := range []string{`[]`, `{"a":1,"a":1}`, `{"a":1e999}`, `{`, `{} {}`} {
		if got, err := planfile.Canonical([]byte(bad)); err == nil {
			t.Errorf("%s is %s", bad, got)
		}
	}
	if _, err := planfile.Format(&planfile.File{}); err == nil {
		t.Error("a file of no plan is printed")
	}
}

func TestATextDecidedTwiceHasItsAnswersInOrder(t *testing.T) {
	book := month().Book()
	for _, want := range []question.Answers{
		{"route": {"none": 0.0625, "ledger": 0.9375}},
		{"route": {"ledger": 1}, "ledger.month": {}},
	} {
		if got, ok := book.Take("close the books"); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	if got, ok := book.Take("close the books"); ok {
		t.Errorf("a third time gives %v", got)
	}
	if _, ok := book.Take("Close the books"); ok {
		t.Error("another text has answers")
	}
	if _, ok := book.Take(month().Input); !ok {
		t.Error("the sentence has no answers")
	}
}

func TestAnswersAreRecordedInTheOrderOfTheirQuestions(t *testing.T) {
	asked := []question.Question{
		{Subject: question.Subject{Kind: question.Route}, Options: []question.Option{{Key: "b"}, {Key: "a"}, {Key: "none"}}},
		{Subject: question.Subject{Kind: question.Arg, Reflex: "b", Arg: "x"}},
		{Subject: question.Subject{Kind: question.Arg, Reflex: "b", Arg: "y"}},
	}
	got := planfile.Record("t", asked, question.Answers{"b.y": {"yes": 0.5}, "route": {"none": 0, "b": 1}})
	want := planfile.Answered{Text: "t", Raw: []planfile.Answer{
		{ID: "route", Shares: []planfile.Share{{Key: "b", P: 1}, {Key: "none", P: 0}}},
		{ID: "b.y", Shares: []planfile.Share{{Key: "yes", P: 0.5}}},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestTheIDIsTheHashOfWhatWasRead(t *testing.T) {
	if got := planfile.ID([]byte("{}\n")); got != "h1:ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356" {
		t.Errorf("got %s", got)
	}
	if planfile.ID(golden(t)) == planfile.ID(edit(t, "september", "october")) {
		t.Error("two files have one id")
	}
}

func TestAPackIsPinnedByAllItsWords(t *testing.T) {
	seen := map[string]bool{}
	for _, words := range [][]string{nil, {""}, {"and", "then"}, {"then", "and"}, {"and then"}, {"and,then"}, {"and"}, {"and", "then", ""}} {
		p := planfile.Pack("en", words...)
		if _, err := tree.ParseDigest(p.Digest); err != nil || p.Name != "en" || seen[p.Digest] {
			t.Errorf("%q: %+v, %v", words, p, err)
		}
		seen[p.Digest] = true
	}
}

func probabilities() *rapid.Generator[float64] { return rapid.Float64Range(0, 1) }

func digests() *rapid.Generator[string] {
	return rapid.Map(rapid.StringMatching(`[0-9a-f]{64}`), func(s string) string { return "h1:" + s })
}

func hashes(names string) *rapid.Generator[[]catalog.Hash] {
	return rapid.Custom(func(t *rapid.T) []catalog.Hash {
		var all []catalog.Hash
		for _, name := range rapid.SliceOfNDistinct(rapid.StringMatching(names), 0, 3, rapid.ID).Draw(t, "names") {
			all = append(all, catalog.Hash{Name: name, Digest: digests().Draw(t, "digest")})
		}
		return all
	})
}

func gates() *rapid.Generator[*catalog.Bars] {
	return rapid.Custom(func(t *rapid.T) *catalog.Bars {
		if rapid.Bool().Draw(t, "no gate") {
			return nil
		}
		low, high := probabilities().Draw(t, "one"), probabilities().Draw(t, "two")
		b := &catalog.Bars{Route: probabilities().Draw(t, "route"), Read: min(low, high), Write: max(low, high)}
		if rapid.Bool().Draw(t, "more") {
			p := probabilities().Draw(t, "fits")
			b.Fits, b.Whole = &p, &b.Read
		}
		return b
	})
}

func reflexes() *rapid.Generator[planfile.Reflex] {
	return rapid.Custom(func(t *rapid.T) planfile.Reflex {
		r := planfile.Reflex{Name: rapid.StringMatching(`[a-m][a-z0-9_]{0,6}`).Draw(t, "name"), Item: digests().Draw(t, "item")}
		switch rapid.IntRange(0, 2).Draw(t, "origin") {
		case 0:
			r.Path = "./" + rapid.StringMatching(`[a-zé ]{1,5}[a-z]`).Draw(t, "path")
		case 1:
			r.Remote = &planfile.Remote{
				Reference: ref.Reference{Repo: ref.Repo{Owner: "acme", Name: "books"}, Dir: rapid.StringMatching(`([a-z]{1,3}(/[a-z]{1,3})?)?`).Draw(t, "dir")},
				Tag:       ref.Version{Major: rapid.Uint64().Draw(t, "major")},
				H1:        tree.Digest(digests().Draw(t, "h1")),
			}
		}
		return r
	})
}

func answered() *rapid.Generator[planfile.Answered] {
	return rapid.Custom(func(t *rapid.T) planfile.Answered {
		a := planfile.Answered{Text: rapid.String().Draw(t, "text")}
		for _, id := range rapid.SliceOfNDistinct(rapid.String(), 0, 3, rapid.ID).Draw(t, "ids") {
			one := planfile.Answer{ID: id}
			for _, key := range rapid.SliceOfNDistinct(rapid.String(), 0, 3, rapid.ID).Draw(t, "keys") {
				one.Shares = append(one.Shares, planfile.Share{Key: key, P: probabilities().Draw(t, "p")})
			}
			a.Raw = append(a.Raw, one)
		}
		return a
	})
}

func files() *rapid.Generator[*planfile.File] {
	return rapid.Custom(func(t *rapid.T) *planfile.File {
		f := month()
		f.Input = rapid.StringN(1, 20, -1).Draw(t, "input")
		f.Tags = rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,5}`), 1, 3).Draw(t, "tags")
		f.Pins.Gate = gates().Draw(t, "gate")
		f.Pins.Set = digests().Draw(t, "set")
		f.Pins.Reflexes = rapid.SliceOfNDistinct(reflexes(), 1, 4, func(r planfile.Reflex) string { return r.Name }).Draw(t, "reflexes")
		f.Pins.Vocabs, f.Pins.Packs = hashes(`[a-z]{1,6}`).Draw(t, "vocab"), hashes(`en|de|fr|es`).Draw(t, "packs")
		f.Answers = rapid.SliceOfN(answered(), 1, 4).Draw(t, "answers")
		return f
	})
}

func TestWhatIsFormattedReadsBackTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := files().Draw(t, "file")
		src, err := planfile.Format(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := planfile.Parse(src, shown)
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("reads back as %+v\n%s", got, src)
		}
		again, err := planfile.Format(got)
		if err != nil || !bytes.Equal(again, src) {
			t.Fatalf("prints again as\n%s\n%v", again, err)
		}
		if moved := planfile.Check(got, here(want.Pins), shown); moved != nil {
			t.Fatalf("a pin moved by itself: %v", moved)
		}
	})
}

func TestNoSettingStandsInAFile(t *testing.T) {
	s := installed(t)
	f := month()
	f.Pins = s.pins()
	src := strings.ToLower(string(format(t, f)))
	for _, secret := range []string{"zqkey", "zqvar", "zqvalue"} {
		if strings.Contains(src, secret) {
			t.Errorf("%s stands in\n%s", secret, src)
		}
	}
}

// TestNoSettingStandsInAnyFile draws the settings: whatever they are called and
// wherever they are held, a file of the project is of the same words.
func TestNoSettingStandsInAnyFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key, variable := rapid.StringMatching(`qj[a-z]{4,8}`).Draw(t, "key"), rapid.StringMatching(`QJ[A-Z]{4,8}`).Draw(t, "variable")
		s := installed(t)
		s.set.Reflexes[0].Settings = []catalog.Held{{Key: key, Var: variable}}
		s.set.Reflexes[0].Manifest.Config[0].Key = key
		s.set.Reflexes[1].Needs.Reads = []string{"{" + key + "}"}
		f := month()
		f.Pins = s.pins()
		src, err := planfile.Format(f)
		if err != nil || bytes.Contains(src, []byte(key)) || bytes.Contains(src, []byte(variable)) {
			t.Fatalf("%v\n%s", err, src)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add(golden(f))
	for _, seed := range []string{
		"", "{}", `{"plan":2}`, `{"plan":1}`, `{"plan":1,"plan":1}`, "[[[[[[", `{"plan":1,"weave":{"steps":[1,{"n":1,"from":[{}]}]}}`,
		`{"plan":1,"gate":{"route":1e400}}`, `{"plan":1.0,"input":"\ud800","reflexes":{"a":{"ref":"std:a","tag":"1.0.0"}},"answers":[{"raw":{"x":{"":-0}}}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		file, err := planfile.Parse(src, shown)
		if err != nil {
			problems, ok := err.(diag.Problems)
			if !ok || len(problems) == 0 || file != nil {
				t.Fatalf("Parse gives %v, a %T", file, err)
			}
			return
		}
		once := format(t, file)
		again, err := planfile.Parse(once, shown)
		if err != nil || !reflect.DeepEqual(again, file) || !bytes.Equal(format(t, again), once) {
			t.Fatalf("prints as\n%s\nwhich reads as %+v, %v", once, again, err)
		}
		if moved := planfile.Check(file, here(file.Pins), shown); moved != nil {
			t.Fatalf("a pin moved by itself: %v", moved)
		}
		if err := planfile.Same(file, file.Plan, shown); err != nil {
			t.Fatalf("the plan is not its own: %v", err)
		}
	})
}

func ExampleCheck() {
	f, err := planfile.Parse([]byte(example), "month.plan.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	now := f.Pins
	now.Vocabs = []catalog.Hash{{Name: "months", Digest: digest("6")}}
	fmt.Println(planfile.Check(f, planfile.Here{Pins: now}, "month.plan.json"))
	// Output: months differs here from the plan's
}

var example = `{"note": "", "plan": 1, "input": "close the books", "weave": {"input": "close the books", "steps": []},
"evoke": "0.21.0", "adapter": {"name": "local", "id": "local-1"}, "set": "` + digest("a") + `",
"reflexes": {}, "vocab": {"months": "` + digest("5") + `"}, "answers": []}`

// keys are the members of a JSON object, for a test of which there are.
func keys(t testing.TB, src []byte) []string {
	t.Helper()
	var top map[string]json.RawMessage
	if err := json.Unmarshal(src, &top); err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(top))
}

func TestAFileHasItsKeysAndNoOthers(t *testing.T) {
	want := "adapter answers evoke gate input note packs plan reflexes set tags vocab weave"
	if got := strings.Join(keys(t, golden(t)), " "); got != want {
		t.Errorf("got %s", got)
	}
}
