package cli

import (
	"fmt"
	"os"
	"time"

	"sinew/cmd/hubindex/internal/logdir"
	"sinew/pkg/hublog"
)

const logVerifyUsage = `log verify --log DIR|URL --vkey KEY [--witness KEY]... [--need N]
    reads every tile and every record, and names the first wrong one
`

const logAuditUsage = `log audit --log DIR|URL --vkey KEY --old FILE [--witness KEY]... [--need N]
    proves that the log extends the checkpoint in the file
`

func runLogVerify(s *session, args []string) error {
	f := newLogFlags("log verify")
	f.withTrust()
	if err := f.parseFlags(args, "log", "vkey"); err != nil {
		return err
	}
	source, trust, err := f.trusted()
	if err != nil {
		return err
	}
	found, err := logdir.Verify(s.ctx, source, trust)
	if err != nil {
		return logError(err)
	}
	if found.Unreached > 0 {
		fmt.Fprintf(s.stderr, "%s of an append that did not end: the next one removes them\n", plural(int64(found.Unreached), "file"))
	}
	return say(s.stdout, fmt.Sprintf("%s checked: %s", plural(int64(found.Files), "tile"), describe(found.Checkpoint)))
}

func runLogAudit(s *session, args []string) error {
	f := newLogFlags("log audit")
	f.withTrust()
	file := f.String("old", "", "")
	if err := f.parseFlags(args, "log", "vkey", "old"); err != nil {
		return err
	}
	source, trust, err := f.trusted()
	if err != nil {
		return err
	}
	old, err := os.ReadFile(*file)
	if err != nil {
		return failed(err, "name the file of a checkpoint that was kept")
	}
	found, err := logdir.Audit(s.ctx, source, trust, old)
	if err != nil {
		return logError(err)
	}
	return say(s.stdout, "old: "+describe(found.Old)+"\nnew: "+describe(found.New)+"\nthe new one extends the old one")
}

// trusted is the log of the flags and whose signatures it needs.
func (f *logFlags) trusted() (*logdir.Source, logdir.Trust, error) {
	trust, err := f.trust()
	if err != nil {
		return nil, trust, err
	}
	source, err := f.source()
	return source, trust, err
}

func describe(c hublog.Checkpoint) string {
	return plural(c.Size, "record") + " of " + c.Date.Format(time.RFC3339)
}
