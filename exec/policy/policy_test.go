package policy

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/text"
)

const home = "/home/me"

var download = &manifest.Manifest{
	Run:    manifest.Run{File: "download.mts"},
	Config: []manifest.Setting{{Key: "file"}, {Key: "key", Secret: true}},
	Args: []manifest.Argument{
		{Name: "to", Source: manifest.Vocab, Vocab: "places", Optional: true},
		{Name: "name", Source: manifest.Pick, Pick: manifest.Recognizer(pick.Quoted)},
		{Name: "where", Source: manifest.Options, Options: []manifest.Option{{Key: "/srv"}, {Key: "here"}}},
	},
}

func word(w string, bound ...string) call.Value {
	v := call.Value{Kind: call.Word, Word: w}
	if len(bound) > 0 {
		v.Bound = &bound[0]
	}
	return v
}

func quoted(s string) call.Value {
	return call.Value{Kind: call.Pick, Span: text.Whole(s), Read: pick.Value{Kind: pick.Quoted, Text: s}}
}

func calling(args ...call.Arg) call.Call { return call.Call{Reflex: "download", Args: args} }

func TestADeclarationIsFilledWithTheValuesOfACall(t *testing.T) {
	settings := map[string]Setting{"file": {Value: "~/notes.txt"}, "key": {Value: "/run/key", Env: true}}
	for name, c := range map[string]struct {
		needs manifest.Needs
		call  call.Call
		want  Policy
	}{
		"nothing declared is nothing reached": {},
		"the home, an absolute path, the network": {
			needs: manifest.Needs{Reads: []string{"~/Desktop"}, Writes: []string{"/tmp/out"}, Hosts: []string{"*"}, Runs: []string{"open"}},
			want:  Policy{Reads: []Place{{"/home/me/Desktop", "~/Desktop"}}, Writes: []Place{{"/tmp/out", "/tmp/out"}}, Hosts: true, Runs: []string{"open"}},
		},
		"a word's value under the home": {
			needs: manifest.Needs{Writes: []string{"{to}", "~/Downloads"}},
			call:  calling(call.Arg{Name: "to", Value: word("desktop", "~/Desktop")}),
			want:  Policy{Writes: []Place{{"/home/me/Desktop", "{to}"}, {"/home/me/Downloads", "~/Downloads"}}},
		},
		"an argument that is not stated": {
			needs: manifest.Needs{Writes: []string{"{to}", "~/Downloads"}},
			want:  Policy{Writes: []Place{{"/home/me/Downloads", "~/Downloads"}}},
		},
		"settings": {
			needs: manifest.Needs{Reads: []string{"{key}"}, Writes: []string{"{file}"}},
			want:  Policy{Reads: []Place{{"/run/key", "{key}"}}, Writes: []Place{{"/home/me/notes.txt", "{file}"}}},
		},
		"a typed path and an option": {
			needs: manifest.Needs{Reads: []string{"{name}", "{where}"}},
			call:  calling(call.Arg{Name: "name", Value: quoted("/etc/hosts")}, call.Arg{Name: "where", Value: call.Value{Kind: call.Option, Key: "/srv"}}),
			want:  Policy{Reads: []Place{{"/etc/hosts", "{name}"}, {"/srv", "{where}"}}},
		},
	} {
		if c.call.Reflex == "" {
			c.call = calling()
		}
		got, err := Resolve(c.needs, download, c.call, settings, home)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %v\nwant %+v", name, got, err, c.want)
		}
	}
}

func TestTheProgramOfAnArgvIsDeclaredByBeingIt(t *testing.T) {
	m := &manifest.Manifest{Run: manifest.Run{Argv: []string{"ls", "{place}"}}}
	for _, runs := range [][]string{nil, {"ls"}, {"sort", "ls"}} {
		got, err := Resolve(manifest.Needs{Runs: runs}, m, calling(), nil, home)
		if err != nil || !slices.Contains(got.Runs, "ls") || len(got.Runs) != max(1, len(runs)) {
			t.Errorf("%q: %q, %v", runs, got.Runs, err)
		}
	}
}

func TestAValueThatIsNoPathIsRefusedWithItsSource(t *testing.T) {
	for name, c := range map[string]struct {
		entry string
		value call.Value
		want  diag.Problem
	}{
		"a word without a value": {"{to}", word("desktop"), diag.Problem{
			Message: `[needs] writes names {to}, whose value "desktop" is not a path`,
			Fix:     diag.Fix{Kind: diag.FixVocabValue, Vocab: "places", Word: "desktop"},
		}},
		"a word whose value is a name": {"{to}", word("desktop", "desk"), diag.Problem{
			Message: `[needs] writes names {to}, whose value "desk" is not a path`,
			Fix:     diag.Fix{Kind: diag.FixVocabValue, Vocab: "places", Word: "desktop"},
		}},
		"a typed path under the home": {"{name}", quoted("~/out.txt"), diag.Problem{
			Message: `[needs] writes names {name}, whose value "~/out.txt" is not a path`,
			Fix:     diag.Rerun(),
		}},
		"a setting": {"{file}", call.Value{}, diag.Problem{
			Message: `[needs] writes names {file}, whose value "notes\n.txt" is not a path`,
			Fix:     diag.ConfigSet("download", "file"),
		}},
		"a setting of the environment under the home": {"{key}", call.Value{}, diag.Problem{
			Message: `[needs] writes names {key}, whose value "~/key" is not a path`,
			Fix:     diag.ConfigSet("download", "key"),
		}},
	} {
		settings := map[string]Setting{"file": {Value: "notes\n.txt"}, "key": {Value: "~/key", Env: true}}
		of := strings.Trim(c.entry, "{}")
		_, err := Resolve(manifest.Needs{Writes: []string{c.entry}}, download, calling(call.Arg{Name: of, Value: c.value}), settings, home)
		c.want.Reflex = "download"
		var problems diag.Problems
		if !errors.As(err, &problems) || !reflect.DeepEqual(problems, diag.Problems{c.want}) {
			t.Errorf("%s: %+v", name, err)
		}
	}
}

var facts = Facts{
	Runtime: &Program{Path: "/home/me/node/24/bin/node", Interpreters: []string{"/lib/ld.so"}},
	BodyDir: "/store/body", Tmp: "/tmp/evoke-1-1", Home: home, Resolver: "/run/resolv.conf",
	Found: map[string]Found{
		"/home/me/notes.txt": {Real: "/data/notes.txt"},
		"/home/me/Downloads": {Real: "/home/me/Downloads", Dir: true},
		"/proc/uptime":       {Real: "/proc/uptime"},
	},
	Programs: map[string]Program{"open": {Path: "/usr/bin/open", Interpreters: []string{"/bin/sh", "/lib/ld.so"}}},
}

func TestRulesAreTheFormatsInItsOrder(t *testing.T) {
	p := Policy{
		Reads:  []Place{{Path: "/home/me/notes.txt"}, {Path: "/home/me/absent"}, {Path: "/proc/uptime"}},
		Writes: []Place{{Path: "/home/me/notes.txt"}, {Path: "/home/me/Downloads"}},
		Runs:   []string{"open", "absent"},
	}
	const read = ReadFile | ReadDir
	const run = ReadFile | Execute
	const write = read | WriteFile | RemoveDir | RemoveFile | MakeDir | MakeReg | MakeSym | MakeFifo | MakeSock | Refer | Truncate
	want := []Rule{
		{"/usr", read}, {"/lib", read}, {"/lib64", read}, {"/bin", read}, {"/sbin", read}, {"/etc", read}, {"/opt", read}, {"/nix", read},
		{"/run/resolv.conf", ReadFile},
		{"/dev/null", ReadFile | WriteFile}, {"/dev/urandom", ReadFile}, {"/dev/random", ReadFile}, {"/dev/zero", ReadFile},
		{"/tmp/evoke-1-1", write},
		{"/home/me/node/24", read}, {"/home/me/node/24/bin/node", run}, {"/lib/ld.so", run},
		{"/store/body", read},
		{"/data/notes.txt", ReadFile}, {"/proc/uptime", ReadFile},
		{"/data/notes.txt", ReadFile | WriteFile | Truncate}, {"/home/me/Downloads", write},
		{"/usr/bin/open", run}, {"/bin/sh", run}, {"/lib/ld.so", run},
	}
	if got := p.Rules(facts); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
}

func TestARuntimesInstallationIsNeverTheRootOrTheHome(t *testing.T) {
	for runtime, want := range map[string]string{
		"/opt/node/bin/node":      "/opt/node",
		"/usr/bin/node":           "/usr",
		"/opt/node/node":          "/opt/node",
		"/bin/node":               "",
		"/node":                   "",
		"/home/me/bin/node":       "",
		"/home/bin/node":          "",
		"/home/me/.n/bin/node":    "/home/me/.n",
		"/home/metoo/bin/node":    "/home/metoo",
		"/home/me/node":           "",
		"/home/node":              "",
		"/home/me/.node/bin/node": "/home/me/.node",
	} {
		if got := installation(runtime, home); got != want {
			t.Errorf("%s: %q, want %q", runtime, got, want)
		}
	}
}

func TestEachLandlockHandlesAllItKnowsAndSaysWhatItLacks(t *testing.T) {
	closed, open := Hold{}, Hold{Hosts: true, Unix: true}
	const first = Rights(1<<13 - 1)
	for abi, c := range []struct {
		files        Rights
		net          Net
		scope        Scope
		openFiles    Rights
		status       StatusType
		mentions     string
		mentionsElse string
	}{
		0:  {0, 0, 0, 0, None, "no Landlock", ""},
		1:  {first, 0, 0, first, Partial, "a move across folders and truncation are held from ABI 3", "signals"},
		2:  {first | Refer, 0, 0, first | Refer, Partial, "truncation is held from ABI 3", "signals"},
		3:  {first | Refer | Truncate, 0, 0, first | Refer | Truncate, Partial, "devices are held from ABI 5", "signals"},
		4:  {first | Refer | Truncate, BindTCP | ConnectTCP, 0, first | Refer | Truncate, Partial, "devices are held from ABI 5", "signals"},
		5:  {first | Refer | Truncate | IoctlDev, BindTCP | ConnectTCP, 0, first | Refer | Truncate | IoctlDev, Partial, "signals", "ABI 6"},
		6:  {1<<16 - 1, BindTCP | ConnectTCP, 3, 1<<16 - 1, Full, "", ""},
		7:  {1<<16 - 1, BindTCP | ConnectTCP, 3, 1<<16 - 1, Full, "", ""},
		8:  {1<<16 - 1, BindTCP | ConnectTCP, 3, 1<<16 - 1, Full, "", ""},
		9:  {1<<17 - 1, BindTCP | ConnectTCP, 3, 1<<16 - 1, Full, "", ""},
		10: {1<<17 - 1, 15, 3, 1<<16 - 1, Full, "", ""},
		11: {1<<17 - 1, 15, 3, 1<<16 - 1, Full, "", ""},
	} {
		if got := ABI(abi).Handled(closed); got != (Handled{c.files, c.net, c.scope}) {
			t.Errorf("ABI %d closed: %+v", abi, got)
		}
		if got := ABI(abi).Handled(open); got != (Handled{c.openFiles, 0, c.scope}) {
			t.Errorf("ABI %d open: %+v", abi, got)
		}
		status := Kernel{System: "linux", ABI: ABI(abi), Filter: true}.Status()
		if status.Type != c.status || !strings.Contains(status.Why, c.mentions) || !strings.Contains(status.Why, c.mentionsElse) || (status.Why == "") != (c.status == Full) {
			t.Errorf("ABI %d: %+v", abi, status)
		}
		unfiltered := Kernel{System: "linux", ABI: ABI(abi)}.Status()
		if unfiltered.Type == Full {
			t.Errorf("ABI %d without a filter: %+v", abi, unfiltered)
		}
	}
	if got := (Kernel{System: "plan9", ABI: 7, Filter: true}).Status(); got.Type != None || got.Why == "" {
		t.Errorf("another system: %+v", got)
	}
}

func TestAMacHoldsAllOrNothing(t *testing.T) {
	if got := (Kernel{System: "darwin", Seatbelt: true}).Status(); got != (Status{Partial, unproven}) {
		t.Errorf("with sandbox-exec: %+v", got)
	}
	if got := (Kernel{System: "darwin"}).Status(); got != (Status{None, "this Mac has no sandbox-exec"}) {
		t.Errorf("without: %+v", got)
	}
	if got := (Kernel{System: "linux", Seatbelt: true}).Status(); got.Type != None {
		t.Errorf("on Linux: %+v", got)
	}
}

// Property: no hold grants a write outside what is declared and the private
// folder, or a start of what is not declared.
func TestNoRuleGrantsMoreThanIsDeclared(t *testing.T) {
	places := rapid.SliceOfN(rapid.SampledFrom([]string{"/home/me/notes.txt", "/home/me/Downloads", "/home/me/absent"}), 0, 3)
	rapid.Check(t, func(t *rapid.T) {
		p := Policy{Runs: rapid.SliceOfN(rapid.SampledFrom([]string{"open", "absent"}), 0, 2).Draw(t, "runs")}
		written := map[string]bool{facts.Tmp: true, "/dev/null": true}
		for _, path := range places.Draw(t, "reads") {
			p.Reads = append(p.Reads, Place{Path: path})
		}
		for _, path := range places.Draw(t, "writes") {
			p.Writes = append(p.Writes, Place{Path: path})
			written[facts.Found[path].Real] = true
		}
		runnable := []string{"/home/me/node/24/bin/node", "/lib/ld.so"}
		if slices.Contains(p.Runs, "open") {
			runnable = append(runnable, "/usr/bin/open", "/bin/sh")
		}
		hold := p.Hold(facts)
		for _, rule := range hold.Rules {
			if rule.Rights&(WriteFile|Truncate|RemoveFile|RemoveDir|MakeReg|MakeDir|MakeSym|MakeFifo|MakeSock|Refer) != 0 && !written[rule.Path] {
				t.Fatalf("%+v may be written", rule)
			}
			if rule.Rights&Execute != 0 && !slices.Contains(runnable, rule.Path) {
				t.Fatalf("%+v may be started", rule)
			}
			if rule.Rights&(MakeChar|MakeBlock|IoctlDev|ResolveUnix) != 0 {
				t.Fatalf("%+v", rule)
			}
		}
		if hold.Hosts || hold.Unix != (len(p.Runs) > 0) || hold.Metadata != (len(p.Writes) > 0) {
			t.Fatalf("%+v", hold)
		}
	})
}

func TestWhatAMachineLacksSaysWhatGivesIt(t *testing.T) {
	line := &diag.Position{File: diag.File{Kind: diag.ManifestFile, Name: "download"}, Line: 12, Column: 1}
	for name, c := range map[string]struct {
		policy Policy
		origin Origin
		want   diag.Problem
	}{
		"a folder to write": {Policy{Writes: []Place{{"/home/me/absent", "~/absent"}}}, Origin{line}, diag.Problem{
			Message: "[needs] writes names ~/absent, which is not there", Fix: diag.Fix{Kind: diag.FixMakeDir, Path: "/home/me/absent"}}},
		"a fetched reflex's path": {Policy{Reads: []Place{{"/srv/absent", "/srv/absent"}}}, Origin{}, diag.Problem{
			Message: "[needs] reads names /srv/absent, which is not there", Fix: diag.OfReflex(diag.FixRemove, "download")}},
		"a local reflex's path": {Policy{Reads: []Place{{"/srv/absent", "/srv/absent"}}}, Origin{line}, diag.Problem{
			Message: "[needs] reads names /srv/absent, which is not there", Fix: diag.EditLine(*line)}},
		"a word's folder": {Policy{Writes: []Place{{"/home/me/absent", "{to}"}}}, Origin{}, diag.Problem{
			Message: "[needs] writes names ~/absent, which is not there", Fix: diag.VocabAdd("places")}},
		"a setting's file": {Policy{Writes: []Place{{"/home/me/absent", "{file}"}}}, Origin{line}, diag.Problem{
			Message: "[needs] writes names ~/absent, which is not there", Fix: diag.ConfigSet("download", "file")}},
		"a typed file": {Policy{Writes: []Place{{"/absent", "{name}"}}}, Origin{line}, diag.Problem{
			Message: "[needs] writes names /absent, which is not there", Fix: diag.Fix{Kind: diag.FixMakeDir, Path: "/absent"}}},
		"a program": {Policy{Runs: []string{"caffeinate"}}, Origin{line}, diag.Problem{
			Message: "[needs] runs names caffeinate, which is not on PATH", Fix: diag.EditLine(*line)}},
		"a fetched reflex's program": {Policy{Runs: []string{"caffeinate"}}, Origin{}, diag.Problem{
			Message: "[needs] runs names caffeinate, which is not on PATH", Fix: diag.OfReflex(diag.FixRemove, "download")}},
	} {
		lacking := c.policy.Lacking(facts)
		if len(lacking) != 1 {
			t.Errorf("%s: %+v", name, lacking)
			continue
		}
		c.want.Reflex = "download"
		if got := lacking[0].Problem("download", download, c.origin, home); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	there := Policy{Reads: []Place{{Path: "/proc/uptime"}}, Writes: []Place{{Path: "/home/me/Downloads"}}, Runs: []string{"open"}}
	if lacking := there.Lacking(facts); len(lacking) != 0 {
		t.Errorf("%+v", lacking)
	}
}

func TestAPathOfAProcessIsNotGiven(t *testing.T) {
	for real, refused := range map[string]bool{
		"/proc": true, "/proc/self": true, "/proc/self/status": true, "/proc/thread-self": true, "/proc/4242/net/dev": true,
		"/proc/loadavg": false, "/proc/sys/kernel/ostype": false, "/procession/1": false, "/proc/": false,
	} {
		f := Facts{Found: map[string]Found{"/x": {Real: real}}}
		if got := len(Policy{Reads: []Place{{Path: "/x"}}}.Lacking(f)) == 1; got != refused {
			t.Errorf("%s: refused %v", real, got)
		}
	}
}

func ExamplePolicy_NodeFlags() {
	p := Policy{Reads: []Place{{Path: "/home/me/notes.txt"}}, Writes: []Place{{Path: "/home/me/Downloads"}}, Runs: []string{"open"}}
	for _, flag := range p.NodeFlags(facts, false) {
		fmt.Println(flag)
	}
	// Output:
	// --permission
	// --disable-warning=PERM0002
	// --allow-fs-read=/store/body
	// --allow-fs-read=/tmp/evoke-1-1
	// --allow-fs-write=/tmp/evoke-1-1
	// --allow-fs-read=/home/me/notes.txt
	// --allow-fs-read=/data/notes.txt
	// --allow-fs-read=/home/me/Downloads
	// --allow-fs-write=/home/me/Downloads
	// --allow-child-process
}

func TestANodeThatHoldsTheNetworkIsToldOfHosts(t *testing.T) {
	for _, hosts := range []bool{true, false} {
		flags := Policy{Hosts: hosts}.NodeFlags(facts, true)
		if slices.Contains(flags, "--allow-net") != hosts || slices.Contains(flags, "--disable-warning=PERM0002") {
			t.Errorf("hosts %v: %q", hosts, flags)
		}
	}
}
