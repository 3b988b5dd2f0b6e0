package spoken

import "sinew/pkg/pick"

// A glance is what a text holds that may spell a value, looked for without
// laying it out: most texts spell none.
type glance struct {
	figures, counts, marks, units int
	at, dot, day                  bool
}

// maySpell reports whether a text may spell a value of the argument's kind.
func maySpell(input string, a Argument) bool {
	var g glance
	switch a.Kind {
	case pick.Code:
		return len(a.Examples) > 0 && g.over(input, false).figures > 0
	case pick.Number:
		return g.over(input, false).figures > 1
	case pick.Email:
		g.over(input, false)
		return g.at && g.dot
	case pick.URL:
		g.over(input, false)
		return g.marks > 1 && g.dot
	case pick.Duration:
		g.over(input, false)
		return g.units > 0 && g.figures+g.counts > 1
	case pick.Date:
		return g.over(input, true).day
	}
	return false
}

// over looks at every word of letters and figures. A word longer than any of
// ours is cut.
func (g *glance) over(input string, days bool) *glance {
	var word [16]byte
	n := 0
	for i := 0; i <= len(input); i++ {
		if i < len(input) && (isLetter(input[i]) || isFigure(input[i])) {
			if n < len(word) {
				word[n] = lower(input[i])
				n++
			}
			continue
		}
		if i < len(input) {
			g.dot, g.at = g.dot || input[i] == '.', g.at || input[i] == '@'
		}
		if n > 0 {
			g.word(word[:n], days)
		}
		n = 0
	}
	return g
}

func hasFigure(w []byte) bool {
	for _, b := range w {
		if isFigure(b) {
			return true
		}
	}
	return false
}

func lower(b byte) byte {
	if b >= 'A' && b <= 'Z' {
		return b | 0x20
	}
	return b
}

func (g *glance) word(w []byte, days bool) {
	if days {
		g.day = g.day || shortDays[string(w)] != "" || nearDay(w) != ""
		return
	}
	switch {
	case hasFigure(w):
		g.figures++
		g.units += min(1, unitWords[string(w[len(w)-1:])])
	case figureWords[string(w)] != "":
		g.figures++
	case repeats[string(w)] > 0:
		g.figures += 2
	case unitWords[string(w)] > 0:
		g.units++
	case string(w) == "a", string(w) == "an", string(w) == "half":
		g.counts++
	case string(w) == "at":
		g.at = true
	case string(w) == "o":
		g.figures++
	case markWords[string(w)] != "":
		g.marks++
		g.dot = g.dot || string(w) == "dot"
	}
}
