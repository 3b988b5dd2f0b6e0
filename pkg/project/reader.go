package project

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"sinew/pkg/diag"
	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
)

// A reader collects the problems of one document, and the keys the format
// does not have.
type reader struct {
	file     diag.File
	placed   bool // the document came from a file
	problems diag.Problems
	reported int // bytes of messages
	unknown  [][]string
}

// maxReport keeps a hostile file from a report many times its own size.
const maxReport = 1 << 20

// parse is src as a document, or its one problem.
func (r *reader) parse(src []byte) *tomldoc.Value {
	doc, err := tomldoc.Parse(src)
	if err == nil {
		return doc
	}
	at := &tomldoc.Value{Line: 1, Column: 1}
	var syntax *tomldoc.SyntaxError
	if errors.As(err, &syntax) {
		at.Line, at.Column = syntax.Line, syntax.Column
	}
	r.placed = true
	r.refuse(at, err.Error())
	return nil
}

// refuse records a problem at a value's line. In a document from no file the
// problem is nowhere, and its fix is check.
func (r *reader) refuse(at *tomldoc.Value, message string) {
	problem := diag.Problem{Message: message, Fix: diag.Of(diag.FixCheck)}
	if r.placed {
		problem = diag.At("", message, r.position(at))
	}
	r.add(problem)
}

func (r *reader) add(problem diag.Problem) {
	if r.reported > maxReport {
		return
	}
	r.reported += len(problem.Message)
	r.problems = append(r.problems, problem)
}

func (r *reader) position(v *tomldoc.Value) diag.Position {
	return diag.Position{File: r.file, Line: v.Line, Column: v.Column}
}

// err is the problems by line, or nil.
func (r *reader) err() error {
	if r.placed {
		slices.SortStableFunc(r.problems, func(a, b diag.Problem) int {
			return cmp.Or(cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Column, b.At.Column))
		})
	}
	return r.problems.Err()
}

// entries are the entries of the table at path; none when v is absent.
func (r *reader) entries(v *tomldoc.Value, path ...string) []tomldoc.Entry {
	if v != nil && v.Kind != tomldoc.Table {
		r.refuse(v, tomldoc.JoinPath(path)+" must be a table")
		return nil
	}
	if v == nil {
		return nil
	}
	return v.Entries
}

// str is the string v holds.
func (r *reader) str(v *tomldoc.Value, path ...string) (string, bool) {
	if v.Kind != tomldoc.String {
		r.refuse(v, tomldoc.JoinPath(path)+" must be a string")
		return "", false
	}
	return v.Text, true
}

// others notes every key of a table that is none of known.
func (r *reader) others(v *tomldoc.Value, path []string, known ...string) {
	for _, e := range v.Entries {
		if !slices.Contains(known, e.Key) {
			r.unknown = append(r.unknown, append(slices.Clone(path), e.Key))
		}
	}
}

// unclean says why s is no clean line, or "".
func unclean(s string) string {
	why := text.Why(s)
	if r, bad := text.FirstUnclean(s); bad && r == '\r' {
		why += "; save the file with LF line endings"
	}
	return why
}

func quoted(s string) string { return fmt.Sprintf(`"%s"`, s) }
