package conformance

import (
	"cmp"
	"errors"
	"fmt"

	"sinew/decide/adapter/systemone"
	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/project"
)

// serviceOf is the adapter a case names; a case from before there were several
// names none.
func serviceOf(door string) (systemone.Service, error) {
	service, ok := systemone.Find(cmp.Or(door, "jev"))
	if !ok {
		return service, fmt.Errorf("no adapter is called %q", door)
	}
	return service, nil
}

func answerAddress(in struct{ Door, Account string }) (any, error) {
	service, err := serviceOf(in.Door)
	if err != nil {
		return nil, err
	}
	address, err := service.Address(in.Account)
	if err != nil {
		return problem(err)
	}
	return ok(address), nil
}

// olderBars are those the families were written under; the manual has moved
// them since. What the services ship now is tested where they are.
func olderBars() *catalog.Bars {
	fits := 0.3
	return &catalog.Bars{Route: 0.5, Fits: &fits, Read: 0.6, Write: 0.8}
}

func answerSettings(in struct {
	Door  string
	Table struct{ Gate project.Gate }
}) (any, error) {
	service, err := serviceOf(in.Door)
	if err != nil {
		return nil, err
	}
	if service.Bars != nil {
		service.Bars = olderBars()
	}
	bars, err := catalog.Move(service.Name, service.Bars, in.Table.Gate)
	if err != nil {
		return problems(err)
	}
	return ok(settingsOf(service, bars)), nil
}

// settingsOf is a service as the vectors write it.
func settingsOf(s systemone.Service, bars *catalog.Bars) Object {
	declared := Object{{"id", s.ID}, {"limits", Object{{"options", s.Options}}}}
	if bars != nil {
		declared = append(declared, Member{"gate", gateOf(bars)})
	}
	whole := Object{{"declared", declared}, {"credential", s.Key}, {"issuer", s.Issuer}}
	if s.Account != "" {
		whole = append(whole, Member{"account", s.Account})
	} else if address, err := s.Address(""); err == nil {
		whole = append(whole, Member{"url", address})
	}
	return append(whole, Member{"policy", Object{
		{"timeout", s.Time.Milliseconds()}, {"retries", systemone.Retries},
		{"retry_statuses", []any{systemone.FirstServerError, systemone.LastServerError}},
	}})
}

func gateOf(b *catalog.Bars) Object {
	gate := Object{{"route", b.Route}, {"read", b.Read}, {"write", b.Write}}
	if b.Fits != nil {
		gate = append(gate, Member{"fits", *b.Fits})
	}
	if b.Whole != nil {
		gate = append(gate, Member{"whole", *b.Whole})
	}
	return gate
}

// A wireRequest is what an adapter is asked, as the vectors write it.
type wireRequest struct {
	State     struct{ Request string }
	Questions Object
}

func answerRequest(in struct {
	Door    string
	Request wireRequest
}) (any, error) {
	service, err := serviceOf(in.Door)
	if err != nil {
		return nil, err
	}
	asked, err := in.Request.asked()
	if err != nil {
		return nil, err
	}
	var bodies []any
	for _, part := range service.Parts(asked) {
		body, err := service.Encode(in.Request.State.Request, part)
		if err != nil {
			return nil, err
		}
		value, err := ParseJSON(body)
		if err != nil {
			return nil, err
		}
		bodies = append(bodies, value)
	}
	if service.Part == 0 {
		return bodies[0], nil
	}
	return bodies, nil
}

func (w wireRequest) asked() ([]question.Question, error) {
	var asked []question.Question
	for _, m := range w.Questions {
		q, err := questionOf(m)
		if err != nil {
			return nil, err
		}
		asked = append(asked, q)
	}
	return asked, nil
}

// answerReply reads a reply to the questions that its own body answers: the
// vectors do not say what was asked.
func answerReply(in struct {
	Door       string
	Status     int
	Body       string
	Credential string
}) (any, error) {
	service, err := serviceOf(in.Door)
	if err != nil {
		return nil, err
	}
	if in.Credential != "" {
		service.Key = in.Credential
	}
	err = service.Judge(in.Status)
	var answers question.Answers
	if err == nil {
		asked, bodyErr := answeredIn([]byte(in.Body))
		if bodyErr != nil {
			return nil, bodyErr
		}
		answers, err = service.Decode([]byte(in.Body), asked)
	}
	if fault, is := errors.AsType[*question.Fault](err); is {
		return Object{{"err", fault}}, nil
	}
	return ok(answers), err
}

// answeredIn are the questions that a reply in Cloudflare's envelope answers.
func answeredIn(body []byte) ([]question.Question, error) {
	value, err := ParseJSON(body)
	if err != nil {
		return nil, err
	}
	var reply struct{ Result struct{ Answers Object } }
	if err := decode(value, &reply); err != nil {
		return nil, err
	}
	var asked []question.Question
	for _, m := range reply.Result.Answers {
		var answer struct{ Probabilities Object }
		if err := decode(m.Value, &answer); err != nil {
			return nil, err
		}
		q := question.Question{Subject: subjectOf(m.Key)}
		for _, p := range answer.Probabilities {
			q.Options = append(q.Options, question.Option{Key: p.Key})
		}
		asked = append(asked, q)
	}
	return asked, nil
}
