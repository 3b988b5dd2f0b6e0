package replay

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"sinew/pkg/tomldoc"
)

const heading = "# What the replay adapter answers, keyed by utterance identity.\n"

// Format is the recording's file, byte for byte the same for the same
// recording: texts, questions and keys in their order, the equals signs of a
// table under each other. Parse reads it back.
func (r *Recording) Format() []byte {
	var out strings.Builder
	out.WriteString(heading)
	out.WriteString("id = " + tomldoc.QuoteString(r.id) + "\n")
	if r.plan != "" {
		out.WriteString("plan = " + tomldoc.QuoteString(r.plan) + "\n")
	}
	if rows := r.limitRows(); len(rows) > 0 {
		writeTable(&out, "[limits]", rows)
	}
	if r.bars != nil {
		writeTable(&out, "[gate]", r.gateRows())
	}
	for _, of := range r.texts {
		writeTable(&out, "[answers."+tomldoc.QuoteKey(of.identity)+"]", of.rows())
	}
	return []byte(out.String())
}

// widest is the widest key the others are padded to: one absurd key must not
// make the file many times its size.
const widest = 200

// A row is one line of a table: a key as it is written, and its value.
type row struct{ key, value string }

func writeTable(out *strings.Builder, header string, rows []row) {
	out.WriteString("\n" + header + "\n")
	column := 0
	for _, r := range rows {
		column = max(column, utf8.RuneCountInString(r.key))
	}
	column = min(column, widest)
	for _, r := range rows {
		pad := strings.Repeat(" ", max(0, column-utf8.RuneCountInString(r.key)))
		out.WriteString(r.key + pad + " = " + r.value + "\n")
	}
}

func (r *Recording) limitRows() []row {
	var rows []row
	add := func(key string, n int) {
		if n > 0 {
			rows = append(rows, row{key, strconv.Itoa(n)})
		}
	}
	add("options", r.limits.Options)
	add("tokens", r.limits.Tokens)
	return rows
}

func (r *Recording) gateRows() []row {
	var rows []row
	add := func(key string, bar *float64) {
		if bar != nil {
			rows = append(rows, row{key, number(*bar)})
		}
	}
	add("route", &r.bars.Route)
	add("fits", r.bars.Fits)
	add("read", &r.bars.Read)
	add("write", &r.bars.Write)
	add("whole", r.bars.Whole)
	return rows
}

func (of *recorded) rows() []row {
	rows := make([]row, len(of.answers))
	for i, a := range of.answers {
		rows[i] = row{tomldoc.QuoteKey(a.id), a.table()}
	}
	return rows
}

func (a *answered) table() string {
	if len(a.shares) == 0 {
		return "{}"
	}
	pairs := make([]string, len(a.shares))
	for i, s := range a.shares {
		pairs[i] = tomldoc.QuoteKey(s.key) + " = " + number(s.p)
	}
	return "{ " + strings.Join(pairs, ", ") + " }"
}

// number is a float as TOML takes it: never an integer, never an exponent.
func number(p float64) string {
	switch {
	case math.IsNaN(p):
		return "nan"
	case math.IsInf(p, 0):
		return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(p, 'f', -1, 64), "+"))
	}
	s := strconv.FormatFloat(p, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
