package pick_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// show is a candidate as `kind start-end "span" value`.
func show(c pick.Candidate) string {
	return fmt.Sprintf("%s %d-%d %q %s", c.Value.Kind, c.Span.Start, c.Span.End, c.Span.Text, read(c.Value))
}

func read(v pick.Value) string {
	if v.Kind == pick.Number || v.Kind == pick.Duration {
		return fmt.Sprint(v.Number)
	}
	return fmt.Sprintf("%q", v.Text)
}

func TestEveryCandidateOfAnInputIsFound(t *testing.T) {
	for input, want := range map[string][]string{
		"":                               nil,
		"kill the lights in the den":     nil,
		"set the volume to 40 percent":   {`number 18-28 "40 percent" 40`},
		"dim to 30% now":                 {`number 7-10 "30%" 30`},
		"fifty per cent of it":           {`number 0-14 "fifty per cent" 50`},
		"turn it to -5":                  {`number 11-13 "-5" -5`},
		"from 5-10":                      {`number 5-6 "5" 5`, `number 7-9 "10" 10`},
		"wait 5-10 minutes":              {`number 5-6 "5" 5`, `duration 7-17 "10 minutes" 600`},
		"-5 minutes":                     {`number 0-2 "-5" -5`},
		"add 7.30 and 2":                 {`number 4-8 "7.30" 7.3`, `number 13-14 "2" 2`},
		"wait 1,000 seconds":             {`number 5-6 "1" 1`},
		"1gbp":                           {`number 0-1 "1" 1`},
		"on 6th ave":                     {`number 3-4 "6" 6`},
		"version 4.12.0":                 nil,
		"on 27/03/2017 at 10:30":         nil,
		"flight tp1043 and INC-311":      nil,
		"pay €1.200 or 5€":               nil,
		"at 4 o'clock or 5 pm or six am": nil,
		"2 hundred and 5 million":        nil,
		".5 or x.5":                      {`number 8-9 "5" 5`},
		"9007199254740992 or 9007199254740993000":  {`number 0-16 "9007199254740992" 9.007199254740992e+15`},
		"twenty five or twenty-five percent":       {`number 0-11 "twenty five" 25`, `number 15-34 "twenty-five percent" 25`},
		"two hundred and forty":                    {`number 0-21 "two hundred and forty" 240`},
		"a hundred and one things":                 {`number 0-17 "a hundred and one" 101`},
		"two and three":                            {`number 0-3 "two" 2`, `number 8-13 "three" 3`},
		"seven thirty, a thousand, two million":    nil,
		"a one-off with two-factor":                nil,
		"two and a half":                           nil,
		"zero hundred, hundred":                    nil,
		"give me a two hour countdown":             {`duration 10-18 "two hour" 7200`},
		"a 25-minute timer":                        {`duration 2-11 "25-minute" 1500`},
		"timer 10m then 30s":                       {`duration 6-9 "10m" 600`, `duration 15-18 "30s" 30`},
		"in 1h30m":                                 {`duration 3-8 "1h30m" 5400`},
		"10x5 minutes":                             {`number 0-2 "10" 10`},
		"10 m":                                     {`number 0-2 "10" 10`},
		"half an hour, a half hour, half-hour":     {`duration 0-12 "half an hour" 1800`, `duration 14-25 "a half hour" 1800`, `duration 27-36 "half-hour" 1800`},
		"a quarter of an hour":                     {`duration 0-20 "a quarter of an hour" 900`},
		"three quarters of an hour":                {`duration 0-25 "three quarters of an hour" 2700`},
		"an hour and a half":                       {`duration 0-18 "an hour and a half" 5400`},
		"two and a half hours":                     {`duration 0-20 "two and a half hours" 9000`},
		"2 and a quarter hours":                    {`duration 0-21 "2 and a quarter hours" 8100`},
		"1.5 hours or 0.4 seconds":                 {`duration 0-9 "1.5 hours" 5400`, `number 13-16 "0.4" 0.4`},
		"1 hour 30 minutes":                        {`duration 0-6 "1 hour" 3600`, `duration 7-17 "30 minutes" 1800`},
		"set a second alarm":                       nil,
		"an hour's walk":                           nil,
		"two days or a week":                       {`duration 0-8 "two days" 172800`, `duration 12-18 "a week" 604800`},
		`timer for 3 minutes called "eggs"`:        {`duration 10-19 "3 minutes" 180`, `quoted 28-32 "eggs" "eggs"`},
		`note "call ana@example.com in 5 minutes"`: {`quoted 6-39 "call ana@example.com in 5 minutes" "call ana@example.com in 5 minutes"`},
		"say “3 more” and ‘don’t’":                 {`quoted 5-11 "3 more" "3 more"`, `quoted 18-23 "don’t" "don’t"`},
		`it's 5" wide`:                             {`number 5-6 "5" 5`},
		`""  "  " "x"`:                             {`quoted 10-11 "x" "x"`},
		"\"a\tb\"":                                 nil,
		"mail ana@example.com, bo.o+x@ex-1.co.uk.": {`email 5-20 "ana@example.com" "ana@example.com"`, `email 22-39 "bo.o+x@ex-1.co.uk" "bo.o+x@ex-1.co.uk"`},
		"a@b@c.com, x@y, @z.com, a.@b.com":         nil,
		"see https://example.com/report.pdf.":      {`url 4-34 "https://example.com/report.pdf" "https://example.com/report.pdf"`},
		"(https://en.org/A_(b)), HTTP://x.y/5?q=3!": {`url 1-21 "https://en.org/A_(b)" "https://en.org/A_(b)"`,
			`url 24-40 "HTTP://x.y/5?q=3" "HTTP://x.y/5?q=3"`},
		"https:// and xhttps://a.b and ftp://a.b": nil,
		"https://u@h.com/5":                       {`url 0-17 "https://u@h.com/5" "https://u@h.com/5"`},
		"cafe\u0301 in 2 minutes":                 {`duration 8-17 "2 minutes" 120`},
	} {
		var got []string
		for _, c := range pick.Find(input) {
			got = append(got, show(c))
		}
		if !slices.Equal(got, want) {
			t.Errorf("Find(%q):\n got %q\nwant %q", input, got, want)
		}
	}
}

func TestAValueIsReadOnlyFromTheWholeText(t *testing.T) {
	for _, c := range []struct {
		kind pick.Kind
		in   string
		want string // "" when it does not read
	}{
		{pick.Number, "40", "40"}, {pick.Number, "-5", "-5"}, {pick.Number, "30 percent", "30"}, {pick.Number, "twenty-five", "25"},
		{pick.Number, "two hundred and forty", "240"}, {pick.Number, "0", "0"}, {pick.Number, "1e3", ""}, {pick.Number, "0x10", ""},
		{pick.Number, "", ""}, {pick.Number, " 5", ""}, {pick.Number, "5 ", ""}, {pick.Number, "5 apples", ""}, {pick.Number, "1,000", ""},
		{pick.Number, "NaN", ""}, {pick.Number, "Inf", ""}, {pick.Number, strings.Repeat("9", 400), ""}, {pick.Number, "--5", ""},
		{pick.Number, "+5", ""}, {pick.Number, "٥", ""}, {pick.Number, "5\n", ""},
		{pick.Duration, "10 minutes", "600"}, {pick.Duration, "an hour", "3600"}, {pick.Duration, "1h30m", "5400"},
		{pick.Duration, "1 hour 30 minutes", "5400"}, {pick.Duration, "1 hour and 30 minutes", "5400"},
		{pick.Duration, "2 hours, 5 minutes and 10 seconds", "7510"}, {pick.Duration, "an hour and twenty minutes", "4800"},
		{pick.Duration, "1 hour 30", ""}, {pick.Duration, "1 hour or so", ""}, {pick.Duration, "30 minutes 1 hour", ""},
		{pick.Duration, "5 minutes 5 minutes", ""}, {pick.Duration, "soon", ""}, {pick.Duration, "10", ""}, {pick.Duration, "-10 minutes", ""},
		{pick.Duration, "0.4 seconds", ""}, {pick.Duration, "0 seconds", "0"}, {pick.Duration, "9007199254740992 weeks", ""},
		{pick.Duration, "an hour and", ""}, {pick.Duration, "10 minutes,", ""},
		{pick.Email, "ana@example.com", `"ana@example.com"`}, {pick.Email, "ana@example.com.", ""}, {pick.Email, "ana", ""},
		{pick.Email, "<ana@example.com>", ""}, {pick.Email, "a@b.com c@d.com", ""},
		{pick.URL, "https://example.com", `"https://example.com"`}, {pick.URL, "https://example.com.", ""}, {pick.URL, "example.com", ""},
		{pick.URL, "https://exa\x1bmple.com", ""}, {pick.URL, "https://h\u202e.com", ""}, {pick.URL, "file:///etc/passwd", ""},
		{pick.Quoted, "eggs", `"eggs"`}, {pick.Quoted, `"eggs"`, `"eggs"`}, {pick.Quoted, `say "hi"`, `"say \"hi\""`},
		{pick.Quoted, `"a" "b"`, `"\"a\" \"b\""`}, {pick.Quoted, "", ""}, {pick.Quoted, `""`, ""}, {pick.Quoted, " ", ""},
		{pick.Quoted, "a\nb", ""}, {pick.Quoted, "a\xffb", ""}, {pick.Quoted, "e\u0301", `"é"`},
		{pick.Date, "tomorrow", ""}, {pick.Kind("color"), "red", ""},
	} {
		got := ""
		if v, ok := pick.Whole(c.in, c.kind); ok {
			got = read(v)
			if v.Kind != c.kind {
				t.Errorf("Whole(%q, %s) is a %s", c.in, c.kind, v.Kind)
			}
		}
		if got != c.want {
			t.Errorf("Whole(%q, %s) = %s, want %s", c.in, c.kind, got, c.want)
		}
	}
}

// check holds the candidates of an input against what is promised of all.
func check(t fataler, input string) {
	runes := []rune(norm.NFC.String(input))
	last := 0
	for _, c := range pick.Find(input) {
		switch {
		case c.Span.Start < last || c.Span.End <= c.Span.Start || c.Span.End > len(runes):
			t.Fatalf("Find(%q): %s is out of place", input, show(c))
		case string(runes[c.Span.Start:c.Span.End]) != c.Span.Text:
			t.Fatalf("Find(%q): %s is not what stands there", input, show(c))
		case !slices.Contains(pick.Kinds(), c.Value.Kind) || text.Why(c.Span.Text) != "" && utf8.ValidString(input):
			t.Fatalf("Find(%q): %s", input, show(c))
		}
		last = c.Span.End
	}
}

type fataler interface {
	Fatalf(format string, args ...any)
}

func TestCandidatesStandApartAndInOrder(t *testing.T) {
	piece := rapid.SampledFrom([]string{"5", "-", " ", "minutes", "an", "hour", "and", "a", "half", "hundred", "two", "%", `"`, "‘", "’", "x@y.com",
		"https://h.io/", "1h", "30m", ",", ".", "twenty", "percent", "e\u0301", "(", "quarter", "of", "seconds", "thousand"})
	rapid.Check(t, func(t *rapid.T) {
		glue := rapid.SampledFrom([]string{"", " "}).Draw(t, "glue")
		check(t, strings.Join(rapid.SliceOfN(piece, 0, 14).Draw(t, "pieces"), glue))
	})
}

func TestANumberOfSecondsReadsBackAsItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 1<<40).Draw(t, "n")
		for _, form := range []string{"%d seconds", "%ds", "%d-second"} {
			if v, ok := pick.Whole(fmt.Sprintf(form, n), pick.Duration); !ok || v.Number != float64(n) {
				t.Fatalf("%s of %d reads as %v, %v", form, n, v, ok)
			}
		}
		h, m := rapid.IntRange(1, 99).Draw(t, "h"), rapid.IntRange(1, 59).Draw(t, "m")
		if v, ok := pick.Whole(fmt.Sprintf("%d hours and %d minutes", h, m), pick.Duration); !ok || v.Number != float64(3600*h+60*m) {
			t.Fatalf("%d hours and %d minutes read as %v, %v", h, m, v, ok)
		}
	})
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{
		`timer for 3 minutes called "eggs"`, "two and a half hours", "a hundred and", "1h30m", "https://h(", "a@b.co", "“‘’”", "-5%", "\xff5", "e\u0301 5",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		check(t, s)
		for _, kind := range []pick.Kind{pick.Number, pick.Duration, pick.Email, pick.URL, pick.Quoted, pick.Code} {
			if v, ok := pick.Whole(s, kind); ok && (v.Kind != kind || v.Number != v.Number) {
				t.Fatalf("Whole(%q, %s) = %+v", s, kind, v)
			}
		}
	})
}

func ExampleFind() {
	for _, c := range pick.Find(`timer for 3 minutes called "eggs"`) {
		fmt.Println(c.Value.Kind, c.Span.Start, c.Span.End, c.Span.Text)
	}
	// Output:
	// duration 10 19 3 minutes
	// quoted 28 32 eggs
}

func ExampleWhole() {
	v, ok := pick.Whole("1 hour 30 minutes", pick.Duration)
	fmt.Println(v.Number, ok)
	// Output: 5400 true
}
