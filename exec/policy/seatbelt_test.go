package policy

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A form is one list of a profile; its parts are symbols, texts and forms.
type form []any

type symbol string

// readProfile reads the profile language as its own reader does.
func readProfile(source string) (forms []form, err error) {
	r := profileReader{rest: source}
	for {
		r.rest = strings.TrimLeft(r.rest, " \n")
		if r.rest == "" {
			return forms, nil
		}
		part, err := r.part()
		if err != nil {
			return nil, err
		}
		list, is := part.(form)
		if !is {
			return nil, fmt.Errorf("%v is outside every list", part)
		}
		forms = append(forms, list)
	}
}

type profileReader struct{ rest string }

func (r *profileReader) part() (any, error) {
	if inside, is := strings.CutPrefix(r.rest, "("); is {
		r.rest = inside
		return r.list()
	}
	if inside, is := strings.CutPrefix(r.rest, `"`); is {
		r.rest = inside
		return r.text()
	}
	end := strings.IndexAny(r.rest, " \n()\"")
	if end <= 0 {
		return nil, fmt.Errorf("no part at %q", r.rest)
	}
	w := symbol(r.rest[:end])
	r.rest = r.rest[end:]
	return w, nil
}

func (r *profileReader) list() (form, error) {
	var list form
	for {
		r.rest = strings.TrimLeft(r.rest, " \n")
		if after, is := strings.CutPrefix(r.rest, ")"); is {
			r.rest = after
			return list, nil
		}
		part, err := r.part()
		if err != nil {
			return nil, err
		}
		list = append(list, part)
	}
}

// text reads up to the mark that ends it.
func (r *profileReader) text() (string, error) {
	var b strings.Builder
	for i := 0; i < len(r.rest); i++ {
		switch c := r.rest[i]; c {
		case '"':
			r.rest = r.rest[i+1:]
			return b.String(), nil
		case 0, 0xff:
			return "", errors.New("the profile ends inside a text")
		case '\\':
			i++
			if r.rest[i] != 'x' {
				b.WriteByte(r.rest[i])
				break
			}
			var code byte
			if _, err := fmt.Sscanf(r.rest[i+1:i+3], "%02X", &code); err != nil {
				return "", err
			}
			b.WriteByte(code)
			i += 2
		default:
			b.WriteByte(c)
		}
	}
	return "", errors.New("a text is not closed")
}

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

func seatbelt(t failer, h Hold) []form {
	t.Helper()
	profile, err := h.Seatbelt()
	if err != nil {
		t.Fatalf("%v", err)
	}
	forms, err := readProfile(profile)
	if err != nil {
		t.Fatalf("%v\n%s", err, profile)
	}
	return forms
}

// filtersOf are the filters of every rule of answer whose operations begin with
// one of prefixes, each as `kind text`; a rule without a filter gives "all".
func filtersOf(forms []form, answer symbol, prefixes ...string) []string {
	var found []string
	for _, rule := range forms {
		if rule[0] != answer {
			continue
		}
		named := func(part any) bool {
			op, is := part.(symbol)
			return is && slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(string(op), prefix) })
		}
		if !slices.ContainsFunc(rule[1:], named) {
			continue
		}
		filters := 0
		for _, part := range rule[1:] {
			if filter, is := part.(form); is {
				filters++
				found = append(found, strings.TrimSuffix(fmt.Sprintln(filter...), "\n"))
			}
		}
		if filters == 0 {
			found = append(found, "all")
		}
	}
	return found
}

// names are spelled with all a profile or a file system could trip over.
var names = rapid.Custom(func(t *rapid.T) string {
	letters := rapid.SampledFrom([]string{"a", "x41", "0", "n", `"`, `\`, "(", ")", ";", "#", "|", "'", "*", "?", "[", "^", "$", "{", "}", " ", "\n", "\t", "\r", "\x01", "\x7f", "\xff", "\xc3", "é", "ｄ", "\u202e", "🗝"})
	return strings.Join(rapid.SliceOfN(letters, 1, 12).Draw(t, "name"), "")
}).Filter(func(name string) bool { return !strings.Contains(name, "${") })

// A macScene is a policy over paths that all exist.
type macScene struct {
	policy Policy
	facts  Facts
}

func drawScene(t *rapid.T) macScene {
	s := macScene{facts: Facts{
		Runtime: &Program{Path: "/opt/node/bin/node"},
		BodyDir: "/store/" + names.Draw(t, "body"), Tmp: "/private/tmp/" + names.Draw(t, "tmp"),
		Found: map[string]Found{}, Programs: map[string]Program{},
	}}
	place := func(root string) Place {
		path := root + names.Draw(t, "path")
		s.facts.Found[path] = Found{Real: "/real" + path, Dir: rapid.Bool().Draw(t, "folder")}
		return Place{Path: path}
	}
	for range rapid.IntRange(0, 3).Draw(t, "reads") {
		s.policy.Reads = append(s.policy.Reads, place("/r/"))
	}
	for range rapid.IntRange(0, 3).Draw(t, "writes") {
		s.policy.Writes = append(s.policy.Writes, place("/w/"))
	}
	for range rapid.IntRange(0, 2).Draw(t, "runs") {
		name := names.Draw(t, "program")
		s.facts.Programs[name] = Program{Path: "/bin/" + name}
		s.policy.Runs = append(s.policy.Runs, name)
	}
	s.policy.Hosts = rapid.Bool().Draw(t, "hosts")
	return s
}

func (s macScene) hold() Hold { return s.policy.Hold(s.facts) }

func (s macScene) filter(place Place) string {
	found := s.facts.Found[place.Path]
	if found.Dir {
		return "subpath " + found.Real
	}
	return "literal " + found.Real
}

func ExampleHold_Seatbelt() {
	h := Hold{Rules: []Rule{
		{"/usr", readSet},
		{"/dev/null", ReadFile | WriteFile},
		{"/private/tmp/evoke-1-1", writeSet},
		{"/opt/node/bin/node", runSet},
		{"/Users/me/body", readSet},
		{"/Users/me/a \"note\".txt", writeSet & OfFile},
	}, Metadata: true}
	profile, _ := h.Seatbelt()
	fmt.Print(profile)
	// Output:
	// (version 1)
	// (deny default)
	// (allow process-fork)
	// (allow process-exec
	//   (literal "/opt/node/bin/node"))
	// (allow signal process-info*
	//   (target same-sandbox))
	// (allow sysctl-read
	//   (sysctl-name "machdep.ptrauth_enabled")
	//   (sysctl-name "sysctl.proc_cputype")
	//   (sysctl-name "kern.boottime")
	//   (sysctl-name "kern.hostname")
	//   (sysctl-name "kern.version")
	//   (sysctl-name "kern.argmax")
	//   (sysctl-name "kern.ngroups")
	//   (sysctl-name "kern.usrstack64")
	//   (sysctl-name "kern.secure_kernel")
	//   (sysctl-name "kern.bootargs")
	//   (sysctl-name "kern.willshutdown")
	//   (sysctl-name "security.mac.lockdown_mode_state")
	//   (sysctl-name-prefix "hw.")
	//   (sysctl-name-prefix "machdep.cpu.")
	//   (sysctl-name-prefix "vm.")
	//   (sysctl-name-prefix "kern.os")
	//   (sysctl-name-prefix "kern.max")
	//   (sysctl-name-prefix "kern.tcsm_"))
	// (allow sysctl-write
	//   (sysctl-name "kern.tcsm_enable"))
	// (allow file-read-metadata
	//   (vnode-type SYMLINK)
	//   (literal "/")
	//   (literal "/Library")
	//   (literal "/Library/Developer")
	//   (literal "/System")
	//   (literal "/System/Volumes")
	//   (literal "/System/Volumes/Preboot")
	//   (literal "/Users")
	//   (literal "/Users/me")
	//   (literal "/dev")
	//   (literal "/opt")
	//   (literal "/opt/node")
	//   (literal "/opt/node/bin")
	//   (literal "/private")
	//   (literal "/private/tmp")
	//   (literal "/private/var")
	//   (literal "/private/var/db"))
	// (allow file-read*
	//   (literal "/")
	//   (subpath "/System/Library")
	//   (subpath "/System/Cryptexes")
	//   (subpath "/System/Volumes/Preboot/Cryptexes")
	//   (subpath "/System/Applications")
	//   (subpath "/Applications")
	//   (subpath "/Library/Apple")
	//   (subpath "/Library/Frameworks")
	//   (subpath "/Library/Developer/CommandLineTools")
	//   (subpath "/private/etc")
	//   (subpath "/private/var/db/timezone")
	//   (subpath "/private/var/db/dyld")
	//   (subpath "/private/var/select")
	//   (subpath "/usr")
	//   (subpath "/private/tmp/evoke-1-1")
	//   (subpath "/Users/me/body")
	//   (literal "/dev/null")
	//   (literal "/opt/node/bin/node")
	//   (literal "/Users/me/a \"note\".txt"))
	// (allow file-ioctl
	//   (literal "/dev/null")
	//   (literal "/dev/urandom")
	//   (literal "/dev/random")
	//   (literal "/dev/zero"))
	// (allow file-write-data
	//   (literal "/dev/null")
	//   (literal "/Users/me/a \"note\".txt"))
	// (allow file-write*
	//   (subpath "/private/tmp/evoke-1-1"))
	// (allow file-write-mode file-write-owner file-write-times file-write-flags file-write-xattr
	//   (literal "/Users/me/a \"note\".txt"))
	// (deny file-write-unlink
	//   (literal "/private/tmp/evoke-1-1"))
	// (allow mach-lookup
	//   (global-name "com.apple.system.opendirectoryd.libinfo"))
}

// Property: whatever a path is, the profile reads back whole, and holds that
// path as it is.
func TestEveryPathStandsInAProfileAsItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t)
		forms := seatbelt(t, s.hold())
		if len(forms) < 3 || fmt.Sprint(forms[0], forms[1]) != "[version 1] [deny default]" {
			t.Fatalf("begins with %v", forms[:2])
		}
		reads, writes := filtersOf(forms, "allow", "file-read*"), filtersOf(forms, "allow", "file-write")
		for _, place := range slices.Concat(s.policy.Reads, s.policy.Writes) {
			if !slices.Contains(reads, s.filter(place)) {
				t.Fatalf("%q is not among %q", s.filter(place), reads)
			}
		}
		for _, place := range s.policy.Writes {
			if !slices.Contains(writes, s.filter(place)) {
				t.Fatalf("%q is not among %q", s.filter(place), writes)
			}
		}
	})
}

// Property: a profile lets nothing be written, started or read beside what the
// declaration names and what every program has.
func TestAProfileGrantsNoMoreThanIsDeclared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t)
		forms := seatbelt(t, s.hold())
		written := []string{"subpath " + s.facts.Tmp, "literal /dev/null"}
		for _, place := range s.policy.Writes {
			written = append(written, s.filter(place))
		}
		within(t, filtersOf(forms, "allow", "file-write"), written)

		runnable := []string{"literal " + s.facts.Runtime.Path}
		for _, name := range s.policy.Runs {
			runnable = append(runnable, "literal /bin/"+name)
		}
		within(t, filtersOf(forms, "allow", "process-exec"), runnable)

		read := slices.Concat(written, runnable, []string{
			"literal /", "subpath " + s.facts.BodyDir, "subpath /opt/node",
			"literal /dev/null", "literal /dev/urandom", "literal /dev/random", "literal /dev/zero",
		})
		for _, dir := range slices.Concat(system, macSystem) {
			read = append(read, "subpath "+dir)
		}
		for _, place := range s.policy.Reads {
			read = append(read, s.filter(place))
		}
		within(t, filtersOf(forms, "allow", "file-read*", "file-ioctl"), read)
	})
}

func within(t *rapid.T, got, allowed []string) {
	t.Helper()
	for _, filter := range got {
		if !slices.Contains(allowed, filter) {
			t.Fatalf("%q is allowed, beside %q", filter, allowed)
		}
	}
}

// Property: the network is open with hosts alone; unix sockets, and what the
// system does for a program, with a declared program alone; and no rule but a
// few known ones is for all there is.
func TestTheNetworkAndTheServicesOfTheSystemAreClosedUntilDeclared(t *testing.T) {
	const resolver = "remote unix-socket [path-literal /private/var/run/mDNSResponder]"
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t)
		forms := seatbelt(t, s.hold())
		hosts, program := s.policy.Hosts, len(s.policy.Runs) > 0
		outbound := filtersOf(forms, "allow", "network")
		for filter, open := range map[string]bool{
			"remote ip *:*": hosts, "local ip *:*": hosts, resolver: hosts,
			"remote unix-socket [subpath /]":                  program,
			"local unix-socket [subpath " + s.facts.Tmp + "]": program,
		} {
			if slices.Contains(outbound, filter) != open {
				t.Fatalf("%s: open %v, in %q", filter, !open, outbound)
			}
		}
		if !hosts && !program && len(outbound)+len(filtersOf(forms, "allow", "system-socket")) != 0 {
			t.Fatalf("sockets: %q", outbound)
		}
		for _, rule := range forms {
			_, filtered := rule[len(rule)-1].(form)
			if rule[0] == symbol("allow") && !filtered && rule[1] != symbol("process-fork") && !program {
				t.Fatalf("%v is for all there is", rule)
			}
		}
		if slices.Contains(filtersOf(forms, "allow", "mach-lookup"), "all") != program {
			t.Fatalf("services: %v", !program)
		}
	})
}

func TestMetadataChangesOnlyWhereSomethingIsDeclaredToBeWritten(t *testing.T) {
	rules := []Rule{{"/dev/null", ReadFile | WriteFile}, {"/tmp/own", writeSet}, {"/w/folder", writeSet}, {"/w/file", writeSet & OfFile}, {"/r", readSet}}
	for _, operation := range []string{"file-write-mode", "file-write-owner", "file-write-times", "file-write-flags", "file-write-xattr"} {
		if got := filtersOf(seatbelt(t, Hold{Rules: rules}), "allow", operation, "file-write*"); len(got) != 0 {
			t.Errorf("%s without writes: %q", operation, got)
		}
		got := filtersOf(seatbelt(t, Hold{Rules: rules, Metadata: true}), "allow", operation, "file-write*")
		if want := []string{"subpath /tmp/own", "subpath /w/folder", "literal /w/file"}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", operation, got, want)
		}
	}
}

func TestAFolderThatMayBeWrittenIsNotItselfRemoved(t *testing.T) {
	forms := seatbelt(t, Hold{Rules: []Rule{{"/w/folder", writeSet}, {"/w/file", writeSet & OfFile}}})
	if got := filtersOf(forms, "deny", "file-write-unlink"); !slices.Equal(got, []string{"literal /w/folder"}) {
		t.Errorf("%q", got)
	}
	for _, rule := range forms[slices.IndexFunc(forms, func(rule form) bool { return rule[1] == symbol("file-write-unlink") })+1:] {
		if strings.HasPrefix(fmt.Sprint(rule[1]), "file-write") {
			t.Errorf("%v comes later", rule)
		}
	}
}

func TestTheWayToAGrantedPathIsSeenAndNotListed(t *testing.T) {
	forms := seatbelt(t, Hold{Rules: []Rule{{"/Users/me/notes/today.txt", ReadFile}}})
	seen := filtersOf(forms, "allow", "file-read-metadata")
	for _, dir := range []string{"/", "/Users", "/Users/me", "/Users/me/notes"} {
		if !slices.Contains(seen, "literal "+dir) {
			t.Errorf("%s is not among %q", dir, seen)
		}
		if dir != "/" && slices.Contains(filtersOf(forms, "allow", "file-read*"), "literal "+dir) {
			t.Errorf("%s is read", dir)
		}
	}
}

func TestTheShellMayBecomeTheOneTheSystemChose(t *testing.T) {
	for program, want := range map[string][]string{
		"/bin/sh": {"literal /bin/sh", "literal /bin/bash", "literal /bin/dash", "literal /bin/zsh"},
		"/bin/ls": {"literal /bin/ls"},
	} {
		if got := filtersOf(seatbelt(t, Hold{Rules: []Rule{{program, runSet}}}), "allow", "process-exec"); !slices.Equal(got, want) {
			t.Errorf("%s: %q", program, got)
		}
	}
	if got := filtersOf(seatbelt(t, Hold{}), "allow", "process-exec", "file-write"); len(got) != 0 {
		t.Errorf("nothing granted: %q", got)
	}
}

func TestAPathAProfileCannotHoldIsAnError(t *testing.T) {
	for path, why := range map[string]string{
		"relative":                      "relative is no absolute path",
		"":                              " is no absolute path",
		"/a\x00b":                       `/a\u{0}b holds a zero byte`,
		"/home/${ANY_USER}":             "/home/${ANY_USER} holds ${, which a Seatbelt profile reads as a pattern",
		"/" + strings.Repeat("a", 1023): "/" + strings.Repeat("a", 1023) + " is longer than 1023 bytes",
	} {
		profile, err := Hold{Rules: []Rule{{"/usr", readSet}, {path, ReadFile}}}.Seatbelt()
		if err == nil || err.Error() != why || profile != "" {
			t.Errorf("%q: %v", path, err)
		}
	}
	longest := "/" + strings.Repeat("a", 1022)
	if got := filtersOf(seatbelt(t, Hold{Rules: []Rule{{longest, ReadFile}}}), "allow", "file-read*"); !slices.Contains(got, "literal "+longest) {
		t.Error("the longest path is not held")
	}
}
