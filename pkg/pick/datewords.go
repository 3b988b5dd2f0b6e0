package pick

import "time"

// The dateWords of a language are what its days are made of.
type dateWords struct {
	days      map[string]int          // days from today
	weekdays  map[string]time.Weekday // and no other word
	faintDays map[string]time.Weekday // other words too: days only where a day is expected
	which     map[string]Which
	months    map[string]time.Month
	// faintMonths are other words too: months only where a date is expected.
	faintMonths []string
	ordinals    map[string]int // first to nineteenth, twentieth, thirtieth
	the         string
	in          string // opens a count of days: in two weeks
	time        string // may end one: in two weeks' time
	// from is what a count of days may be from: the day it is from, in days
	// from today, and which way it counts.
	from []countedFrom
	day  string // of: the day after tomorrow
	// next and previous stand between it and the other day's word.
	next, previous string
	// dated stand before a day of the month; datedInFigures too, where it is in
	// digits.
	dated, datedInFigures []string
	counted               []string // what an ordinal counts that is no day: the 6th floor
	recurring             []string // before a day, it is no one day: every monday
	shifting              []string // before a day, it is another: black friday
	shiftingAfter         [][]string
	apart                 []string // between a length of time and a day, it is another day
	periods               []string // what a day may stand for, with of: the week of the 14th
	month                 string
}

type countedFrom struct {
	words []string
	base  int
	way   int
}

var englishDates = dateWords{
	days: map[string]int{"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1},
	weekdays: map[string]time.Weekday{
		"monday": time.Monday, "tuesday": time.Tuesday, "wednesday": time.Wednesday, "thursday": time.Thursday, "friday": time.Friday,
		"saturday": time.Saturday, "sunday": time.Sunday,
		"tue": time.Tuesday, "tues": time.Tuesday, "thu": time.Thursday, "thur": time.Thursday, "thurs": time.Thursday, "fri": time.Friday,
	},
	faintDays: map[string]time.Weekday{"mon": time.Monday, "wed": time.Wednesday, "sat": time.Saturday, "sun": time.Sunday},
	which:     map[string]Which{"next": NextOne, "this": ThisOne, "last": LastOne},
	months: map[string]time.Month{
		"january": time.January, "february": time.February, "march": time.March, "april": time.April, "may": time.May, "june": time.June,
		"july": time.July, "august": time.August, "september": time.September, "october": time.October, "november": time.November,
		"december": time.December,
		"jan":      time.January, "feb": time.February, "mar": time.March, "apr": time.April, "jun": time.June, "jul": time.July,
		"aug": time.August, "sep": time.September, "sept": time.September, "oct": time.October, "nov": time.November, "dec": time.December,
	},
	faintMonths: []string{"may", "march", "mar"},
	ordinals: map[string]int{
		"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
		"eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17,
		"eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
	},
	the: "the", in: "in", time: "time", day: "day", next: "after", previous: "before",
	from: []countedFrom{
		{[]string{"from", "now"}, 0, 1}, {[]string{"from", "today"}, 0, 1}, {[]string{"from", "tomorrow"}, 1, 1},
		{[]string{"after", "today"}, 0, 1}, {[]string{"after", "tomorrow"}, 1, 1}, {[]string{"ago"}, 0, -1},
	},
	dated:          []string{"on", "by", "until", "till", "til", "due", "before"},
	datedInFigures: []string{"after", "and", "for", "from", "or", "since", "through", "to"},
	counted: []string{
		"amendment", "anniversary", "attempt", "ave", "avenue", "base", "birthday", "century", "chapter", "day", "door", "draft", "edition",
		"element", "entry", "episode", "file", "floor", "gate", "gen", "generation", "grade", "hole", "hour", "house", "item", "iteration",
		"lane", "level", "line", "message", "minute", "month", "option", "order", "page", "paragraph", "period", "person", "place",
		"quarter", "release", "result", "round", "row", "season", "seat", "section", "series", "session", "song", "st", "step", "street",
		"string", "term", "time", "track", "try", "version", "volume", "week", "year",
	},
	recurring: []string{"every", "each"},
	shifting: []string{
		"alternate", "ash", "black", "cyber", "easter", "good", "holiday", "other", "palm", "past", "previous", "super", "whit",
	},
	shiftingAfter: [][]string{{"after", "next"}, {"before", "last"}, {"week"}, {"of"}},
	apart:         []string{"after", "before", "from"},
	periods:       []string{"week", "weekend", "month"},
	month:         "month",
}
