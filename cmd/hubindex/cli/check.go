package cli

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"

	"golang.org/x/mod/sumdb/note"

	"sinew/cmd/hubindex/internal/check"
	"sinew/cmd/hubindex/internal/logdir"
	"sinew/pkg/text"
)

const checkUsage = `check --index DIR [--base REV] [--author LOGIN] [--log DIR|URL --vkey KEY]
    judges what the index's work tree changes since REV (HEAD unless it is given),
    and prints the verdict as JSON; exit 0 for auto and wait, 3 for human and refuse
`

// A checkLine is what check was asked for.
type checkLine struct {
	options   check.Options
	log, vkey string
}

func runCheck(s *session, args []string) error {
	line, err := parseCheck(args)
	if err != nil {
		return err
	}
	if line.log != "" {
		if line.options.Log, err = readLog(s, line); err != nil {
			return err
		}
	}
	verdict, err := check.Run(s.ctx, line.options)
	if err != nil {
		return failed(printable("", err), "")
	}
	return printVerdict(s, verdict)
}

// printable is an error whose text may come from outside.
func printable(what string, err error) error { return errors.New(what + text.Escape(err.Error())) }

func parseCheck(args []string) (checkLine, error) {
	var line checkLine
	flags := flag.NewFlagSet("check", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&line.options.Index, "index", "", "")
	flags.StringVar(&line.options.Base, "base", "", "")
	flags.StringVar(&line.options.Author, "author", "", "")
	flags.StringVar(&line.log, "log", "", "")
	flags.StringVar(&line.vkey, "vkey", "", "")
	err := flags.Parse(args)
	switch {
	case err != nil:
	case flags.NArg() > 0:
		err = fmt.Errorf("check takes no word %q", flags.Arg(0))
	case line.options.Index == "":
		err = errors.New("check needs --index")
	case (line.log == "") != (line.vkey == ""):
		err = errors.New("--log and --vkey go together")
	}
	if err != nil {
		return line, usageError("%v", err).fixed("hubindex check --help")
	}
	return line, nil
}

// readLog reads the log once. One that cannot be trusted is no verdict on the
// change: nothing was found out.
func readLog(s *session, line checkLine) (*check.Log, error) {
	key, err := note.NewVerifier(line.vkey)
	if err != nil {
		return nil, usageError("check: --vkey is no verifier key").fixed("hubindex check --help")
	}
	source, err := logdir.Open(line.log, &http.Client{})
	if err != nil {
		return nil, failed(printable("check: ", err), "hubindex check --help")
	}
	records, err := logdir.Read(s.ctx, source, logdir.Trust{Log: key})
	if err != nil {
		return nil, unread(err)
	}
	return check.NewLog(records), nil
}

func unread(err error) error {
	fix := "run it again once the cause is gone"
	if wrong, ok := errors.AsType[*logdir.Refusal](err); ok {
		fix = wrong.Fix
	}
	return failed(printable("reading the log: ", err), fix)
}

// printVerdict prints the verdict; one that a person has to look at is exit
// code 3.
func printVerdict(s *session, v check.Verdict) error {
	out := json.NewEncoder(s.stdout)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(v); err != nil {
		return failed(err, "")
	}
	switch v.Verdict {
	case check.Human:
		return refused(errors.New("a maintainer has to look at this change"), "")
	case check.Refuse:
		return refused(errors.New("this change cannot be merged as it is"), "")
	}
	return nil
}
