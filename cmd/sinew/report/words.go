// Package report is every word the command line says to a person, and how it
// is laid out. It is pure: values in, text out; the command line decides where
// the text goes.
//
// What sinew says about a run is indented two spaces; a line that needs
// something from a person ends in the command that gives it, behind an arrow:
//
//	lights: vocabulary "rooms" is empty  →  sinew vocab rooms add <word> "<meaning>"
//
// Whatever came from outside is escaped here, so nothing a manifest, a remote
// or a body wrote can repaint a terminal. The forms are the manual's pages
// "Diagnostics" and "Commands", and behaviour.md 0.1 and 7.
package report

import (
	"errors"
	"strings"

	"sinew/decide/question"
	"sinew/pkg/diag"
	"sinew/pkg/text"
)

// Words is what the text depends on beside its own data.
type Words struct {
	Program string                 // the name the program was invoked under
	Command string                 // the command that was run, spelled again; "" for none
	Home    string                 // the person's home, shown as ~
	File    func(diag.File) string // where a file is, as shown; nil when no project is open
	Colour  bool
}

// Error is an error as its lines, in order, without a final line feed each.
func (w Words) Error(err error) []string {
	if problems, ok := errors.AsType[diag.Problems](err); ok {
		lines := make([]string, len(problems))
		for i, p := range problems {
			lines[i] = w.Problem(p)
		}
		return lines
	}
	if failure, ok := errors.AsType[*diag.Failure](err); ok {
		return []string{w.line(failure.Error(), failure.Fix)}
	}
	if fault, ok := errors.AsType[*question.Fault](err); ok {
		return []string{w.line(fault.Error(), FaultFix(fault))}
	}
	return []string{w.line(err.Error(), diag.Rerun())}
}

// FaultFix is what puts an adapter's failure right: mostly another try.
func FaultFix(f *question.Fault) diag.Fix {
	switch f.Kind {
	case question.Refused:
		return diag.Fix{Kind: diag.FixExport, Var: f.Credential}
	case question.Retired:
		return diag.OfReflex(diag.FixUpdate, "")
	}
	return diag.Rerun()
}

// Problem is one problem's line.
func (w Words) Problem(p diag.Problem) string { return w.line(subject(p), p.Fix) }

// subject is a problem without its fix: `lights: config "token" is not set`.
func subject(p diag.Problem) string {
	if p.Reflex == "" {
		return p.Message
	}
	return p.Reflex + ": " + p.Message
}

func (w Words) line(message string, fix diag.Fix) string {
	line := "  " + w.Plain(message)
	if command := w.Plain(w.Fix(fix)); command != "" {
		line += w.arrow() + command
	}
	return line
}

// Plain is s made fit for a terminal: the home shortened, and every character
// that could do more than show itself escaped.
func (w Words) Plain(s string) string { return text.Escape(w.Short(s)) }

// Short is s with the home's path written ~ wherever a path below it occurs.
func (w Words) Short(s string) string {
	if w.Home == "" || w.Home == "/" {
		return s
	}
	return strings.ReplaceAll(s, strings.TrimSuffix(w.Home, "/")+"/", "~/")
}

// Note is a line about a run that needs nothing from anybody.
func (w Words) Note(s string) string { return "  " + w.Plain(s) }

// Written is the line of a write (`+`) or a removal (`-`).
func (w Words) Written(sign, what string) string { return w.sign(sign) + w.Plain(what) }

func (w Words) sign(sign string) string {
	switch sign {
	case "+":
		return w.paint(green, "+") + " "
	case "-":
		return w.paint(red, "-") + " "
	}
	return "  "
}

func (w Words) arrow() string { return "  " + w.paint(dim, "→") + "  " }

// The colours, as the codes a terminal takes.
const (
	red    = "31"
	green  = "32"
	yellow = "33"
	bold   = "1"
	dim    = "2"
)

func (w Words) paint(code, s string) string {
	if !w.Colour {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// effect paints an effect's word, or pads it, by how much it does.
func (w Words) effect(word string) string {
	switch strings.TrimSpace(word) {
	case "read":
		return w.paint(green, word)
	case "write":
		return w.paint(yellow, word)
	case "destructive":
		return w.paint(red, word)
	}
	return word
}

// plainLine is a line of a body's result with all but tabs escaped.
func plainLine(s string) string {
	parts := strings.Split(s, "\t")
	for i, part := range parts {
		parts[i] = text.Escape(part)
	}
	return strings.Join(parts, "\t")
}
