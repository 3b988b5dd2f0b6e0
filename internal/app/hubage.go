package app

import (
	"slices"
	"strings"

	"sinew/pkg/ref"
	"sinew/resolve"
)

// waits reports whether a version must be of some age.
func (h *hub) waits() bool { return h != nil && h.setting.MinAge > 0 }

// young says why a version is not old enough for SINEW_MIN_AGE, "" where it is.
func (h *hub) young(r ref.Reference, v ref.Version) string {
	name, asked := h.name(r)
	if !asked {
		return ""
	}
	entry := h.lookup(name, v)
	seen, logged := entry.FirstSeen()
	switch {
	case !logged:
		return markOf(entry)
	case h.now.Sub(seen) < h.setting.MinAge:
		return "first logged on " + day(seen)
	}
	return ""
}

// A youngError is a repository none of whose versions is old enough.
type youngError struct{ passed string }

// Error follows the ref in a line.
func (e *youngError) Error() string {
	return "has no version that is old enough for SINEW_MIN_AGE: " + e.passed
}

// choose is the pinned version, or the newest one that young says nothing
// against; passed names those in front of it, "" for none.
func (h *hub) choose(versions resolve.List, pin *ref.Version, young func(resolve.Choice) string) (c resolve.Choice, passed string, err error) {
	c, err = versions.Choose(pin)
	if err != nil || !h.waits() {
		return c, "", err
	}
	var over []string
	for _, v := range candidates(versions, pin) {
		if c, err = versions.At(v); err != nil {
			return c, "", err
		}
		why := young(c)
		if why == "" {
			return c, strings.Join(over, ", "), nil
		}
		over = append(over, v.String()+" ("+why+")")
	}
	return resolve.Choice{}, "", &youngError{strings.Join(over, ", ")}
}

// candidates are the versions to choose from, the newest first.
func candidates(versions resolve.List, pin *ref.Version) []ref.Version {
	if pin != nil {
		return []ref.Version{*pin}
	}
	all := versions.All()
	slices.Reverse(all)
	return all
}

// passOver names the versions that were passed over, in one line.
func (h *hub) passOver(what, passed string) {
	if passed != "" {
		h.note(what + ": passed over " + passed)
	}
}
