package question

import (
	"fmt"
	"slices"
	"strings"

	"sinew/pkg/manifest"
)

// Reader is the number of the wording and the reading together. It goes up
// whenever a question is worded or an answer read anew, so that an old answer
// is never taken for a new one.
const Reader = 2

// Every word a classifier is asked in stands below, and nowhere else. A text a
// person or an author wrote goes in as they wrote it.
const (
	askRoute  = "Which of these programs is the request asking for?"
	noReflex  = "None of these programs does what the request asks."
	notListed = "The request gives one, and it is not among these."
	notSaid   = "The request does not say."
	askFits   = "Does the program %s do what the request asks for?"
	fitsNot   = "It does something else."
	askView   = "Reading only the words of the request: what do they give, if one asks %q"
	askIs     = "Do the words of the request mean %q (%s), if one asks %q"
	isIt      = "The request means it, in these or other words."
	isNot     = "The request means something else, or does not say."
	askNamed  = "Which of these do the words %q of the request name?"
	askMeant  = "Are the words %q of the request a way of saying %q, in answer to %q"
	askOnly   = "Is %q in the request the answer to %q"
	askDoes   = "What do the words %q do in the request, which %s answers?"
	does1     = "They say what to do."
	doesArg   = "They answer %q"
	doesOut   = "They say what is wanted from the result."
	doesNone  = "They ask for nothing: a courtesy, or words around the request."
	doesMore  = "They ask for another thing, which this program does not do."
	askFirst  = "Where in the request does the text begin that answers %q"
	askRun    = "Which words of the request are the text that answers %q"
	askWord   = "Is the word %q, in its place in the request, part of the text that answers %q"
	askLast   = "Where does the text end that answers %q and begins with %q?"
	askText   = "Which of these is the text that answers %q"
	noText    = "None of these, or not exactly."
	askHolds  = "The request is read as this: %s Does that hold everything the request says?"
	holdsAll  = "It holds everything the request asks for."
	holdsLess = "It leaves out a part of what the request asks for."
	holdsElse = "The request asks for something else."
	yesPart   = "It is."
	noPart    = "It is not."

	askSplit  = "The request may be parted at %q, between %q and %q. Do the two sides ask for separate things?"
	splitYes  = "Each side asks for a thing of its own."
	splitNo   = "Both sides belong to one thing."
	askCount  = "How many separate things does the request ask for?"
	countOne  = "It asks for one thing."
	countTwo  = "It asks for two things."
	countMore = "It asks for three things or more."
	countNone = "It asks for nothing."
	askPart   = "What do the words %q do in the whole request?"
	partAsks  = "They ask for something to be done."
	partAdds  = "They add a detail to another thing the request asks for."
	partAside = "They ask for nothing: a remark beside the request."
	askSpan   = "Reading the whole request: which of these programs do the words %q ask for?"
	askShare  = "Is %q, which the words %q of the request say, meant for the words %q as well, if one asks %q"
	shareYes  = "It is meant for both."
	shareNo   = "It is meant for the one alone, or the request does not say."
	askAgain  = "The request is read as this: %s Does it ask for the same with %q as well, in answer to %q"
	againAlso = "It asks for both."
	againElse = "It asks for this one in place of the one read."
	againOut  = "It says that this one is not wanted."
	againNone = "It says something else by these words."
	askRef    = "Which of these do the words %q of the request speak of, in %q?"
)

// TheRoute asks which reflex; options are the reflexes in scope, in the set's
// order, without none.
func TheRoute(options []Option) Question {
	return Question{Subject: Subject{Kind: Route}, Ask: askRoute, Options: withNone(options), Otherwise: None}
}

func withNone(options []Option) []Option {
	return append(options[:len(options):len(options)], Option{Key: None, Text: Text{What: noReflex}})
}

// Describe is what a reflex means on the route: its whole description, what it
// is not for, and its examples.
func Describe(m *manifest.Manifest) Text {
	text := Text{What: m.Description, NotFor: append([]string(nil), m.NotFor...)}
	for _, r := range m.Examples {
		if r.Never {
			text.NotFor = append(text.NotFor, r.Utterance)
		} else {
			text.Examples = append(text.Examples, r.Utterance)
		}
	}
	return text
}

// TheFit asks whether a reflex does what a text asks for; it is asked when a
// reflex is added, of the others' phrases.
func TheFit(reflex string, m *manifest.Manifest) Question {
	told := Describe(m)
	return Question{
		Subject: Subject{Kind: Fits, Reflex: reflex}, Ask: fmt.Sprintf(askFits, reflex),
		Yes: told, No: Text{What: fitsNot, Examples: told.NotFor},
	}
}

// Taught is an argument's question with what its reflex says beside it: the
// examples that leave the argument out teach `unstated`, those that raise it
// teach a flag's `yes`. The examples of a listed key stand in the list.
func (q Question) Taught(m *manifest.Manifest) Question {
	q.About.Reflex = Describe(m)
	q.Options = slices.Clone(q.Options)
	for _, r := range m.Examples {
		for _, as := range r.Asserts {
			if as.Arg == q.Subject.Arg {
				q.teach(r.Utterance, as)
			}
		}
	}
	return q
}

func (q *Question) teach(example string, as manifest.Assertion) {
	key := Yes
	switch {
	case as.Unstated:
		key = Unstated
	case !as.Raised:
		if q.Subject.Kind == Arg {
			q.About.Stated = append(q.About.Stated, Stated{example, as.Value})
		}
		return
	}
	for i := range q.Options {
		if o := &q.Options[i]; o.Key == key {
			o.Text.Examples = append(slices.Clip(o.Text.Examples), example)
		}
	}
}

// TheArgument asks an argument's own question over its options or candidates.
func TheArgument(s Subject, ask string, options []Option) Question {
	s.Kind = Arg
	return Question{Subject: s, Ask: ask, Options: withSentinels(options), Otherwise: Unstated}
}

// TheView asks the same a second way.
func TheView(s Subject, ask string, options []Option) Question {
	s.Kind = View
	return Question{Subject: s, Ask: fmt.Sprintf(askView, ask), Options: withSentinels(options), Otherwise: Unstated,
		About: Matter{Ask: ask}}
}

// WhichNamed asks which listed word some words name.
func WhichNamed(s Subject, words string, options []Option) Question {
	s.Kind = Named
	return Question{Subject: s, Ask: fmt.Sprintf(askNamed, words), Options: withSentinels(options), Otherwise: Unstated,
		About: Matter{Words: words}}
}

func withSentinels(options []Option) []Option {
	return append(options[:len(options):len(options)],
		Option{Key: None, Text: Text{What: notListed}}, Option{Key: Unstated, Text: Text{What: notSaid}})
}

// TheFlag asks whether a flag is raised.
func TheFlag(s Subject, ask string) Question {
	s.Kind = Arg
	return Question{Subject: s, Ask: ask, Otherwise: Unstated, Options: []Option{
		{Key: Yes, Text: Text{What: yesPart}}, {Key: No, Text: Text{What: noPart}}, {Key: Unstated, Text: Text{What: notSaid}},
	}}
}

// IsIt asks a yes on one listed word.
func IsIt(s Subject, ask, key, meaning string) Question {
	s.Kind = Is
	about := Matter{Ask: ask, Option: Option{Key: key, Text: Text{What: meaning}}}
	return yesNo(s, fmt.Sprintf(askIs, key, meaning, ask), isIt, isNot, about)
}

// IsMeant asks whether words spell a value.
func IsMeant(s Subject, ask, words, value string) Question {
	s.Kind = Meant
	about := Matter{Ask: ask, Words: words, Option: Option{Key: value}}
	return yesNo(s, fmt.Sprintf(askMeant, words, value, ask), isIt, isNot, about)
}

// IsOnly asks a yes on the one candidate there is.
func IsOnly(s Subject, ask, candidate string) Question {
	s.Kind = Only
	return yesNo(s, fmt.Sprintf(askOnly, candidate, ask), isIt, isNot, Matter{Ask: ask, Words: candidate})
}

// IsWord asks whether one word is part of a text without quotes.
func IsWord(s Subject, ask, word string) Question {
	s.Kind = Word
	return yesNo(s, fmt.Sprintf(askWord, word, ask), yesPart, noPart, Matter{Ask: ask, Words: word})
}

func yesNo(s Subject, ask, yes, no string, about Matter) Question {
	return Question{Subject: s, Ask: ask, Yes: Text{What: yes}, No: Text{What: no}, About: about}
}

// The keys of what a run of words does.
const (
	Action   = "action"
	Result   = "result"
	Courtesy = "courtesy"
	More     = "more"
)

// AnswersKey is the key that says a run of words answers an argument.
func AnswersKey(arg string) string { return "arg:" + arg }

// WhatTheyDo asks what a run of words does beside the call of a reflex.
func WhatTheyDo(s Subject, words string, m *manifest.Manifest) Question {
	s.Kind = Does
	options := []Option{{Action, Text{What: does1}}}
	for _, a := range m.Args {
		if a.Source != manifest.Flag && a.Source != manifest.Takes {
			options = append(options, Option{AnswersKey(a.Name), Text{What: fmt.Sprintf(doesArg, a.Ask)}})
		}
	}
	options = append(options, Option{Result, Text{What: doesOut}}, Option{Courtesy, Text{What: doesNone}}, Option{More, Text{What: doesMore}})
	summary, _, _ := strings.Cut(m.Description, "\n")
	return Question{Subject: s, Ask: fmt.Sprintf(askDoes, words, quoteSummary(summary)), Options: options,
		About: Matter{Words: words, Reflex: Describe(m)}}
}

func quoteSummary(s string) string { return fmt.Sprintf("%q", s) }

// WhereItBegins asks where a text without quotes begins, as WhichRun,
// WhereItEnds and WhichText ask the rest of it; options carry the words.
func WhereItBegins(s Subject, ask string, options []Option) Question {
	s.Kind = First
	return unsaid(s, fmt.Sprintf(askFirst, ask), options, Matter{Ask: ask})
}

// WhichRun asks which run of words the text is.
func WhichRun(s Subject, ask string, options []Option) Question {
	s.Kind = Run
	return unsaid(s, fmt.Sprintf(askRun, ask), options, Matter{Ask: ask})
}

// WhereItEnds asks where the text ends that begins at a word.
func WhereItEnds(s Subject, ask, word string, options []Option) Question {
	s.Kind = Last
	return unsaid(s, fmt.Sprintf(askLast, ask, word), options, Matter{Ask: ask, Words: word})
}

func unsaid(s Subject, ask string, options []Option, about Matter) Question {
	options = append(options[:len(options):len(options)], Option{Key: Unstated, Text: Text{What: notSaid}})
	return Question{Subject: s, Ask: ask, Options: options, Otherwise: Unstated, About: about}
}

// Other is the key of a text that is none of the readings.
const Other = "other"

// WhichText asks which of the readings is the text.
func WhichText(s Subject, ask string, options []Option) Question {
	s.Kind = Reading
	options = append(options[:len(options):len(options)], Option{Key: Other, Text: Text{What: noText}})
	return unsaid(s, fmt.Sprintf(askText, ask), options, Matter{Ask: ask})
}

// The keys of a call read back.
const (
	Whole = "whole"
	Less  = "less"
)

// HoldsAll asks whether a call of a reflex with these values, told in the
// reflex's own words, holds all that was said.
func HoldsAll(s Subject, told string, m *manifest.Manifest, values []string) Question {
	s.Kind = Against
	return Question{Subject: s, Ask: fmt.Sprintf(askHolds, told), About: Matter{Reflex: Describe(m), Told: told, Values: values}, Options: []Option{
		{Whole, Text{What: holdsAll}}, {Less, Text{What: holdsLess}}, {Other, Text{What: holdsElse}},
	}}
}

// DoesSplit asks whether two things stand on the sides of a place; joins are
// the words or the mark between.
func DoesSplit(n int, joins, before, after string) Question {
	about := Matter{Words: joins, Sides: []string{before, after}}
	return yesNo(Subject{Kind: Split, N: n}, fmt.Sprintf(askSplit, joins, before, after), splitYes, splitNo, about)
}

// The keys of how many things a sentence asks for.
const (
	One     = "one"
	Two     = "two"
	Several = More // three or more
)

// HowMany asks how many things a sentence asks for.
func HowMany() Question {
	return Question{Subject: Subject{Kind: Count}, Ask: askCount, Options: []Option{
		{One, Text{What: countOne}}, {Two, Text{What: countTwo}}, {Several, Text{What: countMore}}, {None, Text{What: countNone}},
	}}
}

// The keys of what a part does in its sentence.
const (
	Asks  = "asks"
	Adds  = "detail"
	Aside = "aside"
)

// WhatPartDoes asks what a part does in its sentence; its words stand from one
// code point to another.
func WhatPartDoes(from, to int, words string) Question {
	return Question{Subject: Subject{Kind: Part, From: from, To: to}, Ask: fmt.Sprintf(askPart, words), About: Matter{Words: words}, Options: []Option{
		{Asks, Text{What: partAsks}}, {Adds, Text{What: partAdds}}, {Aside, Text{What: partAside}},
	}}
}

// WhichForPart asks which reflex a part asks for, reading the whole sentence;
// options are as TheRoute's.
func WhichForPart(from, to int, words string, options []Option) Question {
	return Question{Subject: Subject{Kind: Span, From: from, To: to}, Ask: fmt.Sprintf(askSpan, words),
		Options: withNone(options), Otherwise: None, About: Matter{Words: words}}
}

// IsShared asks whether a value one part gives is meant for another as well; s
// names the taker's argument and where the two parts begin.
func IsShared(s Subject, ask, value, giver, taker string) Question {
	s.Kind = Share
	about := Matter{Ask: ask, Option: Option{Key: value}, Sides: []string{taker, giver}}
	return yesNo(s, fmt.Sprintf(askShare, value, giver, taker, ask), shareYes, shareNo, about)
}

// The keys of what a sentence says of another value of its call.
const (
	Also    = "also"
	Instead = "instead"
	Out     = "out"
	Nothing = "nothing"
)

// WantedAgain asks whether a call, told in the reflex's own words, is asked for
// with another value as well; s names the argument and where the value stands.
func WantedAgain(s Subject, ask, words, value, told string) Question {
	s.Kind = Again
	return Question{Subject: s, Ask: fmt.Sprintf(askAgain, told, value, ask),
		About: Matter{Ask: ask, Words: words, Option: Option{Key: value}, Told: told}, Options: []Option{
			{Also, Text{What: againAlso}}, {Instead, Text{What: againElse}}, {Out, Text{What: againOut}}, {Nothing, Text{What: againNone}},
		}}
}

// WhichStep asks which of the steps before it a step speaks of: k is its
// number and n the reference's among its own, both from 0; steps are the words
// of those before it, in order.
func WhichStep(k, n int, words, of string, steps []string) Question {
	options := make([]Option, len(steps))
	for i, said := range steps {
		options[i] = Option{StepKey(i), Text{What: said}}
	}
	return Question{Subject: Subject{Kind: Ref, From: k, N: n}, Ask: fmt.Sprintf(askRef, words, of), Options: options, About: Matter{Words: words}}
}

// StepKey is the key of a step by its number, from 0.
func StepKey(i int) string { return fmt.Sprintf("step%d", i) }
