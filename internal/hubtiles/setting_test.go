package hubtiles

import (
	"errors"
	"strings"
	"testing"
	"time"

	"sinew/pkg/diag"
	"sinew/pkg/hublog"
)

func TestWithoutALogNothingIsRead(t *testing.T) {
	for _, hub := range []string{"", "off", "  "} {
		s, err := ParseSetting(variables("SINEW_HUB="+hub, "SINEW_MIN_AGE=nonsense"))
		if err != nil || s.On() || s.MinAge != 0 {
			t.Errorf("%q: %+v, %v", hub, s, err)
		}
	}
	if s, err := ParseSetting(variables()); err != nil || s.On() {
		t.Errorf("unset: %+v, %v", s, err)
	}
}

func TestASettingIsReadFromItsVariables(t *testing.T) {
	log, ana, bo := newKey(t, "log.example"), newKey(t, "ana.example"), newKey(t, "bo.example")
	s, err := ParseSetting(variables("SINEW_HUB="+log.public+" https://log.example/a/", "SINEW_HUB_WITNESSES=1 "+ana.public+" "+bo.public,
		"SINEW_NOHUB=github.com/acme,git.corp.example", "SINEW_HUB_STRICT=1", "SINEW_MIN_AGE=24h"))
	must(t, err)
	if !s.On() || s.Log.Name() != "log.example" || s.At != "https://log.example/a/" || s.Cosigned != 1 || len(s.Witnesses) != 2 || !s.Strict || s.MinAge != 24*time.Hour {
		t.Errorf("got %+v", s)
	}
	s, err = ParseSetting(variables("SINEW_HUB=" + log.public + " /srv/a log"))
	must(t, err)
	if s.At != "/srv/a log" || s.Strict || s.Cosigned != 0 || s.MinAge != 0 {
		t.Errorf("got %+v", s)
	}
}

func TestASettingThatIsNoneIsOneLineThatNamesItsVariable(t *testing.T) {
	log, ana := newKey(t, "log.example"), newKey(t, "ana.example")
	hub := "SINEW_HUB=" + log.public + " /srv/log"
	for _, c := range []struct{ name, value, want string }{
		{"SINEW_HUB", log.public, "is the log's key, a space, and its https address"},
		{"SINEW_HUB", "https://log.example", "is the log's key, a space"},
		{"SINEW_HUB", "key https://log.example", "holds no key of a log"},
		{"SINEW_HUB", log.public[:len(log.public)-9] + "AAAAAAAA= /srv", "holds no key of a log"},
		{"SINEW_HUB", log.public + " http://log.example", "neither an https address nor an absolute directory"},
		{"SINEW_HUB", log.public + " srv/log", "neither an https address"},
		{"SINEW_HUB", log.public + " https://", "neither an https address"},
		{"SINEW_HUB", log.public + " https://me:secret@log.example/", "holds a user"},
		{"SINEW_HUB", log.public + " https://log.example/?a=b", "holds more than a path"},
		{"SINEW_HUB", log.public + " https://log.example/#b", "holds more than a path"},
		{"SINEW_HUB_WITNESSES", ana.public, "begins with how many"},
		{"SINEW_HUB_WITNESSES", "0 " + ana.public, "begins with how many"},
		{"SINEW_HUB_WITNESSES", "1 ana", "holds no key of a witness at place 1"},
		{"SINEW_HUB_WITNESSES", "1 " + log.public, "names the log as its own witness"},
		{"SINEW_HUB_WITNESSES", "2 " + ana.public, "asks for 2 witnesses and names 1"},
		{"SINEW_HUB_WITNESSES", "2 " + ana.public + " " + ana.public, "asks for 2 witnesses and names 1"},
		{"SINEW_NOHUB", "github.com/[a", `holds a pattern that is none: "github.com/[a"`},
		{"SINEW_HUB_STRICT", "yes", "is 1, 0 or not set"},
		{"SINEW_MIN_AGE", "a day", "is how old a version must be"},
		{"SINEW_MIN_AGE", "-1h", "is how old a version must be"},
	} {
		_, err := ParseSetting(variables(c.name+"="+c.value, hub))
		var problems diag.Problems
		if !errors.As(err, &problems) || len(problems) != 1 || !strings.HasPrefix(problems[0].Message, c.name+" ") ||
			!strings.Contains(problems[0].Message, c.want) || problems[0].Fix.Var != c.name || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s=%s: got %v, want %s", c.name, c.value, err, c.want)
		}
	}
}

func TestNamesAreSkippedByPatterns(t *testing.T) {
	for _, c := range []struct {
		patterns string
		name     hublog.Name
		want     bool
	}{
		{"", "github.com/acme/home", false},
		{"github.com/acme", "github.com/acme/home", true},
		{"github.com/acme", "github.com/acmeother/home", false},
		{"github.com/acme/*", "github.com/acme/home#part/of", true},
		{"github.com/acme/home", "github.com/acme/home#part", true},
		{"github.com/acme/home", "github.com/acme/home2", false},
		{"github.com/Acme/*", "github.com/acme/home", true},
		{"git.corp.example/Team", "git.corp.example/team/x", false},
		{"*.corp.example", "git.corp.example/team/x", true},
		{"a.example,*.corp.example/team", "git.corp.example/team/x", true},
		{"a.example,b.example", "c.example/x", false},
	} {
		key := newKey(t, "log.example")
		s, err := ParseSetting(variables("SINEW_HUB="+key.public+" /srv/log", "SINEW_NOHUB="+c.patterns))
		must(t, err)
		if got := s.Skips(c.name); got != c.want {
			t.Errorf("%q skips %s: %v, want %v", c.patterns, c.name, got, c.want)
		}
	}
}

func TestTwoLogsNeverShareAMirror(t *testing.T) {
	one, other := newLog(t), newLog(t)
	if one.setting("/a").directory("/c") != one.setting("https://b.example").directory("/c") {
		t.Error("one log has two mirrors")
	}
	if one.setting("/a").directory("/c") == other.setting("/a").directory("/c") {
		t.Error("two logs of one name share a mirror")
	}
}
