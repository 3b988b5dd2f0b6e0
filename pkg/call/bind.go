package call

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/project"
)

// Bind holds a written call against its reflex's manifest. vocab gives the
// words of a vocabulary, none for one that is not there; it may be nil when the
// manifest names none. A former name of an argument stands for the argument.
//
// The error is a diag.Problems with every problem: those of what is written, in
// that order, then the arguments that are missing, in manifest order.
func Bind(w Written, m *manifest.Manifest, vocab func(name string) []project.Word) (Call, error) {
	b := &binder{call: Call{Reflex: w.Reflex}, m: m, vocab: vocab}
	if why := b.sentenceOnly(); why != "" {
		b.refuse(diag.Show(w.Reflex), "%s", why)
		return Call{}, b.problems
	}
	given := b.given(w)
	for i := range m.Args {
		arg := &m.Args[i]
		if at := slices.IndexFunc(given, func(g givenArg) bool { return g.arg == arg }); at >= 0 {
			b.call.Args = append(b.call.Args, Arg{Name: arg.Name, Value: given[at].value})
		} else if arg.Required() && !b.tried[arg.Name] {
			b.refuse(diag.Show(w.Reflex), "%s needs %s", w.Reflex, arg.Name)
		}
	}
	if err := b.problems.Err(); err != nil {
		return Call{}, err
	}
	return b.call, nil
}

// NotInstalled is the refusal of a call of a reflex that is not there.
func NotInstalled(reflex string) error { return diag.One(reflex, "is not installed", diag.Show("")) }

type binder struct {
	call     Call
	m        *manifest.Manifest
	vocab    func(name string) []project.Word
	tried    map[string]bool // the arguments written, read or not
	problems diag.Problems

	utterance *string // what a lesson is about; nil for a call
}

// A givenArg is an argument whose written value reads.
type givenArg struct {
	arg   *manifest.Argument
	value Value
}

func (b *binder) refuse(fix diag.Fix, message string, args ...any) {
	b.problems = append(b.problems, diag.Problem{Reflex: b.call.Reflex, Message: fmt.Sprintf(message, args...), Fix: fix})
}

// sentenceOnly says why a reflex cannot be called by name at all.
func (b *binder) sentenceOnly() string {
	if b.m.Playbook() {
		return b.call.Reflex + " is a plan of steps; say it in a sentence"
	}
	if taken := takes(b.m, func(string) bool { return true }); taken != nil {
		return takesWhat(b.call.Reflex, taken)
	}
	return ""
}

// given reads what is written, in that order.
func (b *binder) given(w Written) []givenArg {
	b.tried = map[string]bool{}
	names := map[string]string{} // by argument, the name it was given under
	var given []givenArg
	for _, written := range w.Args {
		arg := argument(b.m, written.Name)
		if arg == nil {
			b.refuse(diag.Show(w.Reflex), "has no argument %s", written.Name)
			continue
		}
		if first, twice := names[arg.Name]; twice {
			former, other := written.Name, first
			if former == arg.Name {
				former, other = first, written.Name
			}
			b.refuse(diag.Show(w.Reflex), "%s and %s are one argument; it is given twice", former, other)
			continue
		}
		names[arg.Name], b.tried[arg.Name] = written.Name, true
		if value, ok := b.value(arg, written.Value); ok {
			given = append(given, givenArg{arg, value})
		}
	}
	return given
}

// argument is the live argument of a name, or the one that had it before.
func argument(m *manifest.Manifest, name string) *manifest.Argument {
	if live := m.Arg(name); live != nil {
		return live
	}
	for i := range m.Args {
		if slices.Contains(m.Args[i].Was, name) {
			return &m.Args[i]
		}
	}
	return nil
}

func (b *binder) value(arg *manifest.Argument, written *string) (Value, bool) {
	show := diag.Show(b.call.Reflex)
	switch {
	case arg.Source == manifest.Takes:
		b.refuse(show, "%s is %s", arg.Name, manifest.TakenResult)
		return Value{}, false
	case arg.Source == manifest.Flag && written != nil:
		b.refuse(show, "%s is a flag; write it bare", arg.Name)
		return Value{}, false
	case arg.Source == manifest.Flag:
		return Value{Kind: Flag}, true
	case written == nil:
		b.refuse(show, "%s takes a value", arg.Name)
		return Value{}, false
	}
	switch arg.Source {
	case manifest.Options:
		return b.option(arg, *written)
	case manifest.Vocab:
		return b.word(arg, *written)
	}
	if b.utterance != nil {
		return b.span(*written)
	}
	return b.pick(arg, *written)
}

func (b *binder) option(arg *manifest.Argument, key string) (Value, bool) {
	keys := make([]string, len(arg.Options))
	for i, o := range arg.Options {
		if o.Key == key {
			return Value{Kind: Option, Key: key}, true
		}
		keys[i] = o.Key
	}
	b.refuse(diag.Show(b.call.Reflex), "%s is not an option of %s: %s", Quote(key), arg.Name, strings.Join(keys, ", "))
	return Value{}, false
}

func (b *binder) word(arg *manifest.Argument, word string) (Value, bool) {
	if b.vocab != nil {
		for _, w := range b.vocab(arg.Vocab) {
			if w.Word == word {
				return Value{Kind: Word, Word: word, Bound: w.Value}, true
			}
		}
	}
	b.refuse(diag.VocabAdd(arg.Vocab), "%s is not in vocabulary %q", Quote(word), arg.Vocab)
	return Value{}, false
}

// Called is what a value of a recognizer is, in a message: `a duration`.
func Called(kind pick.Kind) string { return called[kind] }

var called = map[pick.Kind]string{
	pick.Number: "a number", pick.Duration: "a duration", pick.Email: "an email address", pick.URL: "a URL", pick.Quoted: "a quoted text",
	pick.Date: "a date", pick.Time: "a clock time", pick.Amount: "an amount", pick.Code: "a code",
}

func (b *binder) pick(arg *manifest.Argument, written string) (Value, bool) {
	kind := pick.Kind(arg.Pick)
	value, ok := Picked(written, kind)
	if !ok {
		b.refuse(diag.Rerun(), "%s is not %s", Quote(written), called[kind])
		return Value{}, false
	}
	if r := arg.Range; !r.Holds(value.Read.Number) {
		b.refuse(diag.Show(b.call.Reflex), "%s is outside %s", written, Bounds(r, kind))
		return Value{}, false
	}
	return value, true
}

// Bounds is a range in words: `0–100`, `1–3600 seconds`.
func Bounds(r *manifest.Range, kind pick.Kind) string {
	between := decimal(r.Min) + "–" + decimal(r.Max)
	if kind == pick.Duration {
		return between + " seconds"
	}
	return between
}

// decimal is a number as a person writes it, without an exponent.
func decimal(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
