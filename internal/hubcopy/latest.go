package hubcopy

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	maxLatest = 1 << 10   // bytes of index/latest
	maxIndex  = 256 << 20 // bytes of an index
)

// A latest is what index/latest says: which index is the newest, and of which
// state of the log.
type latest struct {
	hash    string // lower-case hex
	bytes   int64
	records int64
	date    time.Time
}

// String is the line with its line feed.
func (l latest) String() string {
	return fmt.Sprintf("%s %d %d %s\n", l.hash, l.bytes, l.records, day(l.date))
}

// file is the index's name beside the line.
func (l latest) file() string { return l.hash + ".jsonl" }

func day(at time.Time) string { return at.UTC().Format(time.RFC3339) }

var errLatest = errors.New("is no line of a hash, a size, a count and a time")

// parseLatest reads the one spelling of the line.
func parseLatest(data []byte) (latest, error) {
	fields := strings.Fields(string(data))
	if len(fields) != 4 {
		return latest{}, errLatest
	}
	size, err1 := strconv.ParseInt(fields[1], 10, 64)
	records, err2 := strconv.ParseInt(fields[2], 10, 64)
	date, err3 := time.Parse(time.RFC3339, fields[3])
	l := latest{hash: fields[0], bytes: size, records: records, date: date}
	hash, err4 := hex.DecodeString(l.hash)
	switch {
	case errors.Join(err1, err2, err3, err4) != nil, len(hash) != 32, hex.EncodeToString(hash) != l.hash, size < 0, records < 0, l.String() != string(data):
		return latest{}, errLatest
	case size > maxIndex:
		return latest{}, fmt.Errorf("names an index of %d bytes; this program reads at most %d", size, maxIndex)
	}
	return l, nil
}
