package pick

import (
	"slices"
	"strings"
	"unicode"
)

// A tokenKind is what a token is made of.
type tokenKind int

const (
	space  tokenKind = iota
	word             // letters, with the apostrophes between them
	figure           // digits, with the full stops between them
	mark             // one other character
	tail             // the 's after a word
)

// A token is a piece of a text by its code points. A phone's apostrophes and
// dashes are the plain ones in it.
type token struct {
	kind       tokenKind
	text       string // in lower case
	typed      string // in the case it was typed
	start, end int
	dash       bool // typed as a dash, not a hyphen
}

func scan(runes []rune) []token {
	var tokens []token
	for start := 0; start < len(runes); {
		kind, end := next(runes, start)
		typed := strings.Map(plain, string(runes[start:end]))
		t := token{kind, strings.ToLower(typed), typed, start, end, runes[start] == '–'}
		if tokens = append(tokens, t); kind == word {
			tokens = cutTail(tokens)
		}
		start = end
	}
	return tokens
}

// plain is a character as a keyboard without a choice of marks has it.
func plain(r rune) rune {
	switch r {
	case '’':
		return '\''
	case '–', '‐', '‑':
		return '-'
	}
	return r
}

// cutTail parts the 's from the word at the end.
func cutTail(tokens []token) []token {
	last := len(tokens) - 1
	t := tokens[last]
	head, ok := strings.CutSuffix(t.text, "'s")
	if !ok {
		return tokens
	}
	cut := len(t.typed) - len("'s")
	tokens[last] = token{word, head, t.typed[:cut], t.start, t.end - 2, false}
	return append(tokens, token{tail, "'s", t.typed[cut:], t.end - 2, t.end, false})
}

func next(runes []rune, start int) (tokenKind, int) {
	switch r := runes[start]; {
	case unicode.IsSpace(r):
		return space, extend(runes, start, unicode.IsSpace, "")
	case isDigit(r):
		return figure, extend(runes, start, isDigit, ".")
	case isLetter(r):
		return word, extend(runes, start, isLetter, "'’")
	}
	return mark, start + 1
}

// extend is the end of the run of characters that fit, and of the joints that
// stand between two of them.
func extend(runes []rune, start int, fits func(rune) bool, joints string) int {
	end := start + 1
	for end < len(runes) {
		joined := strings.ContainsRune(joints, runes[end]) && end+1 < len(runes) && fits(runes[end+1])
		if !joined && !fits(runes[end]) {
			break
		}
		end++
	}
	return end
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isLetter(r rune) bool {
	return !isDigit(r) && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r))
}

// A reader reads values out of tokens. Each of its
// methods takes the index of a token and gives the index past what it read.
type reader struct {
	tokens []token
	words  *language
	alone  bool // the tokens are one value's, not a text's
}

// at is the token at i; past either end it is an empty space.
func (r *reader) at(i int) token {
	if i < 0 || i >= len(r.tokens) {
		return token{}
	}
	return r.tokens[i]
}

func (r *reader) is(i int, kind tokenKind, texts ...string) bool {
	t := r.at(i)
	return t.kind == kind && slices.Contains(texts, t.text)
}

// open reports whether nothing is written onto the side of i.
func (r *reader) open(i int) bool { return r.at(i).kind == space }

// gap is the index past one stretch of white space or one hyphen, and i when
// there is neither.
func (r *reader) gap(i int) int {
	if i < len(r.tokens) && (r.at(i).kind == space || r.is(i, mark, "-")) {
		return i + 1
	}
	return i
}

// phrase is the index past words that white space parts, when they stand at i.
func (r *reader) phrase(i int, words ...string) (int, bool) {
	for n, w := range words {
		if n > 0 {
			if !r.open(i) {
				return i, false
			}
			i++
		}
		if !r.is(i, word, w) {
			return i, false
		}
		i++
	}
	return i, true
}
