package hublog

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// The bounds of a checkpoint.
const (
	MaxSize       = 1 << 40 // records of a log
	MaxCheckpoint = 1 << 16 // bytes of a signed checkpoint
)

// originPrefix opens the first line; the name of the log's key follows.
const originPrefix = "sinew hub log v1 "

// Origin is the first line of the checkpoints that the key's owner signs.
func Origin(v note.Verifier) string { return originPrefix + v.Name() }

// A Checkpoint is what the log's key signs: how many records there are, the
// hash of their tree, and when that was. Its text, which is the note's, is
//
//	sinew hub log v1 <key name>
//	<size>
//	<hash in base64>
//	date <time>
//
// each line ended by a line feed, a time as in records. It has one spelling.
type Checkpoint struct {
	Origin string
	Size   int64
	Hash   tlog.Hash
	Date   time.Time // in UTC and whole seconds
}

// Text is the text that is signed.
func (c Checkpoint) Text() string {
	return c.Origin + "\n" + strconv.FormatInt(c.Size, 10) + "\n" + c.Hash.String() + "\ndate " + formatTime(c.Date) + "\n"
}

// ParseCheckpoint reads the text of a note. What it accepts, Text prints back.
// Whether anybody signed it is not asked here: see Open.
func ParseCheckpoint(text string) (Checkpoint, error) {
	lines := strings.Split(text, "\n")
	if len(lines) != 5 || lines[4] != "" {
		return Checkpoint{}, errors.New("a checkpoint is four lines: the origin, the size, the hash and the date")
	}
	c := Checkpoint{Origin: lines[0]}
	if name, ok := strings.CutPrefix(c.Origin, originPrefix); !ok || !isKeyName(name) {
		return Checkpoint{}, fmt.Errorf("%s is no origin: %s and the name of a key", shown(c.Origin), strings.TrimSpace(originPrefix))
	}
	if err := c.parseTree(lines[1], lines[2]); err != nil {
		return Checkpoint{}, err
	}
	date, isDate := strings.CutPrefix(lines[3], "date ")
	at, ok := parseTime(date)
	if !isDate || !ok {
		return Checkpoint{}, fmt.Errorf("%s is no date line: date, and a time as %s", shown(lines[3]), timeForm)
	}
	c.Date = at
	return c, nil
}

// isKeyName is what the note format allows as a key's name, without control
// characters.
func isKeyName(s string) bool {
	return s != "" && !strings.Contains(s, "+") && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

func (c *Checkpoint) parseTree(size, hash string) error {
	n, err := strconv.ParseInt(size, 10, 64)
	if err != nil || n < 0 || n > MaxSize || strconv.FormatInt(n, 10) != size {
		return fmt.Errorf("%s is no size: a decimal number of at most %d", shown(size), int64(MaxSize))
	}
	h, err := tlog.ParseHash(hash)
	if err != nil || h.String() != hash {
		return fmt.Errorf("%s is no hash: 32 bytes in base64", shown(hash))
	}
	if n == 0 && h != new(Tree).Hash() {
		return errors.New("the hash is not that of an empty log, and the size is 0")
	}
	c.Size, c.Hash = n, h
	return nil
}

// Sign is the signed checkpoint, a note of at most MaxCheckpoint bytes. One of
// the signers must be the log's own, by the name in the origin.
func Sign(c Checkpoint, signers ...note.Signer) ([]byte, error) {
	if _, err := ParseCheckpoint(c.Text()); err != nil {
		return nil, err
	}
	if err := checkTime(c.Date); err != nil {
		return nil, err
	}
	for _, s := range signers {
		if originPrefix+s.Name() == c.Origin {
			return note.Sign(&note.Note{Text: c.Text()}, signers...)
		}
	}
	return nil, fmt.Errorf("no signer is the log's own: the origin is %s", shown(c.Origin))
}
