package hubsearch

import (
	"slices"
	"strings"
)

// What a word is worth by where it stands.
const (
	weightName    = 12
	weightTag     = 8
	weightExample = 5
	weightDoes    = 4
	weightArg     = 2
	maxWeight     = 60
)

// Terms are the words by which an entry is found, and their weights, 1 to 60:
// what each text of the entry that holds the word is worth, in all.
func Terms(e Entry) map[string]int {
	weights := map[string]int{}
	_, path, _ := strings.Cut(string(e.Name), "/")
	weigh(weights, weightName, path)
	weigh(weights, weightDoes, e.Does)
	weigh(weights, weightArg, strings.Join(e.Args, " "))
	weigh(weights, weightTag, strings.Join(e.Tags, " "))
	for _, example := range e.Examples {
		weigh(weights, weightExample, example)
	}
	return weights
}

// weigh adds the weight to each word of a text, once.
func weigh(weights map[string]int, weight int, text string) {
	words := Words(text)
	for i, word := range words {
		if !slices.Contains(words[:i], word) {
			weights[word] = min(maxWeight, weights[word]+weight)
		}
	}
}
