package conformance

import (
	"sinew/pkg/manifest"
)

func answerManifest(in struct{ Doc wireDocument }) (any, error) {
	doc, err := in.Doc.value()
	if err != nil {
		return nil, err
	}
	read, err := manifest.Read(in.Doc.File.Name, doc)
	if err != nil {
		return problems(err)
	}
	return ok(manifestJSON(read)), nil
}

// manifestJSON is a manifest as the vectors write it.
func manifestJSON(m *manifest.Manifest) Object {
	whole := Object{
		{"description", m.Description}, {"not_for", list(m.NotFor)}, {"tags", list(m.Tags)},
		{"effect", m.Effect.String()}, {"confirm", m.Confirm},
	}
	if !m.EffectWritten {
		whole = append(whole, Member{"effect_absent", true})
	}
	whole = append(whole, bodyJSON(m)...)
	if m.Platforms != nil {
		whole = append(whole, Member{"platforms", m.Platforms})
	}
	if m.Returns != "" {
		whole = append(whole, Member{"returns", m.Returns})
	}
	if !m.Needs.Empty() {
		whole = append(whole, Member{"needs", needsJSON(m.Needs)})
	}
	args, takes := argumentsJSON(m.Args)
	if len(takes) > 0 {
		whole = append(whole, Member{"takes", takes})
	}
	return append(whole,
		Member{"config", configJSON(m.Config)}, Member{"args", args}, Member{"yields", yieldsJSON(m.Yields)},
		Member{"examples", recordsJSON(m.Examples)}, Member{"tests", recordsJSON(m.Tests)}, Member{"unknown", list(m.Unknown)})
}

// bodyJSON is run or steps; a document may have neither.
func bodyJSON(m *manifest.Manifest) Object {
	switch {
	case m.Playbook():
		return Object{{"steps", stepsJSON(m.Steps)}}
	case m.Run.Argv != nil:
		return Object{{"run", m.Run.Argv}}
	case m.Run.File != "":
		return Object{{"run", m.Run.File}}
	}
	return nil
}

func stepsJSON(steps []manifest.Step) []any {
	all := make([]any, len(steps))
	for i, s := range steps {
		all[i] = s.Say
		if s.Field != "" {
			all[i] = Object{{"say", s.Say}, {"when", Object{{s.Field, s.Is}}}}
		}
	}
	return all
}

func configJSON(settings []manifest.Setting) Object {
	config := Object{}
	for _, s := range settings {
		config = append(config, Member{s.Key, Object{{"about", s.About}, {"secret", s.Secret}}})
	}
	return config
}

// argumentsJSON is what a person states, and apart from it what a step hands
// over.
func argumentsJSON(args []manifest.Argument) (stated, taken Object) {
	stated, taken = Object{}, Object{}
	for _, a := range args {
		if a.Source == manifest.Takes {
			taken = append(taken, Member{a.Name, a.Takes})
			continue
		}
		argument := append(Object{{"ask", a.Ask}}, sourceJSON(a)...)
		if a.Range != nil {
			argument = append(argument, Member{"range", []float64{a.Range.Min, a.Range.Max}})
		}
		if a.Recent != "" {
			argument = append(argument, Member{"recent", a.Recent})
		}
		if a.Source != manifest.Flag {
			argument = append(argument, Member{"optional", a.Optional})
		}
		stated = append(stated, Member{a.Name, append(argument, Member{"was", list(a.Was)})})
	}
	return stated, taken
}

func sourceJSON(a manifest.Argument) Object {
	switch a.Source {
	case manifest.Options:
		options := Object{}
		for _, o := range a.Options {
			options = append(options, Member{o.Key, o.Meaning})
		}
		return Object{{"options", options}}
	case manifest.Vocab:
		return Object{{"vocab", a.Vocab}}
	case manifest.Pick:
		return Object{{"pick", a.Pick}}
	}
	return Object{{"flag", true}}
}

func yieldsJSON(yields []manifest.Yield) Object {
	all := Object{}
	for _, y := range yields {
		var value any = y.Pick
		if y.Each != nil {
			value = Object{{"each", yieldsJSON(y.Each)}}
		}
		all = append(all, Member{y.Field, value})
	}
	return all
}

func recordsJSON(records []manifest.Record) Object {
	all := Object{}
	for _, r := range records {
		var value any = false
		if !r.Never {
			value = assertionsJSON(r.Asserts)
		}
		all = append(all, Member{r.Utterance, value})
	}
	return all
}

func assertionsJSON(asserts []manifest.Assertion) Object {
	all := Object{}
	for _, a := range asserts {
		var value any = a.Value
		if a.Raised || a.Unstated {
			value = a.Raised
		}
		all = append(all, Member{a.Arg, value})
	}
	return all
}

func needsJSON(needs manifest.Needs) Object {
	all := Object{}
	for _, key := range manifest.NeedKeys {
		if entries := *needs.List(key); len(entries) > 0 {
			all = append(all, Member{key, entries})
		}
	}
	return all
}

// list is items as an array, [] for none.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// answerLint takes a manifest as a fixture: a value that was read from a file.
func answerLint(in struct{ Manifest Object }) (any, error) {
	text, err := manifestTOML(in.Manifest)
	if err != nil {
		return nil, err
	}
	read, err := manifest.Parse("linted", []byte(text))
	if err != nil {
		return nil, err
	}
	findings := []any{}
	for _, f := range read.Lint() {
		findings = append(findings, Object{{"rule", f.Rule}, {"path", f.Path}, {"message", f.Message}})
	}
	return findings, nil
}
