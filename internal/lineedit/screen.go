package lineedit

import (
	"fmt"
	"slices"
	"unicode"

	"golang.org/x/text/width"
)

// columnsOf is how many columns a character takes on a terminal.
func columnsOf(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// A place is where the cursor stands, from where the prompt began.
type place struct{ row, column int }

// after is where the cursor stands once text was written from a place on a
// terminal of so many columns: past the last column of a full row.
func (p place) after(text []rune, columns int) place {
	for _, r := range text {
		w := columnsOf(r)
		if p.column+w > columns {
			p = place{p.row + 1, 0}
		}
		p.column += w
	}
	return p
}

// full reports whether the row is full: the next character goes to the next.
func (p place) full(columns int) bool { return p.column >= columns }

// wrapped is the place where the next character goes.
func (p place) wrapped(columns int) place {
	if p.full(columns) {
		return place{p.row + 1, 0}
	}
	return p
}

// A screen shows a line behind a prompt, which may take several rows each. The
// prompt is written once; only what follows it is written anew.
type screen struct {
	write   func(string)
	size    func() (columns, rows int)
	prompt  []rune
	columns int
	shown   line // what the screen shows of the line
}

// begin writes the prompt.
func (s *screen) begin() {
	s.columns, _ = s.size()
	out := string(s.prompt)
	if (place{}).after(s.prompt, s.columns).full(s.columns) {
		out += "\r\n"
	}
	s.write(out)
	s.shown = line{}
}

// start is where the line begins.
func (s *screen) start() place { return place{}.after(s.prompt, s.columns).wrapped(s.columns) }

// placeOf is where a line's cursor stands.
func (s *screen) placeOf(l line) place {
	return s.start().after(l.text[:l.at], s.columns).wrapped(s.columns)
}

// show brings what the screen shows up to the line. What a terminal that changed
// its width shows by then is taken to have been wrapped anew.
func (s *screen) show(l line) {
	before := s.columns
	var rows int
	s.columns, rows = s.size()
	l = s.window(l, rows)
	if s.columns == before && s.onlyAdds(l) {
		s.write(string(l.text[len(s.shown.text):]) + s.below(l))
	} else {
		start := s.start()
		ends := start.after(l.text, s.columns).wrapped(s.columns)
		s.write(move(s.placeOf(s.shown), start) + "\x1b[J" + string(l.text) + s.below(l) + move(ends, s.placeOf(l)))
	}
	s.shown = line{text: slices.Clone(l.text), at: l.at}
}

// onlyAdds reports whether a line is the one that is shown and more behind it.
// A mark is not: it goes with the character before it, which may end a row.
func (s *screen) onlyAdds(l line) bool {
	n := len(s.shown.text)
	return s.shown.at == n && l.at == len(l.text) && n < len(l.text) &&
		slices.Equal(s.shown.text, l.text[:n]) && columnsOf(l.text[n]) > 0
}

// below takes the cursor to the next row where a line fills its last one: a
// terminal waits with that for the next character.
func (s *screen) below(l line) string {
	if len(l.text) > 0 && s.start().after(l.text, s.columns).full(s.columns) {
		return "\r\n"
	}
	return ""
}

// move takes the cursor from one place to another.
func move(from, to place) string {
	out := "\r"
	switch {
	case to.row < from.row:
		out += fmt.Sprintf("\x1b[%dA", from.row-to.row)
	case to.row > from.row:
		out += fmt.Sprintf("\x1b[%dB", to.row-from.row)
	}
	if to.column > 0 {
		out += fmt.Sprintf("\x1b[%dC", to.column)
	}
	return out
}

// window is the part of a line around the cursor that fits the terminal's rows
// beside the prompt, with … for what is left out.
func (s *screen) window(l line, rows int) line {
	room := s.columns * (rows - s.start().row - 1) / 2 // as if every character were wide
	if room < 8 {
		room = 8
	}
	if len(l.text) <= room {
		return l
	}
	from := min(max(0, l.at-room/2), len(l.text)-room)
	part := line{text: slices.Clone(l.text[from : from+room]), at: l.at - from}
	if from > 0 {
		part.text[0] = '…'
	}
	if from+room < len(l.text) {
		part.text[room-1] = '…'
	}
	return part
}

// end leaves the line as it is shown and goes below it.
func (s *screen) end(l line, mark string) {
	l.at = len(l.text)
	s.show(l)
	if mark == "" && len(s.shown.text) > 0 && s.placeOf(s.shown).column == 0 {
		return // a full row: the cursor stands below it already
	}
	s.write(mark + "\r\n")
}

// clear empties the screen and begins anew.
func (s *screen) clear() {
	s.write("\x1b[H\x1b[2J")
	s.begin()
}
