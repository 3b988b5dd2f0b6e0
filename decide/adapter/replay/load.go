package replay

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"sinew/pkg/diag"
	"sinew/pkg/text"
)

// Variable names the recording's file.
const Variable = "EVOKE_ANSWERS"

// Load reads the recording at path, which is what Variable holds. A path that
// is empty or leads to no file, and a file that is no recording, are
// diag.Problems; a file that cannot be read is a *diag.Failure.
func Load(path string) (*Recording, error) {
	export := diag.Fix{Kind: diag.FixExport, Var: Variable}
	if path == "" {
		return nil, diag.One("", Variable+" is not set", export)
	}
	src, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, diag.One("", Variable+" names no file: "+text.Escape(path), export)
	}
	if err != nil {
		return nil, unreadable(path, err)
	}
	r, err := Parse(src)
	var wrong Problems
	if errors.As(err, &wrong) {
		return nil, wrong.in(path)
	}
	return r, err
}

// unreadable is a recording that is there and cannot be read.
func unreadable(path string, err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		err = at.Err
	}
	return &diag.Failure{What: "reading the recording " + text.Escape(path), Why: err}
}

// read is the file, one byte over MaxSize at most, which Parse then refuses.
func read(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, MaxSize+1))
}

// in is the problems of a file as a person reads them. A recording is none of
// the files a position can name, so the place stands in the message.
func (p Problems) in(path string) diag.Problems {
	all := make(diag.Problems, len(p))
	for i, one := range p {
		all[i] = diag.Problem{Message: fmt.Sprintf("%s:%d: %s", text.Escape(path), one.Line, one.Message)}
	}
	return all
}
