package encoder

import "math"

// A matrix is rows of numbers, one for each piece.
type matrix struct {
	rows, width int
	of          []float32
}

func newMatrix(rows, width int) matrix {
	return matrix{rows, width, make([]float32, rows*width)}
}

func (m matrix) row(i int) []float32 { return m.of[i*m.width : (i+1)*m.width] }

// add adds another matrix of the same shape to m.
func (m matrix) add(other matrix) {
	for i, f := range other.of {
		m.of[i] += f
	}
}

// mean is the mean of the rows.
func (m matrix) mean() []float32 {
	mean := make([]float32, m.width)
	for i := range m.rows {
		for k, f := range m.row(i) {
			mean[k] += f
		}
	}
	for k := range mean {
		mean[k] /= float32(m.rows)
	}
	return mean
}

func (l *layer) forward(x matrix) matrix {
	attended := l.joined.multiply(attention(l.attend.multiply(l.before.apply(x))))
	if l.adjust != nil {
		x = l.adjust.multiply(x)
	}
	x.add(attended)
	widened := l.widen.multiply(l.between.apply(x))
	for i, f := range widened.of {
		widened.of[i] = max(f, 0)
	}
	x.add(l.narrow.multiply(widened))
	return x
}

// epsilon keeps a row of equal numbers from being divided by nothing.
const epsilon = 1e-6

func (n normalization) apply(x matrix) matrix {
	out := newMatrix(x.rows, x.width)
	for i := range x.rows {
		n.row(x.row(i), out.row(i))
	}
	return out
}

func (n normalization) row(from, to []float32) {
	mean, variance := 0.0, 0.0
	for _, f := range from {
		mean += float64(f)
	}
	mean /= float64(len(from))
	for _, f := range from {
		off := float64(f) - mean
		variance += float64(off * off)
	}
	inverse := 1 / math.Sqrt(variance/float64(len(from))+epsilon)
	for k, f := range from {
		scaled := float32((float64(f) - mean) * inverse)
		to[k] = float32(scaled*n.scale[k]) + n.shift[k]
	}
}

// attention mixes the rows' values, head by head, each row by how its query
// meets the others' keys. A row holds all queries, then all keys, then all
// values.
func attention(x matrix) matrix {
	width := x.width / 3
	out, size := newMatrix(x.rows, width), width/heads
	shares := make([]float32, x.rows)
	for head := range heads {
		from := head * size
		for i := range x.rows {
			weigh(x, i, from, size, shares)
			to := out.row(i)[from : from+size]
			for j, share := range shares {
				value := x.row(j)[2*width+from : 2*width+from+size]
				for k, f := range value {
					to[k] += float32(share * f)
				}
			}
		}
	}
	return out
}

// weigh is how much row i takes of each row's values, for the head whose
// columns begin at from.
func weigh(x matrix, i, from, size int, shares []float32) {
	width := x.width / 3
	query := x.row(i)[from : from+size]
	scale := float32(1 / math.Sqrt(float64(size)))
	most := float32(math.Inf(-1))
	for j := range shares {
		shares[j] = float32(dotFloats(query, x.row(j)[width+from:width+from+size]) * scale)
		most = max(most, shares[j])
	}
	sum := float32(0)
	for j := range shares {
		shares[j] = float32(exp(float64(shares[j] - most)))
		sum += shares[j]
	}
	for j := range shares {
		shares[j] /= sum
	}
}

func dotFloats(a, b []float32) float32 {
	sum := float32(0)
	for k := range a {
		sum += float32(a[k] * b[k])
	}
	return sum
}
