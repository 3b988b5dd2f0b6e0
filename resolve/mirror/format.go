package mirror

import (
	"fmt"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
	"sinew/resolve"
)

// Version is the format of the mirrors this package writes, and the newest it
// reads.
const Version = 1

// maxFormat is the most bytes of a mirror.toml.
const maxFormat = 64 << 10

// formatFile is the whole of mirror.toml: the same bytes in every mirror, so
// that one mirror can be copied over another.
func formatFile() []byte { return fmt.Appendf(nil, "mirror = %d\n", Version) }

// checkFormat reads a mirror.toml. Keys it does not know are left to what
// wrote them. where is shown, and fix is what helps. The error is a
// diag.Problems.
func checkFormat(data []byte, where string, fix diag.Fix) error {
	no := func(format string, args ...any) error {
		return diag.One("", where+": "+fmt.Sprintf(format, args...), fix)
	}
	doc, err := tomldoc.ParseUpTo(data, maxFormat)
	if err != nil {
		return no("%s is no TOML: %s", formatName, text.Escape(err.Error()))
	}
	switch v := doc.Get("mirror"); {
	case v == nil || v.Kind != tomldoc.Integer || v.Int < 1:
		return no("mirror = %d is required in %s", Version, formatName)
	case v.Int > Version:
		return no("mirror = %d is a newer format; this program reads mirror = %d", v.Int, Version)
	}
	return nil
}

// infoFile is an info.toml: what a directory's name and its list of tags say,
// for who would rather not read them.
func infoFile(address string, tags []held) []byte {
	var versions []string
	for _, v := range resolve.Versions(listing(tags)).All() {
		versions = append(versions, tomldoc.QuoteString(v.String()))
	}
	return fmt.Appendf(formatFile(), "address = %s\nversions = [%s]\n", tomldoc.QuoteString(address), strings.Join(versions, ", "))
}
