package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/exec/policy"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/project"
	"sinew/pkg/text"
)

func answerCall(in struct{ Text string }) (any, error) {
	written, err := call.Parse(in.Text)
	if err != nil {
		return problem(err)
	}
	args := Object{}
	for _, a := range written.Args {
		args = append(args, Member{a.Name, a.Value})
	}
	return ok(Object{{"reflex", written.Reflex}, {"args", args}}), nil
}

func answerPicked(in struct {
	Text       string
	Recognizer pick.Kind
}) (any, error) {
	value, reads := call.Picked(in.Text, in.Recognizer)
	if !reads {
		return nil, nil
	}
	return value, nil
}

func answerPropose(in struct{ Input string }) (any, error) {
	candidates := []any{}
	for _, c := range pick.Find(in.Input) {
		candidates = append(candidates, Object{{"span", c.Span}, {"value", c.Value}})
	}
	return candidates, nil
}

func answerValues(in struct{ Args Object }) (any, error) {
	args, err := argsOf(in.Args)
	if err != nil {
		return nil, err
	}
	values := Object{}
	for _, a := range args {
		values = append(values, Member{a.Name, a.Value.Plain()})
	}
	return values, nil
}

// A wireChosen is a call on its way to a body, as the vectors write it.
type wireChosen struct {
	Chosen struct {
		Reflex string
		Args   Object
	}
	Active      Object
	Taken       map[string]json.RawMessage
	Home, Today string // many cases state no day
}

func (w wireChosen) call() (c call.Call, m *manifest.Manifest, s call.Surroundings, err error) {
	if m, err = activeManifest(w.Chosen.Reflex, w.Active); err != nil {
		return c, m, s, err
	}
	c.Reflex = w.Chosen.Reflex
	if c.Args, err = argsOf(w.Chosen.Args); err != nil {
		return c, m, s, err
	}
	s = call.Surroundings{Home: w.Home, Taken: w.Taken}
	var stated bool
	if s.Today, stated = pick.ParseDay(w.Today); !stated && w.Today != "" {
		err = fmt.Errorf("%q is no day", w.Today)
	}
	return c, m, s, err
}

func answerArgv(in wireChosen) (any, error) {
	c, m, s, err := in.call()
	if err != nil {
		return nil, err
	}
	argv, err := c.Argv(m.Run, s)
	if err != nil {
		return problem(err)
	}
	return ok(argv), nil
}

// answerEnvelope is what a file body is called with, its settings as they are
// held: a variable is read when the body starts.
func answerEnvelope(in struct {
	wireChosen
	Input    string
	Deadline json.Number
}) (any, error) {
	c, m, s, err := in.call()
	if err != nil {
		return nil, err
	}
	values, err := c.Values(m, s)
	if err != nil {
		return problem(err)
	}
	config, err := heldSettings(in.Active, in.Home)
	if err != nil {
		return nil, err
	}
	envelope := Object{{"reflex", c.Reflex}, {"args", received(values)}, {"input", in.Input}, {"config", config}, {"deadline", in.Deadline}}
	if _, file := in.Active.Get("run"); file {
		envelope = append(envelope, Member{"run", m.Run.File})
	}
	return ok(envelope), nil
}

func received(values []call.BodyValue) Object {
	args := Object{}
	for _, v := range values {
		args = append(args, Member{v.Name, v.Value})
	}
	return args
}

// heldSettings are a plan's settings as it writes them, a plain one as the body
// receives it.
func heldSettings(active Object, home string) (Object, error) {
	var in struct{ Config Object }
	if err := decode(active, &in); err != nil {
		return nil, err
	}
	held := Object{}
	for _, m := range in.Config {
		var setting struct{ Type, Value string }
		if err := decode(m.Value, &setting); err != nil {
			return nil, err
		}
		if setting.Type == "plain" {
			m.Value = Object{{"type", setting.Type}, {"value", policy.Setting{Value: setting.Value}.Expanded(home)}}
		}
		held = append(held, m)
	}
	return held, nil
}

// A wirePlan is the part of a compiled set that a call by name needs: the
// reflexes, the options of their questions, and the words' values.
type wirePlan struct {
	Active Object
	Slots  map[string]struct{ Options Object }
	Values map[string]map[string]string
}

func answerByName(in struct {
	Plan    wirePlan
	Written struct {
		Reflex string
		Args   Object
	}
}) (any, error) {
	name := in.Written.Reflex
	value, installed := in.Plan.Active.Get(name)
	if !installed {
		return problem(call.NotInstalled(name))
	}
	active, _ := value.(Object)
	m, err := activeManifest(name, active)
	if err != nil {
		return nil, err
	}
	written := call.Written{Reflex: name}
	for _, a := range in.Written.Args {
		var value *string
		if err := decode(a.Value, &value); err != nil {
			return nil, err
		}
		written.Args = append(written.Args, call.WrittenArg{Name: a.Key, Value: value})
	}
	bound, err := call.Bind(written, m, func(vocabulary string) []project.Word {
		words, _ := in.Plan.words(name, m, vocabulary)
		return words
	})
	if err != nil {
		return problem(err)
	}
	return ok(outcomeJSON(bound, m)), nil
}

// words are what the plan's question about an argument of a vocabulary offers.
func (p wirePlan) words(reflex string, m *manifest.Manifest, vocabulary string) ([]project.Word, error) {
	at := slices.IndexFunc(m.Args, func(a manifest.Argument) bool { return a.Vocab == vocabulary })
	if at < 0 {
		return nil, nil
	}
	options, err := optionsOf(p.Slots[reflex+"."+m.Args[at].Name].Options)
	if err != nil {
		return nil, err
	}
	var words []project.Word
	for _, option := range options {
		if option.Key == question.None || option.Key == question.Unstated {
			continue
		}
		word := project.Word{Word: option.Key, What: option.Text.What}
		if value, has := p.Values[vocabulary][option.Key]; has {
			word.Value = &value
		}
		words = append(words, word)
	}
	return words, nil
}

// outcomeJSON is what the gate says of a call by name.
func outcomeJSON(c call.Call, m *manifest.Manifest) Object {
	args := Object{}
	for _, a := range c.Args {
		args = append(args, Member{a.Name, a.Value})
	}
	whole := Object{{"reflex", c.Reflex}, {"args", args}, {"call", c.String()}, {"effect", m.Effect.String()}}
	_, held, prompt := gate.ByName(c, m.Effect, m)
	if held == nil {
		return append(whole, Member{"outcome", "run"})
	}
	because := []any{Object{{"type", "destructive"}}}
	return append(whole, Member{"outcome", "confirm"}, Member{"prompt", prompt}, Member{"because", because})
}

// activeManifest is a reflex of a plan as its manifest: a plan keeps what a
// call needs, with settings in the place of their declarations. A reflex whose
// body is code of an application names no file; here it gets one.
func activeManifest(reflex string, active Object) (*manifest.Manifest, error) {
	written := Object{{"description", "A reflex."}}
	_, body := active.Get("run")
	_, plan := active.Get("steps")
	if !body && !plan {
		written = append(written, Member{"run", "body.mts"})
	}
	for _, m := range active {
		if m.Key == "config" {
			settings, _ := m.Value.(Object)
			declared := make(Object, len(settings))
			for i, s := range settings {
				declared[i] = Member{s.Key, s.Key}
			}
			m.Value = declared
		}
		written = append(written, m)
	}
	text, err := manifestTOML(written)
	if err != nil {
		return nil, err
	}
	return manifest.Parse(reflex, []byte(text))
}

// A wireValue is a value of a call as the vectors write it.
type wireValue struct {
	Type  call.ValueKind
	Key   string
	Word  string
	Span  text.Span
	Value json.RawMessage
}

// argsOf are arguments as typed values.
func argsOf(object Object) ([]call.Arg, error) {
	var args []call.Arg
	for _, m := range object {
		var wire wireValue
		if err := decode(m.Value, &wire); err != nil {
			return nil, err
		}
		value, err := wire.value()
		if err != nil {
			return nil, err
		}
		args = append(args, call.Arg{Name: m.Key, Value: value})
	}
	return args, nil
}

func (w wireValue) value() (call.Value, error) {
	switch w.Type {
	case call.Option:
		return call.Value{Kind: w.Type, Key: w.Key}, nil
	case call.Flag:
		return call.Value{Kind: w.Type}, nil
	case call.Word:
		word := call.Value{Kind: w.Type, Word: w.Word}
		if w.Value == nil {
			return word, nil
		}
		return word, json.Unmarshal(w.Value, &word.Bound)
	case call.Pick:
		read, err := readValue(w.Value)
		return call.Value{Kind: w.Type, Span: w.Span, Read: read}, err
	}
	return call.Value{}, fmt.Errorf("a value of type %q", w.Type)
}

func readValue(data json.RawMessage) (pick.Value, error) {
	var wire struct {
		Type  pick.Kind
		Value json.RawMessage
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		return pick.Value{}, err
	}
	read := pick.Value{Kind: wire.Type}
	var err error
	switch wire.Type {
	case pick.Number, pick.Duration:
		err = json.Unmarshal(wire.Value, &read.Number)
	case pick.Amount:
		var money pick.Money
		err = json.Unmarshal(wire.Value, &money)
		read.Number, read.Currency = money.Amount, money.Currency
	case pick.Date:
		read.Date, err = readDate(wire.Value)
	default:
		err = json.Unmarshal(wire.Value, &read.Text)
	}
	return read, err
}

func readDate(data json.RawMessage) (pick.DateReading, error) {
	var wire struct {
		Type             pick.DateForm
		Days             int
		Weekday          string
		Which            pick.Which
		Year, Month, Day int
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		return pick.DateReading{}, err
	}
	read := pick.DateReading{
		Form: wire.Type, Days: wire.Days, Which: wire.Which,
		Year: wire.Year, Month: time.Month(wire.Month), Day: wire.Day,
	}
	for strings.ToLower(read.Weekday.String()) != wire.Weekday && wire.Weekday != "" {
		if read.Weekday++; read.Weekday > time.Saturday {
			return read, fmt.Errorf("%q is no day of the week", wire.Weekday)
		}
	}
	return read, nil
}
