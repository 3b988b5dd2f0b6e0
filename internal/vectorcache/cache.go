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
	"maps"
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

// Recall is a text's vector, where it was kept.
func (c *Cache) Recall(text string) (encoder.Vector, bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.load()
	e, known := c.known[keyOf(text)]
	if !known {
		return encoder.Vector{}, false
	}
	c.clock++
	e.used = c.clock
	return e.vector, true
}

// Keep adds vectors by their texts and writes the file: one that cannot be
// written costs time alone, and is no error.
func (c *Cache) Keep(vectors map[string]encoder.Vector) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.load()
	for _, text := range slices.Sorted(maps.Keys(vectors)) {
		c.clock++
		c.known[keyOf(text)] = &entry{vector: vectors[text], used: c.clock}
	}
	c.keep()
}

// Vectors are those of texts, in their order. What is new is encoded and kept.
func (c *Cache) Vectors(texts []string) []encoder.Vector {
	vectors, fresh := make([]encoder.Vector, len(texts)), map[string]encoder.Vector{}
	for i, text := range texts {
		v, known := c.Recall(text)
		if !known {
			v = encoder.Embed(text)
			fresh[text] = v
		}
		vectors[i] = v
	}
	if len(fresh) > 0 {
		c.Keep(fresh)
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
