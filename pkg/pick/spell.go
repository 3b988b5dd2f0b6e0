package pick

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sinew/pkg/text"
)

var (
	emailForm = text.Pattern(`[\pL\pN_%+-]+(?:[.'][\pL\pN_%+-]+)*@(?:[\pL\pN](?:[\pL\pN-]*[\pL\pN])?\.)+\pL[\pL\pN-]*[\pL\pN]`)
	urlForm   = text.Pattern(`(?i)https?://[^\s"<>“”‘’]+`)
)

// An extent is a piece of a text by its code points.
type extent struct{ start, end int }

// emails are the addresses in s.
func emails(s string) []extent {
	if !strings.Contains(s, "@") {
		return nil
	}
	return matches(s, emailForm(), func(before, found, after string) int {
		last, _ := utf8.DecodeLastRuneInString(before)
		first, _ := utf8.DecodeRuneInString(after)
		if strings.ContainsRune("@.", last) && before != "" || strings.ContainsRune("@_", first) && after != "" {
			return 0
		}
		return len(found)
	})
}

// urls are the http and https URLs in s, without the marks that end a sentence
// after them.
func urls(s string) []extent {
	if !strings.Contains(s, "://") {
		return nil
	}
	return matches(s, urlForm(), func(before, found, _ string) int {
		if last, _ := utf8.DecodeLastRuneInString(before); before != "" && (unicode.IsLetter(last) || unicode.IsDigit(last)) {
			return 0
		}
		found = trimURL(found)
		if u, err := url.Parse(found); err != nil || u.Hostname() == "" || text.Why(found) != "" {
			return 0
		}
		return len(found)
	})
}

// trimURL drops the marks after a URL. A closing bracket is the URL's own when
// the URL opens it.
func trimURL(s string) string {
	opened := map[rune]int{')': strings.Count(s, "(") - strings.Count(s, ")"), ']': strings.Count(s, "[") - strings.Count(s, "]")}
	for s != "" {
		last, size := utf8.DecodeLastRuneInString(s)
		balance, bracket := opened[last]
		switch {
		case bracket && balance < 0:
			opened[last]++
		case bracket || !strings.ContainsRune(".,;:!?…'}", last):
			return s
		}
		s = s[:len(s)-size]
	}
	return s
}

// matches are the extents of a form in s. keep says how many bytes of a match
// count, given what stands around it; none when 0.
func matches(s string, form *regexp.Regexp, keep func(before, found, after string) int) []extent {
	var found []extent
	bytes, runes := 0, 0
	for _, at := range form.FindAllStringIndex(s, -1) {
		size := keep(s[:at[0]], s[at[0]:at[1]], s[at[1]:])
		if size == 0 {
			continue
		}
		start := runes + utf8.RuneCountInString(s[bytes:at[0]])
		end := start + utf8.RuneCountInString(s[at[0]:at[0]+size])
		found = append(found, extent{start, end})
		bytes, runes = at[0]+size, end
	}
	return found
}

var closing = map[rune]rune{'"': '"', '“': '”', '‘': '’', '«': '»'}

// quotes are the quoted texts, quotes included. A single closing quote inside a
// word is an apostrophe.
func quotes(runes []rune) []extent {
	var found []extent
	without := map[rune]bool{} // no closing quote of this form is left
	for i := 0; i < len(runes); i++ {
		closer, opens := closing[runes[i]]
		if !opens || without[closer] {
			continue
		}
		end := closeAt(runes, i+1, closer)
		if end < 0 {
			without[closer] = true
			continue
		}
		found = append(found, extent{i, end + 1})
		i = end
	}
	return found
}

func closeAt(runes []rune, from int, closer rune) int {
	for i := from; i < len(runes); i++ {
		apostrophe := closer == '’' && i+1 < len(runes) && unicode.IsLetter(runes[i+1])
		if runes[i] == closer && !apostrophe {
			return i
		}
	}
	return -1
}

// overlaps reports whether e shares a character with one of others, which are
// in order and apart.
func (e extent) overlaps(others []extent) bool {
	i, _ := slices.BinarySearchFunc(others, e.start, func(o extent, start int) int {
		if o.end <= start {
			return -1
		}
		return 1
	})
	return i < len(others) && others[i].start < e.end
}
