package conformance

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"sinew/decide/adapter/replay"
	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/tomldoc"
)

// A recordedSet is a flow's recording and the set it was recorded over, as far
// as it can be rebuilt: from the flow's own home, then from the fixtures.
type recordedSet struct {
	flow     string
	home     string   // the folder of its home that holds the project
	reflexes []string // active ones, in the project's order
	vocabs   []string
}

const ownHome = "home/.config/evoke"

var recordedSets = []recordedSet{
	{"abstain", "", threeReflexes, roomsAlone},
	{"ask", "", threeReflexes, roomsAlone},
	{"repl", "", threeReflexes, roomsAlone},
	{"try", "", threeReflexes, roomsAlone},
	{"use", "", threeReflexes, roomsAlone},
	{"vocabulary", "", threeReflexes, roomsAlone},
	{"untrusted", "", []string{"lights"}, roomsAlone},
	{"test", ownHome, []string{"lights", "timer"}, roomsAlone},
	{"update", "", []string{"lights-2.0.0"}, roomsAlone},
	{"first-reflex", "", []string{"hello"}, nil},
	{"cancel", ownHome, []string{"wait", "pause", "timer"}, nil},
	{"no-terminal", ownHome, []string{"lights", "timer", "volume", "power"}, roomsAlone},
	{"joins", ownHome, []string{"errors", "deploys", "logs", "suspect", "rollback", "incidents", "incident", "postmortem"}, []string{"services"}},
	{"new-colleague", ownHome, []string{"hire", "team", "accounts", "order", "onboard"}, []string{"people", "teams"}},
	{"orders", ownHome, []string{"buy", "cart_add", "product", "pay", "find_order", "checkout", "settle"}, nil},
	{"same-action", ownHome, []string{"buy", "cart_add", "checkout", "pay", "refund", "cancel", "deposit"}, nil},
}

var (
	threeReflexes = []string{"lights", "timer", "volume"}
	roomsAlone    = []string{"rooms"}
)

// greeter is what a new reflex is written as.
const greeter = `reflex = 1

description = "Greet a person by name."
effect      = "read"
confirm     = "Greet {who}?"
run         = "hello.mts"

[args.who]
ask  = "Whom?"
pick = "quoted"

[examples]
'say hi to "Ada"' = { who = "Ada" }
`

func (d *Data) recordedManifest(t *testing.T, set recordedSet, name string) *manifest.Manifest {
	t.Helper()
	local, _, _ := strings.Cut(name, "-")
	source, err := fs.ReadFile(d.files, path.Join("transcripts", set.flow, set.home, name, "reflex.toml"))
	switch {
	case err == nil:
	case name == "hello":
		source = []byte(greeter)
	case name == "volume":
		source = []byte(volume("").Own)
	default:
		text, err := d.fixtureText("fixtures/"+name+".json", manifestTOML)
		if err != nil {
			t.Fatal(err)
		}
		source = []byte(text)
	}
	m, err := manifest.Parse(local, source)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return m
}

func (d *Data) recordedVocabulary(t *testing.T, set recordedSet, name string) project.Vocabulary {
	t.Helper()
	source, err := fs.ReadFile(d.files, path.Join("transcripts", set.flow, set.home, "vocab", name+".toml"))
	if err != nil {
		text, err := d.fixtureText("fixtures/"+name+".json", vocabularyTOML)
		if err != nil {
			t.Fatal(err)
		}
		source = []byte(text)
	}
	v, err := project.ReadVocabulary(name, source)
	if err != nil {
		t.Fatal(err)
	}
	return *v
}

func (d *Data) recordedCatalog(t *testing.T, set recordedSet) *catalog.Catalog {
	t.Helper()
	recording, err := replay.Parse(d.recording(t, set.flow))
	if err != nil {
		t.Fatal(err)
	}
	compiled := catalog.Set{
		Vocabs:  map[string]project.Vocabulary{},
		Adapter: catalog.Adapter{ID: recording.ID(), Bars: recording.Bars()},
	}
	for _, name := range set.reflexes {
		m := d.recordedManifest(t, set, name)
		local, _, _ := strings.Cut(name, "-")
		compiled.Reflexes = append(compiled.Reflexes, catalog.Reflex{Name: local, Manifest: m, Effect: m.Effect})
	}
	for _, name := range set.vocabs {
		compiled.Vocabs[name] = d.recordedVocabulary(t, set, name)
	}
	return catalog.New(compiled)
}

// A recordedText is one utterance of a recording and its answers by id.
type recordedText struct {
	said    string
	answers question.Answers
	by      *replay.Recording
}

func (d *Data) recording(t *testing.T, flow string) []byte {
	t.Helper()
	source, err := fs.ReadFile(d.files, path.Join("transcripts", flow, "answers.toml"))
	if err != nil {
		t.Fatal(err)
	}
	return source
}

func (d *Data) recordedTexts(t *testing.T, flow string) []recordedText {
	t.Helper()
	source := d.recording(t, flow)
	doc, err := tomldoc.Parse(source)
	if err != nil {
		t.Fatal(err)
	}
	by, err := replay.Parse(source)
	if err != nil {
		t.Fatal(err)
	}
	var texts []recordedText
	for _, said := range doc.Get("answers").Entries {
		one := recordedText{said: said.Key, answers: question.Answers{}, by: by}
		for _, id := range said.Value.Entries {
			answer := question.Answer{}
			for _, share := range id.Value.Entries {
				answer[share.Key] = share.Value.Float
			}
			one.answers[id.Key] = answer
		}
		texts = append(texts, one)
	}
	return texts
}

// scope are the reflexes the text was decided over: all of the set, or for a
// part of a sentence the one it was narrowed to.
func (r recordedText) scope(cat *catalog.Catalog) []catalog.Reflex {
	var stated []catalog.Reflex
	whole := true
	for _, x := range cat.Reflexes() {
		has := slices.ContainsFunc(x.Manifest.Args, func(a manifest.Argument) bool {
			_, ok := r.answers[x.Name+"."+a.Name]
			return ok
		})
		asks := slices.ContainsFunc(x.Manifest.Args, func(a manifest.Argument) bool { return a.Source != manifest.Takes })
		if has {
			stated = append(stated, x)
		}
		whole = whole && (has || !asks)
	}
	if whole {
		return cat.Reflexes()
	}
	return stated
}

// A reread is what reading a recorded text asked.
type reread struct {
	questions, rounds int
	lacking           []question.Question // asked and not recorded
}

func readAgain(t *testing.T, cat *catalog.Catalog, text recordedText) reread {
	t.Helper()
	var out reread
	answers, scope := question.Answers{}, text.scope(cat)
	around := reading.Beside{Memory: returned[text.said].memory()}
	for {
		open, _ := reading.ReadBeside(cat, scope, text.said, answers, around)
		if len(open) == 0 {
			return out
		}
		out.rounds++
		out.questions += len(open)
		round, err := text.by.Answer(t.Context(), text.said, open)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range open {
			answer, ok := round[q.ID()]
			if !ok {
				out.lacking = append(out.lacking, q)
			}
			answers[q.ID()] = answer
		}
	}
}

// A result is what a body returned before a text was recorded: one field.
type result struct {
	field string
	kind  manifest.Recognizer
	json  string
}

// returned are the results that words of a recorded text point at.
var returned = map[string]result{
	"pay my last order": {"order", "number", `{"order":1029}`},
	"pay that order":    {"order", "number", `{"order":1029}`},
	"buy it":            {"product", "code", `{"product":"BOK-602"}`},
}

func (r result) memory() reading.Memory {
	var m reading.Memory
	m.Remember([]manifest.Yield{{Field: r.field, Pick: r.kind}}, []byte(r.json))
	return m
}

// beyond are recorded texts that this version reads otherwise, and why.
var beyond = map[string]string{
	"create her accounts": "recorded before a word of a meaning counted",
}

func TestReadingARecordedTextAsksOnlyWhatWasRecorded(t *testing.T) {
	data, _ := openData(t)
	read, left := 0, 0
	for _, set := range recordedSets {
		t.Run(set.flow, func(t *testing.T) {
			cat := data.recordedCatalog(t, set)
			for _, text := range data.recordedTexts(t, set.flow) {
				_, routed := text.answers["route"]
				if !routed || beyond[text.said] != "" {
					left++ // one of several steps judged on its own, or beyond us
					continue
				}
				read++
				for _, q := range readAgain(t, cat, text).lacking {
					t.Errorf("%q: %s was asked and is not recorded", text.said, q.ID())
				}
			}
		})
	}
	t.Logf("%d texts read, %d left", read, left)
	if read < 60 {
		t.Errorf("only %d texts were read", read)
	}
}

func TestTheCountsOfARecordedTextComeOut(t *testing.T) {
	data, _ := openData(t)
	for _, want := range []struct {
		flow, said        string
		questions, rounds int
	}{
		{"try", "kill the lights", 11, 2},
		{"try", "kill the lights in the den", 13, 3},
		{"ask", "kill the lights in the garage", 13, 3},
		{"ask", "set a timer for 10 minutes called tea", 22, 4},
		{"cancel", "wait a while", 5, 2},
		{"cancel", "start a 10 minute timer", 12, 3},
		{"first-reflex", `say hi to "ada"`, 5, 2},
		{"orders", "pay both orders", 10, 2},
		{"abstain", "what time is it", 9, 1},
		{"abstain", "make it cosy", 11, 2},
	} {
		set := recordedSets[slices.IndexFunc(recordedSets, func(s recordedSet) bool { return s.flow == want.flow })]
		texts := data.recordedTexts(t, want.flow)
		at := slices.IndexFunc(texts, func(r recordedText) bool { return r.said == want.said })
		if at < 0 {
			t.Errorf("%s does not record %q", want.flow, want.said)
			continue
		}
		got := readAgain(t, data.recordedCatalog(t, set), texts[at])
		if got.questions != want.questions || got.rounds != want.rounds {
			t.Errorf("%q: %d in %d, want %d in %d", want.said, got.questions, got.rounds, want.questions, want.rounds)
		}
	}
}
