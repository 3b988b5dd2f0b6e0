package hubsearch_test

import (
	"strings"
	"testing"

	"sinew/pkg/hubsearch"
	"sinew/pkg/text"
)

// FuzzIndex reads a line of the index, and each kind of piece: what reads has
// one spelling, holds only clean texts, and is found by its own words.
func FuzzIndex(f *testing.F) {
	f.Add([]byte(lightsLine), "turn on the lights")
	f.Add([]byte(`hub.terms("6c69",{"light":[0,17,7,6]})`+"\n"), "li")
	f.Add([]byte(`hub.docs(1,[null,{"name":"a","ref":"b","version":"c","effect":"read","needs":{},"page":"d"}])`+"\n"), "灯 ete\u0301")
	f.Add([]byte("hub.keys(\"61 6c69\")\n"), "\xff__proto__")
	f.Fuzz(func(t *testing.T, data []byte, query string) {
		checkReads(t, data)
		e, err := hubsearch.Parse(data)
		switch {
		case err == nil:
			checkEntry(t, e, query)
		case text.Why(err.Error()) != "":
			t.Errorf("the error %q %s", err, text.Why(err.Error()))
		}
	})
}

func checkEntry(t *testing.T, e hubsearch.Entry, query string) {
	line := e.Line()
	again, err := hubsearch.Parse([]byte(line))
	if err != nil || again.Line() != line || len(line) >= hubsearch.MaxLine {
		t.Errorf("a line that reads is written as one that does not: %s: %v", line, err)
	}
	if _, bad := text.FirstUnclean(line); bad || strings.ContainsAny(line, "\u200b\u2028\ufeff") {
		t.Errorf("the line is not clean: %q", line)
	}
	x := hubsearch.NewIndex([]hubsearch.Entry{e})
	if hits := x.Search(query, 5); len(hits) > 1 {
		t.Errorf("one document is found %d times", len(hits))
	}
	for term, weight := range hubsearch.Terms(e) {
		if weight < 1 || weight > 60 || term == "" {
			t.Errorf("the term %q weighs %d", term, weight)
		}
		piece := hubsearch.TermPiece{Key: hubsearch.Key(term)}
		piece.Set(term, 3, weight)
		if _, err := hubsearch.ParseTermPiece(piece.Encode()); err != nil {
			t.Errorf("the piece of %q does not read: %v", term, err)
		}
	}
}
