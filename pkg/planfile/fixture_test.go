package planfile_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"sinew/decide/catalog"
	"sinew/lockfile"
	"sinew/pkg/manifest"
	"sinew/pkg/planfile"
	"sinew/pkg/project"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
)

const shown = "~/month.plan.json"

func digest(digit string) string { return "h1:" + strings.Repeat(digit, 64) }

func golden(t testing.TB) []byte {
	t.Helper()
	src, err := os.ReadFile("testdata/month.plan.json")
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// month is what testdata/month.plan.json holds.
func month() *planfile.File {
	fits, whole := 0.3, 0.0
	return &planfile.File{
		Input: "pull september's bank transactions, then close the books & say \"done\"",
		Tags:  []string{"books", "bank"},
		Plan: json.RawMessage(`{"input":"pull september's bank transactions, then close the books & say \"done\"","steps":[` +
			`{"n":1,"text":"pull september's bank transactions","decision":{"call":"bank month=\"september\"","args":{},"contenders":[]},"reflex":"bank","from":[{"playbook":"closing","step":1}]},` +
			`{"n":2,"text":"close the books","decision":{"call":"ledger","confidence":0.89},"reflex":"ledger"}],"binds":[],"verdict":{"outcome":"run"}}`),
		Pins: planfile.Pins{
			Evoke:   "0.21.0",
			Adapter: planfile.Adapter{Name: "local", ID: "local-1"},
			Gate:    &catalog.Bars{Route: 0.5, Fits: &fits, Read: 0.8, Write: 0.9, Whole: &whole},
			Set:     digest("a"),
			Reflexes: []planfile.Reflex{
				{Name: "bank", Item: digest("1"), Path: "./bank"},
				{Name: "ledger", Item: digest("2"), Remote: &planfile.Remote{
					Reference: ref.Reference{Repo: ref.Repo{Owner: "acme", Name: "books"}, Dir: "ledger"},
					Tag:       ref.Version{Major: 1, Minor: 2}, H1: tree.Digest(digest("b")),
				}},
				{Name: "closing", Item: digest("3")},
				{Name: "weather", Item: digest("4")},
			},
			Vocabs: []catalog.Hash{{Name: "months", Digest: digest("5")}},
			Packs:  []catalog.Hash{{Name: "en", Digest: digest("6")}},
		},
		Answers: []planfile.Answered{
			{Text: "pull september's bank transactions, then close the books & say \"done\"", Raw: []planfile.Answer{{ID: "weave.split_34", Shares: []planfile.Share{{Key: "yes", P: 0.9}}}}},
			{Text: "close the books", Raw: []planfile.Answer{{ID: "route", Shares: []planfile.Share{{Key: "none", P: 0.0625}, {Key: "ledger", P: 0.9375}}}}},
			{Text: "close the books", Raw: []planfile.Answer{{ID: "route", Shares: []planfile.Share{{Key: "ledger", P: 1}}}, {ID: "ledger.month"}}},
		},
	}
}

// here is the project the golden file was saved in.
func here(pins planfile.Pins) planfile.Here { return planfile.Here{Pins: pins} }

const bank = `reflex = 1
description = "Pull the bank transactions of a month."
effect = "read"
confirm = "Pull {month}?"
run = "bank.mts"

[args.month]
ask = "Which month?"
vocab = "months"

[config]
zqkey = "Where the accounts lie."

[examples]
"the bank in september" = {}
"what went through the bank" = {}
`

const ledger = `reflex = 1
description = "Post the closing entries."
effect = "write"
confirm = "Post?"
run = "ledger.mts"

[examples]
"post the entries" = {}
"close the books" = {}
`

// A state is an installed project: what pins are taken from.
type state struct {
	set      catalog.Set
	lock     lockfile.Lock
	paths    map[string]string
	packs    []catalog.Hash
	evoke    string
	inactive string
}

// A tester is a test, or one run of a property.
type tester interface {
	Helper()
	Fatal(args ...any)
}

func installed(t tester) *state {
	t.Helper()
	value, fits, whole := "zqvalue", 0.3, 0.3
	s := &state{
		paths: map[string]string{"bank": "./bank"},
		packs: []catalog.Hash{{Name: "en", Digest: digest("6")}, {Name: "de", Digest: digest("7")}},
		evoke: lockfile.FormatVersion,
	}
	for name, src := range map[string]string{"bank": bank, "ledger": ledger} {
		m, err := manifest.Parse(name, []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		s.set.Reflexes = append(s.set.Reflexes, catalog.Reflex{Name: name, Manifest: m, Effect: m.Effect})
	}
	if s.set.Reflexes[0].Name != "bank" {
		s.set.Reflexes[0], s.set.Reflexes[1] = s.set.Reflexes[1], s.set.Reflexes[0]
	}
	s.set.Reflexes[0].Settings = []catalog.Held{{Key: "zqkey", Var: "ZQVAR"}}
	s.set.Vocabs = map[string]project.Vocabulary{"months": {Name: "months", Words: []project.Word{
		{Word: "september", What: "The ninth.", Value: &value}, {Word: "october", What: "The tenth."},
	}}}
	s.set.Adapter = catalog.Adapter{Name: "local", ID: "local-1", Bars: &catalog.Bars{Route: 0.5, Fits: &fits, Read: 0.8, Write: 0.9, Whole: &whole}}
	s.lock.Set(lockfile.Entry{
		Name: "ledger", Tag: ref.Version{Major: 1, Minor: 2}, H1: tree.Digest(digest("b")),
		Reference: ref.Reference{Repo: ref.Repo{Owner: "acme", Name: "books"}, Dir: "ledger"},
	})
	return s
}

func (s *state) pins() planfile.Pins {
	p := planfile.Take(catalog.New(s.set), &s.lock, s.paths, s.packs)
	p.Evoke = s.evoke
	return p
}
