package main

import (
	"fmt"
	"io"
)

// A count is what the trials of one source came to, or of all.
type count struct{ said, missed, taught, runs, still, both, moved, gained int }

func (r *report) count(of ...source) count {
	var c count
	for _, from := range of {
		c.said += r.said[from]
		c.missed += r.missed[from]
		for _, t := range r.trials {
			if t.said.from == from {
				c.add(t)
			}
		}
	}
	return c
}

func (c *count) add(t trial) {
	c.taught++
	c.moved += len(t.moved)
	c.gained += t.gained
	if t.after == "" {
		c.runs++
	}
	if len(t.moved) == 0 {
		c.still++
	}
	if t.after == "" && len(t.moved) == 0 {
		c.both++
	}
}

func (r *report) print(w io.Writer, misses bool) {
	fmt.Fprintf(w, "%d records, %d right before any lesson\n\n", r.records, r.right)
	fmt.Fprintln(w, "| sentences of | stated calls | missed | taught | does at once what it states | no other record to wrong | both | records to wrong | to right |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for from := range sources {
		r.count(from).print(w, from.String())
	}
	r.count(everydayLine, stdTest).print(w, "all")
	if misses {
		r.printMisses(w)
	}
}

func (c count) print(w io.Writer, of string) {
	fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %d | %d | %d |\n", of, c.said, c.missed, c.taught, c.runs, c.still, c.both, c.moved, c.gained)
}

func (r *report) printMisses(w io.Writer) {
	fmt.Fprintln(w)
	for _, t := range r.trials {
		if t.after == "" && len(t.moved) == 0 {
			continue
		}
		fmt.Fprintf(w, "%s %q\n  was: %s\n  is:  %s\n", t.said.reflex, t.said.text, t.before, t.after)
		for _, m := range t.moved {
			fmt.Fprintf(w, "  to wrong: %s\n", m)
		}
	}
}
