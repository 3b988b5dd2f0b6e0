package check

import (
	"fmt"
	"slices"
	"sync"
	"unicode/utf8"

	"sinew/pkg/text"
)

// A Level is what becomes of a pull request: the strictest level of its reasons.
type Level int

// The levels, from the gentlest.
const (
	Auto   Level = iota // it may be merged at once
	Wait                // it may be merged after the waiting period
	Human               // a maintainer has to look
	Refuse              // it cannot be merged as it is
)

var levels = []string{"auto", "wait", "human", "refuse"}

// String is the level's word.
func (l Level) String() string { return levels[l] }

// MarshalText is the level's word, as in JSON.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads the level's word.
func (l *Level) UnmarshalText(word []byte) error {
	i := slices.Index(levels, string(word))
	if i < 0 {
		return fmt.Errorf("%q is no verdict", word)
	}
	*l = Level(i)
	return nil
}

// A Type says what a reason is about.
type Type string

// The types of reasons, each with the levels it comes at.
const (
	NothingChanged Type = "nothing_changed"  // refuse: there is no listing to check
	OtherFiles     Type = "other_files"      // a file that is no listing: refuse, or human from a maintainer
	AuthorUnknown  Type = "author_unknown"   // human: nobody said who asks
	NotYours       Type = "not_yours"        // somebody else's listing: human to add it, refuse to change or remove it
	OtherHost      Type = "other_host"       // human: a host where the author's login says nothing
	Removed        Type = "removed"          // human: a listing is taken out
	Grammar        Type = "grammar"          // refuse: the file is no listing
	ListedTwice    Type = "listed_twice"     // refuse: the repository is listed already
	LookAlike      Type = "look_alike"       // human: the name is drawn like a listed one
	NearName       Type = "near_name"        // human: the name is a slip away from a listed one
	StdName        Type = "std_name"         // human: the name is, or is near, one of the built-in collection
	Fetch          Type = "fetch"            // refuse: a tag cannot be fetched; auto for a tag below the newest
	Moved          Type = "moved"            // human: the repository answers at another address
	NoVersion      Type = "no_version"       // refuse: no tag to add; auto for a version that two tags below it name
	ReadsDiffer    Type = "reads_differ"     // refuse: two reads gave two contents
	DiffersFromLog Type = "differs_from_log" // refuse: a tag is not what was logged
	ManyTags       Type = "many_tags"        // human: only the newest tags were read
	NoReflex       Type = "no_reflex"        // refuse: the ref leads to no reflex
	Name           Type = "name"             // refuse: add could not name the reflex
	Manifest       Type = "manifest"         // refuse: it does not read; auto below the newest tag
	Body           Type = "body"             // refuse: the file it runs is not there
	License        Type = "license"          // refuse: none at the listed root
	Contract       Type = "contract"         // the tag's step is too low: refuse, human below the newest tag
	Was            Type = "was"              // `was` is breached: refuse, human below the newest tag
	EffectLoosened Type = "effect_loosened"  // human
	NeedsWidened   Type = "needs_widened"    // human
	FetchesCode    Type = "fetches_code"     // human: the body fetches code when it runs
	SpeaksToModel  Type = "addresses_model"  // human: a text that speaks to a model
	ManyReasons    Type = "many_reasons"     // auto: the rest is left out
	NewName        Type = "new_name"         // wait
	KnownSource    Type = "known_source"     // auto
	Lint           Type = "lint"             // auto
	Theft          Type = "theft"            // auto: a listed reflex may lose a phrase
	TheftsUnread   Type = "thefts_unread"    // auto: the test of that did not finish
)

// Kinds are the levels each type comes at. The caller owns them.
func Kinds() map[Type][]Level {
	return map[Type][]Level{
		NothingChanged: {Refuse}, OtherFiles: {Human, Refuse}, AuthorUnknown: {Human}, NotYours: {Human, Refuse}, OtherHost: {Human},
		Removed: {Human}, Grammar: {Refuse}, ListedTwice: {Refuse}, LookAlike: {Human}, NearName: {Human}, StdName: {Human},
		Fetch: {Auto, Refuse}, Moved: {Human}, NoVersion: {Auto, Refuse}, ReadsDiffer: {Refuse}, DiffersFromLog: {Refuse}, ManyTags: {Human},
		NoReflex: {Refuse}, Name: {Refuse}, Manifest: {Auto, Refuse}, Body: {Refuse}, License: {Refuse}, Contract: {Human, Refuse},
		Was: {Human, Refuse}, EffectLoosened: {Human}, NeedsWidened: {Human}, FetchesCode: {Human}, SpeaksToModel: {Human}, ManyReasons: {Auto},
		NewName: {Wait}, KnownSource: {Auto}, Lint: {Auto}, Theft: {Auto}, TheftsUnread: {Auto},
	}
}

// A Reason is one thing that was found. Every text is one clean line of at most
// maxText characters: what came from outside is escaped.
type Reason struct {
	Type    Type   `json:"type"`
	Verdict Level  `json:"verdict"`           // what this reason alone asks for
	Listing string `json:"listing,omitempty"` // its file, from the index's root
	At      string `json:"at,omitempty"`      // <file>:<line>[:<column>], in the index or in the repository
	Message string `json:"message"`
	Fix     string `json:"fix,omitempty"`
}

// A Verdict is what becomes of a pull request, with why: the strictest reasons
// first.
type Verdict struct {
	Verdict Level    `json:"verdict"`
	Reasons []Reason `json:"reasons"`
}

const (
	maxText    = 500 // characters of one text of a reason
	maxReasons = 300 // of a verdict
)

// reasons gathers what is found. Several goroutines may add.
type reasons struct {
	mu  sync.Mutex
	all []Reason
}

func (r *reasons) add(one Reason) {
	for _, text := range []*string{&one.Listing, &one.At, &one.Message, &one.Fix} {
		*text = shown(*text)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, one)
}

// shown is a text from outside as it may be printed.
func shown(s string) string {
	s = text.Escape(s)
	if utf8.RuneCountInString(s) <= maxText {
		return s
	}
	return string([]rune(s)[:maxText-1]) + "…"
}

// verdict is what the reasons come to. A verdict too long for a person is cut
// at its gentle end.
func (r *reasons) verdict() Verdict {
	v := Verdict{Reasons: append([]Reason{}, r.all...)} // never null in JSON
	slices.SortStableFunc(v.Reasons, func(a, b Reason) int { return int(b.Verdict) - int(a.Verdict) })
	if len(v.Reasons) > 0 {
		v.Verdict = v.Reasons[0].Verdict
	}
	if more := len(v.Reasons) - maxReasons; more > 0 {
		v.Reasons = append(v.Reasons[:maxReasons], Reason{Type: ManyReasons, Message: fmt.Sprintf("%d more are left out", more)})
	}
	return v
}
