package manifest

import (
	"strings"

	"sinew/pkg/name"
	"sinew/pkg/tomldoc"
)

// MaxSteps is the most steps a plan holds.
const MaxSteps = 24

// steps reads a playbook's plan (manual, "Playbooks"). Every problem of it
// stands at the key's line.
func (r *reader) steps(v *tomldoc.Value) {
	r.m.Steps = []Step{}
	items := r.items(v, "steps")
	switch {
	case v.Kind != tomldoc.Array:
		return
	case len(items) == 0:
		r.refuse(v, "steps is empty")
	case len(items) > MaxSteps:
		r.refuse(v, "steps holds %d; %d is the most", len(items), MaxSteps)
	}
	slots := map[string]bool{}
	for i, item := range items {
		s := &stepReader{r: r, at: v, n: i + 1, slots: slots}
		r.m.Steps = append(r.m.Steps, s.read(item))
	}
	for _, a := range r.m.Args {
		if a.Source != Takes && !slots[a.Name] {
			r.refuse(r.named[a.Name].at, "%s is in no step", keyPath("args", a.Name))
		}
	}
}

// A stepReader reads one step, the n-th from 1.
type stepReader struct {
	r     *reader
	at    *tomldoc.Value
	n     int
	slots map[string]bool // every argument a step names so far
}

func (s *stepReader) refuse(message string, args ...any) {
	s.r.refuse(s.at, "step %d "+message, append([]any{s.n}, args...)...)
}

func (s *stepReader) read(item *tomldoc.Value) Step {
	switch item.Kind {
	case tomldoc.String:
		return Step{Say: s.sentence(item)}
	case tomldoc.Table:
		return s.alternative(item)
	}
	s.refuse("must be a sentence")
	return Step{}
}

// alternative reads { say, when }: a step that may not run.
func (s *stepReader) alternative(item *tomldoc.Value) Step {
	for _, e := range item.Entries {
		if e.Key != "say" && e.Key != "when" {
			s.refuse("has %s, which is neither say nor when", keyPath(e.Key))
		}
	}
	var step Step
	if say := item.Get("say"); say == nil {
		s.refuse("has no say")
	} else {
		step.Say = s.sentence(say)
	}
	if when := item.Get("when"); when == nil {
		s.refuse("has no when; a step that always runs is a sentence")
	} else {
		step.Field, step.Is = s.branch(when)
	}
	return step
}

func (s *stepReader) branch(when *tomldoc.Value) (field, is string) {
	switch {
	case when.Kind != tomldoc.Table:
		s.refuse("has when = %s; when is { field = value }", kindOf(when))
		return "", ""
	case s.n == 1:
		s.refuse("branches, and no step comes before it")
	case len(when.Entries) == 0:
		s.refuse("has when with no field")
	case len(when.Entries) > 1:
		s.refuse("branches on %s fields; one picks", count(len(when.Entries)))
	}
	for _, e := range when.Entries {
		field, is = e.Key, e.Value.Text
		s.picks(field, e.Value)
	}
	return field, is
}

// picks holds one field and the value under which its step runs.
func (s *stepReader) picks(field string, value *tomldoc.Value) {
	if err := name.Check(field, name.Field); err != nil {
		s.refuse("branches on %s: %s", quote(field), err)
	} else if value.Kind != tomldoc.String {
		s.refuse("branches on %s = %s; the value is text", field, kindOf(value))
	} else if why := unclean(value.Text); why != "" {
		s.refuse("branches on %s = %s, which %s", field, quote(value.Text), why)
	}
}

// sentence reads a step's words: text with {slot}s, an optional one inside a
// [bracket].
func (s *stepReader) sentence(v *tomldoc.Value) string {
	say := v.Text
	if v.Kind != tomldoc.String || strings.TrimSpace(say) == "" {
		s.refuse("must be a sentence")
		return ""
	}
	if why := unclean(say); why != "" {
		s.refuse("%s", why)
	}
	if readsAsCall(say) {
		s.refuse("reads as a call: %s; a step is a sentence", say)
	}
	parts, stray := brackets(say)
	if stray != "" {
		s.refuse("%s", stray)
	}
	for _, p := range parts {
		s.part(p, stray == "")
	}
	return say
}

// part holds the slots of a stretch of words. Where the brackets do not pair,
// which slot is inside one is not known.
func (s *stepReader) part(p part, paired bool) {
	template, err := ParseTemplate(p.text)
	if err != nil {
		s.refuse("%s", strings.ReplaceAll(err.Error(), "{placeholder}", "{slot}"))
	}
	if p.bracket && paired && err == nil && len(template.Names()) == 0 {
		s.refuse("has a bracket with no slot in it")
	}
	for _, x := range template.Names() {
		s.slots[x] = true
		inPlace := func(a Argument) string { return inStep(a, p.bracket) }
		if !paired {
			inPlace = inAnyStep
		}
		if why := s.r.blame(x, inPlace); why == inBracket {
			s.refuse("holds {%s}, %s", x, why)
		} else if why != "" {
			s.refuse("names {%s}, %s", x, why)
		}
	}
}

const inBracket = "a required argument, in a bracket"

// inStep says why a step cannot name an argument inside a bracket, or outside
// of every one, or "".
func inStep(a Argument, bracket bool) string {
	switch why := inAnyStep(a); {
	case why != "":
		return why
	case a.Optional && !bracket:
		return "an optional argument, outside a bracket"
	case !a.Optional && bracket:
		return inBracket
	}
	return ""
}

func inAnyStep(a Argument) string {
	switch a.Source {
	case Takes:
		return "a result the plan hands the body"
	case Flag:
		return "a flag; a flag has no words"
	}
	return ""
}

// A part is a stretch of a step's words, inside a bracket or outside of every
// one.
type part struct {
	text    string
	bracket bool
}

// brackets cuts a step's words at its brackets; stray says what does not pair.
func brackets(say string) (parts []part, stray string) {
	var open bool
	for say != "" {
		i := strings.IndexAny(say, "[]")
		if i < 0 {
			parts = append(parts, part{say, open})
			break
		}
		opens := say[i] == '['
		if i > 0 || open {
			parts = append(parts, part{say[:i], open})
		}
		switch {
		case stray != "":
		case opens && open:
			stray = "has a bracket inside a bracket"
		case !opens && !open:
			stray = "has a ] that closes no bracket"
		}
		open, say = opens, say[i+1:]
	}
	if open && stray == "" {
		stray = "has a bracket that is not closed"
	}
	return parts, stray
}

// Fill is the step's sentence with every slot filled: value gives a slot's
// words, and none for one that was not stated. A bracket is written only when
// every slot in it was. A step of a manifest that reads has no other slot
// without words.
func (s Step) Fill(value func(slot string) (words string, stated bool)) string {
	parts, _ := brackets(s.Say)
	var out strings.Builder
	for _, p := range parts {
		t, _ := ParseTemplate(p.text)
		stated := true
		filled := t.Fill(func(slot string) string {
			words, ok := value(slot)
			stated = stated && ok
			return words
		})
		if stated || !p.bracket {
			out.WriteString(filled)
		}
	}
	return strings.TrimSpace(out.String())
}

// Slots are the arguments the step's sentence names, each once, in order.
func (s Step) Slots() []string {
	return Placeholders(strings.NewReplacer("[", "", "]", "").Replace(s.Say))
}

// readsAsCall reports whether words are a call with a value: `name arg=value`,
// with flags or more values beside it. Brackets do not hide one.
func readsAsCall(say string) bool {
	words := callWords(strings.NewReplacer("[", "", "]", "").Replace(say))
	valued := false
	for i, word := range words {
		arg, _, given := strings.Cut(word, "=")
		if !name.Is(arg) || given && i == 0 {
			return false
		}
		valued = valued || given
	}
	return valued
}

// callWords cuts at the spaces outside double quotes.
func callWords(s string) []string {
	quoted, escaped := false, false
	return strings.FieldsFunc(s, func(c rune) bool {
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		}
		return c == ' ' && !quoted
	})
}

// kindOf names what a value is, where a text was due.
func kindOf(v *tomldoc.Value) string {
	switch v.Kind {
	case tomldoc.Table:
		return "a table"
	case tomldoc.Array:
		return "an array"
	case tomldoc.Bool:
		return "a boolean"
	case tomldoc.Time:
		return "a date or a time"
	case tomldoc.String:
		return "a text"
	}
	return "a number"
}
