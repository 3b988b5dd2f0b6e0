package eval

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/likeness"
)

// Data is what is fitted on and measured by. Texts go by their number.
type Data struct {
	Intents     []string
	Draws       [][][]int // by draw and intent
	Desc        []int     // by intent
	Val, Test   [][2]int  // a text and its intent
	BesideVal   []int     `json:"oos_val"`
	BesideTest  []int     `json:"oos_test"`
	BesideTrain []int     `json:"oos_train"`
	Texts       []string

	domain []int // by intent
	read   []*likeness.Text
}

// Load reads clinc_episodes.json and clinc_domains.json of a directory. vectors
// encodes texts.
func Load(dir string, vectors func(texts []string) []encoder.Vector) (*Data, error) {
	d := &Data{}
	if err := decode(filepath.Join(dir, "clinc_episodes.json"), d); err != nil {
		return nil, err
	}
	byDomain := map[string][]string{}
	if err := decode(filepath.Join(dir, "clinc_domains.json"), &byDomain); err != nil {
		return nil, err
	}
	if err := d.place(byDomain); err != nil {
		return nil, err
	}
	for i, v := range vectors(d.Texts) {
		d.read = append(d.read, likeness.With(d.Texts[i], v))
	}
	return d, nil
}

func decode(file string, to any) error {
	src, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return json.Unmarshal(src, to)
}

// place numbers the domains by their names and gives each intent its own.
func (d *Data) place(byDomain map[string][]string) error {
	d.domain = make([]int, len(d.Intents))
	placed := 0
	for n, name := range slices.Sorted(maps.Keys(byDomain)) {
		for _, intent := range byDomain[name] {
			if at := slices.Index(d.Intents, intent); at >= 0 {
				d.domain[at] = n
				placed++
			}
		}
	}
	if placed != len(d.Intents) {
		return fmt.Errorf("%d of %d intents have a domain", placed, len(d.Intents))
	}
	return nil
}

// half are the intents of every second domain.
func (d *Data) half(which int) []int {
	return slices.DeleteFunc(d.all(), func(i int) bool { return d.domain[i]%2 != which })
}

func (d *Data) all() []int {
	all := make([]int, len(d.Intents))
	for i := range all {
		all[i] = i
	}
	return all
}

// A split is the texts an episode may ask: by intent, and beside all.
type split struct {
	by     map[int][]int
	beside []int
}

func (d *Data) fitting() split {
	return split{byIntent(d.Val), slices.Concat(d.BesideTrain, d.BesideVal)}
}

func (d *Data) testing() split { return split{byIntent(d.Test), d.BesideTest} }

func byIntent(all [][2]int) map[int][]int {
	by := map[int][]int{}
	for _, t := range all {
		by[t[1]] = append(by[t[1]], t[0])
	}
	return by
}
