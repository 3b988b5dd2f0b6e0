package check

import (
	"bufio"
	"bytes"
	"strings"

	"sinew/cmd/hubindex/internal/listing"
)

const maintainersFile = "maintainers.txt"

// rights are what the author of a pull request may change (owners.md, "Who may
// change what"). The maintainers are those of the base: nobody makes himself
// one.
type rights struct {
	author     string // a login, folded; "" when nobody said
	maintainer bool
}

func newRights(author string, maintainers []byte) rights {
	r := rights{author: strings.ToLower(author)}
	lines := bufio.NewScanner(bytes.NewReader(maintainers))
	for lines.Scan() {
		login, _, _ := strings.Cut(lines.Text(), "#")
		login = strings.ToLower(strings.TrimSpace(login))
		r.maintainer = r.maintainer || login != "" && login == r.author
	}
	return r
}

// other judges the change of a file that is no listing.
func (r rights) other(path string) Reason {
	why := Reason{Type: OtherFiles, Verdict: Refuse, Message: path + " is no listing", Fix: "leave it out of this pull request"}
	if r.maintainer {
		why.Verdict, why.Fix = Human, "another maintainer reads it"
	}
	return why
}

// listing judges the change of a listing by who asks for it; ok is true where
// nothing is to be said.
func (r rights) listing(c change) (why Reason, ok bool) {
	owner, isGitHub := listing.Owner(c.path)
	why = Reason{Verdict: Human, Listing: c.path}
	switch {
	case r.maintainer || r.author != "" && isGitHub && owner == r.author:
		return Reason{}, true
	case r.author == "":
		why.Type, why.Message, why.Fix = AuthorUnknown, "nobody said who asks for this", "hubindex check --author <login>"
	case !isGitHub:
		why.Type, why.Message = OtherHost, "the login "+r.author+" says nothing about who owns a repository on this host"
		why.Fix = "a maintainer asks for a commit in the repository that names the pull request"
	case c.was == nil:
		why.Type, why.Message = NotYours, owner+" owns the repository, and "+r.author+" asks for it"
		why.Fix = "a maintainer asks " + owner
	default:
		why.Type, why.Verdict = NotYours, Refuse
		why.Message, why.Fix = owner+" owns the listing, and "+r.author+" asks to change it", owner+" or a maintainer opens the pull request"
	}
	return why, false
}
