package encoder

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// reserved are the first pieces of the table, which no text is cut into;
// unknown is the one that stands for a character no piece holds.
const (
	reserved = 6
	unknown  = 0
)

// boundary marks where a word begins.
const boundary = "\u2581"

// A vocabulary is the word pieces, each with the logarithm of how likely it is.
type vocabulary struct {
	ids     map[string]int
	scores  []float64
	lengths []int // in characters
	longest int
}

// parsePieces reads a piece and its score from each line.
func parsePieces(table string) (*vocabulary, error) {
	v := &vocabulary{ids: make(map[string]int, pieceCount)}
	for line := range strings.Lines(table) {
		piece, score, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		number, err := strconv.ParseFloat(score, 64)
		if err != nil {
			return nil, fmt.Errorf("piece %d: %w", len(v.scores), err)
		}
		length := len([]rune(piece))
		if len(v.scores) >= reserved {
			v.ids[piece] = len(v.scores)
			v.longest = max(v.longest, length)
		}
		v.scores, v.lengths = append(v.scores, number), append(v.lengths, length)
	}
	if len(v.scores) <= reserved || len(v.scores) > pieceCount {
		return nil, fmt.Errorf("%d pieces for %d rows", len(v.scores), pieceCount)
	}
	return v, nil
}

// cut is a text as the numbers of the likeliest pieces that make it. Characters
// no piece holds are one unknown piece where they stand together.
func (v *vocabulary) cut(text string) []int {
	words := strings.Fields(norm.NFKC.String(strings.ToLower(text)))
	if len(words) == 0 {
		return nil
	}
	runes := []rune(boundary + strings.Join(words, boundary))
	last := v.likeliest(runes)
	var ids []int
	for end := len(runes); end > 0; {
		id := last[end]
		if id != unknown || len(ids) == 0 || ids[len(ids)-1] != unknown {
			ids = append(ids, id)
		}
		end -= v.lengths[id]
	}
	slices.Reverse(ids)
	return ids
}

// likeliest is, for each end in the text, the last piece of the likeliest way
// to cut what lies before it. Of two alike the shorter piece wins.
func (v *vocabulary) likeliest(runes []rune) []int {
	best, last := make([]float64, len(runes)+1), make([]int, len(runes)+1)
	reached := make([]bool, len(runes)+1)
	reached[0] = true
	for end := 1; end <= len(runes); end++ {
		for start := max(0, end-v.longest); start < end; start++ {
			id, score, ok := v.piece(runes, start, end)
			if !ok || !reached[start] {
				continue
			}
			if sum := best[start] + score; !reached[end] || sum >= best[end] {
				best[end], last[end], reached[end] = sum, id, true
			}
		}
	}
	return last
}

// piece is the piece between two places, or the unknown one for a single
// character.
func (v *vocabulary) piece(runes []rune, start, end int) (id int, score float64, ok bool) {
	if id, ok = v.ids[string(runes[start:end])]; ok {
		return id, v.scores[id], true
	}
	return unknown, 0, start == end-1 && !v.begins(runes, start)
}

// begins reports whether any piece begins at a place.
func (v *vocabulary) begins(runes []rune, start int) bool {
	for end := start + 1; end <= min(len(runes), start+v.longest); end++ {
		if _, ok := v.ids[string(runes[start:end])]; ok {
			return true
		}
	}
	return false
}
