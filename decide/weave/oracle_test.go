package weave_test

import (
	"fmt"
	"strings"
	"testing"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/decide/words"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// The set the sentences of these tests are read over.
var reflexes = map[string]string{
	"lights": `effect = "write"
[args.room]
ask = "Which room?"
vocab = "rooms"
[args.state]
ask = "On or off?"
options = { on = "Light.", off = "Dark." }`,
	"open": `effect = "read"
[args.place]
ask = "Which folder?"
vocab = "places"`,
	"timer": `effect = "write"
[args.duration]
ask = "How long?"
pick = "duration"
[args.label]
ask = "What for?"
pick = "quoted"
optional = true`,
	"errors":  service,
	"deploys": service,
	"logs":    service,
	"post": `effect = "write"
[args.channel]
ask = "Which channel?"
vocab = "channels"`,
	"stock": `effect = "read"
[args.product]
ask = "Which product?"
vocab = "products"`,
	"shot": `effect = "write"
[args.what]
ask = "Of what?"
options = { window = "One.", screen = "All." }
[args.to]
ask = "Where to?"
options = { clipboard = "Memory.", file = "Disk." }
optional = true`,
	"refund": `effect = "write"
[args.order]
ask = "Which order?"
pick = "number"`,
	"pay": `effect = "write"
[args.order]
ask = "Which order?"
pick = "number"
recent = "order"
[yields]
order = "number"`,
}

const service = `effect = "read"
[args.service]
ask = "Which service?"
vocab = "services"
[args.region]
ask = "In which region?"
vocab = "regions"
optional = true`

var vocabularies = map[string]string{
	"rooms": "den office", "places": "office desktop", "services": "checkout payments search", "regions": "eu-west us-east",
	"channels": "#incident #ops", "products": "widgets gadgets sprockets",
}

// order is the set's order.
var order = []string{"lights", "open", "timer", "errors", "deploys", "logs", "post", "stock", "shot", "refund", "pay"}

func set(t testing.TB) *catalog.Catalog {
	t.Helper()
	fits, whole := 0.3, 0.3
	s := catalog.Set{Vocabs: map[string]project.Vocabulary{}, Adapter: catalog.Adapter{Name: "oracle", ID: "oracle",
		Bars: &catalog.Bars{Route: 0.5, Fits: &fits, Read: 0.8, Write: 0.9, Whole: &whole}}}
	for _, name := range order {
		source := "reflex = 1\ndescription = \"Does " + name + ".\"\nconfirm = \"Go on with " + name + "?\"\nrun = \"x.mts\"\n" + reflexes[name] + "\n"
		m, err := manifest.Parse(name, []byte(source))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s.Reflexes = append(s.Reflexes, catalog.Reflex{Name: name, Manifest: m, Effect: m.Effect})
	}
	for name, list := range vocabularies {
		var source strings.Builder
		for _, word := range strings.Fields(list) {
			fmt.Fprintf(&source, "%q = %q\n", word, "The "+name+".")
		}
		v, err := project.ReadVocabulary(name, []byte(source.String()))
		if err != nil {
			t.Fatal(err)
		}
		s.Vocabs[name] = *v
	}
	return catalog.New(s)
}

// An oracle answers every question about a sentence and its parts. A text is
// told as a call, `lights room=den state=off`, with its share behind an @; one
// that is not told matches nothing. About the sentence, what is not told is no.
type oracle struct {
	texts  map[string]string
	splits []float64          // of the places, in order
	one    float64            // how surely it asks for one thing
	asked  map[string]string  // by the words of a part, of `part`, `span` and `again`: the key on top, at its share behind an @
	shared map[string]float64 // by value and the taker's argument: `eu-west logs.region`
	does   map[string]string  // what words do, where they do not say what to do
}

func (o oracle) answers(r weave.Request) question.Answers {
	answers := question.Answers{}
	for _, q := range r.Questions {
		answers[q.ID()] = o.answer(r.Words, q)
	}
	return answers
}

func (o oracle) answer(text string, q question.Question) question.Answer {
	reflex, args, p := told(o.texts[text])
	s := q.Subject
	switch s.Kind {
	case question.Split:
		return question.Answer{question.Yes: o.splits[s.N]}
	case question.Count:
		return question.Answer{question.One: o.one, question.Two: 1 - o.one}
	case question.Part, question.Span, question.Again:
		return o.ofPart(q)
	case question.Share:
		return question.Answer{question.Yes: o.shared[q.About.Option.Key+" "+s.Reflex+"."+s.Arg]}
	case question.Route:
		return split(q, reflex, p, question.None)
	case question.Arg, question.View:
		return split(q, keyOf(q, args[s.Arg]), 0.95, question.Unstated)
	case question.Is:
		return yes(args[s.Arg] == q.About.Option.Key)
	case question.Does:
		return split(q, or(o.does[q.About.Words], question.Action), 0.95, question.More)
	case question.Against:
		return split(q, question.Whole, 0.9, question.Less)
	case question.First, question.Run, question.Named, question.Last:
		return question.Answer{question.Unstated: 1}
	}
	return yes(false)
}

func (o oracle) ofPart(q question.Question) question.Answer {
	key, _, p := told(o.asked[[]string{"part ", "span ", "again "}[map[question.Kind]int{question.Part: 0, question.Span: 1, question.Again: 2}[q.Subject.Kind]]+q.About.Words])
	rest := q.Keys()[len(q.Keys())-1]
	return split(q, key, p, rest)
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

func yes(is bool) question.Answer {
	if is {
		return question.Answer{question.Yes: 0.95}
	}
	return question.Answer{question.Yes: 0.05}
}

// split gives a key its share, and the rest to another; all to that where the
// question does not offer the key.
func split(q question.Question, key string, p float64, rest string) question.Answer {
	if !q.Offers(key) || key == rest {
		return question.Answer{rest: 1}
	}
	return question.Answer{key: p, rest: 1 - p}
}

// keyOf is the key of a listed word, or of the piece of the text that a pick
// names.
func keyOf(q question.Question, value string) string {
	for _, o := range q.Options {
		if o.Text.What == value {
			return o.Key
		}
	}
	return value
}

// told reads a call as it is told.
func told(s string) (head string, args map[string]string, p float64) {
	p = 0.95
	if before, share, ok := strings.Cut(s, "@"); ok {
		s = before
		fmt.Sscan(share, &p)
	}
	args = map[string]string{}
	for i, field := range strings.Fields(s) {
		if name, value, ok := strings.Cut(field, "="); ok {
			args[name] = strings.ReplaceAll(value, "_", " ")
		} else if i == 0 {
			head = field
		}
	}
	return head, args, p
}

// read reads a sentence as the oracle answers it, every answer checked.
func read(t testing.TB, said string, o oracle) weave.Sentence {
	t.Helper()
	return readWith(t, said, o, reading.Beside{})
}

func readWith(t testing.TB, said string, o oracle, b reading.Beside) weave.Sentence {
	t.Helper()
	cat := set(t)
	w := weave.New(cat, cat.Reflexes(), said, b)
	var m weave.Memory
	for range 60 {
		open, out := w.Read(&m)
		if len(open) == 0 {
			return out
		}
		for _, r := range open {
			answers := o.answers(r)
			if err := question.Validate(r.Questions, answers); err != nil {
				t.Fatalf("%q: %v", r.Words, err)
			}
			m.Keep(r, answers)
		}
	}
	t.Fatalf("%q never ends", said)
	return weave.Sentence{}
}

// show is what a sentence was read as, a line a thing.
func show(s weave.Sentence) []string {
	var all []string
	for _, one := range s.Steps {
		all = append(all, showStep(one))
	}
	for _, x := range s.Excluded {
		all = append(all, "not: "+x.Text)
	}
	for _, a := range s.Asides {
		all = append(all, fmt.Sprintf("aside: %s %s", a.Words.Text, or(a.By, map[bool]string{true: "remark", false: "detail"}[a.Remark])))
	}
	for _, f := range s.Folded {
		all = append(all, fmt.Sprintf("folded: %s into %d gave %v %s", f.Words.Text, f.Into+1, f.Gave, f.Picked))
	}
	return all
}

func showStep(s weave.Step) string {
	d := s.Decision
	line := d.Call().String()
	switch d.Outcome {
	case gate.Abstain:
		line = words.Quote(s.Text) + " no reflex"
	case gate.Ask:
		for _, m := range d.Reading.Winner.Missing {
			line += " asks " + m.Arg
		}
	case gate.Confirm:
		line += " · " + d.Prompt.Reason
	}
	if s.Repair != "" {
		line = string(s.Repair) + ": " + line
	}
	for _, w := range s.Shared {
		line += fmt.Sprintf(" shares %s %v", w.Word, w.Fill)
	}
	return line
}
