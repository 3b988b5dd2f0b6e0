package hubsearch_test

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"sinew/pkg/hublog"
	"sinew/pkg/hubsearch"
	"sinew/pkg/text"
)

func lights() hubsearch.Entry {
	return hubsearch.Entry{
		Name: "github.com/radhi/home#lights", Ref: "radhi/home/lights", Version: "1.2.0", Commit: strings.Repeat("a", 40),
		H1: "h1:" + strings.Repeat("b", 64), Does: "Turn the <lights> on & off.", Effect: "write",
		Needs: hubsearch.Needs{Hosts: []string{"bridge.example"}, Runs: []string{"curl"}},
		Args:  []string{"room"}, Examples: []string{"turn on the lights"}, Tags: []string{"home"},
		FirstSeen: "2026-11-30T04:00:00Z", Retracted: "it leaks", Signer: "key:sha256:00",
	}
}

const lightsLine = `{"name":"github.com/radhi/home#lights","ref":"radhi/home/lights","version":"1.2.0",` +
	`"commit":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","h1":"h1:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",` +
	`"does":"Turn the <lights> on & off.","effect":"write","needs":{"hosts":["bridge.example"],"runs":["curl"]},"args":["room"],` +
	`"examples":["turn on the lights"],"tags":["home"],"first_seen":"2026-11-30T04:00:00Z","retracted":"it leaks","signer":"key:sha256:00"}`

func TestALineReadsAsItsEntry(t *testing.T) {
	if got := lights().Line(); got != lightsLine {
		t.Errorf("Line:\n%s\nwant\n%s", got, lightsLine)
	}
	got, err := hubsearch.Parse([]byte(lightsLine))
	if err != nil || !reflect.DeepEqual(got, lights()) {
		t.Errorf("Parse: %+v, %v", got, err)
	}
	later := strings.Replace(lightsLine, `"does"`, `"stars":[1,{}],"does"`, 1)
	if got, err := hubsearch.Parse([]byte(later)); err != nil || !reflect.DeepEqual(got, lights()) {
		t.Errorf("with a key of later: %+v, %v", got, err)
	}
}

func TestALineOutsideItsFormIsRefused(t *testing.T) {
	for old, c := range map[string]struct{ new, want string }{
		`"github.com/radhi/home#lights"`:             {`"github.com/Radhi/home#lights"`, "has no name: "},
		`"radhi/home/lights"`:                        {`"radhi/home/dark"`, "is github.com/radhi/home#lights, and its ref is another's"},
		`"ref":"radhi/home/lights"`:                  {`"ref":"radhi/home/lights@1.2.0"`, "has no ref: "},
		`"ref":"radhi/home/lights",`:                 {`"ref":"./lights",`, "has no ref: "},
		`"1.2.0"`:                                    {`"1.2"`, "has no version: "},
		`"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`: {`"a"`, "has no commit: "},
		`"h1:bb`:                 {`"h2:bb`, "has no h1: "},
		`"write"`:                {`"wr\u001b[31mite"`, "has no effect: "},
		`"2026-11-30T04:00:00Z"`: {`"2026-11-30T04:00:00+00:00"`, "has no time: "},
		`"key:sha256:00"`:        {`"key sha256"`, "has no signer: "},
		`["room"]`:               {`"room"`, "is no entry: "},
		`{"name"`:                {`["name"`, "is no entry: "},
	} {
		line := strings.Replace(lightsLine, old, c.new, 1)
		if line == lightsLine {
			t.Fatalf("%s is not in the line", old)
		}
		_, err := hubsearch.Parse([]byte(line))
		if err == nil || !strings.Contains(err.Error(), c.want) || text.Why(err.Error()) != "" {
			t.Errorf("%s: got %v, want %q", c.new, err, c.want)
		}
	}
	long := strings.Replace(lightsLine, "it leaks", strings.Repeat("x", hubsearch.MaxLine), 1)
	if _, err := hubsearch.Parse([]byte(long)); err == nil || err.Error() != "is over 65536 bytes" {
		t.Errorf("a long line: %v", err)
	}
}

func TestTextsAreCleaned(t *testing.T) {
	for s, want := range map[string]string{
		"plain":                              "plain",
		"a\r\nb\tc\u2028d  e ":               "a b c d e",
		"\x1b[31mred\x07":                    "[31mred",
		"\u202eevil\u2066\u200f":             "evil",
		"li\u200bgh\u00adts\ufeff\U000e0041": "lights",
		"\xff\xfe":                           "\ufffd",
		"été 灯 🏠":                            "été 灯 🏠",
		"\u200b":                             "",
	} {
		if got := hubsearch.Clean(s, 100); got != want {
			t.Errorf("Clean(%q) = %q, want %q", s, got, want)
		}
	}
	if got := hubsearch.Clean("ab éé", 4); got != "ab" {
		t.Errorf("cut in a character: %q", got)
	}
	if got := hubsearch.Clean(strings.Repeat("x", 1<<20), 200); got != strings.Repeat("x", 200) {
		t.Errorf("a long text has %d bytes", len(got))
	}
}

// The longest entry there is still has a line.
func TestABoundedEntryHasALine(t *testing.T) {
	for _, char := range []string{`"`, "\\", "x", "é", "\u2028", "\xff", "<", "灯"} {
		long := strings.Repeat(char, 5000)
		many := make([]string, 500)
		for i := range many {
			many[i] = long
		}
		e := lights()
		e.Name, e.Ref = hublog.Name("h.example/"+strings.Repeat("r", 2000)), "https://h.example/"+strings.Repeat("r", 2000)
		e.Does, e.Retracted, e.Args, e.Tags, e.Examples = long, long, many, many, many
		e.Needs = hubsearch.Needs{Reads: many, Writes: many, Hosts: many, Runs: many}
		line := e.Bounded().Line()
		again, err := hubsearch.Parse([]byte(line))
		if err != nil || again.Line() != line || !utf8.ValidString(line) {
			t.Errorf("%q: a line of %d bytes: %v", char, len(line), err)
		}
		if n := len(again.Needs.Reads); n > 0 && again.Needs.Reads[n-1] != "…" {
			t.Errorf("%q: a list that was cut does not say so: %q", char, again.Needs.Reads[n-1])
		}
	}
	e := lights()
	e.Examples = append(e.Examples, "\x00", "two\nlines")
	if e.Bounded(); e.Examples[1] != "\x00" {
		t.Error("the entry itself was changed")
	}
	if got := e.Bounded().Examples; !reflect.DeepEqual(got, []string{"turn on the lights", "two lines"}) {
		t.Errorf("examples: %q", got)
	}
}
