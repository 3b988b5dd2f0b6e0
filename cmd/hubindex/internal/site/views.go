package site

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"sinew/pkg/hublog"
	"sinew/pkg/hubsearch"
	"sinew/pkg/manifest"
)

// The bounds of what a page shows.
const (
	maxLines    = 60   // of a description
	maxLine     = 1000 // bytes of a line of text
	maxItem     = 300  // bytes of an item of a list
	maxItems    = 60   // of a list
	maxOneLine  = 600  // bytes of a text in one line
	shownOfHash = 12
)

// A row is a reflex in a list.
type row struct {
	Name, Page, Version, Effect, Does, Retracted string
}

func newRow(e hubsearch.Entry) row {
	does, _, _ := strings.Cut(e.Does, ". ")
	return row{string(e.Name), reflexPage(e.Name), e.Version, e.Effect, hubsearch.Clean(does, maxDoes), e.Retracted}
}

// A reflexView is what the pages of a reflex show. Every text is clean.
type reflexView struct {
	Entry      hubsearch.Entry
	Title      string
	Add        addView
	Read       bool // the manifest of the newest version was read
	Does       []string
	NotFor     list
	Confirm    string
	Runs       string
	Steps      list
	Platforms  string
	Returns    string
	Needs      []needView
	Config     []settingView
	Args       []argView
	Yields     list
	Examples   records
	Tests      records
	Newest     []releaseView
	Older      []releaseView
	MovedTo    string
	MovedOn    string
	Repo       string
	Collection string // its page
	Feed       string // of the author
	Author     string
}

// A list is the items of it that are shown, and how many are not.
type list struct {
	Items []string
	More  int
}

func newList(items []string) list {
	var l list
	for _, item := range items {
		if len(l.Items) < maxItems {
			l.Items = append(l.Items, hubsearch.Clean(item, maxItem))
		} else {
			l.More++
		}
	}
	return l
}

func newReflexView(e hubsearch.Entry, all []*release) *reflexView {
	r := refOf(e.Name)
	v := &reflexView{
		Entry: e, Title: r.LastSegment(), Add: addView{"add", addLine(r)}, Author: authorOf(e.Name), Repo: string(e.Name.Repo()),
		Collection: collectionPage(e.Name), Feed: feedOf(authorOf(e.Name)),
	}
	for i := len(all) - 1; i >= 0; i-- {
		if one := newReleaseView(all[i]); len(v.Newest) < maxVersions {
			v.Newest = append(v.Newest, one)
		} else {
			v.Older = append(v.Older, one)
		}
	}
	if m := all[len(all)-1].manifest; m != nil {
		v.fill(m)
	}
	return v
}

func (v *reflexView) fill(m *manifest.Manifest) {
	v.Read = true
	v.Does = paragraphs(m.Description)
	v.NotFor = newList(m.NotFor)
	v.Confirm = hubsearch.Clean(m.Confirm, maxOneLine)
	v.Runs = runsText(m)
	v.Steps = stepsList(m.Steps)
	v.Platforms = hubsearch.Clean(strings.Join(m.Platforms, ", "), maxItem)
	v.Returns = hubsearch.Clean(m.Returns, maxItem)
	v.Needs, v.Config, v.Args = needViews(m.Needs), settingViews(m.Config), argViews(m.Args)
	v.Yields = newList(yieldTexts(m.Yields))
	v.Examples, v.Tests = newRecords(m.Examples), newRecords(m.Tests)
}

// paragraphs are a description's lines.
func paragraphs(s string) []string {
	var lines []string
	for line := range strings.Lines(s) {
		if line = hubsearch.Clean(line, maxLine); line == "" {
			continue
		}
		if len(lines) == maxLines {
			return append(lines, "…")
		}
		lines = append(lines, line)
	}
	return lines
}

func runsText(m *manifest.Manifest) string {
	if len(m.Run.Argv) > 0 {
		return hubsearch.Clean(strings.Join(m.Run.Argv, " "), maxOneLine)
	}
	return hubsearch.Clean(m.Run.File, maxItem)
}

func stepsList(steps []manifest.Step) list {
	var said []string
	for _, s := range steps {
		line := s.Say
		if s.Field != "" {
			line += " (when " + s.Field + " is " + s.Is + ")"
		}
		said = append(said, line)
	}
	return newList(said)
}

// A needView is one kind of what the body touches.
type needView struct {
	What    string
	Entries list
}

func needViews(n manifest.Needs) []needView {
	words := map[string]string{"reads": "Reads", "writes": "Writes", "hosts": "Reaches", "runs": "Runs"}
	var all []needView
	for _, key := range manifest.NeedKeys {
		if entries := *n.List(key); len(entries) > 0 {
			all = append(all, needView{words[key], newList(entries)})
		}
	}
	return all
}

type settingView struct {
	Key, About string
	Secret     bool
}

func settingViews(all []manifest.Setting) []settingView {
	var views []settingView
	for _, s := range all[:min(len(all), maxItems)] {
		views = append(views, settingView{hubsearch.Clean(s.Key, maxItem), hubsearch.Clean(s.About, maxOneLine), s.Secret})
	}
	return views
}

// An argView is an argument, and where its values come from.
type argView struct {
	Name, Ask, From string
	Optional        bool
	Options         []optionView
	More            int
	Was             string
}

type optionView struct{ Key, Meaning string }

func argViews(args []manifest.Argument) []argView {
	var views []argView
	for _, a := range args[:min(len(args), maxItems)] {
		v := argView{
			Name: hubsearch.Clean(a.Name, maxItem), Ask: hubsearch.Clean(a.Ask, maxOneLine), From: hubsearch.Clean(sourceText(a), maxOneLine),
			Optional: a.Optional, Was: hubsearch.Clean(strings.Join(a.Was, ", "), maxOneLine),
		}
		shown := a.Options[:min(len(a.Options), maxItems)]
		for _, o := range shown {
			v.Options = append(v.Options, optionView{hubsearch.Clean(o.Key, maxItem), hubsearch.Clean(o.Meaning, maxOneLine)})
		}
		v.More = len(a.Options) - len(shown)
		views = append(views, v)
	}
	return views
}

// sourceText says where an argument's values come from (manual, "Arguments").
func sourceText(a manifest.Argument) string {
	switch a.Source {
	case manifest.Options:
		return "one of a closed set"
	case manifest.Vocab:
		return "a word of your vocabulary " + a.Vocab
	case manifest.Pick:
		return pickText(a)
	case manifest.Flag:
		return "raised when what you say asks for it"
	case manifest.Takes:
		return "the result " + a.Takes + " of an earlier step; no sentence states one"
	}
	return ""
}

func pickText(a manifest.Argument) string {
	said := pickTexts[a.Pick] + ", picked from what you say"
	if a.Range != nil {
		said += ", from " + numberText(a.Range.Min) + " to " + numberText(a.Range.Max)
		if a.Pick == "duration" {
			said += " seconds"
		}
	}
	if a.Recent != "" {
		said += "; or one that was returned as " + a.Recent + " before"
	}
	return said
}

var pickTexts = map[manifest.Recognizer]string{
	"number": "a number", "duration": "a duration", "email": "an e-mail address", "url": "a web address", "quoted": "a text in quotes",
	"date": "a date", "time": "a time of day", "amount": "an amount of money", "code": "a code",
}

func numberText(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

func yieldTexts(all []manifest.Yield) []string {
	var texts []string
	for _, y := range all {
		if y.Each == nil {
			texts = append(texts, y.Field+": "+string(y.Pick))
			continue
		}
		texts = append(texts, y.Field+": a list of "+strings.Join(yieldTexts(y.Each), ", "))
	}
	return texts
}

// records are utterances, with what each says.
type records struct {
	Items []recordView
	More  int
}

type recordView struct{ Utterance, Says string }

func newRecords(all []manifest.Record) records {
	shown := all[:min(len(all), maxItems)]
	r := records{More: len(all) - len(shown)}
	for _, one := range shown {
		r.Items = append(r.Items, recordView{hubsearch.Clean(one.Utterance, maxItem), hubsearch.Clean(saysText(one), maxOneLine)})
	}
	return r
}

func saysText(r manifest.Record) string {
	if r.Never {
		return "never this reflex"
	}
	var parts []string
	for _, a := range r.Asserts {
		switch {
		case a.Unstated:
			parts = append(parts, a.Arg+" is left out")
		case a.Raised:
			parts = append(parts, a.Arg)
		default:
			parts = append(parts, a.Arg+" = "+`"`+a.Value+`"`)
		}
	}
	return strings.Join(parts, ", ")
}

// A releaseView is a version, as the log and its tree tell of it.
type releaseView struct {
	Version, Commit, Short, H1 string
	Seen                       string
	Number                     int64 // of its record in the log
	Missing                    bool  // its tree
	Unread                     bool  // its manifest
	Alarms                     []alarmView
	Retractions                []noteView
	Signers                    []noteView
	Signing                    string
	Change                     *change
}

type alarmView struct{ Commit, Seen string }

type noteView struct{ Text, Seen string }

func newReleaseView(l *release) releaseView {
	v := releaseView{
		Version: l.Version.String(), Commit: l.Commit, Short: l.Commit[:shownOfHash], H1: l.H1, Seen: timeText(l.Seen), Number: l.number,
		Missing: !l.there, Unread: l.there && l.manifest == nil, Signing: l.signing, Change: l.change,
	}
	for _, a := range l.alarms {
		v.Alarms = append(v.Alarms, alarmView{a.Commit, timeText(a.Seen)})
	}
	for _, r := range l.retractions {
		v.Retractions = append(v.Retractions, noteView{hubsearch.Clean(r.Reason, maxOneLine), timeText(r.Seen)})
	}
	for _, s := range l.signers {
		v.Signers = append(v.Signers, noteView{s.Identity, timeText(s.Seen)})
	}
	return v
}

// A collectionView is what the page of a repository shows.
type collectionView struct {
	Name     string
	Add      []addView
	Reflexes []row
}

// An addView is a line to copy, and the id of its element.
type addView struct{ ID, Line string }

// addViews are the lines that add all of some reflexes: one for each directory
// that they lie in, since `add` takes the direct children of one.
func addViews(names []hublog.Name) []addView {
	const most = 20
	var views []addView
	for _, name := range names {
		dir := path.Dir("/" + name.Dir())[1:]
		whole := name.Repo()
		if dir != "" {
			whole += hublog.Name("#" + dir)
		}
		line := addLine(refOf(whole))
		isKnown := slices.ContainsFunc(views, func(v addView) bool { return v.Line == line })
		if !isKnown && len(views) < most {
			views = append(views, addView{fmt.Sprintf("add%d", len(views)+1), line})
		}
	}
	return views
}

// A letterView is a page of the list of all reflexes.
type letterView struct {
	Letter     string
	Number, Of int
	Reflexes   []row
}

// Links lead to the pages of the letter.
func (v letterView) Links() []pageLink {
	links := make([]pageLink, v.Of)
	for i := range links {
		links[i] = pageLink{letterPage(v.Letter, i), i + 1, i+1 == v.Number}
	}
	return links
}

type pageLink struct {
	Page   string
	Number int
	Here   bool
}

// A homeView is the front page.
type homeView struct {
	Reflexes, Versions, Repos int
	Records                   int64
	Date                      string
	News                      []newsView
	Letters                   []letterCount
}

type newsView struct {
	news
	Page string
}

type letterCount struct {
	Letter, Page string
	Count        int
}

func newHomeView(s state, all []news) homeView {
	v := homeView{
		Reflexes: s.Reflexes, Versions: s.Versions, Repos: s.Repos, Records: s.checkpoint.Size, Date: timeText(s.checkpoint.Date),
	}
	for _, n := range all[:min(len(all), maxOnFront)] {
		v.News = append(v.News, newsView{n, reflexPage(n.Name)})
	}
	for _, key := range letters {
		if s.Letters[key] > 0 {
			v.Letters = append(v.Letters, letterCount{key, letterPage(key, 0), s.Letters[key]})
		}
	}
	return v
}

// day is a time as a page shows it.
func day(seen string) string {
	at, err := time.Parse(time.RFC3339, seen)
	if err != nil {
		return seen
	}
	return at.Format("2 January 2006")
}

// effectText says what running a reflex does to the world (manual, "Rules for
// reflexes, playbooks and collections", "What a person reads").
func effectText(effect string) string {
	switch effect {
	case "read":
		return "it looks, and changes nothing."
	case "write":
		return "it changes what a later call can put back as it was."
	}
	return "it ends or spends what no call brings back. It asks every time before it runs."
}
