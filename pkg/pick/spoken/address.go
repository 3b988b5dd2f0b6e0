package spoken

import "sinew/pkg/pick"

// longestPart is the most pieces one part of an address is read from.
const longestPart = 40

// emails are the addresses said with their at and their dots.
func (s *sentence) emails() []run {
	var runs []run
	from := 0
	for i, p := range s.pieces {
		if i < from || p.lower != "at" && p.lower != "@" {
			continue
		}
		if r, next, ok := s.email(from, i); ok {
			runs, from = append(runs, r), next
		}
	}
	return runs
}

// email is the address whose at is at i; nothing of it is before from.
func (s *sentence) email(from, i int) (r run, next int, ok bool) {
	host := i + 1
	if s.next(host).lower == "sign" {
		host++
	}
	if !s.at(i).joined || !s.at(host).joined {
		return run{}, 0, false
	}
	domain, next, ok := s.domain("", host)
	if !ok || s.isLink(next) {
		return run{}, 0, false
	}
	bound := max(from, i-longestPart)
	first, names := s.name(bound, i)
	if len(names) == 0 || s.isHourAt(first, i) || first == bound && bound > from {
		return run{}, 0, false
	}
	r = s.over(first, next)
	for _, n := range names {
		if a := n + "@" + domain; isAddress(a) {
			r.readings = append(r.readings, a)
		}
	}
	return r, next, len(r.readings) == len(names)
}

// isHourAt reports whether the pieces from first to before i are an hour after
// an at: at five at example dot com.
func (s *sentence) isHourAt(first, i int) bool {
	return s.before(first).lower == "at" && only(s.spellFirst(first, i), isFigure)
}

// spellFirst is what the signs from start to before end are most often.
func (s *sentence) spellFirst(start, end int) string {
	texts := s.spell(start, end)
	if len(texts) == 0 {
		return ""
	}
	return texts[0]
}

func isAddress(s string) bool {
	_, ok := pick.Whole(s, pick.Email)
	return ok
}

// isLink reports whether a mark that binds two parts is said at i.
func (s *sentence) isLink(i int) bool {
	m := markWords[s.next(i).lower]
	return m == "." && s.at(i).lower == "dot" || m == "-" || m == "_" || m == "/"
}

// name is what stands before the at at i, and its first piece. Figures or a
// letter after a word are its end or a name of their own: both are given.
func (s *sentence) name(from, i int) (first int, names []string) {
	first, end, tail := i, i, ""
	for first > from {
		start, texts := s.namePart(from, end)
		if start == end {
			return i, nil
		}
		first, names = start, nil
		for _, t := range texts {
			names = append(names, t+tail)
		}
		link := s.nameLink(from, start)
		if link == "" {
			return s.withWord(from, first, end, tail, names)
		}
		if len(names) != 1 {
			return i, nil
		}
		tail, end = link+names[0], start-1
	}
	return i, nil
}

// nameLink is the mark that binds the part at i to one before it.
func (s *sentence) nameLink(from, i int) string {
	w := s.before(i).lower
	if i <= from || markWords[w] == "" || w == "point" || w == "colon" || w == "slash" || w == "equals" {
		return ""
	}
	return markWords[w]
}

// namePart is the part of a name that ends before end: letters and figures
// said one by one, or one word.
func (s *sentence) namePart(from, end int) (start int, texts []string) {
	start = s.stretch(from, end)
	if start < end {
		return start, s.spell(start, end)
	}
	if w := s.at(end - 1); end > from && s.at(end).joined && isNameWord(w.text) && markWords[w.lower] == "" {
		linked := end-1 > from && s.nameLink(from, end-1) != "" || s.isLink(end)
		if linked || !notSpelled[w.lower] && !openers[w.lower] {
			return s.withInitials(from, end-1)
		}
	}
	return end, nil
}

// withInitials is the name of the word at i, with the letters said before it
// and without.
func (s *sentence) withInitials(from, i int) (start int, texts []string) {
	word := s.at(i).text
	start = s.stretch(from, i)
	if w := s.at(start).lower; start < i && (w == "a" || w == "i") {
		start++
	}
	if initials := s.spell(start, i); start < i && len(initials) == 1 && only(initials[0], isLetter) {
		return start, []string{initials[0] + word, word}
	}
	return i, []string{word}
}

// stretch is the first piece of the signs that end before end.
func (s *sentence) stretch(from, end int) int {
	start := end
	for start > from && s.at(start).joined && end-start < longestPart && s.isSign(start-1) {
		start--
	}
	return start
}

// isSign reports whether the piece at i is a letter, figures, or a double.
func (s *sentence) isSign(i int) bool {
	p := s.at(i)
	one, ok := s.sign(i)
	return ok && one.kind != mark || repeats[p.lower] > 0 && ok
}

// spell is what the signs from start to before end are as they would be typed:
// more than one text where a lone o stands among figures.
func (s *sentence) spell(start, end int) []string {
	texts := []string{""}
	figure := false
	for i := start; i < end; {
		one, ok := s.sign(i)
		if !ok || one.next > end {
			return nil
		}
		figure = figure || one.kind == figures
		i, texts = one.next, join(texts, one)
	}
	if !figure {
		return texts[:1]
	}
	return texts
}

// join puts a sign to the end of each text. Past a few texts a sign is what it
// is most often.
func join(texts []string, one sign) []string {
	joined := make([]string, 0, len(texts)+1)
	for _, t := range texts {
		joined = append(joined, t+one.text)
	}
	if one.other == "0" && len(texts) < 4 {
		for _, t := range texts {
			joined = append(joined, t+one.other)
		}
	}
	return joined
}

// withWord adds the readings in which the word before the signs is the name's
// beginning. Letters alone are a name of their own.
func (s *sentence) withWord(from, first, end int, tail string, names []string) (int, []string) {
	if s.stretch(from, end) == end || first <= from || !s.at(first).joined || len(names[0])-len(tail) > 1 && only(names[0][:len(names[0])-len(tail)], isLetter) {
		return first, names
	}
	w := s.at(first - 1)
	if !isNameWord(w.text) || notSpelled[w.lower] || openers[w.lower] || markWords[w.lower] != "" || hours[w.lower] {
		return first, names
	}
	if s.nameLink(from, first-1) == "" {
		with := make([]string, 0, 2*len(names))
		for _, n := range names {
			with = append(with, w.text+n)
		}
		return first - 1, append(with, names...)
	}
	return s.linked(from, first-1, names)
}

// linked is a name whose word before the signs is itself bound to more.
func (s *sentence) linked(from, i int, ends []string) (int, []string) {
	first, heads := s.name(from, i+1)
	if len(heads) != 1 {
		return i, nil
	}
	names := make([]string, len(ends))
	for n, e := range ends {
		names[n] = heads[0] + e
	}
	return first, names
}

// isNameWord reports whether a word may be part of an address.
func isNameWord(w string) bool {
	return only(w, func(b byte) bool { return isSign(b) || b == '.' || b == '_' || b == '-' || b == '+' })
}
