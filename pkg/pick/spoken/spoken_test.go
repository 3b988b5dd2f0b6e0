package spoken_test

import (
	"fmt"
	"strings"
	"testing"

	"sinew/pkg/pick"
	"sinew/pkg/pick/spoken"
	"sinew/pkg/text"
)

// show is what is heard: `words = typed form shape`, `words ? readings`, and
// `- withdrawn`.
func show(h spoken.Heard) string {
	var lines []string
	for _, s := range h.Said {
		lines = append(lines, fmt.Sprintf("%s = %s %s %s", s.Span.Text, s.Typed, s.Form, s.Shape))
	}
	for _, a := range h.Asked {
		lines = append(lines, fmt.Sprintf("%s ? %s", a.Words.Text, strings.Join(a.Readings, " ")))
	}
	for _, w := range h.Withdrawn {
		lines = append(lines, "- "+w.Text)
	}
	return strings.Join(lines, "; ")
}

func TestWhatWordsSpellIsHeard(t *testing.T) {
	for _, c := range []struct {
		kind     pick.Kind
		examples string
		heard    map[string]string
	}{
		{pick.Code, "HS-0409 VX-2214", map[string]string{
			"How many of K D 0 3 1 5 do we have?":                   "K D 0 3 1 5 = KD-0315 aloud completed",
			"h s oh four oh nine and v x two two one four":          "h s oh four oh nine = HS-0409 aloud completed; v x two two one four = VX-2214 aloud completed",
			"KD oh-three-one-five":                                  "KD oh-three-one-five = KD-0315 aloud completed",
			"k d o three one five":                                  "k d o three one five = KD-0315 aloud completed",
			"k d oh three one five o":                               "k d oh three one five o ? ",
			"earmark k d oh three one five":                         "k d oh three one five = KD-0315 aloud completed",
			"earmark k d thirty one fifteen":                        "k d thirty one fifteen = KD-3115 aloud open",
			"earmark K D dash 0315":                                 "K D dash 0315 = KD-0315 aloud whole",
			"put hs 0409 aside":                                     "hs 0409 = HS-0409 spaced completed",
			"put HS 0409 aside, please":                             "HS 0409 = HS-0409 spaced completed",
			"reserve the b a dash one two three four":               "b a dash one two three four = BA-1234 aloud completed",
			"reserve a x oh three one five":                         "a x oh three one five = AX-0315 aloud completed",
			"two k d oh three one five":                             "k d oh three one five = KD-0315 aloud completed",
			"put b n four one one":                                  "b n four one one ? ",
			"hold kd double oh one five":                            "kd double oh one five = KD-0015 aloud completed",
			"i need k d oh three one five a lot":                    "k d oh three one five = KD-0315 aloud completed",
			"hold k d oh three one five, and b n four four one two": "k d oh three one five = KD-0315 aloud completed; b n four four one two = BN-4412 aloud completed",
			"take hs 04 09":                                         "hs 04 09 = HS-0409 spaced open",
			"hold K D hyphen oh three fifteen":                      "K D hyphen oh three fifteen = KD-0315 aloud open",
			"hold k d oh three one five two days":                   "k d oh three one five = KD-0315 aloud completed",
			"“k d oh three one five” k d oh three one six":          "k d oh three one six = KD-0316 aloud completed",
			"arrive at 1830":                                        "",
			"see you in 2024":                                       "",
			"wait ab 10 minutes":                                    "",
			"hold xy 1234 minutes":                                  "",
			"hold k d three hundred":                                "",
			"put kd-0315 aside":                                     "",
			"we meet at four thirty on the 5th":                     "",
			"plan b two three":                                      "",
			"k d oh three point five":                               "",
			"k d. oh three one five":                                "",
			"k d oh three one five dash":                            "",
		}},
		{pick.Code, "HS-0409 VX-221007", map[string]string{
			"put B N four one one seven aside": "B N four one one seven = BN-4117 aloud completed",
			"put b n 4117 aside":               "b n 4117 = BN-4117 spaced completed",
			"put b n 22 10 07 aside":           "b n 22 10 07 ? BN-221007",
			"hold b n four one one seven two":  "b n four one one seven two ? ",
		}},
		{pick.Code, "INC-311 INC-42 INC-1207", map[string]string{
			"close i n c dash three one one now": "i n c dash three one one = INC-311 aloud completed",
			"incident three one one":             "",
			"open inc 311":                       "inc 311 = INC-311 spaced completed",
			"open inc three one one":             "inc three one one = INC-311 aloud completed",
			"open inc three eleven":              "inc three eleven ? INC-311",
			"open i n c four two":                "i n c four two = INC-42 aloud completed",
			"open INC dash forty two":            "INC dash forty two ? INC-42",
			"open bug 311":                       "",
		}},
		{pick.Code, "LX1830 tp1051", map[string]string{
			"change qr 1940 to friday":            "qr 1940 = qr1940 spaced open",
			"change q r nineteen forty to friday": "q r nineteen forty = qr1940 aloud open",
			"change Q R one nine four oh":         "Q R one nine four oh = QR1940 aloud open",
			"is tp1051 on time at nine forty":     "",
			"change tp 1051":                      "tp 1051 = tp1051 spaced open",
		}},
		{pick.Code, "4.12.0 2.3.1", map[string]string{
			"revert to 4 point 12 point 0":               "4 point 12 point 0 = 4.12.0 aloud whole",
			"ship 4 12 0":                                "4 12 0 ? 4.12.0",
			"we need two point five point one gigabytes": "",
			"we left at four oh five":                    "",
			"bring back five dot oh dot two":             "five dot oh dot two = 5.0.2 aloud whole",
			"bring back three point ten point two":       "three point ten point two = 3.10.2 aloud whole",
			"bring back twelve point oh point three":     "twelve point oh point three = 12.0.3 aloud open",
			"bring back four one two oh":                 "four one two oh ? 4.12.0",
			"two dot three dot one at five":              "two dot three dot one = 2.3.1 aloud whole",
			"bring back four point twelve":               "",
			"restart in three point five minutes":        "",
			"roll back v 4.12.0":                         "",
			"roll back one hundred two three":            "",
		}},
		{pick.Code, "v4.12.0 v2.3.1", map[string]string{
			"bring back v four point twelve point oh": "v four point twelve point oh = v4.12.0 aloud whole",
			"bring back four point twelve point oh":   "four point twelve point oh ? v4.12.0",
		}},
		{pick.Code, "C02XK1ABJG5M c02g80t3md6r", map[string]string{
			"lock F oh one Q M four Z T nine K two D": "F oh one Q M four Z T nine K two D ? F01QM4ZT9K2D FO1QM4ZT9K2D",
			"lock f 7 1 q m 4 z t 9 k 2 d please":     "f 7 1 q m 4 z t 9 k 2 d = f71qm4zt9k2d aloud open",
			"lock C02XK1ABJG5M":                       "",
			"plan b 4 times":                          "",
			"lock f seven one q m four":               "",
		}},
		{pick.Code, "", map[string]string{
			"k d oh three one five": "",
			"hs 0409":               "",
		}},
		{pick.Number, "60% 40", map[string]string{
			"volume seven oh percent":      "seven oh percent = 70% aloud whole; - seven",
			"volume seven oh per cent now": "seven oh per cent = 70% aloud whole; - seven",
			"set it to seven five":         "seven five = 75 aloud whole",
			"volume to one oh oh":          "one oh oh = 100 aloud whole; - one",
			"three point five":             "three point five = 3.5 aloud open; - three; - five",
			"double seven":                 "double seven = 77 aloud whole; - seven",
			"four oh seven plus three":     "four oh seven = 407 aloud whole; - four; - seven",
			"seven oh x two":               "seven oh = 70 aloud whole; - seven",
			"set to seven o":               "seven o = 70 aloud whole; - seven",
			"forty-one oh":                 "forty-one oh ? 410; - forty-one",
			"volume seven oh minutes":      "",
			"the volume is five oh no six": "",
			"four o'clock":                 "",
			"two hundred ninety four":      "",
			"one hundred and five oh":      "",
			"r t seven four":               "",
			"four point twelve point oh":   "",
			"oh two beers":                 "",
			"add 4 0 7":                    "",
			"3 seven oh":                   "",
			"meet at seven oh five":        "",
		}},
		{pick.Number, "311 207", map[string]string{
			"ticket four double oh seven": "four double oh seven = 4007 aloud whole; - four; - seven",
			"ticket number four-oh-seven": "four-oh-seven = 407 aloud whole",
			"two-three of them":           "",
			"it is ten oh clock":          "",
			"open three eleven":           "three eleven = 311 aloud open",
			"open three one one":          "three one one = 311 aloud whole",
			"open twelve oh five":         "twelve oh five ? 1205; - twelve; - five",
			"open nineteen forty":         "nineteen forty ? 1940",
			"meet at seven thirty":        "",
		}},
		{pick.Number, "", map[string]string{
			"open three eleven": "three eleven ? 311",
			"zero point five":   "zero point five = 0.5 aloud whole; - zero; - five",
			"four one, two":     "four one = 41 aloud whole",
		}},
		{pick.Email, "", map[string]string{
			"send it to maria dot lopez at uni dash wien dot ac dot at": "maria dot lopez at uni dash wien dot ac dot at = maria.lopez@uni-wien.ac.at aloud whole",
			"cc bob underscore 99 at gmail dot com on that":             "bob underscore 99 at gmail dot com = bob_99@gmail.com aloud whole",
			"write to info at 24 seven dot io":                          "info at 24 seven dot io = info@247.io aloud whole",
			"dana at sign example dot com":                              "dana at sign example dot com = dana@example.com aloud whole",
			"send to will at example dot com":                           "will at example dot com = will@example.com aloud whole",
			"write to the team at example dot com":                      "",
			"the meeting is at noon dot":                                "",
			"ops twenty at example dot com":                             "ops twenty at example dot com ? ops20@example.com 20@example.com",
			"write to dana dot weiss forty one at example dot com":      "dana dot weiss forty one at example dot com = dana.weiss41@example.com aloud whole",
			"write d a n a at example dot com":                          "d a n a at example dot com = dana@example.com aloud whole",
			"email j smith at example dot com":                          "j smith at example dot com ? jsmith@example.com smith@example.com",
			"dana at example.com please":                                "dana at example.com = dana@example.com aloud whole",
			"dana underscore weiss at my dash site dot co dot uk":       "dana underscore weiss at my dash site dot co dot uk = dana_weiss@my-site.co.uk aloud whole",
			"email four o seven at example dot com":                     "four o seven at example dot com ? 4o7@example.com 407@example.com",
			"x at studio fifty four dot com now":                        "x at studio fifty four dot com = x@studio54.com aloud whole",
			"ana at example dot i o a friend":                           "ana at example dot i o = ana@example.io aloud whole",
			"ann plus news at b dot org and bob at c dot org":           "ann plus news at b dot org = ann+news@b.org aloud whole; bob at c dot org = bob@c.org aloud whole",
			"write to double oh seven at mi six dot gov dot uk":         "double oh seven at mi six dot gov dot uk = 007@mi6.gov.uk aloud whole",
			"Jürgen: ana @ example dot com":                             "ana @ example dot com = ana@example.com aloud whole",
			"find me at example dot com":                                "",
			"call dana at home then see example dot com":                "",
			"dana at example dot com dot":                               "",
			"look at example dot com":                                   "",
			"meet me at five dot":                                       "",
			"write to dana@example.org":                                 "",
			"meet me at five at example dot com":                        "",
			"dana dot at example dot com":                               "",
			"dana at example":                                           "",
		}},
		{pick.URL, "", map[string]string{
			"https colon double slash example dot com":                                                            "https colon double slash example dot com = https://example.com aloud whole",
			"check example dot com slash status":                                                                  "",
			"get https colon slash slash example dot com":                                                         "https colon slash slash example dot com = https://example.com aloud whole",
			"open http colon slash slash w w w dot example dot org slash a slash b dash c dot pdf now":            "http colon slash slash w w w dot example dot org slash a slash b dash c dot pdf = http://www.example.org/a/b-c.pdf aloud whole",
			"open https colon slash slash example dot com slash":                                                  "https colon slash slash example dot com slash = https://example.com/ aloud whole",
			"get https colon slash slash example dot com slash menu two":                                          "https colon slash slash example dot com slash menu two ? https://example.com/menu2 https://example.com/menu",
			"get https colon slash slash example dot com slash menu two dot pdf":                                  "https colon slash slash example dot com slash menu two dot pdf = https://example.com/menu2.pdf aloud whole",
			"get https://example dot com slash x":                                                                 "https://example dot com slash x = https://example.com/x aloud whole; - https://example",
			"get https://example.com slash x dot pdf":                                                             "https://example.com slash x dot pdf = https://example.com/x.pdf aloud whole; - https://example.com",
			"https colon slash slash example dot com colon eighty eighty slash v two question mark q equals five": "https colon slash slash example dot com colon eighty eighty slash v two question mark q equals five = https://example.com:8080/v2?q=5 aloud whole",
			"https colon slash slash localhost":                                                                   "",
			"https colon slash slash example dot com slash v two dot":                                             "",
			"https://example.com/menu.pdf":                                                                        "",
			"read and slash or dot":                                                                               "",
		}},
		{pick.Date, "", map[string]string{
			"mondya or tuesady":          "mondya = monday misspelt open; tuesady = tuesday misspelt open",
			"next wensday":               "next wensday = next wednesday misspelt open",
			"move it to firday the 13th": "",
			"todays news":                "",
			"what is on wendesday":       "wendesday = wednesday misspelt open",
			"next thrusday please":       "next thrusday = next thursday misspelt open",
			"on fridya's list":           "fridya = friday misspelt open",
			"see you on sat":             "",
			"the day after tomorow":      "the day after tomorow = the day after tomorrow misspelt open",
			"tmrw at noon":               "tmrw = tomorrow misspelt open",
			"tues works":                 "",
			"what is on munday":          "",
			"every fri":                  "",
			"every other fridey":         "",
			"sat down":                   "",
			"a week from tuesdy":         "",
			"wendesday the 14th":         "",
			"wendesday 14th":             "",
			"sunday":                     "",
			"sundae bar":                 "",
			"fridays":                    "",
		}},
		{pick.Duration, "", map[string]string{
			"1 hour 15 mins 20 seconds":          "1 hour 15 mins 20 seconds = 1 hour 15 minutes 20 seconds aloud whole; - 1 hour; - 15 mins; - 20 seconds",
			"in 1 hour 5 of us":                  "",
			"10 minutes 20 minutes":              "",
			"an hour and 30 percent":             "",
			"two minutes to ten":                 "",
			"1 hour 30 minutes":                  "1 hour 30 minutes = 1 hour 30 minutes aloud whole; - 1 hour; - 30 minutes",
			"1h 30m":                             "1h 30m = 1 hour 30 minutes aloud whole; - 1h; - 30m",
			"half an hour and 10 seconds":        "half an hour and 10 seconds = 30 minutes 10 seconds aloud whole; - half an hour; - 10 seconds",
			"90 minutes and 30 seconds":          "90 minutes and 30 seconds = 90 minutes 30 seconds aloud whole; - 90 minutes; - 30 seconds",
			"an hour and twenty":                 "an hour and twenty = 1 hour 20 minutes aloud open; - an hour",
			"an hour twenty please":              "an hour twenty = 1 hour 20 minutes aloud open; - an hour",
			"one minute thirty":                  "one minute thirty = 1 minute 30 seconds aloud open; - one minute",
			"wait 1h 20 then stop":               "1h 20 = 1 hour 20 minutes aloud open; - 1h",
			"2 days, 3 hours and 5 minutes":      "2 days, 3 hours and 5 minutes = 2 days 3 hours 5 minutes aloud whole; - 2 days; - 3 hours; - 5 minutes",
			"two point five hours":               "two point five hours = 2.5 hours aloud whole; - five hours",
			"one hr 30 pushups":                  "",
			"an hour and two eggs":               "",
			"30 minutes and 1 hour":              "",
			"between an hour and twenty minutes": "",
			"10 minutes":                         "",
			"two hours, 30":                      "",
		}},
	} {
		for input, want := range c.heard {
			if got := show(spoken.Read(input, spoken.Argument{Kind: c.kind, Examples: strings.Fields(c.examples)})); got != want {
				t.Errorf("%s like %q in %q:\ngot  %s\nwant %s", c.kind, c.examples, input, got, want)
			}
		}
	}
}

func TestASerialTypedInPiecesIsOneCode(t *testing.T) {
	a := spoken.Argument{Kind: pick.Code, Examples: []string{"C02XK1ABJG5M", "c02g80t3md6r"}}
	for input, want := range map[string]string{
		"wipe c02 xk1 abj g5m too":        "c02xk1abjg5m",
		"wipe C02 XK1AB J G5M, then c03":  "C02XK1ABJG5M",
		"wipe c02 xk1 abj g5m4 too":       "",
		"wipe c02 xk1 abj":                "",
		"wipe c02 xk1 two g5m":            "",
		"wipe c02 and xk1 and abj or g5m": "",
	} {
		got := ""
		for _, s := range spoken.Read(input, a).Said {
			got += s.Typed
			if s.Form != spoken.Spaced || s.Shape != spoken.Open {
				t.Errorf("%q is %s, %s", input, s.Form, s.Shape)
			}
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q", input, got, want)
		}
	}
}

func TestNoValueIsOutsideItsRange(t *testing.T) {
	for _, c := range []struct {
		kind     pick.Kind
		min, max float64
		input    string
		want     string
	}{
		{pick.Number, 0, 100, "volume to one oh oh", "one oh oh = 100 aloud whole; - one"},
		{pick.Number, 0, 100, "volume to one oh one", ""},
		{pick.Number, 0, 100, "volume to seven oh or three eleven", "seven oh = 70 aloud whole; - seven"},
		{pick.Number, 500, 900, "room three eleven", ""},
		{pick.Number, 300, 900, "room three eleven", "three eleven ? 311"},
		{pick.Duration, 0, 4800, "an hour and twenty minutes", "an hour and twenty minutes = 1 hour 20 minutes aloud whole; - an hour; - twenty minutes"},
		{pick.Duration, 0, 4799, "an hour and twenty minutes", ""},
	} {
		if got := show(spoken.Read(c.input, spoken.Argument{Kind: c.kind, Range: &[2]float64{c.min, c.max}})); got != c.want {
			t.Errorf("%s of %v to %v in %q: got %s, want %s", c.kind, c.min, c.max, c.input, got, c.want)
		}
	}
}

func TestACodeHoldsNoWordOfItsReflex(t *testing.T) {
	for own, want := range map[string]string{
		"hold":  "hs 0409 = HS-0409 spaced completed",
		"hs":    "",
		"stock": "hs 0409 = HS-0409 spaced completed",
	} {
		a := spoken.Argument{Kind: pick.Code, Examples: []string{"HS-0409", "VX-2214"}, Own: []string{"earmark", own}}
		if got := show(spoken.Read("put HS 0409 aside", a)); got != strings.ReplaceAll(want, "hs 0409 =", "HS 0409 =") {
			t.Errorf("with %s its own: %s", own, got)
		}
	}
}

func TestASpanCountsTheCodePointsOfTheComposedText(t *testing.T) {
	got := spoken.Read("cafe\u0301 seven oh", spoken.Argument{Kind: pick.Number})
	if len(got.Said) != 1 || got.Said[0].Span != (text.Span{Start: 5, End: 13, Text: "seven oh"}) {
		t.Errorf("%+v", got)
	}
}

func TestAKindThatIsNotSpelledHearsNothing(t *testing.T) {
	for _, kind := range []pick.Kind{pick.Quoted, pick.Time, pick.Amount, "color"} {
		if got := show(spoken.Read("seven oh at example dot com tomorow", spoken.Argument{Kind: kind})); got != "" {
			t.Errorf("%s: %s", kind, got)
		}
	}
}

func ExampleRead() {
	a := spoken.Argument{Kind: pick.Code, Examples: []string{"HS-0409", "VX-2214"}}
	for _, s := range spoken.Read("earmark k d oh three one five", a).Said {
		fmt.Println(s.Typed, s.Span.Start, s.Span.End, s.Shape)
	}
	// Output: KD-0315 8 29 completed
}
