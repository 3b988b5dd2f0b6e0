package spoken

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sinew/pkg/pick"
)

// allLengths are the lengths of time that words spell, by place.
func (s *sentence) allLengths() []run {
	runs := append(s.lengths(), s.fractions()...)
	slices.SortStableFunc(runs, func(a, b run) int { return cmp.Compare(a.start, b.start) })
	return runs
}

// fractions are the lengths of one unit said with a point: two point five hours.
func (s *sentence) fractions() []run {
	var runs []run
	for i := 0; i < len(s.pieces); {
		signs, next := s.figureSigns(i)
		unit := s.next(next).lower
		if said := joinSigns(signs); strings.Contains(said, ".") && len(unit) > 1 && unitWords[unit] > 0 {
			r := s.over(i, next+1)
			r.readings = []string{said + " " + unit}
			runs = append(runs, r)
		}
		i = max(next, i+1)
	}
	return runs
}

// lengths are the lengths of time across units, and those whose last unit is
// left out. The typed candidates are their parts.
func (s *sentence) lengths() []run {
	var runs []run
	all := s.candidates()
	for i := 0; i < len(all); i++ {
		if all[i].Value.Kind != pick.Duration {
			continue
		}
		end, parts := s.across(all, i)
		r := run{start: all[i].Span.Start, end: all[end].Span.End, form: Aloud, shape: Whole}
		seconds, ok := s.seconds(r)
		if more, unsaid := s.unsaid(all, end); unsaid {
			seconds, r.end, r.shape, parts = seconds+more.seconds, more.end, Open, parts+1
		}
		if ok && parts > 1 && !between[s.at(s.pieceFrom(r.start)-1).lower] {
			r.readings = []string{asLength(seconds, largestUnit(s.span(r).Text))}
			runs = append(runs, r)
		}
		i = end
	}
	return runs
}

// across is the last of the candidates from i that are one length together.
// There are no more of them than units.
func (s *sentence) across(all []pick.Candidate, i int) (end, parts int) {
	end, parts = i, 1
	for parts < len(units) && end+1 < len(all) && all[end+1].Value.Kind == pick.Duration && s.joint(all[end], all[end+1]) {
		r := run{start: all[i].Span.Start, end: all[end+1].Span.End}
		if _, ok := s.seconds(r); !ok {
			break
		}
		end, parts = end+1, parts+1
	}
	return end, parts
}

// joint reports whether little enough stands between two candidates.
func (s *sentence) joint(a, b pick.Candidate) bool {
	return b.Span.Start > a.Span.End && b.Span.Start-a.Span.End <= len(", and ")
}

func (s *sentence) seconds(r run) (int, bool) {
	v, ok := pick.Whole(s.span(r).Text, pick.Duration)
	return int(v.Number), ok
}

// A rest is a number whose unit is left out.
type rest struct{ seconds, end int }

// unsaid is the number after an hour or a minute, of the unit below. A number
// that counts something else is none: it ends the text, or a word that is no
// noun follows.
func (s *sentence) unsaid(all []pick.Candidate, i int) (rest, bool) {
	if i+1 >= len(all) || all[i+1].Value.Kind != pick.Number {
		return rest{}, false
	}
	last, next := all[i].Span, all[i+1]
	unit := unitWords[lastWord(last.Text)]
	n := next.Value.Number
	joint := strings.TrimSpace(s.slice(last.End, next.Span.Start))
	bare := only(next.Span.Text, isFigure) || figureWords[firstWord(next.Span.Text)] != ""
	if unit != 60 && unit != 3600 || joint != "" && joint != "and" || n <= 0 || n >= 60 || n != float64(int(n)) || !bare {
		return rest{}, false
	}
	return rest{int(n) * unit / 60, next.Span.End}, s.endsThere(next.Span.End)
}

// endsThere reports whether nothing that a number could count begins after end.
func (s *sentence) endsThere(end int) bool {
	p := s.next(s.pieceFrom(end))
	return p.text == "" || notSpelled[p.lower] && p.lower != "of"
}

// lastWord is the letters that end a text, in lower case.
func lastWord(s string) string {
	end := len(s)
	for end > 0 && isLetter(s[end-1]) {
		end--
	}
	return strings.ToLower(s[end:])
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(strings.ToLower(s), " ")
	word, _, _ = strings.Cut(word, "-")
	return word
}

// largestUnit is the unit of the longest part of a length.
func largestUnit(s string) int {
	largest := 1
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return r >= 0x80 || !isLetter(byte(r)) }) {
		largest = max(largest, unitWords[w])
	}
	return largest
}

// asLength is seconds as they would be typed: 1 hour 20 minutes. What is longer
// than the largest unit said stays in it.
func asLength(seconds, largest int) string {
	if seconds == 0 {
		return "0 seconds"
	}
	var parts []string
	for _, u := range units {
		if n := seconds / u.seconds; n > 0 && u.seconds <= largest {
			parts = append(parts, count(n, u.name))
			seconds %= u.seconds
		}
	}
	return strings.Join(parts, " ")
}

func count(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return strconv.Itoa(n) + " " + unit + "s"
}
