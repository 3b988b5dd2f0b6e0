package hublog

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"sinew/pkg/manifest"
	"sinew/pkg/ref"
	"sinew/pkg/text"
	"sinew/pkg/tree"
)

// timeForm is a time as records and checkpoints write it.
const timeForm = "2006-01-02T15:04:05Z"

// fieldCounts are the fields of each kind, its own word among them. A reason is
// one field whatever it holds.
var fieldCounts = map[Kind]int{KindVersion: 8, KindAlarm: 6, KindSigner: 5, KindRetract: 5, KindMoved: 4}

// Parse reads a line without its line feed. What it accepts, String prints
// back byte for byte. The error says in one clean line what is wrong.
func Parse(line string) (Record, error) {
	if len(line) >= MaxLine {
		return Record{}, fmt.Errorf("a record is at most %d bytes with its line feed; this one has %d", MaxLine, len(line)+1)
	}
	if why := text.Why(line); why != "" {
		return Record{}, errors.New("the record " + why)
	}
	word, _, _ := strings.Cut(line, " ")
	kind := Kind(word)
	count, ok := fieldCounts[kind]
	if !ok {
		return Record{}, fmt.Errorf("%s is no kind of record", shown(word))
	}
	fields := strings.SplitN(line, " ", limit(kind, count))
	if len(fields) != count {
		return Record{}, fmt.Errorf("a record of kind %s has %d fields between single spaces; this one has %d", kind, count, len(fields))
	}
	p := parser{Record: Record{Kind: kind}}
	p.fields(fields[1:])
	return p.result(line)
}

// limit lets a line have a field too many, so that it is counted, but never
// splits a reason, which stands last.
func limit(kind Kind, count int) int {
	if kind == KindRetract {
		return count
	}
	return -1
}

// A parser fills in a record; its first error stays.
type parser struct {
	Record
	err error
}

func (p *parser) result(line string) (Record, error) {
	if p.err == nil && p.Record.String() != line {
		p.err = fmt.Errorf("the record is written %s", shown(p.Record.String()))
	}
	if p.err != nil {
		return Record{}, p.err
	}
	return p.Record, nil
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

// fields reads what follows the kind.
func (p *parser) fields(f []string) {
	p.Name = p.name(f[0])
	switch p.Kind {
	case KindVersion:
		p.Version, p.Commit, p.H1 = p.version(f[1]), p.commit(f[2]), p.digest(f[3])
		p.Effect, p.Needs, p.Seen = p.effect(f[4]), p.digest(f[5]), p.time(f[6])
	case KindAlarm:
		p.Version, p.Commit, p.H1, p.Seen = p.version(f[1]), p.commit(f[2]), p.digest(f[3]), p.time(f[4])
	case KindSigner:
		p.Version, p.Identity, p.Seen = p.version(f[1]), p.identity(f[2]), p.time(f[3])
	case KindRetract:
		p.Version, p.Seen, p.Reason = p.version(f[1]), p.time(f[2]), p.reason(f[3])
	case KindMoved:
		p.To, p.Seen = p.target(f[1]), p.time(f[2])
	}
}

func (p *parser) name(s string) Name {
	name, err := ParseName(s)
	if err != nil {
		p.fail("%w", err)
	}
	return name
}

func (p *parser) target(s string) Name {
	to := p.name(s)
	if to == p.Name {
		p.fail("%s is moved to itself", shown(s))
	}
	return to
}

func (p *parser) version(s string) ref.Version {
	v, ok := ref.ParseVersion(s)
	if !ok || v.String() != s {
		p.fail("%s is no version: X.Y.Z", shown(s))
	}
	return v
}

func (p *parser) commit(s string) string {
	if len(s) != 40 && len(s) != 64 || strings.Trim(s, "0123456789abcdef") != "" {
		p.fail("%s is no commit: 40 or 64 lower-case hex digits", shown(s))
	}
	return s
}

func (p *parser) digest(s string) string {
	if _, err := tree.ParseDigest(s); err != nil {
		p.fail("%s is no digest: h1: and 64 lower-case hex digits", shown(s))
	}
	return s
}

func (p *parser) effect(s string) string {
	if _, ok := manifest.ParseEffect(s); !ok {
		p.fail("%s is no effect: read, write or destructive", shown(s))
	}
	return s
}

func (p *parser) identity(s string) string {
	isToken := strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
	if s == "" || len(s) > MaxIdentity || !isToken {
		p.fail("%s is no identity: 1 to %d characters of printable ASCII", shown(s), MaxIdentity)
	}
	return s
}

func (p *parser) reason(s string) string {
	reason, ok := unquote(s)
	if !ok {
		p.fail(`%s is no reason: a JSON string in which only " and \ are escaped`, shown(s))
	}
	if n := utf8.RuneCountInString(reason); n < 1 || n > MaxReason {
		p.fail("a reason has 1 to %d characters; this one has %d", MaxReason, n)
	}
	return reason
}

func (p *parser) time(s string) time.Time {
	t, ok := parseTime(s)
	if !ok {
		p.fail("%s is no time: RFC 3339 in UTC and whole seconds, as %s", shown(s), timeForm)
	}
	return t
}

func parseTime(s string) (time.Time, bool) {
	t, err := time.Parse(timeForm, s)
	return t, err == nil && formatTime(t) == s
}

func formatTime(t time.Time) string { return t.UTC().Format(timeForm) }

// checkTime refuses what a line would round, or could not hold.
func checkTime(t time.Time) error {
	if again, ok := parseTime(formatTime(t)); !ok || !again.Equal(t) {
		return errors.New("a time is in whole seconds, of the years 0 to 9999")
	}
	return nil
}
