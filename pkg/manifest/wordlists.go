package manifest

import "strings"

// modelPhrases speak to a model instead of describing the action; the first
// that a text holds names its finding (behaviour.md 9.1).
var modelPhrases = []string{
	"ignore previous", "ignore all previous", "ignore the above", "ignore any", "disregard previous",
	"you are a", "you are an", "you must", "you should always",
	"always choose", "always select", "always pick", "always route", "always answer",
	"never choose", "never select", "choose this", "select this", "pick this",
	"as an ai", "as a language model", "system prompt", "the classifier", "the model", "the assistant",
}

var phraseWords = split(modelPhrases)

// connectives are the words the sentence reader cuts at, the longer before the
// shorter it holds (reading.md 6.2).
var connectives = split([]string{
	"and at the same time", "and in the meantime", "and after that", "at the same time", "in the meantime",
	"as well as", "and then", "and afterwards", "and afterward", "and next", "and also", "and meanwhile",
	"after that", "after which",
	"then", "afterwards", "afterward", "next", "meanwhile", "and", "but", "plus", "also",
})

// signs are typed for and.
var signs = []string{"+", "&", "n", "nd", "adn"}

var numberWords = strings.Fields(`one two three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred`)

// saysNothing are the words that do not tell a step from its situation.
var saysNothing = set(`a an the of to for in on at by with from into and or it its them their that this these those
is are be s my our your each every`)

func split(phrases []string) [][]string {
	words := make([][]string, len(phrases))
	for i, phrase := range phrases {
		words[i] = strings.Fields(phrase)
	}
	return words
}

func set(words string) map[string]bool {
	held := map[string]bool{}
	for _, word := range strings.Fields(words) {
		held[word] = true
	}
	return held
}
