package manifest

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/diag"
	"sinew/pkg/tomldoc"
)

func TestADeclarationPrintsInTheFormatsOrder(t *testing.T) {
	for want, n := range map[string]Needs{
		"none": {},
		"reads a b · writes {to} ~/Downloads · hosts * · runs open plutil": {
			Runs: []string{"open", "plutil"}, Hosts: []string{"*"}, Writes: []string{"{to}", "~/Downloads"}, Reads: []string{"a", "b"}},
		"runs pmset": {Runs: []string{"pmset"}},
	} {
		if got := n.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestWhatIsAddedWidensAndWhatIsDroppedDoesNot(t *testing.T) {
	locked := Needs{Writes: []string{"~/Downloads"}, Runs: []string{"open"}}
	moved := Needs{Writes: []string{"~/Desktop"}, Runs: []string{"open"}}
	if !Widens(locked, moved) || Widens(locked, Needs{Runs: []string{"open"}}) || Widens(Needs{}, Needs{}) {
		t.Error("widens")
	}
	if got := locked.Meet(moved); !reflect.DeepEqual(got, Needs{Runs: []string{"open"}}) {
		t.Errorf("the meet is %v", got)
	}
	if got := moved.Without(locked); !reflect.DeepEqual(got, Needs{Writes: []string{"~/Desktop"}}) {
		t.Errorf("what is new is %v", got)
	}
	if absolute := (Needs{Reads: []string{"/home/a/x"}}); !Widens(Needs{Reads: []string{"~/x"}}, absolute) {
		t.Error("entries compare by spelling")
	}
}

func anyNeeds() *rapid.Generator[Needs] {
	entries := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 0, 4, rapid.ID[string])
	return rapid.Custom(func(t *rapid.T) Needs {
		return Needs{entries.Draw(t, "reads"), entries.Draw(t, "writes"), entries.Draw(t, "hosts"), entries.Draw(t, "runs")}
	})
}

func TestAMeetIsWithinBothAndLosesNothingShared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyNeeds().Draw(t, "a"), anyNeeds().Draw(t, "b")
		meet := a.Meet(b)
		if Widens(a, meet) || Widens(b, meet) {
			t.Fatalf("%v is not within %v and %v", meet, a, b)
		}
		if left := a.Without(meet); !left.Meet(b).Empty() {
			t.Fatalf("%v keeps out %v", meet, left)
		}
		if Widens(a, b) == b.Without(a).Empty() {
			t.Fatal("widening is having more")
		}
	})
}

func TestTheTighterEffectHolds(t *testing.T) {
	if Tighter(ReadOnly, Write) != Write || Tighter(Destructive, Write) != Destructive || Tighter(Write, Write) != Write {
		t.Error("tighter")
	}
}

func TestADeclarationStandsAtItsTableElseAtTheFirstLine(t *testing.T) {
	for src, want := range map[string]int{withKeys(): 1, withKeys("[needs]\nhosts = [\"*\"]"): 6} {
		doc, err := tomldoc.Parse([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		got := DeclaredAt("lights", doc)
		if got != (diag.Position{File: diag.File{Kind: diag.ManifestFile, Name: "lights"}, Line: want, Column: 1}) {
			t.Errorf("got %+v", got)
		}
	}
}
