package report

import (
	"slices"
	"testing"

	"sinew/pkg/hubsearch"
)

func TestALineToAddIsForAShell(t *testing.T) {
	for ref, want := range map[string]string{
		"radhi/home/lights":                    "sinew add radhi/home/lights",
		"https://h.example:8443/r#a/b":         "sinew add https://h.example:8443/r#a/b",
		"https://h.example/$(reboot)":          "sinew add 'https://h.example/$(reboot)'",
		"https://h.example/a;b&c!d'e":          `sinew add 'https://h.example/a;b&c!d'\''e'`,
		"https://h.example/~me":                "sinew add 'https://h.example/~me'",
		"https://h.example/lamp\u00e9\u202e\n": "sinew add 'https://h.example/lamp\u00e9\u202e\n'",
	} {
		if got := (Words{Program: "sinew"}).AddLine(ref); got != want {
			t.Errorf("%q: got %s, want %s", ref, got, want)
		}
	}
}

func TestWhatIsNotKnownIsNotCalledHarmless(t *testing.T) {
	for _, c := range []struct {
		needs hubsearch.Needs
		known bool
		want  string
	}{
		{hubsearch.Needs{}, true, "needs nothing"},
		{hubsearch.Needs{}, false, "its manifest was not read"},
		{hubsearch.Needs{Runs: []string{"a", "b"}, Reads: []string{"~/x"}, Writes: []string{"y"}, Hosts: []string{"*"}}, true,
			"needs reads ~/x · writes y · hosts * · runs a, b"},
	} {
		if got := FoundNeeds(c.needs, c.known); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestWhatWasFoundCannotRepaintTheTerminal(t *testing.T) {
	evil := "\x1b[31m\u202e\n"
	got := Words{Program: "sinew"}.Found([]FoundRow{
		{Ref: evil, Tag: evil, Effect: "read", Mark: evil, Does: evil, Needs: evil, Add: evil, Retracted: []string{evil}, Signers: []string{evil}},
		{Ref: "b", Tag: "1.0.0", Effect: "write", Needs: "needs nothing"},
	})
	plain := `\u{1b}[31m\u{202e}\n`
	want := []string{
		"  " + plain + "  " + plain + "  read · " + plain, "    " + plain, "    " + plain, "    retracted: " + plain,
		"    signed by " + plain, "    " + plain, "", "  b  1.0.0  write", "    needs nothing",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

func TestTheCountIsSaidWhereNotAllAreShown(t *testing.T) {
	if got := FoundCount(20, 20); got != "" {
		t.Errorf("got %q", got)
	}
	if got := FoundCount(21, 20); got != "21 match; these are the best 20" {
		t.Errorf("got %q", got)
	}
}
