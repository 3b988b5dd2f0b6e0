package policy

import (
	"slices"
	"strings"

	"sinew/pkg/text"
)

// Said are the reaches that a program's last words say were refused: its last
// line, or the one before that where the last only follows from it. A program
// that is not JavaScript has only words for it, so each is a hint: whoever asks
// has to check that the declaration is the reason.
//
// What is "open" where the line does not say what was tried, "FileSystemWrite"
// where it says a change, and otherwise as Refused has it. A path is absolute.
func Said(lines []string) []Refused {
	for _, line := range slices.Backward(lines) {
		line = strings.TrimSpace(line)
		if line == "" || following().MatchString(line) {
			continue
		}
		if said, ok := saidHost(line); ok {
			return []Refused{said}
		}
		if said, ok := saidPlace(line); ok {
			return []Refused{said}
		}
		return nil
	}
	return nil
}

// What the lines look like.
var (
	following = text.Pattern(`^fatal: unable to fork|^Node\.js v`)
	hostLine  = text.Pattern(`(?i)(?:resolve hostname:? |(?:resolve (?:host address|host|proxy)|unknown host)(?:: ?| ?['"‘“]))([\w.-]+)|connect(?:ing)? to (?:address |host )?['"‘“]?([\w-]*[.:][\w.:-]*\w)`)
	noName    = text.Pattern(`(?i)temporary failure in name resolution|name or service not known|nodename nor servname`)
	denied    = text.Pattern(`(?i)permission denied|operation not permitted`)
	quotedAt  = text.Pattern("['\"‘“`](/[^'\"’”`]*)['\"’”`]")
	changing  = text.Pattern(`(?i)\b(?:creat|touch|remov|mak(?:e|ing) |mkdir|writ|renam|mov(?:e|ing) |truncat|delet|unlink|setting)`)
	starting  = text.Pattern(`(?:cannot|can't|could not|failed to) (?:exec|execute|run|spawn|start) ['"‘“]?([\w.+-]+)['"’”]?:?\s*$`)
	bareName  = text.Pattern(`^['"‘“]?([\w.+-]+)['"’”]?$`)
)

// saidHost reads a line of a program that could not reach the network. A
// connection that was not refused to it may have failed of anything.
func saidHost(line string) (Refused, bool) {
	found := hostLine().FindStringSubmatchIndex(line)
	switch {
	case found == nil:
		return Refused{What: "resolve"}, noName().MatchString(line)
	case found[2] >= 0:
		return Refused{What: "resolve", Path: line[found[2]:found[3]]}, true
	}
	return Refused{What: "resolve", Path: line[found[4]:found[5]]}, denied().MatchString(line[found[1]:])
}

// saidPlace reads a line like `cat: /srv/key: Permission denied`: what was
// refused stands right before the words, or behind them.
func saidPlace(line string) (Refused, bool) {
	at := denied().FindStringIndex(line)
	if at == nil {
		return Refused{}, false
	}
	what := "open"
	if changing().MatchString(line) {
		what = "FileSystemWrite"
	}
	before, behind := line[:at[0]], line[at[1]:]
	if path := pathIn(lastPart(before)); path != "" {
		return Refused{what, path}, true
	}
	if path := pathIn(behind); path != "" {
		return Refused{what, path}, true
	}
	if strings.Trim(behind, " .") != "" || !strings.HasSuffix(strings.TrimSpace(before), ":") {
		return Refused{}, false
	}
	return saidName(before)
}

// lastPart is what stands behind the last colon but the one at the end.
func lastPart(said string) string {
	said = strings.TrimRight(strings.TrimSpace(said), ":")
	return strings.TrimSpace(said[strings.LastIndex(said, ": ")+1:])
}

// saidName reads what stands before the words where that is one name: a call of
// the network's, or a program.
func saidName(before string) (Refused, bool) {
	found := starting().FindStringSubmatch(before)
	if found == nil {
		found = bareName().FindStringSubmatch(lastPart(before))
	}
	switch {
	case found == nil:
		return Refused{}, false
	case slices.Contains(reaching, found[1]):
		return Refused{What: found[1]}, true
	}
	return Refused{What: "spawn " + found[1], Path: found[1]}, true
}

// pathIn is the absolute path a part of a line names: quoted, or from its first
// slash behind a space on.
func pathIn(part string) string {
	if found := quotedAt().FindAllStringSubmatch(part, -1); found != nil {
		return found[len(found)-1][1]
	}
	if strings.HasPrefix(part, "/") {
		return strings.TrimRight(part, ".,;: ")
	}
	if at := strings.Index(part, " /"); at >= 0 {
		return strings.TrimRight(part[at+1:], ".,;: ")
	}
	return ""
}
