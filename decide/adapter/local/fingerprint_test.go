package local_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"maps"
	"math"
	"slices"
	"testing"

	"sinew/decide/adapter/local"
	"sinew/decide/catalog"
	"sinew/decide/judge"
	"sinew/decide/question"
	"sinew/decide/reading"
)

// fingerprint is the hash of every answer to std's records under the engine's
// id. Whoever changes an answer gives the id another part; whoever sees it
// differ on one machine alone has found arithmetic that is not the same there.
const fingerprint = "1ee5754b71200f3fe3c8c955cec51a603dd9ebc9ae089be3556ad87e5ab4074b"

func TestAnswersAreTheSameOnEveryMachine(t *testing.T) {
	cat, all := installed(t), sha256.New()
	fmt.Fprintln(all, local.ID)
	for _, c := range judge.Cases(cat, "") {
		if err := hashAnswers(all, cat, c.Utterance); err != nil {
			t.Fatalf("%q: %v", c.Utterance, err)
		}
	}
	if got := fmt.Sprintf("%x", all.Sum(nil)); got != fingerprint {
		t.Errorf("the answers of %s have the hash %s", local.ID, got)
	}
}

// hashAnswers adds the answers of every round about a text, to the last bit.
func hashAnswers(to hash.Hash, cat *catalog.Catalog, input string) error {
	answers := question.Answers{}
	for range mostRounds {
		asked, _ := reading.Read(cat, cat.Reflexes(), input, answers)
		if len(asked) == 0 {
			return nil
		}
		got, err := engine.Answer(context.Background(), input, asked)
		if err != nil {
			return err
		}
		for _, id := range slices.Sorted(maps.Keys(got)) {
			hashAnswer(to, id, got[id])
		}
		maps.Copy(answers, got)
	}
	return fmt.Errorf("more than %d rounds", mostRounds)
}

func hashAnswer(to hash.Hash, id string, a question.Answer) {
	fmt.Fprintln(to, id)
	for _, key := range slices.Sorted(maps.Keys(a)) {
		to.Write(binary.LittleEndian.AppendUint64([]byte(key), math.Float64bits(a[key])))
	}
}
