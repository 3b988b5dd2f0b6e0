package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A visitor is a person's browser, and what went wrong in it.
type visitor struct {
	*testing.T
	ctx   context.Context
	mu    sync.Mutex
	wrong []string // what the console said, and requests to elsewhere
}

// newVisitor starts a browser that may ask nothing but what is below site.
func newVisitor(t *testing.T, site string) *visitor {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.WSURLReadTimeout(5*time.Minute), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	allocator, end := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(end)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	v := &visitor{T: t, ctx: ctx}
	err := chromedp.Run(ctx, network.Enable(), cdplog.Enable())
	if missing := (*os.PathError)(nil); errors.As(err, &missing) || err != nil && strings.Contains(err.Error(), "executable file not found") {
		t.Skip("needs Chromium")
	}
	v.must(err)
	chromedp.ListenTarget(ctx, func(event any) { v.hear(event, site) })
	return v
}

func (v *visitor) hear(event any, site string) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		v.note("an exception: %s", e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		v.note("the console got %s", e.Type)
	case *cdplog.EventEntryAdded:
		if !strings.HasSuffix(e.Entry.URL, "/favicon.ico") { // browsers ask for one on their own
			v.note("%s: %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, site) {
			v.note("a request to %s", e.Request.URL)
		}
	}
}

func (v *visitor) note(format string, args ...any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.wrong = append(v.wrong, fmt.Sprintf(format, args...))
}

func (v *visitor) must(err error) {
	v.Helper()
	if err != nil {
		v.Fatal(err)
	}
}

func (v *visitor) do(actions ...chromedp.Action) {
	v.Helper()
	v.must(chromedp.Run(v.ctx, actions...))
}

// value is what an expression gives as a string.
func (v *visitor) value(expression string) (text string) {
	v.Helper()
	v.do(chromedp.Evaluate("String("+expression+")", &text))
	return text
}

// until waits for an expression to hold, on whatever page comes.
func (v *visitor) until(expression string) {
	v.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		var holds bool
		err := chromedp.Run(v.ctx, chromedp.Evaluate("Boolean("+expression+")", &holds)) // fails while a page is left
		if holds {
			return
		}
		if time.Now().After(deadline) {
			v.Fatalf("%s never holds: %v\n%s", expression, err, v.value("document.body.innerText"))
		}
	}
}

// press presses a key, so many times at most as it takes for an expression to
// hold of the focused element.
func (v *visitor) press(key string, most int, holds string) {
	v.Helper()
	for range most {
		v.do(chromedp.KeyEvent(key))
		if v.value("document.activeElement.matches("+holds+")") == "true" {
			return
		}
	}
	v.Fatalf("%d times a key and the focus is on %s", most, v.value("document.activeElement.outerHTML"))
}

// calm checks that nothing went wrong so far.
func (v *visitor) calm() {
	v.Helper()
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, what := range v.wrong {
		v.Error(what)
	}
	v.wrong = nil
}

// builtSite is a site of repositories that were crawled.
func builtSite(t *testing.T) (dir string) {
	t.Helper()
	m := newMill(t)
	m.crawl(noon)
	m.run(0, "", m.buildArgs("site")...)
	return filepath.Join(m.dir, "site")
}

// served is the site at an address on this machine.
func served(t *testing.T, dir string) string {
	t.Helper()
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// finds has the reflex found by one of its examples, by keyboard alone.
func (v *visitor) finds(site string) {
	v.Helper()
	v.do(chromedp.Navigate(site + "index.html"))
	v.press(kb.Tab, 4, `"#q"`)
	v.do(chromedp.KeyEvent("say word3 again"))
	v.until(`document.querySelector("#results .name a")?.textContent.includes("home3")`)
	v.until(`document.querySelector("#results [role=status]").textContent.includes("found")`)
	v.press(kb.ArrowDown, 1, `"#results .name a"`)
}

func TestAReflexIsFoundInABrowserByKeyboardAlone(t *testing.T) {
	dir := builtSite(t)
	site := served(t, dir)
	v := newVisitor(t, site)
	v.do(browser.SetPermission(&browser.PermissionDescriptor{Name: "clipboard-write"}, browser.PermissionSettingGranted).WithOrigin(site),
		browser.SetPermission(&browser.PermissionDescriptor{Name: "clipboard-read"}, browser.PermissionSettingGranted).WithOrigin(site))
	v.finds(site)
	v.press(kb.Tab, 1, `"#results button.copy"`)
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(`document.querySelector("#results [role=status]").textContent === "Copied: sinew add radhi/home3"`)
	v.press(kb.ArrowUp, 2, `"#q"`)
	v.press(kb.ArrowDown, 1, `"#results .name a"`)
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(`document.querySelector("h1") && location.pathname.startsWith("/r/")`)
	v.press(kb.Tab, 8, `"button.copy"`)
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(`document.querySelector(".add [role=status]").textContent === "Copied"`)
	var copied string
	v.do(chromedp.Evaluate("navigator.clipboard.readText()", &copied, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if copied != "sinew add radhi/home3" {
		v.Errorf("copied is %q", copied)
	}
	v.calm()
}

func TestAReflexIsFoundInASiteOnTheDisk(t *testing.T) {
	site := "file://" + builtSite(t) + "/"
	v := newVisitor(t, site)
	v.finds(site)
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(`location.pathname.includes("/r/")`)
	if text := v.value("document.body.innerText"); !strings.Contains(text, "sinew add radhi/home3") {
		v.Errorf("the page is\n%s", text)
	}
	v.calm()
}

// pages are one of each kind, by what their picture is called.
var pages = map[string]string{
	"home": "index.html", "search": "index.html?q=word", "nothing": "index.html?q=xyzzy",
	"reflex": "r/github.com/radhi/home3/index.html", "collection": "c/github.com/radhi/home3/index.html",
}

func TestEveryKindOfPageIsAccessibleAndFitsItsScreen(t *testing.T) {
	axe, err := os.ReadFile(os.Getenv("SINEW_TEST_AXE"))
	if err != nil {
		t.Skip("needs SINEW_TEST_AXE, the file axe.min.js of the npm package axe-core")
	}
	site := served(t, builtSite(t))
	v := newVisitor(t, site)
	for name, page := range pages {
		for _, scheme := range []string{"light", "dark"} {
			v.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
			for _, width := range []int64{360, 1280} {
				v.do(chromedp.EmulateViewport(width, 800), chromedp.Navigate(site+page))
				if strings.Contains(page, "?q=") {
					v.until(`document.querySelector("#results [role=status]")?.textContent`)
				}
				v.fits(name, scheme, width)
				v.audit(string(axe), name, scheme, width)
			}
		}
	}
	v.calm()
}

// fits checks that nothing is wider than the screen; the picture is kept where
// SINEW_TEST_SCREENSHOTS names a directory.
func (v *visitor) fits(name, scheme string, width int64) {
	v.Helper()
	if got := v.value("document.documentElement.scrollWidth"); got != fmt.Sprint(width) {
		v.Errorf("%s is %s wide on a screen of %d", name, got, width)
	}
	dir := os.Getenv("SINEW_TEST_SCREENSHOTS")
	if dir == "" {
		return
	}
	var picture []byte
	v.do(chromedp.FullScreenshot(&picture, 100))
	v.must(os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%s-%d.png", name, scheme, width)), picture, 0o644))
}

// audit has the library look for what keeps people out.
func (v *visitor) audit(axe, name, scheme string, width int64) {
	v.Helper()
	var found string
	v.do(chromedp.Evaluate(axe+";0", nil), chromedp.Evaluate(
		`axe.run().then((r) => r.passes.length < 10 ? "it looked at nothing" :
			r.violations.map((w) => w.id + ": " + w.nodes.map((n) => n.html).join(" ")).join("\n"))`, &found,
		func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if found != "" {
		v.Errorf("%s, %s, %d wide: %s", name, scheme, width, found)
	}
}
