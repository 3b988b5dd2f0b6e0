package conformance

import (
	"encoding/json"

	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

func answerOverlay(in struct {
	Doc wireDocument
	Of  Object
}) (any, error) {
	shipped, err := manifestOf(in.Of)
	if err != nil {
		return nil, err
	}
	text, err := in.Doc.text()
	if err != nil {
		return nil, err
	}
	read, err := manifest.ReadOverlay(in.Doc.File.Name, text, shipped)
	if err != nil {
		return problems(err)
	}
	return ok(overlayJSON(read)), nil
}

// manifestOf is a manifest fixture, read.
func manifestOf(fixture Object) (*manifest.Manifest, error) {
	text, err := manifestTOML(fixture)
	if err != nil {
		return nil, err
	}
	return manifest.Parse("shipped", []byte(text))
}

// overlayJSON is an overlay as the vectors write it.
func overlayJSON(o *manifest.Overlay) Object {
	var whole Object
	if o.Description != "" {
		whole = append(whole, Member{"description", o.Description})
	}
	if o.NotFor != nil {
		whole = append(whole, Member{"not_for", o.NotFor})
	}
	if o.Tags != nil {
		whole = append(whole, Member{"tags", o.Tags})
	}
	if o.Effect != nil {
		whole = append(whole, Member{"effect", o.Effect.String()})
	}
	if o.Confirm != "" {
		whole = append(whole, Member{"confirm", o.Confirm})
	}
	renamed := []any{}
	for _, r := range o.Renamed {
		renamed = append(renamed, []string{r.Former, r.Arg})
	}
	return append(whole, Member{"args", wordingsJSON(o.Args)},
		Member{"examples", recordsJSON(o.Examples)}, Member{"tests", recordsJSON(o.Tests)},
		Member{"renamed", renamed}, Member{"orphaned", list(o.Orphaned)})
}

func wordingsJSON(wordings []manifest.Wording) Object {
	all := Object{}
	for _, w := range wordings {
		var one Object
		if w.Ask != "" {
			one = append(one, Member{"ask", w.Ask})
		}
		options := Object{}
		for _, o := range w.Options {
			options = append(options, Member{o.Key, o.Meaning})
		}
		all = append(all, Member{w.Arg, append(one, Member{"options", options})})
	}
	return all
}

func answerEffective(in struct{ Shipped, Yours Object }) (any, error) {
	shipped, err := manifestOf(in.Shipped)
	if err != nil {
		return nil, err
	}
	var yours *manifest.Overlay
	if in.Yours != nil {
		if yours, err = overlayOf(in.Yours, shipped); err != nil {
			return nil, err
		}
	}
	effective := yours.Over(shipped)
	return Object{{"manifest", manifestJSON(effective.Manifest)}, {"yours", list(effective.Yours)}}, nil
}

// overlayOf is an overlay of a vector, which is one that was read, as one that
// reads so.
func overlayOf(yours Object, shipped *manifest.Manifest) (*manifest.Overlay, error) {
	var written Object
	for _, m := range yours {
		switch m.Key {
		case "renamed", "orphaned":
			continue
		case "args":
			m.Value = writtenWordings(m.Value)
		}
		written = append(written, m)
	}
	text, err := documentTOML(written)
	if err != nil {
		return nil, err
	}
	return manifest.ReadOverlay("yours", []byte(text), shipped)
}

// writtenWordings are an overlay's arguments without the empty options of a
// value that was read.
func writtenWordings(value any) Object {
	written := Object{}
	args, _ := value.(Object)
	for _, m := range args {
		kept := Object{}
		wording, _ := m.Value.(Object)
		for _, key := range wording {
			if !empty(key.Value) {
				kept = append(kept, key)
			}
		}
		written = append(written, Member{m.Key, kept})
	}
	return written
}

func answerTeach(in struct {
	Utterance struct{ Text string }
	Lesson    struct {
		Reflex string
		Record json.RawMessage
	}
	Plan wirePlan
}) (any, error) {
	name, record := in.Lesson.Reflex, manifest.Record{Utterance: in.Utterance.Text, Never: true}
	if string(in.Lesson.Record) != "false" {
		value, _ := in.Plan.Active.Get(name)
		active, _ := value.(Object)
		m, err := activeManifest(name, active)
		if err != nil {
			return nil, err
		}
		written, err := writtenLesson(name, in.Lesson.Record)
		if err != nil {
			return nil, err
		}
		words := func(vocabulary string) []project.Word {
			list, _ := in.Plan.words(name, m, vocabulary)
			return list
		}
		if record, err = call.Lesson(written, in.Utterance.Text, m, words); err != nil {
			return problem(err)
		}
	}
	return ok(project.Teach(name, nil, record)[0]), nil
}

// writtenLesson is a record of a vector as the call that teaches it.
func writtenLesson(reflex string, record json.RawMessage) (call.Written, error) {
	var asserted Object
	if err := json.Unmarshal(record, &asserted); err != nil {
		return call.Written{}, err
	}
	written := call.Written{Reflex: reflex}
	for _, a := range asserted {
		arg := call.WrittenArg{Name: a.Key}
		if value, is := a.Value.(string); is {
			arg.Value = &value
		}
		written.Args = append(written.Args, arg)
	}
	return written, nil
}
