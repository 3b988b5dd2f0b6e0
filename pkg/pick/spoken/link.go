package spoken

import "strings"

// domain reads a host at i: labels with a dot between, the last of letters. head
// is what of it stands before, with its dot.
func (s *sentence) domain(head string, i int) (host string, next int, ok bool) {
	host = head
	for next = i; next-i < longestPart; next++ {
		label, end := s.label(next, host != "")
		if end == next {
			break
		}
		mark := s.hostMark(end)
		host, next = host+label+mark, end
		if mark == "" {
			return host, next, strings.Contains(host, ".") && endsInLetters(host)
		}
	}
	return "", i, false
}

// hostMark is the dot or the dash said at i.
func (s *sentence) hostMark(i int) string {
	switch s.next(i).lower {
	case "dot":
		return "."
	case "dash", "hyphen":
		return "-"
	}
	return ""
}

// endsInLetters reports whether a host's last label is letters, two at least.
func endsInLetters(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	return len(last) > 1 && only(last, isLetter)
}

// label is one label at i: a word with the signs after it that a mark follows,
// or signs alone. A word that is part of the sentence begins no host, but where
// a dash binds it.
func (s *sentence) label(i int, inside bool) (text string, next int) {
	w := s.at(i)
	if !s.isSign(i) {
		if !isHostWord(w.text) || markWords[w.lower] != "" || !inside && notSpelled[w.lower] && s.hostMark(i+1) != "-" {
			return "", i
		}
		text, i = w.text, i+1
	}
	end := s.stretchEnd(i)
	if text != "" && s.hostMark(end) == "" {
		return text, i
	}
	if text == "" && s.hostMark(end) == "" {
		end = s.lettersEnd(i, end)
	}
	texts := s.spell(i, end)
	if len(texts) == 0 {
		return "", i
	}
	return text + texts[0], end
}

// lettersEnd is past the letters from i, without an a or an i that is a word of
// the sentence.
func (s *sentence) lettersEnd(i, end int) int {
	next := i
	for next < end && only(s.at(next).text, isLetter) && len(s.at(next).text) == 1 {
		next++
	}
	if w := s.at(next - 1).lower; next-i > 2 && (w == "a" || w == "i") && s.next(next).text != "" {
		next--
	}
	return next
}

// stretchEnd is past the signs at i.
func (s *sentence) stretchEnd(i int) int {
	end := i
	for end-i < longestPart && s.at(end).joined && s.isSign(end) {
		one, _ := s.sign(end)
		end = one.next
	}
	return end
}

func isHostWord(w string) bool {
	return only(w, func(b byte) bool { return isSign(b) || b == '.' || b == '-' })
}

// urls are the links said with their scheme.
func (s *sentence) urls() []run {
	var runs []run
	for i := 0; i < len(s.pieces); i++ {
		scheme, head, next := s.scheme(i)
		if scheme == "" {
			continue
		}
		if r, next, ok := s.url(i, scheme, head, next); ok {
			runs = append(runs, r)
			i = next - 1
		}
	}
	return runs
}

// scheme is the scheme at i, what of its host is typed onto it, and past both.
func (s *sentence) scheme(i int) (scheme, head string, next int) {
	w := s.at(i).lower
	if name, after, typed := strings.Cut(w, "://"); typed && (name == "http" || name == "https") {
		return name + "://", s.at(i).text[len(s.at(i).text)-len(after):], i + 1
	}
	next = i + 1
	if w == "h" {
		for w = "h"; next-i < 5 && s.at(next).joined && len(s.at(next).text) == 1; next++ {
			w += s.at(next).lower
		}
	}
	slash := s.next(next + 1).lower
	if w != "http" && w != "https" || s.next(next).lower != "colon" || slash != "slash" && slash != "double" || s.next(next+2).lower != "slash" {
		return "", "", 0
	}
	return w + "://", "", next + 3
}

// host is the host at i, head before it.
func (s *sentence) host(head string, i int) (host string, next int, ok bool) {
	switch {
	case !s.at(i).joined:
		return "", i, false
	case head == "":
		return s.domain("", i)
	case s.hostMark(i) == ".":
		return s.domain(head+".", i+1)
	}
	return head, i, isHostWord(head) && endsInLetters(head)
}

// url is the link whose host goes on at i. Figures after its last word are its
// end or none of it: both are given.
func (s *sentence) url(first int, scheme, head string, i int) (r run, next int, ok bool) {
	host, next, ok := s.host(head, i)
	if !ok {
		return run{}, 0, false
	}
	port, next := s.port(next)
	path, next, ok := s.path(next)
	if !ok {
		return run{}, 0, false
	}
	return s.link(first, next, scheme+host+port+path)
}

// port is the port said at i with its colon.
func (s *sentence) port(i int) (port string, next int) {
	if s.next(i).lower != "colon" {
		return "", i
	}
	end := s.stretchEnd(i + 1)
	if figures := s.spellFirst(i+1, end); only(figures, isFigure) {
		return ":" + figures, end
	}
	return "", i
}

// link is a run over a link, and over the figures that may be its end.
func (s *sentence) link(first, next int, link string) (run, int, bool) {
	end := s.stretchEnd(next)
	texts := s.spell(next, end)
	ends := end > next && len(texts) > 0 && strings.ContainsAny(texts[0], "0123456789") && s.at(next-1).lower != "slash"
	if !ends {
		r := s.over(first, next)
		r.readings = []string{link}
		return r, next, true
	}
	r := s.over(first, end)
	for _, t := range texts {
		r.readings = append(r.readings, link+t)
	}
	r.readings = append(r.readings, link)
	return r, end, true
}

// path reads what is said after a host: words and signs with marks between. A
// mark with nothing after it is no path, but for a slash.
func (s *sentence) path(i int) (path string, next int, ok bool) {
	var b strings.Builder
	next = i
	for next-i < 4*longestPart {
		mark, end := s.pathMark(next)
		if mark == "" || next == i && mark != "/" && mark != "?" {
			return b.String(), next, mark == ""
		}
		b.WriteString(mark)
		text, after := s.segment(end)
		if after == end {
			return b.String(), end, mark == "/"
		}
		b.WriteString(text)
		next = after
	}
	return "", i, false
}

// pathMark is the mark said at i, and past it.
func (s *sentence) pathMark(i int) (mark string, next int) {
	switch w := s.next(i).lower; {
	case w == "question" && s.next(i+1).lower == "mark":
		return "?", i + 2
	case w == "plus", w == "point", w == "colon":
		return "", i
	default:
		return markWords[w], i + 1
	}
}

// segment is a part of a path at i: a word, with the signs after it that a mark
// follows, or signs alone.
func (s *sentence) segment(i int) (text string, next int) {
	w := s.next(i)
	if w.text != "" && !s.isSign(i) {
		if !isNameWord(w.text) || markWords[w.lower] != "" || notSpelled[w.lower] && s.noMark(i+1) {
			return "", i
		}
		text, i = w.text, i+1
	}
	end := s.stretchEnd(i)
	if text != "" && s.noMark(end) {
		return text, i
	}
	texts := s.spell(i, end)
	if len(texts) == 0 {
		return "", i
	}
	return text + texts[0], end
}

func (s *sentence) noMark(i int) bool {
	mark, _ := s.pathMark(i)
	return mark == ""
}
