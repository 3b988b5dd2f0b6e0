package manifest

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// fetchers are programs that fetch code and run it: what they run is in no
// repository and under no hash. The second word is the subcommand that does so,
// "" where the program does nothing else.
var fetchers = [][2]string{
	{"npx", ""}, {"pnpx", ""}, {"bunx", ""}, {"uvx", ""}, {"pipx", ""},
	{"npm", "exec"}, {"npm", "x"}, {"pnpm", "dlx"}, {"yarn", "dlx"}, {"bun", "x"}, {"uv", "tool"}, {"nix", "run"},
}

// fetches adds what the body fetches at run time, past what the lock pins: the
// program it runs, a command line it hands to a shell, and the programs it
// declares.
func (l *linter) fetches() {
	if found := fetchedBy(strings.Join(l.m.Run.Argv, " ")); len(found) > 0 {
		l.unpinned([]string{"run"}, "run", found[0])
	}
	for i, word := range l.m.Needs.Runs {
		if isFetcher(word, "") {
			l.unpinned([]string{"needs", "runs", strconv.Itoa(i)}, "needs.runs", word)
		}
	}
}

func (l *linter) unpinned(at []string, key, what string) {
	l.add("unpinned", at, "%s names %s, which fetches code at run time; the lock pins none of it", key, what)
}

// betweenWords splits a shell's command line as far as names of programs go.
func betweenWords(r rune) bool { return strings.ContainsRune(" \t\n;|&()`'\"$", r) }

func isFetcher(word, next string) bool {
	name := path.Base(word)
	return slices.Contains(fetchers, [2]string{name, ""}) || next != "" && slices.Contains(fetchers, [2]string{name, next})
}
