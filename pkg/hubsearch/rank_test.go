package hubsearch_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/hublog"
	"sinew/pkg/hubsearch"
)

func TestWordsOfATextAndAQueryMeet(t *testing.T) {
	for s, want := range map[string]string{
		"":                            "",
		"Turn on the Lights!":         "turn light",
		"don't":                       "don t",
		"ÉTÉ e\u0301te\u0301":         "ete ete",
		"ﬁles, Ⅷ":                     "file viii",
		"bus glass this lens gas":     "bus glass len gas",
		"ΟΔΟΣ οδος":                   "οδοσ οδοσ",
		"IPv6 H.264":                  "ipv6 h 264",
		"打开灯 カタ":                      "打 开 灯 カ タ",
		"लाइट":                        "लाइट",
		"li\u200bghts so\u00adft":     "light soft",
		strings.Repeat("é", 50) + "s": strings.Repeat("e", 40),
		"\u0301 a \u0301":             "",
	} {
		if got := strings.Join(hubsearch.Words(s), " "); got != want {
			t.Errorf("Words(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestTermsWeighWhereTheyStand(t *testing.T) {
	e := hubsearch.Entry{
		Name: "github.com/radhi/home#lights", Does: "Lights on and lights off.", Args: []string{"room"}, Tags: []string{"home", "lamp"},
		Examples: []string{"lights on lights", "light the room"},
	}
	want := map[string]int{"radhi": 12, "home": 12 + 8, "light": 12 + 4 + 5 + 5, "off": 4, "room": 2 + 5, "lamp": 8}
	if got := hubsearch.Terms(e); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	e.Examples = slices.Repeat([]string{"glow"}, 40)
	if got := hubsearch.Terms(e)["glow"]; got != 60 {
		t.Errorf("a word in 40 examples weighs %d", got)
	}
}

func entry(name string, examples ...string) hubsearch.Entry {
	return hubsearch.Entry{Name: hublog.Name("h.example/" + name), Examples: examples}
}

func docs(hits []hubsearch.Hit) []int {
	var all []int
	for _, hit := range hits {
		all = append(all, hit.Doc)
	}
	return all
}

func TestTheBestComeFirst(t *testing.T) {
	x := hubsearch.NewIndex([]hubsearch.Entry{
		entry("one", "dim the kitchen"),
		entry("two", "dim the lights", "dim the kitchen lights"),
		entry("three", "dimmer"),
		entry("four", "dim the kitchen"),
		entry("lights"),
	})
	for query, want := range map[string][]int{
		"kitchen lights": {1, 4, 0, 3}, // both words, then the name's weight, then the elder
		"dim":            {1, 0, 3, 2}, // a prefix counts less
		"dimm":           {2},
		"d":              nil, // one character is no prefix
		"the":            nil,
		"":               nil,
		"xylophone":      nil,
		"LIGHT light":    {4, 1}, // a word counts once
	} {
		if got := docs(x.Search(query, 10)); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", query, got, want)
		}
	}
	if got := docs(x.Search("dim", 2)); !slices.Equal(got, []int{1, 0}) {
		t.Errorf("the best two are %v", got)
	}
	if got := x.Search("dim lights", 1)[0]; got != (hubsearch.Hit{Doc: 1, Matched: 2, Score: 10*(20-2) + 10*(20-2)}) {
		t.Errorf("the best is %+v", got)
	}
}

// A query is cut before it can cost much.
func TestALongQueryIsCut(t *testing.T) {
	if words := hubsearch.NewScan(strings.Repeat("abc de fg ", 1<<17)).Words(); len(words) != 3 {
		t.Errorf("the words are %q", words)
	}
	var many []string
	for n := range 100 {
		many = append(many, fmt.Sprint(n))
	}
	if words := hubsearch.NewScan(strings.Join(many, " ")).Words(); len(words) != 16 {
		t.Errorf("%d words", len(words))
	}
}

func drawEntries(t *rapid.T) []hubsearch.Entry {
	phrase := rapid.StringMatching(`([abés灯]{1,4} ?){1,4}`)
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) hubsearch.Entry {
		return hubsearch.Entry{
			Name: hublog.Name("h.example/" + rapid.StringMatching(`[ab]{1,3}`).Draw(t, "name")), Does: phrase.Draw(t, "does"),
			Examples: rapid.SliceOfN(phrase, 0, 3).Draw(t, "examples"), Tags: []string{phrase.Draw(t, "tag")},
		}
	}), 0, 40).Draw(t, "entries")
}

func TestAScanFindsWhatAnIndexFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := drawEntries(t)
		query := rapid.StringMatching(`([abés灯]{1,4} ?){0,4}`).Draw(t, "query")
		scan := hubsearch.NewScan(query)
		matching := 0
		for doc, e := range entries {
			if scan.Add(doc, e) {
				matching++
			}
		}
		want := hubsearch.NewIndex(entries).Search(query, len(entries))
		if got := scan.Best(len(entries)); len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) || matching != len(want) {
			t.Fatalf("%q: a scan finds %v (%d), the index %v", query, got, matching, want)
		}
	})
}

// What a new reflex has no term of is found as before.
func TestAnotherReflexLeavesTheOrderOfTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := drawEntries(t)
		more := append(slices.Clone(entries), entry("qqq", "zzz"))
		query := rapid.StringMatching(`([abés灯]{1,4} ?){1,4}`).Draw(t, "query")
		before := hubsearch.NewIndex(entries).Search(query, 100)
		after := hubsearch.NewIndex(more).Search(query, 100)
		if !slices.Equal(before, after) {
			t.Fatalf("%q: %v, then %v", query, before, after)
		}
	})
}
