package reading

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/project"
	"sinew/pkg/text"
)

// ferry books a crossing: what it needs and what it may have, from earlier
// results.
const ferry = `reflex = 1
description = "Hold a crossing."
effect = "write"
confirm = "Hold {crossing}?"
run = "ferry.mts"

[args.crossing]
ask = "Which crossing?"
pick = "number"
recent = "trip_id"

[args.wait]
ask = "How long to hold it?"
pick = "duration"
range = [60, 7200]
recent = "delay"
optional = true

[args.mail]
ask = "Who is told?"
pick = "email"
recent = "mail"
optional = true

[args.note]
ask = "What is noted?"
pick = "quoted"
optional = true

[args.port]
ask = "From which port?"
vocab = "ports"
optional = true
`

// yields are what a timetable's body returns.
var yields = []manifest.Yield{
	{Field: "trip_id", Pick: "number"},
	{Field: "delay", Pick: "duration"},
	{Field: "day", Pick: "date"},
	{Field: "at", Pick: "time"},
	{Field: "trips", Each: []manifest.Yield{{Field: "trip_id", Pick: "number"}, {Field: "mail", Pick: "email"}}},
}

func remembered(results ...string) Memory {
	var m Memory
	for _, data := range results {
		m.Remember(yields, json.RawMessage(data))
	}
	return m
}

func offeredFor(m Memory, a manifest.Argument) []string {
	var all []string
	for _, v := range (&reader{around: Beside{Memory: m}}).recent(a) {
		all = append(all, v.Shown())
	}
	return all
}

func TestAResultIsRememberedByTheFieldsItYields(t *testing.T) {
	trip := manifest.Argument{Name: "crossing", Source: manifest.Pick, Pick: "number", Recent: "trip_id"}
	wait := manifest.Argument{Name: "wait", Source: manifest.Pick, Pick: "duration", Recent: "delay", Range: &manifest.Range{Min: 60, Max: 7200}}
	mail := manifest.Argument{Name: "mail", Source: manifest.Pick, Pick: "email", Recent: "mail"}
	note := manifest.Argument{Name: "note", Source: manifest.Pick, Pick: "quoted", Recent: "at"}
	day := manifest.Argument{Name: "day", Source: manifest.Pick, Pick: "quoted", Recent: "day"}
	for _, c := range []struct {
		results []string
		arg     manifest.Argument
		want    string
	}{
		{nil, trip, ""},
		{[]string{`{"trip_id":7}`}, trip, "7"},
		{[]string{`{"trip_id":"7"}`}, trip, "7"},
		{[]string{`{"trip_id":7}`, `{"trip_id":8}`}, trip, "8 7"},
		{[]string{`{"trip_id":7}`, `{"trip_id":8}`, `{"trip_id":7}`}, trip, "7 8"},
		{[]string{`{"trip_id":7}`, `{"trip_id":"7"}`}, trip, "7"},
		{[]string{`{"trip_id":1}`, `{"trips":[{"trip_id":2},{"trip_id":3}],"trip_id":4}`}, trip, "4 2 3 1"},
		{[]string{`{"trips":[{"trip_id":1},{"trip_id":2},{"trip_id":3},{"trip_id":4},{"trip_id":5},{"trip_id":6}]}`}, trip, "1 2 3 4 5"},
		{[]string{`{"trips":[{"trip_id":1},{"trip_id":"x"},{"trip_id":null},{},7,null,{"trip_id":6}]}`}, trip, "1 6"},
		{[]string{`{"trips":{"trip_id":1}}`, `{"trips":7}`}, trip, ""},
		{[]string{`{"trip_id":7.5}`, `{"trip_id":1e3}`}, trip, "1000 7.5"},
		{[]string{`{"trip_id":null}`, `{"trip_id":true}`, `{"trip_id":[1]}`, `{"trip_id":{"n":1}}`, `{"id":1}`}, trip, ""},
		{[]string{`{"trip_id":"seven of them"}`, `{"trip_id":""}`}, trip, ""},
		{[]string{`[1]`, `"x"`, `{"trip_id":`, ``, `{"trip_id":1} 2`}, trip, ""},
		// A length is in seconds where it is a number, and every value in range.
		{[]string{`{"delay":90}`, `{"delay":59}`, `{"delay":7201}`, `{"delay":"2 minutes"}`}, wait, "2 minutes,90 seconds"},
		{[]string{`{"trips":[{"mail":"ada@pier.example"},{"mail":"nobody"}]}`}, mail, "ada@pier.example"},
		// A day and a time only as they stand alone.
		{[]string{`{"at":"9:30"}`, `{"at":"noon"}`, `{"at":"09:30"}`}, note, "09:30"},
		{[]string{`{"day":"friday"}`, `{"day":"2026-02-30"}`, `{"day":"2026-05-06"}`}, day, "2026-05-06"},
		{[]string{`{"trip_id":7}`}, manifest.Argument{Name: "trip_id", Source: manifest.Pick, Pick: "number"}, ""},
	} {
		sep := " "
		if c.arg.Name == "wait" {
			sep = ","
		}
		if got := strings.Join(offeredFor(remembered(c.results...), c.arg), sep); got != c.want {
			t.Errorf("%s of %v: got %q, want %q", c.arg.Name, c.results, got, c.want)
		}
	}
}

func TestACopyOfAMemoryKeepsWhatItHeld(t *testing.T) {
	trip := manifest.Argument{Name: "crossing", Pick: "number", Recent: "trip_id"}
	now := remembered(`{"trip_id":7}`)
	then := now
	now.Remember(yields, json.RawMessage(`{"trip_id":8}`))
	if got := offeredFor(then, trip); !slices.Equal(got, []string{"7"}) {
		t.Errorf("the copy holds %v", got)
	}
	for n := range 2 * mostHeld {
		now.Remember(yields, json.RawMessage(`{"trip_id":`+strconv.Itoa(n)+`}`))
	}
	if len(now.held) != mostHeld || now.held[0].typed != strconv.Itoa(2*mostHeld-1) {
		t.Errorf("%d are held, the newest %s", len(now.held), now.held[0].typed)
	}
}

func pier(t testing.TB) *catalog.Catalog {
	t.Helper()
	whole := 0.3
	return catalog.New(catalog.Set{
		Reflexes: []catalog.Reflex{parse(t, "ferry", ferry)},
		Adapter:  catalog.Adapter{ID: "test", Bars: &catalog.Bars{Route: 0.5, Read: 0.8, Write: 0.9, Whole: &whole}},
	})
}

// onDeck decides a text after two trips were shown.
func onDeck(t testing.TB, said string, answers told) *Winner {
	t.Helper()
	answers = and(told{"route": {"ferry": 1}}, answers)
	got, _ := readBeside(t, pier(t), said, answers, Beside{Memory: remembered(`{"trip_id":7,"delay":90}`, `{"trip_id":8}`)})
	return got.Winner
}

func TestWordsThatPointTakeTheNewestResult(t *testing.T) {
	for said, want := range map[string]string{
		"hold it":                               "it",
		"hold IT, please":                       "IT",
		"hold that crossing":                    "that crossing",
		"hold this crossing now":                "this crossing",
		"hold that trip id":                     "that trip id",
		"hold this one":                         "this one",
		"hold that one.":                        "that one",
		"hold the last crossing":                "the last crossing",
		"hold my latest crossing":               "my latest crossing",
		"hold the most recent crossing":         "the most recent crossing",
		"hold our newest trip id":               "our newest trip id",
		`note "hold it" and hold that crossing`: "that crossing",
		// What points at nothing, or at several.
		"hold the crossing":               "",
		"hold them":                       "",
		"hold both crossings":             "",
		"hold those two crossings":        "",
		"hold the last 2 crossings":       "",
		"hold the last one":               "",
		"hold the last trip":              "",
		"hold the most crossing":          "",
		"hold the most, recent crossing":  "",
		"hold that, crossing":             "",
		"hold the last":                   "",
		"hold this":                       "",
		"hold #it":                        "",
		"hold its crossing":               "",
		`note "hold it"`:                  "",
		"wait":                            "",
		"hold the crossing of that delay": "",
	} {
		w := onDeck(t, said, nil)
		value, has := w.Call().Arg("crossing")
		switch {
		case want == "" && (has || len(w.Missing) == 0 || w.Missing[0].Arg != "crossing" || w.Missing[0].Why != NeverStated):
			t.Errorf("%q: %+v, %+v", said, value, w.Missing)
		case want != "" && (!has || value.Shown() != "8" || w.Basis[0].By != ByRecalled || w.Basis[0].Words.Text != want || w.Basis[0].Holds()):
			t.Errorf("%q: %+v by %+v", said, value, w.Basis)
		}
	}
}

func TestAListedWordPointsAtNothing(t *testing.T) {
	cat := catalog.New(catalog.Set{
		Reflexes: []catalog.Reflex{parse(t, "ferry", ferry)},
		Vocabs:   map[string]project.Vocabulary{"ports": {Name: "ports", Words: []project.Word{{Word: "it", What: "The port of the island."}}}},
	})
	around := Beside{Memory: remembered(`{"trip_id":8}`)}
	for said, want := range map[string]string{"hold from it": "ferry", "hold that crossing from it": `ferry crossing="8"`} {
		got, _ := readBeside(t, cat, said, told{"route": {"ferry": 1}}, around)
		if line := got.Winner.Call().String(); line != want {
			t.Errorf("%q is %s", said, line)
		}
	}
}

func TestOnlyWhatCannotBeLeftOutIsNamedByAWordForNothingInParticular(t *testing.T) {
	if w := onDeck(t, "hold 12 for it", told{"ferry.crossing": {"5-7": 1}}); w.Call().String() != `ferry crossing="12"` {
		t.Errorf("read as %s", w.Call())
	}
	if w := onDeck(t, "hold 12 for that delay", told{"ferry.crossing": {"5-7": 1}}); w.Call().String() != `ferry crossing="12" wait="90 seconds"` {
		t.Errorf("read as %s", w.Call())
	}
}

func TestWordsThatCouldNameTwoArgumentsNameNeither(t *testing.T) {
	src := `reflex = 1
description = "Change one crossing for another."
effect = "write"
confirm = "Change {old} for {fresh}?"
run = "swap.mts"
[args.old]
ask = "Which one?"
pick = "number"
recent = "trip_id"
[args.fresh]
ask = "For which one?"
pick = "number"
recent = "trip_id"
`
	cat := catalog.New(catalog.Set{Reflexes: []catalog.Reflex{parse(t, "swap", src)}})
	for said, want := range map[string]string{
		"swap it": "swap", "swap this trip id": "swap", "swap the last old": `swap old="7"`,
	} {
		got, _ := readBeside(t, cat, said, told{"route": {"swap": 1}}, Beside{Memory: remembered(`{"trip_id":7}`)})
		if line := got.Winner.Call().String(); line != want {
			t.Errorf("%q is %s", said, line)
		}
	}
}

func TestAnAskOffersWhatEarlierResultsHold(t *testing.T) {
	for _, c := range []struct {
		said    string
		answers told
		want    string
	}{
		{"hold the crossing", nil, "unstated: 8 7"},
		{"hold it", told{"ferry.crossing": neither}, "not_offered: 8 7"},
		{"hold it for that delay", told{"ferry.crossing": neither, "ferry.wait": {question.None: 1}}, "not_offered: 8 7"},
		{"hold 2 crossings", nil, `unstated "2 crossings": 8 7`},
	} {
		w := onDeck(t, c.said, c.answers)
		m := w.Missing[0]
		line := string(m.Why)
		if m.Words != nil {
			line += fmt.Sprintf(" %q", m.Words.Text)
		}
		line += ":"
		for _, v := range m.Recent {
			line += " " + v.Shown()
		}
		if line != c.want || len(w.Details[0].Recent) != 2 || w.Details[0].Counted != (m.Words != nil) {
			t.Errorf("%q: %s, offered %v", c.said, line, w.Details[0].Recent)
		}
	}
}

func TestAValueOutOfRangeIsAskedForWithWhatEarlierResultsHold(t *testing.T) {
	w := onDeck(t, "hold 12 for 3 hours", told{"ferry.crossing": {"5-7": 1}, "ferry.wait": {"12-19": 1}})
	if m := w.Missing[0]; m.Arg != "wait" || m.Why != OutOfRange || len(m.Recent) != 1 || m.Recent[0].Shown() != "90 seconds" {
		t.Errorf("asks %+v", m)
	}
}

func TestARecalledValueIsReadBackAndNotTaught(t *testing.T) {
	cat := pier(t)
	around := Beside{Memory: remembered(`{"trip_id":8}`)}
	got, rounds := readBeside(t, cat, "hold my last crossing, 5 minutes", told{
		"route": {"ferry": 1}, "ferry.wait": {"23-32": 1},
	}, around)
	asked := slices.Concat(rounds...)
	if want := fmt.Sprintf("weave.against_%d", Short(`ferry crossing="8" wait="5 minutes"`)); !slices.Contains(asked, want) || !slices.Contains(asked, "weave.does_ferry_0_0") {
		t.Errorf("asks %v", asked)
	}
	if got.Winner.Whole == nil || len(got.Judgments) != 2 {
		t.Errorf("judged by %+v", got.Judgments)
	}
	if line := got.Winner.Stated().String(); line != `ferry wait="5 minutes"` {
		t.Errorf("it states %s", line)
	}
	if line := got.Winner.Call().String(); line != `ferry crossing="8" wait="5 minutes"` {
		t.Errorf("it calls %s", line)
	}
}

func TestARecalledValueIsAlwaysOneTheResultsHold(t *testing.T) {
	recalled, cat := 0, pier(t)
	words := rapid.SampledFrom([]string{"hold", "it", "that crossing", "12", "my last delay", "2 crossings", "this one", "5 minutes", "that mail", "them"})
	values := rapid.SampledFrom([]string{`7`, `"8"`, `"nine hundred"`, `1e9`, `"x"`, `null`, `90`, `30`, `"a@b.example"`, `"2 hours"`})
	rapid.Check(t, func(t *rapid.T) {
		var m Memory
		var all []string
		for range rapid.IntRange(0, 4).Draw(t, "results") {
			data := fmt.Sprintf(`{"trip_id":%[1]s,"delay":%[2]s,"trips":[{"mail":%[1]s}]}`, values.Draw(t, "a"), values.Draw(t, "b"))
			m.Remember(yields, json.RawMessage(data))
			all = append(all, data)
		}
		said := strings.Join(rapid.SliceOfN(words, 1, 5).Draw(t, "text"), " ")
		answers := question.Answers{}
		var got Reading
		for open := []question.Question{{}}; len(open) > 0; {
			open, got = ReadBeside(cat, cat.Reflexes(), said, answers, Beside{Memory: m})
			for _, q := range open {
				answers[q.ID()] = anyAnswer(t, q)
			}
		}
		if got.Winner == nil {
			return
		}
		for _, b := range got.Winner.Basis {
			if value, _ := got.Winner.Call().Arg(b.Arg); b.By == ByRecalled {
				recalled++
				checkRecalled(t, value, cat.Reflex("ferry").Manifest.Arg(b.Arg), all)
			}
		}
	})
	if recalled == 0 {
		t.Error("no value was recalled: the property says nothing")
	}
}

// checkRecalled holds a recalled value against the results, the newest of which
// is the last.
func checkRecalled(t *rapid.T, v call.Value, a *manifest.Argument, results []string) {
	typed := strings.TrimSuffix(v.Shown(), " seconds")
	if typed == "1000000000" {
		typed = "1e9"
	}
	held := slices.ContainsFunc(results, func(data string) bool {
		return strings.Contains(data, ":"+typed) || strings.Contains(data, `:"`+typed+`"`)
	})
	if !held || string(v.Read.Kind) != string(a.Pick) || !a.Range.Holds(v.Read.Number) {
		t.Fatalf("%s holds %+v of %v", a.Name, v, results)
	}
}

func FuzzRemember(f *testing.F) {
	for _, seed := range []string{
		`{"trip_id":7}`, `{"trips":[{"trip_id":1,"mail":"a@b.example"},{}]}`, `{"delay":1e308,"trip_id":-0.5}`, `{"trip_id":"\u001b[2J"}`,
		`[[[[`, `{"trips":[null,{"trip_id":[]}]}`, `{"at":"09:30","day":"2026-05-06"}`, "{\"mail\":\"\xff@b.example\"}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var m Memory
		m.Remember(yields, data)
		if len(m.held) > mostHeld {
			t.Fatalf("%d values are held", len(m.held))
		}
		for _, kind := range manifest.Recognizers {
			for _, y := range slices.Concat(yields, yields[4].Each) {
				a := manifest.Argument{Name: "a", Source: manifest.Pick, Pick: kind, Recent: y.Field}
				all := (&reader{around: Beside{Memory: m}}).recent(a)
				for _, v := range all {
					again, reads := call.Picked(v.Shown(), pick.Kind(kind))
					if !reads || again != v || text.Why(v.Shown()) != "" || len(all) > mostRecent {
						t.Fatalf("%+v is offered for %s", v, kind)
					}
				}
			}
		}
	})
}
