package crawl

import (
	"context"
	"slices"
	"strings"
	"time"

	"sinew/cmd/hubindex/internal/attest"
	"sinew/pkg/hublog"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/resolve"
	"sinew/resolve/remote"
)

// DefaultSignerGrace is how long after a version was first seen its attestation
// may arrive, or another one.
const DefaultSignerGrace = 72 * time.Hour

// maxSigners are how many identities are recorded of one version: a log is for
// good, and anybody can make a key.
const maxSigners = 8

// A grace is what is known of a version's signers while more may be said.
type grace struct {
	seen    time.Time // when the version was first seen
	looked  string    // the id of the attestation that was dealt with last, "" for none
	signers []string  // the identities that were recorded, in that order
}

const graceWord = "grace"

// line is a grace as a line of a state: `grace <version> <seen> <id> <identity>…`,
// where `-` stands for no id.
func (g grace) line(v ref.Version) string {
	looked := g.looked
	if looked == "" {
		looked = noMove
	}
	words := []string{graceWord, v.String(), g.seen.Format(time.RFC3339), looked}
	return strings.Join(append(words, g.signers...), " ")
}

// parseGrace reads the line.
func parseGrace(line string) (ref.Version, grace, bool) {
	words := strings.Split(line, " ")
	if len(words) < 4 || words[0] != graceWord {
		return ref.Version{}, grace{}, false
	}
	v, ok := ref.ParseVersion(words[1])
	seen, err := time.Parse(time.RFC3339, words[2])
	g := grace{seen: seen.UTC(), looked: words[3], signers: words[4:]}
	if g.looked == noMove {
		g.looked = ""
	}
	return v, g, ok && err == nil
}

// keepGraces takes over what is known of the signers of versions: of one that is
// listed until its grace is over, of one that is gone always, so that it has
// no other grace when it comes back.
func (v *visit) keepGraces() {
	for one, g := range v.was.graces {
		if _, listed := v.now.commit[one]; !listed || v.isOpen(g) {
			v.now.graces[one] = g
		}
	}
	for one := range v.was.commit {
		_, listed := v.now.commit[one]
		if _, known := v.now.graces[one]; !listed && !known {
			v.now.graces[one] = grace{}
		}
	}
}

func (v *visit) isOpen(g grace) bool { return v.Now.Sub(g.seen) <= v.SignerGrace }

// attestationOf is what the repository lists for a version, under either of the
// names that its tag may have.
func (v *visit) attestationOf(c resolve.Choice) (remote.Attestation, bool) {
	if v.Signers == nil {
		return remote.Attestation{}, false
	}
	all := v.repo.Attestations()
	for _, tag := range []string{c.TagName, "v" + c.Version.String(), c.Version.String()} {
		i, ok := slices.BinarySearchFunc(all, tag, func(a remote.Attestation, tag string) int { return strings.Compare(a.Tag, tag) })
		if ok {
			return all[i], true
		}
	}
	return remote.Attestation{}, false
}

// firstSigner opens the grace of a version whose records were just made, and
// looks at its attestation. Whoever moved a tag signs nothing: the log has one
// content of a version. One that came back goes on with the grace it had.
func (v *visit) firstSigner(ctx context.Context, c resolve.Choice, commit string, records []hublog.Record) {
	delete(v.now.graces, c.Version)
	if _, moved := v.was.commit[c.Version]; moved {
		return
	}
	g, back := v.was.graces[c.Version]
	if !back {
		g.seen = v.Now
	}
	if !v.isOpen(g) {
		return
	}
	if a, ok := v.attestationOf(c); ok && a.ID != g.looked {
		v.look(ctx, c, a, commit, records, &g)
	}
	v.now.graces[c.Version] = g
}

// laterSigner looks at an attestation that a version known before has got since.
func (v *visit) laterSigner(ctx context.Context, c resolve.Choice) {
	g, open := v.now.graces[c.Version]
	a, ok := v.attestationOf(c)
	if !open || !ok || a.ID == g.looked {
		return
	}
	if v.stops(ctx) || v.count.unlooked >= patience {
		v.missed = true
		return
	}
	v.lookAgain(ctx, c, a, &g)
	v.now.graces[c.Version] = g
	v.pending++
	v.count.tried++
}

// lookAgain looks at an attestation, for which the version is fetched again. Who
// signed is written together with the version: a log takes no signer of a
// version that it does not have.
func (v *visit) lookAgain(ctx context.Context, c resolve.Choice, a remote.Attestation, g *grace) {
	var commit string
	var files tree.Tree
	err := v.ask(ctx, v.host, func() (err error) {
		commit, files, err = v.repo.Tree(ctx, c.TagName)
		return err
	})
	if err != nil {
		v.notLooked(ctx, c, a, err, g)
		return
	}
	before, known := len(v.records), v.known(c.Version, commit, files)
	if v.look(ctx, c, a, commit, known, g); len(v.records) > before {
		v.records = append(v.records, known...)
	}
}

// known are the records that observe has made of a version before.
func (v *visit) known(version ref.Version, commit string, files tree.Tree) []hublog.Record {
	dirs, _ := v.listing.Reflexes(files)
	var all []hublog.Record
	for _, dir := range dirs {
		if r, err := v.record(version, commit, dir, files.Reflex(dir)); err == nil {
			all = append(all, r)
		}
	}
	return all
}

// look fetches an attestation and records who signed. Once several in a row were
// not fetched it leaves them to the next crawl, so that they hold up no version.
func (v *visit) look(ctx context.Context, c resolve.Choice, a remote.Attestation, commit string, records []hublog.Record, g *grace) {
	if v.count.unlooked >= patience || v.host.isClosed() != "" {
		v.missed = true
		return
	}
	var content []byte
	err := v.ask(ctx, v.host, func() (err error) {
		content, err = v.repo.Attestation(ctx, a.Tag)
		return err
	})
	if err != nil {
		v.notLooked(ctx, c, a, err, g)
		return
	}
	g.looked, v.count.unlooked = a.ID, 0
	signed, err := v.Signers.Verify(content, releaseOf(v.listing.Name, commit, records))
	if err != nil {
		v.tell(WronglySigned, c.Version, "", "the attestation %v", err)
		return
	}
	v.sign(c.Version, signed, records, g)
}

// notLooked is an attestation that was not fetched: it is dealt with where a
// rule of ours refuses it, and tried again where not.
func (v *visit) notLooked(ctx context.Context, c resolve.Choice, a remote.Attestation, err error, g *grace) {
	switch {
	case ctx.Err() != nil:
		v.missed = true
	case isFinal(err):
		g.looked, v.count.unlooked = a.ID, 0
		v.tell(WronglySigned, c.Version, "", "the attestation is not taken: %v", err)
	default:
		v.missed, v.failed = true, true
		v.count.unlooked++
		v.tell(Failed, c.Version, "", "fetching its attestation: %v", err)
	}
}

func releaseOf(name hublog.Name, commit string, records []hublog.Record) attest.Release {
	of := attest.Release{Repo: name.Repo(), Commit: commit, Reflexes: make(map[string]tree.Digest, len(records))}
	for _, r := range records {
		of.Reflexes[r.Name.Dir()] = tree.Digest(r.H1)
	}
	return of
}

func (v *visit) recordSigner(signed attest.Signed, records []hublog.Record) {
	for _, r := range records {
		if signed.Covers[r.Name.Dir()] {
			v.records = append(v.records, hublog.Record{
				Kind: hublog.KindSigner, Name: r.Name, Version: r.Version, Identity: signed.Identity, Seen: v.Now,
			})
		}
	}
}

// sign records who signed the reflexes that are covered. The log keeps what is
// said twice once; another identity than before is for a person to look at.
func (v *visit) sign(version ref.Version, signed attest.Signed, records []hublog.Record, g *grace) {
	if len(g.signers) >= maxSigners && !slices.Contains(g.signers, signed.Identity) {
		v.tell(OtherSigner, version, "", "it was signed by %d others, and %s is not recorded", len(g.signers), signed.Identity)
		return
	}
	v.recordSigner(signed, records)
	if slices.Contains(g.signers, signed.Identity) {
		return
	}
	if len(g.signers) > 0 {
		v.tell(OtherSigner, version, "", "it was signed by %s, and now by %s", strings.Join(g.signers, " and "), signed.Identity)
	}
	g.signers = append(slices.Clip(g.signers), signed.Identity)
}
