package state

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
)

func FuzzTheLastLineThatReadsIsFound(f *testing.F) {
	f.Add([]byte("{\"n\":1}\n{\"cut\":"))
	f.Add([]byte("\n\n{}\n"))
	f.Add([]byte("{}\n\x00\n"))
	f.Add([]byte(""))
	f.Fuzz(func(t *testing.T, text []byte) {
		last, broken := lastThatReads(text, true, json.Valid)
		lines := bytes.Split(text, []byte("\n"))
		want, after := []byte(nil), len(lines[len(lines)-1]) > 0
		for _, line := range slices.Backward(lines[:len(lines)-1]) {
			if json.Valid(line) {
				want = line
				break
			}
			after = true
		}
		if !bytes.Equal(last, want) || broken != after {
			t.Errorf("the last line is %q, broken %v, want %q, %v", last, broken, want, after)
		}
	})
}

func TestOfAPartOfALogTheFirstLineIsNotWhole(t *testing.T) {
	if last, broken := lastThatReads([]byte("{}\nno\n"), false, json.Valid); last != nil || !broken {
		t.Errorf("%q, %v", last, broken)
	}
	if last, broken := lastThatReads([]byte("1}\n{}\n"), false, json.Valid); string(last) != "{}" || broken {
		t.Errorf("%q, %v", last, broken)
	}
}
