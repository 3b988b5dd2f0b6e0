package site

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"sinew/pkg/hublog"
)

//go:embed templates/*.html
var templateFiles embed.FS

//go:embed assets/*.js assets/*.css
var assetFiles embed.FS

// layout is raised when this package writes other pages from the same templates.
const layout = 1

// pages make the bytes of pages.
type pages struct {
	templates *template.Template
	assets    map[string][]byte
	stamp     string // another one means other pages
}

func newPages(address string) *pages {
	p := &pages{assets: embedded(assetFiles, "assets")}
	functions := template.FuncMap{"asset": p.asset, "day": day, "effect": effectText, "count": count}
	p.templates = template.Must(template.New("").Funcs(functions).ParseFS(templateFiles, "templates/*.html"))
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %q\n", layout, address)
	for _, files := range []map[string][]byte{p.assets, embedded(templateFiles, "templates")} {
		for _, name := range slices.Sorted(maps.Keys(files)) {
			fmt.Fprintf(sum, "%q %x\n", name, sha256.Sum256(files[name]))
		}
	}
	p.stamp = hex.EncodeToString(sum.Sum(nil))
	return p
}

// embedded are the files of a directory that was compiled in.
func embedded(from embed.FS, dir string) map[string][]byte {
	files := map[string][]byte{}
	entries, _ := fs.ReadDir(from, dir) // it was compiled in
	for _, e := range entries {
		files[e.Name()], _ = from.ReadFile(dir + "/" + e.Name())
	}
	return files
}

// asset is an asset as a page names it: another content is another address, so
// that no browser keeps an old one.
func (p *pages) asset(name string) (string, error) {
	data, ok := p.assets[name]
	if !ok {
		return "", fmt.Errorf("there is no asset %s", name)
	}
	sum := sha256.Sum256(data)
	return "assets/" + name + "?v=" + hex.EncodeToString(sum[:6]), nil
}

// count is a number with its noun.
func count(n any, noun string) string {
	said := fmt.Sprint(n) + " " + noun
	if fmt.Sprint(n) == "1" {
		return said
	}
	if strings.HasSuffix(noun, "x") {
		return said + "es"
	}
	return said + "s"
}

// A frame is what every page has, around its own view.
type frame struct {
	Root  string // the way to the site's root
	Title string
	Feed  string // from the root
	View  any
}

func (p *pages) make(name, file, title, feed string, view any) ([]byte, error) {
	var out bytes.Buffer
	err := p.templates.ExecuteTemplate(&out, name, frame{rootOf(file), title, feed, view})
	return out.Bytes(), err
}

func (p *pages) reflex(name hublog.Name, v *reflexView) ([]byte, error) {
	return p.make("reflex.html", reflexPage(name), string(name), v.Feed, v)
}

func (p *pages) versions(name hublog.Name, v *reflexView) ([]byte, error) {
	return p.make("versions.html", versionsPage(name), "Older versions of "+string(name), v.Feed, v)
}

func (p *pages) collection(name hublog.Name, v collectionView) ([]byte, error) {
	return p.make("collection.html", collectionPage(name), string(name), feedOf(authorOf(name)), v)
}

func (p *pages) letter(file string, v letterView) ([]byte, error) {
	return p.make("letter.html", file, "Reflexes: "+v.Letter, feedFile, v)
}

func (p *pages) home(s state, all []news) ([]byte, error) {
	return p.make("home.html", "index.html", "Reflexes", feedFile, newHomeView(s, all))
}
