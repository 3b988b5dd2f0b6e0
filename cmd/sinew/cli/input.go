package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"

	"sinew/cmd/sinew/report"
	"sinew/internal/app"
	"sinew/internal/turn"
	"sinew/pkg/diag"
	"sinew/pkg/name"
)

// An input is what a sentence's command line says: the flags, and the words
// when there are any.
type input struct {
	json bool
	tags []string
	text string
	said bool   // there are words; otherwise every line of standard input is one
	save string // the file try writes the plan to, "" for none
}

// notACommand takes a command line whose first word is no command word of this
// version: the words are a sentence.
func (s *session) notACommand(ctx context.Context, args []string) error {
	if slices.Contains(reserved, args[0]) {
		return usage("%s %s is not available yet", s.words.Program, args[0])
	}
	in, err := inputArgs(s.words.Program, args)
	if err != nil {
		return err
	}
	if !in.said && stdinIsTerminal() {
		return usage("%s needs an input", s.words.Program)
	}
	return s.inputs(ctx, in, s.sentence)
}

// inputArgs reads the flags of a sentence or of try; who is the command the
// refusals name.
func inputArgs(who string, args []string) (input, error) {
	var in input
	var words []string
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--":
			words = append(words, args[i+1:]...)
			i = len(args)
		case a == "--json":
			in.json = true
		case a == "--save" && who == "try":
			if in.save, i = valueAfter(args, i); in.save == "" {
				return in, usage("--save needs a file")
			}
		case a == "--tag":
			tag, err := tagAfter(args[i+1:])
			if err != nil {
				return in, err
			}
			in.tags = append(in.tags, tag)
			i++
		case isFlag(a):
			return in, usage("%s is not a flag of %s; the flags are %s, and -- ends them", a, who, flagsOf(who))
		case len(words) == 0 && i > 0 && isWord(a):
			return in, usage("%s is a command word; write it first, or -- before it to say it", a)
		default:
			words = append(words, args[i:]...)
			i = len(args)
		}
	}
	in.text, in.said = strings.Join(words, " "), len(words) > 0
	if in.said && strings.TrimSpace(in.text) == "" || in.save != "" && !in.said {
		return in, usage("%s needs an input", who)
	}
	return in, nil
}

// flagsOf names the flags of a sentence, or of try.
func flagsOf(who string) string {
	if who == "try" {
		return "--json, --save <file> and --tag <tag>"
	}
	return "--json and --tag <tag>"
}

// valueAfter is the word after a flag and where it stands, "" for none.
func valueAfter(args []string, i int) (value string, at int) {
	if i+1 < len(args) && !isFlag(args[i+1]) {
		return args[i+1], i + 1
	}
	return "", i
}

func tagAfter(rest []string) (string, error) {
	switch {
	case len(rest) == 0:
		return "", usage("--tag needs a tag")
	case isFlag(rest[0]):
		return "", usage("--tag needs a tag, and %s is a flag", rest[0])
	}
	if err := name.Check(rest[0], name.Tag); err != nil {
		return "", usage("%v", err)
	}
	return rest[0], nil
}

// isWord reports whether a word is a command word, of this version or not.
func isWord(word string) bool {
	_, ok := find(word)
	return ok || word == "help" || slices.Contains(reserved, word)
}

func stdinIsTerminal() bool { return isatty.IsTerminal(os.Stdin.Fd()) }

// inputs decides one input, or every line of standard input in order; a filter
// ends in its first failure's exit code.
func (s *session) inputs(ctx context.Context, in input, each func(context.Context, *app.Decider, input) error) error {
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	d, err := p.Decider()
	if err != nil {
		return err
	}
	if in.said {
		s.words.Command = s.again(in)
		return each(ctx, d, in)
	}
	return s.filter(ctx, d, in, each)
}

// again is the command line of one input, to be typed again. One that would be
// taken for a command or a flag stands behind --.
func (s *session) again(in input) string {
	var flags []string
	if in.json {
		flags = append(flags, "--json")
	}
	if in.save != "" {
		flags = append(flags, "--save", report.Path(s.words.Short(in.save)))
	}
	for _, t := range in.tags {
		flags = append(flags, "--tag", t)
	}
	if isWord(in.text) || isFlag(in.text) {
		flags = append(flags, "--")
	}
	return strings.Join(append(flags, report.Said(in.text)), " ")
}

// maxLine is the longest line a filter reads, in bytes. An input is far
// shorter.
const maxLine = 64 << 10

func (s *session) filter(ctx context.Context, d *app.Decider, in input, each func(context.Context, *app.Decider, input) error) error {
	lines := bufio.NewReaderSize(os.Stdin, maxLine)
	var first error
	for {
		line, err := nextLine(lines)
		switch {
		case errors.Is(err, io.EOF):
			return first
		case err == nil && strings.TrimSpace(line) == "":
			continue
		case err == nil:
			in.text = line
			s.words.Command = s.again(in)
			err = each(ctx, d, in)
		case errors.Is(err, errLongLine):
			err = usage("%v", err)
		default:
			return unread(err)
		}
		if code := s.exit(err); code != exitRan && first == nil {
			first = exited(code)
		}
		if ctx.Err() != nil {
			return app.ErrInterrupted
		}
	}
}

// errLongLine is a line over maxLine.
var errLongLine = fmt.Errorf("a line is over %d bytes; an input is %d characters at most", maxLine, turn.MaxInput)

// nextLine is the next line without its end, io.EOF after the last one. One
// over the reader's size is passed over whole, and errLongLine.
func nextLine(from *bufio.Reader) (string, error) {
	line, more, err := from.ReadLine()
	if !more {
		return string(line), err
	}
	for more && err == nil {
		_, more, err = from.ReadLine()
	}
	return "", errLongLine
}

// unread is standard input that cannot be read, without the name it has here.
func unread(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		err = at.Err
	}
	return &diag.Failure{What: "reading standard input", Why: err}
}

// An exited error ends in its code and has been said already.
type exited int

func (e exited) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// sentence decides one input, and runs what it decided.
func (s *session) sentence(ctx context.Context, d *app.Decider, in input) error {
	if err := app.CheckToday(); err != nil {
		return err
	}
	p, err := s.plan(ctx, d, in)
	if err != nil {
		return err
	}
	if t, alone := p.Alone(); alone {
		if !in.json {
			s.note(s.words.Unplaced(&p.Plan)...)
		}
		return s.alone(ctx, d, in, turn.Outcome{Turn: t, Fate: turn.Abstained, Read: p.Read()})
	}
	return s.weave(ctx, d, in, woven{of: p})
}

// alone runs what an input of one step was decided as.
func (s *session) alone(ctx context.Context, d *app.Decider, in input, o turn.Outcome) (err error) {
	if t := o.Turn; t.Top == nil || t.Decision.Reading.Winner == nil {
		err = s.abstain(d, in, o)
	} else {
		o, err = s.settle(ctx, d, in, o)
	}
	if logged := d.Log(o); logged != nil && err == nil {
		err = logged
	}
	return err
}

// abstain says that nothing was asked for, or nothing surely enough.
func (s *session) abstain(d *app.Decider, in input, o turn.Outcome) error {
	if in.json {
		return s.line(o, errDeclined)
	}
	s.note(s.words.Ranking(o.Turn.Explain()))
	if left := d.Inactive(); len(left) > 0 {
		s.note(s.words.LeftOut(left))
	}
	return errDeclined
}

// line prints an outcome's JSON line; the error that ended it is not said
// beside it.
func (s *session) line(o interface{ Line() ([]byte, error) }, ended error) error {
	line, err := o.Line()
	if err != nil {
		return &diag.Failure{What: "writing the line", Why: err}
	}
	s.answer(report.CleanJSON(string(line)))
	if ended == nil {
		return nil
	}
	return exited(s.code(ended))
}
