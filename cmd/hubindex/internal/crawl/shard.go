package crawl

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"lukechampine.com/blake3"

	"sinew/pkg/hublog"
)

// A Shard is one part of an index: the Index-th of Count, from 0. The zero
// Shard is the whole.
type Shard struct{ Index, Count uint64 }

// ParseShard reads `I/N`, 0 <= I < N.
func ParseShard(s string) (Shard, error) {
	index, count, _ := strings.Cut(s, "/")
	i, err1 := strconv.ParseUint(index, 10, 32)
	n, err2 := strconv.ParseUint(count, 10, 32)
	if err1 != nil || err2 != nil || i >= n {
		return Shard{}, fmt.Errorf("%q is no shard: I/N, from 0/N to N-1/N", s)
	}
	return Shard{Index: i, Count: n}, nil
}

// String is `I/N`.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, max(s.Count, 1)) }

// Holds reports whether a listing's name falls on the shard: the first eight
// bytes of its BLAKE3, as a number, modulo Count.
func (s Shard) Holds(name hublog.Name) bool {
	if s.Count < 2 {
		return true
	}
	sum := blake3.Sum256([]byte(name))
	return binary.BigEndian.Uint64(sum[:])%s.Count == s.Index
}
