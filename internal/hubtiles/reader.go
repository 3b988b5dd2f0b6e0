package hubtiles

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
)

// A Reader asks the place of a log for files that are no part of the log.
// Nothing it gives is trusted. It may be used by several goroutines; Close ends
// it.
type Reader struct{ from source }

// Reader asks where the setting says, with the same requests for everybody. s
// must be on.
func (s Setting) Reader(o Options) *Reader { return &Reader{s.source(o)} }

// Get is the file of a name, of at most so many bytes. The error is an
// *UnreachableError; a *RefusedError for a longer file, or a redirect elsewhere;
// or that of ctx.
func (r *Reader) Get(ctx context.Context, name string, most int64) ([]byte, error) {
	return r.from.get(ctx, name, most)
}

// Close lets go of what is kept open between requests.
func (r *Reader) Close() { r.from.close() }

// IsNotThere reports whether an error says that the file is not at the log's
// place, which was reached.
func IsNotThere(err error) bool { return errors.Is(err, errNotFound) }

// ID names the log in a path: two logs never share one, and one log at two
// addresses does.
func (s Setting) ID() string {
	sum := sha256.Sum256([]byte(s.key))
	return hex.EncodeToString(sum[:8])
}
