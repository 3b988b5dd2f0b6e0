package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"sinew/cmd/hubindex/internal/logdir"
	"sinew/pkg/hublog"
	"sinew/pkg/ref"
)

const logAppendUsage = `log append --log DIR --key FILE [--now TIME] [FILE...]
    adds what the records in the files, or on standard input, say that the log
    does not know yet; exit 3 when it logged an alarm
`

const logRetractUsage = `log retract --log DIR --key FILE [--now TIME] <name> <version> "<reason>"
    logs that a version was withdrawn
`

func runLogAppend(s *session, args []string) error {
	f := newLogFlags("log append")
	f.withKey()
	f.withNow()
	files, err := f.parse(args, "log", "key")
	if err != nil {
		return err
	}
	at, err := f.at()
	if err != nil {
		return err
	}
	observed, err := s.readRecords(files)
	if err != nil {
		return err
	}
	return s.append(f, observed, at)
}

func runLogRetract(s *session, args []string) error {
	f := newLogFlags("log retract")
	f.withKey()
	f.withNow()
	words, err := f.parse(args, "log", "key")
	if err != nil {
		return err
	}
	if len(words) != 3 {
		return f.wrong("it takes a name, a version and a reason")
	}
	at, err := f.at()
	if err != nil {
		return err
	}
	r, err := retraction(words[0], words[1], words[2], at)
	if err != nil {
		return f.wrong(err.Error())
	}
	return s.append(f, []hublog.Record{r}, at)
}

// retraction is a record that was read back from its line, and so is one that
// the grammar allows.
func retraction(name, version, reason string, at time.Time) (hublog.Record, error) {
	v, ok := ref.ParseVersion(version)
	if !ok {
		return hublog.Record{}, fmt.Errorf("%q is no version as 1.2.3", version)
	}
	at = at.UTC().Truncate(time.Second)
	r := hublog.Record{Kind: hublog.KindRetract, Name: hublog.Name(name), Version: v, Seen: at, Reason: reason}
	return hublog.Parse(r.String())
}

// append adds the records, and fails once they are in the log when some of them
// are alarms.
func (s *session) append(f *logFlags, observed []hublog.Record, at time.Time) error {
	key, err := logdir.ReadKey(f.key)
	if err != nil {
		return logError(err)
	}
	w := logdir.Writer{Dir: f.log, Key: key, Alarm: func(r hublog.Record) { fmt.Fprintln(s.stderr, r) }}
	done, err := w.Append(s.ctx, observed, at)
	if err != nil {
		return logError(err)
	}
	return s.appended(done)
}

// appended says what an append did.
func (s *session) appended(done logdir.Appended) error {
	added := plural(done.After.Size-done.Before.Size, "record")
	if err := say(s.stdout, fmt.Sprintf("%s added, %d known: %s", added, done.Known, describe(done.After))); err != nil {
		return err
	}
	if done.Alarms > 0 {
		return refused(errors.New(plural(int64(done.Alarms), "alarm")+" logged: a version differs from what was logged first"),
			"ask the owners of the repository what moved")
	}
	return nil
}

// readRecords reads the files, or standard input where there are none.
func (s *session) readRecords(files []string) ([]hublog.Record, error) {
	if len(files) == 0 {
		return readRecords("standard input", s.stdin)
	}
	var all []hublog.Record
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return nil, failed(err, "name a file of records")
		}
		records, err := readRecords(name, file)
		if err = errors.Join(err, file.Close()); err != nil {
			return nil, err
		}
		all = append(all, records...)
	}
	return all, nil
}

// maxRecord is above every line of a log.
const maxRecord = 8 << 10

func readRecords(name string, from io.Reader) ([]hublog.Record, error) {
	var all []hublog.Record
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxRecord)
	for lines.Scan() {
		r, err := hublog.Parse(lines.Text())
		if err != nil {
			return nil, failed(fmt.Errorf("%s: line %d: %w", name, len(all)+1, err), "mend the line, or leave it out")
		}
		all = append(all, r)
	}
	if err := lines.Err(); err != nil {
		return nil, failed(fmt.Errorf("%s: line %d: %w", name, len(all)+1, err), "give lines that `merge` writes")
	}
	return all, nil
}
