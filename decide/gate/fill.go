package gate

import (
	"math"
	"slices"

	"sinew/decide/catalog"
	"sinew/decide/reading"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// Fill answers an ask: given are values a person gave, by argument name, and
// what comes out is gated again. A value of the wrong kind leaves its argument
// to be asked for once more, a number out of range likewise with the reason. A
// word's value is always the person's own list's, whatever was given. What is
// still missing and required is asked as never stated; an optional ask without
// an answer is dropped. A call that was read back is not read back again: what
// it then left out still counts (reading.md 1.2, 3.10).
func Fill(cat *catalog.Catalog, d Decision, given map[string]call.Value) Decision {
	if d.Outcome != Ask {
		return d
	}
	x := cat.Reflex(d.Reading.Winner.Reflex)
	if x == nil {
		return d.abstain()
	}
	w := *d.Reading.Winner
	w.Args, w.Missing = nil, nil
	for _, a := range x.Manifest.Args {
		fillOne(cat, a, &w, *d.Reading.Winner, given)
	}
	w.Basis = slices.DeleteFunc(slices.Clone(w.Basis), func(b reading.Basis) bool { return has(given, b.Arg) })
	d.Reading.Judgments = slices.DeleteFunc(slices.Clone(d.Reading.Judgments), func(j reading.Judgment) bool {
		return !j.Subject.Routes() && has(given, j.Subject.Arg)
	})
	d.Reading.Winner, d.Answered = &w, answeredNow(d.Answered, w, given)
	d.Because, d.Prompt, d.Choices = nil, Prompt{}, nil
	return d.judge(cat)
}

// answeredNow are the arguments answered so far, with those whose given value
// the call took.
func answeredNow(before []string, w reading.Winner, given map[string]call.Value) []string {
	all := slices.Clone(before)
	for _, a := range w.Args {
		if has(given, a.Name) && !slices.Contains(all, a.Name) {
			all = append(all, a.Name)
		}
	}
	return all
}

func has(given map[string]call.Value, arg string) bool {
	_, ok := given[arg]
	return ok
}

// fillOne puts one argument's value, given or read, into the filled winner, or
// its ask.
func fillOne(cat *catalog.Catalog, a manifest.Argument, w *reading.Winner, read reading.Winner, given map[string]call.Value) {
	ask := reading.Missing{Arg: a.Name, Ask: a.Ask, Why: reading.NeverStated, Recent: offered(read, a.Name)}
	value, ok := given[a.Name]
	if !ok {
		value, ok = read.Call().Arg(a.Name)
	} else if value, ok = typed(cat, a, value); ok && value.Kind == call.Pick && !a.Range.Holds(value.Read.Number) {
		ask.Why, ask.Span = reading.OutOfRange, &value.Span
		w.Missing = append(w.Missing, ask)
		return
	}
	switch {
	case ok:
		w.Args = append(w.Args, call.Arg{Name: a.Name, Value: value})
	case a.Required():
		w.Missing = append(w.Missing, ask)
	}
}

// offered is what earlier results offered for an argument that was asked for.
func offered(read reading.Winner, arg string) []call.Value {
	for _, m := range read.Missing {
		if m.Arg == arg {
			return m.Recent
		}
	}
	return nil
}

// typed is a given value as the argument takes it, a word without the value its
// list sets; ok is false for one of another kind, or one that is not offered.
func typed(cat *catalog.Catalog, a manifest.Argument, v call.Value) (call.Value, bool) {
	switch a.Source {
	case manifest.Options:
		offered := slices.ContainsFunc(a.Options, func(o manifest.Option) bool { return o.Key == v.Key })
		return call.Value{Kind: call.Option, Key: v.Key}, v.Kind == call.Option && offered
	case manifest.Vocab:
		listed := slices.ContainsFunc(cat.Words(a.Vocab), func(w project.Word) bool { return w.Word == v.Word })
		return call.Value{Kind: call.Word, Word: v.Word}, v.Kind == call.Word && listed
	case manifest.Pick:
		finite := !math.IsNaN(v.Read.Number) && !math.IsInf(v.Read.Number, 0)
		return v, v.Kind == call.Pick && string(v.Read.Kind) == string(a.Pick) && finite
	}
	return call.Value{Kind: call.Flag}, v.Kind == call.Flag && a.Source == manifest.Flag
}
