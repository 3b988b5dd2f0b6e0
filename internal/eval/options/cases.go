package options

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"

	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/likeness"
	"sinew/decide/adapter/local/values"
)

// An argument is one of the file's: what it offers, and texts with the value
// each states, nil for none.
type argument struct {
	Name     string             `json:"name"`
	Ask      string             `json:"ask"`
	About    string             `json:"desc"`
	Options  map[string]string  `json:"options"`
	Examples map[string]*string `json:"examples"`
	Tests    map[string]*string `json:"tests"`
}

func read(path string) ([]argument, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []argument
	return all, json.Unmarshal(data, &all)
}

func (a *argument) keys() []string { return slices.Sorted(maps.Keys(a.Options)) }

func (a *argument) tests() []string { return slices.Sorted(maps.Keys(a.Tests)) }

// list is what the argument offers, with these texts as its examples.
func (a *argument) list(examples map[string]*string) values.List {
	l := values.List{About: []string{a.About, a.Ask}}
	for _, k := range a.keys() {
		l.Choices = append(l.Choices, values.Choice{Key: k, What: a.Options[k]})
	}
	for _, text := range slices.Sorted(maps.Keys(examples)) {
		if stated := examples[text]; stated == nil {
			l.Unstated = append(l.Unstated, text)
		} else {
			to := &l.Choices[slices.Index(a.keys(), *stated)]
			to.Examples = append(to.Examples, text)
		}
	}
	return l
}

// gold is the place of a stated value among the keys; that of none is behind
// the last.
func (a *argument) gold(stated *string) int {
	if stated == nil {
		return len(a.Options)
	}
	return slices.Index(a.keys(), *stated)
}

// An instance is one text over one list, and the place of what is right.
type instance struct {
	argument int
	text     string
	features *values.Features
	gold     int
	weight   float64
}

// with is the instances of every test under some examples.
func with(all []argument, examples func(a *argument, text string) map[string]*string) []instance {
	var found []instance
	for i := range all {
		a := &all[i]
		for _, text := range a.tests() {
			f := values.Of(a.list(examples(a, text)), text, source)
			found = append(found, instance{i, text, f, a.gold(a.Tests[text]), 1})
		}
	}
	return found
}

// The weight of a shorter list in the fit.
const shorterWeighs = 0.03

// shorter is the instances of every test over its list without what is right,
// where the text states nothing that is listed, and over each value alone.
func shorter(all []argument) []instance {
	var found []instance
	for i := range all {
		a := &all[i]
		for _, text := range a.tests() {
			gold, l := a.gold(a.Tests[text]), a.list(a.Examples)
			for k := range l.Choices {
				one := l
				one.Choices = l.Choices[k : k+1]
				right := 1
				if k == gold {
					right = 0
				}
				found = append(found, instance{i, text, values.Of(one, text, source), right, shorterWeighs})
			}
			if gold < len(l.Choices) {
				rest := l
				rest.Choices = slices.Delete(slices.Clone(l.Choices), gold, gold+1)
				found = append(found, instance{i, text, values.Of(rest, text, source), len(rest.Choices), shorterWeighs})
			}
		}
	}
	return found
}

// none, shipped and taught are examples: no example, those of the manifest,
// and those with every other test beside them.
func none(*argument, string) map[string]*string { return nil }

func shipped(a *argument, _ string) map[string]*string { return a.Examples }

func taught(a *argument, text string) map[string]*string {
	all := maps.Clone(a.Tests)
	delete(all, text)
	maps.Copy(all, a.Examples)
	return all
}

// memory reads every text once.
type memory struct {
	texts   map[string]*likeness.Text
	vectors map[string]*encoder.Vector
}

var source = memory{map[string]*likeness.Text{}, map[string]*encoder.Vector{}}

func (m memory) Text(of string) *likeness.Text {
	of = strings.ToLower(of)
	if m.texts[of] == nil {
		m.texts[of] = likeness.With(of, encoder.Vector{})
	}
	return m.texts[of]
}

func (m memory) Vector(of string) *encoder.Vector {
	if m.vectors[of] == nil {
		v := encoder.Embed(of)
		m.vectors[of] = &v
	}
	return m.vectors[of]
}
