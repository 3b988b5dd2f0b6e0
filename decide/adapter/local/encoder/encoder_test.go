package encoder

import (
	"encoding/binary"
	"encoding/json"
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
