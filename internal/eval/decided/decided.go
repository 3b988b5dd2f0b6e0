// Package decided counts what whole decisions of the local adapter come to:
// over the everyday set's lines, and over the records of std.
//
//	right   a call is the one the line states, all of its values with it
//	at      a call whose confidence reaches a share: the gate may hold it back still
//	runs    a call that nothing holds back
package decided

import (
	"context"
	"fmt"
	"io"

	"sinew/decide/gate"
	"sinew/decide/judge"
	"sinew/internal/eval/everyday"
	"sinew/internal/eval/installed"
	"sinew/pkg/manifest"
)

// bars are the shares calls are counted at.
var bars = [...]float64{0.8, 0.9}

// A tally is what became of the lines of one kind: in scope or out of it.
type tally struct {
	lines    int
	right    map[gate.Outcome]int
	wrong    map[gate.Outcome]int
	atRight  [len(bars)]int
	atWrong  [len(bars)]int
	wrongful []string // what ran and should not have
}

func newTally() *tally {
	return &tally{right: map[gate.Outcome]int{}, wrong: map[gate.Outcome]int{}}
}

func (t *tally) add(l everyday.Line, d gate.Decision) {
	t.lines++
	right := l.InScope() && judge.Judge(stated(l), judge.Of(d)).Passed()
	if right {
		t.right[d.Outcome]++
	} else {
		t.wrong[d.Outcome]++
	}
	if d.Outcome == gate.Run && !right {
		t.wrongful = append(t.wrongful, fmt.Sprintf("%q runs %s", l.Utterance, d.Call()))
	}
	for i, bar := range bars {
		switch {
		case d.Outcome != gate.Run && d.Outcome != gate.Confirm || d.Confidence < bar:
		case right:
			t.atRight[i]++
		default:
			t.atWrong[i]++
		}
	}
}

// stated is a line as a record asserts it.
func stated(l everyday.Line) judge.Case {
	return judge.Case{Reflex: l.Reflex, Utterance: l.Utterance, Asserts: l.Args}
}

// count decides every line of a set.
func count(ctx context.Context, lines *everyday.Set, set *installed.Set) (in, out *tally, err error) {
	in, out = newTally(), newTally()
	over := set.Catalog("", nil)
	for _, l := range lines.Lines {
		d, err := set.Decide(ctx, over, l.Utterance)
		if err != nil {
			return nil, nil, fmt.Errorf("%q: %w", l.Utterance, err)
		}
		if l.InScope() {
			in.add(l, d)
		} else {
			out.add(l, d)
		}
	}
	return in, out, nil
}

// Everyday prints what became of one half of the everyday set, each collection
// over its own reflexes. The manifests of the one that is not std are those of
// a directory. With misses, what ran and should not have is printed.
func Everyday(ctx context.Context, w io.Writer, half everyday.Half, directory string, misses bool) error {
	fmt.Fprintln(w, "| lines | in scope | right at 0.8, wrong | right at 0.9, wrong | right, wrong that run | confirm | ask | abstain | out of scope | run | confirm | ask | abstain |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, name := range everyday.Collections() {
		lines, err := everyday.Load(name, half)
		if err != nil {
			return err
		}
		set, err := open(name, directory, lines)
		if err != nil {
			return err
		}
		in, out, err := count(ctx, lines, set)
		if err != nil {
			return err
		}
		printLines(w, fmt.Sprintf("%s, %s", name, half), in, out, misses)
	}
	return nil
}

func open(name, directory string, lines *everyday.Set) (*installed.Set, error) {
	if name == "std" {
		return installed.Std(lines.Vocabularies)
	}
	return installed.Directory(directory, lines.Vocabularies)
}

func printLines(w io.Writer, name string, in, out *tally, misses bool) {
	fmt.Fprintf(w, "| %s | %d |", name, in.lines)
	for i := range bars {
		fmt.Fprintf(w, " %d, %d |", in.atRight[i], in.atWrong[i]+out.atWrong[i])
	}
	for _, o := range []gate.Outcome{gate.Run, gate.Confirm, gate.Ask, gate.Abstain} {
		fmt.Fprintf(w, " %d, %d |", in.right[o], in.wrong[o])
	}
	fmt.Fprintf(w, " %d | %d | %d | %d | %d |\n", out.lines, out.wrong[gate.Run], out.wrong[gate.Confirm], out.wrong[gate.Ask], out.wrong[gate.Abstain])
	if misses {
		for _, m := range append(in.wrongful, out.wrongful...) {
			fmt.Fprintln(w, "   ", m)
		}
	}
}

// Records prints what became of std's own records, judged as `sinew test` does,
// over a person's words: how many pass, and how many of the calls of a read or a
// write that they state wait for a yes.
func Records(ctx context.Context, w io.Writer, misses bool) error {
	lines, err := everyday.Load("std", everyday.Development)
	if err != nil {
		return err
	}
	set, err := installed.Std(lines.Vocabularies)
	if err != nil {
		return err
	}
	over, passed, calls, waits := set.Catalog("", nil), 0, 0, 0
	records := judge.Cases(over, "")
	for _, r := range records {
		d, err := set.Decide(ctx, over, r.Utterance)
		if err != nil {
			return fmt.Errorf("%q: %w", r.Utterance, err)
		}
		v := judge.Judge(r, judge.Of(d))
		switch {
		case !v.Passed():
			if misses {
				fmt.Fprintf(w, "    %s: %q is %s %s\n", r.Reflex, r.Utterance, d.Outcome, d.Call())
			}
			continue
		case d.Outcome == gate.Confirm && !r.Never && set.Manifest(r.Reflex).Effect != manifest.Destructive:
			waits++
			fallthrough
		case d.Outcome == gate.Run && !r.Never:
			calls++
		}
		passed++
	}
	fmt.Fprintf(w, "%d of %d records pass; of %d calls of a read or a write %d wait for a yes\n", passed, len(records), calls, waits)
	return nil
}
