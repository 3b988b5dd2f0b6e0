package report_test

import (
	"os/exec"
	"testing"

	"sinew/cmd/sinew/report"
	"sinew/pkg/diag"
)

// What a fix holds may come from a reflex of somebody else's, or from a pipe.
func TestAShellTakesAFixForWhatItSays(t *testing.T) {
	for _, said := range []string{"kill the lights", `say "hi"`, "pay $30", "it's $(echo 9) o'clock", "a `echo b` c", "lights!", "§ 漢字"} {
		for _, spelled := range []string{report.Said(said), report.Bare(said), report.Called("'" + said + "'$")} {
			out, err := exec.Command("sh", "-c", "printf %s "+spelled).Output()
			if got := string(out); err != nil || got != said && got != "'"+said+"'$" {
				t.Errorf("%q as %s is %q, %v", said, spelled, got, err)
			}
		}
	}
	for said, want := range map[string]string{"kill the lights": `"kill the lights"`, "pay $30": "'pay $30'", "it's $1": `'it'\''s $1'`} {
		if got := report.Said(said); got != want {
			t.Errorf("%q as %s, want %s", said, got, want)
		}
	}
	if call := `timer duration="10 minutes"`; report.Called(call) != call {
		t.Errorf("%s as %s", call, report.Called(call))
	}
}

func TestAFolderToMakeIsOnePath(t *testing.T) {
	w := report.Words{Program: "sinew", Home: "/home/ana"}
	for path, want := range map[string]string{
		"/home/ana/notes":       "mkdir -p ~/notes",
		"/home/ana/my notes":    "mkdir -p ~/'my notes'",
		"/srv/a; rm -rf x/$(b)": "mkdir -p '/srv/a; rm -rf x/$(b)'",
	} {
		if got := w.Plain(w.Fix(diag.Fix{Kind: diag.FixMakeDir, Path: path})); got != want {
			t.Errorf("%s as %s, want %s", path, got, want)
		}
	}
}

func TestAPlanIsSavedAgainAsAShellTakesIt(t *testing.T) {
	w := report.Words{Program: "sinew", Home: "/home/ana"}
	for want, fix := range map[string]diag.Fix{
		`sinew try --save ~/month.plan.json "close the \"books\""`: diag.Save("~/month.plan.json", `close the "books"`),
		`sinew try --save ~/'my month.json' 'spend $5'`:            diag.Save("~/my month.json", "spend $5"),
		`sinew try --save '$(x).json' "close"`:                     diag.Save("$(x).json", "close"),
		`sinew try --save <file> "<input>"`:                        diag.Save("", ""),
	} {
		if got := w.Plain(w.Fix(fix)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
