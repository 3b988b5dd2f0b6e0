package main

import (
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand"
	"os"
	"sort"
	"sync"

	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/likeness"
	"sinew/decide/adapter/local/scorer"
)

var D struct {
	Intents []string
	Draws   [][][]int
	Desc    []int
	Val     [][2]int
	Test    [][2]int
	OosVal  []int `json:"oos_val"`
	OosTest []int `json:"oos_test"`
	Texts   []string
}
var T []*likeness.Text

func par(n int, f func(i int)) {
	var wg sync.WaitGroup
	for g := 0; g < 2; g++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := g; i < n; i += 2 {
				f(i)
			}
		}()
	}
	wg.Wait()
}

type inst struct {
	f    scorer.Features
	gold int
}

func domains() map[int]int {
	b, _ := os.ReadFile("/work/shared/data/clinc_domains.json")
	var m map[string][]string
	json.Unmarshal(b, &m)
	var names []string
	for k := range m {
		names = append(names, k)
	}
	sort.Strings(names)
	pos := map[string]int{}
	for i, n := range D.Intents {
		pos[n] = i
	}
	o := map[int]int{}
	for d, n := range names {
		for _, i := range m[n] {
			o[pos[i]] = d
		}
	}
	return o
}

func episodes(pool []int, test bool, n int, Ns, ks []int, nq int, seed int64, draw int, oosShare, drop float64) []inst {
	byq := map[int][]int{}
	src, oos := D.Val, D.OosVal
	if test {
		src, oos = D.Test, D.OosTest
	}
	for _, t := range src {
		byq[t[1]] = append(byq[t[1]], t[0])
	}
	type job struct {
		t    *scorer.Set
		q, g int
	}
	var jobs []job
	rng := rand.New(rand.NewSource(seed))
	for e := 0; e < n; e++ {
		N := Ns[rng.Intn(len(Ns))]
		k := ks[rng.Intn(len(ks))]
		perm := rng.Perm(len(pool))
		cl := perm[:min(N, len(pool))]
		rest := perm[min(N, len(pool)):]
		dr := draw
		if dr < 0 {
			dr = rng.Intn(3)
		}
		var cs []scorer.Class
		for _, ci := range cl {
			c := pool[ci]
			var x scorer.Class
			for _, i := range rng.Perm(10)[:k] {
				x.Examples = append(x.Examples, T[D.Draws[dr][c][i]])
			}
			if rng.Float64() >= drop {
				x.About = T[D.Desc[c]]
			}
			cs = append(cs, x)
		}
		t := scorer.Prepare(cs)
		for i := 0; i < nq; i++ {
			r := rng.Float64()
			if r < oosShare/2 || (r < oosShare && len(rest) == 0) {
				jobs = append(jobs, job{t, oos[rng.Intn(len(oos))], -1})
			} else if r < oosShare {
				c := pool[rest[rng.Intn(len(rest))]]
				jobs = append(jobs, job{t, byq[c][rng.Intn(len(byq[c]))], -1})
			} else {
				g := rng.Intn(len(cl))
				c := pool[cl[g]]
				jobs = append(jobs, job{t, byq[c][rng.Intn(len(byq[c]))], g})
			}
		}
	}
	out := make([]inst, len(jobs))
	par(len(jobs), func(i int) { out[i] = inst{jobs[i].t.Features(T[jobs[i].q]), jobs[i].g} })
	return out
}

func train(ins []inst, l2 float64) scorer.Weights {
	nc, nn := len(ins[0].f.Classes[0]), len(ins[0].f.None)
	w := scorer.Weights{Class: make([]float64, nc), None: make([]float64, nn)}
	mw := make([]float64, nc+nn)
	vw := make([]float64, nc+nn)
	rng := rand.New(rand.NewSource(7))
	step := 0
	for ep := 0; ep < 8; ep++ {
		perm := rng.Perm(len(ins))
		lr := 0.1 * math.Pow(0.5, float64(ep))
		for o := 0; o < len(perm); o += 32 {
			g := make([]float64, nc+nn)
			n := 0
			for _, ii := range perm[o:min(o+32, len(perm))] {
				in := ins[ii]
				pr := scorer.Shares(w.Logits(in.f))
				n++
				for c, p := range in.f.Classes {
					e := pr[c]
					if c == in.gold {
						e--
					}
					if math.Abs(e) < 1e-6 {
						continue
					}
					for k, v := range p {
						g[k] += e * v
					}
				}
				e := pr[len(in.f.Classes)]
				if in.gold < 0 {
					e--
				}
				for k, v := range in.f.None {
					g[nc+k] += e * v
				}
			}
			step++
			for k := range g {
				var x *float64
				if k < nc {
					x = &w.Class[k]
				} else {
					x = &w.None[k-nc]
				}
				gg := g[k]/float64(n) + l2**x
				mw[k] = 0.9*mw[k] + 0.1*gg
				vw[k] = 0.999*vw[k] + 0.001*gg*gg
				mh := mw[k] / (1 - math.Pow(0.9, float64(step)))
				vh := vw[k] / (1 - math.Pow(0.999, float64(step)))
				*x -= lr * mh / (math.Sqrt(vh) + 1e-8)
			}
		}
	}
	return w
}

func auroc(in, out []float64) float64 {
	type p struct {
		s float64
		l int
	}
	var a []p
	for _, x := range in {
		a = append(a, p{x, 1})
	}
	for _, x := range out {
		a = append(a, p{x, 0})
	}
	sort.Slice(a, func(i, j int) bool { return a[i].s < a[j].s })
	var r float64
	for i := 0; i < len(a); {
		j := i
		for j < len(a) && a[j].s == a[i].s {
			j++
		}
		for k := i; k < j; k++ {
			if a[k].l == 1 {
				r += float64(i+j+1) / 2
			}
		}
		i = j
	}
	n1, n0 := float64(len(in)), float64(len(out))
	return (r - n1*(n1+1)/2) / (n1 * n0)
}

type rep [9]float64

func eval(ins []inst, w scorer.Weights) rep {
	var in, out []float64
	ok := 0
	type cp struct {
		p  float64
		ok bool
	}
	var cal []cp
	var g8, b8, g9, b9 float64
	for _, i := range ins {
		pr := scorer.Shares(w.Logits(i.f))
		N := len(i.f.Classes)
		b := 0
		for c := 0; c < N; c++ {
			if pr[c] > pr[b] {
				b = c
			}
		}
		if i.gold >= 0 {
			in = append(in, 1-pr[N])
			if b == i.gold {
				ok++
			}
		} else {
			out = append(out, 1-pr[N])
		}
		win := b
		if pr[N] > pr[b] {
			win = N
		}
		cal = append(cal, cp{pr[win], (win == N && i.gold < 0) || win == i.gold})
		if pr[b] >= .8 {
			if b == i.gold {
				g8++
			} else {
				b8++
			}
		}
		if pr[b] >= .9 {
			if b == i.gold {
				g9++
			} else {
				b9++
			}
		}
	}
	var r rep
	r[0] = float64(ok) / float64(len(in))
	r[1] = auroc(in, out)
	ss := append([]float64(nil), in...)
	sort.Float64s(ss)
	for _, x := range out {
		if x < ss[len(ss)/20] {
			r[2]++
		}
	}
	r[2] /= float64(len(out))
	bins := make([][3]float64, 10)
	for _, c := range cal {
		b := min(int(c.p*10), 9)
		bins[b][0]++
		bins[b][1] += c.p
		if c.ok {
			bins[b][2]++
		}
	}
	for _, b := range bins {
		if b[0] > 0 {
			r[3] += math.Abs(b[1]-b[2]) / float64(len(cal))
		}
	}
	r[4], r[5] = g8/float64(len(in)), b8/math.Max(1, g8+b8)
	r[6], r[7] = g9/float64(len(in)), b9/math.Max(1, g9+b9)
	return r
}

func vectors() {
	T = make([]*likeness.Text, len(D.Texts))
	cache := "/tmp/h/clinc_vec.bin"
	if b, err := os.ReadFile(cache); err == nil {
		par(len(T), func(i int) {
			var v encoder.Vector
			for k := range v {
				v[k] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*(i*encoder.Width+k):]))
			}
			T[i] = likeness.With(D.Texts[i], v)
		})
		return
	}
	par(len(T), func(i int) { T[i] = likeness.Of(D.Texts[i]) })
	var b []byte
	for _, t := range T {
		for _, f := range t.Vector {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
		}
	}
	os.WriteFile(cache, b, 0o600)
}

func main() {
	runs := flag.Int("seeds", 1, "")
	flag.Parse()
	b, _ := os.ReadFile("/work/shared/data/clinc_episodes.json")
	json.Unmarshal(b, &D)
	vectors()
	dm := domains()
	sums := map[string][]rep{}
	for seed := 0; seed < *runs; seed++ {
		for half := 0; half < 2; half++ {
			var tr, te []int
			for c := 0; c < 150; c++ {
				if dm[c]%2 == half {
					tr = append(tr, c)
				} else {
					te = append(te, c)
				}
			}
			w := train(episodes(tr, false, 240, []int{5, 10, 15, 25, 50}, []int{1, 3, 5, 8, 10}, 60, int64(1000*seed+half+1), -1, 0.33, 0.2), 1e-4)
			if seed == 0 {
				fmt.Printf("w %.2f b %.2f\n", w.Class, w.None)
			}
			for _, cfg := range [][2]int{{15, 3}, {15, 5}, {15, 10}, {50, 5}} {
				ins := episodes(te, true, 25, []int{cfg[0]}, []int{cfg[1]}, 120, int64(1000*seed+100+half), -1, 0.33, 0)
				key := fmt.Sprintf("N=%d k=%d", cfg[0], cfg[1])
				sums[key] = append(sums[key], eval(ins, w))
			}
		}
	}
	for _, key := range []string{"N=15 k=3", "N=15 k=5", "N=15 k=10", "N=50 k=5"} {
		var m, sd rep
		for _, r := range sums[key] {
			for i := range r {
				m[i] += r[i] / float64(len(sums[key]))
			}
		}
		for _, r := range sums[key] {
			for i := range r {
				sd[i] += (r[i] - m[i]) * (r[i] - m[i]) / float64(len(sums[key]))
			}
		}
		fmt.Printf("%-10s acc %.3f±%.3f auroc %.3f oos95 %.3f ece %.3f | .8 run %.3f wrong %.3f | .9 run %.3f wrong %.3f\n", key, m[0], math.Sqrt(sd[0]), m[1], m[2], m[3], m[4], m[5], m[6], m[7])
	}
}
