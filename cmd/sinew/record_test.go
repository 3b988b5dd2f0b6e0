package main

import (
	"os"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"sinew/internal/conformance"
)

// record writes a recording that answers sentences over what a project has
// installed. Each sentence is a line, its answers below it, two spaces in: a
// reflex, an argument and its value, or `cut` and the connectives that part the
// sentence. A number at a line's end is the answer's share, 0.95 where there is
// none.
func record(ts *testscript.TestScript, args []string) {
	set, err := conformance.Installed(ts.MkAbs(args[0]))
	ts.Check(err)
	recording, err := conformance.Record(set, saidIn(ts, ts.ReadFile(args[1]))...)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), recording.Format(), 0o644))
}

func saidIn(ts *testscript.TestScript, text string) []conformance.Said {
	var all []conformance.Said
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		answer, below := strings.CutPrefix(line, "  ")
		switch {
		case !below:
			all = append(all, conformance.Said{Text: line, Route: conformance.Shares{}, Args: map[string]conformance.Shares{}})
		case len(all) == 0:
			ts.Fatalf("an answer before the first sentence")
		default:
			answers(&all[len(all)-1], answer)
		}
	}
	return all
}

func answers(s *conformance.Said, line string) {
	line, p := share(line)
	what, value, of := strings.Cut(line, " ")
	switch {
	case what == "cut":
		s.Cuts = strings.Fields(value)
	case of:
		s.Args[what] = conformance.Shares{value: p}
	default:
		s.Route[what] = p
	}
}

// share cuts the number from the end of a line.
func share(line string) (rest string, p float64) {
	if i := strings.LastIndexByte(line, ' '); i > 0 && strings.HasPrefix(line[i+1:], "0.") {
		if p, err := strconv.ParseFloat(line[i+1:], 64); err == nil {
			return line[:i], p
		}
	}
	return line, 0.95
}
