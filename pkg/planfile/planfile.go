// Package planfile is the plan file: a sentence read as several steps, saved so
// that it runs again exactly, here or on another machine with the same project.
//
// A File holds the sentence, the plan, every answer the plan took, and the pins
// it was decided under. Parse reads its bytes and Format gives them; Take makes
// the pins of a project, and Check says which of a file's pins moved. A plan is
// made again from the file's answers alone: Book hands them out, and Same
// compares what was made.
//
// The plan's own shape belongs to the package that makes plans. Here it is JSON
// in one spelling, of which only the steps' numbers, reflexes and playbooks are
// read. A file holds no setting's value, variable or key, no time and no name.
//
// Nothing here touches a disk. Values belong to their caller, and only a Book
// changes when it is used. This is the manual's pages "Weaving" and "The plan
// file", and reading.md 7.
package planfile

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
)

// Version is the number of the format this package reads and writes.
const Version = 1

// note is the file's second line, the same in every file.
const note = "Written by evoke try --save: the sentence and the classifier's answers, in clear. evoke run runs it exactly, or says which pin moved."

// A File is one plan file.
type File struct {
	Input   string          // the sentence as it was typed; never empty
	Tags    []string        // what the reflexes were narrowed to; nil for none
	Plan    json.RawMessage // the plan as `try --json` prints it less its trace, in Canonical form
	Pins    Pins
	Answers []Answered // the whole sentence's own questions first
}

// Pins are what a plan was decided under, or what a project decides under now.
type Pins struct {
	Evoke    string         // the version of the format's manual
	Adapter  Adapter        // who answers
	Gate     *catalog.Bars  // its bars; nil when it has none
	Set      string         // the plan digest: everything installed
	Reflexes []Reflex       // the active ones, in the project's order
	Vocabs   []catalog.Hash // every vocabulary, by name
	Packs    []catalog.Hash // the language packs that read the sentence
}

// An Adapter is who answers: its name in evoke.toml, and its id.
type Adapter struct{ Name, ID string }

// A Reflex is one reflex's pin. Path is set for a local one and Remote for a
// locked one; neither for one that a program handed over as code.
type Reflex struct {
	Name   string
	Item   string // the hash of its wording, consent and settings
	Path   string // as evoke.toml has it; never compared
	Remote *Remote
}

// A Remote is where a locked reflex comes from, and what it holds.
type Remote struct {
	Reference ref.Reference
	Tag       ref.Version
	H1        tree.Digest
}

// Answered is what was answered about one text. A text that was decided twice
// has an entry each time.
type Answered struct {
	Text string
	Raw  []Answer // in the order they were asked
}

// An Answer is the answer to one question.
type Answer struct {
	ID     string
	Shares []Share // in the question's order
}

// A Share is the probability of one key.
type Share struct {
	Key string
	P   float64
}

// Record is what was answered about a text: the questions in the order they
// were asked, each with the keys that got answers in the question's own order.
// A question without an answer is left out.
func Record(text string, asked []question.Question, got question.Answers) Answered {
	record := Answered{Text: text}
	for _, q := range asked {
		answer, ok := got[q.ID()]
		if !ok {
			continue
		}
		one := Answer{ID: q.ID()}
		for _, key := range q.Keys() {
			if p, ok := answer[key]; ok {
				one.Shares = append(one.Shares, Share{key, p})
			}
		}
		record.Raw = append(record.Raw, one)
	}
	return record
}

// Answers are the answers by question.
func (a Answered) Answers() question.Answers {
	all := make(question.Answers, len(a.Raw))
	for _, one := range a.Raw {
		answer := make(question.Answer, len(one.Shares))
		for _, s := range one.Shares {
			answer[s.Key] = s.P
		}
		all[one.ID] = answer
	}
	return all
}

// ID names the bytes a plan was read from, `h1:` and the hex of their SHA-256:
// what a step's line in the log says next to the file's name.
func ID(src []byte) string { return fmt.Sprintf("h1:%x", sha256.Sum256(src)) }

// A Book hands out a file's answers while its plan is made again. It serves one
// making of the plan, and one goroutine.
type Book struct{ left map[string][]Answered }

// Book is the file's answers, none of them taken.
func (f *File) Book() *Book {
	b := &Book{left: map[string][]Answered{}}
	for _, a := range f.Answers {
		b.left[a.Text] = append(b.left[a.Text], a)
	}
	return b
}

// Take is the next entry of a text, each time it is decided; false when the file
// has no more of them. One entry answers every round of one decision.
func (b *Book) Take(text string) (question.Answers, bool) {
	entries := b.left[text]
	if len(entries) == 0 {
		return nil, false
	}
	b.left[text] = entries[1:]
	return entries[0].Answers(), true
}
