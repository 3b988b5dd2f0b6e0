package weave

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sinew/decide/gate"
	"sinew/decide/reading"
	"sinew/decide/weave/sentence"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

// A value is words of a text that an argument of some reflex could take. It is
// of one of three sources: a vocabulary's word, an option of one argument, or
// what a recognizer reads.
type value struct {
	span text.Span
	source
	key string // of a listed word
}

// A source is where an argument's values come from: two arguments of one source
// take the same values.
type source struct {
	vocab       string
	reflex, arg string // of options
	kind        pick.Kind
}

func sourceOf(reflex string, a manifest.Argument) source {
	switch a.Source {
	case manifest.Vocab:
		return source{vocab: a.Vocab}
	case manifest.Options:
		return source{reflex: reflex, arg: a.Name}
	}
	return source{kind: pick.Kind(a.Pick)}
}

// values are what a text states, by its words alone, for any reflex in scope.
func (w *Weave) values(words string) []value {
	if all, ok := w.stated[words]; ok {
		return all
	}
	var all []value
	for _, c := range w.in.Typed(words) {
		all = append(all, value{span: c.Span, source: source{kind: c.Value.Kind}})
	}
	for _, v := range w.listedAnywhere(words) {
		if !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	slices.SortStableFunc(all, func(a, b value) int { return a.span.Start - b.span.Start })
	w.stated[words] = all
	return all
}

// listedAnywhere are the listed words a text says, of every argument in scope.
func (w *Weave) listedAnywhere(words string) []value {
	var all []value
	for _, x := range w.scope {
		for _, a := range x.Manifest.Args {
			all = append(all, w.listed(words, x.Name, a)...)
		}
	}
	return all
}

// listed are the words of an argument's list that a text says, in some form of
// them; what a word may mean is none.
func (w *Weave) listed(words, reflex string, a manifest.Argument) []value {
	var all []value
	for _, f := range w.in.Said(words, reflex, a) {
		all = append(all, value{f.Span, sourceOf(reflex, a), f.Key})
	}
	return all
}

// A holding is the words of a decided text that hold one value of its call.
type holding struct {
	arg  string
	span text.Span
	call.Value
}

// holdings are the values of a step's call that words of its text hold, in the
// order of the text.
func (w *Weave) holdings(d gate.Decision) []holding {
	winner := d.Reading.Winner
	if winner == nil {
		return nil
	}
	var all []holding
	for _, a := range winner.Args {
		if span := w.holds(d, a); span != nil {
			all = append(all, holding{a.Name, *span, a.Value})
		}
	}
	slices.SortStableFunc(all, func(a, b holding) int { return a.span.Start - b.span.Start })
	return all
}

// holds are the words of the text that one value was read from; nil where none
// say it.
func (w *Weave) holds(d gate.Decision, a call.Arg) *text.Span {
	winner := d.Reading.Winner
	if b := basisOf(winner, a.Name); b != nil {
		switch {
		case b.By == reading.ByShared || b.By == reading.ByRecalled:
			return nil
		case b.Anchored != nil:
			return &b.Anchored.Words
		case b.Words != nil:
			return b.Words
		}
	}
	if a.Value.Kind == call.Pick {
		return &a.Value.Span
	}
	if a.Value.Kind == call.Flag {
		return nil
	}
	return w.says(d.Input, winner.Reflex, a.Name, a.Value.Key+a.Value.Word)
}

// says is where a text says a key of an argument's list, or may mean it.
func (w *Weave) says(words, reflex, arg, key string) *text.Span {
	found := w.in.Found(words, reflex, *w.argument(reflex, arg))
	i := slices.IndexFunc(found, func(f reading.Finding) bool { return f.Key == key })
	if i < 0 {
		return nil
	}
	return &found[i].Span
}

// basisOf is what an argument's value stands on; nil for a flag.
func basisOf(w *reading.Winner, arg string) *reading.Basis {
	for i := range w.Basis {
		if w.Basis[i].Arg == arg {
			return &w.Basis[i]
		}
	}
	return nil
}

// stretch is the piece of a text from its first value to its last.
func stretch(held []holding) (text.Span, bool) {
	if len(held) == 0 {
		return text.Span{}, false
	}
	all := held[0].span
	for _, h := range held[1:] {
		all.End = max(all.End, h.span.End)
	}
	return all, true
}

// put is a text with words in place of one of its pieces. A determiner that
// stands before both is written once, and so are quotes around both.
func put(into string, at text.Span, words string) string {
	runes := []rune(into)
	if at.Start > 0 && isQuote(runes[at.Start-1]) && isQuote(firstOf(words)) {
		at.Start--
	}
	if at.End < len(runes) && isQuote(runes[at.End]) && isQuote(lastOf(words)) {
		at.End++
	}
	before := string(runes[:at.Start])
	if said, rest, ok := strings.Cut(words, " "); ok && sentence.IsDeterminer(said) {
		if strings.HasSuffix(" "+strings.ToLower(strings.TrimSpace(before)), " "+strings.ToLower(said)) {
			words = rest
		}
	}
	return before + words + string(runes[at.End:])
}

func isQuote(r rune) bool { return strings.ContainsRune("\"“”«»'‘’", r) }

func firstOf(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func lastOf(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// spans are the spans of values.
func spans(all []value) []text.Span {
	list := make([]text.Span, len(all))
	for i, v := range all {
		list[i] = v.span
	}
	return list
}

// argument is an argument of a reflex in scope, or nil.
func (w *Weave) argument(reflex, arg string) *manifest.Argument {
	if x := w.cat.Reflex(reflex); x != nil {
		return x.Manifest.Arg(arg)
	}
	return nil
}

// lacks are the arguments of a step's reflex that its call does not hold and a
// text could state.
func (w *Weave) lacks(d gate.Decision) []manifest.Argument {
	x := w.cat.Reflex(d.Call().Reflex)
	if x == nil {
		return nil
	}
	var all []manifest.Argument
	for _, a := range x.Manifest.Args {
		if _, has := d.Call().Arg(a.Name); !has && a.Source != manifest.Takes {
			all = append(all, a)
		}
	}
	return all
}

// missing is why an argument is asked for; nil when it is not.
func missing(d gate.Decision, arg string) *reading.Missing {
	if w := d.Reading.Winner; w != nil {
		for i := range w.Missing {
			if w.Missing[i].Arg == arg {
				return &w.Missing[i]
			}
		}
	}
	return nil
}

// action is the run of words that says what to do, at one half or more.
func action(d gate.Decision) *text.Span {
	if w := d.Reading.Winner; w != nil {
		for i := range w.Left {
			if w.Left[i].Does == "action" && w.Left[i].P >= 0.5 {
				return &w.Left[i].Words
			}
		}
	}
	return nil
}
