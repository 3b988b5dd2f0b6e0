package mirror

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"sinew/resolve/remote/gitpack"
)

const (
	formatName = "mirror.toml"
	tagsName   = "tags"
	infoName   = "info.toml"
	lockName   = ".lock"

	// longestName keeps a directory's name far below the 255 bytes of a file
	// system; a longer one is cut and told apart by a hash.
	longestName = 200
	cutName     = 120
)

// directoryOf is the name of a repository's directory: one component, in small
// letters, digits and `-._!` alone, so that it means the same on every file
// system and in every URL. No two addresses share one.
//
//	a small letter, a digit, -          as it is
//	://, / after it                     _
//	A to Z                              ! and the small letter
//	_                                   !_
//	. before another . or at the end,
//	and every other byte                !! and two hex digits
//
// A name over 200 bytes is its first 120, `!-`, and the SHA-256 of the address
// in hex: `!-` stands in no other name. It opens with the scheme, so it is none
// of the names that Windows reserves.
func directoryOf(address string) string {
	scheme, rest, _ := strings.Cut(address, "://")
	var out strings.Builder
	out.WriteString(scheme)
	out.WriteByte('_')
	for i := range len(rest) {
		writeEscaped(&out, rest[i], rest[i+1:])
	}
	name := out.String()
	if len(name) <= longestName {
		return name
	}
	sum := sha256.Sum256([]byte(address))
	return name[:cutName] + "!-" + hex.EncodeToString(sum[:])
}

func writeEscaped(out *strings.Builder, c byte, after string) {
	switch {
	case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-':
		out.WriteByte(c)
	case c == '.' && after != "" && after[0] != '.':
		out.WriteByte(c)
	case c == '/':
		out.WriteByte('_')
	case c >= 'A' && c <= 'Z':
		out.WriteByte('!')
		out.WriteByte(c - 'A' + 'a')
	case c == '_':
		out.WriteString("!_")
	default:
		fmt.Fprintf(out, "!!%02x", c)
	}
}

// packName is the name of a tag's pack. The tag is a version.
func packName(tag string, id gitpack.ID) string { return tag + "-" + id.String() + ".pack" }
