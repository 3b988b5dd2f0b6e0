package cli

import (
	"context"
	"slices"
	"strings"

	"sinew/pkg/diag"
)

// notACommand takes a command line whose first word is no command word of this
// version.
func (s *session) notACommand(ctx context.Context, args []string) error {
	switch word := args[0]; {
	case slices.Contains(reserved, word), slices.Contains(later, word):
		return usage("%s %s is not available yet", s.words.Program, word)
	case isFlag(word) && word != "--":
		return usage("%s is not a flag of %s", word, s.words.Program)
	}
	return s.sentence(ctx, strings.Join(args, " "))
}

// sentence decides an input. This version runs calls by name only; a project
// that is not trusted is said to be so first, since a sentence decides.
func (s *session) sentence(ctx context.Context, input string) error {
	if strings.TrimSpace(input) == "" {
		return s.help()
	}
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	if err := p.Trusted(); err != nil {
		return err
	}
	return diag.One("", "a sentence is not decided by this version; call a reflex by name with run", diag.Help())
}
