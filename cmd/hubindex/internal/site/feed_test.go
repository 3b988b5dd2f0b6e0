package site

import (
	"encoding/xml"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

var tagForm = regexp.MustCompile(`^tag:hub\.example\.org,2026:[a-z0-9._~/-]+$`)

// checkFeed holds a feed to what RFC 4287 asks for.
func checkFeed(t *testing.T, file, text string) atomFeed {
	t.Helper()
	var feed atomFeed
	must(t, xml.Unmarshal([]byte(text), &feed))
	seen := map[string]bool{}
	check := func(id, title, updated string) {
		if !tagForm.MatchString(id) || seen[id] || title == "" {
			t.Errorf("%s: %q is no id, or there twice", file, id)
		}
		seen[id] = true
		if _, err := time.Parse(time.RFC3339, updated); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	check(feed.ID, feed.Title, feed.Updated)
	for _, e := range feed.Entries {
		check(e.ID, e.Title, e.Updated)
		if e.Updated > feed.Updated || e.Author.Name == "" || e.Link.Href == "" {
			t.Errorf("%s: %+v", file, e)
		}
	}
	return feed
}

func TestFeedsAreValidAndBounded(t *testing.T) {
	t.Parallel()
	_, files := grown(t)
	feeds := 0
	for file, text := range files {
		if strings.HasSuffix(file, ".xml") {
			feeds++
			checkFeed(t, file, text)
		}
	}
	all := checkFeed(t, feedFile, files[feedFile])
	ana := checkFeed(t, "ana", files["a/github.com/ana/feed.xml"])
	if feeds != 4 || len(all.Entries) != maxNews || len(ana.Entries) != maxNews {
		t.Errorf("%d feeds; %d and %d entries", feeds, len(all.Entries), len(ana.Entries))
	}
	radhi := checkFeed(t, "radhi", files["a/github.com/radhi/feed.xml"])
	if len(radhi.Entries) != 3 || radhi.Entries[1].Title != "github.com/radhi/house#greet 2.0.0" && radhi.Entries[0].Title == "" {
		t.Errorf("the author's feed holds %+v", radhi.Entries)
	}
}

func TestAnAddressMakesTheLinksOfFeedsWhole(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.greets()
	s.keep()
	s.log()
	config := s.config("site")
	config.Address = "https://hub.example.org/sub/"
	_, err := Build(t.Context(), config)
	must(t, err)
	text := s.page("site", "a/github.com/radhi/feed.xml")
	s.has(text, `href="https://hub.example.org/sub/a/github.com/radhi/feed.xml"`, `href="https://hub.example.org/sub/r/github.com/radhi/house/-/greet/index.html"`)
	checkFeed(t, "radhi", text)
	for _, e := range checkFeed(t, "radhi", text).Entries {
		if u, err := url.Parse(e.Link.Href); err != nil || !u.IsAbs() {
			t.Errorf("the link is %s", e.Link.Href)
		}
	}
	if sum := s.build("site"); !sum.Whole {
		t.Errorf("another address, and the build did %+v", sum)
	}
}

func TestTheTagOfAKeyThatIsNoDNSName(t *testing.T) {
	b := &builder{}
	for origin, want := range map[string]string{
		"sinew hub log v1 hub.example.org": "tag:hub.example.org,2026:x", "sinew hub log v1 a/b": "tag:hub.invalid,2026:x",
		"sinew hub log v1 -a": "tag:hub.invalid,2026:x", "": "tag:hub.invalid,2026:x",
	} {
		b.now.checkpoint.Origin = origin
		if got := b.tag("x"); got != want {
			t.Errorf("%s: %s", fmt.Sprintf("%q", origin), got)
		}
	}
}
