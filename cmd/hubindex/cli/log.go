package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"

	"sinew/cmd/hubindex/internal/logdir"
)

const logUsage = logKeyUsage + logAppendUsage + logRetractUsage + logVerifyUsage + logAuditUsage + logCosignUsage

func runLog(s *session, args []string) error {
	return dispatch(s, "hubindex log", []command{
		{"key", logKeyUsage, runLogKey},
		{"append", logAppendUsage, runLogAppend},
		{"retract", logRetractUsage, runLogRetract},
		{"verify", logVerifyUsage, runLogVerify},
		{"audit", logAuditUsage, runLogAudit},
		{"cosign", logCosignUsage, runLogCosign},
	}, args)
}

// logFlags are the flags the log's commands share. A command defines those it
// knows.
type logFlags struct {
	*flag.FlagSet
	command string
	log     string
	key     string
	verify  string
	now     string
	keys    []string // of witnesses
	need    int
}

func newLogFlags(command string) *logFlags {
	f := &logFlags{FlagSet: flag.NewFlagSet(command, flag.ContinueOnError), command: command, need: -1}
	f.SetOutput(io.Discard)
	f.StringVar(&f.log, "log", "", "")
	return f
}

func (f *logFlags) withKey() { f.StringVar(&f.key, "key", "", "") }
func (f *logFlags) withNow() { f.StringVar(&f.now, "now", "", "") }

func (f *logFlags) withTrust() {
	f.StringVar(&f.verify, "vkey", "", "")
	f.Func("witness", "", func(key string) error { f.keys = append(f.keys, key); return nil })
	f.Func("need", "", func(count string) (err error) { f.need, err = strconv.Atoi(count); return err })
}

// parse reads flags and the other words in any order; a flag of required that
// was not given is an error.
func (f *logFlags) parse(args []string, required ...string) (words []string, err error) {
	for len(args) > 0 {
		if err := f.Parse(args); err != nil {
			return nil, f.wrong(oneLine(err.Error()))
		}
		rest := f.Args()
		if len(rest) > 0 {
			words, rest = append(words, rest[0]), rest[1:]
		}
		args = rest
	}
	for _, name := range required {
		if f.Lookup(name).Value.String() == "" {
			return nil, f.wrong("--" + name + " is missing")
		}
	}
	return words, nil
}

func (f *logFlags) wrong(why string) error {
	return usageError("%s: %s", f.command, why).fixed("hubindex " + f.command + " --help")
}

// parseFlags is parse for a command that takes no other words.
func (f *logFlags) parseFlags(args []string, required ...string) error {
	words, err := f.parse(args, required...)
	if err == nil && len(words) > 0 {
		err = f.wrong(fmt.Sprintf("%q is one word too many", words[0]))
	}
	return err
}

// at is the time of --now, or the clock's.
func (f *logFlags) at() (time.Time, error) { return timeOf(f.command, f.now, time.Now()) }

// trust is what the flags of withTrust say; without --need every witness is
// asked for.
func (f *logFlags) trust() (logdir.Trust, error) {
	log, err := f.verifier("vkey", f.verify)
	if err != nil {
		return logdir.Trust{}, err
	}
	witnesses, err := f.witnesses()
	if err != nil {
		return logdir.Trust{}, err
	}
	trust := logdir.Trust{Log: log, Witnesses: witnesses, Need: f.need}
	if trust.Need < 0 {
		trust.Need = len(trust.Witnesses)
	}
	if trust.Need > len(trust.Witnesses) {
		return trust, f.wrong(fmt.Sprintf("--need %d of %d witnesses", trust.Need, len(trust.Witnesses)))
	}
	return trust, nil
}

// witnesses are the keys of --witness, each once.
func (f *logFlags) witnesses() ([]note.Verifier, error) {
	var all []note.Verifier
	for _, key := range slices.Compact(slices.Sorted(slices.Values(f.keys))) {
		witness, err := f.verifier("witness", key)
		if err != nil {
			return nil, err
		}
		all = append(all, witness)
	}
	return all, nil
}

func (f *logFlags) verifier(name, key string) (note.Verifier, error) {
	v, err := note.NewVerifier(key)
	if err != nil {
		return nil, f.wrong(fmt.Sprintf("--%s %q is no verifier key", name, key))
	}
	return v, nil
}

func (f *logFlags) source() (*logdir.Source, error) {
	source, err := logdir.Open(f.log, &http.Client{})
	if err != nil {
		return nil, f.wrong(err.Error())
	}
	return source, nil
}

// logError is an error of package logdir with its exit code: what is not to be
// trusted is for a person to look at.
func logError(err error) error {
	if err == nil {
		return nil
	}
	if _, ours := errors.AsType[*failure](err); ours {
		return err
	}
	if wrong, ok := errors.AsType[*logdir.Refusal](err); ok {
		return refused(wrong, wrong.Fix)
	}
	return failed(printable("", err), "run it again once the cause is gone")
}

// plural is a count with its noun.
func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.FormatInt(n, 10) + " " + strings.TrimSuffix(noun, "s") + "s"
}
