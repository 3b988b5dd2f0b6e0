package hubsearch_test

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/hubsearch"
	"sinew/pkg/text"
)

func TestPiecesAreScripts(t *testing.T) {
	p := hubsearch.TermPiece{Key: "6c69"}
	p.Set("light", 7, 5)
	p.Set("light", 0, 17)
	p.Set("lint", 3, 2)
	p.Set("light", 7, 6)
	want := `hub.terms("6c69",{"light":[0,17,7,6],"lint":[3,2]})` + "\n"
	if got := string(p.Encode()); got != want {
		t.Errorf("got %s", got)
	}
	p.Set("lint", 3, 0)
	p.Set("lint", 4, 0)
	if got := string(p.Encode()); got != `hub.terms("6c69",{"light":[0,17,7,6]})`+"\n" {
		t.Errorf("without a term: %s", got)
	}
	d := hubsearch.DocPiece{Number: 1}
	if got := string(d.Encode()); got != "hub.docs(1,[])\n" {
		t.Errorf("without a row: %s", got)
	}
	row := hubsearch.RowOf(lights(), "r/github.com/radhi/home/-/lights/")
	d.Set(65, &row)
	want = `hub.docs(1,[null,{"name":"github.com/radhi/home#lights","ref":"radhi/home/lights","version":"1.2.0","does":"Turn the <lights> on & off.",` +
		`"effect":"write","needs":{"hosts":["bridge.example"],"runs":["curl"]},"retracted":"it leaks","signer":"key:sha256:00",` +
		`"page":"r/github.com/radhi/home/-/lights/"}])` + "\n"
	if got := string(d.Encode()); got != want {
		t.Errorf("got %s", got)
	}
	if got := string(hubsearch.EncodeKeys([]string{"6c69", "61", "6c69"})); got != "hub.keys(\"61 6c69\")\n" {
		t.Errorf("keys: %s", got)
	}
}

func TestAKeyIsTheFirstTwoCharacters(t *testing.T) {
	for term, want := range map[string]string{"light": "6c69", "l": "6c", "éa": "c3a961", "灯": "e781af", "": "", "__proto__": "5f5f"} {
		if got := hubsearch.Key(term); got != want {
			t.Errorf("Key(%q) = %s", term, got)
		}
	}
}

// checkReads holds a piece that reads to its one spelling.
func checkReads(t interface{ Errorf(string, ...any) }, data []byte) {
	if p, err := hubsearch.ParseTermPiece(data); err == nil && string(p.Encode()) != string(data) {
		t.Errorf("a piece of terms reads, and is written otherwise: %s", p.Encode())
	} else if err != nil && text.Why(err.Error()) != "" {
		t.Errorf("the error %q %s", err, text.Why(err.Error()))
	}
	if p, err := hubsearch.ParseDocPiece(data); err == nil && string(p.Encode()) != string(data) {
		t.Errorf("a piece of documents reads, and is written otherwise: %s", p.Encode())
	} else if err != nil && text.Why(err.Error()) != "" {
		t.Errorf("the error %q %s", err, text.Why(err.Error()))
	}
	if keys, err := hubsearch.ParseKeys(data); err == nil && string(hubsearch.EncodeKeys(keys)) != string(data) {
		t.Errorf("keys read, and are written otherwise: %q", keys)
	}
}

func TestADamagedPieceIsRefused(t *testing.T) {
	for _, s := range []string{
		"", "hub.terms()\n", `hub.terms("6c69",{"light":[0,17]})`, `hub.terms("6c69",{"light":[0]})` + "\n", `hub.terms("6c69",{"light":[]})` + "\n",
		`hub.terms("6c69",{"light":[1,5,0,5]})` + "\n", `hub.terms("6c69",{"light":[1,5,1,5]})` + "\n", `hub.terms("6c69",{"light":[-1,5]})` + "\n",
		`hub.terms("6c69",{"light":[1,0]})` + "\n", `hub.terms("6c69",{"light":[1,61]})` + "\n", `hub.terms("6c69",{"dark":[1,5]})` + "\n",
		`hub.terms("6c69",{"light": [1,5]})` + "\n", `hub.terms("6c69",{"light":[1,5]},1)` + "\n", `hub.terms("6c69",null)` + "\n",
		`hub.terms("6c69",{"light":[1,5.5]})` + "\n", `hub.terms("6c69",{"light":[1,5]});alert(1)` + "\n",
		"hub.docs(-1,[])\n", "hub.docs(0,null)\n", "hub.docs(0,[{}])\n", "hub.docs(0,[1])\n", "hub.docs(0, [])\n", `hub.docs("\u001b",[])` + "\n",
		"hub.keys(\"b a\")\n", "hub.keys(\"a  b\")\n", "hub.keys(1)\n",
	} {
		if _, err := hubsearch.ParseTermPiece([]byte(s)); err == nil {
			t.Errorf("%q is a piece of terms", s)
		}
		if _, err := hubsearch.ParseDocPiece([]byte(s)); err == nil {
			t.Errorf("%q is a piece of documents", s)
		}
		if _, err := hubsearch.ParseKeys([]byte(s)); err == nil {
			t.Errorf("%q is a list of keys", s)
		}
		checkReads(t, []byte(s))
	}
	full := hubsearch.DocPiece{Rows: make([]*hubsearch.Row, 65)}
	if _, err := hubsearch.ParseDocPiece(full.Encode()); err == nil {
		t.Error("a piece of 65 documents reads")
	}
}

// Pieces that are read, changed and written for one document at a time are those
// of the whole index.
func TestPiecesGrowAsTheyAreMade(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := drawEntries(t)
		grown := map[string][]byte{}
		for _, doc := range rapid.Permutation(numbers(len(entries))).Draw(t, "order") {
			for term, weight := range hubsearch.Terms(entries[doc]) {
				addTo(t, grown, term, doc, weight)
			}
		}
		made := map[string][]byte{}
		for key, piece := range hubsearch.Pieces(entries) {
			made[key] = piece.Encode()
		}
		if !reflect.DeepEqual(grown, made) {
			t.Fatalf("grown: %s\nmade: %s", slices.Collect(maps.Values(grown)), slices.Collect(maps.Values(made)))
		}
	})
}

func numbers(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func addTo(t *rapid.T, pieces map[string][]byte, term string, doc, weight int) {
	key := hubsearch.Key(term)
	piece := hubsearch.TermPiece{Key: key}
	if data, ok := pieces[key]; ok {
		var err error
		if piece, err = hubsearch.ParseTermPiece(data); err != nil {
			t.Fatal(err)
		}
	}
	piece.Set(term, doc, weight)
	pieces[key] = piece.Encode()
}

func TestRowsReadAsTheyAreWritten(t *testing.T) {
	row := hubsearch.RowOf(lights(), "r/x/")
	d := hubsearch.DocPiece{Number: 2}
	d.Set(130, &row)
	got, err := hubsearch.ParseDocPiece(d.Encode())
	if err != nil || !reflect.DeepEqual(got, d) {
		t.Errorf("got %+v, %v", got, err)
	}
	keys, err := hubsearch.ParseKeys(hubsearch.EncodeKeys([]string{"61", "6c69"}))
	if err != nil || !slices.Equal(keys, []string{"61", "6c69"}) {
		t.Errorf("got %q, %v", keys, err)
	}
	if keys, err := hubsearch.ParseKeys(hubsearch.EncodeKeys(nil)); err != nil || len(keys) != 0 {
		t.Errorf("without a key: %q, %v", keys, err)
	}
}
