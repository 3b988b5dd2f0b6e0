package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"sinew/cmd/hubindex/internal/logdir"
)

const logKeyUsage = `log key <name> [--key FILE]
    makes a key pair for a log or a witness: the secret goes to a new file
    (<name>.key), the verifier key, which SINEW_HUB takes, is printed
`

func runLogKey(s *session, args []string) error {
	f := newLogFlags("log key")
	f.withKey()
	words, err := f.parse(args)
	if err != nil {
		return err
	}
	if len(words) != 1 {
		return f.wrong("it takes one name")
	}
	if f.key == "" {
		f.key = strings.ReplaceAll(words[0], "/", "-") + ".key"
	}
	return s.newKey(words[0], f.key)
}

func (s *session) newKey(name, file string) error {
	verifier, err := logdir.NewKey(name, file)
	if errors.Is(err, fs.ErrExist) {
		return refused(fmt.Errorf("%s is there already, and a key is never replaced", file), "name another file with --key")
	}
	if err != nil {
		return failed(err, "hubindex log key --help")
	}
	fmt.Fprintf(s.stderr, "the secret key is in %s: keep it from everybody, and a copy of it offline\n", file)
	return say(s.stdout, verifier)
}
