package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"sinew/pkg/hublog"
	"sinew/pkg/hubsearch"
)

// An index is the lines of the site's index, by document number, as they were
// and as they are to be.
type index struct {
	old [][]byte
	now [][]byte
	set map[int]bool // what was made anew
}

func indexFile(hash string) string { return "index/" + hash + ".jsonl" }

// latestFile names the index of now, and of which log it is.
const latestFile = "index/latest"

func newIndex() *index { return &index{set: map[int]bool{}} }

// parseIndex reads an index whose hash is known; ok is false when it is
// another.
func parseIndex(data []byte, hash string) (x *index, ok bool) {
	sum := sha256.Sum256(data)
	if hex.EncodeToString(sum[:]) != hash {
		return nil, false
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	x = newIndex()
	x.old = lines[:len(lines)-1] // nothing is behind the last line feed
	x.now = slices.Clone(x.old)
	return x, true
}

// put is what the index says of a document from now on.
func (x *index) put(doc int, e hubsearch.Entry) {
	for len(x.now) <= doc {
		x.now = append(x.now, nil)
	}
	x.now[doc] = append([]byte(e.Line()), '\n')
	x.set[doc] = true
}

// entry is what the index says of a document.
func (x *index) entry(doc int) (hubsearch.Entry, error) { return entryAt(x.now, doc) }

func entryAt(lines [][]byte, doc int) (hubsearch.Entry, error) {
	if doc >= len(lines) {
		return hubsearch.Entry{}, nil
	}
	e, err := hubsearch.Parse(bytes.TrimSuffix(lines[doc], []byte("\n")))
	if err != nil {
		return e, fmt.Errorf("line %d of the index %w", doc+1, err)
	}
	return e, nil
}

// bytes are the index as a file, and its hash.
func (x *index) bytes() (data []byte, hash string) {
	data = bytes.Join(x.now, nil)
	sum := sha256.Sum256(data)
	return data, hex.EncodeToString(sum[:])
}

// latestLine is the content of latestFile.
func latestLine(hash string, size int, c hublog.Checkpoint) []byte {
	return fmt.Appendf(nil, "%s %d %d %s\n", hash, size, c.Size, timeText(c.Date))
}

// pieces are the pieces of the search that a build changes.
type pieces struct {
	site  *directory
	old   int // how many documents the pieces that are there hold
	terms map[string]*hubsearch.TermPiece
	docs  map[int]*hubsearch.DocPiece
	keys  map[string]bool
	grown bool // keys is another set than before
}

const keysFile = "search/keys.js"

func termsFile(key string) string { return "search/terms/" + key + ".js" }
func docsFile(n int) string       { return fmt.Sprintf("search/docs/%d.js", n) }

func newPieces(site *directory, whole bool) (*pieces, error) {
	p := &pieces{site: site, terms: map[string]*hubsearch.TermPiece{}, docs: map[int]*hubsearch.DocPiece{},
		keys: map[string]bool{}, grown: whole}
	if whole {
		return p, nil
	}
	data, err := site.read(keysFile)
	if err != nil {
		return nil, err
	}
	keys, err := hubsearch.ParseKeys(data)
	for _, key := range keys {
		p.keys[key] = true
	}
	return p, err
}

// update has the pieces say what the index says of the documents that changed.
func (p *pieces) update(x *index) error {
	p.old = len(x.old)
	for _, doc := range slices.Sorted(maps.Keys(x.set)) {
		was, err := entryAt(x.old, doc)
		if err != nil {
			return err
		}
		now, err := x.entry(doc)
		if err != nil {
			return err
		}
		if err := p.change(doc, was, now); err != nil {
			return err
		}
	}
	return nil
}

func (p *pieces) change(doc int, was, now hubsearch.Entry) error {
	row := hubsearch.RowOf(now, reflexPage(now.Name))
	docs, err := p.docPiece(doc / hubsearch.DocsAPiece)
	if err != nil {
		return err
	}
	docs.Set(doc, &row)
	return p.changeTerms(doc, hubsearch.Terms(was), hubsearch.Terms(now))
}

// changeTerms touches no piece but those of the terms that changed.
func (p *pieces) changeTerms(doc int, before, after map[string]int) error {
	for term := range before {
		if after[term] == 0 {
			after[term] = 0
		}
	}
	for term, weight := range after {
		if weight == before[term] {
			continue
		}
		piece, err := p.termPiece(hubsearch.Key(term))
		if err != nil {
			return err
		}
		piece.Set(term, doc, weight)
	}
	return nil
}

func (p *pieces) docPiece(n int) (*hubsearch.DocPiece, error) {
	if p.docs[n] != nil {
		return p.docs[n], nil
	}
	piece := hubsearch.DocPiece{Number: n}
	if n*hubsearch.DocsAPiece < p.old {
		var err error
		if piece, err = parsed(p.site, docsFile(n), hubsearch.ParseDocPiece); err != nil {
			return nil, err
		}
	}
	p.docs[n] = &piece
	return &piece, nil
}

func (p *pieces) termPiece(key string) (*hubsearch.TermPiece, error) {
	if p.terms[key] != nil {
		return p.terms[key], nil
	}
	piece := hubsearch.TermPiece{Key: key}
	if p.keys[key] {
		var err error
		if piece, err = parsed(p.site, termsFile(key), hubsearch.ParseTermPiece); err != nil {
			return nil, err
		}
	}
	p.terms[key] = &piece
	return &piece, nil
}

// parsed is a piece that the last build wrote.
func parsed[T any](site *directory, file string, parse func([]byte) (T, error)) (piece T, err error) {
	data, err := site.read(file)
	if err != nil {
		return piece, err
	}
	if piece, err = parse(data); err != nil {
		err = fmt.Errorf("%s: %w: it %w", file, errDamaged, err)
	}
	return piece, err
}

// write writes what changed.
func (p *pieces) write() error {
	for n, piece := range p.docs {
		if err := p.site.write(docsFile(n), piece.Encode()); err != nil {
			return err
		}
	}
	for key, piece := range p.terms {
		if err := p.writeTerms(key, piece); err != nil {
			return err
		}
	}
	if !p.grown {
		return nil
	}
	return p.site.write(keysFile, hubsearch.EncodeKeys(slices.Collect(maps.Keys(p.keys))))
}

func (p *pieces) writeTerms(key string, piece *hubsearch.TermPiece) error {
	empty := len(piece.Terms) == 0
	if p.keys[key] == empty {
		p.grown = true
	}
	if empty {
		delete(p.keys, key)
		return p.site.remove(termsFile(key))
	}
	p.keys[key] = true
	return p.site.write(termsFile(key), piece.Encode())
}
