package manifest

import (
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"

	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
)

// records reads [examples] and [tests], in file order (manual, "Examples and
// tests"). Two utterances that are one under identity are refused across both.
func (r *reader) records(doc *tomldoc.Value) {
	seen := map[string]string{}
	for _, e := range doc.Entries {
		switch e.Key {
		case "examples":
			r.m.Examples = r.recordTable(e, seen)
		case "tests":
			r.m.Tests = r.recordTable(e, seen)
		}
	}
}

// recordTable reads one table. seen is every utterance so far, by identity.
func (r *reader) recordTable(table tomldoc.Entry, seen map[string]string) []Record {
	var records []Record
	for _, e := range r.entries(table.Value, table.Key) {
		if why := unclean(e.Key); why != "" {
			r.refuse(e.Value, "%s %s", keyPath(table.Key, e.Key), why)
		}
		id := text.Identity(e.Key)
		if earlier, repeats := seen[id]; repeats {
			r.refuse(e.Value, "%s repeats %s", quote(e.Key), quote(earlier))
		} else {
			seen[id] = e.Key
		}
		records = append(records, r.record(table.Key, e))
	}
	return records
}

func (r *reader) record(table string, e tomldoc.Entry) Record {
	record := Record{Utterance: e.Key}
	switch {
	case e.Value.Kind == tomldoc.Bool && !e.Value.Bool:
		record.Never = true
	case e.Value.Kind == tomldoc.Table:
		record.Asserts = r.asserts(table, e)
	default:
		r.refuse(e.Value, "%s must be false or a table of what it asserts", quote(e.Key))
	}
	return record
}

func (r *reader) asserts(table string, e tomldoc.Entry) []Assertion {
	var asserts []Assertion
	utterance := norm.NFC.String(e.Key)
	written := map[string]string{} // by argument, the name it is asserted under
	for _, asserted := range e.Value.Entries {
		if r.full() {
			break
		}
		if r.addressesNothing(asserted.Key) {
			r.orphan(table, e.Key, asserted.Key)
			continue
		}
		a, why := r.assertion(utterance, asserted)
		a.Arg = r.current(asserted.Key)
		if first, twice := written[a.Arg]; twice {
			why = fmt.Sprintf("%s, which repeats %s; they are one argument", asserted.Key, first)
		}
		written[a.Arg] = asserted.Key
		if why != "" {
			r.refuse(asserted.Value, "%s asserts %s", quote(e.Key), why)
		}
		asserts = append(asserts, a)
	}
	return asserts
}

// assertion reads one argument's value; why is what keeps it from standing, or
// "".
func (r *reader) assertion(utterance string, e tomldoc.Entry) (a Assertion, why string) {
	v := e.Value
	a = Assertion{Arg: e.Key}
	switch v.Kind {
	case tomldoc.Bool:
		a.Raised, a.Unstated = v.Bool, !v.Bool
	case tomldoc.String:
		a.Value = v.Text
	}
	why = r.blame(e.Key, func(of Argument) string { return of.takesAssertion(v, utterance, r.overlay != nil) })
	if why == notAnArgument {
		why = e.Key + ", " + why
	}
	return a, why
}

// takesAssertion says why an argument cannot be asserted to be v, from the
// argument's name on, or "". own is whether the record is a person's own.
func (a Argument) takesAssertion(v *tomldoc.Value, utterance string, own bool) string {
	unstated := v.Kind == tomldoc.Bool && !v.Bool
	switch a.Source {
	case Takes:
		return a.Name + ", " + TakenResult
	case Vocab:
		if !own {
			return a.Name + ", a vocab argument; only your own files may"
		}
	case Flag:
		if v.Kind != tomldoc.Bool {
			return fmt.Sprintf("%s = %s; %s takes true or false", a.Name, shown(v), a.Name)
		}
		return ""
	}
	switch {
	case unstated:
		return ""
	case a.Source == Options:
		return a.takesKey(v)
	case a.Source == Vocab:
		return a.takesWord(v)
	}
	return a.takesSpan(v, utterance)
}

func (a Argument) takesKey(v *tomldoc.Value) string {
	if v.Kind != tomldoc.String {
		return fmt.Sprintf("%s = %s; %s takes an option key", a.Name, shown(v), a.Name)
	}
	var offered []string
	for _, o := range a.Options {
		if o.Key == v.Text {
			return ""
		}
		offered = append(offered, o.Key)
	}
	return fmt.Sprintf("%s = %s; the options are %s", a.Name, quote(v.Text), strings.Join(offered, ", "))
}

// takesWord asks for a word, but not for one that the vocabulary holds: that is
// another file, which a person changes without a thought for this one. A word
// taken out there must not put the reflex out of play here.
func (a Argument) takesWord(v *tomldoc.Value) string {
	if v.Kind != tomldoc.String {
		return fmt.Sprintf("%s = %s; %s takes a word", a.Name, shown(v), a.Name)
	}
	if why := unclean(v.Text); why != "" {
		return fmt.Sprintf("%s = %s, which %s", a.Name, quote(v.Text), why)
	}
	return ""
}

// takesSpan holds a pick to the words of its utterance.
func (a Argument) takesSpan(v *tomldoc.Value, utterance string) string {
	if v.Kind != tomldoc.String {
		return fmt.Sprintf("%s = %s; %s takes a span of the utterance", a.Name, shown(v), a.Name)
	}
	if !Says(utterance, v.Text) {
		return fmt.Sprintf("%s = %s, which is not in the utterance", a.Name, quote(v.Text))
	}
	return ""
}

// Says reports whether a span occurs in an utterance: whole code points, in one
// Unicode form. No span is empty.
func Says(utterance, span string) bool {
	return span != "" && strings.Contains(norm.NFC.String(utterance), norm.NFC.String(span))
}

// TakenResult is what an argument with takes is, after its name, where a
// person would state it.
const TakenResult = "a result the plan hands the body; no sentence states one"

// shown is a value as messages print it.
func shown(v *tomldoc.Value) string {
	switch v.Kind {
	case tomldoc.String:
		return quote(v.Text)
	case tomldoc.Bool:
		return fmt.Sprint(v.Bool)
	case tomldoc.Integer:
		return fmt.Sprint(v.Int)
	case tomldoc.Float:
		return fmt.Sprint(v.Float)
	}
	return kindOf(v)
}
