// Package crawl reads the repositories of an index and writes down what is new
// for the log: one listing of the tags for each repository, and one fetch for
// each version that was not seen before.
//
// # A crawl
//
// A listing is read as `add` reads a ref: package resolve/remote lists the tags
// and fetches a version, package resolve says which tags are versions, package
// pkg/tree what h1 is, package pkg/manifest what a reflex declares. What was seen
// of each reflex is a record of package hublog, of kind version. Of a repository
// that answers at another address of its host there is a record of kind moved.
//
// What stops one listing stops no other. It is told to Config.Report, as is all
// that a maintainer may want to look at: see Event.
//
// # Signers
//
// Where a repository has refs/attestations/<tag>, package attest tells who signed
// that version (docs/attest.md), and each reflex that is covered gets a record of
// kind signer, after its version's own. A version is looked at with its
// attestation, and again when that arrives or changes, until Config.SignerGrace
// is over: its state has a line for it until then. A version that is gone keeps
// a line, so that it has no other grace when it comes back. What signs nothing is
// told once, and so is another signer than before, which is recorded as well.
//
// Each look counts as a version that is read does, below. Once eight attestations
// in a row were not fetched the others are left to the next crawl, and the
// versions are read on.
//
// # Files
//
// The state directory holds one file for each listing, at `<2 hex>/<64 hex>`,
// where the digits are the BLAKE3 of the listing's name: a digest of its
// version tags and attestations as they were last listed, each version with its
// commit, and the graces of versions. When the digest is the same, nothing is fetched and nothing is
// written. Deleting a file of it makes a crawl read that listing anew.
//
// The output directory gets one file for each batch of records: sorted lines of
// pkg/hublog, at most 64 versions of one repository, in a file that is named by
// the BLAKE3 of its content in hex. The same observations at the same time are
// the same files. Merge joins such directories.
//
// With a directory of trees, each reflex that was recorded is kept there as
// package store does, by its h1, for the pages that show what is in it.
//
// The trees of a batch are on the disk before the batch, and the batch before
// the state that stands for it, and each is replaced whole. Whatever moment a
// crawl is killed at, the next one does again what no state stands for; Merge
// and the log drop what is there twice. A crawl holds the lock of state and
// output: one at a time uses them; several crawls may share the trees.
//
// # Manners
//
// Each host gets at most two connections at a time, and requests no closer to
// each other than Config.Gap. An answer of 429 or 5xx, a lost connection and a
// time-out are tried again, at most twice, after a wait that grows and that
// Retry-After may prolong; the whole host waits with it. A host that wants a
// longer wait than is allowed, or that fails several listings in a row, is put
// off to the next crawl.
//
// Of one listing a crawl reads at most 256 new versions, the newest first, and
// no more once it wrote 4096 records or eight versions in a row were not
// reached: the next one goes on. What a remote sent broken is asked for again by
// the next crawl; what the rules on trees refuse is refused until its tag moves.
//
// # Shards
//
// A listing belongs to the shard that the BLAKE3 of its name falls on, whatever
// else is listed: see Shard.
package crawl
