package lockfile

import (
	"fmt"
	"slices"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/text"
	"sinew/pkg/tomldoc"
)

// A reader goes on past every problem, so that all are found in one pass.
type reader struct {
	lock     Lock
	problems diag.Problems
}

func (r *reader) refuse(at *tomldoc.Value, message string, args ...any) {
	r.problems = append(r.problems, diag.At("", fmt.Sprintf(message, args...), position(at.Line, at.Column)))
}

// known refuses every key of the table at path that is none of keys.
func (r *reader) known(v *tomldoc.Value, path string, keys []string) {
	of := path
	if of == "" {
		of = "the lock"
	}
	for _, e := range v.Entries {
		if !slices.Contains(keys, e.Key) {
			r.refuse(e.Value, "%s is not a key of %s: %s", below(path, tomldoc.JoinPath([]string{e.Key})), of, strings.Join(keys, ", "))
		}
	}
}

func below(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// table is the table under key, or nil once it is refused.
func (r *reader) table(v *tomldoc.Value, path, key string) *tomldoc.Value {
	found := v.Get(key)
	switch {
	case found == nil:
		r.refuse(v, "%s is required", below(path, key))
	case !found.IsTable():
		r.refuse(found, "%s must be a table", below(path, key))
		return nil
	}
	return found
}

// value hands read the line under key, and refuses it with read's reason.
func (r *reader) value(v *tomldoc.Value, path, key string, read func(string) error) {
	if s := r.line(v, path, key); s != "" {
		if err := read(s); err != nil {
			r.refuse(v.Get(key), "%s.%s: %s", path, key, err)
		}
	}
}

// line is the clean line under key, or "" once it is refused.
func (r *reader) line(v *tomldoc.Value, path, key string) string {
	found := v.Get(key)
	if found == nil {
		r.refuse(v, "%s is required", below(path, key))
		return ""
	}
	s, _ := r.clean(found, below(path, key))
	return s
}

// clean is the clean line v holds.
func (r *reader) clean(v *tomldoc.Value, path string) (string, bool) {
	if v.Kind != tomldoc.String {
		r.refuse(v, "%s must be a string", path)
		return "", false
	}
	if why := text.Why(v.Text); why != "" {
		r.refuse(v, "%s %s", path, why)
		return "", false
	}
	return v.Text, true
}
