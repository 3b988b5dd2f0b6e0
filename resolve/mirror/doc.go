// Package mirror keeps and reads mirrors: directories of static files that
// stand in for git remotes, on a disk or behind any web server.
//
//	changed, err := mirror.Write(ctx, dir, repo, packs) // packs of remote.Remote.Pack
//
//	m, err := mirror.Open(ctx, client, "https://mirror.example/reflexes")
//	held, err := m.Repository(ctx, repo)                 // *MissError: go on to git
//	files, err := held.At(ctx, commit)                   // of a commit a lock or git names
//	tags := held.Tags()                                  // the mirror's own word
//	commit, files, err := held.Tree(ctx, "v1.2.0")       // likewise, but the commit's tree is proven
//
// # Layout
//
//	mirror.toml                     mirror = 1
//	<repository>/tags               which tags are held, and at which commits
//	<repository>/<tag>-<id>.pack    one tag at depth 1, as git sent it
//	<repository>/info.toml          for people and other programs; never read here
//	.lock                           the lock of writers
//
// <repository> is the repository's address, escaped (see directoryOf). The
// list of tags is text: `# <address>`, then for each tag, in byte order of
// their names, `<commit> <tag>`, and for an annotated tag ` <id>` of its tag
// object after it. A tag is a version, `[v]X.Y.Z`. <id> in a pack's name is
// that of the tag object, or of the commit when there is none, so a file of
// that name always proves the same tree: it is never written twice, and no
// reader sees a list and a pack of two different moments. No time and no
// machine is recorded: equal content makes equal bytes. docs/mirror.md says
// all this for whoever serves one.
//
// # What is trusted
//
// Nothing. A pack is read by package gitpack with the limits of a remote, and
// proves its tree by the commit's id. What no mirror can prove is which commit
// a tag names: Tags and Tree take its word for that, At does not ask it.
// Names of files come from the address and the tag, never from the mirror.
//
// # Limits
//
// Every file has its cap: 64 KiB of mirror.toml, and the remote client's own
// for a listing and for a pack. Each call ends within a minute over https.
// Redirects stay within the host; plain http is refused.
//
// # Errors
//
// A *MissError is a repository, a tag or a commit the mirror does not hold:
// only then may a caller go on to git. diag.Problems is a location that is no
// mirror, or one a newer format wrote. A *remote.Error is a mirror that could
// not be read, or that is not what it says; going on to git then would hide
// it. A cancelled context comes back as it is. Write fails with a
// *diag.Failure besides.
package mirror
