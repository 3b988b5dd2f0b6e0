package check

import (
	"sinew/cmd/hubindex/internal/listing"
	"sinew/pkg/hublog"
	"sinew/pkg/ref"
)

// A Log is the version records of a log, by repository. It may be read by
// several goroutines; a nil Log holds nothing.
type Log struct {
	versions map[hublog.Name][]hublog.Record
}

// NewLog takes the records of a log whose reader checked them, as logdir.Read
// does. Those of other kinds than version are left out.
func NewLog(records []hublog.Record) *Log {
	log := &Log{versions: map[hublog.Name][]hublog.Record{}}
	for _, r := range records {
		if r.Kind == hublog.KindVersion {
			repo := r.Name.Repo()
			log.versions[repo] = append(log.versions[repo], r)
		}
	}
	return log
}

// of are the version records of the reflexes that a listing may stand for, by
// version.
func (l *Log) of(one listing.Listing) map[ref.Version][]hublog.Record {
	all := map[ref.Version][]hublog.Record{}
	if l == nil {
		return all
	}
	for _, r := range l.versions[one.Name] {
		if one.Covers(r.Name.Dir()) {
			all[r.Version] = append(all[r.Version], r)
		}
	}
	return all
}
