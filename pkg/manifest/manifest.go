// Package manifest reads reflex.toml: what the classifier reads and what the
// program receives (manual, "The manifest", "Arguments", "Playbooks").
//
// A manifest describes an action, its effect on the world, the confirm a
// person answers, and its body: a file or an argv to run, or a playbook's
// steps. Arguments carry values, each from one source. Needs are what the body
// touches. Records are utterances with what they assert: examples are sent to
// the classifier, tests are held out.
//
// Parse takes the bytes of a file and Read a document; both give a Manifest, or
// every problem in file order. Lint reports what an author should weigh; it
// never refuses. A Manifest is a value: once read, nothing changes it.
//
// An overlay, overlays/<name>.toml, is a person's wording for one reflex
// (manual, "Tuning", "Overlays"). ReadOverlay takes its bytes and the shipped
// manifest; Over gives the effective one, which is a Manifest too: other words,
// the same contract, an effect as tight or tighter.
//
// Whether a body, a path or a program exists is not asked here: nothing touches
// a disk.
package manifest

// A Manifest is one reflex.toml that reads. Every list keeps the file's order.
type Manifest struct {
	Description string
	NotFor      []string
	Tags        []string
	Effect      Effect // Destructive when the file leaves it out
	Confirm     string // a template: see Placeholders
	Run         Run    // the zero Run for a playbook
	Steps       []Step // a playbook's plan; nil for any other reflex
	Platforms   []string
	Returns     string
	Needs       Needs
	Config      []Setting
	Args        []Argument
	Yields      []Yield
	Examples    []Record
	Tests       []Record

	EffectWritten bool       // whether the file says its effect
	Unknown       [][]string // the paths of keys the format does not have
}

// An Effect is what running a reflex does to the world.
type Effect int

// The effects, from the gentlest: a greater effect is a tighter one.
const (
	ReadOnly Effect = iota
	Write
	Destructive
)

// String is the effect's word in a file.
func (e Effect) String() string { return effects[e] }

// ParseEffect is the effect a word names.
func ParseEffect(word string) (Effect, bool) {
	for i, w := range effects {
		if w == word {
			return Effect(i), true
		}
	}
	return 0, false
}

// A Run names the body: a JavaScript file of the reflex's directory, or a
// program with its arguments. One of the two is set.
type Run struct {
	File string   // inside the reflex's directory; ends in .mts or .mjs
	Argv []string // an element is a literal, or wholly `{name}`
}

// A Step is one sentence of a playbook. Field and Is are set for a step that
// runs only under a value an earlier step yields.
type Step struct {
	Say       string
	Field, Is string
}

// Needs is what the body touches. Each list keeps the file's order; an empty
// Needs is the tightest declaration.
type Needs struct {
	Reads, Writes, Hosts, Runs []string
}

// Empty reports whether nothing is declared.
func (n Needs) Empty() bool {
	return len(n.Reads)+len(n.Writes)+len(n.Hosts)+len(n.Runs) == 0
}

// NeedKeys are the keys of [needs], in the order they are written and shown.
var NeedKeys = []string{"reads", "writes", "hosts", "runs"}

// List is the entries under one of NeedKeys.
func (n *Needs) List(key string) *[]string {
	switch key {
	case "reads":
		return &n.Reads
	case "writes":
		return &n.Writes
	case "hosts":
		return &n.Hosts
	case "runs":
		return &n.Runs
	}
	return nil
}

// A Setting is one key of [config].
type Setting struct {
	Key    string
	About  string
	Secret bool
}

// A Source is where an argument's values come from.
type Source int

// The five sources.
const (
	Options Source = iota + 1
	Vocab
	Pick
	Flag
	Takes
)

// An Argument is a value the body receives.
type Argument struct {
	Name     string
	Ask      string // "" for a taken result
	Source   Source
	Options  []Option   // Options
	Vocab    string     // Vocab: the vocabulary's name
	Pick     Recognizer // Pick
	Range    *Range     // Pick of a number or a duration; nil when open
	Recent   string     // Pick: the yielded field recalled
	Takes    string     // Takes: the whole result's name
	Optional bool
	Was      []string
}

// Required reports whether a call cannot stand without the argument.
func (a Argument) Required() bool { return !a.Optional && a.Source != Flag }

// An Option is one key of a closed set and what it means.
type Option struct{ Key, Meaning string }

// A Range bounds a number, or a duration in whole seconds. Both ends count.
type Range struct{ Min, Max float64 }

// Holds reports whether n lies in the range; every number lies in a nil one.
func (r *Range) Holds(n float64) bool { return r == nil || n >= r.Min && n <= r.Max }

// A Recognizer reads a piece of the input.
type Recognizer string

// Recognizers are the nine, in the order messages list them.
var Recognizers = []Recognizer{"number", "duration", "email", "url", "quoted", "date", "time", "amount", "code"}

// A Yield is one field of the body's data: a recognizer, or a list of records
// whose fields Each names. Each is nil for one value, and never for a list.
type Yield struct {
	Field string
	Pick  Recognizer
	Each  []Yield
}

// A Record is an utterance and what it asserts.
type Record struct {
	Utterance string
	Never     bool // `= false`: never this reflex
	Asserts   []Assertion
}

// An Assertion is one argument's value in a record: a key or a span, raised for
// a flag, or unstated.
type Assertion struct {
	Arg      string
	Value    string
	Raised   bool // `= true`
	Unstated bool // `= false`
}

// Arg is the argument called name, or nil.
func (m *Manifest) Arg(name string) *Argument {
	for i := range m.Args {
		if m.Args[i].Name == name {
			return &m.Args[i]
		}
	}
	return nil
}

// Setting is the config key called key, or nil.
func (m *Manifest) Setting(key string) *Setting {
	for i := range m.Config {
		if m.Config[i].Key == key {
			return &m.Config[i]
		}
	}
	return nil
}

// Playbook reports whether the body is a plan of sentences.
func (m *Manifest) Playbook() bool { return m.Steps != nil }
