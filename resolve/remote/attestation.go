package remote

import (
	"context"

	"sinew/resolve/remote/gitpack"
)

// MaxAttestation is the most bytes that an attestation may have.
const MaxAttestation = 1 << 20

// An Attestation is a ref below refs/attestations/ as it was listed.
type Attestation struct {
	Tag string // what follows the prefix: the tag it is about
	ID  string // of the object that the ref names, in hex
}

// Attestations are all names below refs/attestations/, in byte order of their
// tags, which need not exist; none unless Options.Attestations asked for them.
// Names may hold any bytes but a space and a line feed.
func (r *Remote) Attestations() []Attestation {
	all := make([]Attestation, len(r.attested))
	for i, a := range r.attested {
		all[i] = Attestation{Tag: a.name, ID: a.id.String()}
	}
	return all
}

// Attestation fetches what refs/attestations/<tag> names, in at most a minute:
// the bytes of one blob, at most MaxAttestation, proven by the id that was
// listed. An object of another kind is refused. The error is an *Error, or
// ctx's own.
func (r *Remote) Attestation(ctx context.Context, tag string) ([]byte, error) {
	want, ok := find(r.attested, tag)
	if !ok {
		return nil, fail(NoTag, "there is no attestation of %s", line(tag))
	}
	limited, cancel := r.limits.limited(ctx)
	defer cancel()
	most := packOfAttestation(r.limits)
	sent, err := r.fetch(limited, want, most.PackBytes)
	if err != nil {
		return nil, r.limits.settle(limited, err)
	}
	content, err := blob(sent, want.id, most)
	if err != nil {
		return nil, refused(err)
	}
	return content, nil
}

// packOfAttestation are the limits of a pack that is to hold one blob: what
// does not deflate grows a little in it.
func packOfAttestation(l Limits) gitpack.Limits {
	own := l.Limits
	own.ObjectBytes = min(own.ObjectBytes, MaxAttestation)
	own.PackBytes = min(own.PackBytes, MaxAttestation+64<<10)
	own.TotalBytes = min(own.TotalBytes, 4*MaxAttestation)
	return own
}

func blob(pack []byte, id gitpack.ID, limits gitpack.Limits) ([]byte, error) {
	objects, err := gitpack.Read(pack, gitpack.FormatOf(id), limits)
	if err != nil {
		return nil, err
	}
	return objects.Blob(id)
}
