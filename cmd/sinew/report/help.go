package report

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Usage is one form of a command and what it does. A form indented under the
// one before it says more about that one.
type Usage struct {
	Form, Does string
	Indent     int
}

// A UsageGroup is the forms under one heading of the help.
type UsageGroup struct {
	Title string
	Forms []Usage
}

// Help is the help text, laid out for a terminal of so many columns (0: not a
// terminal). Where the columns do not fit, what a form does goes below it.
func Help(program, version string, groups []UsageGroup, columns int) string {
	width := 0
	for _, g := range groups {
		for _, u := range g.Forms {
			if u.Does != "" {
				width = max(width, utf8.RuneCountInString(formOf(program, u)))
			}
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s %s · programs from git, pinned by content, called by name or by a sentence\n", program, version)
	for _, g := range groups {
		fmt.Fprintf(&out, "\n%s\n", g.Title)
		for _, u := range g.Forms {
			writeUsage(&out, formOf(program, u), u.Does, width, columns)
		}
	}
	out.WriteString("\nexit    0 ran · 1 failed · 2 declined · 3 needs a human · 4 adapter failed · 130 interrupted\n")
	return out.String()
}

func formOf(program string, u Usage) string {
	if u.Indent > 0 {
		return strings.Repeat(" ", 2+u.Indent) + u.Form
	}
	return "  " + program + " " + u.Form
}

func writeUsage(out *strings.Builder, form, does string, width, columns int) {
	switch {
	case does == "":
		fmt.Fprintln(out, form)
	case columns > 0 && width+2+utf8.RuneCountInString(does) > columns:
		fmt.Fprintf(out, "%s\n      %s\n", form, does)
	default:
		fmt.Fprintf(out, "%s  %s\n", pad(form, width), does)
	}
}
