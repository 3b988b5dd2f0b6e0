package report

import (
	"strings"

	"sinew/exec/policy"
)

// Call is the line a call is shown with before it runs; contained says, where
// the machine holds it only in part or not at all, that it does.
func (w Words) Call(call string, contained policy.StatusType) string {
	line := "  " + w.shown(call)
	switch contained {
	case policy.Partial:
		line += " · partly contained"
	case policy.None:
		line += " · not contained"
	}
	return line
}

// shown is a call as a line shows it: its reflex's name, and of a held one its
// effect and its weakest judgment, in their colours.
func (w Words) shown(call string) string {
	name, rest, several := strings.Cut(w.marked(w.Plain(call)), " ")
	if several {
		rest = " " + rest
	}
	return w.paint(bold, name) + rest
}

// marked paints what follows a held call: `… · write · weakest: state 0.86`. A
// value may hold such words as well, so they are looked for from the end.
func (w Words) marked(call string) string {
	parts := strings.Split(call, dot)
	for i := len(parts) - 1; i > 0 && w.Colour; i-- {
		weakest := i+1 < len(parts) && strings.HasPrefix(parts[i+1], "weakest: ")
		last := i+1 == len(parts) || strings.HasSuffix(parts[i+1], " contained")
		painted := w.effect(parts[i])
		if painted == parts[i] || !weakest && !last {
			continue
		}
		parts[i] = painted
		if weakest {
			parts[i+1] = w.paint(dim, parts[i+1])
		}
		break
	}
	return strings.Join(parts, dot)
}

// Contained is the line that says once how little of a declaration the machine
// holds.
func Contained(status policy.StatusType, why string) string {
	if status == policy.Partial {
		return "partly contained (" + why + ")"
	}
	return "not contained (" + why + ")"
}

// AsRoot is the line that says whose files a declaration is about when root runs
// a body.
const AsRoot = "run as root: a declared path is open to a body whoever owns the files"

// Confirm are the lines a held call is shown with, before its question.
func (w Words) Confirm(own, reason string) []string {
	return []string{w.Call(own, policy.Full), "    " + w.paint(dim, w.Plain(reason))}
}

// Question is a prompt for an answer, without its line feed. why is what was
// wrong before, or what was said; menu is what may be answered; both may be "".
func (w Words) Question(ask, why, menu string) string {
	return w.prompt(ask, why, menu) + "  > "
}

// YesNo is a prompt for a yes; answers are its keys.
func (w Words) YesNo(template, why, answers string) string {
	return w.prompt(template, why, answers) + " > "
}

func (w Words) prompt(parts ...string) string {
	line := ""
	for _, part := range parts {
		if part != "" {
			line += "  " + w.Plain(part)
		}
	}
	return line
}

// Result is a body's text, for standard output: what could repaint a terminal
// is escaped when it goes to one.
func (w Words) Result(text string, terminal bool) string {
	if !terminal {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = plainLine(line)
	}
	return strings.Join(lines, "\n")
}
