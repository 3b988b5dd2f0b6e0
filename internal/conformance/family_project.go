package conformance

import (
	"fmt"

	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/ref"
)

func answerReference(in struct{ Text string }) (any, error) {
	location, err := ref.Parse(in.Text)
	if err != nil {
		return problem(err)
	}
	var pin any
	if location.Pin != nil {
		pin = location.Pin.String()
	}
	return ok([]any{referenceJSON(location.Reference), pin}), nil
}

// referenceJSON is {repo, dir}, without dir at the repository's root.
func referenceJSON(r ref.Reference) Object {
	repo := Object{{"type", "url"}, {"url", r.Repo.URL}}
	if r.Repo.URL == "" {
		repo = Object{{"type", "github"}, {"owner", r.Repo.Owner}, {"name", r.Repo.Name}}
	}
	whole := Object{{"repo", repo}}
	if r.Dir != "" {
		whole = append(whole, Member{"dir", r.Dir})
	}
	return whole
}

// A wireReference is a reference as the vectors write it.
type wireReference struct {
	Repo struct{ Type, Owner, Name, URL string }
	Dir  string
}

func (w wireReference) reference() ref.Reference {
	return ref.Reference{Repo: ref.Repo{Owner: w.Repo.Owner, Name: w.Repo.Name, URL: w.Repo.URL}, Dir: w.Dir}
}

// A wireLocation is where a reflex comes from, as the vectors write it.
type wireLocation struct {
	Type, Path string
	Reference  wireReference
	Pin        *string
}

func (w wireLocation) location() (ref.Location, error) {
	if w.Type == "local" {
		return ref.Location{Local: w.Path}, nil
	}
	location := ref.Location{Reference: w.Reference.reference()}
	if w.Pin != nil {
		version, is := ref.ParseVersion(*w.Pin)
		if !is {
			return ref.Location{}, fmt.Errorf("%q is no version", *w.Pin)
		}
		location.Pin = &version
	}
	return location, nil
}

func answerProject(in struct{ Doc wireDocument }) (any, error) {
	text, err := in.Doc.text()
	if err != nil {
		return nil, err
	}
	read, err := project.Read(text)
	if err != nil {
		return problems(err)
	}
	reflexes, config, adapters := Object{}, Object{}, Object{}
	for _, e := range read.Reflexes {
		reflexes = append(reflexes, Member{e.Name, locationJSON(e.Location)})
	}
	for _, c := range read.Config {
		settings := Object{}
		for _, held := range c.Settings {
			settings = append(settings, Member{held.Key, settingJSON(held.Setting)})
		}
		config = append(config, Member{c.Reflex, settings})
	}
	for _, g := range read.Gates {
		adapters = append(adapters, Member{g.Adapter, Object{{"gate", gateJSON(g.Gate)}}})
	}
	return ok(Object{{"adapter", read.Adapter}, {"reflexes", reflexes}, {"config", config}, {"adapters", adapters}}), nil
}

func locationJSON(l ref.Location) Object {
	if l.IsLocal() {
		return Object{{"type", "local"}, {"path", l.Local}}
	}
	whole := Object{{"type", "remote"}, {"reference", referenceJSON(l.Reference)}}
	if l.Pin != nil {
		whole = append(whole, Member{"pin", l.Pin.String()})
	}
	return whole
}

func settingJSON(s project.Setting) Object {
	if s.Var != "" {
		return Object{{"type", "env"}, {"var", s.Var}}
	}
	return Object{{"type", "plain"}, {"value", s.Value}}
}

// gateJSON is the bars that are set.
func gateJSON(g project.Gate) Object {
	set := Object{}
	for _, bar := range []struct {
		key string
		at  *float64
	}{{"route", g.Route}, {"fits", g.Fits}, {"read", g.Read}, {"write", g.Write}, {"whole", g.Whole}} {
		if bar.at != nil {
			set = append(set, Member{bar.key, *bar.at})
		}
	}
	return set
}

func answerVocabulary(in struct{ Doc wireDocument }) (any, error) {
	doc, err := in.Doc.value()
	if err != nil {
		return nil, err
	}
	read, err := project.VocabularyOf(in.Doc.File.Name, doc)
	if err != nil {
		return problems(err)
	}
	words := Object{}
	for _, w := range read.Words {
		word := Object{{"what", w.What}}
		if w.Value != nil {
			word = append(word, Member{"value", *w.Value})
		}
		words = append(words, Member{w.Word, word})
	}
	return ok(words), nil
}

func answerAddEntry(in struct {
	Name     string
	Location wireLocation
}) (any, error) {
	location, err := in.Location.location()
	if err != nil {
		return nil, err
	}
	return project.AddEntry(in.Name, location), nil
}

func answerRemoveEntry(in struct{ Name string }) (any, error) {
	return project.RemoveEntry(in.Name), nil
}

func answerSetConfig(in struct {
	Name, Key string
	Setting   project.Setting
	Spec      manifest.Setting
}) (any, error) {
	in.Spec.Key = in.Key
	edit, err := project.SetConfig(in.Name, in.Key, in.Setting, in.Spec)
	if err != nil {
		return problem(err)
	}
	return ok(edit), nil
}

func answerVocabEdit(in struct {
	Name   string
	Change struct {
		Type, Word, What string
		Value            *string
	}
}) (any, error) {
	if in.Change.Type == "remove" {
		return project.RemoveWord(in.Name, in.Change.Word), nil
	}
	word := project.Word{Word: in.Change.Word, What: in.Change.What, Value: in.Change.Value}
	return project.AddWord(in.Name, word), nil
}
