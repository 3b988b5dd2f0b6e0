package hublog

import (
	"fmt"
	"strings"
	"time"

	"sinew/pkg/ref"
)

// The bounds of a record.
const (
	MaxLine     = 4096 // bytes of a line, its line feed included
	MaxReason   = 200  // characters of a retraction's reason
	MaxIdentity = 512  // bytes of a signer's identity
)

// A Kind is what a record says, by its first word.
type Kind string

// The kinds of records.
const (
	KindVersion Kind = "version" // a tag, as it was first seen
	KindAlarm   Kind = "alarm"   // another content of a version that is logged
	KindSigner  Kind = "signer"  // who signed a version
	KindRetract Kind = "retract" // an author's retraction, with its reason
	KindMoved   Kind = "moved"   // where a repository went
)

// A Record is one line of the log. Which fields it has follows from its kind;
// the others are zero.
type Record struct {
	Kind     Kind
	Name     Name
	Version  ref.Version // all but moved
	Commit   string      // version, alarm: 40 or 64 hex digits
	H1       string      // version, alarm: h1:<hex>
	Effect   string      // version: read, write or destructive
	Needs    string      // version: see NeedsDigest
	Seen     time.Time   // in UTC and whole seconds; the version's first-seen
	To       Name        // moved
	Identity string      // signer
	Reason   string      // retract: clean text, not quoted
}

// String is the record's line without its line feed. A record that Check
// refuses may print as no record, or as another one.
func (r Record) String() string {
	seen := formatTime(r.Seen)
	switch fields := []string{string(r.Kind), string(r.Name)}; r.Kind {
	case KindVersion:
		return spaced(fields, r.Version.String(), r.Commit, r.H1, r.Effect, r.Needs, seen)
	case KindAlarm:
		return spaced(fields, r.Version.String(), r.Commit, r.H1, seen)
	case KindSigner:
		return spaced(fields, r.Version.String(), r.Identity, seen)
	case KindRetract:
		return spaced(fields, r.Version.String(), seen, quote(r.Reason))
	case KindMoved:
		return spaced(fields, string(r.To), seen)
	}
	return string(r.Kind)
}

func spaced(fields []string, more ...string) string {
	return strings.Join(append(fields, more...), " ")
}

// Check reports why the record has no line, or nil: a field outside its form,
// a field that its kind has not, a time finer than a second.
func (r Record) Check() error {
	again, err := Parse(r.String())
	if err != nil {
		return err
	}
	again.Seen = r.Seen // their lines hold the same second
	if again != r {
		return fmt.Errorf("a record of kind %s holds a field that its line has not", r.Kind)
	}
	return checkTime(r.Seen)
}
