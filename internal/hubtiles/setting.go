package hubtiles

import (
	"net/url"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/note"

	"sinew/pkg/diag"
	"sinew/pkg/hublog"
)

// The variables that ParseSetting reads.
const (
	hubVariable       = "SINEW_HUB"
	witnessesVariable = "SINEW_HUB_WITNESSES"
	skipVariable      = "SINEW_NOHUB"
	strictVariable    = "SINEW_HUB_STRICT"
	minAgeVariable    = "SINEW_MIN_AGE"
)

// A Setting is which log is asked, and how much is made of its answers. The
// zero Setting asks none. It is not changed after ParseSetting.
type Setting struct {
	Log       note.Verifier   // the log's key; nil when no log is asked
	At        string          // its https address or absolute directory, as given
	Witnesses []note.Verifier // of whom Cosigned must have signed
	Cosigned  int
	Strict    bool          // SINEW_HUB_STRICT
	MinAge    time.Duration // SINEW_MIN_AGE; 0 when there is none

	key  string   // the log's key as text
	skip string   // patterns with commas between
	url  *url.URL // nil for a directory
}

// On reports whether a log is asked.
func (s Setting) On() bool { return s.Log != nil }

// Skips reports whether SINEW_NOHUB says that a name is not looked up: a
// pattern, as path.Match reads it, matches the first elements of the name or of
// its repository. Names on github.com ignore the pattern's case.
func (s Setting) Skips(name hublog.Name) bool {
	for _, one := range []string{string(name), string(name.Repo())} {
		lower := strings.HasPrefix(one, "github.com/") && module.MatchPrefixPatterns(strings.ToLower(s.skip), one)
		if lower || module.MatchPrefixPatterns(s.skip, one) {
			return true
		}
	}
	return false
}

// ParseSetting reads the setting from variables, as os.LookupEnv gives them.
// Where SINEW_HUB is not set, empty or `off`, the others are not read. The error
// is a diag.Problems of one line, which names the variable.
func ParseSetting(lookup func(string) (string, bool)) (Setting, error) {
	value := func(name string) string {
		s, _ := lookup(name)
		return strings.TrimSpace(s)
	}
	hub := value(hubVariable)
	if hub == "" || hub == "off" {
		return Setting{}, nil
	}
	var s Setting
	for _, part := range []struct {
		name  string
		parse func(*Setting, string) string
	}{
		{hubVariable, (*Setting).parseHub}, {witnessesVariable, (*Setting).parseWitnesses}, {skipVariable, (*Setting).parseSkip},
		{strictVariable, (*Setting).parseStrict}, {minAgeVariable, (*Setting).parseMinAge},
	} {
		if why := part.parse(&s, value(part.name)); why != "" {
			return Setting{}, diag.One("", part.name+" "+why, diag.Fix{Kind: diag.FixExport, Var: part.name})
		}
	}
	return s, nil
}

// parseHub and its like say what is wrong, or "".
func (s *Setting) parseHub(value string) string {
	key, at, found := strings.Cut(value, " ")
	if !found {
		return "is the log's key, a space, and its https address or absolute directory"
	}
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return "holds no key of a log: " + err.Error()
	}
	s.Log, s.key, s.At = verifier, key, strings.TrimSpace(at)
	if filepath.IsAbs(s.At) {
		return ""
	}
	return s.parseURL()
}

// parseURL never repeats the address: it may hold a password.
func (s *Setting) parseURL() string {
	u, err := url.Parse(s.At)
	switch {
	case err != nil || u.Scheme != "https" || u.Host == "":
		return "names a log by neither an https address nor an absolute directory"
	case u.User != nil:
		return "holds a user in the log's address: everybody reads the log without one"
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "holds more than a path in the log's address: no ? and no # may follow"
	}
	s.url = u
	return ""
}

func (s *Setting) parseWitnesses(value string) string {
	fields := strings.Fields(value)
	if len(fields) == 0 {
		return ""
	}
	count, err := strconv.Atoi(fields[0])
	if err != nil || count < 1 {
		return "begins with how many of its witnesses must have signed, 1 or more"
	}
	names := map[string]bool{}
	for n, key := range fields[1:] {
		verifier, err := note.NewVerifier(key)
		switch {
		case err != nil:
			return "holds no key of a witness at place " + strconv.Itoa(n+1) + ": " + err.Error()
		case verifier.Name() == s.Log.Name():
			return "names the log as its own witness"
		}
		s.Witnesses, names[verifier.Name()] = append(s.Witnesses, verifier), true
	}
	if s.Cosigned = count; count > len(names) {
		return "asks for " + strconv.Itoa(count) + " witnesses and names " + strconv.Itoa(len(names))
	}
	return ""
}

func (s *Setting) parseSkip(value string) string {
	for glob := range strings.SplitSeq(value, ",") {
		if _, err := path.Match(glob, "x"); err != nil {
			return "holds a pattern that is none: " + strconv.Quote(glob)
		}
	}
	s.skip = value
	return ""
}

func (s *Setting) parseStrict(value string) string {
	s.Strict = value == "1"
	if value != "" && value != "0" && value != "1" {
		return "is 1, 0 or not set"
	}
	return ""
}

func (s *Setting) parseMinAge(value string) string {
	if value == "" {
		return ""
	}
	age, err := time.ParseDuration(value)
	if err != nil || age < 0 {
		return "is how old a version must be: 24h, 30m, 0"
	}
	s.MinAge = age
	return ""
}

// directory is where the log's mirror is in the cache: two logs never share
// one, and one log at two addresses does, so that they cannot differ.
func (s Setting) directory(cacheDir string) string {
	return filepath.Join(cacheDir, "hublog", s.ID())
}
