package turn

import (
	"context"
	"slices"

	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/pkg/planfile"
)

// File is the sentence as a plan file holds it, less the pins: the plan, and
// every answer it took, the whole sentence's own first.
func (s *Sentence) File() (*planfile.File, error) {
	line, err := gate.Line(s.Plan.Wire())
	if err != nil {
		return nil, err
	}
	plan, err := planfile.Canonical(line)
	if err != nil {
		return nil, err
	}
	f := &planfile.File{Input: s.input, Tags: s.tags, Plan: plan}
	for _, whole := range []bool{true, false} {
		for _, a := range s.asked {
			if a.text.Whole == whole {
				f.Answers = append(f.Answers, planfile.Record(a.text.Words, a.questions, a.answers))
			}
		}
	}
	return f, nil
}

// Remake plans a file's sentence from the file's answers alone: nobody is asked.
// An answer that the file lacks is a *question.Fault.
func Remake(ctx context.Context, cat *catalog.Catalog, f *planfile.File) (*Sentence, error) {
	s := &Sentence{Catalog: cat, input: f.Input, tags: f.Tags, Left: Time, book: &book{left: slices.Clone(f.Answers)}}
	if err := checkInput(f.Input); err != nil {
		return nil, err
	}
	if len(f.Tags) > 0 && len(cat.Tagged(f.Tags)) == 0 {
		return nil, noneTagged(f.Tags)
	}
	s.beside = reading.Beside{}
	s.anew(cat)
	return s, s.read(ctx)
}

// A book is the answers of a file while its plan is made again. A text keeps
// the entry its first round was answered from.
type book struct {
	left  []planfile.Answered
	taken map[weave.Text]question.Answers
}

// all gives the answers to the requests of a round.
func (b *book) all(open []weave.Request) []answered {
	all := make([]answered, len(open))
	for i, r := range open {
		all[i] = b.answer(r)
	}
	return all
}

// answer gives the answers to a request.
func (b *book) answer(r weave.Request) answered {
	if all, ok := b.taken[r.Text]; ok {
		return from(all, r)
	}
	for i, entry := range b.left {
		if entry.Text != r.Words {
			continue
		}
		if one := from(entry.Answers(), r); one.err == nil {
			b.left = slices.Delete(b.left, i, i+1)
			b.keep(r.Text, entry.Answers())
			return one
		}
	}
	return answered{err: &question.Fault{Kind: question.Unrecorded, Identity: r.Words}}
}

func (b *book) keep(t weave.Text, all question.Answers) {
	if b.taken == nil {
		b.taken = map[weave.Text]question.Answers{}
	}
	b.taken[t] = all
}

// from are the answers to a request among more, once they are checked.
func from(all question.Answers, r weave.Request) answered {
	some := question.Answers{}
	for _, q := range r.Questions {
		if a, ok := all[q.ID()]; ok {
			some[q.ID()] = a
		}
	}
	return answered{answers: some, err: question.Validate(r.Questions, some)}
}
