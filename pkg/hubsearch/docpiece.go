package hubsearch

import (
	"bytes"
	"errors"
)

// DocsAPiece is how many documents a DocPiece holds: piece n has those from
// n*DocsAPiece on.
const DocsAPiece = 64

// A Row is what the search page shows of a document.
type Row struct {
	Name      string `json:"name"`
	Ref       string `json:"ref"` // what `add` takes
	Version   string `json:"version"`
	Does      string `json:"does,omitempty"`
	Effect    string `json:"effect"`
	Needs     Needs  `json:"needs"`
	Retracted string `json:"retracted,omitempty"`
	Signer    string `json:"signer,omitempty"`
	Page      string `json:"page"` // of the reflex, from the site's root
}

// RowOf is the row of an entry whose page is at a path from the site's root.
func RowOf(e Entry, page string) Row {
	return Row{
		Name: string(e.Name), Ref: e.Ref, Version: e.Version, Does: e.Does, Effect: e.Effect, Needs: e.Needs,
		Retracted: e.Retracted, Signer: e.Signer, Page: page,
	}
}

// A DocPiece is the rows of the documents from Number*DocsAPiece on; nil is a
// document without a row. It is for one goroutine.
type DocPiece struct {
	Number int
	Rows   []*Row
}

// Set has a document of the piece be shown as a row; nil has none shown.
func (p *DocPiece) Set(doc int, row *Row) {
	at := doc - p.Number*DocsAPiece
	for len(p.Rows) <= at {
		p.Rows = append(p.Rows, nil)
	}
	p.Rows[at] = row
}

// Encode is the piece as its script; the same piece is the same bytes.
func (p DocPiece) Encode() []byte {
	if p.Rows == nil {
		p.Rows = []*Row{}
	}
	return script("docs", p.Number, p.Rows)
}

// ParseDocPiece reads what Encode wrote. The error is one clean line.
func ParseDocPiece(data []byte) (DocPiece, error) {
	var p DocPiece
	if err := parseScript(data, "docs", &p.Number, &p.Rows); err != nil {
		return DocPiece{}, err
	}
	if p.Number < 0 || len(p.Rows) > DocsAPiece || !bytes.Equal(p.Encode(), data) {
		return DocPiece{}, errors.New("is no piece of documents: it is not as it was written")
	}
	return p, nil
}
