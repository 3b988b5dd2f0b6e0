package hubcopy

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"sinew/pkg/hubsearch"
)

// However many parts are searched at a time, they are the whole index, and what
// is found is what an index of its entries finds.
func TestPartsAreTheWhole(t *testing.T) {
	var data []byte
	var entries []hubsearch.Entry
	for n := range 50 {
		one := line(fmt.Sprintf("r%d", n), fmt.Sprintf("Light %d rooms, %d lamps.", n%7, n%3))
		data = append(data, one+"\n"...)
		e, err := hubsearch.Parse([]byte(one))
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, e)
	}
	c := &Copy{data: data}
	for count := 1; count < 80; count++ {
		var joined []byte
		for _, p := range c.parts(count) {
			if p.first != bytes.Count(joined, []byte("\n")) {
				t.Errorf("%d parts: a part begins with line %d", count, p.first)
			}
			joined = append(joined, p.data...)
		}
		if !bytes.Equal(joined, data) {
			t.Errorf("%d parts are not the whole", count)
		}
	}
	checkSameHits(t, c, entries)
	if parts := (&Copy{}).parts(4); len(parts) != 0 {
		t.Errorf("an empty index has %d parts", len(parts))
	}
	if parts := (&Copy{data: []byte("no line feed")}).parts(4); len(parts) != 1 {
		t.Errorf("a single line has %d parts", len(parts))
	}
}

func checkSameHits(t *testing.T, c *Copy, entries []hubsearch.Entry) {
	t.Helper()
	for _, query := range []string{"light", "3 rooms", "lamp 2", "r4", "ro", "nothing"} {
		want := hubsearch.NewIndex(entries).Search(query, 1000)
		r := c.Search(query, 1000)
		var got []hubsearch.Hit
		for _, one := range r.Best {
			got = append(got, one.Hit)
			if !reflect.DeepEqual(one.Entry, entries[one.Doc]) {
				t.Errorf("%q: document %d comes as %s", query, one.Doc, one.Name)
			}
		}
		if !slices.Equal(got, want) || r.Count != len(want) {
			t.Errorf("%q finds %v of %d, want %v", query, got, r.Count, want)
		}
	}
}
