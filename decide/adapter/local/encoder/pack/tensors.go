package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
)

// Tensors are the package's arrays of float32, by name.
type tensors map[string][]float32

// read cuts the shards, which stand one behind the other, as model.json lists
// the arrays. Every number has four bytes.
func read(files map[string][]byte) (tensors, error) {
	var model struct {
		WeightsManifest []struct {
			Paths   []string
			Weights []struct {
				Name  string
				Shape []int
				Dtype string
			}
		}
	}
	if err := json.Unmarshal(files["model.json"], &model); err != nil {
		return nil, fmt.Errorf("model.json: %w", err)
	}
	all := tensors{}
	for _, group := range model.WeightsManifest {
		var raw []byte
		for _, path := range group.Paths {
			raw = append(raw, files[path]...)
		}
		for _, w := range group.Weights {
			size := 4
			for _, n := range w.Shape {
				size *= n
			}
			if len(raw) < size {
				return nil, errors.New("the shards are too short for " + w.Name)
			}
			if w.Dtype == "float32" {
				all[w.Name] = floats(raw[:size])
			}
			raw = raw[size:]
		}
	}
	return all, nil
}

func floats(raw []byte) []float32 {
	all := make([]float32, len(raw)/4)
	for i := range all {
		all[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return all
}

// A packer writes parts of the file; failed says what it did not find.
type packer struct {
	tensors
	out    bytes.Buffer
	failed error
}

// Where the arrays lie in the graph.
const (
	encode = "Encode/"
	stack  = "TransformerStack/"
	inner  = "/TransformerLayer/"
	concat = "/ConcatPartitions/concat"
)

// pack is weights.bin, in the order the encoder's parse reads it.
func (t tensors) pack() ([]byte, error) {
	p := &packer{tensors: t}
	p.table(p.named("Embeddings_en"), 256)
	p.floats(p.named("TimingSignal/ExpandDims_1"))
	p.layer("Layer_0", 256)
	p.layer("Layer_1", 512)
	p.dense("tanh_layer_0/weights", "tanh_layer_0/bias", 512)
	return p.out.Bytes(), p.failed
}

func (p *packer) layer(name string, width int) {
	own, folded := encode+name+inner, stack+name+inner
	for _, at := range []string{"", "FFN/"} {
		norm := own + at + "layer_prepostprocess/layer_norm/layer_norm_"
		p.floats(p.named(norm + "scale" + concat))
		p.floats(p.named(norm + "bias" + concat))
	}
	for _, of := range []string{"qkv", "output"} {
		attention := own + "MultiheadAttention/" + of + "_transform_single/"
		p.dense(attention+"kernel/part_0", attention+"bias"+concat, width)
	}
	p.dense(folded+"FFN/conv1/Tensordot/Reshape_1", own+"FFN/conv1/bias"+concat, 512)
	p.dense(folded+"FFN/conv2/Tensordot/Reshape_1", own+"FFN/conv2/bias"+concat, 1536)
	if width != 512 {
		p.dense(own+"dense/kernel"+concat, own+"dense/bias"+concat, width)
	}
}

// named is the one array whose name ends so.
func (p *packer) named(ending string) []float32 {
	var found []float32
	for name, of := range p.tensors {
		if strings.HasSuffix(name, "/"+ending) {
			if found != nil {
				p.failed = errors.New("two arrays are called " + ending)
			}
			found = of
		}
	}
	if found == nil {
		p.failed = errors.New("no array is called " + ending)
	}
	return found
}

func (p *packer) floats(all []float32) {
	for _, f := range all {
		p.out.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(f)))
	}
}

// dense writes a matrix of rows inputs by row of outputs, and what is added.
func (p *packer) dense(weights, bias string, inputs int) {
	of := p.named(weights)
	outputs := len(of) / inputs
	turned := make([]float32, len(of))
	for i := range inputs {
		for j := range outputs {
			turned[j*inputs+i] = of[i*outputs+j]
		}
	}
	p.table(turned, inputs)
	p.floats(p.named(bias))
}

// table writes rows of one byte a number, each behind its scale: the greatest
// number of a row is 127.
func (p *packer) table(of []float32, width int) {
	for ; len(of) >= width; of = of[width:] {
		most := float32(0)
		for _, f := range of[:width] {
			most = max(most, f, -f)
		}
		scale := most / 127
		p.floats([]float32{scale})
		for _, f := range of[:width] {
			steps := 0.0
			if scale > 0 {
				steps = math.Round(float64(f / scale))
			}
			p.out.WriteByte(byte(int8(steps)))
		}
	}
}
