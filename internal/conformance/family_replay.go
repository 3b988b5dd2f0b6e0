package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"sinew/decide/adapter/replay"
	"sinew/decide/question"
)

// recordingOf is a recording as the vectors write it.
func recordingOf(wire Object) (*replay.Recording, error) {
	text, err := documentTOML(wire)
	if err != nil {
		return nil, err
	}
	return replay.Parse([]byte(text))
}

func answerRecording(in struct{ TOML string }) (any, error) {
	_, err := replay.Parse([]byte(in.TOML))
	if err == nil {
		return nil, errors.New("the recording reads")
	}
	return Object{{"err", err.Error()}}, nil
}

func answerRenderRecording(in struct{ Recording Object }) (any, error) {
	recording, err := recordingOf(in.Recording)
	if err != nil {
		return nil, err
	}
	return string(recording.Format()), nil
}

func answerReplay(in struct {
	Recording Object
	Request   struct {
		State     struct{ Request string }
		Questions Object
	}
}) (any, error) {
	recording, err := recordingOf(in.Recording)
	if err != nil {
		return nil, err
	}
	var asked []question.Question
	for _, m := range in.Request.Questions {
		q, err := questionOf(m)
		if err != nil {
			return nil, err
		}
		asked = append(asked, q)
	}
	answers, err := recording.Answer(context.Background(), in.Request.State.Request, asked)
	if fault, is := errors.AsType[*question.Fault](err); is {
		return Object{{"err", fault}}, nil
	}
	return ok(answers), err
}

// questionOf is a question as the vectors write it.
func questionOf(m Member) (question.Question, error) {
	var wire struct {
		Type, Ask, Otherwise string
		Options              Object
		Yes, No              wireText
	}
	if err := decode(m.Value, &wire); err != nil {
		return question.Question{}, err
	}
	q := question.Question{
		Subject: subjectOf(m.Key), Ask: wire.Ask, Otherwise: wire.Otherwise,
		Yes: question.Text(wire.Yes), No: question.Text(wire.No),
	}
	for _, o := range wire.Options {
		var told wireText
		if err := decode(o.Value, &told); err != nil {
			return q, err
		}
		q.Options = append(q.Options, question.Option{Key: o.Key, Text: question.Text(told)})
	}
	if q.ID() != m.Key {
		return q, fmt.Errorf("the question %s is one of another kind", m.Key)
	}
	return q, nil
}

// A wireText is what a key means as the vectors write it: a text, or an object.
type wireText question.Text

func (w *wireText) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &w.What)
	}
	var whole struct {
		What     string
		NotFor   []string `json:"not_for"`
		Examples []string
	}
	err := json.Unmarshal(data, &whole)
	*w = wireText(whole)
	return err
}

func subjectOf(id string) question.Subject {
	first, second, dotted := strings.Cut(id, ".")
	switch {
	case !dotted:
		return question.Subject{Kind: question.Route}
	case first == "fits":
		return question.Subject{Kind: question.Fits, Reflex: second}
	}
	return question.Subject{Kind: question.Arg, Reflex: first, Arg: second}
}
