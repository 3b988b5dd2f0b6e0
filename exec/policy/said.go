package policy

import (
	"regexp"
	"slices"
	"strings"
)

// Said are the reaches that a program's last lines say were refused, the last
// line's first. A program that is not JavaScript has only words for it, so each
// is a hint: whoever asks has to check that the declaration is the reason.
//
// What is "open" where the line does not say what was tried, "FileSystemWrite"
// where it says a change, and otherwise as Refused has it. A path is absolute.
func Said(lines []string) []Refused {
	var all []Refused
	for _, line := range slices.Backward(lines) {
		if said, ok := saidHost(line); ok {
			all = append(all, said)
		} else if said, ok := saidPlace(line); ok {
			all = append(all, said)
		}
	}
	return all
}

var (
	hostLine = regexp.MustCompile(`(?i)(?:resolve (?:host address|hostname|host|proxy)|unknown host|connect(?:ing)? to(?: address| host| port)?)[: ]+['"‘“]?([\w.-]+)`)
	noName   = regexp.MustCompile(`(?i)temporary failure in name resolution|name or service not known|nodename nor servname`)
	denied   = regexp.MustCompile(`(?i)permission denied|operation not permitted`)
	quotedAt = regexp.MustCompile("['\"‘“`](/[^'\"’”`]*)['\"’”`]")
	changing = regexp.MustCompile(`(?i)\b(?:creat|touch|remov|mak(?:e|ing) |mkdir|writ|renam|mov(?:e|ing) |truncat|delet|unlink|setting)`)
	bareName = regexp.MustCompile(`^['"‘“]?([\w.+-]+)['"’”]?$`)
)

// saidHost reads a line of a program that could not reach the network. A
// connection that was not refused to it may have failed of anything.
func saidHost(line string) (Refused, bool) {
	found := hostLine.FindStringSubmatchIndex(line)
	if found == nil {
		return Refused{What: "resolve"}, noName.MatchString(line)
	}
	connecting := strings.EqualFold(line[found[0]:found[0]+len("connect")], "connect")
	return Refused{What: "resolve", Path: line[found[2]:found[3]]}, !connecting || denied.MatchString(line[found[1]:])
}

// saidPlace reads a line like `cat: /srv/key: Permission denied`: what was
// refused stands right before the words, or behind them.
func saidPlace(line string) (Refused, bool) {
	at := denied.FindStringIndex(line)
	if at == nil {
		return Refused{}, false
	}
	what := "open"
	if changing.MatchString(line) {
		what = "FileSystemWrite"
	}
	before := lastPart(line[:at[0]])
	if path := pathIn(before); path != "" {
		return Refused{what, path}, true
	}
	if path := pathIn(line[at[1]:]); path != "" {
		return Refused{what, path}, true
	}
	if !strings.HasSuffix(strings.TrimSpace(line[:at[0]]), ":") {
		return Refused{}, false
	}
	return saidName(before)
}

// lastPart is what stands behind the last colon but the one at the end.
func lastPart(said string) string {
	said = strings.TrimRight(strings.TrimSpace(said), ":")
	return strings.TrimSpace(said[strings.LastIndex(said, ": ")+1:])
}

// saidName is a part that is one word: a call of the network's, or a program.
func saidName(part string) (Refused, bool) {
	found := bareName.FindStringSubmatch(part)
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
	if found := quotedAt.FindAllStringSubmatch(part, -1); found != nil {
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
