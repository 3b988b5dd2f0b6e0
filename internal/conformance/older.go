package conformance

import (
	"regexp"
	"strings"
)

// The sessions of one sentence each are older in wording than the manual
// (transcripts/STALE.txt): what follows takes both sides to one form.

// newerWords are what a line says by now, each with what it said before.
var newerWords = strings.NewReplacer(
	"none of them ", "none ",
	" · a reflex is picked at ", " · route floor ",
	" or more", "",
	"  [0] none of these", "",
)

// inOlderWords is a line of an abstain or of an ask as it was before; of a JSON
// line, the reason a prompt has by now is left out, and what was asked: some of
// it came from a cache.
func inOlderWords(line string) string {
	if strings.HasPrefix(line, "{") {
		return pointZero.ReplaceAllString(withoutTrace(withoutReason(line)), "$1$2")
	}
	return newerWords.Replace(line)
}

// pointZero is a whole number as sessions write some: 0.0 and 0 are one value.
var pointZero = regexp.MustCompile(`(:\d+)\.0([,}\]])`)

// isNewer reports whether a line is one that sessions lack that are older than
// why a call waits.
func isNewer(line string) bool {
	return isReason(line) || strings.HasPrefix(line, "    a write runs at ") || strings.HasPrefix(line, "    a read runs at ")
}

// tagged is a planted reflex whose manifest carries a tag.
func (p Planted) tagged(tag string) Planted {
	p.Own = strings.Replace(p.Own, "reflex = 1\n", "reflex = 1\ntags = [\""+tag+"\"]\n", 1)
	return p
}

// explains reports whether a command shows judgments: each session does in an
// older form.
func explains(command string) bool {
	return command == "evoke why" || strings.HasPrefix(command, "evoke try ") && !strings.Contains(command, " --")
}
