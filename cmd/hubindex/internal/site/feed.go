package site

import (
	"encoding/xml"
	"strings"

	"sinew/pkg/text"
)

const feedFile = "feed.xml"

// The types of an Atom feed (RFC 4287), as far as ours goes.
type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  atomAuthor  `xml:"author"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomAuthor struct {
	Name string `xml:"name"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID        string     `xml:"id"`
	Title     string     `xml:"title"`
	Updated   string     `xml:"updated"`
	Published string     `xml:"published"`
	Author    atomAuthor `xml:"author"`
	Link      atomLink   `xml:"link"`
	Summary   string     `xml:"summary"`
}

// feed is the Atom feed at a file of the site, of one author or of all.
func (b *builder) feed(file, author string, all []news) []byte {
	feed := atomFeed{
		ID: b.tag(strings.TrimSuffix(file, "/feed.xml")), Title: "New versions", Updated: timeText(b.now.checkpoint.Date),
		Author: atomAuthor{"hubindex"}, Links: b.feedLinks(file),
	}
	if author != "" {
		feed.Title, feed.Author.Name = "New versions of "+author, author
	}
	if len(all) > 0 {
		feed.Updated = all[0].Seen
	}
	for _, n := range all {
		feed.Entries = append(feed.Entries, b.feedEntry(file, n))
	}
	data, _ := xml.MarshalIndent(feed, "", " ") // plain structs: never fails
	return append(append([]byte(xml.Header), data...), '\n')
}

// feedLinks are the page that belongs to the feed and, where the site has an
// address, the feed itself.
func (b *builder) feedLinks(file string) []atomLink {
	links := []atomLink{{"alternate", "text/html", b.link(file, "index.html")}}
	if b.Address != "" {
		links = append(links, atomLink{"self", "application/atom+xml", b.link(file, file)})
	}
	return links
}

func (b *builder) feedEntry(file string, n news) atomEntry {
	return atomEntry{
		ID: b.tag(reflexDir(n.Name) + "/" + n.Version), Title: string(n.Name) + " " + n.Version,
		Updated: n.Seen, Published: n.Seen, Author: atomAuthor{authorOf(n.Name)},
		Link:    atomLink{"alternate", "text/html", b.link(file, reflexPage(n.Name))},
		Summary: n.summary(),
	}
}

// summary is plain text.
func (n news) summary() string {
	parts := []string{n.Effect}
	if n.Level != "" {
		parts = append(parts, "change: "+n.Level)
	}
	if n.Does != "" {
		parts = append(parts, n.Does)
	}
	return text.Escape(strings.Join(parts, " · "))
}

// link leads from a file of the site to another; with an address it is whole.
func (b *builder) link(from, to string) string {
	if b.Address != "" {
		return strings.TrimSuffix(b.Address, "/") + "/" + to
	}
	return rootOf(from) + to
}

// tag is a tag: URI (RFC 4151) of the log's key and a path, so that it stays
// when the site moves. A path holds no character that a URI has a use for.
func (b *builder) tag(path string) string {
	_, key, _ := strings.Cut(b.now.checkpoint.Origin, " v1 ")
	if !isDNSName(key) {
		key = "hub.invalid"
	}
	return "tag:" + key + ",2026:" + path
}

func isDNSName(s string) bool {
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || strings.Trim(label, "-") != label {
			return false
		}
	}
	return len(s) <= 253
}
