package encoder

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// reference are texts with their pieces and the vectors the original graph
// gives them, in 32-bit floats.
func reference(t *testing.T) (texts []string, ids [][]int, vectors []Vector) {
	t.Helper()
	shared := os.Getenv("SINEW_TESTDATA")
	if shared == "" {
		t.Skip("SINEW_TESTDATA is not set")
	}
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(shared, "data", name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for name, into := range map[string]any{"use-lite-reference.json": &texts, "use-lite-reference.ids.json": &ids} {
		if err := json.Unmarshal(read(name), into); err != nil {
			t.Fatal(err)
		}
	}
	vectors = make([]Vector, len(texts))
	floats := read("use-lite-reference.f32")
	for i := range vectors {
		for k := range vectors[i] {
			vectors[i][k] = math.Float32frombits(binary.LittleEndian.Uint32(floats[4*(i*Width+k):]))
		}
	}
	return texts, ids, vectors
}

func TestTextsAreCutAndEncodedAsTheOriginalGraphDoes(t *testing.T) {
	texts, ids, vectors := reference(t)
	least := 1.0
	for i, text := range texts {
		if got := loaded().pieces.cut(text); !slices.Equal(got, ids[i]) {
			t.Errorf("%q: %v, want %v", text, got, ids[i])
		}
		got := Embed(text)
		cosine := got.Cosine(&vectors[i])
		least = min(least, cosine)
		if cosine < 0.999 {
			t.Errorf("%q: cosine %.6f", text, cosine)
		}
	}
	t.Logf("%d texts, cosine at least %.6f", len(texts), least)
}

func BenchmarkEmbed(b *testing.B) {
	loaded()
	for b.Loop() {
		Embed("set a timer for ten minutes and dim the lights")
	}
}

func TestAVectorIsTheSameOnEveryMachine(t *testing.T) {
	for text, want := range map[string]string{
		"kill the lights in the den":       "79143add82574d11273dd37460a3bc0214a557942c60c823e9a07e5a711a06ab",
		"set a timer for 10 minutes 🍵 tea": "b9eea41e66f3ebe6d364a339b65bebfbf94f2b5f1a5891cd6d2c7b92bc6238a5",
		"a":                                "c7bf1bb93e6e32c95364c4266937e2a17056f6d68c3a7f74ba9e74793707a642",
	} {
		v := Embed(text)
		raw := make([]byte, 0, 4*Width)
		for _, f := range v {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(f))
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(raw)); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
	if Embed(" ") != (Vector{}) {
		t.Error("nothing is something")
	}
}

func TestTheFunctionsAreRight(t *testing.T) {
	for x := -30.0; x < 130; x += 0.0371 {
		s, c := sincos(math.Abs(x))
		for name, pair := range map[string][2]float64{
			"exp": {exp(x / 10), math.Exp(x / 10)}, "tanh": {tanh(x), math.Tanh(x)},
			"sine": {s, math.Sin(math.Abs(x))}, "cosine": {c, math.Cos(math.Abs(x))},
		} {
			if off := math.Abs(pair[0] - pair[1]); off > 1e-12*max(1, math.Abs(pair[1])) {
				t.Errorf("%s(%g) is %g, not %g", name, x, pair[0], pair[1])
			}
		}
	}
}
