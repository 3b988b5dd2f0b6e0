package site

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sinew/pkg/hublog"
	"sinew/pkg/ref"
)

// A numbered is a record with its number in the log, from 0.
type numbered struct {
	hublog.Record
	number int64
}

// A repo is what the log says of one repository.
type repo struct {
	name    hublog.Name
	docs    map[hublog.Name]int // the document numbers of its reflexes
	records []numbered          // in the log's order
	touched map[hublog.Name]bool
}

func newRepo(name hublog.Name) *repo {
	return &repo{name: name, docs: map[hublog.Name]int{}, touched: map[hublog.Name]bool{}}
}

// file is where the state holds the repository.
func (r *repo) file() string { return stateFile("repos", string(r.name)) }

func stateFile(dir, key string) string {
	digits := digestOf(key)
	return dir + "/" + digits[:2] + "/" + digits
}

// text is the repository as the state holds it: `doc <number> <name>` for each
// reflex, then `<number> <record>` for each record.
func (r *repo) text() []byte {
	var out bytes.Buffer
	for _, name := range r.names() {
		fmt.Fprintf(&out, "doc %d %s\n", r.docs[name], name)
	}
	for _, one := range r.records {
		fmt.Fprintf(&out, "%d %s\n", one.number, one.Record)
	}
	return out.Bytes()
}

// names are the reflexes by document number.
func (r *repo) names() []hublog.Name {
	names := make([]hublog.Name, 0, len(r.docs))
	for name := range r.docs {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b hublog.Name) int { return r.docs[a] - r.docs[b] })
	return names
}

// parseRepo reads what text wrote.
func parseRepo(name hublog.Name, text []byte) (*repo, error) {
	r := newRepo(name)
	for line := range strings.Lines(string(text)) {
		if err := r.parseLine(strings.TrimSuffix(line, "\n")); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (r *repo) parseLine(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	if word == "doc" {
		number, name, _ := strings.Cut(rest, " ")
		doc, err := strconv.Atoi(number)
		r.docs[hublog.Name(name)] = doc
		return err
	}
	number, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		return err
	}
	record, err := hublog.Parse(rest)
	r.records = append(r.records, numbered{record, number})
	return err
}

// touch has a reflex made again.
func (r *repo) touch(name hublog.Name) {
	if _, known := r.docs[name]; known {
		r.touched[name] = true
	}
}

func (r *repo) touchAll() {
	for name := range r.docs {
		r.touched[name] = true
	}
}

// movedTo is where the repository went last, "" when it did not.
func (r *repo) movedTo() (to hublog.Name, seen numbered) {
	for _, one := range r.records {
		if one.Kind == hublog.KindMoved {
			to, seen = one.To, one
		}
	}
	return to, seen
}

// A release is a version of a reflex as the log tells of it.
type release struct {
	numbered
	alarms, signers, retractions []numbered
	signing                      string // how its signer differs from the version's before; "" where it does not
	content
	change *change // nil for the first one, and where the tree of one of the two is missing
}

// releases are a reflex's versions, the lowest first. A record against the
// ledger's rules is passed over.
func (r *repo) releases(name hublog.Name) []*release {
	byVersion := map[ref.Version]*release{}
	var all []*release
	for _, one := range r.records {
		if one.Name != name || one.Kind == hublog.KindMoved {
			continue
		}
		known := byVersion[one.Version]
		switch {
		case known != nil:
			known.add(one)
		case one.Kind == hublog.KindVersion:
			byVersion[one.Version] = &release{numbered: one}
			all = append(all, byVersion[one.Version])
		}
	}
	slices.SortFunc(all, func(a, b *release) int { return a.Version.Compare(b.Version) })
	tellSigning(all)
	return all
}

func (l *release) add(one numbered) {
	switch one.Kind {
	case hublog.KindAlarm:
		l.alarms = append(l.alarms, one)
	case hublog.KindSigner:
		l.signers = append(l.signers, one)
	case hublog.KindRetract:
		l.retractions = append(l.retractions, one)
	}
}

// tellSigning notes where the version before was signed and the next one is
// not, or by another, as `update` does.
func tellSigning(all []*release) {
	for i, l := range all[min(1, len(all)):] {
		before := all[i]
		switch {
		case len(before.signers) == 0 || continues(before, l):
		case len(l.signers) == 0:
			l.signing = before.Version.String() + " was signed by " + before.signedBy() + "; the log has no signer of " + l.Version.String()
		default:
			l.signing = before.Version.String() + " was signed by " + before.signedBy() + ", and " + l.Version.String() + " by " + l.signedBy()
		}
	}
}

// continues reports whether the first signer of a version signed the next one
// too, and nobody did who had not signed before.
func continues(before, next *release) bool {
	for _, s := range next.signers {
		if !before.isSignedBy(s.Identity) {
			return false
		}
	}
	return next.isSignedBy(before.signers[0].Identity)
}

func (l *release) isSignedBy(identity string) bool {
	return slices.ContainsFunc(l.signers, func(s numbered) bool { return s.Identity == identity })
}

// signedBy are all signers, in the log's order.
func (l *release) signedBy() string {
	all := make([]string, len(l.signers))
	for i, s := range l.signers {
		all[i] = s.Identity
	}
	return strings.Join(all, " and ")
}

// signer is who signed first, "" where nobody did.
func (l *release) signer() string {
	if len(l.signers) > 0 {
		return l.signers[0].Identity
	}
	return ""
}

// retracted is why the release was retracted, "" when it was not.
func (l *release) retracted() string {
	if n := len(l.retractions); n > 0 {
		return l.retractions[n-1].Reason
	}
	return ""
}
