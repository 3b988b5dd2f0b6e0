package site

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sinew/pkg/hublog"
	"sinew/pkg/hubsearch"
)

// A news is a version in a feed and on the front page. The records number them.
type news struct {
	Number  int64       `json:"number"`
	Name    hublog.Name `json:"name"`
	Version string      `json:"version"`
	Seen    string      `json:"seen"`
	Effect  string      `json:"effect"`
	Level   string      `json:"level,omitempty"` // of the change from the version before
	Does    string      `json:"does,omitempty"`
}

const (
	maxNews     = 100 // of a feed
	maxOnFront  = 20
	maxVersions = 20  // of a reflex on its first page
	aPage       = 200 // reflexes on a page of a letter
	maxDoes     = 300 // bytes of a description in a list
)

func newsOf(l *release) news {
	n := news{Number: l.number, Name: l.Name, Version: l.Version.String(), Seen: timeText(l.Seen), Effect: l.Effect}
	if l.manifest != nil {
		n.Does = hubsearch.Clean(l.manifest.Summary(), maxDoes)
	}
	if l.change != nil {
		n.Level = l.change.Level
	}
	return n
}

// merged is a list of news, the newest first, once some of it was made anew.
func merged(old, made []news) []news {
	byNumber := map[int64]news{}
	for _, n := range slices.Concat(old, made) {
		byNumber[n.Number] = n
	}
	all := make([]news, 0, len(byNumber))
	for _, n := range byNumber {
		all = append(all, n)
	}
	slices.SortFunc(all, func(a, b news) int { return cmp.Compare(b.Number, a.Number) })
	return all[:min(len(all), maxNews)]
}

func encodeNews(all []news) []byte {
	data, _ := json.Marshal(all) // strings and numbers: never fails
	return append(data, '\n')
}

func timeText(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// letters are the lists of all reflexes, in the order of the front page.
var letters = func() []string {
	var all []string
	for c := 'a'; c <= 'z'; c++ {
		all = append(all, string(c))
	}
	return append(all, other)
}()

// other is where a reflex is listed whose name begins with no letter a to z.
const other = "other"

func letterOf(name hublog.Name) string {
	title := strings.ToLower(titleOf(name))
	if title != "" && title[0] >= 'a' && title[0] <= 'z' {
		return title[:1]
	}
	return other
}

// A listed is a reflex in the list of a letter.
type listed struct {
	doc   int
	name  hublog.Name
	title string // what it is sorted by
}

func newListed(doc int, name hublog.Name) listed {
	return listed{doc, name, strings.ToLower(titleOf(name))}
}

func compareListed(a, b listed) int {
	return cmp.Or(cmp.Compare(a.title, b.title), cmp.Compare(a.name, b.name))
}

// A letter is the reflexes below one letter, sorted.
type letter struct {
	key     string
	all     []listed
	changed map[int]bool // documents whose row is to be made again
	grown   bool
}

func (l *letter) file() string { return "letters/" + l.key }

func (l *letter) text() []byte {
	var out bytes.Buffer
	for _, one := range l.all {
		fmt.Fprintf(&out, "%d %s\n", one.doc, one.name)
	}
	return out.Bytes()
}

func parseLetter(key string, text []byte) (*letter, error) {
	l := &letter{key: key, changed: map[int]bool{}}
	for line := range strings.Lines(string(text)) {
		number, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		doc, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("%s: %w: %w", l.file(), errDamaged, err)
		}
		l.all = append(l.all, newListed(doc, hublog.Name(name)))
	}
	return l, nil
}

// add puts new reflexes into the list.
func (l *letter) add(more []listed) {
	l.all = append(l.all, more...)
	l.grown = l.grown || len(more) > 0
	slices.SortFunc(l.all, compareListed)
}

// pages are the list's pages: the documents of each.
func (l *letter) pages() [][]listed { return slices.Collect(slices.Chunk(l.all, aPage)) }

// stale reports whether a page of the letter is to be made again.
func (l *letter) stale(page []listed) bool {
	return l.grown || slices.ContainsFunc(page, func(one listed) bool { return l.changed[one.doc] })
}

// letterPage is the n-th page of a letter, from 0.
func letterPage(key string, n int) string {
	if n == 0 {
		return "all/" + key + "/index.html"
	}
	return fmt.Sprintf("all/%s/%d.html", key, n+1)
}
