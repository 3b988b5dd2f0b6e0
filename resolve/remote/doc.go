// Package remote reads git remotes: the tags a repository lists, and the tree
// one of its tags names.
//
//	client := remote.New(remote.Options{})
//	defer client.Close()
//	repo, err := client.Open(ctx, reference.Repo) // one listing of the tags
//	defer repo.Close()
//	tags := repo.Tags()                           // names below refs/tags/, each with its commit
//	commit, files, err := repo.Tree(ctx, "v1.2.0") // that tag alone, at depth 1
//
// A Client is this machine's way to git remotes: it reads the person's git
// configuration once and shares connections among the remotes it opens. A
// Remote is one session with one repository: the tags are listed when it is
// opened, over the connection that then serves the trees. Nothing is written
// to a disk over https; over ssh the git program fetches into a private
// directory of the temporary directory, which is gone when Tree returns.
//
// # Where a repository is
//
// A GitHub repository is https://github.com/<owner>/<repo>; any other is the
// URL as written. Where a git program is on PATH, the person's configuration
// counts, as git reads it outside of any repository (a repository around the
// working directory does not count, nor what a hook exports): url.*.insteadOf
// rewrites the address first, and only then is its protocol looked at. https
// and ssh are used; file only where the configuration says
// protocol.file.allow=always; every other protocol is refused.
//
// # What serves it
//
// https is served by go-git's client in this process, with http.proxy,
// http.extraHeader, http.sslCAInfo, http.sslVerify and http.followRedirects of
// the configuration and HTTPS_PROXY, SSL_CERT_FILE, GIT_SSL_CAINFO and
// GIT_SSL_NO_VERIFY of the environment. After a 401, and only then, git's
// credential helpers are asked, never the person: a helper that would prompt
// fails. The git program serves the rest: ssh, file, an address whose http
// settings this client does not know, a server it cannot talk to, a 401 where
// a .netrc file may hold the answer, and repositories of SHA-256. Without a
// git program these are refused in one line.
//
// A redirect of the listing within one host is followed, and Remote.Redirect
// names where it led; one to another host, or away from https, is refused.
//
// Pack gives a tag's pack as git sent it, for whoever passes it on, and Files
// reaches static files as git would reach their address: both are what mirrors
// are made and read with.
//
// # What is taken
//
// The tag's commit is verified by its content, down to every blob, and its
// tree is held to the rules of package gitpack, which states the limits on
// packs and trees with their messages. Raw blobs are taken: no attributes, no
// line-end conversion, no executable bit. Only ids that the remote advertised
// as a tag, or as an attestation, are ever asked for.
//
// With Options.Attestations a Remote also lists what lies below
// refs/attestations/ (docs/attest.md), and fetches one: a blob, proven by the id
// that was listed. Limits of this package:
//
//	1 MiB of an attestation               `an object of <n> bytes is over 1048576`
//	32 MiB and 250000 refs of a listing   `the listing of refs is over …`
//	a minute for each Open, Tree or file  `did not finish within a minute`
//
// The git program's fetch is ended as soon as its directory passes the limit
// on packs. The program itself has no bound on its memory.
//
// # Errors
//
// Every error is an *Error, whose Kind says what happened, except the caller's
// own cancelled context, which comes back as it is. Its text is one line
// without a capital, safe to print: what a remote sent is escaped, cut, and
// never holds a credential. The caller says what was being done, in a
// *diag.Failure: `listing the tags of <ref>`, `fetching <ref> <X.Y.Z>`.
//
// In a test binary every address outside of this machine panics.
package remote
