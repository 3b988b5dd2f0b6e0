package manifest

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

func (l *linter) steps() {
	if !l.m.Playbook() {
		return
	}
	situation := l.situation()
	for i, step := range l.m.Steps {
		n, path := i+1, []string{"steps", strconv.Itoa(i)}
		l.longer(step.Say, maxSentence, path, fmt.Sprintf("step %d", n))
		l.addresses(step.Say, path...)
		if word := connective(step.Say); word != "" {
			l.add("connective", path, "step %d holds %s; one step is one action", n, quote(word))
		}
		if literal := literalIn(step.Say); literal != "" {
			l.add("literal", path, "step %d states %s; a word another team would change is a slot", n, quote(literal))
		}
		if noun := checkedThat(step.Say); noun != "" {
			l.add("that", path, `step %d says "check that %s"; a step refers by "that <noun>": say "check whether"`, n, noun)
		}
		if within(step.Say, situation) {
			l.add("situation", path, "step %d's words are the summary's or an example's; word a step apart from the situation", n)
		}
	}
}

// situation is the stem of every word of the summary and of the examples that
// state a request.
func (l *linter) situation() map[string]bool {
	stems := map[string]bool{}
	add := func(s string) {
		for _, word := range foldedWords(s) {
			stems[stem(word)] = true
		}
	}
	add(l.m.Summary())
	for _, r := range l.m.Examples {
		if !r.Never {
			add(r.Utterance)
		}
	}
	return stems
}

// within reports whether every word of a step that says something is in the
// situation, and there is one. A slot's words are the person's, not the step's.
func within(say string, situation map[string]bool) bool {
	said := false
	for _, word := range foldedWords(slotless(say, " ")) {
		if saysNothing[word] {
			continue
		}
		if !situation[stem(word)] {
			return false
		}
		said = true
	}
	return said
}

// slotless is a step's words with a stand-in for each slot, without brackets.
func slotless(say, standIn string) string {
	say = strings.NewReplacer("[", "", "]", "").Replace(say)
	template, err := ParseTemplate(say)
	if err != nil {
		return say
	}
	return template.Fill(func(string) string { return standIn })
}

// marks is what a literal is trimmed of.
const marks = ",.;:!?"

// literalIn is the first channel or address a step writes in: a #word, or a
// user@host with a dot in the host.
func literalIn(say string) string {
	for _, word := range strings.Fields(strings.NewReplacer("[", " ", "]", " ").Replace(say)) {
		word = strings.Trim(word, marks)
		if isChannel(word) || isAddress(word) {
			return word
		}
	}
	return ""
}

func isChannel(word string) bool {
	name, hashed := strings.CutPrefix(word, "#")
	return hashed && strings.IndexFunc(name, isWordRune) == 0
}

func isAddress(word string) bool {
	user, host, at := strings.Cut(word, "@")
	return at && user != "" && strings.Contains(strings.Trim(host, "."), ".") && !strings.ContainsAny(word, "{}")
}

// checkedThat is the word after "check that" at a step's head.
func checkedThat(say string) string {
	words := strings.Fields(strings.NewReplacer("[", " ", "]", " ").Replace(say))
	if len(words) < 3 || !strings.EqualFold(words[0], "check") || !strings.EqualFold(words[1], "that") {
		return ""
	}
	return strings.Trim(words[2], marks)
}

func isWordRune(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// foldedWords is a text lower-cased and cut at everything that is no letter or
// digit.
func foldedWords(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(c rune) bool { return !isWordRune(c) })
}

// holdsPhrase reports whether the words of phrase stand in a row in words.
func holdsPhrase(words, phrase []string) bool {
	for i := 0; i+len(phrase) <= len(words); i++ {
		same := true
		for j := range phrase {
			same = same && words[i+j] == phrase[j]
		}
		if same {
			return true
		}
	}
	return false
}

// phraseIn is the first of modelPhrases that s holds, or "".
func phraseIn(s string) string {
	words := foldedWords(s)
	for i, phrase := range phraseWords {
		if holdsPhrase(words, phrase) {
			return modelPhrases[i]
		}
	}
	return ""
}

// stem is a word without its plural ending (reading.md 10).
func stem(word string) string {
	letters := utf8.RuneCountInString(word)
	switch {
	case strings.HasSuffix(word, "sses"):
		return strings.TrimSuffix(word, "es")
	case strings.HasSuffix(word, "ies") && letters > 4:
		return strings.TrimSuffix(word, "ies") + "y"
	case strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && letters > 3:
		return strings.TrimSuffix(word, "s")
	}
	return word
}
