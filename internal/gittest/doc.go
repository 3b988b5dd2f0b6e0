// Package gittest makes git remotes for tests and benchmarks: real bare
// repositories built from text, served over smart https on this machine, and
// servers that lie.
//
//	repo, err := gittest.Build(filepath.Join(root, "radhi", "home"), script) // pinned author and dates
//	server, err := gittest.Serve(root)                 // https://127.0.0.1:<port>/radhi/home
//	home, err := gittest.NewHome(dir, server)          // ~/.gitconfig with insteadOf, certificates
//	home.Apply(t)                                      // or home.Environ() for another process
//
// With a home applied, https://github.com/<owner>/<repo> reaches the server,
// through url.*.insteadOf, from the program and from git alike; whatever else
// is asked for over https ends at a proxy that is not there, and ssh at a
// command that fails.
//
// A script is a txtar archive. Its comment is read line by line, and its files
// are what commits hold:
//
//	object-format sha256       only as the first line
//	commit <dir>               the files below <dir>/ are the next tree of main
//	tag <name>                 on the newest commit
//	annotate <name> [<tag>]    an annotated tag on the newest commit, or on a tag
//	sign <name>                an annotated tag with what looks like a signature
//	branch <name>              on the newest commit
//	executable <path>          of a file in the archive, before its commit
//	symlink <path> <target>    beside the archive's files, before its commit
//	submodule <path>           likewise
//
// Blank lines and those that start with # are skipped. Author, committer and
// tagger are fixed, and each commit is a minute after the one before, so ids
// never change. Everything needs a git program; nothing needs a *testing.T.
package gittest
