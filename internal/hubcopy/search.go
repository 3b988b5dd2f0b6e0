package hubcopy

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"runtime"
	"sync"

	"sinew/pkg/hubsearch"
)

// A Found is an entry that matches, and how well.
type Found struct {
	hubsearch.Entry
	hubsearch.Hit
}

// Results are the best entries for a query, and how many there are in all.
// Unread are lines that are no entries, the first of them in Why.
type Results struct {
	Count  int
	Best   []Found
	Unread int
	Why    string // "line 3 has no version: …"
}

// Search looks for a query, at most so many entries, the best first: what
// hubsearch.Index.Search finds in the same entries.
func (c *Copy) Search(query string, most int) Results {
	scan := hubsearch.NewScan(query)
	var all part
	for _, p := range c.searchParts(query) {
		scan.Merge(p.scan)
		all.take(p)
	}
	r := Results{Count: len(all.lines), Unread: all.unread, Why: all.why}
	for _, hit := range scan.Best(most) {
		e, _ := hubsearch.Parse(all.lines[hit.Doc]) // it was read before
		r.Best = append(r.Best, Found{e, hit})
	}
	return r
}

// A part is some lines of the index, and what matches in them.
type part struct {
	data   []byte
	first  int // document number of its first line
	scan   *hubsearch.Scan
	lines  map[int][]byte // that match, by document number
	unread int
	why    string
}

// searchParts searches the index in as many parts as there are processors.
func (c *Copy) searchParts(query string) []*part {
	parts := c.parts(runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for _, p := range parts {
		all.Go(func() { p.search(query) })
	}
	all.Wait()
	return parts
}

// parts are about so many, of whole lines.
func (c *Copy) parts(count int) []*part {
	var parts []*part
	rest, first := c.data, 0
	for len(rest) > 0 {
		size := min(len(rest), len(c.data)/count+1)
		if end := bytes.IndexByte(rest[size:], '\n'); end < 0 {
			size = len(rest)
		} else {
			size += end + 1
		}
		parts = append(parts, &part{data: rest[:size], first: first})
		first += bytes.Count(rest[:size], []byte("\n"))
		rest = rest[size:]
	}
	return parts
}

func (p *part) search(query string) {
	p.scan, p.lines = hubsearch.NewScan(query), map[int][]byte{}
	for n, line := range lines(p.data) {
		e, err := hubsearch.Parse(line)
		switch {
		case err == nil && p.scan.Add(p.first+n, e):
			p.lines[p.first+n] = line
		case err != nil && p.unread == 0:
			p.why = fmt.Sprintf("line %d %v", p.first+n+1, err)
		}
		if err != nil {
			p.unread++
		}
	}
}

// take adds what the next part found.
func (p *part) take(next *part) {
	if p.lines == nil {
		p.lines = map[int][]byte{}
	}
	maps.Copy(p.lines, next.lines)
	if p.unread == 0 {
		p.why = next.why
	}
	p.unread += next.unread
}

// lines are those of an index, by number.
func lines(data []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		n := 0
		for line := range bytes.Lines(data) {
			if !yield(n, bytes.TrimSuffix(line, []byte("\n"))) {
				return
			}
			n++
		}
	}
}

// checkLines refuses an index that holds a line over the limit.
func (c *Copy) checkLines() error {
	for n, line := range lines(c.data) {
		if len(line) >= hubsearch.MaxLine {
			return refuse("the Hub's index has %d bytes in its line %d; this program reads at most %d", len(line)+1, n+1, hubsearch.MaxLine)
		}
	}
	return nil
}
