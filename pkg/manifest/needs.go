package manifest

import (
	"slices"
	"strings"

	"sinew/pkg/diag"
	"sinew/pkg/name"
	"sinew/pkg/tomldoc"
)

// String is the declaration on one line, as a row shows it: `reads a b · writes
// {to} ~/Downloads · hosts * · runs open`; a key with nothing is left out, and
// an empty declaration is `none`. The entries are clean lines.
func (n Needs) String() string {
	var parts []string
	for _, key := range NeedKeys {
		if entries := *n.List(key); len(entries) > 0 {
			parts = append(parts, key+" "+strings.Join(entries, " "))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, " · ")
}

// Without is what n declares and other does not, entry by entry, by spelling.
func (n Needs) Without(other Needs) Needs {
	return n.keep(func(key, entry string) bool { return !slices.Contains(*other.List(key), entry) })
}

// Meet is what both declare, in n's order: what a body may reach while a wider
// declaration waits for a person's yes (behaviour.md 4.1).
func (n Needs) Meet(other Needs) Needs {
	return n.keep(func(key, entry string) bool { return slices.Contains(*other.List(key), entry) })
}

// Widens reports whether to declares anything that from does not.
func Widens(from, to Needs) bool { return !to.Without(from).Empty() }

func (n Needs) keep(wanted func(key, entry string) bool) Needs {
	var kept Needs
	for _, key := range NeedKeys {
		for _, entry := range *n.List(key) {
			if list := kept.List(key); wanted(key, entry) {
				*list = append(*list, entry)
			}
		}
	}
	return kept
}

// Tighter is the tighter of two effects. A call runs under the tighter of what
// a person consented to and what its manifest says now (behaviour.md 4.1).
func Tighter(a, b Effect) Effect { return max(a, b) }

// DeclaredAt is where a manifest declares its needs: the table's line, or the
// first when it has none.
func DeclaredAt(reflex string, doc *tomldoc.Value) diag.Position {
	at := diag.Position{File: manifestFile(reflex), Line: 1, Column: 1}
	if needs := doc.Get("needs"); needs != nil && needs.Line > 0 {
		at.Line, at.Column = needs.Line, needs.Column
	}
	return at
}

// needs reads [needs] (manual, "What the body touches").
func (r *reader) needs(doc *tomldoc.Value) {
	v := doc.Get("needs")
	r.entries(v, "needs")
	for _, key := range NeedKeys {
		entries := r.m.Needs.List(key)
		at := "needs." + key
		seen := map[string]bool{}
		r.strings(v.Get(key), at, func(item *tomldoc.Value, entry string) {
			if why := r.need(key, entry); why != "" {
				r.refuse(item, "%s%s", at, why)
			} else if seen[entry] {
				r.refuse(item, "%s repeats %s", at, quote(entry))
			}
			seen[entry] = true
			*entries = append(*entries, entry)
		})
	}
}

// need says why an entry may not stand under a key, or "". It reads after the
// key.
func (r *reader) need(key, entry string) string {
	if why := unclean(entry); why != "" {
		return ": " + quote(entry) + " " + why
	}
	switch key {
	case "hosts":
		if entry != "*" {
			return " names " + quote(entry) + `; hosts takes "*" or nothing`
		}
		return ""
	case "runs":
		return program(entry)
	}
	if x, ok := name.Placeholder(entry); ok {
		if why := r.needNames(x); why != "" {
			return " names " + entry + ", " + why
		}
		return ""
	}
	return needPath(entry)
}

func program(entry string) string {
	switch {
	case strings.ContainsAny(entry, "{}"):
		return ": " + quote(entry) + " is not a program; runs takes a name on PATH or an absolute path"
	case relative(entry):
		return ": " + quote(entry) + " is a relative path; name a program on PATH or by its absolute path"
	}
	return ""
}

// needPath says why an entry is no path a declaration may name, or "".
func needPath(entry string) string {
	below, home := strings.CutPrefix(entry, "~/")
	if !home {
		var absolute bool
		if below, absolute = strings.CutPrefix(entry, "/"); !absolute {
			return ": " + quote(entry) + " is neither ~/…, an absolute path nor a {name}"
		}
	}
	switch {
	case plain(below):
		return ""
	case home:
		return ": " + quote(entry) + " is not a plain path under your home"
	}
	return ": " + quote(entry) + " is not a plain absolute path"
}

// plain reports whether every segment of a path names something.
func plain(below string) bool {
	for segment := range strings.SplitSeq(below, "/") {
		if segment == "" || segment == "." || segment == ".." {
			return false
		}
	}
	return !strings.ContainsAny(below, "{}")
}

// needNames says why {x} is no path, or "".
func (r *reader) needNames(x string) string {
	switch argument, setting := r.named[x] != nil, r.settings[x]; {
	case argument && setting:
		return "which is both an argument and a config key"
	case setting || r.lost:
		return ""
	case !argument:
		return "which is neither an argument nor a config key"
	}
	return r.blame(x, func(a Argument) string {
		switch a.Source {
		case Flag:
			return "a flag, which has no value"
		case Takes:
			return "a result the plan hands the body, which is no path"
		}
		return ""
	})
}
