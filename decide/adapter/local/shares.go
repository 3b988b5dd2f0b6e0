package local

import (
	"math"

	"sinew/decide/question"
)

// parts is how fine shares are: the last bits of a computation differ between
// processors, and an answer must not.
const parts = 10000

// shares are an answer in proportion to the keys' weights, which are not
// negative. Rounding is made up for on the heaviest key, the earliest of
// several, so that the shares sum to 1.
func shares(keys []string, weight func(i int, key string) float64) question.Answer {
	if len(keys) == 0 {
		return question.Answer{}
	}
	weights, total, top := make([]float64, len(keys)), 0.0, 0
	for i, key := range keys {
		weights[i] = weight(i, key)
		total += weights[i]
		if weights[i] > weights[top] {
			top = i
		}
	}
	answer, left := make(question.Answer, len(keys)), parts
	for i, w := range weights {
		if i == top {
			continue
		}
		share := 0
		if total > 0 {
			share = int(math.Round(w / total * parts))
		}
		answer[keys[i]] = float64(share) / parts
		left -= share
	}
	answer[keys[top]] = float64(left) / parts
	return answer
}

// yes is the answer of a yes or no.
func yes(p float64) question.Answer {
	p = math.Round(min(max(p, 0), 1)*parts) / parts
	return question.Answer{question.Yes: p}
}

// sure is how sure an answer is that nothing speaks against.
const sure = 0.97

// one gives p to a key and the rest to another.
func one(key string, p float64, rest string) question.Answer {
	return shares([]string{key, rest}, func(i int, _ string) float64 { return []float64{p, 1 - p}[i] })
}

// unsaid answers that the text does not say.
func unsaid(q question.Question) question.Answer {
	switch {
	case q.YesNo():
		return yes(1 - sure)
	case q.Otherwise != "":
		return question.Answer{q.Otherwise: 1}
	case len(q.Options) == 0:
		return question.Answer{}
	}
	return question.Answer{q.Options[len(q.Options)-1].Key: 1}
}
