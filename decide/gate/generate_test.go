package gate_test

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/project"
	"sinew/pkg/text"
)

// The names and words of generated sets and texts: few, so that they meet.
var (
	reflexNames = []string{"kettle", "radio", "post", "wipe", "find"}
	argNames    = []string{"drink", "who", "cups", "steep", "note", "site", "mail", "loud", "crate", "ticket"}
	someWords   = []string{"mint", "oolong", "dora", "abe", "benedict", "hall", "#ops", "eu-north", "now"}
	meanings    = []string{"A dark tea.", "The cook who bakes.", "Leaves from the garden.", "Where ships meet.", "The cook's lodger."}
	pieces      = append([]string{
		"boil", "the", "for", "3", "12", "9 minutes", "1h30m", `"so long"`, "'tis'", "a@b.example", "https://x.example/p", "INC-311",
		"50 euros", "tomorrow", "dorra", "bened", "dora's", "Dora", "cook", "please", "too", "as well", "&", "-", ",", "called", "not", "é",
		"“well”", "crates", "2 crates", "kettle", "EU North",
	}, someWords...)
)

func sentences() *rapid.Generator[string] {
	joined := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 9), func(words []string) string { return strings.Join(words, " ") })
	return rapid.OneOf(joined, joined, joined, rapid.String())
}

// sets are sets of reflexes with every source of arguments, every effect, and
// bars of any height or none.
func sets() *rapid.Generator[catalog.Set] {
	return rapid.Custom(func(t *rapid.T) catalog.Set {
		set := catalog.Set{Vocabs: map[string]project.Vocabulary{}, Adapter: catalog.Adapter{ID: "any", Bars: anyBars(t)}}
		for _, name := range []string{"first", "second"} {
			set.Vocabs[name] = vocabulary(t, name)
		}
		names := rapid.SliceOfNDistinct(rapid.SampledFrom(reflexNames), 1, 3, rapid.ID).Draw(t, "reflexes")
		for _, name := range names {
			effect := rapid.SampledFrom([]manifest.Effect{manifest.ReadOnly, manifest.Write, manifest.Destructive}).Draw(t, "effect")
			m := &manifest.Manifest{Description: rapid.SampledFrom(meanings).Draw(t, "description"), Effect: effect, Confirm: "Go on?"}
			for _, arg := range rapid.SliceOfNDistinct(rapid.SampledFrom(argNames), 0, 4, rapid.ID).Draw(t, "args") {
				m.Args = append(m.Args, argument(t, arg))
			}
			set.Reflexes = append(set.Reflexes, catalog.Reflex{Name: name, Manifest: m, Effect: effect})
		}
		return set
	})
}

func anyBars(t *rapid.T) *catalog.Bars {
	bar := rapid.OneOf(rapid.SampledFrom([]float64{0, 0.5, 1}), rapid.Float64Range(0, 1))
	if rapid.Bool().Draw(t, "no bars") && rapid.Bool().Draw(t, "none") {
		return nil
	}
	bars := &catalog.Bars{Route: bar.Draw(t, "route"), Read: bar.Draw(t, "read")}
	bars.Write = max(bars.Read, bar.Draw(t, "write"))
	if rapid.Bool().Draw(t, "whole") {
		whole := bar.Draw(t, "whole bar")
		bars.Whole = &whole
	}
	return bars
}

func vocabulary(t *rapid.T, name string) project.Vocabulary {
	v := project.Vocabulary{Name: name}
	for _, word := range rapid.SliceOfNDistinct(rapid.SampledFrom(someWords), 0, 4, rapid.ID).Draw(t, name) {
		one := project.Word{Word: word, What: rapid.SampledFrom(meanings).Draw(t, "what")}
		if rapid.Bool().Draw(t, "bound") {
			value := "value of " + word + " in " + name
			one.Value = &value
		}
		v.Words = append(v.Words, one)
	}
	return v
}

func argument(t *rapid.T, name string) manifest.Argument {
	a := manifest.Argument{
		Name: name, Ask: "What of " + name + "?", Optional: rapid.Bool().Draw(t, "optional"),
		Source: rapid.SampledFrom([]manifest.Source{
			manifest.Options, manifest.Options, manifest.Vocab, manifest.Vocab, manifest.Pick, manifest.Pick, manifest.Flag, manifest.Takes,
		}).Draw(t, "source"),
	}
	switch a.Source {
	case manifest.Options:
		for _, key := range rapid.SliceOfNDistinct(rapid.SampledFrom(someWords[:5]), 1, 3, rapid.ID).Draw(t, "options") {
			a.Options = append(a.Options, manifest.Option{Key: key, Meaning: rapid.SampledFrom(meanings).Draw(t, "meaning")})
		}
	case manifest.Vocab:
		a.Vocab = rapid.SampledFrom([]string{"first", "second", "absent"}).Draw(t, "vocab")
	case manifest.Pick:
		a.Pick = rapid.SampledFrom(append([]manifest.Recognizer{"quoted", "quoted"}, manifest.Recognizers...)).Draw(t, "pick")
		if (a.Pick == "number" || a.Pick == "duration") && rapid.Bool().Draw(t, "ranged") {
			a.Range = &manifest.Range{Min: 2, Max: 600}
		}
	case manifest.Takes:
		a.Ask, a.Takes = "", name
	}
	return a
}

// distribution is any valid answer to a question: often all on one key, so
// that calls come about, and often on no particular one.
func distribution(t *rapid.T, q question.Question) question.Answer {
	if q.YesNo() {
		return question.Answer{question.Yes: rapid.OneOf(rapid.SampledFrom([]float64{0, 0.5, 1}), rapid.Float64Range(0, 1)).Draw(t, q.ID())}
	}
	keys := q.Keys()
	top := rapid.SampledFrom(keys).Draw(t, q.ID())
	p := rapid.OneOf(rapid.SampledFrom([]float64{1, 1, 0.9, 0.5}), rapid.Float64Range(0, 1)).Draw(t, "p")
	answer := question.Answer{top: p}
	if p < 1 {
		answer[rapid.SampledFrom(keys).Draw(t, "rest")] += 1 - p
	}
	return answer
}

// anyValue is a value a person could be made to give for an argument, fitting
// or not.
func anyValue(t *rapid.T, a manifest.Argument) call.Value {
	forged := "forged"
	word := rapid.SampledFrom(append([]string{"nobody", ""}, someWords...)).Draw(t, "word")
	said := rapid.SampledFrom(pieces).Draw(t, "said")
	kinds := []pick.Kind{pick.Number, pick.Duration, pick.Quoted, pick.Email, pick.URL, pick.Kind(a.Pick)}
	read := pick.Value{
		Kind:   rapid.SampledFrom(kinds).Draw(t, "kind"),
		Number: rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{-1, 0, 3, 700, nan})).Draw(t, "number"), Text: said,
	}
	return rapid.SampledFrom([]call.Value{
		{Kind: call.Option, Key: word, Bound: &forged},
		{Kind: call.Word, Word: word, Bound: &forged},
		{Kind: call.Pick, Span: text.Whole(said), Read: read},
		{Kind: call.Flag},
		{},
		{Kind: "other", Key: word, Word: word},
	}).Draw(t, fmt.Sprintf("value of %s", a.Name))
}

func offered(a manifest.Argument, key string) bool {
	return slices.ContainsFunc(a.Options, func(o manifest.Option) bool { return o.Key == key })
}
