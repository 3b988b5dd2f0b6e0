package lineedit

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A glass is what a terminal of so many columns shows: enough of one for what
// the editor writes. It has no last row.
type glass struct {
	columns, row, column int
	rows                 [][]rune // one rune a column; a wide one is followed by 0
}

func (g *glass) write(s string) {
	for s != "" {
		switch r, size := utf8.DecodeRuneInString(s); r {
		case '\r':
			g.column, s = 0, s[1:]
		case '\n':
			g.row, s = g.row+1, s[1:]
		case escape:
			s = g.sequence(s)
		default:
			g.put(r)
			s = s[size:]
		}
	}
}

func (g *glass) line() []rune {
	for len(g.rows) <= g.row {
		g.rows = append(g.rows, nil)
	}
	for len(g.rows[g.row]) < g.columns+2 {
		g.rows[g.row] = append(g.rows[g.row], ' ')
	}
	return g.rows[g.row]
}

func (g *glass) put(r rune) {
	w := columnsOf(r)
	if w == 0 {
		return
	}
	if g.column+w > g.columns {
		g.row, g.column = g.row+1, 0
	}
	line := g.line()
	line[g.column] = r
	if w == 2 {
		line[g.column+1] = 0
	}
	g.column += w
}

// sequence does what an escape sequence says, and gives what follows it.
func (g *glass) sequence(s string) string {
	end := 2 + strings.IndexFunc(s[2:], func(r rune) bool { return r >= '@' && r <= '~' })
	n := 1
	_, _ = fmt.Sscanf(s[2:end], "%d", &n)
	switch s[end] {
	case 'A':
		g.row = max(0, g.row-n)
	case 'B':
		g.row += n
	case 'C':
		g.column = min(g.columns-1, min(g.column, g.columns-1)+n)
	case 'H':
		g.row, g.column = 0, 0
	case 'J':
		g.erase(s[2:end])
	}
	return s[end+1:]
}

func (g *glass) erase(what string) {
	if what == "2" {
		g.rows = nil
		return
	}
	line := g.line()
	for i := g.column; i < len(line); i++ {
		line[i] = ' '
	}
	g.rows = g.rows[:g.row+1]
}

// shown are the rows, without the spaces at their ends and the last empty ones.
func (g *glass) shown() []string {
	var all []string
	for _, row := range g.rows {
		all = append(all, strings.TrimRight(strings.ReplaceAll(string(row), "\x00", ""), " "))
	}
	for len(all) > 0 && all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}
