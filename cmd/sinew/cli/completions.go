package cli

import (
	_ "embed"
	"fmt"
	"strings"
)

// The completion scripts, with the program's name and its words left open.
var (
	//go:embed completions/bash.txt
	bashCompletions string
	//go:embed completions/zsh.txt
	zshCompletions string
	//go:embed completions/fish.txt
	fishCompletions string
)

// completions prints the script a shell sources. It is a flag and no command,
// since the command words are a closed set.
func (s *session) completions(args []string) error {
	scripts := map[string]string{"bash": bashCompletions, "zsh": zshCompletions, "fish": fishCompletions}
	if len(args) != 1 || scripts[args[0]] == "" {
		return usage("--completions takes a shell: bash, zsh or fish")
	}
	fill := strings.NewReplacer(
		"@bash flags@", eachFlagged("    %s) COMPREPLY=($(compgen -W \"%s\" -- \"$word\")) ;;\n"),
		"@zsh flags@", eachFlagged("    %s) compadd -- %s ;;\n"),
		"@fish flags@", eachFlagged("complete -c "+s.words.Program+" -n \"__fish_seen_subcommand_from %s\" -a \"%s\"\n"),
		"@program@", s.words.Program,
		"@function@", "_"+strings.Map(wordRune, s.words.Program),
		"@words@", strings.Join(words(), " "),
		"@named@", strings.Join(named(), "|"),
	)
	s.answer(strings.TrimSuffix(fill.Replace(scripts[args[0]]), "\n"))
	return nil
}

// eachFlagged is a line for each command that has flags: its word and them.
func eachFlagged(form string) string {
	var lines strings.Builder
	for _, c := range commands() {
		if len(c.flags) > 0 {
			fmt.Fprintf(&lines, form, c.word, strings.Join(c.flags, " "))
		}
	}
	return strings.TrimSuffix(lines.String(), "\n")
}

// wordRune keeps what may stand in a shell function's name.
func wordRune(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
		return r
	}
	return '_'
}

// words are the command words, and help.
func words() []string {
	all := []string{"help"}
	for _, c := range commands() {
		all = append(all, c.word)
	}
	return all
}

// named are the commands whose first argument is an installed reflex.
func named() []string {
	return []string{"remove", "config", "run", "show", "teach", "test", "calibrate"}
}
