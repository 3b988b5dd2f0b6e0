package pick

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A half is what part of the day an hour is in.
type half int

const (
	anyHalf half = iota
	am
	pm
	morning
	afternoon
	evening
	night
)

// The clockWords of a language are what its clock times are made of.
type clockWords struct {
	fixed    map[string]int // hours with a name
	halves   map[string]half
	letters  map[string]half // before a full stop and the last letter: p.m.
	last     string
	parts    map[half][]string
	oclock   [][]string
	nought   []string // of seven oh five
	past, to []string
	from     []string // before an hour it opens a range: from ten to five pm
}

var englishClock = clockWords{
	fixed:   map[string]int{"noon": 12, "midday": 12, "midnight": 0},
	halves:  map[string]half{"am": am, "pm": pm},
	letters: map[string]half{"a": am, "p": pm},
	last:    "m",
	parts: map[half][]string{
		morning: {"in", "the", "morning"}, afternoon: {"in", "the", "afternoon"}, evening: {"in", "the", "evening"}, night: {"at", "night"},
	},
	oclock: [][]string{{"o'clock"}, {"oclock"}, {"o", "clock"}},
	nought: []string{"oh", "o"},
	past:   []string{"past", "after"},
	to:     []string{"to", "till", "before"},
	from:   []string{"from", "between"},
}

// A moment is an hour and a minute as they were said.
type moment struct {
	hour, minute int
	wide         bool // on the clock of 24 hours: two digits and minutes
	bare         bool // the hour alone
}

const minutesADay = 24 * 60

// time reads a clock time. A Value of no kind is words or figures of a clock
// time without its half of the day: nothing else reads them either.
func (r *reader) time(i int) (Value, int) {
	if !r.startsTime(i) {
		return Value{}, i
	}
	for _, read := range []func(*reader, int) (int, int){(*reader).fixedTime, (*reader).relativeTime, (*reader).hourly} {
		minutes, end := read(r, i)
		switch {
		case end == i:
			continue
		case minutes < 0 || !r.endsTime(end):
			return Value{}, end
		}
		return Value{Kind: Time, Text: fmt.Sprintf("%02d:%02d", minutes/60, minutes%60)}, end
	}
	return Value{}, i
}

// startsTime allows a hyphen after another time: 3pm-5pm.
func (r *reader) startsTime(i int) bool {
	if r.is(i-1, mark, "-") {
		last := r.at(i - 2)
		_, fixed := r.words.clock.fixed[last.text]
		return last.kind == space || last.kind == figure || fixed || r.words.clock.halves[last.text] != anyHalf
	}
	return r.starts(i)
}

func (r *reader) endsTime(end int) bool {
	k := r.at(end).kind
	return k != word && k != figure && !r.is(end, mark, "%", "_", "@") && !(r.is(end, mark, ":", "/") && r.at(end+1).kind == figure)
}

// fixedTime reads `noon` and `12 midnight`.
func (r *reader) fixedTime(i int) (minutes, end int) {
	at := i
	if r.at(i).text == "12" || r.is(i, word, "twelve") {
		at = r.skip(i + 1)
	}
	hour, ok := r.words.clock.fixed[r.at(at).text]
	if !ok || at == i+1 {
		return 0, i
	}
	return 60 * hour, at + 1
}

// hourly reads an hour, with minutes or without, and its half of the day.
func (r *reader) hourly(i int) (minutes, end int) {
	m, end, ok := r.moment(i)
	if !ok {
		return 0, i
	}
	at, oclock := r.oclock(end)
	h, last := r.halfAt(at)
	switch {
	case last > at && r.wordBefore(i, 1) == r.words.half:
		return -1, last // half five pm is half past to some
	case last > at:
		return m.in(h), last
	case oclock:
		return -1, at
	case m.wide:
		return m.in(anyHalf), end
	case r.is(i+1, mark, ":"):
		return -1, end
	}
	return 0, i
}

func (r *reader) oclock(i int) (end int, ok bool) {
	for _, words := range r.words.clock.oclock {
		if end, ok := r.phrase(r.skip(i), words...); ok {
			return end, true
		}
	}
	return i, false
}

// half is the index past a half of the day at i, or i.
func (r *reader) half(i int) int { _, end := r.halfAt(i); return end }

func (r *reader) halfAt(i int) (half, int) {
	at, words := r.skip(i), &r.words.clock
	if h := words.halves[r.at(at).text]; h != anyHalf {
		return h, at + 1
	}
	if h := words.letters[r.at(at).text]; h != anyHalf && r.is(at+1, mark, ".") && r.is(at+2, word, words.last) {
		if r.is(at+3, mark, ".") {
			return h, at + 4
		}
		return h, at + 3
	}
	for h, part := range words.parts {
		if end, ok := r.phrase(at, part...); ok && at > i {
			return h, end
		}
	}
	return anyHalf, i
}

// moment reads an hour and its minutes, in digits or in words.
func (r *reader) moment(i int) (m moment, end int, ok bool) {
	if r.at(i).kind != figure {
		return r.momentWords(i)
	}
	hour, minute, dotted := strings.Cut(r.at(i).text, ".")
	if end = i + 1; !dotted && r.is(i+1, mark, ":") && r.at(i+2).kind == figure {
		minute, end = r.at(i+2).text, i+3
		m.wide = len(hour) == 2 && len(minute) == 2
	}
	m.hour, ok = upTo(hour, 23)
	m.bare = minute == "" && !dotted
	if m.bare {
		return m, end, ok
	}
	var fits bool
	m.minute, fits = upTo(minute, 59)
	if fits = fits && len(minute) == 2; dotted {
		_, last := r.halfAt(end)
		return m, end, ok && fits && last > end
	}
	if !ok || !fits {
		m.hour, m.wide = -1, false // a form of the clock, and no time
	}
	return m, end, true
}

func upTo(s string, most int) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && len(s) <= 2 && n <= most
}

// momentWords reads `seven`, `seven thirty` and `seven oh five`.
func (r *reader) momentWords(i int) (m moment, end int, ok bool) {
	hour, ok := r.words.ones[r.at(i).text]
	if !ok || r.at(i).kind != word || hour < 1 || hour > 12 {
		return m, i, false
	}
	m, end = moment{hour: int(hour), bare: true}, i+1
	next := r.gap(end)
	if next == end {
		return m, end, true
	}
	if minute, last := r.twoDigits(next); last > next && minute < 60 {
		return moment{hour: m.hour, minute: minute}, last, true
	}
	if r.is(next, word, r.words.clock.nought...) && r.open(next+1) {
		if minute, ok := r.words.ones[r.at(next+2).text]; ok && minute > 0 && minute < 10 {
			return moment{hour: m.hour, minute: int(minute)}, next + 3, true
		}
	}
	return m, end, true
}

// in is the minutes since midnight of a moment in a half of the day, or -1.
func (m moment) in(h half) int {
	switch {
	case m.hour < 0:
		return -1
	case h == anyHalf && m.wide:
		return 60*m.hour + m.minute
	case m.hour > 12 && m.wide && (h == pm || h == afternoon || h == evening || h == night && m.hour >= 18):
		return 60*m.hour + m.minute
	case m.hour == 0 && m.wide && (h == am || h == morning || h == night):
		return m.minute
	case m.hour < 1 || m.hour > 12 || h == anyHalf:
		return -1
	}
	hour := m.on24(h)
	if hour < 0 {
		return -1
	}
	return 60*hour + m.minute
}

// on24 is an hour of twelve on the clock of 24 hours, -1 where its half of the
// day does not say which it is.
func (m moment) on24(h half) int {
	hour := m.hour % 12
	switch {
	case h == morning && m.hour == 12 && m.minute == 0, h == evening && m.hour == 12, h == night && m.hour == 5:
		return -1
	case h == am, h == morning, h == night && hour < 5:
		return hour
	}
	return hour + 12
}

// relativeTime reads `half past five pm`, `a quarter to six in the morning`,
// `ten past five am`.
func (r *reader) relativeTime(i int) (minutes, end int) {
	share, at, said := r.toOrPast(i)
	if at == i {
		return 0, i
	}
	if minutes, end := r.fixedTime(at); end > at {
		return (minutes + share + minutesADay) % minutesADay, end
	}
	m, end, ok := r.moment(at)
	if !ok || !m.bare || m.hour == 0 || m.hour > 12 {
		return 0, i
	}
	end, _ = r.oclock(end)
	h, last := r.halfAt(end)
	switch {
	case last == end && said:
		return -1, end
	case last == end || !said && slices.Contains(r.words.clock.from, r.wordBefore(i, 1)):
		return 0, i
	}
	if minutes = m.in(h); minutes >= 0 {
		minutes = (minutes + share + minutesADay) % minutesADay
	}
	return minutes, last
}

// toOrPast reads how far a time is from its hour, up to the hour. said reports
// whether the words are a clock's without a half of the day too: ten past is,
// ten to is not.
func (r *reader) toOrPast(i int) (minutes, end int, said bool) {
	at, quarter := i, false
	if r.is(at, word, r.words.articles...) && r.open(at+1) {
		at += 2
	}
	switch {
	case r.is(at, word, r.words.quarter[0]):
		minutes, quarter, at = 15, true, at+1
	case r.is(at, word, r.words.half) && at == i:
		minutes, at = 30, at+1
	default:
		minutes, at = r.fewMinutes(i)
	}
	if minutes == 0 || !r.open(at) || !r.open(at+2) {
		return 0, i, false
	}
	switch next := at + 1; {
	case r.is(next, word, r.words.clock.past[0]), quarter && r.is(next, word, r.words.clock.past...):
		return minutes, at + 3, true
	case minutes != 30 && r.is(next, word, r.words.clock.to[0]) && (quarter || r.at(i).kind == word), quarter && r.is(next, word, r.words.clock.to...):
		return -minutes, at + 3, quarter
	}
	return 0, i, false
}

// fewMinutes reads the minutes of `ten past five`, which may be called so.
func (r *reader) fewMinutes(i int) (minutes, end int) {
	if r.is(i, word, r.words.articles...) {
		return 0, i
	}
	n, end, ok := r.plain(i)
	if !ok || !whole(n) || n < 1 || n > 29 {
		return 0, i
	}
	if unit := r.words.units[r.at(r.skip(end)).text]; unit == 60 {
		end = r.skip(end) + 1
	}
	return int(n), end
}
