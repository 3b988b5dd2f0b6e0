package pick

// A language is what one language's values are made of. Words are in lower
// case.
type language struct {
	ones     map[string]float64 // zero to nineteen
	tens     map[string]float64 // twenty to ninety
	hundred  string
	scales   []string // past what a number in words may be: a run with one is none
	and      string
	articles []string
	of       string
	half     string
	quarter  []string // one fourth, singular and plural
	percent  [][]string
	hours    []string // after a figure, it is an hour of the day
	units    map[string]float64
	compact  map[string]float64 // units only when written onto their figure
	// ambiguous units mean another thing after an article: "a second alarm".
	ambiguous []string

	dates dateWords
	clock clockWords
	money moneyWords
	// follows go on after a value and never name what it counts.
	follows []string
}

var english = language{
	ones: map[string]float64{
		"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
		"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
		"nineteen": 19,
	},
	tens: map[string]float64{
		"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	},
	hundred:  "hundred",
	scales:   []string{"thousand", "million", "billion", "trillion", "dozen"},
	and:      "and",
	articles: []string{"a", "an"},
	of:       "of",
	half:     "half",
	quarter:  []string{"quarter", "quarters"},
	percent:  [][]string{{"percent"}, {"per", "cent"}},
	hours:    []string{"o'clock", "oclock", "am", "pm"},
	units: map[string]float64{
		"second": 1, "seconds": 1, "sec": 1, "secs": 1,
		"minute": 60, "minutes": 60, "min": 60, "mins": 60,
		"hour": 3600, "hours": 3600, "hr": 3600, "hrs": 3600,
		"day": 86400, "days": 86400,
		"week": 604800, "weeks": 604800,
	},
	compact:   map[string]float64{"s": 1, "m": 60, "h": 3600},
	ambiguous: []string{"second", "sec"},
	dates:     englishDates,
	clock:     englishClock,
	money:     englishMoney,
	follows: []string{
		"after", "and", "around", "as", "at", "because", "before", "but", "by", "for", "from", "i", "if", "in", "instead", "into", "is",
		"it", "my", "of", "on", "or", "please", "since", "so", "that", "the", "then", "till", "to", "too", "until", "via", "we", "when",
		"which", "with", "you",
	},
}
