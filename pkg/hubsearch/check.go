package hubsearch

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"sinew/pkg/hublog"
	"sinew/pkg/ref"
	"sinew/pkg/text"
)

var (
	commitForm = text.Pattern(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`)
	h1Form     = text.Pattern(`^h1:[0-9a-f]{64}$`)
	signerForm = text.Pattern(`^[!-~]{0,512}$`)
	effects    = []string{"read", "write", "destructive"}
)

// check reports what of the entry is outside its form, in one clean line.
func (e Entry) check() error {
	if _, err := hublog.ParseName(string(e.Name)); err != nil {
		return fmt.Errorf("has no name: %s", oneLine(err))
	}
	if _, ok := ref.ParseVersion(e.Version); !ok {
		return fmt.Errorf("has no version: %s", shown(e.Version))
	}
	if !slices.Contains(effects, e.Effect) {
		return fmt.Errorf("has no effect: %s", shown(e.Effect))
	}
	if err := e.checkForms(); err != nil {
		return err
	}
	return e.checkRef()
}

func (e Entry) checkForms() error {
	for _, part := range []struct {
		what, value string
		form        func() *regexp.Regexp
	}{
		{"commit", e.Commit, commitForm}, {"h1", e.H1, h1Form}, {"signer", e.Signer, signerForm},
	} {
		if !part.form().MatchString(part.value) {
			return fmt.Errorf("has no %s: %s", part.what, shown(part.value))
		}
	}
	at, err := time.Parse(time.RFC3339, e.FirstSeen)
	if err != nil || at.UTC().Format(time.RFC3339) != e.FirstSeen {
		return fmt.Errorf("has no time: %s", shown(e.FirstSeen))
	}
	return nil
}

// checkRef holds the ref to the name: an index that names one reflex and has
// another added is refused.
func (e Entry) checkRef() error {
	loc, err := ref.Parse(e.Ref)
	if err != nil || loc.IsLocal() || loc.Pin != nil {
		return fmt.Errorf("has no ref: %s", shown(e.Ref))
	}
	if name, ok := hublog.NameOf(loc.Reference); !ok || name != e.Name {
		return fmt.Errorf("is %s, and its ref is another's: %s", e.Name, shown(e.Ref))
	}
	return nil
}

// shown is a value in a message: quoted, cut, clean.
func shown(s string) string { return strconv.QuoteToASCII(text.First(s, 80)) }

// oneLine is the text of an error as one clean line.
func oneLine(err error) string { return text.Escape(text.First(err.Error(), 300)) }
