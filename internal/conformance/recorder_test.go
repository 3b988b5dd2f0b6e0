package conformance

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
)

// kettles is a project on disk with one reflex.
func kettles(t *testing.T) catalog.Set {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"evoke.toml":      "adapter = \"replay\"\n\n[reflexes]\nkettle = \"./kettle\"\n",
		"vocab/cups.toml": "mug = \"The tall one.\"\n",
		"kettle/reflex.toml": "reflex = 1\ndescription = \"Boil water.\"\neffect = \"write\"\nconfirm = \"Boil {cup} for {time}?\"\nrun = \"kettle.mts\"\n" +
			"\n[args]\ncup = { ask = \"Which cup?\", vocab = \"cups\" }\ntime = { ask = \"How long?\", pick = \"duration\" }\n" +
			"loud = { ask = \"May it whistle?\", flag = true }\nplate = { ask = \"Which plate?\", vocab = \"plates\", optional = true }\n",
	} {
		if err := write(filepath.Join(root, name), text); err != nil {
			t.Fatal(err)
		}
	}
	set, err := Installed(root)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

var boil = Said{
	Text:  "boil the mug for 3 minutes, thanks",
	Route: Shares{"kettle": 0.95},
	Args:  map[string]Shares{"kettle.cup": {"mug": 0.92}, "kettle.time": {"3 minutes": 0.97}},
	Does:  map[string]string{"boil": question.Courtesy},
}

func TestARecordingAnswersEveryQuestionOfItsSentence(t *testing.T) {
	set := kettles(t)
	recording, err := Record(set, boil)
	if err != nil {
		t.Fatal(err)
	}
	set.Adapter = catalog.Adapter{ID: recording.ID(), Bars: recording.Bars()}
	cat, answers := catalog.New(set), question.Answers{}
	for {
		open, read := reading.Read(cat, cat.Reflexes(), boil.Text, answers)
		if len(open) == 0 {
			d := gate.Decide(cat, read)
			if got := d.Call().String(); d.Outcome != gate.Run || d.Confidence != 0.92 || got != `kettle cup="mug" time="3 minutes"` {
				t.Errorf("%s: %s, %v", d.Outcome, got, d.Confidence)
			}
			return
		}
		round, err := recording.Answer(t.Context(), boil.Text, open)
		if err == nil {
			err = question.Validate(open, round)
		}
		if err != nil {
			t.Fatal(err)
		}
		maps.Copy(answers, round)
	}
}

func TestASlipInATableOfSharesIsNamed(t *testing.T) {
	set := kettles(t)
	for _, c := range []struct {
		said Said
		want string
	}{
		{Said{Text: "boil", Route: Shares{"kettel": 0.9}}, `"kettel" was not offered`},
		{Said{Text: "boil", Route: Shares{"kettle": 0.9}, Args: map[string]Shares{"kettle.cap": {"mug": 1}}}, "kettle.cap is not asked about"},
		{Said{Text: "boil", Route: Shares{"kettle": 0.9}, Args: map[string]Shares{"kettle.cup": {"mug": 0.9, "none": 0.2}}}, "sum to 1.1"},
	} {
		if _, err := Record(set, c.said); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestEverySceneIsPlayedInAHomeThatIsKnown(t *testing.T) {
	var used []string
	for _, page := range ManualPages {
		for _, scene := range page.Scenes {
			where := slices.DeleteFunc([]string{scene.Home, scene.Flow, scene.Apart}, func(s string) bool { return s == "" })
			if _, known := Flows[scene.Flow]; len(where) != 1 || scene.Flow != "" && !known {
				t.Errorf("%s, %s: a scene is played in a home or a flow's, or it says why not", page.Title, scene.Command)
			}
			used = append(used, scene.Home)
		}
	}
	for name := range Homes {
		if !slices.Contains(used, name) {
			t.Errorf("no scene is played in the home %s", name)
		}
	}
}
