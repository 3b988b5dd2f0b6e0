package judge_test

import (
	"reflect"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/judge"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// flood is a playbook with a slot of each source, and a step that may not run.
const flood = `reflex = 1
description = "Handle a flood."
effect = "read"
confirm = "Handle it in {room}?"
tags = ["water"]
steps = ["look at {room}[ by {door}]", "note {what}", "shut the main", { say = "pump {room}", when = { depth = "2" } }]
[args.room]
ask = "Where?"
vocab = "rooms"
[args.door]
ask = "By which?"
options = { back = "To the yard." }
optional = true
[args.what]
ask = "What?"
pick = "quoted"
[examples]
'a flood, note "so high"' = { what = "so high" }
`

func flooded(t *testing.T) *catalog.Catalog {
	t.Helper()
	var s catalog.Set
	for name, source := range map[string]string{
		"flood": flood,
		"look":  "reflex = 1\ndescription = \"x\"\neffect = \"read\"\nconfirm = \"x?\"\nrun = \"x.mts\"\ntags = [\"water\"]\n[yields]\ndepth = \"number\"\n",
		"pump":  "reflex = 1\ndescription = \"x\"\neffect = \"write\"\nconfirm = \"x?\"\nrun = \"x.mts\"\n",
	} {
		m, err := manifest.Parse(name, []byte(source))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s.Reflexes = append(s.Reflexes, catalog.Reflex{Name: name, Manifest: m, Effect: m.Effect})
	}
	s.Vocabs = map[string]project.Vocabulary{"rooms": {Name: "rooms", Words: []project.Word{{Word: "cellar", What: "Below."}}}}
	return catalog.New(s)
}

func TestAPlaybooksStepsAreFilledFromTheFirstRecordThatFillsThem(t *testing.T) {
	m := flooded(t).Reflex("flood").Manifest
	decided := []judge.Decided{
		{Reflex: "look", Read: map[string]judge.Value{"room": {Text: "attic"}}},
		{Reflex: "flood", Read: map[string]judge.Value{"what": {Text: "so high"}}},
		{Reflex: "flood", Read: map[string]judge.Value{"room": {Text: "cellar"}, "door": {Text: "back"}}},
		{Reflex: "flood", Read: map[string]judge.Value{"room": {Text: "hall"}}},
	}
	want := []judge.Trial{{1, "look at cellar by back"}, {2, `note "so high"`}, {3, "shut the main"}, {4, "pump cellar"}}
	if got := judge.Trials(m, judge.FromRecords("flood", decided)); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	want = []judge.Trial{{1, ""}, {2, ""}, {3, "shut the main"}, {4, ""}}
	if got := judge.Trials(m, nil); !reflect.DeepEqual(got, want) {
		t.Errorf("without a record: %+v", got)
	}
}

func TestAPlaybooksStepsAreFilledWithoutItsRecords(t *testing.T) {
	cat := flooded(t)
	x := cat.Reflex("flood")
	want := []judge.Trial{{1, "look at cellar by back"}, {2, `note "so high"`}, {3, "shut the main"}, {4, "pump cellar"}}
	if got := judge.Trials(x.Manifest, []map[string]string{judge.Sampled(cat, x)}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestWhatAPlaybooksStepsReach(t *testing.T) {
	cat := flooded(t)
	trials := []judge.Trial{{1, "look"}, {2, ""}, {3, "shut the main"}, {4, "pump"}}
	got := judge.Reach(cat, cat.Reflex("flood"), trials, []string{"look", "", "pump", "flood"})
	if got[0].Fails() || got[0].Lacks != "" || got[0].NoField != "" || !got[1].Untested() || got[1].Fails() {
		t.Errorf("%+v", got[:2])
	}
	if got[2].Lacks != "water" || got[2].NoField != "depth" || !got[3].Own || !got[3].Fails() {
		t.Errorf("%+v", got[2:])
	}
	tested := judge.Tested{Steps: got}
	if judge.WorstReached(got) != manifest.Write || tested.Routed() != 2 || tested.FailedSteps() != 1 {
		t.Errorf("worst %s, %d route, %d fail", judge.WorstReached(got), tested.Routed(), tested.FailedSteps())
	}
	if nothing := judge.Reach(cat, cat.Reflex("flood"), trials[:1], []string{""}); !nothing[0].Fails() {
		t.Errorf("%+v", nothing)
	}
}
