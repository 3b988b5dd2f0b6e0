package project_test

import (
	"slices"
	"testing"

	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

func TestASettingWithoutAValueIsWhyAReflexIsInactive(t *testing.T) {
	p := read(t, `adapter = "local"
[config.lights]
bridge = "10.0.0.2"
empty  = ""
plain  = "hue-example"
token  = { env = "HUE_TOKEN" }
gone   = { env = "HUE_GONE" }
blank  = { env = "HUE_BLANK" }
`)
	environment := map[string]string{"HUE_TOKEN": "secret", "HUE_BLANK": ""}
	lookup := func(name string) (string, bool) { v, ok := environment[name]; return v, ok }
	values, problems := p.Resolve("lights", []manifest.Setting{
		{Key: "group"}, {Key: "key", Secret: true}, {Key: "plain", Secret: true}, {Key: "gone"},
		{Key: "token", Secret: true}, {Key: "bridge"}, {Key: "empty"}, {Key: "blank"},
	}, lookup)
	want := []project.Resolved{{"token", "secret", true}, {"bridge", "10.0.0.2", false}, {"empty", "", false}, {"blank", "", false}}
	if !slices.Equal(values, want) {
		t.Errorf("values are %+v", values)
	}
	said := []string{
		`- lights: config "group" is not set -> config_set`,
		`- lights: config "key" is not set -> config_env`,
		`- lights: config "plain" is a secret; it is set from a variable -> config_env`,
		`- lights: HUE_GONE is not set -> export_key`,
	}
	if got := lines(problems); !slices.Equal(got, said) {
		t.Errorf("problems are %q", got)
	}
	if problems[3].Fix.Var != "HUE_GONE" || problems[0].Fix.Key != "group" {
		t.Errorf("fixes are %+v and %+v", problems[0].Fix, problems[3].Fix)
	}
}

func TestAReflexThatDeclaresNothingLacksNothing(t *testing.T) {
	values, problems := read(t, home).Resolve("timer", nil, nil)
	if len(values) != 0 || problems.Err() != nil {
		t.Errorf("got %v, %v", values, problems)
	}
}
