package cli

import (
	"fmt"
	"strings"

	"sinew/cmd/hubindex/internal/logdir"
)

const logCosignUsage = `log cosign --log DIR|URL --key FILE --vkey KEY [--state FILE]
    signs the checkpoint as a witness when it extends the one signed last, which
    is kept in the state file (beside the key: FILE.last); in a directory the
    checkpoint gets the signature, from a URL the signed checkpoint is printed
`

func runLogCosign(s *session, args []string) error {
	f := newLogFlags("log cosign")
	f.withKey()
	f.StringVar(&f.verify, "vkey", "", "")
	state := f.String("state", "", "")
	if err := f.parseFlags(args, "log", "key", "vkey"); err != nil {
		return err
	}
	if *state == "" {
		*state = f.key + ".last"
	}
	return s.cosign(f, *state)
}

func (s *session) cosign(f *logFlags, state string) error {
	source, trust, err := f.trusted()
	if err != nil {
		return err
	}
	key, err := logdir.ReadKey(f.key)
	if err != nil {
		return logError(err)
	}
	done, err := logdir.Witness{Log: trust.Log, Key: key, State: state}.Cosign(s.ctx, source)
	if err != nil {
		return logError(err)
	}
	if done.First {
		fmt.Fprintf(s.stderr, "%s was not there: this is the first checkpoint this witness signs, and it is compared with nothing\n", state)
	}
	if source.IsDir() {
		return say(s.stdout, "signed: "+describe(done.Checkpoint))
	}
	return say(s.stdout, strings.TrimSuffix(string(done.Note), "\n"))
}
