package local

import (
	"slices"

	"sinew/decide/question"
)

// The share of the first of several words of a list that stand in a row, and
// what is left for none of them: a call takes one, and waits for a yes.
const (
	rowFirst    = 0.6
	rowUnstated = 0.05
)

// inRow is the answer where the text says several keys in a row, "downloads and
// music": the first is taken, and each other is as likely.
func (s *scene) inRow(q question.Question) (a question.Answer, ok bool) {
	row := s.row(choices(q))
	if len(row) < 2 {
		return nil, false
	}
	return shares(q.Keys(), func(_ int, key string) float64 {
		switch {
		case key == question.Unstated:
			return rowUnstated
		case key == row[0]:
			return rowFirst
		case slices.Contains(row, key):
			return (1 - rowFirst - rowUnstated) / float64(len(row)-1)
		}
		return 0
	}), true
}

// row are the keys the text says with nothing but joining words between, in its
// order: the first such row.
func (s *scene) row(list []question.Option) []string {
	var row []string
	for i := 0; i < len(s.request); {
		key, n := s.keyAt(list, i)
		switch {
		case n > 0:
			if !slices.Contains(row, key) {
				row = append(row, key)
			}
			i += n
			continue
		case len(row) > 1 && !joinsRow(s.request[i]):
			return row
		case !joinsRow(s.request[i]):
			row = nil
		}
		i++
	}
	return row
}

func joinsRow(t token) bool { return isWord(t, "and or the my plus n adn nd also in on") }

// keyAt is the key whose words begin at the i-th of the text, the longest, and
// how many they are.
func (s *scene) keyAt(list []question.Option, i int) (key string, n int) {
	for _, o := range list {
		words := s.key(o.Key)
		if len(words) > n && i+len(words) <= len(s.request) &&
			slices.EqualFunc(words, s.request[i:i+len(words)], func(k, t token) bool { return !t.typed && k.fold == t.fold }) {
			key, n = o.Key, len(words)
		}
	}
	return key, n
}
