package report

import (
	"encoding/json"
	"strings"
	"testing"

	"sinew/pkg/diag"
)

func TestAnAnnotationIsOneLineWhateverItHolds(t *testing.T) {
	w := Words{Program: "sinew", Colour: true}
	at := diag.Position{File: diag.File{Kind: diag.LockFile}, Line: 3, Column: 7}
	p := diag.Problem{Reflex: "say", At: &at, Message: "100%\r\n::error::x ##[error]", Fix: diag.Of(diag.FixSync)}
	want := "::error file=a%3Ab%2C 50%25%0A/evoke.lock,line=3,col=7::say: 100%25\\r\\n::error::x #\\u0023[error]  →  sinew sync"
	if got := w.Annotation("a:b, 50%\n/evoke.lock", p); got != want {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
	p.At = nil
	if got := w.Annotation("evoke.toml", p); !strings.HasPrefix(got, "::error file=evoke.toml::say: ") {
		t.Errorf("without a line it is %s", got)
	}
	if got := w.Annotation("", p); !strings.HasPrefix(got, "::error::say: ") {
		t.Errorf("without a file it is %s", got)
	}
}

func TestOnlyWhatWouldBeACommandIsWrittenOtherwise(t *testing.T) {
	for line, want := range map[string]string{
		"": "", "  up to date": "  up to date", "a :: b": "a :: b", ":": ":", "#[": "#[",
		"::error::x": `\u003a:error::x`, " \t\u00a0\u3000::x": " \t\u00a0\u3000\\u003a:x", "\ufeff::x": "\ufeff\\u003a:x",
		"a ##[error]b": `a #\u0023[error]b`, "###[x": `##\u0023[x`,
	} {
		if got := Inert(line); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}

func FuzzNoLineIsACommand(f *testing.F) {
	for _, seed := range []string{"::error::x", "  ::x", "##[x]", "####[[", ":::", "{\"a\":\"##[b]\"}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		got := Inert(line)
		if strings.HasPrefix(strings.TrimSpace(got), "::") || strings.Contains(got, "##[") {
			t.Errorf("%q becomes %q", line, got)
		}
		if Inert(got) != got {
			t.Errorf("%q becomes %q, and that %q", line, got, Inert(got))
		}
		var before, after any
		if json.Unmarshal([]byte(line), &before) == nil && json.Unmarshal([]byte(got), &after) != nil {
			t.Errorf("%q was JSON, and %q is none", line, got)
		}
	})
}
