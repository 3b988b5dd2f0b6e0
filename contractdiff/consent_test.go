package contractdiff

import (
	"reflect"
	"slices"
	"testing"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
)

func shownLines(lines []Line) []string {
	var all []string
	for _, l := range lines {
		all = append(all, l.Key+" | "+l.Text)
	}
	return all
}

func TestWhatBecomesOfAConsent(t *testing.T) {
	reads := func(entries ...string) manifest.Needs { return manifest.Needs{Reads: entries} }
	for _, c := range []struct {
		name             string
		locked, upstream Consent
		now              Consent
		lines, problems  []string
		accepted         []string
	}{
		{"the same", Consent{manifest.Write, reads("/a")}, Consent{manifest.Write, reads("/a")}, Consent{manifest.Write, reads("/a")}, nil, nil, nil},
		{"the same in another order", Consent{manifest.Write, reads("/a", "/b")}, Consent{manifest.Write, reads("/b", "/a")},
			Consent{manifest.Write, reads("/a", "/b")}, nil, nil, nil},
		{"an effect tightened", Consent{Effect: manifest.ReadOnly}, Consent{Effect: manifest.Write}, Consent{Effect: manifest.Write},
			[]string{"effect | tightened to write"}, nil, []string{"effect | tightened to write"}},
		{"an effect loosened", Consent{Effect: manifest.Destructive}, Consent{Effect: manifest.Write}, Consent{Effect: manifest.Destructive},
			[]string{"effect | write upstream; destructive kept until you accept"},
			[]string{"it: upstream loosened the effect to write; destructive kept"},
			[]string{"effect | write accepted; was destructive"}},
		{"a declaration narrowed", Consent{Needs: manifest.Needs{Writes: []string{"~/n"}, Hosts: []string{"*"}}}, Consent{Needs: manifest.Needs{Writes: []string{"~/n"}}},
			Consent{Needs: manifest.Needs{Writes: []string{"~/n"}}},
			[]string{"needs | narrowed: hosts * dropped"}, nil, []string{"needs | narrowed: hosts * dropped"}},
		{"a declaration widened", Consent{}, Consent{Needs: manifest.Needs{Writes: []string{"~/notes"}}}, Consent{},
			[]string{"needs | widened: writes ~/notes upstream; none kept until you accept"},
			[]string{"it: upstream widened the needs to writes ~/notes; none kept"},
			[]string{"needs | writes ~/notes accepted; was none"}},
		{"one entry dropped beside one added", Consent{Needs: reads("/a", "/b", "/c")}, Consent{Needs: reads("/d", "/c", "/b")}, Consent{Needs: reads("/c", "/b")},
			[]string{"needs | widened: reads /d /c /b upstream; reads /c /b kept until you accept"},
			[]string{"it: upstream widened the needs to reads /d /c /b; reads /c /b kept"},
			[]string{"needs | reads /d /c /b accepted; was reads /a /b /c"}},
		{"two spellings of one path", Consent{Needs: reads("~/a")}, Consent{Needs: reads("/home/me/a")}, Consent{},
			[]string{"needs | widened: reads /home/me/a upstream; none kept until you accept"},
			[]string{"it: upstream widened the needs to reads /home/me/a; none kept"},
			[]string{"needs | reads /home/me/a accepted; was reads ~/a"}},
		{"both at once are accepted together", Consent{manifest.Destructive, manifest.Needs{}}, Consent{manifest.ReadOnly, reads("/a")}, Consent{Effect: manifest.Destructive},
			[]string{"effect | read upstream; destructive kept until you accept", "needs | widened: reads /a upstream; none kept until you accept"},
			[]string{"it: upstream loosened the effect to read; destructive kept", "it: upstream widened the needs to reads /a; none kept"},
			[]string{"effect | read accepted; was destructive", "needs | reads /a accepted; was none"}},
		{"tightened beside widened", Consent{manifest.ReadOnly, manifest.Needs{}}, Consent{manifest.Write, reads("/a")}, Consent{Effect: manifest.Write},
			[]string{"effect | tightened to write", "needs | widened: reads /a upstream; none kept until you accept"},
			[]string{"it: upstream widened the needs to reads /a; none kept"},
			[]string{"effect | tightened to write", "needs | reads /a accepted; was none"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := Weigh(c.locked, c.upstream)
			if !reflect.DeepEqual(o.Now, c.now) {
				t.Errorf("now %+v", o.Now)
			}
			if got := shownLines(o.Lines()); !slices.Equal(got, c.lines) {
				t.Errorf("lines %q", got)
			}
			var problems []string
			for _, p := range o.Problems("it") {
				problems = append(problems, p.Error())
				if want := diag.OfReflex(diag.FixAccept, "it"); !reflect.DeepEqual(p.Fix, want) {
					t.Errorf("%s is put right by %+v", p.Message, p.Fix)
				}
			}
			if !slices.Equal(problems, c.problems) {
				t.Errorf("problems %q", problems)
			}
			if got := shownLines(o.Accept().Lines()); !slices.Equal(got, c.accepted) {
				t.Errorf("accepted %q", got)
			}
		})
	}
}
