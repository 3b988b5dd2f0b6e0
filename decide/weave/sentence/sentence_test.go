package sentence_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"sinew/decide/weave/sentence"
)

// marked is a sentence with its places: | where somebody is asked, ‖ where it is
// cut for sure.
func marked(s *sentence.Sentence) string {
	var out strings.Builder
	runes := []rune(s.Text)
	at := 0
	for _, p := range s.Places {
		out.WriteString(string(runes[at:p.Start]))
		if p.Sure {
			out.WriteString("‖")
		} else {
			out.WriteString("|")
		}
		at = p.End
	}
	out.WriteString(string(runes[at:]))
	return out.String()
}

func TestASentenceMayBeCutAtItsPlaces(t *testing.T) {
	for said, want := range map[string]string{
		"kill the lights in the den and start a 10 minute timer": "kill the lights in the den|start a 10 minute timer",
		"set a timer for 10 minutes and 30 seconds":              "set a timer for 10 minutes|30 seconds",
		"check the errors for checkout n pull its logs":          "check the errors for checkout|pull its logs",
		"add 2 + 2":                                                         "add 2 + 2",
		"open the R & D folder":                                             "open the R & D folder",
		"call Hartwell & Sons":                                              "call Hartwell & Sons",
		"look up ana & maria, order both a pro":                             "look up ana|maria|order both a pro",
		"look up the hires ana, maria and sam":                              "look up the hires ana|maria|sam",
		"check the errors for checkout, and only in eu-west":                "check the errors for checkout|only in eu-west",
		"check the errors for checkout, then find the suspect":              "check the errors for checkout|find the suspect",
		"check the errors for checkout and post in #incident, payments too": "check the errors for checkout|post in #incident|payments too",
		`start a 10 minute timer called "pasta, and rice", and ring me`:     `start a 10 minute timer called "pasta, and rice"|ring me`,
		`note "deploy is done", check the errors`:                           `note "deploy is done"|check the errors`,
		`note "done; or not", check the errors`:                             `note "done; or not"|check the errors`,
		"kill the lights; and then start a timer":                           "kill the lights|start a timer",
		"kill the lights, but don't start a timer":                          "kill the lights‖don't start a timer",
		"kill the lights but then start a timer":                            "kill the lights|start a timer",
		"kill the lights, and, start a timer":                               "kill the lights|start a timer",
		"and kill the lights and":                                           "and kill the lights and",
		"pull the payments logs, not in us-east, in eu-west":                "pull the payments logs‖not in us-east‖in eu-west",
		"not the office, kill the lights in the den":                        "not the office‖kill the lights in the den",
		"not the office but the den, and start a timer":                     "not the office‖the den|start a timer",
		"do not kill the lights and start a timer":                          "do not kill the lights|start a timer",
		"kill the lights and never start a timer":                           "kill the lights‖never start a timer",
		"kill the lights, without the den's":                                "kill the lights‖without the den's",
		"kill the lights and don`t start a timer":                           "kill the lights‖don`t start a timer",
		"kill the lights and don’t start a timer":                           "kill the lights‖don’t start a timer",
		"pull the payments logs before I forget":                            "pull the payments logs‖before I forget",
		"before I forget, pull the payments logs":                           "before I forget‖pull the payments logs",
		"before i forget i need the logs":                                   "before i forget‖i need the logs",
		"before I forget pull the logs":                                     "before I forget pull the logs",
		"pull the logs before we leave - and start a timer":                 "pull the logs‖before we leave‖start a timer",
		"if you would, kill the lights":                                     "if you would‖kill the lights",
		"kill the lights, if you don't mind, and start a timer":             "kill the lights‖if you don't mind‖start a timer",
		"kill the lights if possible":                                       "kill the lights‖if possible",
		"if possible":                                                       "if possible",
		"kill the lights, unless it is late":                                "kill the lights‖unless it is late",
		"check if the lights are on":                                        "check if the lights are on",
		"after you kill the lights, start a timer":                          "kill the lights|start a timer",
		"start a timer after you've killed the lights.":                     "killed the lights|start a timer.",
		"before you kill the lights, start a timer!":                        "start a timer|kill the lights!",
		"start a timer, before you kill the lights":                         "start a timer|kill the lights",
		"after checking the errors, post in #incident":                      "checking the errors|post in #incident",
		"after 10 minutes, kill the lights":                                 "after 10 minutes|kill the lights",
		"after that, kill the lights":                                       "after that, kill the lights",
		"":                                                                  "",
		" , ":                                                               " , ",
	} {
		if got := marked(sentence.Read(said)); got != want {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	}
}

func TestAPastedListIsOneText(t *testing.T) {
	said := func(n int) string { return strings.Repeat("an egg, ", n) + "an egg" }
	if got := sentence.Read(said(sentence.MostPlaces)); len(got.Places) != sentence.MostPlaces {
		t.Errorf("%d places of %d", len(got.Places), sentence.MostPlaces)
	}
	for _, one := range []string{said(sentence.MostPlaces + 1), "kill the lights\nand start a timer"} {
		if got := sentence.Read(one); len(got.Places) != 0 || len(got.Everything()) != 1 {
			t.Errorf("%q has places: %s", one, marked(got))
		}
	}
}

var roles = map[sentence.Role]string{sentence.Asks: "", sentence.Own: "own ", sentence.Courtesy: "courtesy ", sentence.Excluded: "not "}

func parts(s *sentence.Sentence, shares ...float64) string {
	var all []string
	for _, p := range s.Parts(shares) {
		said := fmt.Sprintf("%s%d-%d %s", roles[p.Role], p.Words.Start, p.Words.End, p.Words.Text)
		if p.Doubted() {
			said += " (doubted)"
		}
		all = append(all, said)
	}
	return strings.Join(all, "; ")
}

func TestASentenceIsCutByItsShares(t *testing.T) {
	for _, c := range []struct {
		said   string
		shares []float64
		want   string
	}{
		{"look up ana & maria, order both a pro", []float64{0.34, 0.9}, "0-19 look up ana & maria; 21-37 order both a pro"},
		{"look up ana & maria, order both a pro", []float64{0.35, 0.1}, "0-11 look up ana (doubted); 14-37 maria, order both a pro (doubted)"},
		{"kill the lights and start a timer", nil, "0-33 kill the lights and start a timer"},
		{"not the office, kill the lights", nil, "not 0-14 not the office; 16-31 kill the lights"},
		{"don't kill the lights and start a timer", []float64{0.9}, "not 0-21 don't kill the lights; 26-39 start a timer"},
		{"kill the lights before I forget", nil, "0-15 kill the lights; own 16-31 before I forget"},
		{"kill the lights, if possible", nil, "0-15 kill the lights; courtesy 17-28 if possible"},
		{"café and tea", []float64{1}, "0-4 café; 9-12 tea"},
	} {
		if got := parts(sentence.Read(c.said), c.shares...); got != c.want {
			t.Errorf("%q: %s, want %s", c.said, got, c.want)
		}
	}
}

func TestACutIsDoubtedOrFirm(t *testing.T) {
	s := sentence.Read("pull the logs, not in us-east, in eu-west, and kill the lights and the fan, then wait")
	var got []string
	for _, p := range s.Parts([]float64{0.8, 0.49, 0.79})[1:] {
		got = append(got, fmt.Sprintf("%v %v %v", p.Before.Doubted(), p.Before.Firm(), p.Before.Then))
	}
	want := "[false false false false false false false true false true false false false false true]"
	if fmt.Sprint(got) != want {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestAConditionIsNoStep(t *testing.T) {
	for said, want := range map[string]string{
		"if it is late, kill the lights and start a timer": "if it is late",
		"kill the lights, and unless it is late, wait":     "unless it is late",
		"in case it rains close the windows":               "in case it rains close the windows",
		"if you would, kill the lights":                    "",
		"if possible":                                      "",
		"check if it is late":                              "",
	} {
		got := ""
		if c := sentence.Read(said).Condition(); c != nil {
			got = c.Text
		}
		if got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

// Whatever is said, its parts and the places between them are the whole
// sentence, in order, and nothing but joining words stands between two parts.
func FuzzRead(f *testing.F) {
	for _, said := range []string{
		"kill the lights in the den and start a 10 minute timer", "after you've eaten, sleep; not now, but later - if so",
		"before i forget, x", "a, b & c, and then, d n e", "“a, b” and c", "if you don’t mind, not this: that", "café, and", ", and ,", "not a but b",
	} {
		f.Add(said, uint64(0b1011))
	}
	f.Fuzz(func(t *testing.T, said string, cuts uint64) {
		s := sentence.Read(strings.ToValidUTF8(said, "?"))
		shares := make([]float64, len(s.Asked()))
		for i := range shares {
			shares[i] = float64(cuts >> i & 1)
		}
		runes := []rune(s.Text)
		at := 0
		for i, p := range s.Parts(shares) {
			if p.Words.Start < at || p.Words.End < p.Words.Start || p.Words.End > len(runes) || p.Words.Text != string(runes[p.Words.Start:p.Words.End]) {
				t.Fatalf("%q: part %d is %v after %d", s.Text, i, p.Words, at)
			}
			if strings.TrimSpace(p.Words.Text) == "" && len(s.Places) > 0 {
				t.Fatalf("%q: part %d is empty: %s", s.Text, i, marked(s))
			}
			joins := strings.TrimSpace(string(runes[at:p.Words.Start]))
			if p.Before == nil && joins != "" || p.Before != nil && !onlyJoins(joins, p.Before.Join) {
				t.Fatalf("%q: %q is lost", s.Text, joins)
			}
			at = p.Words.End
		}
		if strings.TrimSpace(string(runes[at:])) != "" {
			t.Fatalf("%q: %q is lost at the end", s.Text, string(runes[at:]))
		}
		s.Condition()
	})
}

func onlyJoins(between, join string) bool {
	for _, word := range strings.Fields(join) {
		between = strings.Replace(between, word, "", 1)
	}
	return strings.IndexFunc(between, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0
}
