package lineedit

import (
	"fmt"
	"strings"
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

// show writes the line anew where it stands. What a terminal that changed its
// width shows by then is taken to have been wrapped anew.
func (s *screen) show(l line) {
	var rows int
	s.columns, rows = s.size()
	l = s.window(l, rows)
	start := s.start()
	var out strings.Builder
	out.WriteString(move(s.placeOf(s.shown), start) + "\x1b[J" + string(l.text))
	ends := start.after(l.text, s.columns)
	if ends.full(s.columns) && len(l.text) > 0 {
		out.WriteString("\r\n")
	}
	out.WriteString(move(ends.wrapped(s.columns), s.placeOf(l)))
	s.write(out.String())
	s.shown = line{text: append([]rune(nil), l.text...), at: l.at}
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
	part := line{text: append([]rune(nil), l.text[from:from+room]...), at: l.at - from}
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
