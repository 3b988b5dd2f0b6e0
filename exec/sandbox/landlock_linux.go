package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	landlock "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"

	"sinew/exec/policy"
)

// restrictPaths puts Landlock on the calling thread: everything this ABI can
// refuse, less what hold grants.
func restrictPaths(hold policy.Hold, abi policy.ABI) error {
	handled := abi.Handled(hold)
	ruleset, err := landlock.LandlockCreateRuleset(&landlock.RulesetAttr{
		HandledAccessFS:  uint64(handled.Files),
		HandledAccessNet: uint64(handled.Net),
		Scoped:           uint64(handled.Scope),
	}, 0)
	if err != nil {
		return &HoldError{"making a Landlock ruleset", err}
	}
	defer unix.Close(ruleset)
	for _, rule := range needed(hold.Rules) {
		if err := grant(ruleset, rule, handled.Files); err != nil {
			return &HoldError{"granting " + rule.Path, err}
		}
	}
	if err := landlock.LandlockRestrictSelf(ruleset, 0); err != nil {
		return &HoldError{"restricting to a Landlock ruleset", err}
	}
	return nil
}

// needed are rules less those of a link at the root that leads below another
// rule of the same rights, as /bin does to /usr: each rule takes its time.
func needed(rules []policy.Rule) []policy.Rule {
	return slices.DeleteFunc(slices.Clone(rules), func(rule policy.Rule) bool {
		if filepath.Dir(rule.Path) != "/" {
			return false
		}
		link, err := os.Readlink(rule.Path)
		leads := filepath.Join("/", link)
		return err == nil && slices.ContainsFunc(rules, func(other policy.Rule) bool {
			return other.Rights&rule.Rights == rule.Rights && strings.HasPrefix(leads, other.Path+"/")
		})
	})
}

// grant adds a rule. A path that is not there, or that this program cannot
// reach itself, is passed over: a body is then held tighter.
func grant(ruleset int, rule policy.Rule, handled policy.Rights) error {
	fd, err := unix.Open(rule.Path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if unreachable(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	rights, err := grantable(fd, rule.Rights&handled)
	if err != nil || rights == 0 {
		return err
	}
	return landlock.LandlockAddPathBeneathRule(ruleset, &landlock.PathBeneathAttr{
		AllowedAccess: uint64(rights),
		ParentFd:      fd,
	}, 0)
}

func unreachable(err error) bool {
	return errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission) ||
		errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ELOOP)
}

// grantable is rights less those the kernel refuses to grant on a file, judged
// by what the open path is and not by what it was when the rule was made.
func grantable(fd int, rights policy.Rights) (policy.Rights, error) {
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return 0, err
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= policy.OfFile
	}
	return rights, nil
}
