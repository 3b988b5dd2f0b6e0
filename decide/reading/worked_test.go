package reading_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"sinew/decide/adapter/replay"
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// The reflexes of the worked counts (reading.md 1.6), in words of our own.
var workedManifests = map[string]string{
	"lights": `reflex = 1
description = "Switch the lamps of one room."
effect = "write"
confirm = "Switch {room} {state}?"
run = "lights.mts"
[args.room]
ask = "In which room?"
vocab = "rooms"
[args.state]
ask = "How should they be?"
options.on = "They shine."
options.off = "They are dark."
options.dim = "They glow a little."
[args.brightness]
ask = "How bright?"
pick = "number"
range = [0, 100]
optional = true
`,
	"timer": `reflex = 1
description = "Ring after a while."
effect = "write"
confirm = "Ring in {duration}?"
run = "timer.mts"
[args.duration]
ask = "After how long?"
pick = "duration"
[args.label]
ask = "What is it for?"
pick = "quoted"
optional = true
`,
	"volume": `reflex = 1
description = "Set how loud it is."
effect = "write"
confirm = "Set it to {level}?"
run = "volume.mts"
[args.level]
ask = "How loud?"
pick = "number"
range = [0, 100]
`,
	"hello": `reflex = 1
description = "Greet somebody."
effect = "read"
confirm = "Greet {who}?"
run = "hello.mts"
[args.who]
ask = "Whom?"
pick = "quoted"
`,
	"wait":  "reflex = 1\ndescription = \"Do nothing for a while.\"\neffect = \"write\"\nconfirm = \"Wait?\"\nrun = \"wait.mts\"\n",
	"pause": "reflex = 1\ndescription = \"Hold what is playing.\"\neffect = \"write\"\nconfirm = \"Hold it?\"\nrun = \"pause.mts\"\n",
}

func workedSet(t *testing.T, recording *replay.Recording, names ...string) *catalog.Catalog {
	t.Helper()
	set := catalog.Set{
		Vocabs: map[string]project.Vocabulary{"rooms": {Name: "rooms", Words: []project.Word{
			{Word: "den", What: "Where the sofa is."}, {Word: "office", What: "Where the desk is."},
		}}},
		Adapter: catalog.Adapter{Name: "replay", ID: recording.ID(), Bars: recording.Bars()},
	}
	for _, name := range names {
		m, err := manifest.Parse(name, []byte(workedManifests[name]))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		set.Reflexes = append(set.Reflexes, catalog.Reflex{Name: name, Manifest: m, Effect: m.Effect})
	}
	return catalog.New(set)
}

func worked(t *testing.T) *replay.Recording {
	t.Helper()
	src, err := os.ReadFile("testdata/worked.toml")
	if err != nil {
		t.Fatal(err)
	}
	recording, err := replay.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	return recording
}

// replayed is a text read over a recording, and the ids of each round.
func replayed(t *testing.T, cat *catalog.Catalog, recording *replay.Recording, said string) (reading.Reading, [][]string) {
	t.Helper()
	answers := question.Answers{}
	var rounds [][]string
	for len(rounds) < 10 {
		open, read := reading.Read(cat, cat.Reflexes(), said, answers)
		if len(open) == 0 {
			return read, rounds
		}
		got, err := recording.Answer(context.Background(), said, open)
		if err == nil {
			err = question.Validate(open, got)
		}
		if err != nil {
			t.Fatalf("%q: %v", said, err)
		}
		var ids []string
		for _, q := range open {
			ids = append(ids, q.ID())
			answers[q.ID()] = got[q.ID()]
		}
		rounds = append(rounds, ids)
	}
	t.Fatalf("%q is asked about without end", said)
	panic("unreachable")
}

var (
	houseSet = []string{"lights", "timer", "volume"}
	clockSet = []string{"timer", "wait", "pause"}
)

func TestTheWorkedCountsAreCounted(t *testing.T) {
	recording := worked(t)
	for _, c := range []struct {
		said string
		set  []string
		want string // the questions of each round
		call string
	}{
		{"kill the lights", houseSet, "[9 2]", `ask lights state="off"`},
		{"kill the lights in the den", houseSet, "[10 2 1]", `run lights room="den" state="off"`},
		{"kill the lights in the garage", houseSet, "[9 3 1]", `ask lights state="off"`},
		{"set a timer for 10 minutes called tea", houseSet, "[10 10 1 1]", `ask timer duration="10 minutes"`},
		{"start a 10 minute timer", clockSet, "[4 7 1]", `run timer duration="10 minute"`},
		{"wait a while", clockSet, "[3 2]", `run wait`},
		{`say hi to "Ada"`, []string{"hello"}, "[3 2]", `run hello who="Ada"`},
	} {
		cat := workedSet(t, recording, c.set...)
		read, rounds := replayed(t, cat, recording, c.said)
		var counts []int
		for _, ids := range rounds {
			counts = append(counts, len(ids))
		}
		d := gate.Decide(cat, read)
		if got := fmt.Sprint(counts); got != c.want || string(d.Outcome)+" "+d.Call().String() != c.call {
			t.Errorf("%q: %v, %s %s\n%v", c.said, got, d.Outcome, d.Call(), rounds)
		}
	}
}

func TestARoundAsksOfATextWithoutQuotesInOrder(t *testing.T) {
	recording := worked(t)
	_, rounds := replayed(t, workedSet(t, recording, houseSet...), recording, "set a timer for 10 minutes called tea")
	want := []string{
		"weave.does_timer_0_2", "weave.does_timer_6_7", "weave.first_timer__label_1171567175", "weave.run_timer__label_1171567175",
		"weave.word_timer__label_0", "weave.word_timer__label_1", "weave.word_timer__label_2", "weave.word_timer__label_3",
		"weave.word_timer__label_6", "weave.word_timer__label_7",
	}
	if !slices.Equal(rounds[1], want) {
		t.Errorf("round two asks %v", rounds[1])
	}
	if got := strings.Join(slices.Concat(rounds[2:]...), " "); got != "weave.text_timer__label_3521553818 weave.against_3359817700" {
		t.Errorf("then %s", got)
	}
}

func TestATextReadOverARecordingWaits(t *testing.T) {
	recording := worked(t)
	cat := workedSet(t, recording, houseSet...)
	read, rounds := replayed(t, cat, recording, "set a timer for 10 minutes called green tea, thanks")
	d := gate.Decide(cat, read)
	if d.Outcome != gate.Confirm || d.Call().String() != `timer duration="10 minutes" label="green tea"` {
		t.Errorf("%s %s", d.Outcome, d.Call())
	}
	if want := "label was typed without quotes, which always waits for a yes"; d.Prompt.Reason != want {
		t.Errorf("it waits because %s", d.Prompt.Reason)
	}
	if len(rounds) != 4 || len(rounds[2]) != 1 || len(rounds[3]) != 1 {
		t.Errorf("rounds %v", rounds)
	}
}
