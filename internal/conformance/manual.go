package conformance

import (
	"fmt"
	"regexp"
	"strings"
)

// A Manual is the manual's plain text: pages one after another, each under a
// line that holds its title alone and down to the line that names the next.
type Manual struct{ lines []string }

// ParseManual takes the manual's text. Nothing of it is checked before a page
// is asked for.
func ParseManual(text string) *Manual {
	return &Manual{strings.Split(strings.ReplaceAll(text, "\u00a0", " "), "\n")}
}

const nextPage = "Next: "

// page is where a page's text lies.
func (m *Manual) page(title string) (start, end int, err error) {
	for i, line := range m.lines {
		switch {
		case start == 0 && line == title:
			start = i + 1
		case start > 0 && strings.HasPrefix(line, nextPage):
			return start, i, nil
		}
	}
	return 0, 0, fmt.Errorf("the manual has no page %q", title)
}

// Sessions are the commands of a page, in its order, with the lines the page
// shows under each; Line counts in the manual. Lines typed at the program's own
// prompt that no command precedes are a session of the program alone, and end
// with the input.
func (m *Manual) Sessions(title string) ([]Command, error) {
	start, end, err := m.page(title)
	if err != nil {
		return nil, err
	}
	// Whatever is no line of a session becomes a comment of one, so that the
	// lines keep their numbers.
	kept := make([]string, end)
	for i := range kept {
		kept[i] = "# "
	}
	inside := false
	for i := start; i < end; i++ {
		if !inside && m.lines[i-1] == "" && strings.HasPrefix(m.lines[i], ownPrompt+" ") {
			kept[i-1], inside = unsaid, true
		}
		if inside = m.inSession(i, inside); inside {
			kept[i] = aside.ReplaceAllString(m.lines[i], "")
		}
	}
	commands, err := ParseSession(strings.Join(kept, "\n"))
	if err != nil {
		return nil, fmt.Errorf("page %q: %w", title, err)
	}
	for i := range commands {
		if kept[commands[i].Line-1] == unsaid && m.lines[commands[i].Line-1] == "" {
			commands[i].Output = append(commands[i].Output, ownPrompt+" ")
		}
	}
	return commands, nil
}

// What a page leaves out where it shows only what is typed at the program's own
// prompt: the command line, and the prompt the session ends at.
const (
	unsaid    = "$ evoke"
	ownPrompt = ">"
)

// aside is what a page notes beside a line of a session.
var aside = regexp.MustCompile(` {2,}← .*$`)

// item opens an item of a list of the page's own.
var item = regexp.MustCompile(`^ {2}(•|[0-9]+\.) `)

// tableHead is the first line of a table, whose cells have lost the space
// between them.
var tableHead = regexp.MustCompile(`^[A-Z][a-z]+[A-Z]`)

// inSession reports whether a line belongs to a session, given whether the one
// before it does. An empty line does where the terminal's lines go on below.
func (m *Manual) inSession(i int, before bool) bool {
	line := m.lines[i]
	if strings.HasPrefix(line, "$ ") {
		return true
	}
	if line != "" || !before || i+1 == len(m.lines) {
		return before && line != "" && !tableHead.MatchString(line) && !item.MatchString(line)
	}
	below := m.lines[i+1]
	return strings.HasPrefix(below, "  ") && !item.MatchString(below)
}

// A Cut is one piece of what a session shows, for a home that has to say the
// same: a summary, a question with its arguments in place of their values, or
// a result.
type Cut struct {
	Page, Command string // the first session of the page that begins so
	What          Piece
	Slots         [][2]string // of a question: a value shown, and the argument it is of
}

// A Piece is what a Cut takes.
type Piece int

// The pieces of a session.
const (
	Summary       Piece = iota // what try says the reflex on top does
	Question                   // the last prompt, without what follows the question
	FirstQuestion              // the first one
	Result                     // the last line that is no note about the run
	FirstResult                // the first one
)

// Cut cuts a piece out of its session.
func (m *Manual) Cut(c Cut) (string, error) {
	sessions, err := m.Sessions(c.Page)
	if err != nil {
		return "", err
	}
	for _, session := range sessions {
		if strings.HasPrefix(session.Text, c.Command) {
			if piece := c.from(session); piece != "" {
				return piece, nil
			}
			return "", fmt.Errorf("line %d: the session does not show it", session.Line)
		}
	}
	return "", fmt.Errorf("page %q has no session %s", c.Page, c.Command)
}

func (c Cut) from(session Command) string {
	piece := ""
	for i, line := range session.Output {
		switch {
		case c.What == Summary && i > 0 && strings.HasPrefix(session.Output[i-1], "  which reflex "):
			return strings.TrimSpace(line)
		case strings.HasPrefix(line, ownPrompt):
		case c.What == FirstQuestion && piece == "" && promptLine.MatchString(line), c.What == Question && promptLine.MatchString(line):
			piece, _, _ = strings.Cut(strings.TrimSpace(line), "  ")
		case c.What == Result && !strings.HasPrefix(line, " "), c.What == FirstResult && piece == "" && !strings.HasPrefix(line, " "):
			piece = line
		}
	}
	for _, slot := range c.Slots {
		piece = strings.Replace(piece, slot[0], "{"+slot[1]+"}", 1)
	}
	return piece
}
