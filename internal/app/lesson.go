package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sinew/internal/turn"
	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/name"
	"sinew/pkg/project"
	"sinew/pkg/text"
)

// A Lesson is what a person says of an utterance (manual, "Tuning", "teach: one
// line in your overlay"): that it means a call, or never the reflex Not.
type Lesson struct {
	Utterance string
	OfLast    bool // no utterance was written: OfLastInput finds it
	Call      []string
	Not       string
}

// ReadLesson is the lesson a command line says: an utterance or none, then a
// call in one word or several, or not and a name. A first word that is a name
// is the utterance where a call or not follows it, unless a reflex is installed
// under that name.
func (p *Project) ReadLesson(words []string) (Lesson, error) {
	if !p.opensWithUtterance(words) {
		return lessonOf(Lesson{OfLast: true}, words)
	}
	return lessonOf(Lesson{Utterance: words[0]}, words[1:])
}

func (p *Project) opensWithUtterance(words []string) bool {
	first, _, several := strings.Cut(strings.TrimSpace(words[0]), " ")
	switch {
	case words[0] == "not", p.file.Entry(words[0]) != nil:
		return false
	case len(words) == 1:
		return several && p.file.Entry(first) == nil // else a call in one word
	case name.Check(words[0], name.Local) != nil:
		return true
	}
	_, err := call.Parse(call.Join(words[1:]...))
	return words[1] == "not" || err == nil
}

// lessonOf adds what follows the utterance to a lesson.
func lessonOf(l Lesson, words []string) (Lesson, error) {
	switch {
	case len(words) == 0:
		return l, ErrNoLesson
	case words[0] != "not":
		l.Call = words
		return l, nil
	case len(words) != 2:
		return l, errors.New("not takes one name")
	}
	l.Not = words[1]
	return l, name.Check(l.Not, name.Local)
}

// ErrNoLesson is an utterance alone.
var ErrNoLesson = errors.New("teach needs a call or not <name>")

// TeachLesson writes a lesson into the overlay of its reflex, and gives the
// edits made: none where an example says the same already.
func (p *Project) TeachLesson(ctx context.Context, l Lesson) ([]project.Edit, error) {
	if err := checkUtterance(l.Utterance); err != nil {
		return nil, err
	}
	i, record, err := p.record(l)
	if err != nil || i.Manifest.Teaches(record) {
		return nil, err
	}
	return p.teach(ctx, i, record)
}

// OfLastInput is a lesson about the last input of the log; of a sentence of
// several steps, about the one step that its reflex decided. Where none or
// several did, the error is a *NoStep. broken and any other error are those of
// Last.
func (p *Project) OfLastInput(l Lesson) (of Lesson, broken bool, err error) {
	last, broken, err := p.m.Last()
	if err == nil && last.Told != nil && len(last.Told.Steps) > 0 {
		l.Utterance, err = stepOf(l.about(), last.Told)
		return l, broken, err
	}
	l.Utterance = last.Explained.Input
	return l, broken, err
}

// about is the reflex a lesson is about, "" for a call that does not read.
func (l Lesson) about() string {
	if l.Not != "" {
		return l.Not
	}
	written, err := call.Parse(call.Join(l.Call...))
	if err != nil {
		return ""
	}
	return written.Reflex
}

// A NoStep is a lesson that is about no one step of the last sentence.
type NoStep struct {
	Reflex  string
	Several bool
	Steps   []string // each step's number and reflex
}

// Error names the steps.
func (n *NoStep) Error() string {
	which := "no step"
	if n.Several {
		which = "more than one step"
	}
	return which + " of the last sentence is " + n.Reflex + ": " + strings.Join(n.Steps, ", ")
}

// stepOf is the text of the one step a reflex decided, or of the playbook's own
// sentence.
func stepOf(reflex string, told *turn.Told) (string, error) {
	none := &NoStep{Reflex: reflex}
	var texts []string
	for _, s := range slices.Concat(told.Playbooks, told.Steps) {
		name, _, _ := strings.Cut(s.Explained.Call, " ")
		if s.N > 0 {
			none.Steps = append(none.Steps, fmt.Sprintf("%d %s", s.N, cmp.Or(name, "no reflex")))
		}
		if name == reflex {
			texts = append(texts, s.Explained.Input)
		}
	}
	if none.Several = len(texts) > 1; len(texts) != 1 {
		return "", none
	}
	return texts[0], nil
}

// checkUtterance refuses what no overlay may hold, before a file is opened.
func checkUtterance(utterance string) error {
	n := utf8.RuneCountInString(utterance)
	switch r, unclean := text.FirstUnclean(utterance); {
	case unclean:
		return diag.One("", "the utterance contains "+text.Describe(r), diag.Help())
	case strings.TrimSpace(utterance) == "":
		return diag.One("", "teach needs an utterance; write it in quotes", diag.Help())
	case n > turn.MaxInput:
		return diag.One("", fmt.Sprintf("the utterance is %d characters; %d is the most", n, turn.MaxInput), diag.Help())
	}
	return nil
}

// record is the record of a lesson, held against its reflex.
func (p *Project) record(l Lesson) (Installed, manifest.Record, error) {
	if l.Not != "" {
		i, err := p.teachable(l.Not)
		return i, manifest.Record{Utterance: l.Utterance, Never: true}, err
	}
	written, err := call.Parse(call.Join(l.Call...))
	if err != nil {
		return Installed{}, manifest.Record{}, err
	}
	i, err := p.teachable(written.Reflex)
	if err != nil {
		return i, manifest.Record{}, err
	}
	record, err := call.Lesson(written, l.Utterance, i.Manifest, p.words)
	return i, record, err
}

// teachable is an installed reflex whose manifest is at hand; it may be
// inactive.
func (p *Project) teachable(called string) (Installed, error) {
	i, err := p.Reflex(called)
	if err == nil && i.Manifest == nil {
		err = i.Problems.Err()
	}
	return i, err
}

// Forget removes the line an overlay holds for an utterance, an example or a
// test: the shipped wording stands again. It gives the edit made.
func (p *Project) Forget(ctx context.Context, reflex, utterance string) (project.Edit, error) {
	i, err := p.teachable(reflex)
	if err != nil {
		return project.Edit{}, err
	}
	e, err := project.Forget(i.Name, i.overlay, utterance)
	if err != nil {
		return project.Edit{}, err
	}
	return e, p.write(ctx, p.overlayEdit(i, e))
}
