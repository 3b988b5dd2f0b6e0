package cli

import (
	"context"
	"slices"
)

// newReflex makes a reflex, or a playbook, to start from.
func newReflex(_ context.Context, s *session, args []string) error {
	playbook := slices.Contains(args, "--playbook")
	args = slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == "--playbook" })
	for _, a := range args {
		if isFlag(a) {
			return usage("%s is not a flag of new; the flag is --playbook", a)
		}
	}
	called, err := oneName("new", ": "+s.words.Program+" new <name>", args)
	if err != nil {
		return err
	}
	m, err := s.here()
	if err != nil {
		return err
	}
	written, err := m.New(called, playbook)
	for _, file := range written {
		s.note(s.words.Written("+", file))
	}
	return err
}
