package remote

import (
	"time"

	"sinew/resolve/remote/gitpack"
)

// Limits bound what a remote may make this machine do. A field that is zero
// means the default that the package comment, or gitpack's, states.
type Limits struct {
	gitpack.Limits
	ListingBytes int64         // of one listing of refs
	Refs         int           // refs of any kind in a listing
	Time         time.Duration // for one Open, one Tree, one Pack, and one file
}

// WithDefaults is l with every zero field set to its default.
func (l Limits) WithDefaults() Limits {
	l.Limits = l.Limits.WithDefaults()
	if l.ListingBytes == 0 {
		l.ListingBytes = 32 << 20
	}
	if l.Refs == 0 {
		l.Refs = 250_000
	}
	if l.Time == 0 {
		l.Time = time.Minute
	}
	return l
}
