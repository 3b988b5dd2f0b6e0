package answers

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sinew/decide/question"
)

// A wordy engine has grounds, and counts how often it was asked for them.
type wordy struct {
	engine
	asked *int
}

func (w wordy) Grounds(_ string, _ question.Question, reflex string) (question.Grounds, bool) {
	*w.asked++
	return question.Grounds{
		Reflex:  reflex,
		Nearest: []question.Near{{Example: "put the kettle on", Alike: 0.75}, {Example: "boil it", Alike: 0.25}},
		Words:   []string{"été", "kettle"},
	}, reflex == "kettle"
}

const warm = "The Kettle of ÉTÉ, Wombat"

var choice = question.TheRoute([]question.Option{
	{Key: "kettle", Text: question.Text{What: "Boil water.", Examples: []string{"boil it", "put the kettle on"}}},
	{Key: "radio", Text: question.Text{What: "Play the radio."}},
})

func TestGroundsAreKeptWithoutATextAndAskedForOnce(t *testing.T) {
	dir, asked := filepath.Join(t.TempDir(), "answers"), 0
	by := func() *kept { return Around(wordy{engine{"e-1"}, &asked}, dir, set).(*kept) }
	first, ok := by().Grounds(warm, choice, "kettle")
	if !ok || len(first.Nearest) != 2 || len(first.Words) != 2 {
		t.Fatalf("%+v %v", first, ok)
	}
	again, ok := by().Grounds(warm, choice, "kettle")
	if !ok || asked != 1 || !reflect.DeepEqual(again, first) {
		t.Errorf("asked %d times, %+v", asked, again)
	}
	all := files(t, dir)
	data, err := os.ReadFile(all[0])
	if len(all) != 1 || err != nil || strings.ContainsAny(strings.NewReplacer("nearest", "", "words", "", "example", "", "alike", "").Replace(string(data)), "abcdefghijklmnopqrstuvwxyzé") {
		t.Errorf("%q, %v: %s", all, err, data)
	}
}

func TestOtherGroundsAreAskedForAnew(t *testing.T) {
	dir, asked := t.TempDir(), 0
	k := Around(wordy{engine{"e-1"}, &asked}, dir, set).(*kept)
	k.Grounds(warm, choice, "kettle")
	k.Grounds(warm+"!", choice, "kettle")
	Around(wordy{engine{"e-2"}, &asked}, dir, set).(*kept).Grounds(warm, choice, "kettle")
	if asked != 3 {
		t.Errorf("another text or adapter: asked %d times", asked)
	}
	if g, ok := k.Grounds(warm, choice, "radio"); ok || asked != 4 {
		t.Errorf("%+v, asked %d times", g, asked)
	}
	if g, ok := k.Grounds(warm, choice, "toaster"); ok || asked != 4 {
		t.Errorf("a reflex that is not offered: %+v, asked %d times", g, asked)
	}
	if _, ok := around(dir).Grounds(warm, choice, "kettle"); ok {
		t.Error("an adapter without grounds has some")
	}
}

func TestKeptGroundsThatPointNowhereAreReplaced(t *testing.T) {
	for name, content := range map[string]string{
		"empty": "", "a list": "[]", "cut": `{"nearest":[{"exam`,
		"no example":       `{"nearest":[{"example":2,"alike":0.5}]}`,
		"before the first": `{"nearest":[{"example":-1,"alike":0.5}]}`,
		"too alike":        `{"nearest":[{"example":1,"alike":1.5}]}`,
		"past the text":    `{"words":[[4,400]]}`,
		"before the text":  `{"words":[[-1,4]]}`,
		"turned around":    `{"words":[[4,1]]}`,
		"inside a letter":  `{"words":[[15,16]]}`,
	} {
		dir, asked := t.TempDir(), 0
		k := Around(wordy{engine{"e-1"}, &asked}, dir, set).(*kept)
		first, _ := k.Grounds(warm, choice, "kettle")
		if err := os.WriteFile(files(t, dir)[0], []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got, ok := k.Grounds(warm, choice, "kettle"); !ok || asked != 2 || !reflect.DeepEqual(got, first) {
				t.Errorf("%s: asked %d times, %+v", name, asked, got)
			}
		}
	}
}

func FuzzKeptGroundsNameOnlyWhatIsThere(f *testing.F) {
	f.Add([]byte(`{"nearest":[{"example":1,"alike":0.75}],"words":[[4,10]]}`), warm)
	f.Add([]byte(`{"nearest":[{"example":-1,"alike":1e300}],"words":[[0,99],[15,16]]}`), "é")
	f.Add([]byte(`{"nearest":null,"words":[[]]}`), "")
	option := choice.Options[0]
	f.Fuzz(func(t *testing.T, file []byte, text string) {
		var kept found
		if json.Unmarshal(file, &kept) != nil {
			return
		}
		g, ok := kept.grounds(text, option)
		if !ok {
			return
		}
		for _, n := range g.Nearest {
			if !slices.Contains(option.Text.Examples, n.Example) || n.Alike < 0 || n.Alike > 1 {
				t.Errorf("%+v", n)
			}
		}
		for _, w := range g.Words {
			if w == "" || !utf8.ValidString(w) || !strings.Contains(strings.ToLower(text), w) {
				t.Errorf("%q", w)
			}
		}
	})
}
