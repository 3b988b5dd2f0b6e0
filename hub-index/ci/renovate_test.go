package ci_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/project"
	"sinew/pkg/ref"
)

// A preset is what renovate.json says.
type preset struct {
	Schema         string    `json:"$schema"`
	Description    []string  `json:"description"`
	CustomManagers []manager `json:"customManagers"`
}

type manager struct {
	Description            string   `json:"description"`
	CustomType             string   `json:"customType"`
	ManagerFilePatterns    []string `json:"managerFilePatterns"`
	MatchStringsStrategy   string   `json:"matchStringsStrategy"`
	MatchStrings           []string `json:"matchStrings"`
	DatasourceTemplate     string   `json:"datasourceTemplate"`
	VersioningTemplate     string   `json:"versioningTemplate"`
	ExtractVersionTemplate string   `json:"extractVersionTemplate"`
}

func readPreset(t *testing.T) preset {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(content(t, "renovate.json")))
	decoder.DisallowUnknownFields()
	var p preset
	if err := decoder.Decode(&p); err != nil {
		t.Fatal(err)
	}
	return p
}

// A dep is one version that a manager found, and the text around it that is
// looked for when it is replaced.
type dep struct{ name, version, replace string }

// extract is Renovate's "recursive" strategy: each expression is matched
// within the matches of the one before, the named groups add up, and the last
// match is what is replaced.
func (m manager) extract(text string) []dep {
	var found []dep
	var within func(text string, level int, so dep)
	within = func(text string, level int, so dep) {
		if level == len(m.MatchStrings) {
			so.replace = text
			found = append(found, so)
			return
		}
		expression := regexp.MustCompile(m.MatchStrings[level])
		for _, match := range expression.FindAllStringSubmatch(text, -1) {
			deeper := so
			for group, name := range expression.SubexpNames() {
				switch name {
				case "depName":
					deeper.name = match[group]
				case "currentValue":
					deeper.version = match[group]
				}
			}
			within(match[0], level+1, deeper)
		}
	}
	within(text, 0, dep{})
	return found
}

// bump is how Renovate replaces the version of the dep at index: at each place
// of the text to replace, until a new extraction says it was the right one.
func (m manager) bump(text string, index int, version string) (string, bool) {
	old := m.extract(text)[index]
	with := strings.ReplaceAll(old.replace, old.version, version)
	for at := 0; ; at++ {
		next := strings.Index(text[at:], old.replace)
		if next < 0 {
			return text, false
		}
		at += next
		candidate := text[:at] + with + text[at+len(old.replace):]
		if now := m.extract(candidate); index < len(now) && now[index].name == old.name && now[index].version == version {
			return candidate, true
		}
	}
}

// extractAll is what every manager finds, as "datasource name version".
func (p preset) extractAll(text string) []string {
	found := []string{}
	for _, m := range p.CustomManagers {
		for _, d := range m.extract(text) {
			found = append(found, strings.Join([]string{m.DatasourceTemplate, d.name, d.version}, " "))
		}
	}
	slices.Sort(found)
	return found
}

// pinned is the same from sinew's own reading of the file.
func pinned(p *project.Project) []string {
	all := []string{}
	for _, e := range p.Reflexes {
		repo := e.Location.Reference.Repo
		switch pin := e.Location.Pin; {
		case pin == nil || repo.Std || strings.HasPrefix(repo.URL, "ssh:"):
		case repo.URL != "":
			all = append(all, fmt.Sprintf("git-tags %s %v", repo.URL, pin))
		default:
			all = append(all, fmt.Sprintf("github-tags %s/%s %v", repo.Owner, repo.Name, pin))
		}
	}
	slices.Sort(all)
	return all
}

// manual is the evoke.toml of the manual's page "Files", with the adapter that
// needs no key.
const manual = `adapter = "local"                  # required; a name resolved against the built-ins, never a path

[reflexes]                         # local name = ref
lights = "radhi/home/lights"       # owner/repo[/dir]: unpinned, update moves it
timer  = "radhi/timer@1.0.1"       # @tag pins it
clock  = "https://git.example.com/clock.git#clock@2.0.0"   # any git host; https or ssh; #dir and @tag optional
hello  = "./hello"                 # a local directory, relative to this file; never locked

[config.lights]                    # per reflex, the keys its [config] declares
bridge = "10.0.0.2"                # plain
token  = { env = "HUE_TOKEN" }     # from a variable; the only form a secret may take

[adapters.local]                   # per adapter, under its name; inert unless selected
gate = { route = 0.5, fits = 0.3, read = 0.8, write = 0.9, whole = 0.3 }
`

var files = map[string]struct {
	text string
	want []string
}{
	"the manual's": {manual, []string{"git-tags https://git.example.com/clock.git 2.0.0", "github-tags radhi/timer 1.0.1"}},
	"the manual's with CRLF": {strings.ReplaceAll(manual, "\n", "\r\n"),
		[]string{"git-tags https://git.example.com/clock.git 2.0.0", "github-tags radhi/timer 1.0.1"}},
	"every form of a ref": {`adapter = "local"
[reflexes]
root = "owner/repo@1.2.3"
deep = "o-1/r.e_p-o/a/b.c/d@v10.20.30"
url = "https://git.example.com/r@0.0.1"
port = "https://git.example.com:8443/group/sub/r.git@1.2.3"
dir = "https://h/r.git#a/b@v1.2.3"
local = "./owner/repo"
above = "../owner/repo"
pinlike = "./owner/repo@1.2.3"
abovelike = "../owner/repo@1.2.3"
std = "std:disk@0.1.0"
ssh = "ssh://git@h/owner/repo.git#a@1.2.3"
open = "owner/repo/dir"
openurl = "https://h/r.git#dir"
`, []string{
		"git-tags https://git.example.com/r 0.0.1", "git-tags https://git.example.com:8443/group/sub/r.git 1.2.3",
		"git-tags https://h/r.git 1.2.3", "github-tags o-1/r.e_p-o 10.20.30", "github-tags owner/repo 1.2.3",
	}},
	"the version elsewhere in the ref": {`adapter = "local"
[reflexes]
one = "owner/repo-1.2.0/1.2.0/x-v1.2.0@1.2.0"
two = "https://h/1.2.0.git#1.2.0/x@1.2.0"
`, []string{"git-tags https://h/1.2.0.git 1.2.0", "github-tags owner/repo-1.2.0 1.2.0"}},
	"one version many times": {`# "a/b@1.2.0"
adapter = "local" # x = "a/b@1.2.0"
[config.note]
file = "a/b@1.2.0"
[reflexes] # one = "a/b@1.2.0"
# one = "a/b@1.2.0"
	# two = "a/b@1.2.0"
one = "a/b/one@1.2.0" # was "a/b@1.2.0", three = "a/b@1.2.0"
two = "a/b/two@1.2.0"
three = "c/d@1.2.0"#"a/b@1.2.0"
[config.one]
lights = "a/b@1.2.0"
`, []string{"github-tags a/b 1.2.0", "github-tags a/b 1.2.0", "github-tags c/d 1.2.0"}},
	"quotes, alignment and blank lines": {"adapter='local'\n \t[ \"reflexes\" ]\t# x\n\n\"lights\"   =   'a/b@1.0.0'\n\n\t'timer'=\"c/d@2.0.0\"\n \t \n  last = \"e/f@3.0.0\"",
		[]string{"github-tags a/b 1.0.0", "github-tags c/d 2.0.0", "github-tags e/f 3.0.0"}},
	"keys that look alike": {`adapter = "local"
lights = "a/b@1.0.0"
reflexes_old = { lights = "a/b@1.0.0" }
my.reflexes = { lights = "a/b@1.0.0" }
[config.note]
file = "a/b@1.0.0"
token = { env = "HOME" }
[config.reflexes]
lights = "a/b@1.0.0"
[reflexes.not.a.reflex]
[reflexes2]
lights = "a/b@1.0.0"
[[list.reflexes]]
lights = "a/b@1.0.0"
[x]
reflexes = { lights = "a/b@1.0.0" }
reflexes2.lights = "a/b@1.0.0"
`, nil},
	"an inline table": {`adapter = "local"
reflexes = { a = "o/r/a@1.0.0", "b" = 'https://h/x.git#b@2.0.0', c = "./c@1.0.0", d = "o/r/d" } # , e = "o/r@1.0.0" }
[config.a]
key = "o/r@1.0.0"
`, []string{"git-tags https://h/x.git 2.0.0", "github-tags o/r 1.0.0"}},
	"an inline table as the whole last line": {`reflexes={a="o/r@1.0.0"}
adapter="local"
"reflexes2"={a="o/r@1.0.0"}`, []string{"github-tags o/r 1.0.0"}},
	"dotted keys": {"adapter = 'local'\r\nreflexes.a = \"o/r@1.0.0\" # reflexes.b = \"o/r@1.0.0\"\r\n# reflexes.c = \"o/r@1.0.0\"\r\n'reflexes' . \"d\" = 'https://h/r@2.0.0'\r\n" +
		"[x]\r\nreflexes.e = \"o/r@1.0.0\"", []string{"git-tags https://h/r 2.0.0", "github-tags o/r 1.0.0"}},
	"nothing installed":        {"adapter = \"local\"\n[reflexes]\n", nil},
	"the table last and empty": {"adapter = \"local\"\n[reflexes]", nil},
	"an empty file":            {"", nil},
}

func TestExactlyThePinsOfEvokeTomlAreFound(t *testing.T) {
	p := readPreset(t)
	for name, file := range files {
		want := append([]string{}, file.want...)
		slices.Sort(want)
		if got := p.extractAll(file.text); !slices.Equal(got, want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, want)
		}
		if read, err := project.Read([]byte(file.text)); err == nil && !slices.Equal(pinned(read), want) {
			t.Errorf("%s: sinew itself reads %q", name, pinned(read))
		}
	}
}

// What no evoke.toml may hold is no pin either.
func TestWhatIsNoRefIsNotFound(t *testing.T) {
	p := readPreset(t)
	for _, value := range []string{
		`"owner/repo@1.2"`, `"owner/repo@1.2.3-rc1"`, `"owner/repo@1.2.3.4"`, `"owner/repo@main"`, `"owner/repo@"`, `"owner@1.2.3"`, `"@1.2.3"`,
		`"-owner/repo@1.2.3"`, `"owner//repo@1.2.3"`, `"owner/-repo@1.2.3"`, `"owner/repo/@1.2.3"`, `"owner/repo #@1.2.3"`, `"o/r@1.2.3 "`, `" o/r@1.2.3"`,
		`"git@github.com:owner/repo@1.2.3"`, `"http://h/r@1.2.3"`, `"git://h/r@1.2.3"`, `"https://ana:secret@h/r@1.2.3"`, `"https://ana@h/r@1.2.3"`,
		`"https://h/r?x=1@1.2.3"`, `"https://h/r#@1.2.3"`, `"https://h/r#a b@1.2.3"`, `"https://h@1.2.3"`, `"file:///r@1.2.3"`, `"/owner/repo@1.2.3"`,
		`"~/repo@1.2.3"`, `["owner/repo@1.2.3"]`, `{ ref = "owner/repo@1.2.3" }`, `"""owner/repo@1.2.3"""`, `"owner/repo\u00401.2.3"`, `1.2`,
	} {
		for _, text := range []string{
			"adapter = \"local\"\n[reflexes]\nx = " + value + "\n", "reflexes = { x = " + value + " }\n", "reflexes.x = " + value,
		} {
			if got := p.extractAll(text); len(got) > 0 {
				t.Errorf("%q finds %q", text, got)
			}
		}
	}
}

func TestABumpChangesOneVersionAndNothingElse(t *testing.T) {
	p, bumps := readPreset(t), 0
	for name, file := range files {
		for _, m := range p.CustomManagers {
			for i := range m.extract(file.text) {
				bumps++
				bumped, ok := m.bump(file.text, i, "9.10.11")
				if why := onlyOnePinMoved(file.text, bumped, "9.10.11"); !ok || why != "" {
					t.Errorf("%s, %d: %v %s\n%s", name, i, ok, why, bumped)
				}
			}
		}
	}
	if bumps < 20 {
		t.Errorf("%d bumps", bumps)
	}
}

// onlyOnePinMoved says what else there is between two texts, or "". The text
// before holds the new version nowhere.
func onlyOnePinMoved(before, after, version string) string {
	from, err := project.Read([]byte(before))
	if err != nil {
		return err.Error()
	}
	to, err := project.Read([]byte(after))
	if err != nil {
		return err.Error()
	}
	var moved []string
	for i := range from.Reflexes {
		old, now := &from.Reflexes[i].Location, to.Reflexes[i].Location
		if now.Pin != nil && now.Pin.String() == version {
			moved = append(moved, old.Pin.String())
			old.Pin = now.Pin
		}
	}
	switch {
	case len(moved) != 1:
		return fmt.Sprintf("moved: %q", moved)
	case !reflect.DeepEqual(from, to):
		return "more than a pin changed"
	case strings.Count(after, version) != 1 || strings.Replace(after, version, moved[0], 1) != before:
		return "another byte changed"
	}
	return ""
}

var (
	blank   = rapid.SampledFrom([]string{"", " ", "  ", "\t"})
	quote   = rapid.SampledFrom([]string{`"`, `'`})
	segment = rapid.StringMatching(`[A-Za-z0-9_][A-Za-z0-9._-]{0,8}`)
	noise   = rapid.SampledFrom([]string{"", " ", `# r9 = "a/b@1.0.0", r8 = 'https://h/r@1.0.0'`, ` # , r9 = "a/b@1.0.0" }`})
)

// place draws a ref of any kind, pinned or not.
var place = rapid.Custom(func(t *rapid.T) string {
	owner := rapid.StringMatching(`[A-Za-z0-9][A-Za-z0-9-]{0,8}`).Draw(t, "owner")
	from := rapid.SampledFrom([]string{owner + "/", "https://h.example/", "https://h:8443/g/", "ssh://git@h/", "std:", "./", "../x/"}).Draw(t, "from")
	below := "/"
	if strings.Contains(from, "://") {
		below = "#"
	}
	from += segment.Draw(t, "repo")
	if rapid.Bool().Draw(t, "below") {
		from += below + segment.Draw(t, "dir")
	}
	if !rapid.Bool().Draw(t, "pinned") {
		return from
	}
	number := rapid.Uint64Range(0, 30)
	version := ref.Version{Major: number.Draw(t, "major"), Minor: number.Draw(t, "minor"), Patch: number.Draw(t, "patch")}
	return from + rapid.SampledFrom([]string{"@", "@v"}).Draw(t, "at") + version.String()
})

// entries draws lines `name = "ref"`.
func entries(t *rapid.T) []string {
	var all []string
	for i := range rapid.IntRange(0, 5).Draw(t, "entries") {
		key := rapid.SampledFrom([]string{"", `"`, `'`}).Draw(t, "key")
		value := quote.Draw(t, "quote")
		all = append(all, key+fmt.Sprintf("r%d", i)+key+blank.Draw(t, "before")+"="+blank.Draw(t, "after")+value+place.Draw(t, "ref")+value)
	}
	return all
}

// evokeTOML draws a file with its reflexes in one of the three forms, among
// lines that look alike.
func evokeTOML(t *rapid.T) string {
	comment := func(line string) string { return line + noise.Draw(t, "noise") }
	lines := []string{comment(""), comment(`adapter = "local"`), comment(`other = "a/b@1.0.0"`)}
	config := []string{comment("[config.note]"), comment(`file = "a/b@1.0.0"`), comment(`token = { env = "HOME" }`), "[config.reflexes]", `r0 = "a/b@1.0.0"`}
	reflexes := entries(t)
	switch rapid.SampledFrom([]string{"inline", "dotted", "table", "table last"}).Draw(t, "form") {
	case "inline":
		lines = append(lines, comment("reflexes = {"+strings.Join(reflexes, ",")+"}"))
	case "dotted":
		for _, e := range reflexes {
			lines = append(lines, comment("reflexes."+e))
		}
	case "table last":
		lines, config = append(lines, config...), nil
		fallthrough
	default:
		lines = append(lines, comment(blank.Draw(t, "indent")+"[reflexes]"))
		for _, e := range reflexes {
			lines = append(lines, comment(blank.Draw(t, "indent")+e), comment(""))
		}
	}
	end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end")
	return strings.Join(append(lines, config...), end) + rapid.SampledFrom([]string{"", end}).Draw(t, "last")
}

func TestThePresetFindsWhatSinewReads(t *testing.T) {
	p := readPreset(t)
	rapid.Check(t, func(t *rapid.T) {
		text := evokeTOML(t)
		read, err := project.Read([]byte(text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got := p.extractAll(text); !slices.Equal(got, pinned(read)) {
			t.Fatalf("%q:\n got %q\nwant %q", text, got, pinned(read))
		}
		for _, m := range p.CustomManagers {
			for i := range m.extract(text) {
				bumped, ok := m.bump(text, i, "99.10.11")
				if why := onlyOnePinMoved(text, bumped, "99.10.11"); !ok || why != "" {
					t.Fatalf("%q, %d: %v %s", text, i, ok, why)
				}
			}
		}
	})
}

func TestEachManagerHasTheFieldsRenovateAsksFor(t *testing.T) {
	p := readPreset(t)
	if p.Schema == "" || len(p.Description) == 0 || len(p.CustomManagers) != 4 {
		t.Errorf("%+v", p)
	}
	for _, m := range p.CustomManagers {
		if m.CustomType != "regex" || m.MatchStringsStrategy != "recursive" || m.VersioningTemplate != "semver" || m.Description == "" {
			t.Errorf("%+v", m)
		}
		if m.DatasourceTemplate != "github-tags" && m.DatasourceTemplate != "git-tags" {
			t.Errorf("the datasource %s", m.DatasourceTemplate)
		}
		var groups []string
		for _, expression := range m.MatchStrings {
			groups = append(groups, regexp.MustCompile(expression).SubexpNames()...)
		}
		groups = slices.DeleteFunc(groups, func(name string) bool { return name == "" })
		if !slices.Equal(groups, []string{"depName", "currentValue"}) {
			t.Errorf("%s: the groups %q", m.Description, groups)
		}
	}
}

// Renovate steps past a match by its length, so it would go over an empty one
// ten thousand times. Where RE2 is missing it takes JavaScript's expressions,
// which have none of RE2's flags.
func TestEveryExpressionWorksInBothOfRenovatesEngines(t *testing.T) {
	flags := regexp.MustCompile(`\(\?[^:<]|\\[AzCpPQ]`)
	for _, m := range readPreset(t).CustomManagers {
		for _, expression := range append(m.MatchStrings, m.ExtractVersionTemplate) {
			if regexp.MustCompile(expression).MatchString("") {
				t.Errorf("%s matches nothing", expression)
			}
			if flags.MatchString(expression) {
				t.Errorf("%s is not the same in both", expression)
			}
		}
	}
}

func TestThePresetLooksIntoEvokeTomlAlone(t *testing.T) {
	for _, m := range readPreset(t).CustomManagers {
		if len(m.ManagerFilePatterns) != 1 {
			t.Fatalf("%q", m.ManagerFilePatterns)
		}
		pattern := m.ManagerFilePatterns[0]
		expression := regexp.MustCompile(pattern[1 : len(pattern)-1])
		if pattern[0] != '/' || pattern[len(pattern)-1] != '/' {
			t.Errorf("%s is no expression to Renovate", pattern)
		}
		for file, want := range map[string]bool{
			"evoke.toml": true, "app/evoke.toml": true, "a/b c/evoke.toml": true,
			"evoke.lock": false, "evoke-toml": false, "my-evoke.toml": false, "evoke.toml.bak": false, "evoke.toml/reflex.toml": false,
		} {
			if expression.MatchString(file) != want {
				t.Errorf("%s: %v", file, !want)
			}
		}
	}
}

func TestATagGivesItsVersionWithoutTheV(t *testing.T) {
	for _, m := range readPreset(t).CustomManagers {
		expression := regexp.MustCompile(m.ExtractVersionTemplate)
		for _, tag := range []string{"1.2.0", "v1.2.0", "10.20.30", "v1.2.0-rc1", "1.2", "v1", "lights/v1.2.0", "release-1.2.0", "1.2.0.1", "V1.2.0", "1.2.0\n", ""} {
			match := expression.FindStringSubmatch(tag)
			version, ok := ref.ParseVersion(tag)
			if (match != nil) != ok || ok && match[expression.SubexpIndex("version")] != version.String() {
				t.Errorf("%q gives %q, a version: %v", tag, match, ok)
			}
		}
	}
}
