package encoder

import "math"

// most14 is the largest integer an input is rounded to. Of 1,536 products with
// an int8 weight the sum stays within an int32.
const most14 = 8191

// multiply is x times the matrix, plus the bias: a row for each row of x.
func (d *dense) multiply(x matrix) matrix {
	rows := len(d.bias)
	out := newMatrix(x.rows, rows)
	whole, scales := integers(x)
	var sums [4]int32
	for j := 0; j < rows; j += len(sums) {
		for i := range x.rows {
			d.dot4(j, whole[i*x.width:(i+1)*x.width], &sums)
			to := out.row(i)[j : j+len(sums)]
			for k, sum := range sums {
				to[k] = float32(float32(float32(sum)*d.scale[j+k])*scales[i]) + d.bias[j+k]
			}
		}
	}
	return out
}

// dot4 are the sums of products of x with four rows of the table, from row j.
func (d *dense) dot4(j int, x []int16, sums *[4]int32) {
	stride := d.width + 4
	rows := d.bytes[j*stride+4:]
	dot4(rows[:3*stride+d.width], stride, x, sums)
}

// dot4Plain is dot4 in plain Go. rows are four rows of len(x) bytes, stride
// bytes apart.
func dot4Plain(rows []byte, stride int, x []int16, sums *[4]int32) {
	for k := range sums {
		row := rows[k*stride : k*stride+len(x)]
		sum := int32(0)
		for i, b := range row {
			sum += int32(int8(b)) * int32(x[i])
		}
		sums[k] = sum
	}
}

// integers are a matrix's rows, each rounded to integers of 14 bits, and what
// one of them stands for.
func integers(x matrix) (whole []int16, scales []float32) {
	whole, scales = make([]int16, len(x.of)), make([]float32, x.rows)
	for i := range x.rows {
		row := x.row(i)
		most := float32(0)
		for _, f := range row {
			most = max(most, f, -f)
		}
		if most == 0 {
			continue
		}
		scales[i] = most / most14
		inverse, to := most14/most, whole[i*x.width:(i+1)*x.width]
		for k, f := range row {
			to[k] = int16(math.RoundToEven(float64(float32(f * inverse))))
		}
	}
	return whole, scales
}
