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
)

func TestEveryFormOfEveryKindIsReadAndHidesItsFigures(t *testing.T) {
	for input, want := range map[string][]string{
		"pay €1,200 on may fifth at 5pm": {
			`amount "€1,200" 1200 EUR`, `date "may fifth" 0 may 5`, `time "5pm" "17:00"`,
		},
		"today, tomorrow, tonight, yesterday": {
			`date "today" +0`, `date "tomorrow" +1`, `date "tonight" +0`, `date "yesterday" -1`,
		},
		"the day after tomorrow or the day before yesterday": {
			`date "the day after tomorrow" +2`, `date "the day before yesterday" -2`,
		},
		"friday, next friday, this friday, last friday, tues": {
			`date "friday" friday`, `date "next friday" next friday`, `date "this friday" this friday`, `date "last friday" last friday`, `date "tues" tuesday`,
		},
		"on the 14th, friday the 14th, last friday the 14th": {
			`date "the 14th" day 14`, `date "friday the 14th" day 14`,
		},
		"may fifth, March 6th 2017, the 22nd of march, dec. 24": {
			`date "may fifth" 0 may 5`, `date "March 6th 2017" 2017 march 6`, `date "the 22nd of march" 0 march 22`, `date "dec. 24" 0 december 24`,
		},
		"in two weeks, three days from now, a week ago": {
			`date "in two weeks" +14`, `date "three days from now" +3`, `date "a week ago" -7`,
		},
		"2026-05-05 or 2026/05/05 or 2026-02-30 or 2026-05-05T10": {
			`date "2026-05-05" 2026 may 5`, `date "2026/05/05" 2026 may 5`, `code "2026-05-05T10" "2026-05-05T10"`,
		},
		"27/03/2017, 5/17/2037, 12/03/2019, 05/05/2026, 27/03/17, 27-03-2017": {
			`date "27/03/2017" 2017 march 27`, `date "5/17/2037" 2037 may 17`, `date "27-03-2017" 2017 march 27`,
		},
		"every monday, next week, may 2017, now, mondays, each may 5th": {
			`number "2017" 2017`,
		},
		"every other friday, every second friday, past friday, black friday": nil,
		"a week from friday, three days before tomorrow, friday week": {
			`duration "a week" 604800`, `duration "three days" 259200`,
		},
		"the first friday of may, the week of april 5, friday after next": nil,
		"5pm, 7 a.m., 5:30 pm, seven thirty am, seven oh five pm": {
			`time "5pm" "17:00"`, `time "7 a.m." "07:00"`, `time "5:30 pm" "17:30"`, `time "seven thirty am" "07:30"`, `time "seven oh five pm" "19:05"`,
		},
		"six in the morning, 4 o'clock in the afternoon, eight at night": {
			`time "six in the morning" "06:00"`, `time "4 o'clock in the afternoon" "16:00"`, `time "eight at night" "20:00"`,
		},
		"noon, midnight, 12 noon, twelve am, 12:30 in the morning": {
			`time "noon" "12:00"`, `time "midnight" "00:00"`, `time "12 noon" "12:00"`, `time "twelve am" "00:00"`, `time "12:30 in the morning" "00:30"`,
		},
		"13:00, 09:30, 10:30 pm, 15:00 in the afternoon": {
			`time "13:00" "13:00"`, `time "09:30" "09:30"`, `time "10:30 pm" "22:30"`, `time "15:00 in the afternoon" "15:00"`,
		},
		"24:00, 13:61, 10:30:15, 15:00 am, 5:30, 4 o'clock, five at night": nil,
		"half past five pm, quarter to six, ten past five, half past noon": {
			`time "half past five pm" "17:30"`, `time "half past noon" "12:30"`,
		},
		"from ten to five pm": {
			`number "ten" 10`, `time "five pm" "17:00"`,
		},
		"ten to five pm, half five pm, 10 minutes to five pm": {
			`time "ten to five pm" "16:50"`, `time "10 minutes to five pm" "16:50"`,
		},
		"3pm-5pm, 10:30–11:30, 7.30 am, 7.30": {
			`time "3pm" "15:00"`, `time "5pm" "17:00"`, `time "10:30" "10:30"`, `time "11:30" "11:30"`, `time "7.30 am" "07:30"`, `number "7.30" 7.3`,
		},
		"$30, €1,200, £19.99, ¥500, 50 dollars, twelve hundred euros": {
			`amount "$30" 30 USD`, `amount "€1,200" 1200 EUR`, `amount "£19.99" 19.99 GBP`, `amount "¥500" 500 JPY`, `amount "50 dollars" 50 USD`, `amount "twelve hundred euros" 1200 EUR`,
		},
		"1000 USD, EUR 50, 50€, US$30, $30 CAD, fifty us dollars, 5 pounds sterling": {
			`amount "1000 USD" 1000 USD`, `amount "EUR 50" 50 EUR`, `amount "50€" 50 EUR`, `amount "US$30" 30 USD`, `amount "$30 CAD" 30 CAD`, `amount "fifty us dollars" 50 USD`, `amount "5 pounds sterling" 5 GBP`,
		},
		"$5k, $2 million, -$30, $-30, -50 dollars, €1,20, €1.200,50, A$30, £5 USD": nil,
		"5 pound, pounds, $, 5 million euros, €1 200": {
			`number "5" 5`,
		},
		"5 dollars and 50 cents, five pounds 20 pence, 5 euros and 20 pence": {
			`amount "5 dollars and 50 cents" 5.5 USD`, `amount "five pounds 20 pence" 5.2 GBP`,
		},
		"HR-1204 and MIN-30, hr-12, INC-311, tp1043, C02XK1ABJG5M, hs-0409, v2.1, us-east-12, B12": {
			`code "HR-1204" "HR-1204"`, `code "MIN-30" "MIN-30"`, `code "INC-311" "INC-311"`, `code "tp1043" "tp1043"`, `code "C02XK1ABJG5M" "C02XK1ABJG5M"`, `code "hs-0409" "hs-0409"`, `code "v2.1" "v2.1"`, `code "us-east-12" "us-east-12"`, `code "B12" "B12"`,
		},
		"10x5, 5k, mp3, eu-west, twenty-5, 7-day, AUG-12, report.pdf2, @tp1043, a/b1c2": {
			`number "10" 10`, `number "5" 5`, `number "twenty" 20`, `duration "7-day" 604800`, `date "AUG-12" 0 august 12`,
		},
		"550e8400-e29b-41d4-a716-446655440000 and 7f3a9c2 and 192.168.0.1": {
			`code "550e8400-e29b-41d4-a716-446655440000" "550e8400-e29b-41d4-a716-446655440000"`, `code "7f3a9c2" "7f3a9c2"`, `code "192.168.0.1" "192.168.0.1"`,
		},
		"fix INC-311: build_42's tests (#a1b2c3)": {
			`code "INC-311" "INC-311"`, `code "build_42" "build_42"`, `code "a1b2c3" "a1b2c3"`,
		},
		"on the 6th floor, on 6th ave, on 6th, by the second, for the first time": {
			`number "6" 6`, `number "6" 6`, `date "6th" day 6`, `date "the second" day 2`,
		},
		"chapter 5 may be wrong, the top 10 march on, you may first check, the 14th may change": {
			`number "5" 5`, `number "10" 10`, `number "14" 14`,
		},
		"friday, may 5th and fri 14 march, on sat, sat down, next sun": {
			`date "friday, may 5th" 0 may 5`, `date "fri 14 march" 0 march 14`, `date "sat" saturday`, `date "next sun" next sunday`,
		},
		"april 5-7, april 31st, 29 february, 29 february 2027": {
			`date "29 february" 0 february 29`,
		},
		"in a day and three hours, in 1.5 days, in two months": {
			`duration "a day" 86400`, `duration "three hours" 10800`, `duration "1.5 days" 129600`, `number "two" 2`,
		},
		"may fifth twenty twenty six, on may 5 1200 euros, may 5 10:30": {
			`date "may fifth twenty twenty six" 2026 may 5`, `date "may 5" 0 may 5`, `amount "1200 euros" 1200 EUR`, `date "may 5" 0 may 5`, `time "10:30" "10:30"`,
		},
		"in two weeks' time, in two weeks’ time": {
			`date "in two weeks' time" +14`, `date "in two weeks’ time" +14`,
		},
		"the 14th of next month": nil,
		"send tomorrow’s agenda at noon's bell for five's sake": {
			`date "tomorrow" +1`, `time "noon" "12:00"`,
		},
		"5 –10, 5–10 minutes, to –5": {
			`number "5" 5`, `number "10" 10`, `number "5" 5`, `duration "10 minutes" 600`, `number "–5" -5`,
		},
		"«demain» « thé » “3 pm” ‘5’": {
			`quoted "demain" "demain"`, `quoted "thé" "thé"`, `quoted "3 pm" "3 pm"`, `quoted "5" "5"`,
		},
		"v4.12.0-rc.1 for 2 weeks from today, monday-friday, $.50": {
			`code "v4.12.0-rc.1" "v4.12.0-rc.1"`, `duration "2 weeks" 1.2096e+06`, `date "monday" monday`, `date "friday" friday`,
		},
		"at 7 o’clock p.m., FRIDAY 5 PM, in 10 days time": {
			`time "7 o’clock p.m." "19:00"`, `date "FRIDAY" friday`, `time "5 PM" "17:00"`, `date "in 10 days time" +10`,
		},
		"2 hours before noon": {
			`duration "2 hours" 7200`, `time "noon" "12:00"`,
		},
	} {
		var got []string
		for _, c := range pick.Find(input) {
			got = append(got, fmt.Sprintf("%s %q %s", c.Value.Kind, c.Span.Text, read(c.Value)))
		}
		if !slices.Equal(got, want) {
			t.Errorf("Find(%q):\n got %q\nwant %q", input, got, want)
		}
	}
}

// said is a piece of an input that a value is made of, or what stands between
// two.
func said() *rapid.Generator[string] {
	return rapid.SampledFrom(strings.Split(`5|12|14|27|30|2026|1,200|200|.50|two|five|twenty|hundred|a|an|the|and|half|quarter|past|to|from|in|on|by|of|at|next|last|`+
		`every|friday|sat|may|march|dec|dec.|14th|2nd|fifth|second|tomorrow|today|day after|weeks|days|ago|now|'s|’s|'|am|pm|p.m.|o'clock|in the morning|at night|`+
		`noon|12:30|5:30|:|/|-|–|$|€|£|euros|dollars|cents|USD|percent|%|minutes|hour|1h|30m|INC-311|tp1043|4.12.0|a1b2|_|.|,|"|“|”|‘|«|»|(|)|`+
		`x@y.com|https://h.io/|e\u0301|2026-05-05|27/03/2017`, "|"))
}

func inputs() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var out strings.Builder
		for range rapid.IntRange(0, 14).Draw(t, "pieces") {
			out.WriteString(said().Draw(t, "piece"))
			out.WriteString(rapid.SampledFrom([]string{"", " ", " ", " ", "\u00a0", "  "}).Draw(t, "gap"))
		}
		return out.String()
	})
}

func TestWhatIsFoundReadsWholeAndStandsApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { check(t, inputs().Draw(t, "input")) })
}

// within checks a candidate by itself: it reads whole as what it was found as.
// A quoted text that is in quotes itself loses them.
func within(t fataler, input string, c pick.Candidate) {
	v, ok := pick.Whole(c.Span.Text, c.Value.Kind)
	if !ok || v != c.Value && c.Value.Kind != pick.Quoted {
		t.Fatalf("Find(%q): %s reads whole as %+v, %v", input, show(c), v, ok)
	}
}

// fancy is a text with a phone's marks in the place of plain ones.
var fancy = strings.NewReplacer("'", "’", " ", "\u202f", "-", "‑")

func TestAPhonesMarksReadAsPlainOnes(t *testing.T) {
	plain := strings.NewReplacer("’", "'", "–", "-", "“", "", "”", "", "‘", "", "«", "", "»", "", "@", "", "://", "", `"`, "")
	rapid.Check(t, func(t *rapid.T) {
		input := plain.Replace(inputs().Draw(t, "input"))
		typed := fancy.Replace(input)
		want, got := pick.Find(input), pick.Find(typed)
		if len(want) != len(got) {
			t.Fatalf("%q has %d candidates, %q %d", input, len(want), typed, len(got))
		}
		for i, c := range want {
			if got[i].Value != c.Value || got[i].Span.Start != c.Span.Start || got[i].Span.End != c.Span.End {
				t.Fatalf("%q: %s, %q: %s", input, show(c), typed, show(got[i]))
			}
		}
	})
}

func TestEveryPairOfQuotesHidesAlike(t *testing.T) {
	for _, quotes := range []string{`""`, "“”", "‘’", "«»"} {
		marks := []rune(quotes)
		input := "label " + string(marks[0]) + "€5 by 5pm" + string(marks[1]) + " 3"
		var got []string
		for _, c := range pick.Find(input) {
			got = append(got, show(c))
		}
		if want := []string{`quoted 7-16 "€5 by 5pm" "€5 by 5pm"`, `number 18-19 "3" 3`}; !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", input, got, want)
		}
	}
	for _, c := range pick.Find("what's 5 o'clock to the '3' of '5'") {
		if c.Value.Kind == pick.Quoted {
			t.Errorf("%s is in apostrophes", show(c))
		}
	}
}

func FuzzFindOfEveryKind(f *testing.F) {
	for _, s := range []string{
		"pay €1,200 on may fifth at 5pm", "the day after tomorrow", "in two weeks’ time", "half past five p.m.", "27/03/2017", "INC–311's",
		"twenty twenty six", "$30 CAD and 5 dollars and 50 cents", "a1-b2-c3", "friday the 14th", "« 5 »", "1,1,1", "5:5:5", "a a a hundred", "\xff5pm", "$\t0", "day after\x01tomorrow", "the-day after tomorrow", "$0eCAD and 5 \t\tdollar",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if utf8.ValidString(s) {
			check(t, s)
		}
		runes := []rune(norm.NFC.String(s))
		for _, c := range pick.Find(s) {
			if c.Span.End > len(runes) || c.Span.Start >= c.Span.End {
				t.Fatalf("Find(%q): %s is out of place", s, show(c))
			}
		}
		for _, kind := range pick.Kinds() {
			if v, ok := pick.Whole(s, kind); ok && (v.Kind != kind || v.Number != v.Number) {
				t.Fatalf("Whole(%q, %s) = %+v", s, kind, v)
			}
		}
	})
}
