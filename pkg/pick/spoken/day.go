package spoken

import "strings"

// days are the days misspelt, and written short.
func (s *sentence) days() []run {
	var runs []run
	for i := range s.pieces {
		if r, ok := s.day(i); ok {
			runs = append(runs, r)
		}
	}
	return runs
}

// day is the day that the piece at i is a slip of, with the word before it. It
// is none where it recurs, or where more of the date follows.
func (s *sentence) day(i int) (run, bool) {
	p := s.at(i)
	bare := strings.TrimSuffix(strings.TrimSuffix(p.lower, "'s"), "’s")
	named := meant(bare)
	if named == "" || s.recurs(i) || s.goesOn(i) {
		return run{}, false
	}
	r := s.over(i, i+1)
	r.end = p.start + len(bare)
	r.form, r.shape = Misspelt, Open
	first, typed := s.dayFrom(i, named)
	r.start, r.readings = s.at(first).start, []string{typed}
	return r, typed != ""
}

// meant is the day a word means.
func meant(w string) string {
	if d := shortDays[w]; d != "" {
		return d
	}
	return nearDay(w)
}

// recurs reports whether the day at i is one of many.
func (s *sentence) recurs(i int) bool {
	return recurring[s.before(i).lower] || s.at(i).joined && recurring[s.before(i-1).lower]
}

// goesOn reports whether a day of the month follows, which the day would be
// read apart from.
func (s *sentence) goesOn(i int) bool {
	next := s.next(i + 1)
	if next.lower == "the" {
		next = s.next(i + 2)
	}
	return next.lower != "" && isFigure(next.lower[0]) && strings.HasSuffix(strings.TrimLeft(next.lower, "0123456789"), "h") ||
		isOrdinal(next.lower)
}

func isOrdinal(w string) bool {
	suffix := strings.TrimLeft(w, "0123456789")
	return suffix != w && (suffix == "st" || suffix == "nd" || suffix == "rd" || suffix == "th")
}

// dayFrom is a day as it would be typed, with what stands before it: `next
// friday`, `the day after tomorrow`. It is none where the words before it count
// from it.
func (s *sentence) dayFrom(i int, named string) (first int, typed string) {
	before := s.before(i).lower
	weekday := strings.HasSuffix(named, "day") && named != "today" && named != "yesterday"
	switch {
	case weekday && (before == "next" || before == "this" || before == "last"):
		return i - 1, before + " " + named
	case before == "after" && s.before(i-1).lower == "day" && s.before(i-2).lower == "the" && named == "tomorrow":
		return i - 3, "the day after tomorrow"
	case (before == "after" || before == "before" || before == "from") && counted(s.before(i-1).lower):
		return i, ""
	}
	return i, named
}

func counted(w string) bool { return w == "day" || w == "days" || w == "week" || w == "weeks" }

// nearDay is the one day that a word is a slip of: one letter left out, put in
// or put for another, or two neighbours swapped. A day written right is none.
func nearDay[Word string | []byte](w Word) string {
	found := ""
	if len(w) < 5 || len(w) > 10 || notDays[string(w)] {
		return ""
	}
	for _, d := range wordsOfDays {
		switch {
		case string(w) == d:
			return ""
		case !oneSlip(w, d):
		case found != "":
			return ""
		default:
			found = d
		}
	}
	return found
}

// oneSlip reports whether one slip makes w of d.
func oneSlip[Word string | []byte](w Word, d string) bool {
	if len(w)-len(d) > 1 || len(d)-len(w) > 1 {
		return false
	}
	i := 0
	for i < len(w) && i < len(d) && w[i] == d[i] {
		i++
	}
	j := 0
	for j < len(w)-i && j < len(d)-i && w[len(w)-1-j] == d[len(d)-1-j] {
		j++
	}
	restW, restD := len(w)-i-j, len(d)-i-j
	if restW == 2 && restD == 2 {
		return w[i] == d[i+1] && w[i+1] == d[i]
	}
	return restW <= 1 && restD <= 1
}
