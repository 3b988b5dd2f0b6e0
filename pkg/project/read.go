package project

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/name"
	"sinew/pkg/ref"
	"sinew/pkg/tomldoc"
)

// Read reads an evoke.toml. The error is a diag.Problems with every problem of
// the file, in file order, and the Project is nil then. A key the format does
// not have is no problem: see Project.Unknown (manual, "Files", "evoke.toml").
func Read(src []byte) (*Project, error) {
	r := &reader{file: diag.File{Kind: diag.ProjectFile}, placed: true}
	doc := r.parse(src)
	if doc == nil {
		return nil, r.err()
	}
	p := &Project{Adapter: r.adapter(doc)}
	if at := doc.Get("adapter"); at != nil {
		p.Line = at.Line
	}
	p.Reflexes = r.reflexes(doc.Get("reflexes"))
	p.Config = r.configs(doc.Get("config"))
	p.Gates = r.gates(doc.Get("adapters"), p.Adapter)
	r.others(doc, nil, topKeys...)
	if err := r.err(); err != nil {
		return nil, err
	}
	p.Unknown = r.unknown
	return p, nil
}

func (r *reader) adapter(doc *tomldoc.Value) string {
	v := doc.Get("adapter")
	if v == nil {
		r.refuse(doc, "adapter is required")
		return ""
	}
	s, ok := r.str(v, "adapter")
	if ok && !slices.Contains(Adapters, s) {
		last := len(Adapters) - 1
		r.refuse(v, fmt.Sprintf("adapter %s is not built in: %s or %s", quoted(s), strings.Join(Adapters[:last], ", "), Adapters[last]))
	}
	return s
}

func (r *reader) reflexes(v *tomldoc.Value) []Entry {
	var all []Entry
	for _, e := range r.entries(v, "reflexes") {
		r.checkName(e.Value, name.Local, "reflexes", e.Key)
		if s, ok := r.str(e.Value, "reflexes", e.Key); ok {
			location, err := ref.Parse(s)
			if err != nil {
				r.refuse(e.Value, tomldoc.JoinPath([]string{"reflexes", e.Key})+": "+messageOf(err))
			}
			all = append(all, Entry{Name: e.Key, Location: location})
		}
	}
	return all
}

// messageOf is a refusal without its fix: here the fix is the line to edit.
func messageOf(err error) string {
	var problems diag.Problems
	if errors.As(err, &problems) && len(problems) > 0 {
		return problems[0].Message
	}
	return err.Error()
}

// checkName refuses a key that is no name of the kind.
func (r *reader) checkName(at *tomldoc.Value, kind name.Kind, path ...string) {
	if err := name.Check(path[len(path)-1], kind); err != nil {
		r.refuse(at, tomldoc.JoinPath(path)+": "+err.Error())
	}
}

func (r *reader) configs(v *tomldoc.Value) []Config {
	var all []Config
	for _, reflex := range r.entries(v, "config") {
		r.checkName(reflex.Value, name.Local, "config", reflex.Key)
		one := Config{Reflex: reflex.Key}
		for _, e := range r.entries(reflex.Value, "config", reflex.Key) {
			path := []string{"config", reflex.Key, e.Key}
			r.checkName(e.Value, name.Config, path...)
			one.Settings = append(one.Settings, Held{Key: e.Key, Setting: r.setting(e.Value, path)})
		}
		all = append(all, one)
	}
	return all
}

func (r *reader) setting(v *tomldoc.Value, path []string) Setting {
	env := v.Get("env")
	switch {
	case v.Kind == tomldoc.String:
		return Setting{Value: v.Text}
	case env == nil:
		r.refuse(v, tomldoc.JoinPath(path)+" must be a string or { env = \"<VAR>\" }")
		return Setting{}
	}
	r.others(v, path, "env")
	path = append(path, "env")
	variable, ok := r.str(env, path...)
	if why := CheckVar(variable); ok && why != "" {
		r.refuse(env, tomldoc.JoinPath(path)+": "+why)
	}
	return Setting{Var: variable}
}

// CheckVar says why s is no name of an environment variable, or "".
func CheckVar(s string) string {
	plain := func(c rune) bool {
		return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	}
	if s == "" || s[0] >= '0' && s[0] <= '9' || strings.ContainsFunc(s, func(c rune) bool { return !plain(c) }) {
		return quoted(s) + " is not a variable: " + VarPattern
	}
	return ""
}

// gates reads every built-in adapter's gate. Only the selected one's faults
// are problems: a table of another adapter is inert (manual, "Projects").
func (r *reader) gates(v *tomldoc.Value, selected string) []AdapterGate {
	var all []AdapterGate
	for _, e := range r.entries(v, "adapters") {
		if !slices.Contains(Adapters, e.Key) {
			r.unknown = append(r.unknown, []string{"adapters", e.Key})
			continue
		}
		judge := *r
		judge.problems = nil
		gate, written := judge.adapterTable(e.Value, e.Key)
		r.unknown, r.reported = judge.unknown, judge.reported
		if e.Key == selected {
			r.problems = append(r.problems, judge.problems...)
		}
		if written && len(judge.problems) == 0 {
			all = append(all, AdapterGate{Adapter: e.Key, Gate: gate})
		}
	}
	return all
}

func (r *reader) adapterTable(v *tomldoc.Value, adapter string) (gate Gate, written bool) {
	path := []string{"adapters", adapter}
	if !v.IsTable() {
		r.entries(v, path...)
		return gate, false
	}
	if slices.Contains(gateless, adapter) {
		r.others(v, path)
		return gate, false
	}
	r.others(v, path, "gate")
	table := v.Get("gate")
	if table == nil {
		return gate, false
	}
	return r.gate(table, adapter), true
}

func (r *reader) gate(v *tomldoc.Value, adapter string) Gate {
	var g Gate
	path := []string{"adapters", adapter, "gate"}
	sound := len(r.problems)
	for _, e := range r.entries(v, path...) {
		if bar := g.bar(e.Key); bar != nil {
			*bar = r.probability(e.Value, append(path, e.Key)...)
		} else {
			r.unknown = append(r.unknown, append(slices.Clone(path), e.Key))
		}
	}
	if why := g.fault(adapter); why != "" && len(r.problems) == sound {
		at := r.position(v)
		r.add(diag.Problem{At: &at, Message: why, Fix: diag.Of(diag.FixCheck)})
	}
	return g
}

func (r *reader) probability(v *tomldoc.Value, path ...string) *float64 {
	number := v.Kind == tomldoc.Integer || v.Kind == tomldoc.Float
	if !number || !(v.Float >= 0 && v.Float <= 1) {
		r.refuse(v, tomldoc.JoinPath(path)+" must be a probability, a number from 0 to 1")
		return nil
	}
	return &v.Float
}

// fault is what is wrong with a gate as a whole, or "".
func (g Gate) fault(adapter string) string {
	at := "adapters." + adapter + ".gate"
	switch {
	case slices.Contains(bare, adapter) && slices.ContainsFunc(bareNeeds, g.lacks):
		return fmt.Sprintf("%s needs route, read and write, since %s ships no floors", at, adapter)
	case g.Read != nil && g.Write != nil && *g.Read > *g.Write:
		return fmt.Sprintf("%s: read %s is above write %s", at, shortest(*g.Read), shortest(*g.Write))
	}
	return ""
}

func (g Gate) lacks(key string) bool { return *g.bar(key) == nil }

func shortest(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
