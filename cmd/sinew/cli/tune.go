package cli

import (
	"context"
	"fmt"

	"sinew/pkg/diag"
	"sinew/pkg/name"
	"sinew/pkg/project"
)

// config sets a setting, plain or from a variable.
func config(ctx context.Context, s *session, args []string) error {
	reflex, key, setting, err := configArgs(s.words.Program, args)
	if err != nil {
		return err
	}
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	line, err := p.Configure(ctx, reflex, key, setting)
	if err != nil {
		return err
	}
	s.note(s.words.Written("+", line))
	return nil
}

func configArgs(program string, args []string) (reflex, key string, setting project.Setting, err error) {
	rest, variable, found, missing := flagValue(args, "--env")
	if missing {
		return "", "", setting, usage("--env needs a variable")
	}
	want := 3
	if found {
		want = 2
	}
	if len(rest) != want {
		return "", "", setting, usage("config takes a reflex, a key and a value: %s config <name> <key> <value> | --env <VAR>", program)
	}
	if err := name.Check(rest[0], name.Local); err != nil {
		return "", "", setting, usage("%v", err)
	}
	setting.Var = variable
	if !found {
		setting.Value = rest[2]
	}
	return rest[0], rest[1], setting, nil
}

// vocab lists a vocabulary, or changes a word of it.
func vocab(ctx context.Context, s *session, args []string) error {
	const form = ` vocab <name> [add <word> "<meaning>" [--value <v>] | remove <word>]`
	if len(args) == 0 || isFlag(args[0]) {
		return usage("vocab needs a name: %s%s", s.words.Program, form)
	}
	vocabulary := args[0]
	if err := name.Check(vocabulary, name.Vocab); err != nil {
		return usage("%v", err)
	}
	switch {
	case len(args) == 1:
		return s.listWords(ctx, vocabulary)
	case args[1] == "add":
		return s.addWord(ctx, vocabulary, args[2:])
	case args[1] == "remove":
		return s.removeWord(ctx, vocabulary, args[2:])
	}
	return usage("vocab %s takes add or remove, not %s", vocabulary, args[1])
}

func (s *session) listWords(ctx context.Context, vocabulary string) error {
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	v, err := p.Vocabulary(vocabulary)
	if err != nil {
		return err
	}
	if len(v.Words) == 0 {
		return diag.One("", fmt.Sprintf("vocabulary %q is empty", vocabulary), diag.VocabAdd(vocabulary))
	}
	for _, w := range v.Words {
		s.answer(s.words.Note(w.Line()))
	}
	return nil
}

func (s *session) addWord(ctx context.Context, vocabulary string, args []string) error {
	word, err := wordArgs(s.words.Program, vocabulary, args)
	if err != nil {
		return err
	}
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	line, err := p.AddWord(ctx, vocabulary, word)
	if err != nil {
		return err
	}
	s.note(s.words.Written("+", line))
	return nil
}

func wordArgs(program, vocabulary string, args []string) (project.Word, error) {
	rest, value, found, missing := flagValue(args, "--value")
	if missing {
		return project.Word{}, usage("--value needs a value")
	}
	for _, a := range rest {
		if isFlag(a) {
			return project.Word{}, usage("%s is not a flag of vocab add; the flag is --value <v>", a)
		}
	}
	if len(rest) != 2 {
		const form = ` vocab %s add <word> "<meaning>" [--value <v>]`
		return project.Word{}, usage("vocab %s add takes a word and its meaning: %s"+form, vocabulary, program, vocabulary)
	}
	if why := project.CheckWord(rest[0]); why != "" {
		return project.Word{}, usage("word %s", why)
	}
	if why := project.CheckMeaning(rest[1]); why != "" {
		return project.Word{}, usage("the meaning %s", why)
	}
	word := project.Word{Word: rest[0], What: rest[1]}
	if found {
		word.Value = &value
	}
	return word, nil
}

func (s *session) removeWord(ctx context.Context, vocabulary string, args []string) error {
	if len(args) != 1 || isFlag(args[0]) {
		return usage("vocab %s remove takes one word", vocabulary)
	}
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	line, err := p.RemoveWord(ctx, vocabulary, args[0])
	if err != nil {
		return err
	}
	s.note(s.words.Written("-", line))
	return nil
}
