// Package assets_test holds search.js to package hubsearch: both find the same
// words, and rank the same documents alike.
package assets_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"sinew/pkg/hublog"
	"sinew/pkg/hubsearch"
)

// answering reads a question a line, of an index as its pieces and queries, and
// answers with what search.js makes of each.
const answering = `
const search = require("./search.js");
const lines = require("fs").readFileSync(0, "utf8").trim().split("\n");
for (const line of lines) {
  const { pieces, queries, texts } = JSON.parse(line);
  const terms = new Map();
  globalThis.hub = { terms: (key, all) => terms.set(key, all) };
  for (const piece of pieces || []) (0, eval)(piece);
  const ranked = (queries || []).map((q) => search.rank(q, (key) => terms.get(key) || {}));
  console.log(JSON.stringify({
    hits: ranked.map((hits) => hits.map((h) => [h.doc, h.matched, h.score])),
    words: (texts || []).map(search.words),
    keys: (texts || []).map(search.key),
  }));
}
`

type question struct {
	Pieces  []string `json:"pieces,omitempty"`
	Queries []string `json:"queries,omitempty"`
	Texts   []string `json:"texts,omitempty"`
}

type answer struct {
	Hits  [][][3]int `json:"hits"`
	Words [][]string `json:"words"`
	Keys  []string   `json:"keys"`
}

// ask is what search.js answers.
func ask(t *testing.T, questions []question) []answer {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs node")
	}
	var in bytes.Buffer
	for _, q := range questions {
		if err := json.NewEncoder(&in).Encode(q); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), node, "-e", answering)
	cmd.Stdin = &in
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, said.String())
	}
	return answers(t, out, len(questions))
}

func answers(t *testing.T, out []byte, want int) []answer {
	t.Helper()
	var all []answer
	for line := range strings.Lines(string(out)) {
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	if len(all) != want {
		t.Fatalf("%d answers to %d questions", len(all), want)
	}
	return all
}

// pieces are the scripts of an index.
func pieces(entries []hubsearch.Entry) []string {
	var scripts []string
	for _, piece := range hubsearch.Pieces(entries) {
		scripts = append(scripts, string(piece.Encode()))
	}
	slices.Sort(scripts)
	return scripts
}

// checkRanking holds search.js to what Go finds in entries.
func checkRanking(t *testing.T, indexes [][]hubsearch.Entry, queries []string) (found int) {
	t.Helper()
	var questions []question
	for _, entries := range indexes {
		questions = append(questions, question{Pieces: pieces(entries), Queries: queries})
	}
	for n, a := range ask(t, questions) {
		x := hubsearch.NewIndex(indexes[n])
		for i, query := range queries {
			want := [][3]int{}
			for _, hit := range x.Search(query, len(indexes[n])) {
				want = append(want, [3]int{hit.Doc, hit.Matched, hit.Score})
			}
			if !reflect.DeepEqual(a.Hits[i], want) {
				t.Errorf("index %d, %q: search.js ranks\n%v\nGo\n%v", n, query, a.Hits[i], want)
			}
			found += len(want)
		}
	}
	return found
}

func entry(name, does string, examples ...string) hubsearch.Entry {
	return hubsearch.Entry{Name: hublog.Name(name), Does: does, Examples: examples}
}

func fixture() []hubsearch.Entry {
	return []hubsearch.Entry{
		entry("github.com/radhi/home#lights", "Turn the lights of a room on or off.", "turn on the lights", "lights off in the kitchen"),
		entry("github.com/radhi/home#music", "Play music.", "play some jazz", "turn the music down"),
		entry("github.com/radhi/home#heating", "Warm the house, été comme hiver.", "it is cold", "turn the heating up to 21°"),
		entry("github.com/ops/alarms", "Say which alarms are on.", "which lights of the panel are red?", "ΟΔΟΣ 9"),
		entry("code.example/asia/lamp", "打开客厅的灯 · 電気をつける", "打开灯", "लाइट चालू करो"),
		{Name: "github.com/none/none"},
	}
}

func TestTheFixtureIsRankedAsInGo(t *testing.T) {
	queries := []string{
		"", "the", "light", "lights", "LIGHTS on", "li", "l", "turn", "turn the lights on in the kitchen", "été", "ete", "οδος",
		"灯", "打开灯", "लाइ", "radhi", "mu ja", "__proto__ constructor", "\u0000\u202eligh\u200bts", "9", "21", "x y z",
	}
	if found := checkRanking(t, [][]hubsearch.Entry{fixture()}, queries); found < 25 {
		t.Errorf("only %d documents were found: the queries test nothing", found)
	}
	hits := hubsearch.NewIndex(fixture()).Search("turn on the lights", 1)
	if len(hits) != 1 || hits[0].Doc != 0 {
		t.Errorf("the example finds %v", hits)
	}
}

func TestRandomIndexesAreRankedAsInGo(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var indexes [][]hubsearch.Entry
	for range 60 {
		var entries []hubsearch.Entry
		for range random.IntN(150) {
			e := entry("h.example/"+phrase(random, 1)+"/r", phrase(random, 6), phrase(random, 4), phrase(random, 4))
			e.Args, e.Tags = []string{phrase(random, 1)}, []string{phrase(random, 1)}
			entries = append(entries, e)
		}
		indexes = append(indexes, entries)
	}
	var queries []string
	for range 60 {
		queries = append(queries, phrase(random, 1+random.IntN(5)))
	}
	if found := checkRanking(t, indexes, queries); found < 10000 {
		t.Errorf("only %d documents were found: the queries test nothing", found)
	}
}

// phrase is words of few letters, so that they often meet.
func phrase(random *rand.Rand, words int) string {
	letters := []rune("aabbcdés灯Σ")
	var all []string
	for range words {
		word := ""
		for range 1 + random.IntN(4) {
			word += string(letters[random.IntN(len(letters))])
		}
		all = append(all, word)
	}
	return strings.Join(all, " ")
}

// Only characters that one of the two does not know yet may be told apart.
func TestWordsAreThoseOfGo(t *testing.T) {
	texts := []string{
		"Turn ON the Lights", "don't", "bus buses glass this gas", "IPv6 h264", "e\u0301te\u0301", "ŠÉRIËS", "İstanbul Iğdır", "ﬁles Ⅷ ½ ｶﾅ",
		strings.Repeat("long", 20), "a\u200db so\u00adft", "\u0301x", "한국어", "ﷺ", "🏠 house", "Σ ΣΑΣ ςα", "ẞ ß", "x\ufffdy",
	}
	for r := range rune(0x20000) {
		if known(r) && !unicode.Is(unicode.Cs, r) {
			texts = append(texts, "x"+string(r)+"X", string(r)+"as")
		}
	}
	a := ask(t, []question{{Texts: texts}})[0]
	for i, s := range texts {
		want := hubsearch.Words(s)
		if !slices.Equal(a.Words[i], want) {
			t.Errorf("%q (%U): search.js has the words %q, Go %q", s, []rune(s), a.Words[i], want)
		}
		if a.Keys[i] != hubsearch.Key(s) {
			t.Errorf("%q: search.js has the key %s, Go %s", s, a.Keys[i], hubsearch.Key(s))
		}
	}
}

// known reports whether a character is old enough for every Node in use.
func known(r rune) bool {
	return unicode.IsOneOf([]*unicode.RangeTable{unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cf, unicode.Cc}, r)
}

func TestTheScriptIsSmallAndRunsNoText(t *testing.T) {
	script := readScript(t)
	if len(script) > 12<<10 {
		t.Errorf("search.js has %d bytes", len(script))
	}
	for _, word := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "http:", "https:", ".style"} {
		if strings.Contains(script, word) {
			t.Errorf("search.js holds %s", word)
		}
	}
	if !strings.Contains(script, fmt.Sprintf("DOCS_A_PIECE = %d;", hubsearch.DocsAPiece)) {
		t.Error("search.js has pieces of another size")
	}
}

func readScript(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("search.js")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
