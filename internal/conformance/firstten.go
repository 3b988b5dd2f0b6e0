package conformance

import (
	"fmt"
	"strings"
)

// tenMinutes is the flow over a collection that is rebuilt here: as many
// reflexes, with as many arguments and the same needs, as its session's rows
// say.
func tenMinutes() Flow {
	quiet := "#!/bin/sh\n"
	return Flow{
		Remotes: []Remote{{Repo: "evoke-build/reflexes", Versions: []Version{{Tag: "0.1.0", Reflexes: collection()}}}},
		Files:   map[string]string{homeRoot + "/evoke.toml": "adapter = \"replay\"\n"},
		Programs: map[string]string{
			"caffeinate": quiet, "networksetup": quiet, "open": quiet, "osascript": quiet, "plutil": quiet, "pmset": quiet, "screencapture": quiet,
		},
		Later: func(command string) bool { return strings.HasPrefix(command, "evoke teach ") },
		Apart: explains,
		Newer: func(line string) bool { return isNewer(line) || isLint(line) },
		Edit:  inOlderWords,
	}
}

func collection() []Planted {
	quiet := volume("volume")
	quiet.Code = "export default ({ level }: { level: number }): string => `volume ${level}%`\n"
	return []Planted{
		small("awake", "write", `duration.pick = "duration"`, "duration.optional = true").needs("runs", "caffeinate"),
		small("download", "write", `url.pick = "url"`, `to.vocab = "places"`, "to.optional = true").
			needs("writes", "{to}", "~/Downloads").needs("hosts", "*"),
		small("lock", "write").needs("runs", "open"),
		small("mail", "write", `to.pick = "email"`, `subject.pick = "quoted"`, "subject.optional = true").needs("runs", "open"),
		note().needs("writes", "{file}"),
		small("open", "read", `place.vocab = "places"`).argv("open", "{place}").needs("reads", "{place}"),
		machine().needs("runs", "osascript"),
		small("screenshot", "write", `area.options = { screen = "All of it.", window = "One window.", selection = "A part." }`,
			"area.optional = true", "clipboard.flag = true").needs("writes", "~/Desktop").needs("runs", "screencapture"),
		small("sleep", "write").needs("runs", "pmset"),
		small("timer", "write", `duration.pick = "duration"`, `label.pick = "quoted"`, "label.optional = true").needs("runs", "osascript"),
		small("trash", "destructive").argv("osascript"),
		small("visit", "read", `site.vocab = "sites"`).
			needs("reads", "~/Library/Preferences/com.apple.LaunchServices/com.apple.launchservices.secure.plist").needs("runs", "open", "plutil"),
		quiet.needs("runs", "osascript"),
		radio().needs("runs", "networksetup"),
	}
}

// machine asks before it restarts, in the session's words.
func machine() Planted {
	p := small("power", "destructive", `action.options = { restart = "Start it anew.", shutdown = "Turn it off." }`)
	return p.confirming("Make the laptop {action} now?")
}

func radio() Planted {
	p := small("wifi", "write", `state.options = { on = "It sends.", off = "It is silent." }`)
	p.Code = "export default ({ state }: { state: string }): string => `wi-fi ${state}`\n"
	return p.confirming("Turn Wi-Fi {state}?")
}

// confirming is the reflex with another question before it runs.
func (p Planted) confirming(question string) Planted {
	before, rest, _ := strings.Cut(p.Own, "confirm = ")
	_, after, _ := strings.Cut(rest, "\n")
	p.Own = fmt.Sprintf("%sconfirm = %q\n%s", before, question, after)
	return p
}

// argv is the reflex with a program in place of its body.
func (p Planted) argv(words ...string) Planted {
	p.Own = strings.Replace(p.Own, fmt.Sprintf("run = %q", p.Body), "run = "+tomlList(words), 1)
	p.Body = ""
	return p
}

// needs is the reflex with a need more.
func (p Planted) needs(key string, values ...string) Planted {
	if !strings.Contains(p.Own, "\n[needs]\n") {
		p.Own += "\n[needs]\n"
	}
	p.Own += key + " = " + tomlList(values) + "\n"
	return p
}

// tomlList is words as a TOML array.
func tomlList(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = fmt.Sprintf("%q", w)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
