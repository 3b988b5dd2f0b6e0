package schemas

import (
	"strings"

	"sinew/pkg/hublog"
	"sinew/pkg/manifest"
)

// An eventType is a type of the lines that hubindex crawl prints, or one form of
// it, with the keys that stand beside type and reason: those that always do, and
// those that may.
type eventType struct {
	name, what  string
	always, may []string
}

// eventTypes are those of hubindex crawl, whose own test holds them to this
// table: this module does not see the command's.
var eventTypes = []eventType{
	{"changed", "A version's tag is on another commit than before.", []string{"listing", "version"}, nil},
	{"failed", "A repository, or a version of it, was not reached; the next crawl tries again.", []string{"listing"}, []string{"version"}},
	{"listing", "A file of the index does not read.", nil, []string{"listing"}},
	{"moved", "The repository answers at another address.", []string{"listing"}, nil},
	{"no_reflex", "A version holds no reflex where the listing looks.", []string{"listing", "version"}, nil},
	{"other_signer", "A version was signed by another than before.", []string{"listing", "version"}, nil},
	{"put_off", "Listings of a host that the host, or the time, did not allow; the next crawl tries.", []string{"host"}, nil},
	{"put_off", "Versions of a listing that the bounds of one crawl did not allow; the next crawl tries.", []string{"listing"}, nil},
	{"refused", "A version's tree is not taken.", []string{"listing", "version"}, nil},
	{"two_tags", "Two tags name one version, on different commits.", []string{"listing", "version"}, nil},
	{"unreadable", "A reflex of a version does not read.", []string{"listing", "version"}, []string{"dir"}},
	{"vanished", "A version's tag is gone.", []string{"listing", "version"}, nil},
	{"wrongly_signed", "A version's attestation does not hold, so that it counts as not signed.", []string{"listing", "version"}, nil},
}

// crawl is the schema of one line that hubindex crawl prints.
func crawl() object {
	all := make([]object, 0, len(eventTypes)+1)
	for _, t := range eventTypes {
		all = append(all, t.schema())
	}
	return object{{"$schema", draft}, {"title", "one line of hubindex crawl"}}.with(about(
		"What a maintainer may want to look at, and in the last line of a crawl that ended what it did.",
		member{"type", "object"}, member{"anyOf", append(all, done())})...)
}

// keysOfEvents are what stands in an event beside its type and its reason.
var keysOfEvents = map[string]object{
	"host":    line("The host, as the log writes it."),
	"listing": str("The listing's file, from the index's root.", `^listings/[^`+unclean+`]+$`),
	"version": str("The version, without a v.", `^`+versionPattern+`$`),
	"dir":     line("The reflex's directory in the repository; its root, where there is none."),
}

func (t eventType) schema() object {
	keys := []key{{"type", object{{"const", t.name}}}}
	for _, name := range append(append([]string{}, t.always...), t.may...) {
		keys = append(keys, key{name, keysOfEvents[name]})
	}
	keys = append(keys, key{"reason", line("Why. What came from outside is escaped.")})
	return table(t.what, keys...).with(required(append([]string{"type", "reason"}, t.always...)...))
}

// done is the last line.
func done() object {
	count := func(description string) object {
		return about(description, member{"type", "integer"}, member{"minimum", 0})
	}
	return table("What the crawl did.",
		key{"type", object{{"const", "done"}}},
		key{"listings", count("The listings of the shard.")},
		key{"unchanged", count("Those whose tags are as they were.")},
		key{"read", count("Those with something new, all of which was read.")},
		key{"failed", count("Those to be tried again.")},
		key{"put_off", count("Those that were not tried.")},
		key{"records", count("The records that were written.")},
	).with(required("type", "listings", "unchanged", "read", "failed", "put_off", "records"))
}

// The parts of a record's line (package hublog).
var (
	versionPattern = number + `\.` + number + `\.` + number
	inName         = `[^` + unclean + space + `#]`
	logName        = `([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:[0-9]+)?(/` + inName + `+)+(#` + inName + `+)?`
	logTime        = `[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z`
	logHash        = `h1:[0-9a-f]{64}`
)

// batch is the schema of a file that hubindex crawl writes, split into lines.
func batch() object {
	effects := `(` + strings.Join(manifest.Closed().Effects, "|") + `)`
	version := str("A version as it was seen: name, version, commit, h1, effect, needs and the time.",
		`^version `+logName+` `+versionPattern+` ([0-9a-f]{40}|[0-9a-f]{64}) `+logHash+` `+effects+` `+logHash+` `+logTime+`$`)
	moved := str("A repository that answers at another name: both names, and the time.", `^moved `+logName+` `+logName+` `+logTime+`$`)
	signer := str("Who signed a version: name, version, identity and the time.", `^signer `+logName+` `+versionPattern+` [!-~]+ `+logTime+`$`)
	item := about("One record of the log's grammar, without its line feed.", member{"type", "string"}, member{"maxLength", hublog.MaxLine - 1},
		member{"anyOf", []object{version, moved, signer}})
	return object{{"$schema", draft}, {"title", "the lines of a batch of hubindex crawl"}}.with(
		list("The file's lines in byte order. Its name is the BLAKE3 of its bytes.", item, unique, member{"minItems", 1})...)
}
