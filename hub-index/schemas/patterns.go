package schemas

import (
	"fmt"
	"strings"
	"unicode"

	"sinew/pkg/name"
	"sinew/pkg/text"
)

// The characters patterns leave out, as the inside of a class.
var (
	unclean = class(text.Unclean)
	// Line feeds are clean in a description, and only there.
	uncleanInText = class(func(c rune) bool { return c != '\n' && text.Unclean(c) })
	space         = class(unicode.IsSpace)
)

// class is the characters of the basic plane that is holds for, as ranges of a
// pattern's class. None of them may be one that a class reads otherwise.
func class(is func(rune) bool) string {
	var ranges strings.Builder
	for c := rune(0); c <= 0xffff; c++ {
		if !is(c) {
			continue
		}
		first := c
		for is(c + 1) {
			c++
		}
		ranges.WriteRune(first)
		if c > first {
			ranges.WriteString("-" + string(c))
		}
	}
	return ranges.String()
}

// The patterns of what a file's strings hold.
var (
	linePattern = `^[^` + unclean + `]+$`
	// A text of several lines, and what its first one holds.
	textPattern    = `^[^` + uncleanInText + `]+$`
	summaryPattern = `^[^` + "\n" + `]*[^` + space + `]`
	// Something that is no white space.
	saysPattern = `[^` + space + `]`

	namePattern = `^` + name.Pattern + `$`
	slot        = `\{` + name.Pattern + `\}`
	plain       = `[^` + unclean + `{}]`
	wordless    = `[^` + unclean + `{}\[\]]`

	templatePattern = `^(` + plain + `|` + slot + `)+$`
	stepPattern     = `^(` + wordless + `|` + slot + `|\[` + wordless + `*(` + slot + wordless + `*)+\])+$`
	elementPattern  = `^(` + plain + `+|` + slot + `)$`

	// A name on PATH, or an absolute path.
	programPattern = `^(/` + plain + `*|[^` + unclean + `{}/]+)$`
	needPattern    = `^(` + slot + `|~?(/` + needSegment + `)+)$`

	wordPattern      = `^[^` + unclean + space + `]([^` + unclean + `]*[^` + unclean + space + `])?$`
	wordValuePattern = `^[^` + unclean + `]*$`
)

// needSegment is one part of a path: neither `.` nor `..`.
var needSegment = func() string {
	letter, dotless := `[^`+unclean+`{}/]`, `[^`+unclean+`{}/.]`
	return `(` + dotless + letter + `*|\.` + dotless + letter + `*|\.\.` + letter + `+)`
}()

// The parts of a ref (manual, "Installing reflexes"; format tables, section
// 16).
const (
	owner   = `[A-Za-z0-9][A-Za-z0-9-]*`
	segment = `[A-Za-z0-9._][A-Za-z0-9._-]*`
	number  = `(0|[1-9][0-9]*)`
	version = `(@v?` + number + `\.` + number + `\.` + number + `)?$`

	host = `([A-Za-z0-9_](\.?[A-Za-z0-9_-])*\.?|\[[0-9A-Fa-f:.]+\])`
	port = `(:([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?`
	user = `([A-Za-z0-9_][A-Za-z0-9._-]*@)?`
)

// urlSegment is a part of a URL's path, escapes and letters of any script among
// its characters.
var urlSegment = `([^"#%/<>?@\[-\^` + "`{|}" + unclean + space + `]|%[0-9A-Fa-f]{2})+`

// A form is one way to write a ref. None of its parts may be what not matches.
type form struct{ title, pattern, not string }

var forms = []form{
	{"owner/repo[/dir][@tag]: a repository on GitHub", `^` + owner + `(/` + segment + `)+` + version, `/` + noPart},
	{
		"<url>[#dir][@tag]: a repository by its https or ssh URL",
		`^(https://|ssh://` + user + `)` + host + port + `(/` + urlSegment + `)+/?(#` + segment + `(/` + segment + `)*)?` + version,
		`(/\.\.?([/#@]|$)|#([^@]*/)?` + noPart + `)`,
	},
	{"std:<name>[@tag]: a reflex of the collection built into sinew", `^std:(` + segment + `(/` + segment + `)*)?` + version, `[:/]` + noPart},
	{"./dir or ../dir: a directory, relative to this file", fmt.Sprintf(`^\.\.?(/[^%s]*)?$`, unclean), ""},
}

// noPart is what no part of a repository's directory is: a walk, or git's own.
const noPart = `\.(\.|[gG][iI][tT])?([/@]|$)`
