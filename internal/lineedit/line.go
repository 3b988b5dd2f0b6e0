package lineedit

import "slices"

// mostTyped is how many characters a line takes.
const mostTyped = 8000

// A line is a text and where the cursor stands in it, between two characters.
// A character that takes no column goes with the one before it.
type line struct {
	text []rune
	at   int
}

func (l *line) set(s string) {
	l.text = []rune(s)
	l.at = len(l.text)
}

func (l *line) insert(s string) {
	typed := []rune(s)
	typed = typed[:min(len(typed), max(0, mostTyped-len(l.text)))] // a past line may be longer
	l.text = slices.Insert(l.text, l.at, typed...)
	l.at += len(typed)
}

// cut removes what lies between two places, and leaves the cursor there.
func (l *line) cut(from, to int) {
	l.text = slices.Delete(l.text, from, to)
	l.at = from
}

func (l *line) before() int {
	at := max(0, l.at-1)
	for at > 0 && columnsOf(l.text[at]) == 0 {
		at--
	}
	return at
}

func (l *line) after() int {
	at := min(len(l.text), l.at+1)
	for at < len(l.text) && columnsOf(l.text[at]) == 0 {
		at++
	}
	return at
}

// wordBefore is where the word before the cursor begins.
func (l *line) wordBefore() int {
	at := l.at
	for at > 0 && l.text[at-1] == ' ' {
		at--
	}
	for at > 0 && l.text[at-1] != ' ' {
		at--
	}
	return at
}

// wordAfter is where the word after the cursor ends.
func (l *line) wordAfter() int {
	at := l.at
	for at < len(l.text) && l.text[at] == ' ' {
		at++
	}
	for at < len(l.text) && l.text[at] != ' ' {
		at++
	}
	return at
}

// edit does what a key does to the line alone.
func (l *line) edit(k key) {
	switch k.does {
	case insert:
		l.insert(k.text)
	case backspace:
		l.cut(l.before(), l.at)
	case del, endOfInput:
		l.cut(l.at, l.after())
	case killToEnd:
		l.cut(l.at, len(l.text))
	case killToStart:
		l.cut(0, l.at)
	case killWord:
		l.cut(l.wordBefore(), l.at)
	default:
		l.move(k.does)
	}
}

func (l *line) move(does action) {
	switch does {
	case left:
		l.at = l.before()
	case right:
		l.at = l.after()
	case wordLeft:
		l.at = l.wordBefore()
	case wordRight:
		l.at = l.wordAfter()
	case home:
		l.at = 0
	case end:
		l.at = len(l.text)
	}
}
