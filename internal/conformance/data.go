package conformance

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// A Data is the folder that holds vectors/, fixtures/, transcripts/ and
// STALE.txt.
type Data struct {
	files fs.FS
	stale []stalePattern
}

// Open reads what the folder calls stale.
func Open(files fs.FS) (*Data, error) {
	text, err := fs.ReadFile(files, "STALE.txt")
	if err != nil {
		return nil, err
	}
	return &Data{files: files, stale: parseStale(string(text))}, nil
}

// Families are the names of the directories under vectors/, in byte order.
func (d *Data) Families() ([]string, error) { return d.directories("vectors") }

// Flows are the names of the directories under transcripts/ that hold a
// session, in byte order.
func (d *Data) Flows() ([]string, error) {
	all, err := d.directories("transcripts")
	if err != nil {
		return nil, err
	}
	var flows []string
	for _, name := range all {
		if _, err := fs.Stat(d.files, path.Join("transcripts", name, "session.txt")); err == nil {
			flows = append(flows, name)
		}
	}
	return flows, nil
}

func (d *Data) directories(parent string) ([]string, error) {
	entries, err := fs.ReadDir(d.files, parent)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		if entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names, nil
}

// A Case is one vector. Stale is why it is not judged, or "".
type Case struct {
	Family, Name string
	Input        any
	Expect       any
	Stale        string
}

// Cases are the vectors of a family, in byte order of their names, every $ref
// resolved. A stale case is not resolved: its fixtures may be gone.
func (d *Data) Cases(family string) ([]Case, error) {
	files, err := fs.Glob(d.files, path.Join("vectors", family, "*.json"))
	if err != nil {
		return nil, err
	}
	cases := make([]Case, len(files))
	for i, file := range files {
		if cases[i], err = d.readCase(family, file); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return cases, nil
}

func (d *Data) readCase(family, file string) (Case, error) {
	value, err := d.readJSON(file)
	if err != nil {
		return Case{}, err
	}
	whole, _ := value.(Object)
	input, hasInput := whole.Get("input")
	expect, hasExpect := whole.Get("expect")
	if !hasInput || !hasExpect {
		return Case{}, errors.New("a vector is {input, expect}")
	}
	read := Case{Family: family, Name: strings.TrimSuffix(path.Base(file), ".json"), Input: input, Expect: expect}
	if read.Stale = d.whyStale(file, read); read.Stale != "" {
		return read, nil
	}
	if read.Input, err = d.resolve(input, 0); err != nil {
		return Case{}, err
	}
	read.Expect, err = d.resolve(expect, 0)
	return read, err
}

func (d *Data) readJSON(file string) (any, error) {
	data, err := fs.ReadFile(d.files, file)
	if err != nil {
		return nil, err
	}
	return ParseJSON(data)
}

// maxRefs bounds how many fixtures may stand inside one another.
const maxRefs = 20

// resolve is value with every {"$ref": file} replaced by that file's value,
// its own refs resolved too.
func (d *Data) resolve(value any, depth int) (any, error) {
	switch v := value.(type) {
	case Object:
		if file, is := reference(v); is {
			return d.fixture(file, depth)
		}
		whole := make(Object, len(v))
		for i, m := range v {
			inner, err := d.resolve(m.Value, depth)
			if err != nil {
				return nil, err
			}
			whole[i] = Member{m.Key, inner}
		}
		return whole, nil
	case []any:
		whole := make([]any, len(v))
		for i, item := range v {
			inner, err := d.resolve(item, depth)
			if err != nil {
				return nil, err
			}
			whole[i] = inner
		}
		return whole, nil
	}
	return value, nil
}

func reference(o Object) (string, bool) {
	if len(o) != 1 || o[0].Key != "$ref" {
		return "", false
	}
	file, ok := o[0].Value.(string)
	return file, ok
}

func (d *Data) fixture(file string, depth int) (any, error) {
	if depth >= maxRefs {
		return nil, fmt.Errorf("%s: fixtures stand in one another", file)
	}
	value, err := d.readJSON(file)
	if err != nil {
		return nil, err
	}
	return d.resolve(value, depth+1)
}
