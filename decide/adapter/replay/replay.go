// Package replay answers from a recording: a file, answers.toml, that holds
// what a classifier once said, so that a decision made again without one is the
// same decision.
//
//	recording  an id, bars, limits, a plan, and answers
//	identity   what an utterance is keyed by (text.Identity)
//	share      one key of an answer and its probability
//
// Parse and Format read and write a recording as a value; Load alone touches a
// disk. A recording may hold more than is asked, and the same question under
// two numbers: only what is asked is read. Whether an answer is a distribution
// is the caller's to check (question.Validate), so a file cannot mint a value.
//
// The file is the manual's page "Testing"; the older spellings of ids are
// reading.md, "Evidence".
package replay

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"

	"sinew/decide/adapter"
	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/text"
)

// A Recording is an answers.toml that reads, and the adapter that answers from
// it. It may be asked from several goroutines, but not while Add changes it.
type Recording struct {
	id     string
	bars   *catalog.Bars
	limits Limits
	plan   string
	texts  []*recorded // in the file's order
	index  map[string]*recorded
}

var (
	_ adapter.Adapter   = (*Recording)(nil)
	_ adapter.Limited   = (*Recording)(nil)
	_ adapter.Versioned = (*Recording)(nil)
)

// Limits are how much the recorded adapter takes; 0 is no limit.
type Limits struct{ Options, Tokens int }

// recorded is one text's answers, by question id.
type recorded struct {
	identity string
	answers  []*answered // in the file's order
	index    map[string]*answered
}

type answered struct {
	id     string
	shares []share
}

type share struct {
	key string
	p   float64
}

// New is a recording without answers, which declares an adapter's id and bars;
// bars is nil for an adapter that ships none.
func New(id string, bars *catalog.Bars) *Recording {
	return &Recording{id: id, bars: bars, index: map[string]*recorded{}}
}

// ID is the recorded adapter's id.
func (r *Recording) ID() string { return r.id }

// Bars are the recorded adapter's; nil when it declared none.
func (r *Recording) Bars() *catalog.Bars { return r.bars }

// Limits are the recorded adapter's.
func (r *Recording) Limits() Limits { return r.limits }

// Options are the recorded adapter's.
func (r *Recording) Options() int { return r.limits.Options }

// Plan is the digest of the set the answers were recorded against, or "" when
// they are for any set.
func (r *Recording) Plan() string { return r.plan }

// Answer gives what was recorded for each question, under its current id or
// else the one it had before. A question the recording lacks is left out, and
// question.Validate names it, save those about a text without quotes where the
// recording is older than they are; a text it lacks is the fault unrecorded.
func (r *Recording) Answer(ctx context.Context, said string, asked []question.Question) (question.Answers, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	identity := text.Identity(said)
	of := r.index[identity]
	if of == nil {
		return nil, &question.Fault{Kind: question.Unrecorded, Identity: identity}
	}
	answers := make(question.Answers, len(asked))
	for _, q := range asked {
		id := q.ID()
		if a := of.find(id, q.Subject.Older()); a != nil {
			answers[id] = a.answer()
		} else if old := of.unaskedYet(q); old != nil {
			answers[id] = old
		}
	}
	return answers, nil
}

// Version covers every answer recorded about a text, so that a recording that
// was edited is never answered for from what it said before.
func (r *Recording) Version(said string) string {
	of := r.index[text.Identity(said)]
	if of == nil {
		return ""
	}
	var all []byte
	for _, a := range of.answers {
		all = fmt.Appendf(all, "%q\n", a.id)
		for _, s := range a.shares {
			all = fmt.Appendf(all, "%q %x\n", s.key, math.Float64bits(s.p))
		}
	}
	sum := sha256.Sum256(all)
	return hex.EncodeToString(sum[:])
}

func (of *recorded) find(id, older string) *answered {
	if a := of.index[id]; a != nil || older == "" {
		return a
	}
	return of.index[older]
}

func (a *answered) answer() question.Answer {
	answer := make(question.Answer, len(a.shares))
	for _, s := range a.shares {
		answer[s.key] = s.p
	}
	return answer
}

// Add records the answers to a round of questions about a text, in the order
// asked and with each question's keys in its own order. An answer recorded
// before under the same id is replaced where it stands.
func (r *Recording) Add(said string, asked []question.Question, answers question.Answers) {
	of := r.of(text.Identity(said))
	for _, q := range asked {
		if answer, ok := answers[q.ID()]; ok {
			of.put(&answered{id: q.ID(), shares: shares(q, answer)})
		}
	}
}

func (r *Recording) of(identity string) *recorded {
	of := r.index[identity]
	if of == nil {
		of = &recorded{identity: identity, index: map[string]*answered{}}
		r.index[identity] = of
		r.texts = append(r.texts, of)
	}
	return of
}

func (of *recorded) put(a *answered) {
	if old := of.index[a.id]; old != nil {
		old.shares = a.shares
		return
	}
	of.index[a.id] = a
	of.answers = append(of.answers, a)
}

// shares are an answer's keys that are in it, in the question's order.
func shares(q question.Question, answer question.Answer) []share {
	var all []share
	for _, key := range q.Keys() {
		if p, ok := answer[key]; ok {
			all = append(all, share{key, p})
		}
	}
	return all
}
