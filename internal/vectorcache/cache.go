// Package vectorcache keeps the encoder's vectors of texts from one run of the
// program to the next, so that only what was never seen is encoded: of a warm
// decision, the sentence itself.
//
// A file holds vectors by the hash of their text, the latest used first:
//
//	"sinew vectors 1\n", the encoder's Model and "\n"
//	records of 16 bytes of SHA-256 of the text and the vector's float32, little-endian
//	the SHA-256 of all before
//
// No text can be read out of it. A file that is missing, broken or of another
// model counts as empty. It is replaced whole, so a reader never meets half of
// one; of two programs that write at once the last wins, and what the other
// found is encoded again when it is asked for.
package vectorcache

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"sync"

	"sinew/decide/adapter/local/encoder"
)

// A Cache is one file's vectors. It may be used from several goroutines.
type Cache struct {
	path string
	most int

	mutex sync.Mutex
	read  bool
	known map[key]*entry
	clock int // counts uses
}

type key [16]byte

func keyOf(text string) key {
	sum := sha256.Sum256([]byte(text))
	return key(sum[:16])
}

type entry struct {
	vector encoder.Vector
	used   int // the later the greater; that of the file's records counts down from 0
}

// Open is the cache in a file, with room for most vectors of 2 KB each. The
// file is read when the first vector is asked for. Without a path the vectors
// live as long as the cache.
func Open(path string, most int) *Cache {
	return &Cache{path: path, most: most}
}

// Vectors are those of texts, in their order. What is new is encoded, and then
// written to the file: a file that cannot be written costs time alone, and is
// no error.
func (c *Cache) Vectors(texts []string) []encoder.Vector {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.load()
	vectors, fresh := make([]encoder.Vector, len(texts)), false
	for i, text := range texts {
		e, known := c.known[keyOf(text)]
		if !known {
			e = &entry{vector: encoder.Embed(text)}
			c.known[keyOf(text)], fresh = e, true
		}
		c.clock++
		e.used, vectors[i] = c.clock, e.vector
	}
	if fresh {
		c.keep()
	}
	return vectors
}

// load reads the file once.
func (c *Cache) load() {
	if !c.read {
		c.read, c.known = true, map[key]*entry{}
		c.merge()
	}
}

// merge adds what the file holds by now and the cache does not.
func (c *Cache) merge() {
	for i, r := range readFile(c.path) {
		if _, known := c.known[r.key]; !known {
			c.known[r.key] = &entry{vector: r.vector, used: -i}
		}
	}
}

// keep drops what was not used for longest beyond what there is room for, and
// writes the file.
func (c *Cache) keep() {
	c.merge()
	all := c.latest()
	for _, k := range all[min(len(all), c.most):] {
		delete(c.known, k)
	}
	if c.path != "" {
		writeFile(c.path, all[:min(len(all), c.most)], c.known)
	}
}

// latest are the keys, the latest used first.
func (c *Cache) latest() []key {
	all := make([]key, 0, len(c.known))
	for k := range c.known {
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b key) int {
		if by := cmp.Compare(c.known[b].used, c.known[a].used); by != 0 {
			return by
		}
		return slices.Compare(a[:], b[:])
	})
	return all
}
