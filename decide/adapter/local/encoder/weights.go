package encoder

import (
	"encoding/binary"
	"errors"
	"math"
)

// The shape of the network.
const (
	pieceCount = 8002
	pieceWidth = 256
	wide       = 1536
	heads      = 4
)

// A model is the network's weights.
type model struct {
	pieces     *vocabulary
	embeddings table
	timing     []float32 // how fast the sine of each column turns with a piece's place
	layers     [2]layer
	output     dense
}

// A layer is one transformer layer: attention, then a network of two steps,
// each after a normalization and added to what came in.
type layer struct {
	before, between normalization
	attend, joined  dense // queries, keys and values at once; the heads joined
	widen, narrow   dense
	adjust          *dense // brings what came in to the layer's width; nil for none
}

// A normalization scales a row to mean zero and deviation one, then by columns.
type normalization struct{ scale, shift []float32 }

// A dense step is a matrix, a row for each output, and what is added to each.
type dense struct {
	table
	bias []float32
}

// A table is rows of int8 weights, each behind its scale, as the file has them.
type table struct {
	width int
	bytes []byte // rows of 4 bytes of scale and width bytes
	scale []float32
}

// row is row i and its scale.
func (t *table) row(i int) ([]byte, float32) {
	start := i*(t.width+4) + 4
	return t.bytes[start : start+t.width], t.scale[i]
}

// parse reads the file that pack writes: little-endian, one part behind the
// other. The tables are read where they are, without a copy.
func parse(file []byte, pieces string) (*model, error) {
	r := &parser{rest: file}
	m := &model{embeddings: r.table(pieceCount, pieceWidth), timing: r.floats(pieceWidth / 2)}
	for i, width := range []int{pieceWidth, Width} {
		l := &m.layers[i]
		l.before = normalization{r.floats(width), r.floats(width)}
		l.between = normalization{r.floats(Width), r.floats(Width)}
		l.attend, l.joined = r.dense(3*width, width), r.dense(Width, width)
		l.widen, l.narrow = r.dense(wide, Width), r.dense(Width, wide)
		if width != Width {
			adjust := r.dense(Width, width)
			l.adjust = &adjust
		}
	}
	m.output = r.dense(Width, Width)
	if r.short || len(r.rest) > 0 {
		return nil, errors.New("the weights are of another size")
	}
	var err error
	m.pieces, err = parsePieces(pieces)
	return m, err
}

// A parser takes parts off the front of a file; short says that it ended
// before.
type parser struct {
	rest  []byte
	short bool
}

func (r *parser) take(n int) []byte {
	if n > len(r.rest) {
		r.short = true
		return make([]byte, n)
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *parser) floats(n int) []float32 {
	raw, all := r.take(4*n), make([]float32, n)
	for i := range all {
		all[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return all
}

func (r *parser) table(rows, width int) table {
	t := table{width: width, bytes: r.take(rows * (width + 4)), scale: make([]float32, rows)}
	for i := range t.scale {
		t.scale[i] = math.Float32frombits(binary.LittleEndian.Uint32(t.bytes[i*(width+4):]))
	}
	return t
}

func (r *parser) dense(rows, width int) dense {
	return dense{r.table(rows, width), r.floats(rows)}
}
