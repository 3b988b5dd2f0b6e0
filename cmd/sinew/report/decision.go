package report

import (
	"fmt"
	"strings"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/words"
	"sinew/exec/policy"
	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// Decided is the line of a call that runs: the call and its confidence.
func (w Words) Decided(c string, confidence float64, contained policy.StatusType) string {
	return w.Call(c+"  "+words.P(confidence), contained)
}

// mostContenders is how many reflexes a ranking names.
const mostContenders = 4

// Ranking is the line of an abstain: the shares, the most probable first, and
// the bar when the reflex on top is under it.
func (w Words) Ranking(e gate.Explanation) string {
	var parts []string
	for _, s := range e.Route[:min(len(e.Route), mostContenders)] {
		if s.P >= 0.005 {
			parts = append(parts, reflexOrNone(s.Key)+" "+words.P(s.P))
		}
	}
	if e.RouteBar != nil {
		parts = append(parts, "a reflex is picked at "+words.P(*e.RouteBar)+" or more")
	}
	return w.Note(strings.Join(parts, " · "))
}

func reflexOrNone(key string) string {
	if key == question.None {
		return "none of them"
	}
	return key
}

// LeftOut is the line that names the reflexes an abstain could not consider.
func (w Words) LeftOut(inactive []string) string {
	verb := "is"
	if len(inactive) > 1 {
		verb = "are"
	}
	return w.line(text.List(inactive)+" "+verb+" inactive", diag.Show(""))
}

// AskReason is why an argument is asked for, as its prompt says it; "" when the
// question alone says enough.
func AskReason(m reading.Missing, c gate.Choices) string {
	said := ""
	if m.Words != nil {
		said = words.Quote(m.Words.Text)
	}
	switch {
	case m.Why == reading.OutOfRange && m.Span != nil:
		return Outside(m.Span.Text, c.Range, c.Pick)
	case m.Likely != "" && said != "":
		return "you wrote " + said + ": " + m.Likely + "?  [y]es, or"
	case m.Likely != "":
		return m.Likely + "?  [y]es, or"
	case said == "":
		return ""
	case m.Why == reading.NotOffered && c.Pick == "":
		return said + " is not on the list"
	}
	return "you wrote " + said
}

// Outside says that a value lies outside its range.
func Outside(said string, r *manifest.Range, kind manifest.Recognizer) string {
	return fmt.Sprintf("%s is outside %s", said, call.Bounds(r, pick.Kind(kind)))
}

// Menu is what a question offers, numbered; "" for one that is typed freely. A
// number is its own answer, so what it may be is named and not numbered.
func Menu(c gate.Choices) string {
	if c.Pick != "" {
		return offeredPicks(c)
	}
	var items []string
	for i, o := range c.Options {
		items = append(items, fmt.Sprintf("[%d] %s", i+1, o.Key))
	}
	for i, word := range c.Words {
		items = append(items, fmt.Sprintf("[%d] %s", i+1, word.Key))
	}
	if items == nil {
		return ""
	}
	if c.Vocab != "" {
		items = append(items, "[+] add one")
	}
	return strings.Join(append(items, "[0] none of these"), "  ")
}

func offeredPicks(c gate.Choices) string {
	if c.Pick == manifest.Recognizer(pick.Number) {
		return strings.Join(c.Offered(), " · ")
	}
	var items []string
	for i, one := range c.Offered() {
		items = append(items, fmt.Sprintf("[%d] %s", i+1, one))
	}
	if len(c.Readings) > 0 {
		items = append(items, "[0] none of these")
	}
	return strings.Join(items, "  ")
}
