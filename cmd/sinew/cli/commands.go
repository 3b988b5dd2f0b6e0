package cli

import (
	"context"

	"sinew/cmd/sinew/report"
)

// A command is one command word: how it is written, and what it does. run
// takes what follows the word; its error says what went wrong and decides the
// exit code.
type command struct {
	word  string
	group string
	usage []report.Usage
	flags []string // completed after the word
	run   func(ctx context.Context, s *session, args []string) error
}

// commands is every command word there is, in the order the help shows them. A
// first argument is a command only when it is exactly one of these words.
func commands() []command {
	return []command{
		{word: "try", group: "use", run: try, flags: []string{"--json", "--save", "--tag"}, usage: []report.Usage{
			{Form: `try "<input>"`, Does: "decide only, and show every judgment"},
			{Form: "--json", Does: "one JSON line for each input, for a filter", Indent: 2},
			{Form: "--tag <tag>", Does: "only the reflexes that carry the tag", Indent: 2},
			{Form: "--save <file>", Does: "write the plan as a file, for run", Indent: 2},
			{Form: "--", Does: "the rest is input, even a command word", Indent: 2},
		}},
		{word: "why", group: "use", run: why, usage: []report.Usage{
			{Form: "why", Does: "the last sentence, explained"},
		}},
		{word: "run", group: "use", run: runCall, flags: []string{"--json"}, usage: []report.Usage{
			{Form: "run <call>", Does: "one reflex by name, its arguments checked"},
			{Form: "run <file>", Does: "a saved plan, exactly as it was made"},
			{Form: "--json", Does: "one JSON line: the call and its result", Indent: 2},
			{Form: "<call> is <name> [<arg>=<value> | <flag>]…", Indent: 2},
		}},
		{word: "search", group: "install", run: searchHub, flags: []string{"--json", "--offline"}, usage: []report.Usage{
			{Form: "search <words>", Does: "reflexes of the Hub that SINEW_HUB names; exit 2 for none"},
			{Form: "--offline", Does: "in the copy of its index as it is", Indent: 2},
			{Form: "--json", Does: "what was found as one JSON object", Indent: 2},
		}},
		{word: "add", group: "install", run: add, flags: []string{"--as", "--here", "--offline"}, usage: []report.Usage{
			{Form: "add <ref>… [--as <name>]", Does: "fetch at a version tag, lock, keep"},
			{Form: "--here", Does: "make the working directory a project first", Indent: 2},
			{Form: "<ref> is owner/repo[/dir][@X.Y.Z], a git URL, std:[<name>] or ./dir", Indent: 2},
		}},
		{word: "remove", group: "install", run: remove, usage: []report.Usage{
			{Form: "remove <name>", Does: "out of evoke.toml and the lock"},
		}},
		{word: "update", group: "install", run: update, flags: []string{"--accept", "--dry-run", "--offline", "--pin", "--undo", "--unpin"}, usage: []report.Usage{
			{Form: "update [<name>]", Does: "each remote reflex to its newest tag, or its pin"},
			{Form: "update --accept <name>", Does: "take what waits: an effect, a reach, a tag that moved"},
			{Form: "update --dry-run", Does: "what would move; exit 3 when something would"},
			{Form: "update --undo", Does: "what the last update moved, put back"},
			{Form: "update <name> --pin <X.Y.Z> | --unpin", Does: "pin it in evoke.toml, and move it there"},
		}},
		{word: "sync", group: "install", run: sync, flags: []string{"--check", "--dry-run", "--jobs", "--json", "--mirror", "--offline", "--prune"}, usage: []report.Usage{
			{Form: "sync", Does: "fetch what the lock names and the store lacks"},
			{Form: "--offline", Does: "from a mirror alone; add and update take it too", Indent: 2},
			{Form: "--jobs <n>", Does: "so many repositories at a time, 1 to 64; 8 else", Indent: 2},
			{Form: "sync --check", Does: "evoke.toml, lock, store and runtime agree, or exit 3"},
			{Form: "sync --mirror <dir>", Does: "what the lock names, as files for a web server"},
			{Form: "sync --prune [--dry-run]", Does: "out of the store what no project's lock names"},
			{Form: "--json", Does: "what came of it as one JSON object", Indent: 2},
		}},
		{word: "trust", group: "install", run: trust, usage: []report.Usage{
			{Form: "trust", Does: "let this project decide and run, as it is now"},
		}},
		{word: "show", group: "tune", run: show, flags: []string{"--json"}, usage: []report.Usage{
			{Form: "show [<name>] [--json]", Does: "what is installed, or one reflex as used"},
		}},
		{word: "teach", group: "tune", run: teach, flags: []string{"--forget"}, usage: []report.Usage{
			{Form: `teach ["<utterance>"] <call>`, Does: "the utterance, or the last input, means this call"},
			{Form: `teach ["<utterance>"] not <name>`, Does: "it is never this reflex"},
			{Form: `teach --forget "<utterance>" <name>`, Does: "the overlay's line for it, removed"},
		}},
		{word: "vocab", group: "tune", run: vocab, flags: []string{"--value"}, usage: []report.Usage{
			{Form: "vocab <name>", Does: "your words and what they mean"},
			{Form: `vocab <name> add <word> "<meaning>" [--value <v>]`},
			{Form: "vocab <name> remove <word>"},
		}},
		{word: "config", group: "tune", run: config, flags: []string{"--env"}, usage: []report.Usage{
			{Form: "config <name> <key> <value>", Does: "a setting a reflex asks for"},
			{Form: "config <name> <key> --env <VAR>", Does: "from a variable; the only way for a secret"},
		}},
		{word: "test", group: "tune", run: test, usage: []report.Usage{
			{Form: "test [<name>]", Does: "every example and test, decided and judged"},
		}},
		{word: "calibrate", group: "tune", run: calibrate, flags: []string{"--json", "--repeat"}, usage: []report.Usage{
			{Form: "calibrate [<name>]", Does: "what the confidence meant on the records"},
			{Form: "--repeat <k>", Does: "each sentence decided k times, 1 to 100: the spread", Indent: 2},
			{Form: "--json", Does: "one JSON object, for a script", Indent: 2},
		}},
		{word: "new", group: "author", run: newReflex, flags: []string{"--playbook"}, usage: []report.Usage{
			{Form: "new <name>", Does: "a working reflex to start from"},
			{Form: "new --playbook <name>", Does: "a plan of steps in its stead"},
		}},
		{word: "check", group: "author", run: check, flags: []string{"--against", "--json", "--tag"}, usage: []report.Usage{
			{Form: "check", Does: "the reflex here: its lines to fix, lint, types, contract"},
			{Form: "--tag <X.Y.Z>", Does: "whether that tag may be published from here", Indent: 2},
			{Form: "--against <X.Y.Z>[..<X.Y.Z>]", Does: "the contract against that tag, or of the second", Indent: 2},
			{Form: "--json", Does: "one JSON object for each reflex", Indent: 2},
		}},
	}
}

// reserved words are commands of the format that this version does not have:
// they are never taken for the start of a sentence.
var reserved = []string{"edit", "publish", "adapter"}

func find(word string) (command, bool) {
	for _, c := range commands() {
		if c.word == word {
			return c, true
		}
	}
	return command{}, false
}
