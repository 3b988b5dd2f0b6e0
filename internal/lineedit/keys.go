package lineedit

import (
	"strings"
	"unicode/utf8"

	"sinew/pkg/text"
)

// An action is what a key does to the line.
type action int

const (
	nothing action = iota
	insert
	enter
	interrupt
	endOfInput // on a line with text, it deletes as del does
	backspace
	del
	left
	right
	wordLeft
	wordRight
	home
	end
	older
	newer
	killToEnd
	killToStart
	killWord
	redraw
)

// A key is what was pressed. text is what an insert inserts.
type key struct {
	does action
	text string
}

// controls are the keys of one byte below the printable ones.
var controls = map[byte]action{
	0x01: home, 0x02: left, 0x03: interrupt, 0x04: endOfInput, 0x05: end, 0x06: right, 0x08: backspace,
	'\n': enter, 0x0b: killToEnd, 0x0c: redraw, '\r': enter, 0x0e: newer, 0x10: older,
	0x15: killToStart, 0x17: killWord, 0x7f: backspace,
}

// finals are the keys that end an escape sequence without a number.
var finals = map[byte]action{'A': older, 'B': newer, 'C': right, 'D': left, 'H': home, 'F': end}

// numbered are the keys of the sequences that end in ~.
var numbered = map[string]action{"1": home, "7": home, "4": end, "8": end, "3": del}

// alts are the keys pressed together with Alt.
var alts = map[byte]action{'b': wordLeft, 'f': wordRight, 0x7f: killWord}

const (
	escape     = 0x1b
	pasteBegin = "200"
	pasteEnd   = "\x1b[201~"
)

// The most of a paste, and of an escape sequence, that is taken, in bytes.
const (
	maxPaste    = 64 << 10
	maxSequence = 32
)

// readKey reads one key, waiting for every byte of it. Nothing depends on how
// fast the bytes come.
func readKey(next func() (byte, error)) (key, error) {
	b, err := next()
	switch {
	case err != nil:
		return key{}, err
	case b == escape:
		return readEscape(next)
	case b < ' ' || b == 0x7f:
		return key{does: controls[b]}, nil
	}
	return readRune(b, next)
}

// readRune reads a character that begins with b. Bytes that are none do
// nothing.
func readRune(b byte, next func() (byte, error)) (key, error) {
	typed := []byte{b}
	for !utf8.FullRune(typed) {
		b, err := next()
		if err != nil {
			return key{}, err
		}
		typed = append(typed, b)
	}
	if shown := clean(string(typed)); shown != "" {
		return key{insert, shown}, nil
	}
	return key{}, nil
}

func readEscape(next func() (byte, error)) (key, error) {
	b, err := next()
	for err == nil && b == escape {
		b, err = next()
	}
	switch {
	case err != nil:
		return key{}, err
	case b == '[':
		return readSequence(next)
	case b == 'O':
		final, err := next()
		return key{does: finals[final]}, err
	}
	return key{does: alts[b]}, nil
}

// readSequence reads what follows an escape and its bracket, up to the letter
// or ~ that ends it.
func readSequence(next func() (byte, error)) (key, error) {
	var numbers []byte
	for {
		b, err := next()
		if err != nil {
			return key{}, err
		}
		if b < '@' || b > '~' {
			if len(numbers) < maxSequence {
				numbers = append(numbers, b)
			}
			continue
		}
		if b == '~' && string(numbers) == pasteBegin {
			return readPaste(next)
		}
		return key{does: sequence(string(numbers), b)}, nil
	}
}

func sequence(numbers string, final byte) action {
	if final == '~' {
		first, _, _ := strings.Cut(numbers, ";")
		return numbered[first]
	}
	if _, modified, _ := strings.Cut(numbers, ";"); modified == "3" || modified == "5" { // Alt, Ctrl
		switch finals[final] {
		case left:
			return wordLeft
		case right:
			return wordRight
		}
	}
	return finals[final]
}

// readPaste reads a paste to its end, and keeps the start of a long one. Its
// lines become one: a line feed in it sends nothing off.
func readPaste(next func() (byte, error)) (key, error) {
	var kept []byte
	keep := func(text string) {
		kept = append(kept, text[:min(len(text), maxPaste-len(kept))]...)
	}
	for matched := 0; matched < len(pasteEnd); {
		b, err := next()
		if err != nil {
			return key{}, err
		}
		if b == pasteEnd[matched] {
			matched++
			continue
		}
		keep(pasteEnd[:matched])
		if matched = 0; b == escape {
			matched = 1
			continue
		}
		keep(string([]byte{b}))
	}
	return key{insert, oneLine(string(kept))}, nil
}

// oneLine is a text as it may stand in a line: what ends its lines, and its
// tabs, as spaces, and no other character that could repaint a terminal.
func oneLine(s string) string {
	spaced := strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ")
	return clean(spaced.Replace(strings.TrimRight(s, "\r\n")))
}

// clean is s without what no line may hold.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || text.Unclean(r) {
			return -1
		}
		return r
	}, s)
}
