package crawl

import (
	"strings"

	"sinew/pkg/text"
)

// An EventType is what an Event is about.
type EventType string

// The types of events. What is said once for a version is said again only when
// its tag changes.
const (
	BadListing EventType = "listing"    // a file of the index does not read
	Failed     EventType = "failed"     // a repository or a version was not reached; the next crawl tries again
	PutOff     EventType = "put_off"    // what a host, the time or the bounds of a visit did not allow; the next crawl tries
	Refused    EventType = "refused"    // a version's tree is not taken
	NoReflex   EventType = "no_reflex"  // a version's tree holds no reflex where the listing looks
	Unreadable EventType = "unreadable" // a reflex of a version does not read
	TwoTags    EventType = "two_tags"   // two tags name one version, on different commits
	Changed    EventType = "changed"    // a version's tag is on another commit than before
	Vanished   EventType = "vanished"   // a version's tag is gone
	Moved      EventType = "moved"      // the repository answers at another address

	WronglySigned EventType = "wrongly_signed" // an attestation signs nothing of its version
	OtherSigner   EventType = "other_signer"   // a version that was signed is signed by another
)

// An Event is what a maintainer may want to look at. Its texts are clean lines.
type Event struct {
	Type    EventType `json:"type"`
	Host    string    `json:"host,omitempty"`    // what was put off
	Listing string    `json:"listing,omitempty"` // the file, from the index's root
	Version string    `json:"version,omitempty"` // X.Y.Z
	Dir     string    `json:"dir,omitempty"`     // of the reflex in the repository
	Reason  string    `json:"reason"`
}

func (e Event) clean() Event {
	e.Listing, e.Dir = text.Escape(e.Listing), text.Escape(e.Dir)
	e.Reason = text.Escape(strings.ReplaceAll(e.Reason, "\n", "; ")) // a manifest may have several problems
	return e
}

// A Summary counts what a crawl did.
type Summary struct {
	Listings  int `json:"listings"`  // of the shard
	Unchanged int `json:"unchanged"` // their tags are as they were
	Read      int `json:"read"`      // with something new, all of which was read
	Failed    int `json:"failed"`    // to be tried again
	PutOff    int `json:"put_off"`   // not tried
	Records   int `json:"records"`   // written
}
