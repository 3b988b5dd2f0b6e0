package app

import (
	"fmt"
	"slices"
	"strings"

	"sinew/internal/hubtiles"
	"sinew/lockfile"
	"sinew/pkg/hublog"
)

// signers notes that the version before a move was signed, and the one after it
// is not, or by another (docs/attest.md). It refuses nothing. Where the log has
// nothing of the version after, and was not asked just now, nothing is known.
func (h *hub) signers(before, after lockfile.Entry) {
	if h == nil || before.Tag == after.Tag {
		return
	}
	name, asked := h.name(before.Reference)
	if !asked {
		return
	}
	was, is := h.lookup(name, before.Tag), h.lookup(name, after.Tag)
	if len(was.Signers) == 0 || differing(before, was.Version) != "" || markOf(is) == hubNotChecked {
		return
	}
	switch {
	case len(is.Signers) == 0:
		h.note(fmt.Sprintf("%s: %s was signed by %s; the log has no signer of %s", before.Name, before.Tag, signersOf(was), after.Tag))
	case !continues(was, is):
		h.note(fmt.Sprintf("%s: %s was signed by %s, and %s by %s", before.Name, before.Tag, signersOf(was), after.Tag, signersOf(is)))
	}
}

// continues reports whether the first signer of a version signed the next one
// too, and nobody did who had not signed before.
func continues(was, is hubtiles.Entry) bool {
	for _, s := range is.Signers {
		if !signedBy(was, s.Identity) {
			return false
		}
	}
	return signedBy(is, was.Signers[0].Identity)
}

func signedBy(e hubtiles.Entry, identity string) bool {
	return slices.ContainsFunc(e.Signers, func(r hublog.Record) bool { return r.Identity == identity })
}

// signersOf are a version's signers, in the log's order.
func signersOf(e hubtiles.Entry) string {
	all := make([]string, len(e.Signers))
	for i, r := range e.Signers {
		all[i] = r.Identity
	}
	return strings.Join(all, " and ")
}
