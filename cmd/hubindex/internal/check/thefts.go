package check

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"sinew/cmd/hubindex/internal/listing"
	"sinew/decide/judge"
	"sinew/decide/question"
	"sinew/hub-index/std"
	"sinew/internal/sidebyside"
	"sinew/pkg/manifest"
	"sinew/pkg/ref"
	"sinew/pkg/text"
	"sinew/resolve"
)

const (
	maxNeighbours   = 50  // listed reflexes whose phrases are tried
	maxRepositories = 50  // listed repositories that are read for them
	maxNewcomers    = 50  // reflexes of the listing that may take them
	maxPhrases      = 500 // that are tried
	atOnce          = 4   // repositories read, or phrases tried, at a time
)

// A neighbour is a listed reflex: what it is called, by which ref, and what it
// says.
type neighbour struct {
	key      string // its name, with a number where it is taken
	at       string // its ref
	manifest *manifest.Manifest
}

// thefts tries the phrases of the listed reflexes that say the most alike, with
// the words of the local engine, as `add` tries those of a project. It is a
// note and no more.
func (s *source) thefts(ctx context.Context, r *release) {
	var newcomers []neighbour
	for _, one := range r.reflexes[:min(len(r.reflexes), maxNewcomers)] {
		if one.manifest != nil {
			newcomers = append(newcomers, neighbour{key: s.called(one), at: s.at(one), manifest: one.manifest})
		}
	}
	if len(newcomers) == 0 {
		return
	}
	owners := nearest(newcomers, append(builtIn(), s.neighbours(ctx)...))
	found, err := s.steals(ctx, newcomers, owners)
	if err != nil {
		s.find(Auto, TheftsUnread, "", "the phrases of listed reflexes were not all tried: %v", err)
	}
	for _, theft := range found {
		s.find(Auto, Theft, "an example of false, or a line of not_for", "%s may take %q from %s", theft.Thief, theft.Phrase, theft.Owner)
	}
}

// builtIn are the reflexes of the built-in collection.
var builtIn = sync.OnceValue(func() []neighbour {
	choice, err := resolve.Choose(std.Tags(), nil)
	if err != nil {
		return nil
	}
	_, files, err := std.Tree(choice.TagName)
	if err != nil {
		return nil
	}
	s := &source{Listing: listing.Listing{Ref: ref.Reference{Repo: ref.Repo{Std: true}}}}
	return s.asNeighbours(s.newRelease(choice.Version, choice.Commit, files))
})

func (s *source) asNeighbours(r *release) []neighbour {
	var all []neighbour
	for _, one := range r.reflexes {
		if one.manifest != nil {
			all = append(all, neighbour{key: s.called(one), at: s.at(one), manifest: one.manifest})
		}
	}
	return all
}

// neighbours are the reflexes of other listed repositories at their newest tag.
// Of an index with more than maxRepositories, those whose names share most with
// this one are read; one that cannot be read is passed over.
func (s *source) neighbours(ctx context.Context) []neighbour {
	others := slices.DeleteFunc(slices.Clone(s.listed), func(l listing.Listing) bool { return l.Path == s.Path })
	mine := words(s.Ref.String())
	slices.SortStableFunc(others, func(a, b listing.Listing) int {
		return cmp.Compare(alike(mine, words(b.Ref.String())), alike(mine, words(a.Ref.String())))
	})
	others = others[:min(len(others), maxRepositories)]
	found := make([][]neighbour, len(others))
	sidebyside.Do(len(others), atOnce, func(i int) { found[i] = s.checking.neighboursOf(ctx, others[i]) })
	return slices.Concat(found...)
}

// neighboursOf reads each repository once, however many listings changed.
func (c *checking) neighboursOf(ctx context.Context, l listing.Listing) []neighbour {
	if known, ok := c.neighbours.Load(l.Path); ok {
		return known.([]neighbour)
	}
	found := c.newestOf(ctx, l)
	c.neighbours.Store(l.Path, found)
	return found
}

// newestOf are the reflexes of a repository's newest tag.
func (c *checking) newestOf(ctx context.Context, l listing.Listing) []neighbour {
	read, err := c.clients[0].Open(ctx, l.Ref.Repo)
	if err != nil {
		return nil
	}
	defer read.Close()
	choice, err := resolve.Choose(read.Tags(), nil)
	if err != nil {
		return nil
	}
	commit, files, err := read.Tree(ctx, choice.TagName)
	if err != nil {
		return nil
	}
	s := &source{Listing: l}
	return s.asNeighbours(s.newRelease(choice.Version, commit, files))
}

// nearest are the reflexes that share most words with one of the newcomers.
func nearest(newcomers, all []neighbour) []neighbour {
	said := make([]map[string]bool, len(newcomers))
	for i, n := range newcomers {
		said[i] = words(n.says())
	}
	share := map[string]float64{}
	for _, other := range all {
		theirs := words(other.says())
		for _, mine := range said {
			share[other.at] = max(share[other.at], alike(mine, theirs))
		}
	}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b neighbour) int { return cmp.Compare(share[b.at], share[a.at]) })
	return all[:min(len(all), maxNeighbours)]
}

// says is a reflex's description and requests.
func (n neighbour) says() string {
	return n.manifest.Description + "\n" + strings.Join(n.requests(), "\n")
}

// requests are the phrases that are the reflex's own.
func (n neighbour) requests() []string {
	var all []string
	for _, record := range slices.Concat(n.manifest.Examples, n.manifest.Tests) {
		if !record.Never {
			all = append(all, record.Utterance)
		}
	}
	return all
}

// words are the words of a text, each once.
func words(s string) map[string]bool {
	all := map[string]bool{}
	for _, word := range strings.FieldsFunc(text.Identity(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		all[word] = true
	}
	return all
}

// alike is the share of words that two sets have in common, from 0 to 1.
func alike(a, b map[string]bool) float64 {
	both := 0
	for word := range a {
		if b[word] {
			both++
		}
	}
	return float64(both) / float64(max(1, len(a)+len(b)-both))
}

// steals routes the owners' phrases over all of them and the newcomers.
func (c *checking) steals(ctx context.Context, newcomers, owners []neighbour) ([]judge.Theft, error) {
	set := unique(append(slices.Clone(newcomers), owners...))
	thieves := make([]string, len(newcomers))
	options := make([]question.Option, len(set))
	for i, n := range set {
		options[i] = question.Option{Key: n.key, Text: question.Describe(n.manifest)}
		if i < len(thieves) {
			thieves[i] = n.key
		}
	}
	route := question.TheRoute(options)
	routed, err := c.routeAll(ctx, route, phrases(set[len(newcomers):]))
	return named(judge.Thefts(thieves, nil, routed), set), err
}

// unique gives each reflex a key of its own.
func unique(all []neighbour) []neighbour {
	taken := map[string]bool{question.None: true}
	for i := range all {
		called := all[i].key
		for n := 2; taken[all[i].key]; n++ {
			all[i].key = fmt.Sprintf("%s_%d", called, n)
		}
		taken[all[i].key] = true
	}
	return all
}

func phrases(owners []neighbour) []judge.Case {
	var cases []judge.Case
	for _, n := range owners {
		for _, utterance := range n.requests() {
			cases = append(cases, judge.Case{Reflex: n.key, Utterance: utterance})
		}
	}
	return cases[:min(len(cases), maxPhrases)]
}

// routeAll asks of every case and keeps their order; those it could not ask
// belong to nobody.
func (c *checking) routeAll(ctx context.Context, route question.Question, cases []judge.Case) ([]judge.Routed, error) {
	routed, failed := make([]judge.Routed, len(cases)), make([]error, len(cases))
	asked := []question.Question{route}
	sidebyside.Do(len(cases), atOnce, func(i int) {
		routed[i].Case = cases[i]
		answers, err := c.answer(ctx, cases[i].Utterance, asked)
		if err == nil {
			err = question.Validate(asked, answers)
		}
		if failed[i] = err; err != nil {
			return
		}
		if top, _ := route.Top(answers[route.ID()]); top != question.None {
			routed[i].Winner = top
		}
	})
	return routed, firstError(failed)
}

func firstError(all []error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// named are the thefts with refs in the place of keys.
func named(thefts []judge.Theft, set []neighbour) []judge.Theft {
	at := map[string]string{}
	for _, n := range set {
		at[n.key] = n.at
	}
	for i := range thefts {
		thefts[i].Owner, thefts[i].Thief = at[thefts[i].Owner], at[thefts[i].Thief]
	}
	return thefts
}
