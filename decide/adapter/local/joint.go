package local

import (
	"slices"
	"strings"

	"sinew/decide/question"
)

// A joint is how surely two things stand on the sides of a place. They may be
// separate and the place no cut: of two things under one verb the second is
// none without it. The planner then reads them as items of one task.
type joint struct{ cut, things float64 }

// How surely the two sides of a place are separate, by what opens the second.
var (
	jointNone      = joint{0.02, 0.02} // one side says nothing, or both are of one phrase
	jointOrder     = joint{0.95, 0.95} // a word of order, and a request behind it
	jointOrdered   = joint{0.85, 0.85} // a word of order, and a thing
	jointSentence  = joint{0.9, 0.9}   // a sentence of its own stands before
	jointRequest   = joint{0.92, 0.92} // a request
	jointVerbs     = joint{0.6, 0.6}   // two verbs, and one object behind both
	jointReported  = joint{0.3, 0.35}  // a request, within what is to be written down
	jointThings    = joint{0.6, 0.65}  // two things, and no verb
	jointListed    = joint{0.8, 0.85}  // three things or more, and no verb
	jointItems     = joint{0.2, 0.7}   // two things under one verb
	jointValues    = joint{0.6, 0.7}   // two values of one kind
	jointMore      = joint{0.75, 0.8}  // more of the same
	jointParallel  = joint{0.2, 0.7}   // two details of one kind
	jointDetail    = joint{0.06, 0.08} // a detail of the first
	jointStatement = joint{0.4, 0.4}   // something is told
	jointHanging   = joint{0.08, 0.12} // the first side is no whole without the second
)

// A fork is a place with its sides.
type fork struct {
	before, after piece
	adjoins       bool // its first side is the second of the place before it
	joint
}

// partings are the places of the sentence, in order.
func (s *scene) partings(places []question.Question) []fork {
	all := make([]fork, 0, len(places))
	last := ""
	for _, q := range places {
		var f fork
		if sides := q.About.Sides; len(sides) == 2 {
			f = fork{before: s.piece(sides[0]), after: s.piece(sides[1]), adjoins: len(all) > 0 && sides[0] == last}
			last = sides[1]
		}
		all = append(all, f)
	}
	s.judgeForks(all, places)
	listThings(all)
	listObjects(all)
	return all
}

// judgeForks judges each place. What stands before one that is no cut goes back
// to the cut before that: in "check the disk and the memory" both are under the
// verb.
func (s *scene) judgeForks(all []fork, places []question.Question) {
	var head piece
	for i := range all {
		f := &all[i]
		if !f.adjoins || all[i-1].cut >= splitTried {
			head = f.before
		}
		f.joint = judged(f.before, f.after, head, places[i].About.Words)
	}
}

// listThings makes three things or more without a verb a list of requests.
func listThings(all []fork) {
	for _, f := range all {
		if f.joint != jointThings || len(all) < 2 {
			return
		}
	}
	for i := range all {
		all[i].joint = jointListed
	}
}

// listObjects makes the objects of one verb requests where each is a thing that
// is known, and nothing is said of all of them: "check the disk and the memory".
// In "dim the den and the office to 20" they stay one request, which is read for
// each.
func listObjects(all []fork) {
	for from := 0; from < len(all); from++ {
		to := from
		for to < len(all) && all[to].joint == jointItems && (to == from || all[to].adjoins) {
			to++
		}
		if run := all[from:to]; len(run) > 0 && areObjects(run) {
			for i := range run {
				run[i].joint = jointListed
			}
		}
		from = max(from, to-1)
	}
}

// areObjects reports whether a verb and the things behind it are so many
// requests: each is known, or the verb only says that they are to be seen.
func areObjects(run []fork) bool {
	seen, known := seesBare(run[0].before), knownObject(run[0].before)
	for _, f := range run {
		seen = seen && isBare(f.after.all)
		known = known && isKnown(f.after.all)
	}
	return seen || known
}

func knownObject(p piece) bool {
	i := slices.IndexFunc(p.all, func(t token) bool { return isWord(t, knownWords) })
	return i > 0 && isVerb(p.all, 0) && isKnown(p.all[i:])
}

func seesBare(p piece) bool {
	i := slices.IndexFunc(p.all, func(t token) bool { return !isWord(t, seesWords) })
	return i > 0 && isBare(p.all[i:])
}

// mostKnown is how many words a known thing has.
const mostKnown = 4

// isKnown reports whether words are the, my or so, and a thing.
func isKnown(all []token) bool {
	return len(all) > 1 && isWord(all[0], knownWords) && isBare(all)
}

// isBare reports whether words are a thing, and nothing is said of it.
func isBare(all []token) bool {
	return len(all) > 0 && len(all) <= mostKnown &&
		every(all, func(t token) bool { return !t.typed && !isWord(t, detailWords) && !isFinite(t) })
}

// splitTried is the share from which a place is cut.
const splitTried = 0.35

// judged is how a place parts its sides; head is the beginning of the request it
// stands in.
func judged(before, after, head piece, mark string) joint {
	joins := tokens(mark)
	switch {
	case len(before.all) == 0 || before.opens == opensNothing || after.opens == opensNothing || !before.said:
		return jointNone
	case inPhrase(before, after, joins):
		return jointNone
	case before.ends:
		return jointSentence
	case !strings.ContainsAny(mark, ",;") && hangs(before, after):
		return jointHanging
	case some(joins, func(t token) bool { return isWord(t, orderWords) }):
		return ordered(after, joins)
	}
	return joined(before, after, head, mark)
}

// ordered is a place at a word of order. Next is often a word like others: the
// next train.
func ordered(after piece, joins []token) joint {
	switch {
	case after.opens == opensRequest:
		return jointOrder
	case len(joins) == 1 && joins[0].fold == "next" || after.opens == opensDetail:
		return jointDetail
	}
	return jointOrdered
}

// joined is a place at any other word or mark.
func joined(before, after, head piece, mark string) joint {
	switch after.opens {
	case opensRequest:
		return requested(before, mark)
	case opensMore:
		return jointMore
	case opensStatement:
		return jointStatement
	case opensDetail:
		return detailed(before, after)
	case opensValue:
		return valued(before, after, head)
	}
	if sameKind(before, after) {
		return jointMore
	}
	if head.opens == opensThing || before.all[len(before.all)-1].typed && isKnown(after.all) {
		return jointThings
	}
	return jointItems
}

// sameKind reports whether two pieces each name a thing by a value of one kind:
// a 5 minute timer, a 10 minute timer.
func sameKind(before, after piece) bool {
	return isWord(after.all[0], "a an") && some(after.all, func(a token) bool {
		return a.typed && some(before.all, func(b token) bool { return b.typed && a.fold == b.fold })
	})
}

// requested is a place with a request behind it.
func requested(before piece, mark string) joint {
	last := len(before.all) - 1
	switch {
	case reports(before):
		return jointReported
	case !strings.ContainsAny(mark, ",;") && isVerb(before.all, last) && (last == 0 || isWord(before.all[last-1], "to can could you")):
		return jointVerbs
	}
	return jointRequest
}

// reports reports whether a piece begins a text to be written down.
func reports(p piece) bool {
	for i, t := range p.all {
		if isWord(t, reportVerbs) {
			return some(p.all[i+1:], func(t token) bool { return isWord(t, "to that saying") })
		}
	}
	return false
}

// detailed is a place with a detail behind it: of the same kind as one before
// it, it may be another of the same.
func detailed(before, after piece) joint {
	first := after.all[0]
	if len(after.all) > 1 && !isWord(first, "only not never except that if") && some(before.all, func(t token) bool { return t.fold == first.fold }) {
		return jointParallel
	}
	return jointDetail
}

// valued is a place with a value behind it. Numbers side by side are of one
// calculation, and lengths of time one length: 10 minutes and 30 seconds.
func valued(before, after, head piece) joint {
	value := after.all[0]
	same := some(before.all, func(t token) bool { return t.typed && t.fold == value.fold })
	measured := strings.Contains(wordedKinds, value.fold)
	switch {
	case same && !measured && before.all[len(before.all)-1].fold == value.fold:
		return jointItems
	case same && !measured:
		return jointValues
	case measured && some(before.all, func(t token) bool { return t.typed }):
		return measures(before, after)
	case head.opens == opensRequest:
		return jointItems
	}
	return jointThings
}

// measures are two numbers, or two lengths of time.
func measures(before, after piece) joint {
	first, second := unit(before.all), unit(after.all)
	switch {
	case len(after.all) > 1 && isWord(after.all[1], "of x"): // 2 of these
		return jointValues
	case first != "" && first == second && len(after.all) == 2:
		return jointItems
	case first != "" && first == second:
		return jointValues
	}
	return jointNone
}

// unit is the word that says what the last value of a piece measures.
func unit(all []token) string {
	for i := len(all) - 2; i >= 0; i-- {
		if all[i].typed {
			return all[i+1].stem
		}
	}
	return ""
}

// inPhrase reports whether a place stands within words that belong together:
// up and running, between 5 and 10.
func inPhrase(before, after piece, joins []token) bool {
	last, first := before.all[len(before.all)-1], after.all[0]
	pair := last.fold + " " + first.fold
	switch {
	case last.fold == first.fold && !last.typed: // more and more
		return true
	case strings.Contains(pairs, "|"+pair+"|") || strings.Contains(nounPairs, "|"+last.fold+" "+noun(after.all)+"|"):
		return true
	case some(joins, func(t token) bool { return t.fold == "and" }) && isWord(last, phrasal) && after.opens == opensRequest:
		return len(before.all) == 1 || last.fold == "sure"
	case isWord(last, "between either neither both"):
		return true
	}
	return some(before.all, func(t token) bool { return t.fold == "between" }) && last.typed && first.typed
}

// noun is the first word of a thing behind the, my or so.
func noun(all []token) string {
	if len(all) > 1 && isWord(all[0], knownWords) {
		return all[1].fold
	}
	return all[0].fold
}

// hangs reports whether the first side is no whole without the second: a
// question that lacks its verb, a word that something must follow.
func hangs(before, after piece) bool {
	last := before.all[len(before.all)-1]
	if isWord(last, "the a an my our your of to very both") {
		return true
	}
	first := before.all[0]
	asks := isWord(first, "which what whose") && !some(before.all[1:], isFinite)
	return asks && after.opens != opensRequest && some(after.all, isFinite)
}

// isFinite reports whether a word is the verb of a sentence.
func isFinite(t token) bool { return isWord(t, auxiliaryWords) }

// pairs are words with an "and" between them that are one thing.
const pairs = "|up running|on off|off on|back forth|up down|down up|in out|black white|salt pepper|terms conditions|search replace|" +
	"find replace|copy paste|cut paste|drag drop|plug play|rock roll|pros cons|dos don|nice quiet|safe sound|here there|" +
	"now then|read write|write read|sooner later|bread butter|fish chips|mac cheese|bits pieces|" +
	"hit miss|trial error|profit loss|question answer|questions answers|research development|health safety|yes no|" +
	"left right|right left|top bottom|day night|night day|in around|by large|first foremost|over above|"

// nounPairs are things that are told together, even where each is named: the
// date and the time.
const nounPairs = "|date time|time date|day time|time day|day date|date day|name address|name version|size type|username groups|user groups|user group|"
