package systemone

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"unicode/utf8"

	"sinew/decide/question"
)

// Judge is the fault of a reply's status, or nil for one that carries answers.
func (s Service) Judge(status int) error {
	switch status {
	case http.StatusOK:
		return nil
	case http.StatusUnauthorized:
		return &question.Fault{Kind: question.Refused, Credential: s.Key, Account: s.Account}
	case http.StatusGone:
		return &question.Fault{Kind: question.Retired, Adapter: s.ID}
	}
	return &question.Fault{Kind: question.Status, Code: status}
}

// Decode reads the answers to the questions of one request out of its reply.
// What it gives has passed question.Validate; the error is a *question.Fault,
// under the first question where the reply as a whole is none. Members that the
// wire does not have are passed over, a key that stands twice where answers are
// is not.
func (s Service) Decode(body []byte, asked []question.Question) (question.Answers, error) {
	r := newReply(body, asked)
	if err := r.read(s.enveloped); err != nil {
		if fault, ok := errors.AsType[*question.Fault](err); ok {
			return nil, fault
		}
		return nil, whole(asked, err.Error())
	}
	if err := question.Validate(asked, r.answers); err != nil {
		return nil, err
	}
	return r.answers, nil
}

// whole is a reply that is none as a whole.
func whole(asked []question.Question, message string) error {
	fault := malformed(question.Subject{Kind: question.Route}.ID(), message)
	if len(asked) > 0 {
		fault.Question = asked[0].ID()
	}
	return fault
}

func malformed(id, message string) *question.Fault {
	return &question.Fault{Kind: question.Malformed, Question: id, Message: message}
}

// A reply is one that is being read.
type reply struct {
	utf8    bool
	tokens  *json.Decoder
	asked   map[string]question.Question
	answers question.Answers // nil until the reply's answers begin
}

func newReply(body []byte, asked []question.Question) *reply {
	r := &reply{utf8: utf8.Valid(body), tokens: json.NewDecoder(bytes.NewReader(body)), asked: map[string]question.Question{}}
	r.tokens.UseNumber()
	for _, q := range asked {
		r.asked[q.ID()] = q
	}
	return r
}

// What is wrong with a reply as a whole.
var (
	errNoUTF8    = errors.New("the reply is not UTF-8")
	errNoJSON    = errors.New("the reply is not JSON")
	errTwice     = errors.New("the reply holds a key twice")
	errDeep      = errors.New("the reply is nested too deep")
	errAfter     = errors.New("the reply goes on after its end")
	errNoAnswers = errors.New("the reply holds no answers")
	errNoSuccess = errors.New("the reply says that it failed")
)

func (r *reply) read(enveloped bool) error {
	if !r.utf8 {
		return errNoUTF8
	}
	top := r.body
	if enveloped {
		top = r.envelope
	}
	if err := r.object("the reply", top); err != nil {
		return err
	}
	if _, err := r.tokens.Token(); !errors.Is(err, io.EOF) {
		return errAfter
	}
	if r.answers == nil {
		return errNoAnswers
	}
	return nil
}

// envelope is a member of what Workers AI puts around a reply.
func (r *reply) envelope(key string) error {
	switch key {
	case "result":
		return r.object("result", r.body)
	case "success":
		token, err := r.token()
		if err == nil && token != true {
			err = errNoSuccess
		}
		return err
	}
	return r.skip()
}

func (r *reply) body(key string) error {
	if key != "answers" {
		return r.skip()
	}
	r.answers = question.Answers{}
	return r.object("answers", r.answer)
}

// answer is the answer to the question id.
func (r *reply) answer(id string) error {
	q, asked := r.asked[id]
	if !asked {
		return question.Validate(nil, question.Answers{short(id): nil})
	}
	a := given{question: q, id: id}
	if err := r.object(id, func(key string) error { return a.member(r, key) }); err != nil {
		return err
	}
	answer, err := a.answer()
	r.answers[id] = answer
	return err
}

// given is one answer as it is written.
type given struct {
	question question.Question
	id, kind string
	shares   question.Answer // a choice's
	yes      question.Answer // a yes/no's
}

func (g *given) member(r *reply, key string) error {
	switch key {
	case "type":
		token, err := r.token()
		g.kind = fmt.Sprint(token)
		return err
	case "probabilities":
		g.shares = question.Answer{}
		return r.object(g.id, func(key string) error { return g.share(r, key) })
	case "noul":
		p, err := r.probability(g.id)
		g.yes = question.Answer{question.Yes: p}
		return err
	}
	return r.skip()
}

func (g *given) share(r *reply, key string) error {
	if !g.question.Offers(key) {
		return malformed(g.id, fmt.Sprintf("%q was not offered", short(key)))
	}
	p, err := r.probability(g.id)
	g.shares[key] = p
	return err
}

// answer is the one that belongs to the question's type. A reply need not name
// the type; one that does must name the question's.
func (g *given) answer() (question.Answer, error) {
	kind, answer, other := typeChoice, g.shares, g.yes
	if g.question.YesNo() {
		kind, answer, other = typeYesNo, g.yes, g.shares
	}
	switch {
	case g.kind != "" && g.kind != kind, other != nil:
		return nil, malformed(g.id, "the answer is not one of the type "+kind)
	case answer == nil:
		return nil, malformed(g.id, "the answer holds no probability")
	}
	return answer, nil
}

// probability is a number; whether it lies from 0 to 1 is checked later.
func (r *reply) probability(id string) (float64, error) {
	token, err := r.token()
	if err != nil {
		return 0, err
	}
	number, ok := token.(json.Number)
	if !ok {
		return 0, malformed(id, "a probability is not a number")
	}
	p, err := strconv.ParseFloat(number.String(), 64)
	if err != nil {
		return 0, malformed(id, short(number.String())+" is not a probability")
	}
	return p, nil
}

// short is a word of the reply, cut where a line could not hold it.
func short(s string) string {
	const most = 60
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
