package conformance

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sinew/decide/adapter/replay"
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/decide/weave/sentence"
	"sinew/decide/words"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// A wovenSet is a flow whose sentences ask for several things, and the set they
// were recorded over: each reflex by the folder its manifest stands in, or by
// its text where the flow lacks it.
type wovenSet struct {
	flow     string
	reflexes []string          // folders below transcripts/, in the project's order
	own      map[string]string // manifests of ours, by folder
	vocabs   map[string]string // by name, a file below transcripts/ or its text
}

const home = "home/.config/evoke/"

func below(dir string, names ...string) []string {
	var all []string
	for _, name := range names {
		all = append(all, path.Join(dir, name))
	}
	return all
}

const (
	services = "checkout = \"Takes the payment and the order.\"\npayments = \"Charges a payment.\"\nsearch = \"Finds the goods.\"\n"
	regions  = "eu-west = \"Ireland.\"\nus-east = \"Virginia.\"\n"
	// The flow was recorded before a word of a meaning counted.
	people = "maria = \"An engineer.\"\nsam = \"A seller.\"\nana = \"A designer.\"\n"
	teams  = "platform = \"Keeps the servers.\"\nsales = \"Sells.\"\n"
	logsOf = "reflex = 1\ndescription = \"Read what a service wrote.\"\neffect = \"read\"\nconfirm = \"Read the logs of {service}?\"\nrun = \"logs.mts\"\n" +
		"[args.service]\nask = \"Which service?\"\nvocab = \"services\"\n[args.region]\nask = \"In which region?\"\nvocab = \"regions\"\noptional = true\n"
	sendTo = "reflex = 1\ndescription = \"Send the report.\"\neffect = \"write\"\nconfirm = \"Send it to {to}?\"\nrun = \"send.mts\"\n" +
		"[args.to]\nask = \"To whom?\"\npick = \"email\"\n"
)

var wovenSets = []wovenSet{
	{flow: "orders", reflexes: below("orders/"+home, "buy", "cart_add", "product", "pay", "find_order", "checkout", "settle")},
	{flow: "same-action", reflexes: below("same-action/"+home, "buy", "cart_add", "checkout", "pay", "refund", "cancel", "deposit")},
	{
		flow:     "each-value",
		reflexes: below("each-value/"+home, "errors", "logs", "hire", "order"),
		own:      map[string]string{"each-value/" + home + "logs": logsOf},
		vocabs:   map[string]string{"services": services, "regions": regions, "people": "each-value/" + home + "vocab/people.toml"},
	},
	{
		flow:     "whole-sentence",
		reflexes: []string{"each-value/" + home + "errors", "recent/" + home + "post"},
		vocabs:   map[string]string{"services": services, "regions": regions, "channels": "recent/" + home + "vocab/channels.toml"},
	},
	{
		flow:     "joins",
		reflexes: below("joins/"+home, "errors", "deploys", "logs", "suspect", "rollback", "incidents", "incident", "postmortem"),
		vocabs:   map[string]string{"services": "joins/" + home + "vocab/services.toml"},
	},
	{flow: "cancel", reflexes: below("cancel/"+home, "wait", "pause", "timer")},
	{
		flow: "plans",
		reflexes: slices.Concat(below("plans/home/runner/config/evoke", "bank", "invoices"), below("plans/"+home, "cards", "payroll"),
			below("plans/home/runner/config/evoke", "reconcile", "ledger"), below("plans/"+home, "send")),
		own:    map[string]string{"plans/" + home + "send": sendTo},
		vocabs: map[string]string{"months": "plans/" + home + "vocab/months.toml"},
	},
	{
		flow:     "new-colleague",
		reflexes: below("new-colleague/"+home, "hire", "team", "accounts", "order", "onboard"),
		vocabs:   map[string]string{"people": people, "teams": teams},
	},
	{
		flow: "recent",
		reflexes: slices.Concat(below("each-value/"+home, "errors"), below("recent/"+home, "deploys", "logs", "suspect", "rollback", "post", "incidents"),
			below("joins/"+home, "incident", "postmortem"), below("recent/"+home, "status")),
		vocabs: map[string]string{"services": services, "regions": regions, "channels": "recent/" + home + "vocab/channels.toml"},
	},
	{flow: "no-terminal", reflexes: below("no-terminal/"+home, "lights", "timer", "volume", "power"), vocabs: map[string]string{"rooms": "no-terminal/" + home + "vocab/rooms.toml"}},
}

func (d *Data) wovenCatalog(t *testing.T, set wovenSet) (*catalog.Catalog, *replay.Recording) {
	t.Helper()
	recording, err := replay.Parse(d.recording(t, set.flow))
	if err != nil {
		t.Fatal(err)
	}
	compiled := catalog.Set{Vocabs: map[string]project.Vocabulary{}, Adapter: catalog.Adapter{ID: recording.ID(), Bars: recording.Bars()}}
	for _, dir := range set.reflexes {
		m := d.wovenManifest(t, set, dir)
		compiled.Reflexes = append(compiled.Reflexes, catalog.Reflex{Name: path.Base(dir), Manifest: m, Effect: m.Effect})
	}
	for name, source := range set.vocabs {
		compiled.Vocabs[name] = d.wovenVocabulary(t, set, name, source)
	}
	return catalog.New(compiled), recording
}

func (d *Data) wovenManifest(t *testing.T, set wovenSet, dir string) *manifest.Manifest {
	t.Helper()
	own, ok := set.own[dir]
	if !ok {
		source, err := fs.ReadFile(d.files, path.Join("transcripts", dir, "reflex.toml"))
		if err != nil {
			return d.recordedManifest(t, recordedSet{flow: set.flow, home: ownHome}, path.Base(dir))
		}
		own = string(source)
	}
	m, err := manifest.Parse(path.Base(dir), []byte(own))
	if err != nil {
		t.Fatalf("%s: %v", dir, err)
	}
	return m
}

func (d *Data) wovenVocabulary(t *testing.T, set wovenSet, name, source string) project.Vocabulary {
	t.Helper()
	if !strings.Contains(source, "=") {
		file, err := fs.ReadFile(d.files, path.Join("transcripts", source))
		if err != nil {
			return d.recordedVocabulary(t, recordedSet{flow: set.flow, home: ownHome}, name)
		}
		source = string(file)
	}
	v, err := project.ReadVocabulary(name, []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return *v
}

// A woven is a sentence read over a recording: what it asked, counted as the
// line under a decision counts it.
type woven struct {
	weave.Sentence
	questions, rounds int
	asked             []string
	whole             []string // the ids asked of the whole sentence
}

// weaveOver reads a sentence, the rounds' answers taken from a recording.
func weaveOver(t *testing.T, cat *catalog.Catalog, by *replay.Recording, said string) (woven, error) {
	t.Helper()
	return weaveAfter(t, cat, by, said, map[string]bool{})
}

// weaveAfter is weaveOver where a round that was seen, the same questions of the
// same text, adds to no count.
func weaveAfter(t *testing.T, cat *catalog.Catalog, by *replay.Recording, said string, seen map[string]bool) (woven, error) {
	t.Helper()
	w := weave.New(cat, cat.Reflexes(), said, reading.Beside{Memory: returned[said].memory()})
	var m weave.Memory
	var out woven
	for range 50 {
		open, read := w.Read(&m)
		if len(open) == 0 {
			out.Sentence = read
			return out, nil
		}
		counted := false
		for _, r := range open {
			answers, err := by.Answer(t.Context(), r.Words, r.Questions)
			if err == nil {
				err = question.Validate(r.Questions, answers)
			}
			switch {
			case err == nil:
				m.Keep(r, answers)
			case r.Optional:
				m.Lacks(r)
				continue
			default:
				return out, fmt.Errorf("%q (%s): %w", r.Words, r.Reflex, err)
			}
			ids := r.Words
			for _, q := range r.Questions {
				ids += " " + q.ID()
				if r.Whole {
					out.whole = append(out.whole, q.ID())
				}
			}
			if !seen[ids] {
				seen[ids], counted = true, true
				out.questions += len(r.Questions)
			}
			out.asked = append(out.asked, fmt.Sprintf("%d: %q n/%s %d", out.rounds+1, r.Words, r.Reflex, len(r.Questions)))
		}
		if counted {
			out.rounds++
		}
	}
	return out, errors.New("it never ends")
}

// line is a step as its plan line begins; a step that asks is its call alone,
// since what it asks for another step may give.
func line(s weave.Step) string {
	d := s.Decision
	switch d.Outcome {
	case gate.Run:
		return d.Call().String() + "  " + words.P(d.Confidence)
	case gate.Confirm:
		return d.Prompt.Own
	case gate.Ask:
		return d.Call().String()
	}
	return words.Quote(s.Text) + " · no reflex"
}

var (
	planned = regexp.MustCompile(`^  (\d)  (.*)$`)
	suffix  = regexp.MustCompile(` · (with|after|takes|asks) .*$`)
	typed   = regexp.MustCompile(`^\$ evoke (?:try --save \S+ )?"(.*)"$`)
)

// plansOf are the sentences of a session and the plan lines printed for each,
// without what a plan says beside the steps' own lines.
func (d *Data) plansOf(t *testing.T, flow string) (said []string, lines map[string][]string) {
	t.Helper()
	session, err := fs.ReadFile(d.files, path.Join("transcripts", flow, "session.txt"))
	if err != nil {
		t.Fatal(err)
	}
	lines = map[string][]string{}
	now := ""
	for _, l := range strings.Split(string(session), "\n") {
		if m := typed.FindStringSubmatch(l); m != nil {
			if now = m[1]; lines[now] != nil {
				now = ""
			}
		} else if strings.HasPrefix(l, "$") {
			now = ""
		}
		m := planned.FindStringSubmatch(l)
		if m == nil || now == "" || m[1] != fmt.Sprint(len(lines[now])+1) {
			continue
		}
		if len(lines[now]) == 0 {
			said = append(said, now)
		}
		lines[now] = append(lines[now], suffix.ReplaceAllString(m[2], ""))
	}
	return said, lines
}

// bare is a line without the confidence of a step that still takes something.
func bare(printed, ours string) string {
	if call, _, ok := strings.Cut(printed, "  "); ok && call == ours {
		return call
	}
	return printed
}

func TestTheStepsOfARecordedSentenceAreThoseOfItsSession(t *testing.T) {
	data, _ := openData(t)
	for _, set := range wovenSets {
		t.Run(set.flow, func(t *testing.T) {
			cat, by := data.wovenCatalog(t, set)
			said, lines := data.plansOf(t, set.flow)
			for _, one := range said {
				got, err := weaveOver(t, cat, by, one)
				if err != nil {
					t.Errorf("%q: %v\n%s", one, err, strings.Join(got.asked, "\n"))
					continue
				}
				var ours []string
				for i, s := range got.Steps {
					l := line(s)
					if i < len(lines[one]) && bare(lines[one][i], l) != lines[one][i] {
						l = lines[one][i]
					}
					ours = append(ours, l)
				}
				if !slices.Equal(ours, lines[one]) {
					t.Errorf("%q: got\n%s\nwant\n%s\nafter %s", one, strings.Join(ours, "\n"), strings.Join(lines[one], "\n"), strings.Join(got.asked, "\n"))
				}
			}
		})
	}
}

var ofSentence = regexp.MustCompile(`^weave\.(split_|count$|part_|span_|again_|share_)`)

func TestASentenceIsAskedWhatWasRecordedOfIt(t *testing.T) {
	data, _ := openData(t)
	sentences := 0
	for _, set := range wovenSets {
		cat, by := data.wovenCatalog(t, set)
		for _, text := range data.recordedTexts(t, set.flow) {
			if text.answers["weave.count"] == nil {
				continue
			}
			sentences++
			var recorded []string
			for id := range text.answers {
				if ofSentence.MatchString(id) {
					recorded = append(recorded, id)
				}
			}
			got, err := weaveOver(t, cat, by, text.said)
			slices.Sort(recorded)
			slices.Sort(got.whole)
			if err != nil || !slices.Equal(got.whole, recorded) {
				t.Errorf("%s: %q: asked %v, recorded %v: %v", set.flow, text.said, got.whole, recorded, err)
			}
		}
	}
	if sentences < 25 {
		t.Errorf("only %d sentences were read", sentences)
	}
}

func TestTheCountsOfARecordedSentenceComeOut(t *testing.T) {
	data, _ := openData(t)
	for _, want := range []struct {
		flow, said        string
		questions, rounds int
	}{
		{"same-action", "buy 3 of OUT-503 and 2 of BOK-603", 52, 5},
		{"same-action", "deposit 50 euros and 20 more", 45, 3},
		{"orders", "buy and pay 3 of OUT-503 and 2 of BOK-603", 66, 7},
		{"whole-sentence", "check the errors for checkout and post in #incident, payments too", 56, 9},
		{"each-value", "look up the hires ana, maria and sam", 102, 10},
		{"orders", "pay both orders", 10, 2},
	} {
		set := wovenSets[slices.IndexFunc(wovenSets, func(s wovenSet) bool { return s.flow == want.flow })]
		cat, by := data.wovenCatalog(t, set)
		got, err := weaveOver(t, cat, by, want.said)
		if err != nil || got.questions != want.questions || got.rounds != want.rounds {
			t.Errorf("%q: %d in %d, want %d in %d: %v\n%s", want.said, got.questions, got.rounds, want.questions, want.rounds, err, strings.Join(got.asked, "\n"))
		}
	}
}

func TestARoundSeenBeforeAddsToNoCount(t *testing.T) {
	data, _ := openData(t)
	cat, by := data.wovenCatalog(t, wovenSets[0])
	seen := map[string]bool{}
	if _, err := weaveAfter(t, cat, by, "buy and pay 3 of OUT-503 and 2 of BOK-603", seen); err != nil {
		t.Fatal(err)
	}
	got, err := weaveAfter(t, cat, by, "buy 3 of OUT-503 and 2 of BOK-603", seen)
	if err != nil || got.questions != 27 || got.rounds != 2 {
		t.Errorf("%d in %d, want 27 in 2: %v\n%s", got.questions, got.rounds, err, strings.Join(got.asked, "\n"))
	}
}

func TestARecordedSentenceOfOneStepIsAskedNothingMore(t *testing.T) {
	data, _ := openData(t)
	read := 0
	for _, set := range recordedSets {
		cat := data.recordedCatalog(t, set)
		for _, text := range data.recordedTexts(t, set.flow) {
			if _, routed := text.answers["route"]; !routed || len(sentence.Read(text.said).Asked()) > 0 || beyond[text.said] != "" || len(text.scope(cat)) < len(cat.Reflexes()) {
				continue
			}
			read++
			got, err := weaveOver(t, cat, text.by, text.said)
			if err != nil || len(got.Steps) != 1 {
				t.Errorf("%s: %q has %d steps: %v", set.flow, text.said, len(got.Steps), err)
			}
		}
	}
	if read < 40 {
		t.Errorf("only %d texts were read", read)
	}
}
