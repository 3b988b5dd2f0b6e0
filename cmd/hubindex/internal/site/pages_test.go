package site

import (
	"fmt"
	"net/url"
	"path"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// grown is a site with many versions, a crowded letter, and everything that a
// log may say of a version.
func grown(t *testing.T) (*scene, map[string]string) {
	t.Helper()
	s := newScene(t)
	s.greets()
	for n := range 45 {
		s.publish("github.com/ana/many", fmt.Sprintf("1.%d.0", n), map[string]string{"reflex.toml": greet(fmt.Sprintf("Number %d.", n), "read", "")})
	}
	for n := range aPage + 5 {
		s.publish(fmt.Sprintf("github.com/ana/crowd#q%03d", n), "1.0.0", map[string]string{"reflex.toml": greet("Queue.", "read", "")})
	}
	s.all("site")
	return s, s.files("site")
}

// references are what a page's attributes lead to.
func references(t *testing.T, page string) (hrefs []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	for node := range root.Descendants() {
		for _, a := range node.Attr {
			if a.Key == "href" || a.Key == "src" {
				hrefs = append(hrefs, a.Val)
			}
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
				t.Errorf("<%s %s>", node.Data, a.Key)
			}
		}
		if (node.Data == "script" || node.Data == "style") && node.Type == html.ElementNode && node.FirstChild != nil {
			t.Errorf("a page holds a %s of its own", node.Data)
		}
	}
	return hrefs
}

func TestEveryLinkLeadsToAFileOfTheSite(t *testing.T) {
	t.Parallel()
	_, files := grown(t)
	pages := 0
	for file, page := range files {
		if !strings.HasSuffix(file, ".html") {
			continue
		}
		pages++
		if !strings.Contains(page, `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">`) {
			t.Errorf("%s has no policy", file)
		}
		for _, href := range references(t, page) {
			u, err := url.Parse(href)
			must(t, err)
			if u.Scheme != "" || u.Host != "" {
				t.Errorf("%s leads to %s", file, href)
			}
			if to := path.Join(path.Dir(file), u.Path); u.Path != "" && files[to] == "" {
				t.Errorf("%s leads to %s, which is not there", file, href)
			}
		}
	}
	if pages < 200 {
		t.Errorf("%d pages", pages)
	}
}

func TestAReflexHasTwoPagesHoweverManyVersions(t *testing.T) {
	t.Parallel()
	s, files := grown(t)
	page, older := files["r/github.com/ana/many/index.html"], files["r/github.com/ana/many/versions.html"]
	s.has(page, "<h3>1.44.0</h3>", "<h3>1.25.0</h3>", ">25 older versions</a>")
	s.has(older, "<h3>1.24.0</h3>", "<h3>1.0.0</h3>", `<a href="index.html">`)
	if strings.Contains(page, "<h3>1.24.0</h3>") || strings.Contains(older, "<h3>1.25.0</h3>") {
		t.Error("a version is on the wrong page")
	}
	for file := range files {
		if dir, name := path.Split(file); strings.HasPrefix(file, "r/") && name != "index.html" && file != "r/github.com/ana/many/versions.html" {
			t.Errorf("there is %s in %s", name, dir)
		}
	}
}

func TestALetterHasPages(t *testing.T) {
	t.Parallel()
	s, files := grown(t)
	s.has(files["all/q/index.html"], "Page 1 of 2", "crowd#q000", "crowd#q199", `<span aria-current="page">1</span>`)
	s.has(files["all/q/2.html"], "Page 2 of 2", "crowd#q200", "crowd#q204")
	s.has(files["index.html"], `q <span class="count">205</span>`, "209 reflexes", "4 collections", "254 versions")
	s.publish("github.com/zoe/first#q0", "1.0.0", map[string]string{"reflex.toml": greet("Queue.", "read", "")})
	s.all("site")
	s.has(s.page("site", "all/q/index.html"), "first#q0<")
	s.has(s.page("site", "all/q/2.html"), "crowd#q199")
	s.build("anew")
	s.same("after a new name", "site", "anew")
}

func TestTheFirstLoadOfTheSearchIsSmall(t *testing.T) {
	t.Parallel()
	_, files := grown(t)
	const most = 300 << 10
	size := len(files["index.html"])
	for _, href := range references(t, files["index.html"]) {
		if u, _ := url.Parse(href); strings.HasPrefix(u.Path, "assets/") {
			size += len(files[u.Path])
		}
	}
	if size > most || size < 10<<10 {
		t.Errorf("the first load is %d bytes", size)
	}
	t.Logf("the first load is %d bytes", size)
}

func TestWhatTheLogSaysOfAVersionIsShown(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	const name = "github.com/radhi/home#say"
	files := func(n int) map[string]string {
		return map[string]string{"reflex.toml": greet(fmt.Sprintf("Number %d.", n), "read", "")}
	}
	for n := range 6 {
		s.publish(name, fmt.Sprintf("1.%d.0", n), files(n))
	}
	at := s.now.Format("2006-01-02T15:04:05Z")
	s.say("signer "+name+" 1.0.0 key:one "+at, "signer "+name+" 1.1.0 key:one "+at, "signer "+name+" 1.2.0 key:two "+at,
		"signer "+name+" 1.4.0 key:one "+at, "signer "+name+" 1.5.0 key:one "+at, "signer "+name+" 1.5.0 key:two "+at,
		"retract "+name+" 1.5.0 "+at+` "it lost lines"`, "moved github.com/radhi/home codeberg.org/radhi/home "+at)
	s.all("site")
	other := treeOf(t, map[string]string{"reflex.toml": "other"})
	moved := s.record(name, "1.4.0", other)
	moved.Effect = "write"
	s.pending = append(s.pending, moved)
	s.all("site")
	page := s.page("site", "r/github.com/radhi/home/-/say/index.html")
	s.has(page, "<strong>Moved:</strong> its repository answers at <code>codeberg.org/radhi/home</code>", "<strong>Retracted:</strong> <bdi>it lost lines</bdi>",
		"another content of this version was seen on", moved.Commit, "Signed by <code>key:one</code>",
		"1.1.0 was signed by key:one, and 1.2.0 by key:two", "1.2.0 was signed by key:two; the log has no signer of 1.3.0",
		"1.4.0 was signed by key:one, and 1.5.0 by key:one and key:two")
	if n := strings.Count(page, "<strong>Signer:</strong>"); n != 3 {
		t.Errorf("%d versions differ in their signer:\n%s", n, page)
	}
	s.build("anew")
	s.same("after an alarm", "site", "anew")
}

func TestAVersionWithoutFilesIsARow(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.publish("github.com/radhi/home", "1.0.0", map[string]string{"reflex.toml": greet("One.", "read", "")})
	s.keep()
	s.publish("github.com/radhi/home", "1.1.0", map[string]string{"reflex.toml": greet("Two.", "read", "")})
	kept := s.kept
	s.kept = nil
	if sum := s.all("site"); sum.Missing != 1 {
		t.Errorf("the build did %+v", sum)
	}
	page := s.page("site", "r/github.com/radhi/home/index.html")
	s.has(page, "Its files were not kept", "Nothing is known of what this version says")
	s.kept = kept
	s.keep()
	if sum := s.build("site"); sum.Missing != 0 || sum.Made != 1 {
		t.Errorf("once the tree is there, the build did %+v", sum)
	}
	s.has(s.page("site", "r/github.com/radhi/home/index.html"), "<bdi>Two.</bdi>")
}

func TestThePageNamesNoPassRate(t *testing.T) {
	t.Parallel()
	_, files := grown(t)
	for file, page := range files {
		if strings.HasSuffix(file, ".html") && strings.Contains(page, "%") {
			t.Errorf("%s holds a percentage", file)
		}
	}
}
