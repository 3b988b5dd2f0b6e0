package conformance

import (
	"path"
	"strings"
)

// A stalePattern is one line of STALE.txt: which files, and why they are older
// than the manual.
type stalePattern struct {
	written string   // as the line writes it
	globs   []string // with {a,b} spelled out
	why     string
}

// parseStale reads `<pattern>\t<reason>` lines. A pattern is a path.Match
// pattern in which {a,b} stands for a or b, once.
func parseStale(text string) []stalePattern {
	var all []stalePattern
	for line := range strings.Lines(text) {
		pattern, why, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if pattern = strings.TrimSpace(pattern); pattern != "" {
			all = append(all, stalePattern{written: pattern, globs: spellOut(pattern), why: strings.TrimSpace(why)})
		}
	}
	return all
}

func spellOut(pattern string) []string {
	before, rest, opened := strings.Cut(pattern, "{")
	choices, after, closed := strings.Cut(rest, "}")
	if !opened || !closed {
		return []string{pattern}
	}
	var all []string
	for choice := range strings.SplitSeq(choices, ",") {
		all = append(all, before+choice+after)
	}
	return all
}

func (p stalePattern) matches(file string) bool {
	for _, glob := range p.globs {
		if ok, err := path.Match(glob, file); ok && err == nil {
			return true
		}
	}
	return false
}

// olderForm tells, for the patterns that name a whole family of which only
// some cases are old, how an old case looks.
var olderForm = map[string]func(Case) bool{
	"vectors/{gate,fill,by_name}/*": func(c Case) bool { return holdsPromptWithoutReason(c.Expect) },
	"vectors/envelope/*":            func(c Case) bool { return !isResult(c.Expect) },
	"vectors/thieves/*":             func(c Case) bool { return routesPairs(c.Input) },
}

// whyStale is the reason STALE.txt gives for the case, or "".
func (d *Data) whyStale(file string, c Case) string {
	for _, p := range d.stale {
		old, partly := olderForm[p.written]
		if p.matches(file) && (!partly || old(c)) {
			return p.why
		}
	}
	return ""
}

func holdsPromptWithoutReason(value any) bool {
	switch v := value.(type) {
	case Object:
		for _, m := range v {
			if prompt, ok := m.Value.(Object); ok && m.Key == "prompt" {
				_, has := prompt.Get("reason")
				return !has
			}
			if holdsPromptWithoutReason(m.Value) {
				return true
			}
		}
	case []any:
		for _, item := range v {
			if holdsPromptWithoutReason(item) {
				return true
			}
		}
	}
	return false
}

func isResult(value any) bool {
	object, _ := value.(Object)
	_, ok := object.Get("ok")
	_, err := object.Get("err")
	return ok || err
}

// routesPairs reports whether the input lists what was routed as [case,
// winner] pairs.
func routesPairs(input any) bool {
	object, _ := input.(Object)
	routed, _ := object.Get("routed")
	list, _ := routed.([]any)
	for _, one := range list {
		if _, pair := one.([]any); pair {
			return true
		}
	}
	return false
}
