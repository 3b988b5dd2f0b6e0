package gitpack

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"strconv"

	"github.com/pjbgf/sha1cd"
)

// An ID is an object's id as raw bytes: 20 of SHA-1 or 32 of SHA-256. It is
// comparable, and "" is no id.
type ID string

// ParseID is 40 or 64 lower-case hex digits as an id.
func ParseID(s string) (ID, bool) {
	if len(s) != 2*sha1cd.Size && len(s) != 2*sha256.Size {
		return "", false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return "", false
		}
	}
	raw, err := hex.DecodeString(s)
	return ID(raw), err == nil
}

// String is the id in lower-case hex.
func (id ID) String() string { return hex.EncodeToString([]byte(id)) }

// A Format is the hash a repository names its objects by.
type Format int

// The two formats git has.
const (
	SHA1 Format = iota
	SHA256
)

// FormatOf is the format that id is of.
func FormatOf(id ID) Format {
	if len(id) == sha256.Size {
		return SHA256
	}
	return SHA1
}

func (f Format) size() int {
	if f == SHA256 {
		return sha256.Size
	}
	return sha1cd.Size
}

func (f Format) new() hash.Hash {
	if f == SHA256 {
		return sha256.New()
	}
	return sha1cd.New()
}

// sum is what h has summed to; ok is false when the bytes were made to collide
// with others.
func sum(h hash.Hash) (id ID, ok bool) {
	if resistant, is := h.(sha1cd.CollisionResistantHash); is {
		raw, collides := resistant.CollisionResistantSum(nil)
		return ID(raw), !collides
	}
	return ID(h.Sum(nil)), true
}

// name is the id of an object by its type and content. h is reset first.
func name(h hash.Hash, of kind, content []byte) (id ID, ok bool) {
	h.Reset()
	header := append([]byte(of.String()), ' ')
	header = append(strconv.AppendInt(header, int64(len(content)), 10), 0)
	h.Write(header)
	h.Write(content)
	return sum(h)
}

// A kind is an entry's type, by its number in a pack.
type kind int

const (
	kindCommit   kind = 1
	kindTree     kind = 2
	kindBlob     kind = 3
	kindTag      kind = 4
	kindOfsDelta kind = 6
	kindRefDelta kind = 7
)

// String is the type's name, as an object's id is made with.
func (k kind) String() string {
	switch k {
	case kindCommit:
		return "commit"
	case kindTree:
		return "tree"
	case kindBlob:
		return "blob"
	case kindTag:
		return "tag"
	}
	return "type " + strconv.Itoa(int(k))
}
