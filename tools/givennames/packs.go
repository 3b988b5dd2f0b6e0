package main

import (
	"archive/tar"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

// A pack is the files of one npm package, by their path in it.
type pack map[string][]byte

func open(path string) (pack, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	return unpack(tar.NewReader(unzipped))
}

func unpack(files *tar.Reader) (pack, error) {
	p := pack{}
	for {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return p, nil
		}
		if err != nil {
			return nil, err
		}
		if p[strings.TrimPrefix(header.Name, "package/")], err = io.ReadAll(files); err != nil {
			return nil, err
		}
	}
}

// words is a JSON list of words.
func (p pack) words(path string) ([]string, error) {
	var words []string
	if err := json.Unmarshal(p[path], &words); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return words, nil
}

func (t *tables) readNames(p pack) error {
	words, err := p.words("data/names.json")
	for _, w := range words {
		t.names[strings.ToLower(w)] = true
	}
	return err
}

// levels are the sizes of the word list that hold the commoner words.
var levels = []string{"10", "20", "35", "40"}

func (t *tables) readOrdinary(p pack) error {
	for _, level := range levels {
		for _, list := range []string{"english", "american", "british"} {
			words, err := p.words(list + "-words-" + level + ".json")
			if err != nil {
				return err
			}
			for _, w := range words {
				t.ordinary[w] = true // a capital stays: what is a name alone is no ordinary word
			}
		}
	}
	return nil
}

var variations = regexp.MustCompile(`(?m)^  '([a-z]+)': \[(.*)\]`)

func (t *tables) readPetForms(p pack) error {
	found := variations.FindAllSubmatch(p["src/name-normalizer.js"], -1)
	if len(found) < 30 {
		return fmt.Errorf("holds %d names with variations", len(found))
	}
	for _, m := range found {
		t.add(string(m[1]) + " " + strings.NewReplacer("'", " ", ",", " ").Replace(string(m[2])))
	}
	return nil
}
