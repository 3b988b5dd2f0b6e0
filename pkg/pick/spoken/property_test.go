package spoken_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"sinew/pkg/pick"
	"sinew/pkg/pick/spoken"
	"sinew/pkg/text"
)

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// check holds what is heard in an input against what is promised of it.
func check(t fataler, input string, a spoken.Argument) {
	t.Helper()
	h := spoken.Read(input, a)
	if again := spoken.Read(input, a); !reflect.DeepEqual(h, again) {
		t.Fatalf("Read(%q) is %s, then %s", input, show(h), show(again))
	}
	var spans []text.Span
	for _, s := range h.Said {
		spans = append(spans, s.Span)
		checkTyped(t, input, s.Typed, a)
		if s.Form == "" || s.Shape == "" || s.Value.Kind != a.Kind {
			t.Fatalf("Read(%q) has %+v", input, s)
		}
	}
	for _, q := range h.Asked {
		spans = append(spans, q.Words)
		for _, typed := range q.Readings {
			checkTyped(t, input, typed, a)
		}
		if distinct := slices.Compact(slices.Sorted(slices.Values(q.Readings))); len(distinct) != len(q.Readings) {
			t.Fatalf("Read(%q) asks %q", input, q.Readings)
		}
	}
	checkSpans(t, input, spans)
	checkSpans(t, input, h.Withdrawn)
	checkWithdrawn(t, input, h, spans, a.Kind)
}

// checkTyped wants a value that pick reads, within its range.
func checkTyped(t fataler, input, typed string, a spoken.Argument) {
	v, ok := pick.Whole(typed, a.Kind)
	if !ok {
		t.Fatalf("in %q, %q is no %s", input, typed, a.Kind)
	}
	if a.Range != nil && (v.Number < a.Range[0] || v.Number > a.Range[1]) {
		t.Fatalf("in %q, %q is out of range", input, typed)
	}
}

// checkSpans wants spans of the composed text that share no character.
func checkSpans(t fataler, input string, spans []text.Span) {
	runes := []rune(norm.NFC.String(input))
	spans = slices.Clone(spans)
	slices.SortFunc(spans, func(a, b text.Span) int { return a.Start - b.Start })
	last := 0
	for _, s := range spans {
		if s.Start < last || s.End <= s.Start || s.End > len(runes) || string(runes[s.Start:s.End]) != s.Text {
			t.Fatalf("in %q, %+v is out of place", input, s)
		}
		last = s.End
	}
}

// checkWithdrawn wants the candidates of the kind inside what is heard, all of
// them and no other.
func checkWithdrawn(t fataler, input string, h spoken.Heard, heard []text.Span, kind pick.Kind) {
	var want []text.Span
	for _, c := range pick.Find(input) {
		within := func(s text.Span) bool { return s.Start <= c.Span.Start && c.Span.End <= s.End }
		if c.Value.Kind == kind && slices.ContainsFunc(heard, within) {
			want = append(want, c.Span)
		}
	}
	if !slices.Equal(want, h.Withdrawn) {
		t.Fatalf("in %q, %v are withdrawn, want %v", input, h.Withdrawn, want)
	}
}

var arguments = []spoken.Argument{
	{Kind: pick.Code},
	{Kind: pick.Code, Examples: []string{"HS-0409", "VX-2214"}, Own: []string{"kd"}},
	{Kind: pick.Code, Examples: []string{"INC-311", "INC-42"}},
	{Kind: pick.Code, Examples: []string{"LX1830", "tp1051"}},
	{Kind: pick.Code, Examples: []string{"4.12.0", "2.3.1"}},
	{Kind: pick.Code, Examples: []string{"v1.2.3", "2024-117", "a/b-7", "x:1", "é1", "", "-", "A1-"}},
	{Kind: pick.Code, Examples: []string{"C02XK1ABJG5M", "c02g80t3md6r"}},
	{Kind: pick.Number},
	{Kind: pick.Number, Examples: []string{"60%", "forty"}, Range: &[2]float64{0, 100}},
	{Kind: pick.Number, Examples: []string{"311", "207"}},
	{Kind: pick.Email},
	{Kind: pick.URL},
	{Kind: pick.Date},
	{Kind: pick.Duration},
	{Kind: pick.Duration, Range: &[2]float64{60, 7200}},
}

var vocabulary = strings.Fields(`oh o zero one two seven ten twelve nineteen twenty forty-one hundred double triple k D a i I x u v hs kd c02
	g5m 0 7 12 0409 dash dot point hyphen underscore slash colon plus question mark https http h t p s https:// https://h at @ dana rivera
	example com com. org, the to for and or percent % per cent an hour hr minutes 30 1h 20m seconds half quarter of point next last every
	the day after wendesday tomorow fri sat 14th sunday "dana dot" é e` + "\u0301" + ` ｋ " “ ” ( ) ; wait please between 4.12.0 KD-0315 five oh`)

func sentences() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		words := rapid.SliceOfN(rapid.SampledFrom(vocabulary), 0, 24).Draw(t, "words")
		return strings.Join(words, rapid.SampledFrom([]string{" ", "  ", "\u00a0"}).Draw(t, "space"))
	})
}

func TestWhatIsHeardHoldsToItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		check(t, sentences().Draw(t, "sentence"), rapid.SampledFrom(arguments).Draw(t, "argument"))
	})
}

// aloud is a text letter by letter and figure by figure.
func aloud(typed string) string {
	figures := strings.Fields("oh one two three four five six seven eight nine")
	var said []string
	for _, r := range typed {
		switch {
		case r >= '0' && r <= '9':
			said = append(said, figures[r-'0'])
		case r == '-':
			said = append(said, "dash")
		default:
			said = append(said, string(r))
		}
	}
	return strings.Join(said, " ")
}

func TestACodeSaidSignBySignIsReadWhole(t *testing.T) {
	a := spoken.Argument{Kind: pick.Code, Examples: []string{"HS-0409", "VX-2214"}}
	rapid.Check(t, func(t *rapid.T) {
		code := rapid.StringMatching(`[B-HJ-NP-Z][A-NP-Z]-[0-9]{4}`).Draw(t, "code")
		got := spoken.Read("put "+aloud(code)+" aside", a).Said
		if len(got) != 1 || got[0].Typed != code || got[0].Shape != spoken.Whole {
			t.Fatalf("%s is heard as %+v", code, got)
		}
	})
}

func TestANumberSaidFigureByFigureIsReadWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.StringMatching(`[1-9][0-9]{1,14}`).Draw(t, "number")
		got := spoken.Read("open "+aloud(number), spoken.Argument{Kind: pick.Number}).Said
		if len(got) != 1 || got[0].Typed != number || got[0].Shape != spoken.Whole {
			t.Fatalf("%s is heard as %+v", number, got)
		}
	})
}

// plain are the utterances of the packages in this repository: none of them
// spells anything.
func plain(t *testing.T) []string {
	files, err := filepath.Glob("../../../hub-index/std/*/reflex.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	record := regexp.MustCompile(`(?m)^(?:"([^"]+)"|'([^']+)') *= `)
	var all []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range record.FindAllStringSubmatch(string(data), -1) {
			all = append(all, m[1]+m[2])
		}
	}
	return all
}

func TestPlainSentencesSpellNothing(t *testing.T) {
	all := append(plain(t), strings.Split(`what is on the calendar for three people at seven
meet dana at the office at five and bring two copies
the point is that it was a one off, no more and no less
i am at home, see you in ten minutes or half an hour
we need a plan b or a plan c by friday
can you dash to the shop on the dot of nine
turn the heating up two degrees at six thirty in the morning
a slash and a colon are marks, and so is a dot
buy one, two or three of them
he said oh well and left at four oh five
two hundred and forty people met on may fifth
look at that dot on the map
give me five
room for ten or twelve, a table by the window
put the kettle on and play track nine
i saw u at a b and b
remind me every friday at 10 to buy 2 litres of milk
who won the two thousand and ten final
sort a to z and open page twelve`, "\n")...)
	if len(all) < 200 {
		t.Fatalf("%d sentences", len(all))
	}
	for _, input := range all {
		for _, a := range arguments {
			if got := show(spoken.Read(input, a)); got != "" {
				t.Errorf("%s like %q in %q: %s", a.Kind, a.Examples, input, got)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for i, s := range []string{
		"earmark k d oh three one five", "lock F O one Q M four Z T nine K two D", "send it to carlos dot m at rocha dot com dot br",
		"get h t t p s colon slash slash example dot com slash menu dot pdf", "the day after tomorow's", "an hour and twenty minutes",
		"one hr 30", "v four point twelve point oh", "seven oh percent", "“seven oh” e\u0301 seven oh", "\xff seven oh \xff", "rivera forty one at example dot com",
	} {
		for a := range arguments {
			if (i+a)%3 == 0 {
				f.Add(s, uint8(a))
			}
		}
	}
	f.Fuzz(func(t *testing.T, s string, a uint8) {
		check(t, s, arguments[int(a)%len(arguments)])
	})
}

const (
	plainSentence = "remind me to call the dentist about the bill before the office closes and then water the plants in the kitchen"
	saidSentence  = "please earmark k d oh three one five for the shop and tell me when it is done so i can go home"
)

func BenchmarkRead(b *testing.B) {
	code := spoken.Argument{Kind: pick.Code, Examples: []string{"HS-0409", "VX-2214"}}
	for name, c := range map[string]struct {
		input string
		a     spoken.Argument
	}{
		"nothing":                {plainSentence, code},
		"no day":                 {plainSentence, spoken.Argument{Kind: pick.Date}},
		"a code":                 {saidSentence, code},
		"other kind":             {saidSentence, spoken.Argument{Kind: pick.Email}},
		"codes":                  {strings.Repeat("k d oh three one five and ", 1000), code},
		"one letter":             {strings.Repeat("o ", 10000), spoken.Argument{Kind: pick.Code, Examples: []string{"C02XK1ABJG5M"}}},
		"addresses":              {strings.Repeat("x dot two at ", 10000), spoken.Argument{Kind: pick.Email}},
		"lengths":                {strings.Repeat("1 hour 30 ", 10000), spoken.Argument{Kind: pick.Duration}},
		"a tenth of the lengths": {strings.Repeat("1 hour 30 ", 1000), spoken.Argument{Kind: pick.Duration}},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				spoken.Read(c.input, c.a)
			}
		})
	}
}
