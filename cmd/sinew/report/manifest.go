package report

import (
	"fmt"
	"strconv"
	"strings"

	"sinew/pkg/manifest"
	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
)

// Manifest is a reflex as a person uses it, as TOML, one key a line, with a +
// before every line that is theirs (behaviour.md 7.4). effect is the one they
// consented to.
func (w Words) Manifest(e manifest.Effective, effect manifest.Effect) []string {
	p := page{words: w, yours: e.IsYours}
	m := e.Manifest
	p.top(m, effect)
	p.needs(m.Needs)
	p.config(m.Config)
	for _, a := range m.Args {
		p.argument(a)
	}
	p.yields(m.Yields)
	p.records("examples", m.Examples)
	p.records("tests", m.Tests)
	return p.lines
}

// A page is the lines so far.
type page struct {
	words Words
	yours func(path ...string) bool
	lines []string
}

// add writes a line under path.
func (p *page) add(line string, path ...string) {
	sign := "  "
	if p.yours(path...) {
		sign = p.words.sign("+")
	}
	p.lines = append(p.lines, sign+p.words.Plain(line))
}

func (p *page) header(path ...string) {
	p.lines = append(p.lines, "", "  ["+p.words.Plain(tomldoc.JoinPath(path))+"]")
}

func (p *page) text(key, value string, path ...string) {
	p.add(key+" = "+tomldoc.QuoteString(value), append(path, key)...)
}

func (p *page) texts(key string, values []string, path ...string) {
	if len(values) > 0 {
		p.add(key+" = "+array(values), append(path, key)...)
	}
}

func array(values []string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = tomldoc.QuoteString(v)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

func (p *page) top(m *manifest.Manifest, effect manifest.Effect) {
	p.text("description", m.Description)
	p.texts("not_for", m.NotFor)
	p.texts("tags", m.Tags)
	p.text("effect", effect.String())
	p.text("confirm", m.Confirm)
	switch {
	case m.Playbook():
		p.steps(m.Steps)
	case m.Run.File != "":
		p.text("run", m.Run.File)
	case len(m.Run.Argv) > 0:
		p.texts("run", m.Run.Argv)
	}
	p.texts("platforms", m.Platforms)
	if m.Returns != "" {
		p.text("returns", m.Returns)
	}
}

// steps are a playbook's sentences, numbered; one that may not run ends in its
// when.
func (p *page) steps(steps []manifest.Step) {
	p.add("steps", "steps")
	for i, s := range steps {
		line := fmt.Sprintf("  %2d  %s", i+1, s.Say)
		if s.Field != "" {
			line += " · when " + s.Field + " = " + tomldoc.QuoteString(s.Is)
		}
		p.add(line, "steps")
	}
}

func (p *page) needs(n manifest.Needs) {
	if n.Empty() {
		return
	}
	p.header("needs")
	for _, key := range manifest.NeedKeys {
		p.texts(key, *n.List(key), "needs")
	}
}

func (p *page) config(settings []manifest.Setting) {
	if len(settings) == 0 {
		return
	}
	p.header("config")
	for _, s := range settings {
		value := tomldoc.QuoteString(s.About)
		if s.Secret {
			value = "{ about = " + value + ", secret = true }"
		}
		p.add(s.Key+" = "+value, "config", s.Key)
	}
}

func (p *page) argument(a manifest.Argument) {
	at := []string{"args", a.Name}
	p.header(at...)
	if a.Ask != "" {
		p.text("ask", a.Ask, at...)
	}
	for _, o := range a.Options {
		p.add("options."+tomldoc.QuoteKey(o.Key)+" = "+tomldoc.QuoteString(o.Meaning), "args", a.Name, "options", o.Key)
	}
	for _, source := range [][2]string{{"vocab", a.Vocab}, {"pick", string(a.Pick)}, {"takes", a.Takes}, {"recent", a.Recent}} {
		if source[0] == "recent" && a.Range != nil {
			p.add("range = ["+number(a.Range.Min)+", "+number(a.Range.Max)+"]", at...)
		}
		if source[1] != "" {
			p.text(source[0], source[1], at...)
		}
	}
	if a.Source == manifest.Flag {
		p.add("flag = true", at...)
	}
	if a.Optional {
		p.add("optional = true", at...)
	}
	p.texts("was", a.Was, at...)
}

func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

func (p *page) yields(all []manifest.Yield) {
	if len(all) == 0 {
		return
	}
	p.header("yields")
	for _, y := range all {
		p.add(y.Field+" = "+yield(y), "yields", y.Field)
	}
}

func yield(y manifest.Yield) string {
	if len(y.Each) == 0 {
		return tomldoc.QuoteString(string(y.Pick))
	}
	fields := make([]string, len(y.Each))
	for i, f := range y.Each {
		fields[i] = f.Field + " = " + yield(f)
	}
	return "{ each = { " + strings.Join(fields, ", ") + " } }"
}

func (p *page) records(table string, all []manifest.Record) {
	if len(all) == 0 {
		return
	}
	p.header(table)
	for _, r := range all {
		p.add(tomldoc.QuoteKey(r.Utterance)+" = "+record(r), table, r.Utterance)
	}
}

func record(r manifest.Record) string {
	if r.Never {
		return "false"
	}
	if len(r.Asserts) == 0 {
		return "{}"
	}
	asserts := make([]string, len(r.Asserts))
	for i, a := range r.Asserts {
		value := tomldoc.QuoteString(a.Value)
		switch {
		case a.Raised:
			value = "true"
		case a.Unstated:
			value = "false"
		}
		asserts[i] = a.Arg + " = " + value
	}
	return "{ " + strings.Join(asserts, ", ") + " }"
}

// Skipped is the line of a part of an overlay that addresses nothing.
func Skipped(reflex string, path []string) string {
	return "skipped  overlays/" + reflex + ".toml: " + tomldoc.JoinPath(path) + " addresses nothing"
}

// TakenFrom is the line that says which installed reflexes return a result.
func TakenFrom(result string, names []string) string {
	if len(names) == 0 {
		return "takes " + result + ", which no installed reflex returns"
	}
	verb := " returns"
	if len(names) > 1 {
		verb = " return"
	}
	return "takes " + result + ", which " + text.List(names) + verb
}
